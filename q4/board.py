"""The play grid's geometry: cells, straight runs of cells, and the dots between neighbours.

Cells are numbered 0 to 15 row by row; a set of cells or dots is a number with one bit for each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

SIDE = 4
CELLS = SIDE * SIDE
GAPS = SIDE - 1  # dots in a line
DOTS = 2 * SIDE * GAPS  # those in rows first

Place = tuple[int, int]  # row and column, from 1


@dataclass(frozen=True)
class Run:
    """Two to four cells in a straight line, from the left or from the top."""

    cells: tuple[int, ...]
    dots: int


def cell_at(place: Place) -> int | None:
    """The number of the cell in a row and column; None beside the grid."""
    row, column = place
    return (row - 1) * SIDE + column - 1 if 1 <= row <= SIDE and 1 <= column <= SIDE else None


def place_of(cell: int) -> Place:
    """Row and column of a cell."""
    return cell // SIDE + 1, cell % SIDE + 1


def dot_between(first: int, second: int) -> int:
    """The number of the dot between two neighbours."""
    low, high = sorted((first, second))
    row, column = divmod(low, SIDE)
    return row * GAPS + column if high == low + 1 else SIDE * GAPS + column * GAPS + row


def neighbours_of(dot: int) -> tuple[int, int]:
    """The two cells that a dot connects."""
    line, place = divmod(dot % (SIDE * GAPS), GAPS)
    if dot < SIDE * GAPS:
        return line * SIDE + place, line * SIDE + place + 1
    return place * SIDE + line, (place + 1) * SIDE + line


def _runs() -> tuple[Run, ...]:
    lines = [tuple(range(row * SIDE, (row + 1) * SIDE)) for row in range(SIDE)]
    lines += [tuple(range(column, CELLS, SIDE)) for column in range(SIDE)]
    parts = [line[start : start + size] for line in lines for size in (2, 3, 4) for start in range(SIDE - size + 1)]
    return tuple(Run(part, sum(1 << dot_between(*pair) for pair in pairwise(part))) for part in parts)


RUNS = _runs()  # shorter ones of a line first
_BY_CELLS = {run.cells: run for run in RUNS}
THROUGH = tuple(tuple(run for run in RUNS if cell in run.cells) for cell in range(CELLS))


def run_of(cells: Sequence[int | None]) -> Run | None:
    """The run that these cells are, read forward or backward; None where they are not neighbours in a line."""
    known = tuple(cell for cell in cells if cell is not None)
    if len(known) != len(cells):
        return None
    return _BY_CELLS.get(known) or _BY_CELLS.get(known[::-1])
