"""The chances of all totals: a walk through the grid from the top row to the bottom.

A state is what the columns may still become, the points of the rows so far, and whether each of those held a word.
Beginnings of a column from which the same words follow are one state, so the states stay few.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from scoring.bulk import BASE, WEIGHTS, LengthsOf, Numbers
from scoring.grid import SIZE
from scoring.readings import LINES, ROWS, Chances, Strings, likeliest, likely, merge, told_apart
from scoring.rules import Rules

LARGEST_KEY = int(np.iinfo(np.intp).max)
# Readings of a row, states after it, and ways between that are followed: they bound the time of hopeless sheets.
MOST_CHOICES, MOST_STATES, MOST_WAYS = 1 << 10, 1 << 12, 1 << 15


@dataclass(frozen=True)
class States:
    """What may stand in the rows so far: one state a column of these arrays."""

    columns: Numbers  # (5, N): the state of each column; after the last row its word length
    points: Numbers
    full: Numbers  # 1 where every row holds a word
    mass: Chances


def distribution(chances: Chances, lengths_of: LengthsOf, rules: Rules, tail: float) -> tuple[dict[int, float], float]:
    """The probability of each total, for the chances [25 cells, 27 digits], and how much of it is unsure.

    What is missing from 1 was left out; with what is unsure it is within `tail`, except on hopeless sheets.
    """
    strings, unsure = likely(chances, lengths_of, tail / 2)
    targets, wrong = merge(chances, strings.where(strings.line >= SIZE), lengths_of)
    apart = told_apart(chances, targets)
    columns = [_steps([np.flatnonzero(apart[cell]) for cell in column], lengths_of) for column in LINES[SIZE:]]
    zero = np.zeros(1, np.intp)
    states = States(np.zeros((SIZE, 1), np.intp), zero, zero + 1, np.ones(1))
    for row in range(SIZE):
        steps = [column[row] for column in columns]
        choices = _choices(row, strings, targets, steps, rules, tail / 8 / SIZE)
        states = _advance(states, choices, steps, tail / 8 / SIZE)
    points = states.points + _points(states.columns, rules).sum(axis=0)
    full = states.full & (states.columns > 0).all(axis=0)
    totals = np.bincount(points + rules.full_house * full, states.mass)
    return {int(total): float(totals[total]) for total in np.flatnonzero(totals)}, unsure + wrong


def _points(lengths: Numbers, rules: Rules) -> Numbers:
    """The points of five lines from the lengths (5, N) of their words."""
    factors = np.array([rules.factor(index) for index in range(1, SIZE + 1)])
    points: Numbers = np.array(rules.points)[lengths] * factors[:, None]
    return points


def _steps(symbols: list[Numbers], lengths_of: LengthsOf) -> list[Numbers]:
    """For each cell of a column a table [state, digit] of next states; the last ones are word lengths; -1: unknown."""
    codes = np.zeros(1, np.intp)
    for place, weight in zip(symbols, WEIGHTS, strict=True):
        codes = np.add.outer(codes, place * weight).ravel()
    steps: list[Numbers] = []
    reached = lengths_of(codes).astype(np.intp)
    for place in reversed(symbols):
        # Beginnings are one state if every symbol leads them to the same next state; so the last cell comes first.
        beginnings = reached.reshape(-1, len(place))
        first, reached = _different(beginnings.T)
        steps.insert(0, _table(beginnings[first], place))
    return steps


def _table(reached: Numbers, symbols: Numbers) -> Numbers:
    """What is reached by some symbols as a table over all digits."""
    table = np.full((len(reached), BASE), -1, np.intp)
    table[:, symbols] = reached
    return table


def _choices(row: int, strings: Strings, targets: Numbers, steps: list[Numbers], rules: Rules, budget: float) -> States:
    """The readings of a row, those that lead the same way merged: a digit for each column, points, mass."""
    here = strings.where(strings.line == row)
    digits = targets[ROWS[row], here.digits]
    known = np.all([step[0, digits[:, column]] >= 0 for column, step in enumerate(steps)], axis=0)
    picks = np.empty((SIZE, int(known.sum())), np.intp)
    for column, step in enumerate(steps):
        number: dict[bytes, int] = {}
        alike = np.arange(BASE)
        for digit in np.flatnonzero(step[0] >= 0).tolist():
            alike[digit] = number.setdefault(step[:, digit].tobytes(), digit)
        picks[column] = alike[digits[known, column]]
    lengths = here.length[known]
    points = np.array(rules.points)[lengths] * rules.factor(row + 1)
    return _merged(States(picks, points, (lengths > 0).astype(np.intp), here.mass[known]), budget, MOST_CHOICES)


def _advance(states: States, choices: States, steps: list[Numbers], budget: float) -> States:
    """The states after one more row; the least likely ways within the budget are not followed."""
    joint = np.outer(states.mass, choices.mass).ravel()
    ways = likeliest(joint, budget / 2 / len(joint), MOST_WAYS)
    old, new = np.divmod(ways, len(choices.mass))
    reached = [
        step[state[old], pick[new]] for step, state, pick in zip(steps, states.columns, choices.columns, strict=True)
    ]
    points, full = states.points[old] + choices.points[new], states.full[old] & choices.full[new]
    return _merged(States(np.array(reached), points, full, joint[ways]), budget / 2, MOST_STATES)


def _merged(states: States, budget: float, most: int) -> States:
    """The states without repetitions, the mass of equal ones together; the least likely ones are left out."""
    first, where = _different((*states.columns, states.points, states.full))
    mass: Chances = np.bincount(where, states.mass).astype(np.float64)
    order = np.argsort(mass)
    unlikely = min(int(np.searchsorted(np.cumsum(mass[order]), budget)), len(order) - 1)
    keep = order[max(unlikely, len(order) - most) :]
    first = first[keep]
    return States(states.columns[:, first], states.points[first], states.full[first], mass[keep])


def _different(parts: Iterable[Numbers]) -> tuple[Numbers, Numbers]:
    """Where each different combination of the parts first stands, and for every place the number of its combination."""
    key, span = np.zeros(1, np.intp), 1
    for part in parts:
        size = int(part.max()) + 1
        if span * size > LARGEST_KEY:
            key = np.unique(key, return_inverse=True)[1]
            span = len(key)
        key, span = key * size + part, span * size
    _, first, where = np.unique(key, return_index=True, return_inverse=True)
    return first, where
