"""The service: all tournaments of the service, scored in the background. What was accepted survives a restart."""

import hashlib
import hmac
import logging
import secrets
import shutil
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TypeVar

from sheets.identity_code import Identity
from tournament.entities import Page
from tournament.errors import AlreadyRunning, TournamentError
from tournament.intake import clean, list_pages
from tournament.manifest import Manifest, ManifestLine
from tournament.records import Tournament
from tournament.run import enter_pages, fingerprint, local_scores, only_run, score_pages
from tournament.session import TournamentSpec
from tournament.store import Store

log = logging.getLogger("qwords.tournaments")
IDLE_SECONDS = 30.0  # how often to look for work that another process left
COPY_BYTES = 2**20
Item = TypeVar("Item")


class TournamentService:
    """Tournaments in one data folder and one store, with one thread that scores what waits."""

    def __init__(self, folder: Path, store_url: str = "", jobs: int = 0) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._jobs = folder, jobs
        self.store = Store.open(store_url or f"sqlite:///{folder.resolve() / 'tournaments.sqlite'}")
        self._wake, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._work, name="qwords-tournaments", daemon=True)

    def open(self) -> None:
        """Begin to score; what was left over from before comes first."""
        self._thread.start()

    def close(self) -> None:
        """Finish the pages in work, leave the rest for the next start."""
        self._stop.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        self.store.close()

    def create(self, agreement: TournamentSpec) -> tuple[Tournament, str]:
        """A new tournament and its organiser's token, which is kept only as a hash."""
        token = secrets.token_urlsafe(18)
        tournament = Tournament(
            secrets.token_hex(8),
            agreement.name,
            agreement.recipe(),
            agreement.double_entry,
            agreement.keep_photos,
            token_sha256=_hash(token),
        )
        return self.store.save(tournament), token

    def admits(self, tournament: Tournament, token: str, master: str) -> bool:
        """Whether a token may change this tournament; compared in constant time."""
        own = hmac.compare_digest(_hash(token), tournament.token_sha256 or "")
        return own or same_token(token, master)

    def add(self, id: str, files: Iterable[tuple[str, IO[bytes]]], player: str = "", round: str = "") -> list[Page]:
        """Take in photos, ZIP files and PDF files: written to disk and noted in the store before this returns."""
        self.store.tournament(id)
        inbox = self._inbox(id)
        inbox.mkdir(parents=True, exist_ok=True)
        pages: list[Page] = []
        for name, stream in files:
            upload = inbox / f"{secrets.token_hex(8)}.tmp"
            upload.mkdir()
            with (upload / (clean(name).replace("/", "_") or "photo")).open("wb") as target:
                shutil.copyfileobj(stream, target, COPY_BYTES)
            whole = upload.with_suffix("")  # a half-written upload keeps its .tmp and is never looked at
            upload.rename(whole)
            pages += list_pages(sorted(whole.iterdir()))
        enter_pages(self.store, id, pages, _said(pages, player, round))
        self._wake.set()
        return pages

    def photos(self, id: str) -> Path:
        """Where the photos of a tournament are kept, if they are."""
        return self._folder / id / "photos"

    def _inbox(self, id: str) -> Path:
        return self._folder / id / "inbox"

    def _work(self) -> None:
        with ExitStack() as held:
            try:
                held.enter_context(only_run(self._folder))
            except AlreadyRunning:
                log.warning("another service scores these tournaments", extra={"folder": str(self._folder)})
                return
            while not self._stop.is_set():
                self._wake.clear()
                for tournament in self.store.tournaments():
                    self._score(tournament)
                self._wake.wait(IDLE_SECONDS)

    def _score(self, tournament: Tournament) -> None:
        pages = self.store.pending(tournament.id, fingerprint(tournament.recipe))
        if not pages or self._stop.is_set():
            return
        scores = local_scores(tournament.recipe, self._jobs)
        photos = self.photos(tournament.id) if tournament.keep_photos else None
        try:
            tally = score_pages(
                self.store, tournament, pages, lambda jobs: scores(self._until_stopped(jobs)), lambda _: None, photos
            )
        except TournamentError:
            log.exception("scoring stopped", extra={"tournament": tournament.id})
            self._stop.wait(IDLE_SECONDS)
            return
        log.info("scored", extra={"tournament": tournament.id, "pages": tally.finished, "rate": round(tally.rate, 1)})
        waiting = {page.path for page in self.store.pending(tournament.id, fingerprint(tournament.recipe))}
        for path in {page.path for page in pages} - waiting:
            shutil.rmtree(Path(path).parent, ignore_errors=True)  # each upload has a folder of its own

    def _until_stopped(self, items: Iterable[Item]) -> Iterator[Item]:
        for item in items:
            if self._stop.is_set():
                return
            yield item


def same_token(token: str, expected: str) -> bool:
    """Whether two tokens are the same; an empty one never is. Takes the same time wherever they differ."""
    return bool(expected) and hmac.compare_digest(_hash(token), _hash(expected))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _said(pages: list[Page], player: str, number: str) -> Manifest:
    """What the sender said of the photos, as a manifest."""
    if not (player or number):
        return Manifest()
    lines = []
    for page in pages:
        lines.append(ManifestLine(page.name.partition("#")[0], Identity(player, number, "", "manifest")))
    return Manifest(tuple(lines))
