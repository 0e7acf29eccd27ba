"""What would have been better: one letter changed, the next title, and the best sheet that the dice allowed."""

from collections.abc import Container
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.bulk import grid_totals, line_lengths, score_many
from scoring.grid import LETTERS, SIZE, Grid
from scoring.ratings import MINIMUMS, rating
from scoring.rolls import ROUNDS, RollLog
from scoring.rules import Rules, possible_totals

CELLS = SIZE * SIZE
SEED = 1  # the same rolls give the same sheet
CHAINS, STEPS = 160, 2500  # of the search: some two seconds on one core
HOT, COLD = 4.0, 0.35  # temperature in points, at the start and at the end
FLIPS = 0.3  # share of the steps that take the other die's letter; the others change two cells

Digits = NDArray[np.uint8]


@dataclass(frozen=True)
class Swap:
    """One letter changed for another, and the total it would give. Row and column count from 1."""

    row: int
    column: int
    letter: str
    total: int


@dataclass(frozen=True)
class Reached:
    """The best sheet that a search found, and an upper bound: the true optimum lies between the two."""

    grid: Grid
    total: int
    at_most: int


def points_to_next(total: int, rules: Rules) -> int | None:
    """How many points are missing to the next title of the solo game; None at the top."""
    step = rating(total, rules)
    return MINIMUMS[step + 1] + rules.rating_shift - total if step + 1 < len(MINIMUMS) else None


def best_swap(grid: Grid, lexicon: Container[str], rules: Rules) -> Swap | None:
    """The single change of a letter that gains most; the first of equal ones, None where none gains."""
    letters = np.frombuffer("".join(grid.rows).encode(), np.uint8)
    grids = np.tile(letters, (CELLS * len(LETTERS), 1))
    changed, to = np.divmod(np.arange(len(grids)), len(LETTERS))
    grids[np.arange(len(grids)), changed] = to + ord(LETTERS[0])
    totals = score_many(grids.reshape(-1, SIZE, SIZE), lexicon, rules)
    now = int(score_many(letters.reshape(1, SIZE, SIZE), lexicon, rules)[0])
    best = int(totals.argmax())
    if totals[best] <= now:
        return None
    return Swap(
        int(changed[best]) // SIZE + 1, int(changed[best]) % SIZE + 1, LETTERS[int(to[best])], int(totals[best])
    )


def best_of_rolls(log: RollLog, lexicon: Container[str], rules: Rules) -> Reached:
    """A sheet that the rolls allow, as good as annealing finds it in a fixed number of steps.

    Every round gives one cell one of its letters; which cell is free. The answer is a bound from below: the same log
    gives the same one, and a longer search might find more.
    """
    chance = np.random.default_rng(SEED)
    offers = _offers(log)
    lengths_of = line_lengths(lexicon)

    def totals_of(digits: Digits) -> NDArray[np.intp]:
        return grid_totals(digits.reshape(-1, SIZE, SIZE), lengths_of, rules)

    rounds = chance.permuted(np.tile(np.arange(ROUNDS), (CHAINS, 1)), axis=1)  # the round that each cell was filled in
    digits = _picked(offers, rounds, chance)
    totals = totals_of(digits)
    best, best_total = digits[0].copy(), -1
    chains = np.arange(CHAINS)
    for step in range(STEPS):
        heat = HOT * (COLD / HOT) ** (step / STEPS)
        tried, tried_rounds = digits.copy(), rounds.copy()
        one, other = chance.integers(CELLS, size=(2, CHAINS))
        flips = chance.random(CHAINS) < FLIPS
        cells = chains[~flips], one[~flips]
        others = chains[~flips], other[~flips]
        tried[cells], tried[others] = digits[others], digits[cells]
        tried_rounds[cells], tried_rounds[others] = rounds[others], rounds[cells]
        tried[chains[flips], one[flips]] = _picked(offers, rounds[chains[flips], one[flips]], chance)
        found = totals_of(tried)
        taken = chance.random(CHAINS) < np.exp(np.minimum(0, (found - totals) / heat))
        digits[taken], rounds[taken], totals[taken] = tried[taken], tried_rounds[taken], found[taken]
        if totals.max() > best_total:
            best, best_total = digits[int(totals.argmax())].copy(), int(totals.max())
    rows = tuple("".join(LETTERS[digit] for digit in row) for row in best.reshape(SIZE, SIZE))
    return Reached(Grid(rows), best_total, max(possible_totals(rules)))


def _offers(log: RollLog) -> Digits:
    """The letters of each round as digits, repeated to fill 26 places: every round's own are equally likely."""
    table = np.empty((ROUNDS, len(LETTERS)), np.uint8)
    for number, roll in enumerate(log.rolls):
        own = np.array([LETTERS.index(letter) for letter in sorted(roll.letters)], np.uint8)
        table[number] = np.resize(own, len(LETTERS))
    return table


def _picked(offers: Digits, rounds: NDArray[np.intp], chance: np.random.Generator) -> Digits:
    return offers[rounds, chance.integers(offers.shape[1], size=rounds.shape)]
