"""The 25 letters of a sheet and the ten lines they form."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from scoring.scoring_errors import BadGrid

SIZE = 5
EMPTY = "."
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ILLEGIBLE = "#"

Axis = Literal["row", "column"]


@dataclass(frozen=True)
class Line:
    """Five adjacent cells: a row read left to right or a column read top to bottom; the index counts from 1."""

    axis: Axis
    index: int
    letters: str

    @property
    def name(self) -> str:
        """The line's place in words, like "row 3"."""
        return f"{self.axis} {self.index}"


@dataclass(frozen=True)
class Grid:
    """Five rows of five letters A to Z; a dot is an empty cell."""

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        _check(self.rows)

    @classmethod
    def parse(cls, text: str, fold: Callable[[str], str] = str.upper) -> "Grid":
        """The grid typed as SUPER/TRIPH/RNLOI/ATECT/PMHHE, or one row a line; `fold` turns ä into AE."""
        typed = re.split(r"\s*[/\n]\s*", unicodedata.normalize("NFC", text).strip())
        if len(typed) != SIZE:
            raise BadGrid(f"{_count(len(typed), 'row')} instead of five.")
        return cls(tuple(_fold_row(row, number, fold) for number, row in enumerate(typed, 1)))

    @classmethod
    def of(cls, symbols: Iterable[str]) -> "Grid":
        """The grid of 25 symbols as a reader gives them, row by row; an illegible cell counts as empty."""
        cells = [EMPTY if symbol == ILLEGIBLE else symbol for symbol in symbols]
        if len(cells) != SIZE * SIZE:
            raise BadGrid(f"{_count(len(cells), 'cell')} instead of 25.")
        return cls(tuple("".join(cells[start : start + SIZE]) for start in range(0, SIZE * SIZE, SIZE)))

    @property
    def columns(self) -> tuple[str, ...]:
        """The five columns, each read from top to bottom."""
        return tuple("".join(letters) for letters in zip(*self.rows, strict=True))

    @property
    def lines(self) -> tuple[Line, ...]:
        """The ten lines: rows 1 to 5, then columns 1 to 5."""
        rows = (Line("row", index, letters) for index, letters in enumerate(self.rows, 1))
        columns = (Line("column", index, letters) for index, letters in enumerate(self.columns, 1))
        return (*rows, *columns)

    @property
    def letters(self) -> str:
        """The letters that stand in the grid, row by row, without the empty cells."""
        return "".join(self.rows).replace(EMPTY, "")

    def with_letter(self, row: int, column: int, letter: str) -> "Grid":
        """The grid with another letter in one cell; row and column count from 1."""
        cells = list("".join(self.rows))
        cells[(row - 1) * SIZE + column - 1] = letter
        return Grid.of(cells)

    def __str__(self) -> str:
        return "/".join(self.rows)


def _fold_row(row: str, number: int, fold: Callable[[str], str]) -> str:
    """One typed row as letters A to Z and dots."""
    folded = ""
    for place, typed in enumerate(row, 1):
        try:
            cell = typed if typed == EMPTY else fold(typed)
        except Exception as error:
            if typed in LETTERS + LETTERS.lower():
                raise  # not the letter's fault
            raise BadGrid(_foreign(number, place, typed)) from error
        if not cell or not set(cell) <= set(LETTERS + EMPTY):
            raise BadGrid(_foreign(number, place, typed))
        folded += cell
    if len(folded) != SIZE:
        spread = f" ({row} is written {folded})" if len(folded) != len(row) else ""
        raise BadGrid(f"Row {number} has {_count(len(folded), 'letter')} instead of five{spread}.")
    return folded


def _check(rows: tuple[str, ...]) -> None:
    """Raise where a finished grid has the wrong shape or a foreign letter."""
    if len(rows) != SIZE:
        raise BadGrid(f"{_count(len(rows), 'row')} instead of five.")
    for number, row in enumerate(rows, 1):
        for place, cell in enumerate(row, 1):
            if cell not in LETTERS and cell != EMPTY:
                raise BadGrid(_foreign(number, place, cell))
        if len(row) != SIZE:
            raise BadGrid(f"Row {number} has {_count(len(row), 'letter')} instead of five.")


def _foreign(row: int, place: int, cell: str) -> str:
    return f"Row {row}, letter {place}: “{cell}” is not a letter from A to Z."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
