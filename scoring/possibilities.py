"""The distribution of totals over all readings of doubtful cells.

Most doubtful letters change no word. So, first, the likely readings of each line are judged, and letters of a cell
that make no difference in its row and column are merged; a cell left with one class no longer matters. Then the
cells that still matter fall into groups that share no changing line; each group is enumerated by itself, likeliest
readings first, and the groups are combined. What is left out is measured and reported.
"""

from collections import defaultdict
from collections.abc import Container, Mapping
from heapq import nlargest
from math import prod

import numpy as np
from numpy.typing import NDArray

from scoring.grid import SIZE
from scoring.judge import longest
from scoring.rules import Rules

LINES = tuple(
    [tuple(range(row * SIZE, row * SIZE + SIZE)) for row in range(SIZE)]
    + [tuple(range(column, SIZE * SIZE, SIZE)) for column in range(SIZE)]
)
CELL_LINES = tuple((cell // SIZE, SIZE + cell % SIZE) for cell in range(SIZE * SIZE))
CELL_PLACES = tuple(
    ((cell // SIZE, cell % SIZE), (SIZE + cell % SIZE, cell // SIZE)) for cell in range(SIZE * SIZE)
)  # (line, place in it)
SYMBOL_BITS = 5  # a cell has at most 28 symbols
SYMBOL_MASK = (1 << SYMBOL_BITS) - 1
MOST_STRINGS = 400  # readings judged in a line; only a hopeless line has more that matter
FEW_READINGS = 256  # so few are not worth sorting
MOST_READINGS = 1 << 14  # readings followed in a group; keeps a hopeless sheet to a fraction of a second

Class = tuple[str, float]
Cell = tuple[tuple[str, float], ...]
Chances = dict[tuple[int, bool], float]  # (points of some lines, all of them hold a word) → probability


class Lines:
    """The ten lines of the likeliest letters, and what they are worth when some cells are read otherwise."""

    def __init__(self, letters: str, lexicon: Container[str], rules: Rules) -> None:
        self.letters = letters
        self.rules = rules
        self.factors = [rules.factor(index) for index in range(1, SIZE + 1)] * 2
        self._lexicon = lexicon
        self._known: dict[str, int] = {}
        self.strings = ["".join(letters[cell] for cell in line) for line in LINES]
        self.lengths = [self.length(string) for string in self.strings]
        self.total = self._total(self.lengths)

    def length(self, string: str) -> int:
        """The length of the longest valid word in a line of five symbols."""
        known = self._known.get(string)
        if known is None:
            known = self._known[string] = longest(string, self._lexicon)
        return known

    def points(self, line: int, length: int) -> int:
        """What a word of this length is worth in a line."""
        return self.rules.points[length] * self.factors[line]

    def total_with(self, changes: Mapping[int, str]) -> int:
        """The total when some cells are read otherwise and all others stay at their best."""
        lengths = list(self.lengths)
        for line in {line for cell in changes for line in CELL_LINES[cell]}:
            lengths[line] = self.length("".join(changes.get(cell, self.letters[cell]) for cell in LINES[line]))
        return self._total(lengths)

    def _total(self, lengths: list[int]) -> int:
        points = sum(self.points(line, length) for line, length in enumerate(lengths))
        return points + self.rules.full_house * all(lengths)


def distribution(cells: list[Cell], lines: Lines, tail: float) -> tuple[dict[int, float], float]:
    """The probability of each total, and the mass of readings that were not looked at."""
    cells = _trimmed(cells, tail / 4)
    readings, unread = _line_readings(cells, lines, tail / 4)
    contexts = [_contexts(strings, best) for strings, best in zip(readings, lines.strings, strict=True)]
    classes = [_classes(cell, ranking, contexts, lines) for cell, ranking in enumerate(cells)]
    active = {
        line
        for line, strings in enumerate(readings)
        if any(lines.length(string) != lines.lengths[line] for string in strings)
    }
    still = [line for line in range(2 * SIZE) if line not in active]
    points = sum(lines.points(line, lines.lengths[line]) for line in still)
    settled = prod(classes[cell][0][1] for cell in range(SIZE * SIZE) if len(classes[cell]) == 1)
    chances: Chances = {(points, all(lines.lengths[line] for line in still)): settled}
    groups = _groups(classes, active)
    for group in groups:
        chances = _combined(chances, _group_chances(group, active, classes, lines, tail / 4 / len(groups)))
    totals: dict[int, float] = defaultdict(float)
    for (points, full), p in chances.items():
        totals[points + lines.rules.full_house * full] += p
    return dict(totals), min(1.0, max(0.0, 1 - sum(totals.values())) + unread)


def _trimmed(cells: list[Cell], budget: float) -> list[Cell]:
    """The cells without their least likely letters, as many as are together below the budget."""
    floor = 0.0
    for p in sorted(p for cell in cells for _, p in cell[1:]):
        budget -= p
        if budget < 0:
            floor = p
            break
    else:
        floor = 2.0
    return [(cell[0], *(item for item in cell[1:] if item[1] >= floor)) for cell in cells]


def _line_readings(cells: list[Cell], lines: Lines, budget: float) -> tuple[list[list[str]], float]:
    """For each line the readings that may differ from the best, likeliest first, and the mass of those left out."""
    readings, unread = [], 0.0
    for line in LINES:
        strings, left_out = _likely([cells[cell] for cell in line], budget / len(LINES))
        readings.append(strings)
        unread += left_out
    return readings, unread


def _likely(cells: list[Cell], budget: float) -> tuple[list[str], float]:
    """The likeliest readings of a line until at most `budget` is left out, and what is left out."""
    whole = prod(sum(p for _, p in cell) for cell in cells)
    for floor in (budget / 50, budget / 5000, 0.0):  # a high floor is quick and nearly always enough
        partial = [(1.0, "")]
        for cell in cells:
            partial = [(mass * p, text + symbol) for mass, text in partial for symbol, p in cell if mass * p >= floor]
            if len(partial) > MOST_STRINGS:
                partial = nlargest(MOST_STRINGS, partial)
        left_out = max(0.0, whole - sum(mass for mass, _ in partial))
        if left_out <= budget or len(partial) == MOST_STRINGS:
            break
    partial.sort()
    start = 0
    while left_out + partial[start][0] <= budget and start < len(partial) - 1:
        left_out += partial[start][0]
        start += 1
    return [text for _, text in partial[start:]], left_out


def _classes(cell: int, ranking: Cell, contexts: list[dict[tuple[int, str], list[str]]], lines: Lines) -> list[Class]:
    """The letters of a cell, those that make no difference merged into the likelier one, with their mass."""
    classes = dict(ranking[:1])
    for symbol, p in ranking[1:]:
        alike = (known for known in classes if _alike(cell, symbol, known, contexts, lines))
        known = next(alike, symbol)
        classes[known] = classes.get(known, 0.0) + p
    return list(classes.items())


def _alike(cell: int, symbol: str, known: str, contexts: list[dict[tuple[int, str], list[str]]], lines: Lines) -> bool:
    """Whether a letter does in every likely reading of its row and column what a likelier letter does."""
    for line, place in CELL_PLACES[cell]:
        for string in contexts[line].get((place, symbol), ()):
            if lines.length(string) != lines.length(string[:place] + known + string[place + 1 :]):
                return False
    return True


def _contexts(strings: list[str], best: str) -> dict[tuple[int, str], list[str]]:
    """The readings of a line by the places where they differ from the best one, and the letter there."""
    found: dict[tuple[int, str], list[str]] = defaultdict(list)
    for string in strings:
        for place, symbol in enumerate(string):
            if symbol != best[place]:
                found[place, symbol].append(string)
    return found


def _groups(classes: list[list[Class]], active: set[int]) -> list[list[int]]:
    """The cells that matter, in groups that share no line that may change."""
    groups: list[tuple[set[int], list[int]]] = []
    for cell in range(SIZE * SIZE):
        if len(classes[cell]) > 1:
            touched, cells = active.intersection(CELL_LINES[cell]), [cell]
            apart = []
            for group in groups:
                if group[0] & touched:
                    touched, cells = touched | group[0], group[1] + cells
                else:
                    apart.append(group)
            groups = [*apart, (touched, cells)]
    return [cells for _, cells in groups]


def _group_chances(
    group: list[int], active: set[int], classes: list[list[Class]], lines: Lines, budget: float
) -> Chances:
    """The chances of the changing lines of a group of cells."""
    choices, mass = _readings([[p for _, p in classes[cell]] for cell in group], budget)
    points = np.zeros(len(mass), np.int64)
    full = np.ones(len(mass), bool)
    for line in sorted(active.intersection(line for cell in group for line in CELL_LINES[cell])):
        lengths = _line_lengths(line, group, choices, classes, lines)
        points += np.array(lines.rules.points)[lengths] * lines.factors[line]
        full &= lengths > 0
    sums = np.bincount(points * 2 + full, mass)
    return {(int(key) // 2, bool(key % 2)): float(sums[key]) for key in np.flatnonzero(sums)}


def _readings(chances: list[list[float]], budget: float) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """The likeliest joint readings of cells (a column of choices each) and their mass, at most `budget` left out."""
    mass = np.ones(1)
    choices = np.zeros((0, 1), np.intp)
    for row in chances:
        number = len(row)
        choices = np.vstack([np.repeat(choices, number, axis=1), np.tile(np.arange(number), len(mass))])
        mass = np.outer(mass, row).ravel()
        if len(mass) > FEW_READINGS:
            order = np.argsort(mass)
            cut = int(np.searchsorted(np.cumsum(mass[order]), budget / len(chances)))
            keep = order[max(cut, len(order) - MOST_READINGS) :]
            choices, mass = choices[:, keep], mass[keep]
    return choices, mass


def _line_lengths(
    line: int, group: list[int], choices: NDArray[np.intp], classes: list[list[Class]], lines: Lines
) -> NDArray[np.intp]:
    """The word lengths of one line in each joint reading of a group; every different string is judged once."""
    codes = np.zeros(choices.shape[1], np.intp)
    for cell in LINES[line]:
        codes <<= SYMBOL_BITS
        if cell in group:
            codes += choices[group.index(cell)]
    different, where = np.unique(codes, return_inverse=True)
    places = range(SIZE - 1, -1, -1)
    lengths = [
        lines.length(
            "".join(
                classes[cell][code >> place * SYMBOL_BITS & SYMBOL_MASK][0]
                for cell, place in zip(LINES[line], places, strict=True)
            )
        )
        for code in different.tolist()
    ]
    return np.array(lengths, np.intp)[where]


def _combined(one: Chances, other: Chances) -> Chances:
    """The chances of two independent sets of lines together."""
    chances: Chances = defaultdict(float)
    for (points, full), p in one.items():
        for (more, filled), q in other.items():
            chances[points + more, full and filled] += p * q
    return chances
