"""Score all pages of the sources: resumable, idempotent, never stopped by one page."""

import contextlib
import fcntl
import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import metadata
from itertools import takewhile
from pathlib import Path

from referee.files import NotWritable, make_folder, write_atomically
from referee.games import BUILT_IN
from referee.machine import usable_cores
from referee.scoring_spec import ScoringSpec
from scanner.scan_errors import ScanError
from tournament import tournament_errors as errors
from tournament.archives import page_hash
from tournament.entities import Known, Outcome, Page
from tournament.identity import from_name
from tournament.manifest import Manifest
from tournament.page_worker import kept_picture
from tournament.records import Tournament
from tournament.store import Store
from tournament.word_list import word_list
from tournament.work import MakeScorer, referee_scorer, refusal
from tournament.worker_pool import Job, Pool

BATCH = 64  # results written in one transaction
BATCH_SECONDS = 1.0  # a killed run loses at most this much work
FIRST = {"side": "auto", "rules": "auto", "policy": "official", "house": "", "house_name": "", "rolls": ""}  # of 0.2
HALF_SECONDS = 3600.0  # after which nobody can still be writing a file
STORE_FILE = "tournament.sqlite"

Scores = Callable[[Iterable[Job]], Iterator[tuple[Job, Outcome]]]


@dataclass(frozen=True)
class Tally:
    """How far a run has come."""

    total: int
    known: int = 0  # had a result already
    done: int = 0
    doubtful: int = 0
    failed: int = 0
    seconds: float = 0.0

    @property
    def finished(self) -> int:
        """Pages that need no more work."""
        return self.known + self.done + self.failed

    @property
    def rate(self) -> float:
        """Pages a second in this run."""
        return (self.done + self.failed) / self.seconds if self.seconds > 0 else 0.0


Watch = Callable[[Tally], None]


def versions(spec: ScoringSpec) -> dict[str, str]:
    """What a result depends on besides photo and options: program, lexicon and model."""
    from referee.provenance import models

    return {
        "program": metadata.version("qwords-referee"),
        "lexicon": word_list(spec),
        **models(),
    }


def fingerprint(tournament: Tournament) -> str:
    """One hash for everything besides the photo that decides a result; the limits only decide whether there is one.

    What came to the spec later counts only where it is used, so that the results of older tournaments still stand.
    """
    scoring = tournament.scoring
    other = {"game": scoring.game} if scoring.game != next(iter(BUILT_IN)) else {}
    spec = {**FIRST, **scoring.chosen, **other, "reader": scoring.reader, "versions": dict(tournament.versions)}
    text = json.dumps(spec, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


@contextmanager
def only_run(out: Path) -> Iterator[None]:
    """Keep a second run out of the folder; the lock goes with the process, however it ends."""
    make_folder(out)
    try:
        lock = (out / ".lock").open("w")
    except OSError as error:
        raise NotWritable(f"{out}: {error.strerror}") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise errors.AlreadyRunning(str(out)) from error
        for half in out.glob(".*.tmp"):  # of a run that was killed while it wrote; a young one may still be written
            if time.time() - half.stat().st_mtime > HALF_SECONDS:
                half.unlink(missing_ok=True)
        yield


def store_url(out: Path, url: str = "") -> str:
    """The database of an output folder: the one named, or SQLite inside it."""
    return url or f"sqlite:///{out.resolve() / STORE_FILE}"


def enter_pages(
    store: Store,
    id: str,
    pages: Sequence[Page],
    manifest: Manifest,
    rounds: tuple[str, ...] | None = None,
    quota: int = 0,
) -> None:
    """Note all pages and what is known of who played, before anything is scored; `rounds` binds what a player sent."""
    known = ((page, Known(from_name(page.name), manifest.page(page.name), rounds)) for page in pages)
    store.add_pages(id, known, quota)


def score_pages(
    store: Store,
    tournament: Tournament,
    pages: Sequence[Page],
    scores: Scores,
    watch: Watch,
    photos: Path | None = None,
    retry: bool = False,
    go_on: Callable[[], bool] = lambda: True,
) -> Tally:
    """Score the pages that have no result yet and write every result down.

    `photos` keeps the pictures by hash; `retry` scores the rejected pages again; `go_on` is asked before each page.
    """
    known = store.known_contents(tournament.id, fingerprint(tournament), rejected=not retry)
    run = _Run(store, tournament, watch, photos, len(pages), known)
    try:
        for (page, content), outcome in scores(run.jobs(takewhile(lambda _: go_on(), pages))):
            run.take(page, content, outcome)
    finally:  # also when someone presses Ctrl-C
        run.flush()
    return run.tally


class _Run:
    """The bookkeeping of one run: what is known, what waits to be written, how far it has come."""

    def __init__(
        self, store: Store, tournament: Tournament, watch: Watch, photos: Path | None, total: int, known: set[str]
    ) -> None:
        self._store, self._tournament, self._watch, self._photos = store, tournament, watch, photos
        self._fingerprint = fingerprint(tournament)
        self._known = known
        self._begun: set[str] = set()
        self._outcomes: list[Outcome] = []
        self._places: list[tuple[Page, str]] = []
        self._start = self._written = time.monotonic()
        self.tally = Tally(total)

    def jobs(self, pages: Iterable[Page]) -> Iterator[Job]:
        """The pages that must be scored, each content once."""
        for page in pages:
            try:
                content = page_hash(page)
            except errors.PageError as error:
                content = hashlib.sha256(f"bad!{page.location}".encode()).hexdigest()
                self.take(page, content, refusal(content, error.code, error.hint, str(error)))
                continue
            self._keep(page, content)
            if content in self._known or content in self._begun:
                self._count(known=1)
                self._places.append((page, content))
                self._flush_if_due()
            elif page.fault:
                self.take(page, content, refusal(content, *page.fault))
            else:
                self._begun.add(content)
                yield page, content

    def take(self, page: Page, content: str, outcome: Outcome) -> None:
        """Note one outcome."""
        self._outcomes.append(outcome)
        self._places.append((page, content))
        rejected = outcome.fault is not None
        self._count(done=not rejected, failed=rejected, doubtful=outcome.doubtful)
        self._flush_if_due()

    def flush(self) -> None:
        """Write what waits."""
        self._store.record(self._tournament.id, self._fingerprint, self._outcomes, self._places)
        self._outcomes, self._places, self._written = [], [], time.monotonic()

    def _flush_if_due(self) -> None:
        if len(self._places) >= BATCH or time.monotonic() - self._written > BATCH_SECONDS:
            self.flush()

    def _count(self, known: int = 0, done: int = 0, failed: int = 0, doubtful: int = 0) -> None:
        old = self.tally
        self.tally = replace(
            old,
            known=old.known + known,
            done=old.done + done,
            failed=old.failed + failed,
            doubtful=old.doubtful + doubtful,
            seconds=time.monotonic() - self._start,
        )
        self._watch(self.tally)

    def _keep(self, page: Page, content: str) -> None:
        if self._photos is None or page.kind == "bad" or next(self._photos.glob(f"{content}*"), None):
            return
        with contextlib.suppress(ScanError, errors.PageError):  # what is no picture is rejected, and not kept
            picture, suffix = kept_picture(page)
            make_folder(self._photos)
            write_atomically(self._photos / f"{content}{suffix}", picture)


def local_scores(spec: ScoringSpec, workers: int = 0, make_scorer: MakeScorer = referee_scorer) -> Scores:
    """Score on this machine, on all cores unless told otherwise."""
    return Pool(spec, workers or usable_cores(), make_scorer=make_scorer).scores
