"""The likely letters of each cell, and the readings they combine to.

A reading takes one likely letter in each cell. In a line, these are its pattern; patterns are numbered.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.bulk import WEIGHTS, Numbers
from scoring.grid import SIZE

CELLS = SIZE * SIZE
ROWS = np.arange(CELLS).reshape(SIZE, SIZE)
LINES = np.concatenate([ROWS, ROWS.T])  # the five cells of each line, rows first
# Limits on the patterns of a line and the readings of a sheet: they bound the time on very doubtful sheets.
MOST_PATTERNS, MOST_READINGS = 1 << 8, 1 << 14

Chances = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Patterns:
    """Every way to fill each line with likely letters; lines with fewer ways than others repeat theirs."""

    digits: Numbers  # (10 lines, 5 places, patterns)
    steps: Numbers  # (10 lines, 5 places): how far apart the patterns with the next letter in a place are

    @property
    def codes(self) -> Numbers:
        """The codes (10 lines, patterns) of the letters."""
        return np.tensordot(WEIGHTS, self.digits, (0, 1))


@dataclass(frozen=True)
class Readings:
    """Readings of the sheet, likeliest first: the pattern (10 lines, N) of each line, and the probability."""

    patterns: Numbers
    mass: Chances


def likely_letters(chances: Chances, slack: float) -> Mask:
    """The letters of each cell, for chances [25 cells, 27 digits], besides which about `slack` others are expected."""
    likely = np.zeros(chances.shape, np.bool_)
    likely[np.arange(CELLS), chances.argmax(axis=1)] = True
    rest = np.where(likely, 0.0, chances)
    order = np.argsort(-rest, axis=None)[: 2 * CELLS]
    unlikely = rest.sum() - np.cumsum(rest.ravel()[order]) + rest.ravel()[order]  # what is left before each is taken
    for flat in order[unlikely > slack].tolist():
        likely.flat[flat] = rest.flat[flat] > 0
        if likely.sum(axis=1)[LINES].prod(axis=1).max() > MOST_PATTERNS:
            likely.flat[flat] = False
    return likely


def patterns(likely: Mask) -> Patterns:
    """The patterns of all lines."""
    number = likely.sum(axis=1)
    ranked = np.argsort(~likely, axis=1, kind="stable")  # the digits of likely letters come first
    choices = number[LINES]
    steps = np.ones_like(choices)
    steps[:, :-1] = np.cumprod(choices[:, :0:-1], axis=1)[:, ::-1]
    most = int(choices.prod(axis=1).max())
    picks = np.arange(most) // steps[..., None] % choices[..., None]
    return Patterns(ranked[LINES[..., None], picks], steps)


def readings(chances: Chances, likely: Mask, steps: Numbers) -> Readings:
    """The readings of the sheet in likely letters; of too many, the likeliest."""
    number = likely.sum(axis=1)
    numbers = np.zeros((len(LINES), 1), np.intp)
    mass = np.array([np.where(likely, chances, 0.0)[number == 1].sum(axis=1).prod()])
    for cell in np.flatnonzero(number > 1).tolist():
        joint = np.outer(mass, chances[cell, likely[cell]]).ravel()
        kept = np.arange(len(joint))
        if len(joint) > MOST_READINGS:
            kept = np.argpartition(joint, -MOST_READINGS)[-MOST_READINGS:]
        old, pick = np.divmod(kept, number[cell])
        numbers, mass = numbers[:, old], joint[kept]
        row, column = divmod(cell, SIZE)
        numbers[row] += pick * steps[row, column]
        numbers[SIZE + column] += pick * steps[SIZE + column, row]
    order = np.argsort(-mass)[: np.count_nonzero(mass)]
    return Readings(numbers[:, order], mass[order])
