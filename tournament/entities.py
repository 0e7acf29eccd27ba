"""The frozen values of a tournament."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from referee.scoring_spec import ScoringSpec
from referee.values import Figures
from sheets.identity_code import Identity
from texts import plural


@dataclass(frozen=True)
class TournamentSpec:
    """What is agreed at the start of a tournament and holds for all of it."""

    name: str
    scoring: ScoringSpec = field(default_factory=ScoringSpec)
    double_entry: bool = False  # a correction counts when two arbiters agree
    keep_photos: bool = False
    tie_break: str = "shared"  # equal totals share a place, or the better best round decides
    rounds: int = 0  # how many rounds are played; 0: as many as there are sheets of


@dataclass(frozen=True)
class Player:
    """One line of the roster."""

    name: str
    team: str = ""
    table: str = ""


@dataclass(frozen=True)
class Page:
    """One picture to be scored: a file, a member of a ZIP file or a page of a PDF file."""

    name: str  # for people: source/relative/path.jpg, scans.zip/a.jpg, scans.pdf#3
    kind: str  # "file", "zip", "pdf" or "bad"
    path: str  # of the file that holds it
    part: str = ""  # the member's place in the ZIP file, or the page number from 1
    fault: tuple[str, str] | None = None  # code and hint of a page that is known to be unusable

    @property
    def location(self) -> str:
        """Where the page lies, unique on this machine."""
        return f"{self.path}!{self.part}" if self.part else self.path


@dataclass(frozen=True)
class Known:
    """What is known of who played a page before it is read: by its name, a manifest, or whoever sent it."""

    name: Identity = field(default_factory=Identity)
    listed: Mapping[int, Identity] = field(default_factory=dict)  # number of the sheet → player; 0: every sheet
    rounds: tuple[str, ...] | None = None  # those open when a player sent it; None: whoever sent it may open rounds


@dataclass(frozen=True)
class Crop:
    """The picture of one cell that is in doubt, as JPEG."""

    sheet: int  # number on its page, from 1
    place: tuple[int, ...]  # row and column
    jpeg: bytes


@dataclass(frozen=True)
class Fault:
    """Why a page cannot be scored, and what to do next."""

    code: str
    hint: str
    message: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a worker says about one page: its sheets with the contract's document, or a fault."""

    content: str  # hash of the page
    sheets: tuple[Figures, ...] = ()
    document: str = ""  # the contract's JSON; "" where there is a fault
    crops: tuple[Crop, ...] = ()
    fault: Fault | None = None
    seconds: float = 0.0

    @property
    def doubtful(self) -> bool:
        """Whether a person must look at any of its sheets; blank ones are counted apart, as forms have two sides."""
        return any(sheet.reasons and not sheet.empty for sheet in self.sheets)


@dataclass(frozen=True)
class LogEntry:
    """One line of the log of corrections and rulings; lines are appended, never changed."""

    id: int
    at: str
    who: str
    kind: str  # "letters", "confirm", "player", "side", "language", "withdraw", "restore", "settle", "ruling", "undo" …
    sheet: str  # content hash and number of the sheet, "" for the whole tournament
    what: Mapping[str, Any]
    why: str


@dataclass(frozen=True)
class Row:
    """One sheet as it stands after all corrections and rulings."""

    key: str  # content hash and number
    id: str  # short form for people
    page: str
    index: int  # number of the sheet on its page, from 1
    order: int  # of its page among all pages
    identity: Identity
    result: Figures
    read: Figures  # as the program read it, before people spoke
    open: tuple[str, ...] = ()  # why a person must look: "doubt", "disputed", "nameless", "identity" …
    withdrawn: bool = False
    corrected: bool = False
    same_as: str = ""  # id of the sheet this one repeats
    seen_by: tuple[str, ...] = ()  # arbiters who gave letters
    suggestions: tuple[str, ...] = ()  # players of the roster whose name resembles the one on the sheet
    basis: str = ""  # hash of what it was judged by, where people spoke of it or ruled on its words
    coded: Identity | None = None  # who the QR code names, where the manifest says otherwise

    @property
    def total(self) -> int:
        """The points that count."""
        return self.result.total

    @property
    def outcome(self) -> str:
        """What people made of the program's own word: "certain-then-corrected", "asked-but-right"; "" where neither."""
        if self.corrected and not self.read.reasons and self.result.total != self.read.total:
            return "certain-then-corrected"
        settled = self.result is not self.read and "doubt" not in self.open and not self.withdrawn
        return "asked-but-right" if self.read.reasons and settled and self.result.total == self.read.total else ""


@dataclass(frozen=True)
class Rejected:
    """A page that could not be scored."""

    page: str
    code: str
    hint: str
    content: str = ""


@dataclass(frozen=True)
class Place:
    """One player's place."""

    place: int
    player: str
    total: int
    rounds: Mapping[str, int]
    open: int  # sheets of this player that a person must still look at
    team: str = ""
    table: str = ""
    sheets: Mapping[str, str] = field(default_factory=dict)  # round → id of its sheet

    @cached_property
    def document(self) -> dict[str, Any]:
        """The place as a JSON document."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        return values | {"rounds": {**self.rounds}, "sheets": {**self.sheets}}

    @cached_property
    def json(self) -> str:
        """The same as text, written once as long as nothing about the place changes."""
        return json.dumps(self.document, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class TeamPlace:
    """One team's place: the totals of its players added up."""

    place: int
    team: str
    total: int
    players: int
    rounds: Mapping[str, int]


@dataclass(frozen=True)
class Absence:
    """A player of the roster of whom no sheet of a round has come."""

    player: str
    round: str
    table: str = ""
    team: str = ""


@dataclass(frozen=True)
class Summary:
    """What went in and what came out."""

    pages: int
    scored: int
    rejected: int
    pending: int
    sheets: int
    doubtful: int
    nameless: int
    repeated: int
    empty: int
    missing: int = 0  # sheets of players of the roster that have not come
    certain_then_corrected: int = 0  # sheets whose total the program was sure of, until a person changed it
    asked_but_right: int = 0  # sheets that a person looked at, and whose total stayed

    @property
    def sentence(self) -> str:
        """Pages in and results out, in one sentence."""
        pages, sheets = plural("standings.pages", self.pages, "en"), plural("standings.sheets", self.sheets, "en")
        out = f"{pages} in = {self.scored} scored + {self.rejected} rejected"
        if self.pending:
            out += f" + {self.pending} not yet scored"
        out += (
            f"; {sheets}, {self.doubtful} to look at, {self.nameless} without a name, "
            f"{self.repeated} photographed twice, {self.empty} empty"
        )
        out += f", {self.missing} missing" if self.missing else ""
        if self.certain_then_corrected or self.asked_but_right:
            out += f"; {self.certain_then_corrected} certain and then corrected, {self.asked_but_right} asked but right"
        return out
