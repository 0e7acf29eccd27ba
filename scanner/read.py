"""Crops → symbols: one call for the letters of each sheet, which are one hand's; one for all numbers and marks."""

from collections.abc import Iterator, Sequence

from scanner.readers import Reader
from scanner.values import Cells, Glyph, Pair, Pixels, Reading

BONUS = {"struck": "struck", "open": "10"}
JOKER = {"struck": "crossed", "open": "open"}


def read(cells: Cells, reader: Reader) -> Reading:
    """The symbols of one sheet."""
    return with_letters([cells], [reader.letters(cells.letters)], reader)[0]


def with_letters(sheets: Sequence[Cells], letters: Sequence[Sequence[Glyph]], reader: Reader) -> list[Reading]:
    """The symbols of several sheets whose letters are read already."""
    number_crops = [crop for cells in sheets for crop in _numbers(cells)]
    mark_crops = [crop for cells in sheets for crop in (cells.bonus, cells.joker) if crop is not None]
    numbers = iter(reader.numbers(number_crops) if number_crops else ())
    marks = iter(reader.marks(mark_crops) if mark_crops else ())
    return [
        _reading(cells, own, reader.alike(cells.letters, own), numbers, marks)
        for cells, own in zip(sheets, letters, strict=True)
    ]


def _numbers(cells: Cells) -> tuple[Pixels, ...]:
    return (*cells.rows, *cells.columns, *(() if cells.total is None else (cells.total,)))


def _reading(
    cells: Cells,
    letters: Sequence[Glyph],
    alike: tuple[Pair, ...],
    numbers: Iterator[Glyph],
    marks: Iterator[Glyph],
) -> Reading:
    return Reading(
        letters=tuple(letters),
        alike=alike,
        rows=tuple(next(numbers) for _ in cells.rows),
        columns=tuple(next(numbers) for _ in cells.columns),
        total=None if cells.total is None else next(numbers),
        bonus=None if cells.bonus is None else _renamed(next(marks), BONUS),
        joker=None if cells.joker is None else _renamed(next(marks), JOKER),
    )


def _renamed(glyph: Glyph, names: dict[str, str]) -> Glyph:
    return Glyph(tuple((names.get(symbol, symbol), p) for symbol, p in glyph.ranking))
