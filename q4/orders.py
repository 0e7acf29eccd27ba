"""What any order of play allows on a finished sheet: an exact search, competitive rules.

A sheet shows which dots were filled, not in which order its letters came. Filled dots in a line make chains; a word of
a chain is scored in the turn of its last letter, if it fills a dot. So what matters of a position is which letters of
the chains stand and which of their dots are filled. Chains that share no letter are independent of each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from q4.chains import Chain, sum_bits

Numbers = NDArray[np.int64]
Options = dict[tuple[int, bool], tuple[int, int]]  # (dots after a turn, bonus earned) → fewest and most points
ChainTurn = tuple[int, bool, int, int]  # bits of a state that change, bonus earned, fewest and most points
Move = tuple[int, int, int]  # bits of a state that change, fewest and most points


@dataclass(frozen=True)
class Bounds:
    """The fewest and the most points, bonus included, penalties not, that an order of play allows."""

    least: int
    most: int


def bounds(chains: Sequence[Chain]) -> Bounds:
    """The bounds of chains of which each dot lies in a word; every order of play can then fill them all."""
    found = [_component_bounds(tuple(part)) for part in _components(chains)]
    return Bounds(sum(one.least for one in found), sum(one.most for one in found))


@lru_cache(maxsize=256)
def _component_bounds(chains: tuple[Chain, ...]) -> Bounds:
    """The bounds of chains that share letters; kept, as other readings of a sheet leave most chains as they are."""
    return _Search(chains).bounds()


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
    found: Options = {(dots, False): (0, 0)}
    waiting = [(dots, False)]
    while waiting:
        state = waiting.pop()
        low, high = found[state]
        for word in usable:
            if not word.dots & ~state[0]:
                continue
            after = state[0] | word.dots, state[1] or word.bonus
            old = found.get(after, (low + word.points, high + word.points))
            new = min(old[0], low + word.points), max(old[1], high + word.points)
            if after not in found or new != old:
                found[after] = new
                waiting.append(after)
    return found


class _Search:
    """The states of one component: a bit for each letter, then the dots of each chain."""

    def __init__(self, chains: Sequence[Chain]) -> None:
        self.chains = chains
        self.cells = sorted({cell for chain in chains for cell in chain.cells})
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        self.offsets = [len(self.cells) + 3 * number for number in range(len(chains))]
        self.own = [[n for n, chain in enumerate(chains) if cell in chain.cells] for cell in self.cells]
        self.masks = [self._mask(one) for one in range(len(chains))]
        self.relevant = [sum_bits(self.masks[one] for one in own) for own in self.own]
        self.known: dict[tuple[int, int, int], list[ChainTurn]] = {}

    def _mask(self, one: int) -> int:
        """The bits of a state that belong to a chain."""
        letters = sum(1 << self.number[cell] for cell in self.chains[one].cells)
        return letters | self.chains[one].all_dots << self.offsets[one]

    def bounds(self) -> Bounds:
        """Fewest and most points over all orders of the letters."""
        states, low, high = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64)
        for _ in self.cells:
            parts = [self._turns(number, states, low, high) for number in range(len(self.cells))]
            states, low, high = _merged(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        return Bounds(int(low.min()), int(high.max()))

    def _turns(self, number: int, states: Numbers, low: Numbers, high: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """The states after the turn of one letter, from all those in which it is missing."""
        missing = states >> number & 1 == 0
        keys, kind = np.unique(states[missing] & self.relevant[number], return_inverse=True)
        moves = [self._moves(int(key), number) for key in keys]
        counts = np.array([len(own) for own in moves], np.int64)
        flat = np.array([move for own in moves for move in own], np.int64).reshape(-1, 3)
        each = counts[kind]
        source = np.repeat(np.flatnonzero(missing), each)
        first = np.repeat((np.cumsum(counts) - counts)[kind], each)
        change, least, most = flat[first + np.arange(len(source)) - np.repeat(np.cumsum(each) - each, each)].T
        return states[source] ^ change, low[source] + least, high[source] + most

    def _moves(self, state: int, number: int) -> list[Move]:
        """What the turn of a letter can change, and the points it brings; at most one bonus point."""
        reached: dict[int, list[tuple[bool, int, int]]] = {1 << number: [(False, 0, 0)]}
        for one in self.own[number]:
            longer: dict[int, list[tuple[bool, int, int]]] = {}
            for change, points in reached.items():
                for own_change, bonus, least, most in self._chain_turns(state, number, one):
                    longer.setdefault(change ^ own_change, []).extend(
                        (earned or bonus, low + least, high + most) for earned, low, high in points
                    )
            reached = longer
        return [
            (change, min(low + bonus for bonus, low, _ in points), max(high + bonus for bonus, _, high in points))
            for change, points in reached.items()
        ]

    def _chain_turns(self, state: int, number: int, one: int) -> list[ChainTurn]:
        """The same for one chain, by what matters to it."""
        key = number, one, state & self.masks[one]
        if key not in self.known:
            self.known[key] = self._new_chain_turns(state, number, one)
        return self.known[key]

    def _new_chain_turns(self, state: int, number: int, one: int) -> list[ChainTurn]:
        """When its last letter stands, the dots of a chain are all filled and of no more interest."""
        chain, offset = self.chains[one], self.offsets[one]
        place = chain.cells.index(self.cells[number])
        filled = sum((state >> self.number[cell] & 1) << at for at, cell in enumerate(chain.cells)) | 1 << place
        dots = state >> offset & chain.all_dots
        done = filled == (1 << len(chain.cells)) - 1
        turns = []
        for (after, bonus), (least, most) in _turn(chain, filled, dots, place).items():
            if done and not chain.free and after != chain.all_dots:
                continue
            turns.append((((0 if done else after) ^ dots) << offset, bonus, least, most))
        return turns


def _merged(states: Numbers, low: Numbers, high: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Each state once, with its fewest and most points."""
    order = np.argsort(states, kind="stable")
    states = states[order]
    starts = np.flatnonzero(np.concatenate([[True], states[1:] != states[:-1]]))
    return states[starts], np.minimum.reduceat(low[order], starts), np.maximum.reduceat(high[order], starts)
