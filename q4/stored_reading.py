"""What was read on a sheet as JSON and back, and with what a person says of it: so that it can be judged again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from q4.board import Place, cell_at, dot_between, place_of
from q4.record import LETTER_SIDE, Design
from q4.sheet_reading import Floats, SheetReading
from scanner.values import Glyph

MARKS = ("dots", "crossed", "blocks", "circled")


def reading_json(reading: SheetReading) -> dict[str, Any]:
    """A reading without its pictures; probabilities whole, so that the verdict is the same when it is judged again."""
    return {
        "number": reading.number,
        "design": vars(reading.design),
        "letters": [
            [*place_of(cell), [[symbol, float(p)] for symbol, p in glyph.ranking]]
            for cell, glyph in reading.letters.items()
        ],
        **{name: getattr(reading, name).astype(float).tolist() for name in MARKS},
    }


def reading_from_json(value: Mapping[str, Any]) -> SheetReading:
    """The reading that was written down."""
    design = value["design"]
    return SheetReading(
        number=value["number"],
        design=Design(
            tuple(design["letter_grid"]), tuple(design["play_grid"]), design["bonus_row"], design["bonus_column"]
        ),
        crops={},
        letters={
            cell_at((row, column)) or 0: Glyph(tuple((symbol, p) for symbol, p in ranking))
            for row, column, ranking in value["letters"]
        },
        dots=_chances(value["dots"]),
        crossed=_chances(value["crossed"]),
        blocks=_chances(value["blocks"]),
        circled=_chances(value["circled"]),
    )


def _chances(values: Sequence[float]) -> Floats:
    return np.array(values, dtype=float)


Told = Mapping[tuple[str, tuple[int, ...]], bool]  # (kind of a doubt, its place) → whether there is a mark


def corrected(
    reading: SheetReading, letters: Mapping[Place, str], score: int | None = None, marks: Told = MappingProxyType({})
) -> SheetReading:
    """The reading with letters, marks and the circled score as a person says they are."""
    said = {cell_at(place): Glyph(((letter, 1.0),)) for place, letter in letters.items()}
    known = {cell: said.get(cell, glyph) for cell, glyph in reading.letters.items()}
    chances = {name: getattr(reading, name).copy() for name in MARKS}
    if score is not None:
        chances["circled"] = np.zeros(max(len(reading.circled), score + 1))
        chances["circled"][score] = 1.0
    for (kind, place), marked in marks.items():
        name, at = _mark(kind, place)
        if at < len(chances[name]):
            chances[name][at] = float(marked)
    return replace(reading, letters=known, **chances)


def _mark(kind: str, place: tuple[int, ...]) -> tuple[str, int]:
    """Which of a reading's marks a doubt of this kind is about, and its number."""
    if kind == "circle":
        return "circled", place[0]
    if kind == "cross":
        return "crossed", (place[0] - 1) * LETTER_SIDE + place[1] - 1
    one, two = (cell_at((place[at], place[at + 1])) or 0 for at in (0, 2))
    return "dots", dot_between(one, two)
