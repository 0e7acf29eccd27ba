"""One hand: what a letter tells of its likes on the same sheet, and what an answer teaches about the rest."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from referee.inference.vocabulary import BLANK
from scanner.values import Pair as Pair

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# What a letter's nearest like says for it: a power of how unlikely it is that both differ, less what a letter that has
# likes is expected to show; a letter that occurs once has nothing to show. Fitted on the 590 cells of 123 development
# sheets that were not read clearly, half against half: there likes err with the readers, so their sum is too sure.
NEAR, EXPECTED = 0.5, 0.9
SUREST = 0.9999  # no pair is more certain than this

# Log odds added to the answered letter in another cell where an answer contradicts the reading: the base for a cell
# that was read quite differently, and the slope up to one that was read the same. Fitted on held-out hands:
# `python -m benchmarks.lookalikes`.
OTHERWISE, ALIKE = -1.1, 4.5
LESS_SURE = 0.9  # power of all chances by shape for each answer that contradicted them: this hand is not read well


def likes(alike: Sequence[Pair]) -> Floats | None:
    """What each pair (25, 25) says for its cells holding one letter, as log odds; None where no pair is known."""
    if not alike:
        return None
    said = np.full((25, 25), -float(EXPECTED))
    ones, twos, chances = (np.array(column) for column in zip(*alike, strict=True))
    said[ones, twos] = said[twos, ones] = -NEAR * np.log(1 - np.clip(chances, 0.0, SUREST)) - EXPECTED
    np.fill_diagonal(said, -np.inf)
    return said


def likeness(digits: Ints, cells: Ints, pairs: Floats) -> Floats:
    """How well doubtful cells of grids (25, N) agree with the nearest like that holds their letter, as logarithms."""
    found = np.zeros(digits.shape[1])
    doubtful = np.zeros(25, bool)
    doubtful[cells] = True
    for cell in cells.tolist():
        # A pair of doubtful cells is looked at from both: half of what it says is for each.
        said = np.where(doubtful, (pairs[cell] + EXPECTED) / 2 - EXPECTED, pairs[cell])
        near = np.where(digits == digits[cell], said[:, None], -np.inf).max(axis=0)
        found += np.where(np.isfinite(near) & (digits[cell] != BLANK), near, 0.0)
    return found


def misread_alike(digits: Ints, cells: Ints, shape: Floats) -> Floats:
    """How much likelier grids (25, N) are for holding several letters that were misread alike, as logarithms.

    A hand that writes one H like an N writes the next one so too: with the first, the second is no surprise.
    """
    found = np.zeros(digits.shape[1])
    top = shape.argmax(axis=1)
    roots = np.sqrt(shape[cells])
    said = OTHERWISE + ALIKE * (roots @ roots.T)
    np.fill_diagonal(said, 0.0)
    other = [np.where(digits[cell] == top[cell], -1 - cell, digits[cell]) for cell in cells.tolist()]
    for one in range(len(cells)):
        best = np.zeros(digits.shape[1])
        for two in np.flatnonzero(said[one] > 0).tolist():
            best = np.maximum(best, np.where(other[one] == other[two], said[one, two] / 2, 0.0))
        found += best
    return found


def taught(chances: Floats, answers: Mapping[int, int]) -> Floats:
    """The chances (25, 27) by shape once a person has told some symbols, by cell: those become certain, and where an
    answer contradicts the reading, cells that were read alike are read in its light. The order does not matter."""
    surprises = sum(chances[cell].argmax() != digit for cell, digit in answers.items())
    after: Floats = chances ** (LESS_SURE**surprises)
    for cell, digit in sorted(answers.items()):
        if chances[cell].argmax() != digit:
            like = np.sqrt(chances * chances[cell]).sum(axis=1)
            after[:, digit] *= np.exp(OTHERWISE + ALIKE * like)
    after /= after.sum(axis=1, keepdims=True)
    for cell, digit in answers.items():
        after[cell] = 0.0
        after[cell, digit] = 1.0
    return after
