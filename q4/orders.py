"""What any order of play allows on a finished sheet: exact searches.

A sheet shows which dots were filled, not in which order its letters came. Filled dots in a line make chains; at a
competitive table a word of a chain is scored in the turn of its last letter, if it fills a dot. So what matters of a
position is which letters of the chains stand and which of their dots are filled. Chains that share no letter are
independent of each other, as long as nothing is known of the score in between. Scores are sets: bit n stands for n.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from q4.chains import Chain, sum_bits
from q4.scores import Numbers, Steps, members

Scores = NDArray[np.uint64]  # a row for each state, a column for each 64 scores
Options = dict[tuple[int, bool], set[int]]  # (dots after a turn, bonus earned) → points
Moves = list[tuple[int, int]]  # bits of a state that change, points
WORD = 64  # bits in a column


def totals(chains: Sequence[Chain]) -> tuple[int, ...]:
    """Every sum of points, bonus included, penalties not, that an order of play allows at a competitive table.

    Of chains of which each dot lies in a word: every order of play can then fill them all.
    """
    sums = {0}
    for part in _components(chains):
        sums = {one + other for one in sums for other in _component_totals(tuple(part))}
    return tuple(sorted(sums))


@lru_cache(maxsize=256)
def _component_totals(chains: tuple[Chain, ...]) -> tuple[int, ...]:
    """The totals of chains that share letters; kept, as other readings of a sheet leave most chains as they are."""
    return _Search(chains).totals()


@lru_cache(maxsize=64)
def chain_ends(chains: tuple[Chain, ...], steps: Steps, idle: int) -> tuple[tuple[int, ...], int]:
    """At which of the circled numbers a game can end that passed all of them, and the highest one it reaches.

    `idle`: how many letters stand in no chain; their rounds bring no points, but may lose some.
    """
    return _Search(chains).ends(steps, idle) if steps.possible else ((), 0)


def _components(chains: Sequence[Chain]) -> list[list[Chain]]:
    """The chains in groups that share letters."""
    groups: list[list[Chain]] = []
    for chain in chains:
        near = [group for group in groups if any(set(chain.cells) & set(other.cells) for other in group)]
        groups = [group for group in groups if group not in near] + [
            [chain, *(other for part in near for other in part)]
        ]
    return groups


def _turn(chain: Chain, filled: int, dots: int, place: int) -> Options:
    """Everything that may be scored in a chain in the turn of its letter at a place; `filled` includes it."""
    usable = [word for word in chain.words if word.cells >> place & 1 and not word.cells & ~filled]
    found: Options = {(dots, False): {0}}
    waiting = [(dots, False)]
    while waiting:
        state = waiting.pop()
        for word in usable:
            if not word.dots & ~state[0]:
                continue
            after = state[0] | word.dots, state[1] or word.bonus
            known = found.setdefault(after, set())
            new = {points + word.points for points in found[state]} - known
            if new:
                known |= new
                waiting.append(after)
    return found


class _Search:
    """The states of some chains: a bit for each letter, the dots of each chain, then what a walk keeps."""

    def __init__(self, chains: Sequence[Chain]) -> None:
        self.chains = chains
        self.cells = sorted({cell for chain in chains for cell in chain.cells})
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        ends = np.cumsum([len(self.cells), *(len(chain.cells) - 1 for chain in chains)]).tolist()
        self.offsets, self.top = ends[:-1], int(ends[-1])
        self.own = [[n for n, chain in enumerate(chains) if cell in chain.cells] for cell in self.cells]
        self.masks = [self._mask(one) for one in range(len(chains))]
        self.relevant = [sum_bits(self.masks[one] for one in own) for own in self.own]
        self.known: dict[tuple[int, int, int], list[tuple[int, bool, set[int]]]] = {}

    def _mask(self, one: int) -> int:
        """The bits of a state that belong to a chain."""
        letters = sum(1 << self.number[cell] for cell in self.chains[one].cells)
        return letters | self.chains[one].all_dots << int(self.offsets[one])

    def totals(self) -> tuple[int, ...]:
        """The totals over all orders of the letters."""
        lines = sum(sum(range(2, len(chain.cells) + 1)) for chain in self.chains)  # shorter words first bring most
        columns = (lines + len(self.cells)) // WORD + 1
        states, scores = np.zeros(1, np.int64), np.zeros((1, columns), np.uint64)
        scores[0, 0] = 1
        for _ in self.cells:
            parts = [self._turns(number, states) for number in range(len(self.cells))]
            source, after, gain = (np.concatenate(column) for column in zip(*parts, strict=True))
            states, scores = _merged(after, _shifted(scores[source], gain))
        return members(np.bitwise_or.reduce(scores))

    def ends(self, steps: Steps, idle: int) -> tuple[tuple[int, ...], int]:
        """The walk over scores that are circled; see `chain_ends`."""
        base, highest = 1 << self.top, 0
        walks = self._rested(steps.start(base), steps, idle)
        for _ in self.cells:
            parts = [self._turns(number, walks) for number in range(len(self.cells))]
            _, after, gain = (np.concatenate(column) for column in zip(*parts, strict=True))
            walks = np.unique(np.concatenate([steps.after(after, gain, losing, base) for losing in (0, 1)]))
            walks = self._rested(walks, steps, idle)
            highest = max(highest, steps.highest(walks, base))
        return steps.ends(walks, base), highest

    def _rested(self, walks: Numbers, steps: Steps, idle: int) -> Numbers:
        """The walks, and those after rounds that only lost a point."""
        for _ in range(min(idle, steps.penalties)):
            after = steps.after(walks, np.zeros(len(walks), np.int64), 1, 1 << self.top)
            walks = np.unique(np.concatenate([walks, after]))
        return walks

    def _turns(self, number: int, states: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """The turn of one letter from all states in which it is missing: which of them, state after, points."""
        missing = states >> number & 1 == 0
        keys, kind = np.unique(states[missing] & self.relevant[number], return_inverse=True)
        moves = [self._moves(int(key), number) for key in keys]
        counts = np.array([len(own) for own in moves], np.int64)
        flat = np.array([move for own in moves for move in own], np.int64).reshape(-1, 2)
        each = counts[kind]
        source = np.repeat(np.flatnonzero(missing), each)
        first = np.repeat((np.cumsum(counts) - counts)[kind], each)
        change, gain = flat[first + np.arange(len(source)) - np.repeat(np.cumsum(each) - each, each)].T
        return source, states[source] ^ change, gain

    def _moves(self, state: int, number: int) -> Moves:
        """What the turn of a letter can change, and the points it brings; at most one bonus point."""
        reached: dict[tuple[int, bool], set[int]] = {(1 << number, False): {0}}
        for one in self.own[number]:
            longer: dict[tuple[int, bool], set[int]] = {}
            for (change, earned), points in reached.items():
                for own_change, bonus, more in self._chain_turns(state, number, one):
                    sums = {one + other for one in points for other in more}
                    longer.setdefault((change ^ own_change, earned or bonus), set()).update(sums)
            reached = longer
        return sorted({(change, one + bonus) for (change, bonus), points in reached.items() for one in points})

    def _chain_turns(self, state: int, number: int, one: int) -> list[tuple[int, bool, set[int]]]:
        """The same for one chain, by what matters to it."""
        key = number, one, state & self.masks[one]
        if key not in self.known:
            self.known[key] = self._new_chain_turns(state, number, one)
        return self.known[key]

    def _new_chain_turns(self, state: int, number: int, one: int) -> list[tuple[int, bool, set[int]]]:
        """When its last letter stands, the dots of a chain are all filled and of no more interest."""
        chain, offset = self.chains[one], self.offsets[one]
        place = chain.cells.index(self.cells[number])
        filled = sum((state >> self.number[cell] & 1) << at for at, cell in enumerate(chain.cells)) | 1 << place
        dots = state >> offset & chain.all_dots
        done = filled == (1 << len(chain.cells)) - 1
        turns = []
        for (after, bonus), points in _turn(chain, filled, dots, place).items():
            if done and not chain.free and after != chain.all_dots:
                continue
            turns.append((((0 if done else after) ^ dots) << offset, bonus, points))
        return turns


def _shifted(scores: Scores, gain: Numbers) -> Scores:
    """Scores with points added."""
    up = gain.astype(np.uint64)[:, None]
    found = scores << up
    over = np.where(up > 0, scores >> (np.uint64(WORD) - np.maximum(up, np.uint64(1))), np.uint64(0))
    found[:, 1:] |= over[:, :-1]
    return found


def _merged(states: Numbers, scores: Scores) -> tuple[Numbers, Scores]:
    """Each state once, with all its scores."""
    order = np.argsort(states, kind="stable")
    states = states[order]
    starts = np.flatnonzero(np.concatenate([[True], states[1:] != states[:-1]]))
    return states[starts], np.bitwise_or.reduceat(scores[order], starts, axis=0)
