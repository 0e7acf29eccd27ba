"""Circled numbers as a walk: the scores of all rounds, if every round's score was circled."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

BELOW = 8  # points below zero that are still followed; no such number is printed
SCORES = 128  # no sheet reaches 120: 72 points of letters and 14 of bonus are the most
ROUNDS = 14  # and as many different scores at most
LOST = 16  # points lost are counted below this


def members(scores: NDArray[Any] | int) -> tuple[int, ...]:
    """The numbers whose bits are set, in one number or in columns of 64."""
    value = scores if isinstance(scores, int) else sum(int(part) << 64 * at for at, part in enumerate(scores))
    return tuple(number for number in range(value.bit_length()) if value >> number & 1)


@dataclass(frozen=True)
class Steps:
    """The circled numbers, and how many points were lost on the way.

    A walk is one number: what it stands on (below `base`), the points lost so far, the circles passed, the score.
    """

    circled: tuple[int, ...]
    penalties: int

    def start(self, base: int) -> Numbers:
        """Before the first round: no points."""
        return np.array([base * LOST * (1 << ROUNDS) * BELOW], np.int64)

    def after(self, walks: Numbers, gain: Numbers, losing: int, base: int) -> Numbers:
        """The walks after a round that brings such points and loses one or none, as far as there are any: to a
        circled number or one that is not printed, past no number that cannot be reached any more by losing points."""
        lost = walks // base % LOST + losing
        passed = walks // (base * LOST) % (1 << ROUNDS)
        before = walks // (base * LOST << ROUNDS)
        score = before + gain - losing
        own, needed = self._tables()
        fits = (lost <= self.penalties) & (score >= 0) & (score < SCORES)
        at = np.where(fits, score, 0)
        now = passed | np.maximum(own[at], 0)
        below = needed[np.clip(at - (self.penalties - lost), 0, SCORES - 1)]
        fits &= ((own[at] >= 0) | (score == before)) & (now & below == below)
        found: Numbers = walks % base + base * (lost + LOST * (now + (at << ROUNDS)))
        return found[fits]

    def ends(self, walks: Numbers, base: int) -> tuple[int, ...]:
        """The scores of the walks that passed every circle and lost as many points as said."""
        passed = walks // (base * LOST) % (1 << ROUNDS)
        whole = (passed == self._tables()[1][-1]) & (walks // base % LOST == self.penalties)
        return tuple(sorted({int(score) - BELOW for score in walks[whole] // (base * LOST << ROUNDS)}))

    def highest(self, walks: Numbers, base: int) -> int:
        """The highest score of any walk."""
        return int((walks // (base * LOST << ROUNDS)).max(initial=BELOW)) - BELOW

    @property
    def possible(self) -> bool:
        """Whether so few numbers are circled that each can be the score of a round, and so few points lost."""
        return sum(number > 0 for number in self.circled) <= ROUNDS and self.penalties < LOST

    def _tables(self) -> tuple[Numbers, Numbers]:
        """For each score, its circle as a bit, 0 where none is printed, -1 where it is not circled; and the circles
        below it."""
        circles = [number + BELOW for number in self.circled if number > 0]
        own = np.full(SCORES, -1, np.int64)
        own[: BELOW + 1] = 0
        own[circles] = [1 << at for at in range(len(circles))]
        return own, np.array([sum(1 << at for at, c in enumerate(circles) if c < score) for score in range(SCORES)])


def ends_of_any_rounds(steps: Steps, rounds: int) -> tuple[tuple[int, ...], int]:
    """At which scores a game can end that passed all circles, whatever its words, and the highest it reaches."""
    walks, gains = steps.start(1), np.array([0, *range(2, SCORES)])  # no word brings one point
    for _ in range(rounds):
        each, gain = np.repeat(walks, len(gains)), np.tile(gains, len(walks))
        walks = np.unique(np.concatenate([steps.after(each, gain, losing, 1) for losing in (0, 1)]))
    return steps.ends(walks, 1), steps.highest(walks, 1)
