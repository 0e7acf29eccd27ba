"""How sure a total is when some letters are not, and which letters to ask about."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.errors import BadRankings
from scoring.grid import EMPTY, ILLEGIBLE, LETTERS, SIZE
from scoring.possibilities import CELL_LINES, Lines, distribution
from scoring.rules import Rules

SYMBOLS = frozenset((*LETTERS, EMPTY, ILLEGIBLE))
ROUNDING = 1e-3  # by how much the probabilities of a cell may exceed 1 before they are an error

Ranking = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Doubt:
    """A cell whose other reading would change the total; row and column count from 1.

    `also` holds (row, column, letter) of a second cell where the total changes only if both are read otherwise;
    `p` is then the probability of both.
    """

    row: int
    column: int
    letter: str
    other: str
    p: float
    total_if: int
    damage: float  # points that the doubt is expected to cost: p times the change of the total
    also: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True)
class Certainty:
    """The total of the likeliest letters, the probability that it is right, all totals, and the doubts, worst first.

    Every probability is right to within `tail`: the mass of readings that were not looked at.
    """

    total: int
    p: float
    totals: tuple[tuple[int, float], ...]  # likeliest first
    doubts: tuple[Doubt, ...]
    tail: float


def certainty(
    rankings: Sequence[Sequence[tuple[str, float]]], lexicon: Container[str], rules: Rules, tail: float = 1e-4
) -> Certainty:
    """How likely each total is, for 25 independent cells given as (symbol, probability), row by row."""
    cells = _checked(rankings)
    lines = Lines("".join(cell[0][0] for cell in cells), lexicon, rules)
    chances, real_tail = distribution(cells, lines, tail)
    doubts = _single_doubts(cells, lines, tail)
    p = min(1.0, chances.get(lines.total, 0.0))
    if 1 - p - sum(doubt.p for doubt in doubts) > tail:
        doubts += _double_doubts(cells, lines, tail, doubts)
    totals = sorted(chances.items(), key=lambda item: (-item[1], item[0]))
    order = sorted(doubts, key=lambda doubt: (-doubt.damage, doubt.row, doubt.column, doubt.other))
    return Certainty(lines.total, p, tuple(totals), tuple(order), real_tail)


def answer(rankings: Sequence[Sequence[tuple[str, float]]], row: int, column: int, letter: str) -> tuple[Ranking, ...]:
    """The rankings after a human has said what stands in one cell; row and column count from 1."""
    cell = (row - 1) * SIZE + column - 1
    return tuple(((letter, 1.0),) if index == cell else tuple(ranking) for index, ranking in enumerate(rankings))


def _checked(rankings: Sequence[Sequence[tuple[str, float]]]) -> list[Ranking]:
    """The rankings, best first, without what cannot be; raises where they do not describe 25 cells."""
    if len(rankings) != SIZE * SIZE:
        raise BadRankings(f"{len(rankings)} rankings instead of 25.")
    return [_checked_cell(ranking, index) for index, ranking in enumerate(rankings)]


def _checked_cell(ranking: Sequence[tuple[str, float]], index: int) -> Ranking:
    """One cell's ranking, best first."""
    mass = sum(p for _, p in ranking)
    place = f"Row {index // SIZE + 1}, letter {index % SIZE + 1}"
    if not SYMBOLS.issuperset(symbol for symbol, _ in ranking):
        raise BadRankings(f"{place}: a symbol is not a letter, a dot or #.")
    if not 0 < mass <= 1 + ROUNDING or min(p for _, p in ranking) < 0:
        raise BadRankings(f"{place}: the probabilities add up to {mass:g}.")
    scale = max(1.0, mass)
    kept = [(symbol, p / scale) for symbol, p in ranking if p > 0]
    return tuple(sorted(kept, key=lambda item: -item[1]))


def _single_doubts(cells: list[Ranking], lines: Lines, floor: float) -> list[Doubt]:
    """The readings of one cell that change the total, all other cells at their best."""
    doubts = []
    for cell, ranking in enumerate(cells):
        for other, p in ranking[1:]:
            if p < floor:
                break
            total = lines.total_with({cell: other})
            if total != lines.total:
                doubts.append(_doubt(cells, lines, cell, other, p, total))
    return doubts


def _double_doubts(cells: list[Ranking], lines: Lines, floor: float, known: list[Doubt]) -> list[Doubt]:
    """The readings of two cells that change the total only together."""
    single = {((doubt.row - 1) * SIZE + doubt.column - 1, doubt.other) for doubt in known}
    readings = [
        (p, cell, other)
        for cell, ranking in enumerate(cells)
        for other, p in ranking[1:]
        if p >= floor and (cell, other) not in single
    ]
    doubts = []
    for (p, cell, other), (q, second, letter) in combinations(sorted(readings, reverse=True), 2):
        if p * q < floor or not _meet(cell, second):
            continue
        total = lines.total_with({cell: other, second: letter})
        if total != lines.total:
            also = (second // SIZE + 1, second % SIZE + 1, letter)
            doubts.append(_doubt(cells, lines, cell, other, p * q, total, (also,)))
    return doubts


def _meet(cell: int, second: int) -> bool:
    """Whether two different cells lie in one line."""
    return cell != second and any(line in CELL_LINES[second] for line in CELL_LINES[cell])


def _doubt(
    cells: list[Ranking],
    lines: Lines,
    cell: int,
    other: str,
    p: float,
    total: int,
    also: tuple[tuple[int, int, str], ...] = (),
) -> Doubt:
    damage = p * abs(total - lines.total)
    return Doubt(cell // SIZE + 1, cell % SIZE + 1, cells[cell][0][0], other, p, total, damage, also)
