"""Letters that gain points beyond what their shape says: how far such a letter may stand unasked.

Words and points may weigh a doubtful letter. But whoever writes a letter that can be read two ways, and the points of
the better one beside it, must not win by it: the rule looks at what a letter gains, and at what speaks for it besides
words and points, its shape and its like elsewhere in this hand.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.inference import hand
from referee.inference.beam import Beam
from referee.inference.beliefs import Weighed
from referee.inference.hand import Pair
from referee.inference.vocabulary import LETTERS
from scoring import Rules
from scoring.bulk import grid_totals, line_lengths

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

SYMBOLS = LETTERS + "."
POSSIBLE = 1e-3  # symbols less probable than this by shape and hand are not looked at
CLEAR = 0.95  # a letter that shape and hand support so far needs no other support


@dataclass(frozen=True)
class Fairness:
    """How much a letter's shape and hand must say for what it gains."""

    name: str
    support: float  # least probability, by shape and hand, of the total or a higher one
    gain: int  # points from which all of it is asked for; for fewer points less in proportion

    def allows(self, one: Weighed) -> bool:
        """Whether a letter may stand unasked."""
        return one.support >= self.support * min(1.0, one.gain / self.gain)


# Points on the curve of `python -m benchmarks.inflated`: honest sheets that stand against inflated totals that stand.
FRIENDLY = Fairness("friendly", 0.18, 5)
STRICT = Fairness("strict", 0.8, 5)
PRESETS = {one.name: one for one in (FRIENDLY, STRICT)}


# How sure a total must be to stand: on 1,172 virtual sheets by 13 hands, each with and without points, 4 of 980 totals
# that stood were wrong; at 0.97 8 of 1,070. Once somebody had to be asked, the sheet is one that is hard to read.
CERTAIN, CERTAIN_ONCE_ASKED = 0.98, 0.985


def stands(certainty: float, weighed: Sequence[Weighed], preset: Fairness, *, asked: bool) -> bool:
    """Whether a total may stand without (another) question about its letters, language and side."""
    return certainty >= least_certainty(asked=asked) and not held(weighed, preset)


def least_certainty(*, asked: bool) -> float:
    """How sure a total must be to stand, somebody having been asked or not."""
    return CERTAIN_ONCE_ASKED if asked else CERTAIN


def held(weighed: Sequence[Weighed], preset: Fairness) -> tuple[Weighed, ...]:
    """The letters that may not stand unasked."""
    return tuple(one for one in weighed if not preset.allows(one))


def weighed(
    grids: Beam,
    logs: Floats,
    alike: Sequence[Pair],
    best: Ints,
    total: int,
    words: Container[str],
    rules: Rules,
    answers: Mapping[int, int],
) -> tuple[Weighed, ...]:
    """The letters whose shape and hand alone do not clearly give the total, the others being as they were judged."""
    by_shape = logs + _by_likes(logs, best, alike)
    chances = np.exp(by_shape - by_shape.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    cells = np.flatnonzero(chances[np.arange(25), best] < CLEAR)
    cells = np.array([cell for cell in cells.tolist() if cell not in answers], np.intp)
    cell, digit = np.nonzero(chances[cells] >= POSSIBLE)
    if not len(cell):
        return ()
    digits = np.tile(best, (len(cell), 1))
    digits[np.arange(len(cell)), cells[cell]] = digit
    totals = grid_totals(digits.reshape(-1, 5, 5), line_lengths(words), rules)
    found = []
    for number, at in enumerate(cells.tolist()):
        own = cell == number
        p, worth, symbols = chances[at, digit[own]], totals[own], digit[own]
        less = worth < total
        if less.any():
            likeliest = int(np.where(less, p, -1.0).argmax())
            support = float(1 - p[less].sum() / max(p.sum(), 1e-12))
            other = SYMBOLS[int(symbols[likeliest])]
            found.append(Weighed(at, SYMBOLS[int(best[at])], other, support, int(total - worth[likeliest])))
    return tuple(sorted((one for one in found if one.support < CLEAR), key=lambda one: (one.support, one.cell)))


def _by_likes(logs: Floats, best: Ints, alike: Sequence[Pair]) -> Floats:
    """What the likes of each cell say for each symbol in it, the other cells being as they were judged."""
    found = np.zeros((25, len(SYMBOLS)))
    likes = hand.likes(alike)
    if likes is not None:
        others = np.sort(logs, axis=1)[:, -2] - logs.max(axis=1)
        for cell in np.flatnonzero(others > np.log(POSSIBLE)).tolist():
            digits = np.tile(best[:, None], len(SYMBOLS))
            digits[cell] = np.arange(len(SYMBOLS))
            found[cell] = hand.likeness(digits, np.array([cell]), likes)
    return found
