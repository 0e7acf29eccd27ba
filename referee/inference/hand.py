"""One hand: what a letter tells of its likes on the same sheet, and what an answer teaches about the rest."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from referee.inference.vocabulary import BLANK, UNIGRAM

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Pair = tuple[int, int, float]  # two cells, from 0, and the probability that they hold one letter

SAME = float((UNIGRAM[:BLANK] ** 2).sum())  # probability that two cells of a sheet hold one letter, before they are seen
TRUST = 0.8  # power of a pair's odds: a comparator errs where letters are ambiguous
SUREST = 0.995  # no pair is more certain than this, either way

# Log odds added to the answered letter in another cell where an answer contradicts the reading: the base for a cell that
# was read quite differently, and the slope up to one that was read the same. Fitted on held-out hands:
# `python -m benchmarks.lookalikes`.
OTHERWISE, ALIKE = -1.1, 4.5


def nearest(cells: Ints, alike: Sequence[Pair]) -> list[tuple[int, int, float]]:
    """For each doubtful cell the pair with its nearest like, as log odds that both hold one letter; each pair once.

    The nearest is the evidence: likes err together, so that their sum would be too sure.
    """
    best: dict[int, Pair] = {}
    for one, other, p in alike:
        for cell in (one, other):
            if one != other and (cell not in best or p > best[cell][2]):
                best[cell] = (min(one, other), max(one, other), p)
    pairs = sorted({best[cell] for cell in cells.tolist() if cell in best})
    return [(one, other, _odds(p)) for one, other, p in pairs]


def _odds(p: float) -> float:
    p = min(max(p, 1 - SUREST), SUREST)
    return float(TRUST * (np.log(p / (1 - p)) - np.log(SAME / (1 - SAME))))


def likeness(digits: Ints, pairs: Sequence[tuple[int, int, float]]) -> Floats:
    """How well grids (25, N) agree with the nearest likes, as logarithms."""
    found = np.zeros(digits.shape[1])
    for one, other, odds in pairs:
        found += np.where((digits[one] == digits[other]) & (digits[one] != BLANK), odds, 0.0)
    return found


def taught(chances: Floats, answers: Mapping[int, int]) -> Floats:
    """The chances (25, 27) by shape once a person has told some symbols, by cell: those become certain, and where an
    answer contradicts the reading, cells that were read alike are read in its light. The order does not matter."""
    after = chances.copy()
    for cell, digit in sorted(answers.items()):
        if chances[cell].argmax() != digit:
            like = np.sqrt(chances * chances[cell]).sum(axis=1)
            after[:, digit] *= np.exp(OTHERWISE + ALIKE * like)
    after /= after.sum(axis=1, keepdims=True)
    for cell, digit in answers.items():
        after[cell] = 0.0
        after[cell, digit] = 1.0
    return after
