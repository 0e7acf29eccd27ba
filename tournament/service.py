"""The service: all tournaments of the service, scored in the background. What was accepted survives a restart."""

import hashlib
import hmac
import logging
import secrets
import shutil
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import IO

from referee.files import NotWritable, make_private
from sheets.identity_code import Identity
from tournament.arbiter import Change
from tournament.background import Background
from tournament.entities import Page, TournamentSpec
from tournament.inbox import Inbox
from tournament.manifest import Manifest, ManifestLine
from tournament.overview import TournamentView, open_rounds
from tournament.records import Tournament
from tournament.rejudging import rejudge
from tournament.run import enter_pages, versions
from tournament.store import Store
from tournament.tournament_errors import NotConfirmed, RoundNotOpen, TournamentFull, WordListChanged
from tournament.work import MakeScorer, referee_scorer

log = logging.getLogger("qwords.tournaments")
CLOSE_SECONDS = 3.0  # what is in work when the service ends gets this much time
COPY_BYTES = 2**20
PAGES_LIMIT = 20_000  # of one tournament
TOKEN_FILE = "token"  # in the data folder


@dataclass(frozen=True)
class Tokens:
    """What organiser and arbiters show to be let in; given out once."""

    organiser: str
    arbiter: str


class TournamentService:
    """Tournaments in one data folder and one store, with one thread that scores what waits.

    `desk` names the tournament of an output folder, whose desk this is: its photos lie beside the data folder, and what
    a run has entered is left to that run.
    """

    def __init__(
        self,
        folder: Path,
        store_url: str = "",
        jobs: int = 0,
        make_scorer: MakeScorer = referee_scorer,
        desk: str = "",
    ) -> None:
        self._folder, self._desk = folder, desk
        self._views: dict[str, TournamentView] = {}
        self._url = store_url or f"sqlite:///{folder.resolve() / 'tournaments.sqlite'}"
        self._store: Store | None = None
        self._opening = threading.Lock()
        self._background = Background(folder, lambda: self.store, self._inbox, self.photos, jobs, make_scorer, desk)

    @property
    def store(self) -> Store:
        """The store; opened when it is first needed, so that the service may start before its database does."""
        with self._opening:
            if self._store is None:
                self._make_folder()
                self._store = Store.open(self._url)
            return self._store

    @property
    def trouble(self) -> str:
        """What keeps tournaments from being scored; "" while all is well."""
        return self._background.trouble

    def open(self) -> None:
        """Begin to score; uploads that a crash left behind are cleared away first."""
        with suppress(NotWritable):  # said again, and loudly, when something is to be written
            self._make_folder()
        self._background.start()

    def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """Finish the pages in work, for a moment; leave the rest for the next start."""
        self._background.stop(seconds)
        if self._store is not None:
            self._store.close()

    def create(self, agreed: TournamentSpec) -> tuple[Tournament, Tokens]:
        """A new tournament with the tokens of its organiser and its arbiters, which are kept only as hashes."""
        tokens = Tokens(secrets.token_urlsafe(18), secrets.token_urlsafe(18))
        tournament = Tournament(
            secrets.token_hex(8),
            agreed,
            versions(agreed.scoring),
            token_sha256=_hash(tokens.organiser),
            arbiter_sha256=_hash(tokens.arbiter),
        )
        return self.store.save(tournament), tokens

    def outcomes(self) -> dict[str, int]:
        """What people made of the program's own word, in all tournaments that were looked at since the start."""
        latest = [view.latest.summary for view in list(self._views.values()) if view.latest]
        names = ("certain_then_corrected", "asked_but_right")
        return {name: sum(getattr(summary, name) for summary in latest) for name in names}

    @cached_property
    def creation_token(self) -> str:
        """What creating a tournament needs where no token is set: made once, kept in the data folder for its owner."""
        path = self._folder / TOKEN_FILE
        self._make_folder()
        try:
            if not path.exists() or not path.stat().st_size:  # a full disk leaves an empty one
                path.touch(mode=0o600)
                path.write_text(secrets.token_urlsafe(18) + "\n", encoding="ascii")
                log.warning("a token to create tournaments is in the data folder", extra={"file": str(path)})
            return path.read_text(encoding="ascii").strip()
        except OSError as error:
            raise NotWritable(f"{path}: {error.strerror}") from error

    def view(self, id: str) -> TournamentView:
        """The tournament as it stands; what was read before is remembered."""
        if id not in self._views:
            self.store.revision(id)  # raises where there is none
            self._views[id] = TournamentView(self.store, id)
        return self._views[id]

    def role(self, tournament: Tournament, token: str, master: str) -> str:
        """What a token makes of its holder: "organiser", "arbiter" or "public"; compared in constant time."""
        own = hmac.compare_digest(_hash(token), tournament.token_sha256 or "")
        helps = hmac.compare_digest(_hash(token), tournament.arbiter_sha256 or "")
        if own or same_token(token, master):
            return "organiser"
        return "arbiter" if helps else "public"

    def holds(self, id: str, token: str, master: str) -> bool:
        """Whether a token is good for anything in this tournament."""
        return self.role(self.store.tournament(id), token, master) != "public"

    def inbox(self, id: str, rounds: tuple[str, ...] | None = None) -> Inbox:
        """Where the files of one upload are put; they are scored once they are accepted."""
        if self.view(id).overview().outdated:
            raise WordListChanged
        return Inbox(self._inbox(id), partial(self._enter, id, rounds))

    def add(
        self, id: str, files: Iterable[tuple[str, IO[bytes]]], player: str = "", round: str = "", quota: int = 0
    ) -> list[Page]:
        """Take in photos, ZIP files and PDF files: written to disk and noted in the store before this returns.

        With a quota, the player may have sent so many in all.
        """
        return self._add(self.inbox(id), files, player, round, quota)

    def add_from_player(
        self, id: str, files: Iterable[tuple[str, IO[bytes]]], player: str, round: str, quota: int
    ) -> list[Page]:
        """Take in what a player sent, for a round that is open; its code and name open no other."""
        rounds = open_rounds(self.view(id).overview())
        turn = str(int(round)) if round.isdecimal() and round.isascii() else round.strip()
        if not rounds or (turn and turn not in rounds):
            raise RoundNotOpen(f"Open rounds: {', '.join(rounds) or 'none'}.")
        return self._add(self.inbox(id, rounds), files, player, turn, quota)

    def _add(
        self, inbox: Inbox, files: Iterable[tuple[str, IO[bytes]]], player: str, round: str, quota: int
    ) -> list[Page]:
        with inbox:
            for name, stream in files:
                shutil.copyfileobj(stream, inbox.open(name), COPY_BYTES)
            return inbox.accept(player, round, quota)

    def _enter(
        self, id: str, rounds: tuple[str, ...] | None, pages: list[Page], player: str, round: str, quota: int
    ) -> None:
        if sum(self.store.counts(id).values()) + len(pages) > PAGES_LIMIT:
            raise TournamentFull(f"{len(pages)} more pages; the limit is {PAGES_LIMIT}")
        enter_pages(self.store, id, pages, _said(pages, player, round), rounds, quota)
        self._background.wake()

    def delete(self, id: str, name: str) -> None:
        """Forget a tournament: roster, results, log, photos, uploads. Its name must be given, as a confirmation."""
        tournament = self.store.tournament(id)
        if " ".join(name.split()) != tournament.name:
            raise NotConfirmed
        self._forget_files(id)  # first: a kill leaves no photos that nobody knows of
        self.store.delete(id)
        self._views.pop(id, None)
        self._forget_files(id)  # and what came meanwhile
        log.warning("a tournament was deleted", extra={"tournament": id})

    def rejudge(self, id: str, who: str, why: str = "") -> tuple[Change, ...]:
        """Judge all sheets again by the word list that is installed; what waited for that is scored now."""
        changed = rejudge(self.view(id), who, why)
        self._background.wake()
        return changed

    def photos(self, id: str) -> Path:
        """Where the photos of a tournament are kept, if they are."""
        return self._folder.parent / "photos" if id == self._desk else self._folder / id / "photos"

    def _forget_files(self, id: str) -> None:
        for path in (self._folder / id, self.photos(id)):
            shutil.rmtree(path, ignore_errors=True)

    def _make_folder(self) -> None:
        """The data folder, for its owner alone; a database that an earlier version left open to all is closed too."""
        make_private(self._folder)
        for file in self._folder.glob("tournaments.sqlite*"):
            with suppress(OSError):  # somebody else's
                file.chmod(0o600)

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
