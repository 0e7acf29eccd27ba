"""Crossed-off letters and letters played, weighed together.

Each letter in the play grid was taken from the letter grid and crossed off there; one taken again is crossed off once.
So each crossed-off letter was played, and each letter played is crossed off. All ways to match the two are weighed at
once, by sums over subsets, for every way to read the doubtful crosses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.values import Glyph

Floats = NDArray[Any]  # of floating point numbers

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
HONEST = 0.95  # how likely it is, before looking, that letters and crosses say the same
AGAIN = 0.35  # how much less likely each letter used again is
LEAST = 1e-9
SURE = 0.99  # a cross of this probability, or none of it, is not doubted
MOST_DOUBTED = 3  # crosses that are read both ways


@dataclass(frozen=True)
class Weighed:
    """Letters and crosses after each has been weighed by the other."""

    letters: tuple[Glyph, ...]
    crossed: Floats


@dataclass(frozen=True)
class _Matching:
    """For one way to read the crosses: its weight, and how likely each crossed-off letter stands in each cell."""

    weight: float
    crossed: NDArray[np.bool_]
    chances: Floats  # (cells, letters)


def weigh(glyphs: Sequence[Glyph], printed: str, crossed: Floats) -> Weighed:
    """Letters played and the probabilities that printed letters are crossed off, each weighed by the other."""
    chances = np.array([[dict(glyph.ranking).get(letter, 0.0) for letter in LETTERS] for glyph in glyphs])
    tried = (_matched(chances, printed, reading, p) for reading, p in _readings(crossed))
    found = [matching for matching in tried if matching is not None]
    if not found:
        return Weighed(tuple(glyphs), crossed)
    plain = 1 - HONEST  # the letters as read, the crosses as read
    total = plain + sum(matching.weight for matching in found)
    weighed, marks = chances * plain / total, crossed * plain / total
    for matching in found:
        weighed = weighed + matching.chances * (matching.weight / total)
        marks = marks + matching.crossed * (matching.weight / total)
    rest = [[(s, p * plain / total) for s, p in glyph.ranking if s not in LETTERS] for glyph in glyphs]
    return Weighed(tuple(_ranked(row, others) for row, others in zip(weighed, rest, strict=True)), marks)


def _readings(crossed: Floats) -> list[tuple[NDArray[np.bool_], float]]:
    """The ways to read the crosses, with their probabilities."""
    doubt = np.minimum(crossed, 1 - crossed)
    open_ = [int(at) for at in np.argsort(-doubt)[:MOST_DOUBTED] if doubt[at] > 1 - SURE]
    found = []
    for values in product((True, False), repeat=len(open_)):
        reading = crossed > 0.5
        reading[open_] = values
        p = np.prod([crossed[at] if value else 1 - crossed[at] for at, value in zip(open_, values, strict=True)])
        found.append((reading, float(p)))
    return found


def _matched(chances: Floats, printed: str, reading: NDArray[np.bool_], p: float) -> _Matching | None:
    """All ways to match letters and crosses; None where there are more crosses than letters, or none."""
    items = [LETTERS.index(printed[at]) for at in np.flatnonzero(reading)]
    cells, count = len(chances), len(items)
    if not 0 < count <= cells or count > 16:
        return None
    likelihood = (chances * len(LETTERS))[:, items] + LEAST
    before = _sums(likelihood)
    after = _sums(likelihood[::-1])
    total = float(before[-1][-1])
    ways = sum((-1) ** k * comb(count, k) * (count - k) ** cells for k in range(count + 1))
    own = np.zeros_like(chances)
    for item, row in zip(items, _marginals(likelihood, before, after).T, strict=True):
        own[:, item] += row / total
    return _Matching(
        HONEST * p * AGAIN ** (cells - count) * total / ways, reading, own / own.sum(axis=1, keepdims=True)
    )


def _sums(likelihood: Floats) -> list[Floats]:
    """After each cell: for every set of items, the sum over all ways in which just these were used so far."""
    count = likelihood.shape[1]
    sets = np.arange(1 << count)
    found = [np.zeros(1 << count)]
    found[0][0] = 1.0
    for row in likelihood:
        sums = found[-1] * _subset_sums(row)  # one that was used before
        for item in range(count):
            with_item = sets[sets >> item & 1 == 1]
            sums[with_item] += found[-1][with_item ^ 1 << item] * row[item]
        found.append(sums)
    return found


def _subset_sums(row: Floats) -> Floats:
    """The sum of the values in every set of items."""
    sums = np.zeros(1)
    for value in row:
        sums = np.concatenate([sums, sums + value])
    return sums


def _marginals(likelihood: Floats, before: list[Floats], after: list[Floats]) -> Floats:
    """For each cell and item, the sum over all ways in which the cell has the item.

    The sets of cells before and behind may overlap: what counts is that with the item they make up all.
    """
    cells, count = likelihood.shape
    found = np.zeros((cells, count))
    for cell in range(cells):
        front, back = _unions(before[cell], count), _unions(after[cells - 1 - cell], count)
        covered = _moebius(front * back, count)  # sums over pairs of sets whose union is each set
        everything = (1 << count) - 1
        for item in range(count):
            found[cell, item] = likelihood[cell, item] * (covered[everything] + covered[everything ^ 1 << item])
    return found


def _unions(values: Floats, count: int) -> Floats:
    """For every set, the sum over its subsets."""
    sums = values.copy()
    for item in range(count):
        parts = sums.reshape(-1, 2, 1 << item)  # without the item, with it
        parts[:, 1] += parts[:, 0]
    return sums


def _moebius(sums: Floats, count: int) -> Floats:
    """The reverse of `_unions`."""
    values = sums.copy()
    for item in range(count):
        parts = values.reshape(-1, 2, 1 << item)
        parts[:, 1] -= parts[:, 0]
    return values


def _ranked(row: Floats, others: list[tuple[str, float]]) -> Glyph:
    ranking = [(letter, float(p)) for letter, p in zip(LETTERS, row, strict=True) if p > 0] + others
    total = sum(p for _, p in ranking)
    return Glyph(tuple(sorted(((symbol, p / total) for symbol, p in ranking), key=lambda item: -item[1])))
