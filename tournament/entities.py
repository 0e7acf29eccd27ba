"""The frozen values of a tournament."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from referee.scoring_spec import ScoringSpec
from referee.verdict import LANGUAGE, SheetVerdict
from sheets.identity_code import Identity
from texts import plural

OTHER_REASON_DAMAGE = 5.0  # points; a sheet read the wrong way up is wrong in most lines, and its totals do not show it
POSSIBLE = 0.001  # letters less likely than that are left out: they do not move a total's four digits


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
class Doubt:
    """A doubt that would change the total; row and column are 0 where it is about the side."""

    row: int
    column: int
    letter: str
    other: str
    p: float
    total_if: int


@dataclass(frozen=True)
class SheetResult:
    """What a tournament needs of a sheet's verdict: the figures, without pictures and probabilities."""

    language: str
    side: str
    rules: str
    grid: tuple[str, ...]
    possible: tuple[str, ...]  # of each cell every letter that it may hold, the likeliest first
    claims: str  # what was written in circles and box, one line; "" without such fields
    claimed_total: str
    total: int
    bonus: int
    certainty: float
    damage: float  # expected error of the total, in points
    reasons: tuple[str, ...]  # why a person must look, by code
    empty: bool
    findings: int
    doubts: tuple[Doubt, ...]
    code: str = ""  # text of the QR code on the sheet

    @property
    def blank(self) -> bool:
        """Whether nothing was written on it, and it lies beside a sheet that was: it is nobody's."""
        return self.empty and not self.reasons

    def may_hold(self, word: str) -> bool:
        """Whether a word may stand in any line, either way, as it was read or by a letter in doubt."""
        side = len(self.grid)
        if not self._unsure:
            return word in self._lines or word[::-1] in self._lines
        return any(
            all(letter in cell for letter, cell in zip(letters, line[start:], strict=False))
            for line in (*_rows(self.possible, side), *_columns(self.possible, side))
            for start in range(side + 1 - len(word))
            for letters in (word, word[::-1])
        )

    @cached_property
    def _unsure(self) -> bool:
        return any(len(cell) != 1 for cell in self.possible)

    @cached_property
    def _lines(self) -> str:
        """All lines in one text, where each cell holds one letter."""
        side = len(self.grid)
        return " ".join("".join(line) for line in (*_rows(self.possible, side), *_columns(self.possible, side)))

    @staticmethod
    def of(verdict: SheetVerdict, code: str = "") -> "SheetResult":
        """The figures of a verdict."""
        claims = verdict.claims
        return SheetResult(
            language=verdict.language,
            side=verdict.side or "",
            rules=verdict.rules.name,
            grid=verdict.card.grid.rows,
            possible=tuple(
                "".join(symbol for place, (symbol, p) in enumerate(glyph.ranking) if p >= POSSIBLE or not place)
                for glyph in verdict.glyphs
            ),
            claims=_claims_line(verdict),
            claimed_total=claims.total if claims else "",
            total=verdict.card.total,
            bonus=verdict.card.bonus,
            certainty=round(verdict.certainty, 4),
            damage=expected_damage(verdict),
            reasons=verdict.reasons,
            empty=verdict.empty,
            findings=len(verdict.findings),
            doubts=tuple(
                Doubt(d.row or 0, d.column or 0, d.letter, d.other, round(d.p, 4), d.total_if)
                for d in verdict.doubts
                if d.kind != LANGUAGE  # a reason of its own, answered by its own correction
            ),
            code=code,
        )


def _rows(cells: tuple[str, ...], side: int) -> list[tuple[str, ...]]:
    return [cells[start : start + side] for start in range(0, len(cells), side)]


def _columns(cells: tuple[str, ...], side: int) -> list[tuple[str, ...]]:
    return [cells[start::side] for start in range(side)]


def expected_damage(verdict: SheetVerdict) -> float:
    """By how many points the total is wrong on average, given what is in doubt."""
    damage = sum(p * abs(total - verdict.card.total) for total, p in verdict.totals)
    if not verdict.empty and not {"certainty", "side"}.issuperset(verdict.reasons):
        damage += OTHER_REASON_DAMAGE
    return round(float(damage), 4)


def _claims_line(verdict: SheetVerdict) -> str:
    """What the player wrote, as one line that can be compared."""
    claims = verdict.claims
    if not claims:
        return ""
    written = " ".join(text or "_" for text in (*claims.rows, *claims.columns, claims.total))
    return f"{written} bonus={claims.bonus}"


@dataclass(frozen=True)
class Crop:
    """The picture of one cell that is in doubt, as JPEG."""

    sheet: int  # number on its page, from 1
    row: int
    column: int
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
    sheets: tuple[SheetResult, ...] = ()
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
    result: SheetResult
    read: SheetResult  # as the program read it, before people spoke
    open: tuple[str, ...] = ()  # why a person must look: "doubt", "disputed", "nameless", "identity" …
    withdrawn: bool = False
    corrected: bool = False
    same_as: str = ""  # id of the sheet this one repeats
    seen_by: tuple[str, ...] = ()  # arbiters who gave letters
    suggestions: tuple[str, ...] = ()  # players of the roster whose name resembles the one on the sheet
    coded: Identity | None = None  # who the QR code names, where the manifest says otherwise

    @property
    def total(self) -> int:
        """The points that count."""
        return self.result.total


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
        return out + (f", {self.missing} missing" if self.missing else "")
