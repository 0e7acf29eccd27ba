"""Slips: what unlikely letters do to the words of a reading made of likely letters.

A letter acts through the lengths of the longest words in its row and in its column, for each pattern of likely letters
there. Letters of a cell that act alike in all patterns are one slip, however many they are. Two slips in different
lines act independently; two in one line are judged together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.bulk import BASE, WEIGHTS, Lengths, LengthsOf, Numbers
from scoring.grid import SIZE
from scoring.likely import LINES, Chances, Mask, Patterns

# Limits that bound the time: lines with two unlikely letters that are judged, and pairs of slips that are kept.
MOST_JUDGED, MOST_PAIRS = 1 << 17, 1 << 13
IN_ONE_LINE = 0.8  # share of the budget for pairs in one line: each of them must be judged
LOW_BITS = 49  # of a float, dropped to sort into buckets: the rest keeps it to one eighth
DIGITS_IN_KEY = 18  # word lengths that fit into one number, besides the number of an effect


@dataclass(frozen=True)
class Effects:
    """What may become of a line: the lengths (N, patterns) of its longest words. The first is row 1 as it was read."""

    line: Numbers
    lengths: Lengths


@dataclass(frozen=True)
class Slips:
    """Sets of unlikely letters: the effects (k, N) of each on k lines, and how likely it is against none at all."""

    effects: Numbers
    odds: Chances


@dataclass(frozen=True)
class _Pairs:
    """Unlikely digits in two places of a line."""

    line: Numbers
    places: tuple[Numbers, Numbers]
    digits: tuple[Numbers, Numbers]
    odds: Chances


def slip_odds(chances: Chances, likely: Mask) -> Chances:
    """How likely each unlikely letter of a cell is against all the likely ones."""
    odds: Chances = np.where(likely, 0.0, chances) / np.where(likely, chances, 0.0).sum(axis=1, keepdims=True)
    return odds


def slips(odds: Chances, patterns: Patterns, lengths_of: LengthsOf, budget: float) -> tuple[Effects, Slips]:
    """One or two unlikely letters, likeliest first; pairs whose odds add up to the budget may be missing."""
    codes = patterns.codes
    moved = (np.arange(BASE)[:, None] - patterns.digits[:, :, None]) * WEIGHTS[:, None, None]
    single = codes[:, None, None] + moved  # (lines, places, digits, patterns)
    pairs = _in_one_line(odds, budget * IN_ONE_LINE, MOST_JUDGED // codes.shape[1])
    (place, other), (digit, second) = pairs.places, pairs.digits
    double = single[pairs.line, place, digit] + moved[pairs.line, other, second]
    lines = np.arange(len(LINES))
    effects, number = _different(
        np.concatenate([lines[:1], lines.repeat(SIZE * BASE), pairs.line]),
        np.concatenate([lengths_of(some.reshape(-1, codes.shape[1])) for some in (codes[0], single, double)]),
    )
    once, twice = np.split(number[1:], [len(LINES) * SIZE * BASE])
    once = once.reshape(len(LINES), SIZE, BASE)
    cells, alone = _in_one_cell(odds, once)
    across = np.where(pairs.line < SIZE, SIZE, 0)
    crossing = (once[across + place, pairs.line % SIZE, digit], once[across + other, pairs.line % SIZE, second])
    together = _merged((twice, *crossing), pairs.odds)
    return effects, _likeliest_first([alone, together, _apart(cells, alone, budget * (1 - IN_ONE_LINE))])


def _in_one_line(odds: Chances, budget: float, most: int) -> _Pairs:
    """The likeliest pairs in each line."""
    first, second = np.triu_indices(SIZE, 1)
    joint = odds[LINES[:, first], :, None] * odds[LINES[:, second], None, :]
    found = _heaviest(joint.ravel(), budget, most)
    line, pair, digit, other = np.unravel_index(found, joint.shape)
    return _Pairs(line, (first[pair], second[pair]), (digit, other), joint.ravel()[found])


def _heaviest(odds: Chances, budget: float, most: int) -> Numbers:
    """Where the largest odds stand; the others add up to no more than the budget, unless these would be too many."""
    buckets = odds.view(np.int64) >> LOW_BITS  # as numbers, floats have the same order
    first = int(np.searchsorted(np.cumsum(np.bincount(buckets, odds)), budget, "right"))
    found = np.flatnonzero(buckets >= max(1, first))  # nothing is in the bucket of zero
    return found if len(found) <= most else found[np.argpartition(odds[found], -most)[-most:]]


def _different(line: Numbers, lengths: Lengths) -> tuple[Effects, Numbers]:
    """The effects without repetitions, in the order of their lines, and the number of each; the first stays first."""
    first, number = _distinct(line)
    for start in range(0, lengths.shape[1], DIGITS_IN_KEY):
        digits = lengths[:, start : start + DIGITS_IN_KEY]
        scale = (SIZE + 1) ** np.arange(digits.shape[1])
        first, number = _distinct(number * (SIZE + 1) ** digits.shape[1] + digits @ scale)
    first = np.concatenate([[0], first])
    return Effects(line[first], lengths[first]), np.where(np.arange(len(line)) > 0, number + 1, 0)


def _distinct(keys: Numbers) -> tuple[Numbers, Numbers]:
    """Where one of each different key stands, in rising order, and the number of every key in this order."""
    different, number = np.unique(keys, return_inverse=True)
    place = np.empty(len(different), np.intp)
    place[number] = np.arange(len(keys))
    return place, number


def _in_one_cell(odds: Chances, once: Numbers) -> tuple[Numbers, Slips]:
    """The slips of one letter, and their cells; `once` has the effects of a digit in each place of each line."""
    cell, digit = np.nonzero(odds)
    row, column = np.divmod(cell, SIZE)
    merged = _merged((cell, once[row, column, digit], once[SIZE + column, row, digit]), odds[cell, digit])
    return merged.effects[0], Slips(merged.effects[1:], merged.odds)


def _apart(cells: Numbers, alone: Slips, budget: float) -> Slips:
    """The likeliest pairs of slips that share no line."""
    row, column = np.divmod(cells, SIZE)
    apart = (row[:, None] < row) & (column[:, None] != column)
    joint = np.where(apart, np.outer(alone.odds, alone.odds), 0.0).ravel()
    found = _heaviest(joint, budget, MOST_PAIRS)
    one, two = np.divmod(found, max(1, len(cells)))
    return Slips(np.concatenate([alone.effects[:, one], alone.effects[:, two]]), joint[found])


def _merged(parts: Sequence[Numbers], odds: Chances) -> Slips:
    """Slips without repetitions, the odds of equal ones together."""
    keys = np.zeros(len(odds), np.intp)
    for part in parts:
        keys = keys * (part.max(initial=0) + 1) + part
    place, number = _distinct(keys)
    return Slips(np.stack(parts)[:, place], np.bincount(number, odds, len(place)).astype(np.float64))


def _likeliest_first(sets: Sequence[Slips]) -> Slips:
    """All these slips, likeliest first; where some have fewer effects, the first effect fills up, which is none."""
    odds = np.concatenate([some.odds for some in sets])
    effects = np.zeros((max(len(some.effects) for some in sets), len(odds)), np.intp)
    start = 0
    for some in sets:
        effects[: len(some.effects), start : start + len(some.odds)] = some.effects
        start += len(some.odds)
    order = np.argsort(-odds)
    return Slips(effects[:, order], odds[order])
