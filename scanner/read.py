"""Crops → symbols: one call for the letters of each sheet, which are one hand's; one for all numbers and marks."""

from collections.abc import Sequence

from scanner.readers import Reader
from scanner.values import Cells, Glyph, Reading

BONUS = {"struck": "struck", "open": "10"}
JOKER = {"struck": "crossed", "open": "open"}


def with_letters(sheets: Sequence[Cells], letters: Sequence[Sequence[Glyph]], reader: Reader) -> list[Reading]:
    """The symbols of several sheets whose letters are read already."""
    numbered = ((*cells.rows, *cells.columns, cells.total) for cells in sheets)
    number_crops = [crop for crops in numbered for crop in crops if crop is not None]
    mark_crops = [crop for cells in sheets for crop in (cells.bonus, cells.joker) if crop is not None]
    numbers = iter(reader.numbers(number_crops) if number_crops else ())
    marks = iter(reader.marks(mark_crops) if mark_crops else ())
    return [
        Reading(
            letters=tuple(own),
            rows=tuple(next(numbers) for _ in cells.rows),
            columns=tuple(next(numbers) for _ in cells.columns),
            total=None if cells.total is None else next(numbers),
            bonus=None if cells.bonus is None else _renamed(next(marks), BONUS),
            joker=None if cells.joker is None else _renamed(next(marks), JOKER),
            alike=reader.alike(cells.letters, own),
        )
        for cells, own in zip(sheets, letters, strict=True)
    ]


def _renamed(glyph: Glyph, names: dict[str, str]) -> Glyph:
    return Glyph(tuple((names.get(symbol, symbol), p) for symbol, p in glyph.ranking))
