"""What is known of a sheet before it is judged: all rankings in full, so that a stored copy gives the same verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.referee_errors import BadEvidence
from scanner.values import Glyph, Pair, Reading, Scan
from scoring import Claims, Grid

DIGITS = 6  # of a probability: finer than any calibration, and the same after a trip through JSON
CELLS, LINES = 25, 5
LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ.#")
MARKS = {True: "10", False: "struck"}
MANY, SINGLE = ("letters", "rows", "columns"), ("total", "bonus", "joker")  # fields of a reading

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Evidence:
    """A sheet as it was read, or as someone typed it. Only read sheets have corners in a photo."""

    reading: Reading
    side: str | None = None
    side_p: float = 1.0
    turn_p: float = 1.0
    corners: Corners | None = None  # clockwise from the grid's own top left, in pixels of the photo
    spare: bool = False  # an empty sheet beside a filled one in the same photo

    @property
    def typed(self) -> bool:
        """Whether a person typed the letters."""
        return self.corners is None

    @property
    def claimed(self) -> bool:
        """Whether the player wrote any points around the grid."""
        written = (*self.reading.rows, *self.reading.columns, *([self.reading.total] if self.reading.total else ()))
        return any(glyph.symbol for glyph in written)

    @property
    def typed_claims(self) -> Claims | None:
        """What was typed around typed letters: `of_letters` takes it back."""
        reading = self.reading
        if not reading.rows or not reading.total:
            return None
        rows, columns = (tuple(glyph.symbol for glyph in line) for line in (reading.rows, reading.columns))
        return Claims(
            rows, columns, reading.bonus.symbol == MARKS[True] if reading.bonus else None, reading.total.symbol
        )

    @staticmethod
    def of_scan(scan: Scan) -> "Evidence":
        """The evidence of a scanned sheet."""
        sheet, reading = scan.sheet, scan.reading
        corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in sheet.lattice.corners)
        singles = (getattr(reading, name) for name in SINGLE)
        total, bonus, joker = (_rounded(glyph) if glyph else None for glyph in singles)
        rounded = Reading(
            tuple(map(_rounded, reading.letters)),
            tuple(map(_rounded, reading.rows)),
            tuple(map(_rounded, reading.columns)),
            total,
            bonus,
            joker,
            tuple((one, two, round(p, DIGITS)) for one, two, p in reading.alike),
        )
        return Evidence(rounded, sheet.side, round(sheet.side_p, DIGITS), round(sheet.turn_p, DIGITS), corners)

    @staticmethod
    def of_letters(grid: Grid, claims: Claims | None = None) -> "Evidence":
        """The evidence of typed letters, and of typed claims."""
        letters = tuple(_sure(letter) for letter in "".join(grid.rows))
        if claims is None:
            return Evidence(Reading(letters))
        bonus = None if claims.bonus is None else _sure(MARKS[claims.bonus])
        rows, columns = tuple(map(_sure, claims.rows)), tuple(map(_sure, claims.columns))
        return Evidence(Reading(letters, rows, columns, _sure(claims.total), bonus))

    def to_json(self) -> dict[str, Any]:
        """The evidence as plain JSON; `from_json` gives back an equal value."""
        lists = {name: [dict(glyph.ranking) for glyph in getattr(self.reading, name)] for name in MANY}
        fields = {name: getattr(self.reading, name) for name in SINGLE}
        return {
            **lists,
            **{name: dict(glyph.ranking) if glyph else None for name, glyph in fields.items()},
            "side": self.side,
            "side_p": self.side_p,
            "turn_p": self.turn_p,
            "corners": [list(point) for point in self.corners] if self.corners else None,
            "spare": self.spare,
            "alike": [list(pair) for pair in self.reading.alike],
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Evidence":
        """The evidence from plain JSON; BadEvidence where it does not describe a sheet."""
        try:
            total, bonus, joker = (_glyph(data[name]) if data[name] else None for name in SINGLE)
            reading = Reading(
                _glyphs(data["letters"], (CELLS,), LETTERS),
                _glyphs(data["rows"], (0, LINES)),
                _glyphs(data["columns"], (0, LINES)),
                total,
                bonus,
                joker,
                _pairs(data.get("alike", ())),  # evidence of version 1 lacks it
            )
            corners = tuple((float(x), float(y)) for x, y in data["corners"]) if data["corners"] else None
            spare = bool(data.get("spare"))  # evidence stored by earlier versions lacks it
            return Evidence(reading, data["side"], float(data["side_p"]), float(data["turn_p"]), corners, spare)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadEvidence(f"This is not the evidence of a sheet: {error}") from error


def _sure(symbol: str) -> Glyph:
    return Glyph(((symbol, 1.0),))


def _rounded(glyph: Glyph) -> Glyph:
    kept = tuple((symbol, round(float(p), DIGITS)) for symbol, p in glyph.ranking)
    return Glyph((kept[0], *((symbol, p) for symbol, p in kept[1:] if p)))


def _glyphs(
    rankings: Sequence[Mapping[str, float]], counts: tuple[int, ...], symbols: frozenset[str] = frozenset()
) -> tuple[Glyph, ...]:
    if len(rankings) not in counts:
        raise ValueError(f"{len(rankings)} fields instead of {counts[-1]}")
    if symbols and not all(symbols.issuperset(ranking) for ranking in rankings):
        raise ValueError("a letter is not one of A to Z, . and #")
    return tuple(_glyph(ranking) for ranking in rankings)


def _pairs(stored: Sequence[Sequence[float]]) -> tuple[Pair, ...]:
    pairs = tuple((int(one), int(two), float(p)) for one, two, p in stored)
    if not all(0 <= one < two < CELLS and 0 <= p <= 1 for one, two, p in pairs):
        raise ValueError("a pair of cells is not two of the 25, with a probability")
    return pairs


def _glyph(ranking: Mapping[str, float]) -> Glyph:
    items = tuple((str(symbol), float(p)) for symbol, p in ranking.items())
    if not items or not all(0 <= p <= 1 for _, p in items):
        raise ValueError("a probability is not between 0 and 1")
    return Glyph(tuple(sorted(items, key=lambda item: -item[1])))
