"""What crosses a door, in any game: answers, doubts, evidence, context, and a judged sheet with its figures."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from referee.referee_errors import BadAnswer, BadEvidence
from referee.settings import Settings
from scanner.values import Glyph, Photo

if TYPE_CHECKING:
    from referee.game import Game

Place = tuple[int, ...]  # (row, column), from 1; () for the sheet; more numbers where a game needs them

EVIDENCE_VERSION = 2  # what is written; version 1 lacks `alike` and is judged without it
TYPED = re.compile(r"\s*([a-z-]+)?\s*((?:\d+\s*,\s*)*\d+)?\s*=\s*(\S+)\s*")
POSSIBLE = 0.001  # letters less likely than that are left out: they do not move a total's four digits


@dataclass(frozen=True)
class Answer:
    """What a person said of one thing on a sheet: a letter, the side, the language, a mark, a score …"""

    kind: str
    place: Place
    value: str
    by: str = ""
    at: str = ""

    @staticmethod
    def typed(text: str) -> "Answer":
        """An answer as people type it: `3,2=N` a letter, `side=B` of the whole sheet, `dot 1,1,1,2=marked` the rest."""
        found = TYPED.fullmatch(text)
        if not found:
            raise BadAnswer(f"{text!r} is not an answer.")
        kind, place, value = found.groups()
        return Answer(kind or "letter", tuple(map(int, place.split(","))) if place else (), value)


@dataclass(frozen=True)
class Doubt:
    """Another reading that would change the total: what it is now, what it may be, and the total then."""

    kind: str  # as an answer's
    place: Place
    now: str
    other: str
    p: float
    total_if: int
    alike: tuple[Place, ...] = ()  # cells that may be asked in the same question

    @property
    def subject(self) -> str:
        """What is in doubt, where that is no letter: the mark with its place, and how it stands."""
        if not self.place or self.kind == "letter":
            return self.now
        pairs = (",".join(map(str, self.place[at : at + 2])) for at in range(0, len(self.place), 2))
        return f"{self.kind} {' '.join(pairs)} {self.now}"

    @property
    def cell(self) -> tuple[int, int]:
        """Row and column of a letter; 0 and 0 of anything else."""
        return (self.place[0], self.place[1]) if self.kind == "letter" else (0, 0)


@dataclass(frozen=True)
class Evidence:
    """What was read of a sheet, or typed, as JSON that its game checks; no later step needs pixels."""

    game: str
    data: Mapping[str, Any]

    def __post_init__(self) -> None:
        if self.version > EVIDENCE_VERSION:
            raise BadEvidence(
                f"This is evidence of version {self.version}.",
                "Judge it with the program that wrote it, or a newer one.",
            )

    @property
    def version(self) -> int:
        """Which version of evidence this is; a newer program's is refused."""
        return int(self.data.get("version") or 1)


@dataclass(frozen=True)
class Context:
    """What the neighbours' sheets make likely, from their readings alone: an input of a verdict, stored with it."""

    languages: tuple[tuple[str, float], ...] = ()
    sides: tuple[tuple[str, float], ...] = ()


ALONE = Context()


@dataclass(frozen=True)
class Figures:
    """All that store, ranking, desk and exports know of a sheet."""

    total: int
    certainty: float
    expected_error: float  # of the total, in points
    reasons: tuple[str, ...]  # why a person must look, by code
    doubts: tuple[Doubt, ...]
    grid: tuple[str, ...]
    possible: tuple[str, ...]  # of each cell every letter that it may hold, the likeliest first
    claims: str  # what was written around the grid, one line that can be compared; "" without such fields
    claimed: str  # the total as it was written; "" where none was
    empty: bool
    findings: int
    columns: Mapping[str, str | int] = field(default_factory=dict, hash=False)  # language, side …
    code: str = ""  # text of the QR code on the sheet

    @property
    def blank(self) -> bool:
        """Whether nothing was written on it, and it lies beside a sheet that was: it is nobody's."""
        return self.empty and not self.reasons

    def may_hold(self, word: str) -> bool:
        """Whether a word may stand in any line, either way, as it was read or by a letter in doubt."""
        if not self._unsure:
            return word in self._text or word[::-1] in self._text
        return any(
            all(letter in cell for letter, cell in zip(letters, line[start:], strict=False))
            for line in self._lines
            for start in range(len(line) + 1 - len(word))
            for letters in (word, word[::-1])
        )

    @cached_property
    def _unsure(self) -> bool:
        return any(len(cell) != 1 for cell in self.possible)

    @property
    def _lines(self) -> list[tuple[str, ...]]:
        """All rows and columns, each cell with every letter it may hold."""
        across = len(self.grid[0]) if self.grid else 1
        rows = [self.possible[start : start + across] for start in range(0, len(self.possible), across)]
        return [*rows, *(self.possible[start::across] for start in range(across))]

    @cached_property
    def _text(self) -> str:
        """All lines in one text, where each cell holds one letter."""
        return " ".join("".join(line) for line in self._lines)


def likely_letters(glyph: Glyph) -> str:
    """Every letter that a cell may hold, the likeliest first."""
    return "".join(symbol for place, (symbol, p) in enumerate(glyph.ranking) if p >= POSSIBLE or not place)


@dataclass(frozen=True, eq=False)
class SheetVerdict:
    """A judged sheet with everything it depends on; `detail` is what only its game knows."""

    evidence: Evidence
    options: Any  # as the game understands the choices of the table
    answers: tuple[Answer, ...]
    context: Context
    figures: Figures
    detail: Any
    pictures: Any = None  # what the photo shows of it, where there is one

    @property
    def needs_review(self) -> bool:
        """Whether a person must look."""
        return bool(self.figures.reasons)


@dataclass(frozen=True, eq=False)
class PhotoVerdict:
    """All sheets of one photo, or typed letters (then without a photo), judged by one game."""

    game: "Game"
    photo: Photo | None
    sheets: tuple[SheetVerdict, ...]
    notes: tuple[str, ...] = ()  # what people said of it, in sentences, for the report
    reader: str = Settings.reader  # what read the letters

    @property
    def needs_review(self) -> bool:
        """Whether a person must look at any sheet."""
        return any(sheet.needs_review for sheet in self.sheets)
