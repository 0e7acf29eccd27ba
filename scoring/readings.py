"""Which readings of doubtful cells are likely, and which of their letters make a difference to a column.

Most doubtful letters change no word. A letter that does, in all likely readings of its column, what a likelier letter
of its cell does is merged with that.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.bulk import BASE, WEIGHTS, LengthsOf, Numbers
from scoring.grid import SIZE

CELLS = SIZE * SIZE
ROWS = np.arange(CELLS).reshape(SIZE, SIZE)
LINES = np.concatenate([ROWS, ROWS.T])
MOST_STRINGS = 1 << 14  # readings of lines that are judged; only a hopeless sheet has more that matter
MOST_IN_COLUMN = 1 << 15  # readings of a column that are told apart

Chances = NDArray[np.float64]


@dataclass(frozen=True)
class Strings:
    """Likely readings of lines: the line (rows first), its five digits, the probability, the longest word's length."""

    line: Numbers
    digits: Numbers  # (N, 5)
    mass: Chances
    length: Numbers

    @property
    def cells(self) -> Numbers:
        """The cells (N, 5) in which the digits stand."""
        return LINES[self.line]

    def where(self, mask: NDArray[np.bool_]) -> "Strings":
        """Some of the readings."""
        return Strings(self.line[mask], self.digits[mask], self.mass[mask], self.length[mask])


def likely(chances: Chances, lengths_of: LengthsOf, budget: float) -> tuple[Strings, float]:
    """The likely readings of all lines, for chances [25 cells, 27 digits], and the mass left out of the columns."""
    ranked, order = _trimmed(chances, budget / 8)  # a cell is in two lines
    floor = budget / 30  # high, therefore quick, and nearly always low enough
    while True:
        line, digits, mass = _above(ranked, order, floor)
        found = np.bincount(line, mass, len(LINES))
        left_out = chances.sum(axis=1)[LINES].prod(axis=1) - found
        if left_out.sum() <= budget or len(mass) >= MOST_STRINGS or floor <= budget / 1e6:
            break
        floor /= 1e2
    strings = Strings(line, digits, mass, lengths_of(digits @ WEIGHTS).astype(np.intp))
    return strings, max(0.0, float(left_out[SIZE:].sum()))


def merge(chances: Chances, columns: Strings, lengths_of: LengthsOf) -> tuple[Numbers, float]:
    """For each cell and digit the digit it is merged with, and the mass of likely readings that this gets wrong."""
    targets = _targets(chances, columns, lengths_of)
    # Two letters may each be needless because of the other: where merging both is wrong, neither is merged.
    wrong = columns.where(_wrong(columns, targets, lengths_of))
    targets[wrong.cells, wrong.digits] = wrong.digits
    return targets, float(columns.mass[_wrong(columns, targets, lengths_of)].sum())


def told_apart(chances: Chances, targets: Numbers) -> NDArray[np.bool_]:
    """For each cell and digit whether the walk tells it apart; columns with too many readings lose unlikely ones."""
    mass = np.zeros_like(chances)
    np.add.at(mass, (np.arange(CELLS)[:, None], targets), chances)
    for column in LINES[SIZE:]:
        while (mass[column] > 0).sum(axis=1).prod() > MOST_IN_COLUMN:
            rest = mass[column]
            rest[np.arange(SIZE), rest.argmax(axis=1)] = 0
            place, digit = np.unravel_index(int(np.where(rest > 0, rest, np.inf).argmin()), rest.shape)
            mass[column[place], digit] = 0
    return mass > 0


def likeliest(mass: Chances, floor: float, most: int) -> Numbers:
    """Where the mass is above the floor: at most so many places, and at least one."""
    found = np.flatnonzero(mass >= min(floor, float(mass.max())))
    return found if len(found) <= most else np.sort(found[np.argpartition(mass[found], -most)[-most:]])


def _trimmed(chances: Chances, budget: float) -> tuple[Chances, Numbers]:
    """The chances of each cell, likeliest first and the least likely ones zero, and the digits in that order."""
    order = np.argsort(-chances, axis=1, kind="stable")
    ranked = np.take_along_axis(chances, order, axis=1)
    ascending = np.sort(ranked[:, 1:], axis=None)
    dropped = int(np.searchsorted(np.cumsum(ascending), budget, "right"))
    floor = ascending[dropped] if dropped < len(ascending) else np.inf
    ranked[:, 1:][ranked[:, 1:] < floor] = 0
    width = int((ranked > 0).sum(axis=1).max())
    return ranked[:, :width], order[:, :width]


def _above(ranked: Chances, order: Numbers, floor: float) -> tuple[Numbers, Numbers, Chances]:
    """The readings of all lines with a probability above the floor, at most so many: line, digits, probability."""
    line = np.arange(len(LINES))
    mass = np.ones(len(LINES))
    digits = np.zeros((len(LINES), 0), np.intp)
    for place in range(SIZE):
        cell = LINES[line, place]
        joint = mass[:, None] * ranked[cell]
        best = np.flatnonzero(np.diff(line, prepend=-1)) * joint.shape[1]  # every line keeps its likeliest reading
        found = np.union1d(likeliest(joint.ravel(), floor, MOST_STRINGS), best)
        row, pick = np.divmod(found, joint.shape[1])
        digits = np.column_stack([digits[row], order[cell[row], pick]])
        line, mass = line[row], joint[row, pick]
    return line, digits, mass


def _targets(chances: Chances, columns: Strings, lengths_of: LengthsOf) -> Numbers:
    """For each cell and digit the likeliest digit of the cell that does the same in all likely readings."""
    order = np.argsort(-columns.mass)
    targets = np.tile(chances.argmax(axis=1)[:, None], BASE)
    for line in range(SIZE, 2 * SIZE):
        here = order[columns.line[order] == line]
        for place, cell in enumerate(LINES[line]):
            best = targets[cell, 0]
            around = here[columns.digits[here, place] == best]  # readings of the other four cells, likeliest first
            codes = columns.digits[around] @ WEIGHTS - best * WEIGHTS[place]
            number = np.bincount(columns.digits[here, place], minlength=BASE)  # likely readings with each digit
            digits = np.flatnonzero(number)
            digits = digits[np.argsort(-number[digits], kind="stable")]
            effects = lengths_of(codes + digits[:, None] * WEIGHTS[place])
            known: dict[int, bytes] = {int(best): effects[digits == best].tobytes()}
            for digit, effect in zip(digits.tolist(), effects, strict=True):
                likely_effect = effect[: number[digit]].tobytes()
                alike = (other for other, found in known.items() if found.startswith(likely_effect))
                targets[cell, digit] = target = next(alike, digit)
                known.setdefault(target, effect.tobytes())
    return targets


def _wrong(strings: Strings, targets: Numbers, lengths_of: LengthsOf) -> NDArray[np.bool_]:
    """The readings whose longest word is not as long after merging."""
    wrong: NDArray[np.bool_] = lengths_of(targets[strings.cells, strings.digits] @ WEIGHTS) != strings.length
    return wrong
