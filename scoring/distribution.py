"""The probability of every total: readings made of likely letters, and those with one or two unlikely ones (slips).

Both are sorted by probability, so the products that matter form blocks of a table; the rest is left out.
"""

import numpy as np
from numpy.typing import NDArray

from scoring.bulk import LengthsOf, Numbers
from scoring.grid import SIZE
from scoring.likely import LINES, Chances, Readings, likely_letters, patterns, readings
from scoring.rules import Rules
from scoring.slips import Slips, slip_odds, slips

FOR_PAIRS = 0.8  # share of the tail that rare pairs of slips may take
# Limits on the time: readings combined with slips, products of the two, and products on very doubtful sheets.
MOST_COMBINED, MOST_PRODUCTS, FEWER_PRODUCTS = 1 << 13, 1 << 21, 1 << 17
BLOCK = 1 << 15  # products summed at once: they fit into the cache
SMALLEST_TAIL = 1e-9
IMPOSSIBLE = 1e-12  # a letter this much less likely than the best of its cell is dropped

Worth = NDArray[np.int16]  # points, and more than all points together for each line without a word


def distribution(chances: Chances, lengths_of: LengthsOf, rules: Rules, tail: float) -> dict[int, float]:
    """The probability of each total, for the chances [25 cells, 27 digits].

    The missing mass is at most `tail`, except on very doubtful sheets.
    """
    chances = np.where(chances < IMPOSSIBLE * chances.max(axis=1, keepdims=True), 0.0, chances)
    likely = likely_letters(chances, np.cbrt(1.5 * tail))  # three slips then have a quarter of the tail
    fillings = patterns(likely)
    read = readings(chances, likely, fillings.steps)
    odds = slip_odds(chances, likely)
    spare = max(tail - _beyond(read.mass, odds), tail / 4)
    effects, away = slips(odds, fillings, lengths_of, FOR_PAIRS * spare / read.mass.sum())
    worth = _worth(rules)
    no_word = int(worth[0, 0])
    lines = np.arange(len(LINES))[:, None]
    before = worth[lines, lengths_of(fillings.codes)]
    change = worth[effects.line[:, None], effects.lengths] - before[effects.line]
    sums = before[lines, read.patterns].sum(axis=0, dtype=np.int16)
    size = (len(LINES) + 1) * no_word
    slipped = _with_slips(sums, change, effects.line, read, away, _least(read.mass, away.odds, tail), size)
    mass = slipped + np.bincount(sums, read.mass, size)
    found = np.flatnonzero(mass)
    totals = np.bincount(found % no_word + np.where(found < no_word, rules.full_house, 0), mass[found])
    return {int(total): float(totals[total]) for total in np.flatnonzero(totals)}


def _beyond(mass: Chances, odds: Chances) -> float:
    """The mass of all but the readings with at most two slips."""
    cells = odds.sum(axis=1)
    return float(1 - mass.sum() * (1 + cells.sum() + (cells.sum() ** 2 - cells @ cells) / 2))


def _worth(rules: Rules) -> Worth:
    """What a longest word of each length is worth in each line."""
    factors = [rules.factor(line % SIZE + 1) for line in range(len(LINES))]
    worth = np.outer(factors, rules.points).astype(np.int16)
    worth[:, 0] = worth.max(axis=1).sum() + 1
    return worth


def _least(mass: Chances, odds: Chances, tail: float) -> float:
    """The smallest mass of a reading with a slip that is still counted, so that the rest stays within the tail."""
    whole = mass.sum() * (1 + odds.sum())
    wanted = whole - mass.sum() - max(tail - max(0.0, 1 - whole), tail / 8)
    combined, sums = mass[:MOST_COMBINED], np.concatenate([[0.0], np.cumsum(odds)])
    most = min(MOST_PRODUCTS if whole > 1 - 10 * tail else FEWER_PRODUCTS, len(combined) * len(odds))
    least = max(tail, SMALLEST_TAIL) / 16
    number = np.searchsorted(-odds, -least / combined, "right")
    while number.sum() < most and combined @ sums[number] < wanted:
        least /= 2
        number = np.searchsorted(-odds, -least / combined, "right")
    return least


def _with_slips(
    sums: Worth, change: Worth, line: Numbers, read: Readings, away: Slips, least: float, size: int
) -> Chances:
    """The mass of each sum of worths where letters slipped; `change` has what an effect does in each pattern."""
    mass = np.zeros(size)
    reach = np.searchsorted(-read.mass[:MOST_COMBINED], -least / away.odds, "right")  # readings that count with each
    reached = read.patterns[:, : reach.max(initial=0)]
    change = np.concatenate([change[line == one][:, reached[one]] for one in range(len(LINES))])  # now in each reading
    stop = 0
    while stop < len(reach) and reach[stop]:
        start, number = stop, reach[stop]
        stop = min(len(reach), start + 1 + BLOCK // number)
        values = np.tile(sums[:number], (stop - start, 1))
        for effect in away.effects[:, start:stop]:
            values += change[effect, :number]
        weights = np.outer(away.odds[start:stop], read.mass[:number])
        mass += np.bincount(values.ravel(), weights.ravel(), size)
    return mass
