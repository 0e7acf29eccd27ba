"""How certain a total is when some letters are doubtful, and which letters to ask about."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from operator import itemgetter

import numpy as np

from scoring.bulk import BASE, BLANK, LengthsOf, Numbers, grid_totals, line_lengths
from scoring.distribution import distribution
from scoring.grid import EMPTY, ILLEGIBLE, LETTERS, SIZE
from scoring.rules import Rules
from scoring.scoring_errors import BadRankings

DIGITS = {symbol: digit for digit, symbol in enumerate(LETTERS)} | {EMPTY: BLANK, ILLEGIBLE: BLANK}
MOST_CHANGES = 64  # readings that are paired with each other
ROUNDING = 1e-3  # by how much the probabilities of a cell may exceed 1 before they are an error

Ranking = tuple[tuple[str, float], ...]
Change = tuple[int, str, float]  # another reading: cell, symbol, probability


@dataclass(frozen=True)
class Doubt:
    """Another reading that would change the total: what it is now, what it may be, and the total then.

    A doubt about a cell has a row and a column, from 1; one about the side of the sheet has neither. `also` holds
    (row, column, letter) of a second cell where the total changes only if both are read otherwise; `p` is then the
    probability of both.
    """

    row: int | None
    column: int | None
    letter: str
    other: str
    p: float
    total_if: int
    also: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True)
class Certainty:
    """The total of the likeliest letters, the probability that it is right, all totals, and the doubts, worst first.

    Readings of a mass of `tail` were left out: `p` is too low by at most that, and never too high.
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
    cells = [_checked(ranking, index) for index, ranking in enumerate(_all(rankings))]
    sheet = _Sheet(cells, line_lengths(lexicon), rules)
    totals = sheet.distribution(tail)
    p = totals[sheet.total]
    doubts = sheet.single_doubts(tail)
    if 1 - p - sum(doubt.p for doubt in doubts) > tail:
        doubts += sheet.double_doubts(tail, doubts)
    return Certainty(
        sheet.total,
        p,
        tuple(sorted(totals.items(), key=lambda item: (-item[1], item[0]))),
        tuple(sorted(doubts, key=lambda doubt: -doubt.p * abs(doubt.total_if - sheet.total))),
        max(0.0, 1 - sum(totals.values())),
    )


class _Sheet:
    """The doubtful cells of one sheet and the total of their likeliest letters."""

    def __init__(self, cells: list[Ranking], lengths_of: LengthsOf, rules: Rules) -> None:
        self.cells = cells
        self.lengths_of = lengths_of
        self.rules = rules
        self.best = np.array([DIGITS[cell[0][0]] for cell in cells])
        self.total = self.totals_with([()])[0]

    def totals_with(self, changes: Sequence[Sequence[Change]]) -> list[int]:
        """The totals when some cells are read otherwise, all others at their best, for many such cases."""
        digits: Numbers = np.tile(self.best, (len(changes), 1))
        for case, readings in enumerate(changes):
            for cell, symbol, _ in readings:
                digits[case, cell] = DIGITS[symbol]
        totals = grid_totals(digits.reshape(-1, SIZE, SIZE), self.lengths_of, self.rules)
        return [int(total) for total in totals]

    def distribution(self, tail: float) -> dict[int, float]:
        """The probability of each total; the missing mass is at most `tail`, except on very doubtful sheets."""
        chances = np.zeros((len(self.cells), BASE))
        for cell, ranking in enumerate(self.cells):
            for symbol, p in ranking:
                chances[cell, DIGITS[symbol]] += p
        open_ = 1 - prod(sum(p for _, p in ranking) for ranking in self.cells)
        # Where the rankings themselves leave mass open, a finer sum gains nothing.
        return distribution(chances, self.lengths_of, self.rules, max(tail, open_ / 10))

    def single_doubts(self, floor: float) -> list[Doubt]:
        """The readings of one cell that change the total."""
        return self._doubts([(change,) for change in self._changes(floor)])

    def double_doubts(self, floor: float, known: Sequence[Doubt]) -> list[Doubt]:
        """The readings of two cells in one line that change the total only together."""
        single = {(doubt.row, doubt.column, doubt.other) for doubt in known}
        changes = [change for change in self._changes(floor) if (*_place(change[0]), change[1]) not in single]
        changes = sorted(changes, key=lambda change: -change[2])[:MOST_CHANGES]
        pairs = [(one, two) for one, two in combinations(changes, 2) if one[2] * two[2] >= floor and _meet(one, two)]
        return self._doubts(pairs)

    def _changes(self, floor: float) -> list[Change]:
        """The other readings of all cells that are likely enough to mention."""
        return [(cell, *item) for cell, ranking in enumerate(self.cells) for item in ranking[1:] if item[1] >= floor]

    def _doubts(self, cases: Sequence[tuple[Change, ...]]) -> list[Doubt]:
        """The cases that change the total."""
        totals = self.totals_with(cases)
        return [self._doubt(case, total) for case, total in zip(cases, totals, strict=True) if total != self.total]

    def _doubt(self, case: tuple[Change, ...], total: int) -> Doubt:
        (cell, other, p), *more = case
        for _, _, chance in more:
            p *= chance
        also = tuple((*_place(second), symbol) for second, symbol, _ in more)
        return Doubt(*_place(cell), self.cells[cell][0][0], other, p, total, also)


def _place(cell: int) -> tuple[int, int]:
    """The row and column of a cell."""
    return cell // SIZE + 1, cell % SIZE + 1


def _meet(one: Change, two: Change) -> bool:
    """Whether two readings concern different cells of one line."""
    rows, columns = zip(_place(one[0]), _place(two[0]), strict=True)
    return one[0] != two[0] and (rows[0] == rows[1] or columns[0] == columns[1])


def _all(rankings: Sequence[Sequence[tuple[str, float]]]) -> Sequence[Sequence[tuple[str, float]]]:
    if len(rankings) != SIZE * SIZE:
        raise BadRankings(f"{len(rankings)} rankings instead of 25.")
    return rankings


def _checked(ranking: Sequence[tuple[str, float]], index: int) -> Ranking:
    """One cell's ranking, best first, without impossible symbols."""
    mass = sum([p for _, p in ranking])
    if not all([symbol in DIGITS for symbol, _ in ranking]):
        raise BadRankings("Row {}, letter {}: a symbol is not a letter, a dot or #.".format(*_place(index)))
    if not 0 < mass <= 1 + ROUNDING or min([p for _, p in ranking]) < 0:
        raise BadRankings("Row {}, letter {}: the probabilities add up to {:g}.".format(*_place(index), mass))
    scale = max(1.0, mass)
    kept = [(symbol, p / scale) for symbol, p in ranking if p > 0]
    return tuple(sorted(kept, key=itemgetter(1), reverse=True))
