"""What was read on a sheet as JSON and back, and with what a person says of it: so that it can be judged again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from q4.board import Place, cell_at, place_of
from q4.record import Design
from q4.sheet_reading import SheetReading
from scanner.values import Glyph

MARKS = ("dots", "crossed", "blocks", "circled")
DIGITS = 6  # of a probability; a verdict shows four


def reading_json(reading: SheetReading) -> dict[str, Any]:
    """A reading without its pictures."""
    return {
        "number": reading.number,
        "design": vars(reading.design),
        "letters": [
            [*place_of(cell), [[symbol, round(p, DIGITS)] for symbol, p in glyph.ranking]]
            for cell, glyph in reading.letters.items()
        ],
        **{name: getattr(reading, name).round(DIGITS).tolist() for name in MARKS},
    }


def reading_from_json(value: Mapping[str, Any]) -> SheetReading:
    """The reading that was written down."""
    design = value["design"]
    return SheetReading(
        flat=None,
        number=value["number"],
        design=Design(
            tuple(design["letter_grid"]), tuple(design["play_grid"]), design["bonus_row"], design["bonus_column"]
        ),
        crops={},
        letters={
            cell_at((row, column)) or 0: Glyph(tuple((symbol, p) for symbol, p in ranking))
            for row, column, ranking in value["letters"]
        },
        **{name: np.array(value[name], dtype=float) for name in MARKS},
    )


def corrected(reading: SheetReading, letters: Mapping[Place, str], score: int | None = None) -> SheetReading:
    """The reading with letters, and the circled score, as a person says they are."""
    said = {cell_at(place): Glyph(((letter, 1.0),)) for place, letter in letters.items()}
    known = {cell: said.get(cell, glyph) for cell, glyph in reading.letters.items()}
    circled = reading.circled
    if score is not None:
        circled = np.zeros(max(len(circled), score + 1))
        circled[score] = 1.0
    return replace(reading, letters=known, circled=circled)
