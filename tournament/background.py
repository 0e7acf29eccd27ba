"""The thread of the service that scores what waits. Nothing that one tournament or one outage does stops the others."""

import logging
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from referee.machine import usable_cores
from tournament.decisions import standing
from tournament.entities import Page
from tournament.inbox import sweep
from tournament.overview import TournamentView
from tournament.published import note_moves, publication
from tournament.records import Tournament
from tournament.run import fingerprint, only_run, score_pages
from tournament.store import Store
from tournament.tournament_errors import AlreadyRunning, StoreUnavailable, UnknownTournament
from tournament.word_list import list_changed, word_list
from tournament.work import MakeScorer, referee_scorer
from tournament.worker_pool import Pool

log = logging.getLogger("qwords.tournaments")
IDLE_SECONDS = 30.0  # how often to look for work that another process left
TURN_SECONDS = 20.0  # how long one tournament is scored while others wait
NICENESS = 10  # of the workers: answers go before photos that wait; more would let other work starve them
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 20.0  # seconds before another attempt; doubled each time


@dataclass
class Pause:
    """How long to leave something alone that has failed."""

    seconds: float = 0.0
    until: float = 0.0
    code: str = ""
    since: float = field(default_factory=time.monotonic)

    def lengthen(self) -> float:
        """Wait twice as long as the last time."""
        self.seconds = min(max(2 * self.seconds, FIRST_PAUSE), LONGEST_PAUSE)
        self.until = time.monotonic() + self.seconds
        return self.seconds


class Background:
    """Scores the pages of all tournaments in turns, in one thread with a pool of workers."""

    def __init__(
        self,
        folder: Path,
        store: Callable[[], Store],
        inbox: Callable[[str], Path],
        photos: Callable[[str], Path],
        jobs: int,
        make_scorer: MakeScorer = referee_scorer,
        only: str = "",
    ) -> None:
        self._folder, self._store, self._make_scorer = folder, store, make_scorer
        self._inbox, self._photos, self._only = inbox, photos, only
        self._jobs = jobs or usable_cores()
        self._wake, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._live, name="qwords-tournaments", daemon=True)
        self._pool: Pool | None = None
        self._pauses: dict[str, Pause] = {}
        self._swept: set[str] = set()  # tournaments whose inbox holds nothing of before the start
        self._trouble = ""
        self._scored = 0.0  # when the last turn went well

    @property
    def trouble(self) -> str:
        """What keeps it from scoring; "" while all is well."""
        if self._thread.ident is not None and not self._thread.is_alive() and not self._stop.is_set():
            return "the scoring thread has ended"
        return self._trouble

    def start(self) -> None:
        """Begin to score; what was left over from before comes first."""
        self._thread.start()

    def wake(self) -> None:
        """There is new work."""
        self._wake.set()

    def stop(self, seconds: float) -> None:
        """Finish the pages in work, for so long at most; the rest is left for the next start."""
        self._stop.set()
        self._wake.set()
        if not self._thread.is_alive():
            return
        self._thread.join(seconds)
        if self._thread.is_alive() and (pool := self._pool):
            pool.abort()
            self._thread.join(seconds)

    def _live(self) -> None:
        pause = Pause()
        while not self._stop.is_set():
            try:
                with only_run(self._folder):
                    while not self._stop.is_set():
                        busy = self._round()
                        self._trouble, pause = self._stuck(), Pause()
                        if not busy:
                            self._rest()
            except AlreadyRunning:
                log.warning("another service scores these tournaments")
                self._stop.wait(IDLE_SECONDS)
            except Exception as error:  # the thread must outlive whatever it was
                code = getattr(error, "code", "internal")
                self._trouble = f"tournaments wait: {code}"
                log.exception("scoring pauses", extra={"code": code, "seconds": pause.lengthen()})
                self._stop.wait(pause.seconds)

    def _round(self) -> bool:
        """Give each tournament its turn; whether any page was scored."""
        self._wake.clear()
        busy = False
        waiting = self._tournaments()
        self._pauses = {each.id: self._pauses[each.id] for each in waiting if each.id in self._pauses}
        for tournament in waiting:
            pause = self._pauses.get(tournament.id)
            if self._stop.is_set() or (pause and pause.until > time.monotonic()):
                continue
            try:
                busy |= self._turn(tournament)
                self._pauses.pop(tournament.id, None)
            except StoreUnavailable:
                raise  # concerns them all
            except UnknownTournament:  # deleted while it was being scored: what was kept meanwhile goes as well
                self._pauses.pop(tournament.id, None)
                shutil.rmtree(self._inbox(tournament.id).parent, ignore_errors=True)
            except Exception as error:
                pause = self._pauses.setdefault(tournament.id, Pause())
                pause.code = getattr(error, "code", "internal")
                extra = {"tournament": tournament.id, "code": pause.code, "seconds": pause.lengthen()}
                log.exception("a tournament pauses", extra=extra)
        if busy:
            self._scored = time.monotonic()
        return busy

    def _stuck(self) -> str:
        """Why nothing that waits is scored; "" where only one tournament fails, and others were scored since."""
        codes = [pause.code for pause in self._pauses.values() if pause.since > self._scored]
        return f"tournaments wait: {codes[0]}" if codes else ""

    def _rest(self) -> None:
        """Wait for new work, or until something that failed is due again."""
        waits = [pause.until - time.monotonic() for pause in self._pauses.values()]
        self._wake.wait(max(0.1, min([IDLE_SECONDS, *waits])))

    def _turn(self, tournament: Tournament) -> bool:
        """Score what waits, for one turn; whether anything did."""
        store, print_ = self._store(), fingerprint(tournament)
        new = tournament.id not in self._swept
        if new and any(self._inbox(tournament.id).glob("*")):  # a kill came between scores and what is said of them
            self._note_moves(tournament)
        if new and sweep(self._inbox(tournament.id), lambda: store.pending(tournament.id, print_)):
            self._swept.add(tournament.id)
        pages = [page for page in store.pending(tournament.id, print_) if self._is_ours(page)]
        if not pages or self._waits_for_list(tournament):
            return False
        photos = self._photos(tournament.id) if tournament.spec.keep_photos else None
        pool = self._pool = Pool(tournament.scoring, self._jobs, make_scorer=self._make_scorer, niceness=NICENESS)
        until = time.monotonic() + TURN_SECONDS
        try:
            tally = score_pages(
                store, tournament, pages, pool.scores, _unwatched, photos, go_on=lambda: self._on_turn(until)
            )
        finally:
            self._pool = None
        log.info("scored", extra={"tournament": tournament.id, "pages": tally.finished, "rate": round(tally.rate, 1)})
        self._note_moves(tournament)
        waiting = {page.path for page in store.pending(tournament.id, print_)}
        for path in {page.path for page in pages} - waiting:
            shutil.rmtree(Path(path).parent, ignore_errors=True)  # each upload has a folder of its own
        return True

    def _note_moves(self, tournament: Tournament) -> None:
        """Say in the log whom late sheets moved."""
        if publication(standing(self._store().log(tournament.id))):
            note_moves(TournamentView(self._store(), tournament.id))

    def _waits_for_list(self, tournament: Tournament) -> bool:
        """Whether someone must first judge again what is there; a tournament without results takes the new list."""
        if not list_changed(tournament):
            return False
        if not self._store().counts(tournament.id)["done"]:
            taken = replace(tournament, versions={**tournament.versions, "lexicon": word_list(tournament.scoring)})
            self._store().adopt(taken, fingerprint(taken))
            self.wake()
        return True

    def _on_turn(self, until: float) -> bool:
        """Whether to begin another page: not when the service stops, nor when others have waited long enough."""
        return not self._stop.is_set() and (time.monotonic() < until or not self._others_wait())

    def _others_wait(self) -> bool:
        return self._wake.is_set() or len(self._tournaments()) > 1

    def _tournaments(self) -> list[Tournament]:
        return [each for each in self._store().tournaments() if self._only in ("", each.id)]

    def _is_ours(self, page: Page) -> bool:
        """Whether a page was sent here; at the desk of a folder, its runs score the others."""
        return not self._only or Path(page.path).is_relative_to(self._folder)


def _unwatched(_tally: object) -> None:
    """Nobody looks at the progress; the store tells it."""
