"""The service: all tournaments of the service, scored in the background. What was accepted survives a restart."""

import hashlib
import hmac
import secrets
import shutil
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from referee.files import make_folder
from sheets.identity_code import Identity
from tournament.background import Background
from tournament.entities import Page
from tournament.intake import clean, list_pages
from tournament.manifest import Manifest, ManifestLine
from tournament.records import Tournament
from tournament.run import enter_pages
from tournament.session import TournamentSpec
from tournament.store import Store

CLOSE_SECONDS = 3.0  # what is in work when the service ends gets this much time
HALF_SECONDS = 6 * 3600.0  # after which nobody can still be sending an upload
COPY_BYTES = 2**20


class TournamentService:
    """Tournaments in one data folder and one store, with one thread that scores what waits."""

    def __init__(self, folder: Path, store_url: str = "", jobs: int = 0) -> None:
        self._folder = folder
        self._url = store_url or f"sqlite:///{folder.resolve() / 'tournaments.sqlite'}"
        self._store: Store | None = None
        self._opening = threading.Lock()
        self._background = Background(folder, lambda: self.store, self._inbox, jobs)

    @property
    def store(self) -> Store:
        """The store; opened when it is first needed, so that the service may start before its database does."""
        with self._opening:
            if self._store is None:
                make_folder(self._folder)
                self._store = Store.open(self._url)
            return self._store

    @property
    def trouble(self) -> str:
        """What keeps tournaments from being scored; "" while all is well."""
        return self._background.trouble

    def open(self) -> None:
        """Begin to score; uploads that a crash cut short are cleared away first."""
        for half in self._folder.glob("*/inbox/*.tmp"):
            if time.time() - half.stat().st_mtime > HALF_SECONDS:  # another service may be at a younger one
                shutil.rmtree(half, ignore_errors=True)
        self._background.start()

    def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """Finish the pages in work, for a moment; leave the rest for the next start."""
        self._background.stop(seconds)
        if self._store is not None:
            self._store.close()

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
        self._background.wake()
        return pages

    def photos(self, id: str) -> Path:
        """Where the photos of a tournament are kept, if they are."""
        return self._folder / id / "photos"

    def _inbox(self, id: str) -> Path:
        return self._folder / id / "inbox"


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
