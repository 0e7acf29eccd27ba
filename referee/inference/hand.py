"""One hand: what a letter tells of its likes on the same sheet, and what an answer teaches about the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.inference.vocabulary import BLANK, UNIGRAM

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Pair = tuple[int, int, float]  # two cells, from 0, and the probability that they hold one letter

SAME = float((UNIGRAM[:BLANK] ** 2).sum())  # probability that two cells of a sheet hold one letter, unseen
TRUST = 0.3  # power of a pair's odds: a comparator errs where letters are ambiguous, and that is where it is asked
MOST = 2.0  # no pair says more than this, either way

# Log odds added to the answered letter in another cell where an answer contradicts the reading: the base for a cell
# that was read quite differently, and the slope up to one that was read the same. Fitted on held-out hands:
# `python -m benchmarks.lookalikes`.
OTHERWISE, ALIKE = -1.1, 4.5


@dataclass(frozen=True, eq=False)
class Likes:
    """The pairs of a sheet as log odds (25, 25): where both hold one letter, and where they do not."""

    same: Floats
    other: Floats


def likes(alike: Sequence[Pair]) -> Likes | None:
    """What pairs say, as log odds; None where none is known."""
    if not alike:
        return None
    same, other = np.full((25, 25), -np.inf), np.zeros((25, 25))
    for one, two, p in alike:
        if one != two:
            p = min(max(p, 1e-6), 1 - 1e-6)
            same[one, two] = same[two, one] = _bounded(TRUST * np.log(p / SAME))
            other[one, two] = other[two, one] = _bounded(TRUST * np.log((1 - p) / (1 - SAME)))
    return Likes(same, other)


def _bounded(odds: float) -> float:
    return float(min(max(odds, -MOST), MOST))


def likeness(digits: Ints, cells: Ints, pairs: Likes) -> Floats:
    """How well grids (25, N) agree with the likes of the doubtful cells, as logarithms.

    For each cell, the nearest that holds its letter speaks for it and the nearest that holds another one against it.
    The others say nothing: likes err together, so that their sum would be too sure.
    """
    found = np.zeros(digits.shape[1])
    doubtful = np.isin(np.arange(25), cells)
    for cell in cells.tolist():
        beside = np.flatnonzero(np.isfinite(pairs.same[cell]))
        if not len(beside):
            continue
        equal = digits[beside] == digits[cell]
        share = np.where(doubtful[beside], 0.5, 1.0)[:, None]  # a pair of doubtful cells is looked at from both
        near = np.where(equal, share * pairs.same[cell, beside, None], -np.inf).max(axis=0)
        far = np.where(equal, 0.0, share * pairs.other[cell, beside, None]).min(axis=0)
        found += np.where(digits[cell] == BLANK, 0.0, np.where(np.isfinite(near), near, 0.0) + far)
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
