"""Filled dots in a line make chains of letters; the words in them are what may have been scored."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_

from q4.board import RUNS, Run


@dataclass(frozen=True)
class Word:
    """A run of a chain that may be scored: bits of its cells and dots in the chain, whether it earns the bonus."""

    cells: int
    dots: int
    points: int
    bonus: bool


@dataclass(frozen=True)
class Chain:
    """Letters of a line that filled dots connect, and the words in it that count; `free`: dots may stay open."""

    cells: tuple[int, ...]
    words: tuple[Word, ...]
    free: bool = False

    @property
    def all_dots(self) -> int:
        """All its dots as bits."""
        return (1 << len(self.cells) - 1) - 1


def chains_of(
    dots: int, letters: Mapping[int, str], words: Container[str], is_bonus: Callable[[int], bool], free: bool = False
) -> tuple[list[Chain], list[Run]]:
    """The chains of some dots, and the runs in which a dot lies in no word of the list.

    In such a run some word outside the list was scored: any part of it with such a dot may have been it.
    """
    chains, unlisted = [], []
    for chain in maximal_runs(dots):
        parts = [run for run in RUNS if not run.dots & ~chain.dots]
        valid = [run for run in parts if _is_word(run, letters, words)]
        uncovered = chain.dots & ~sum_bits(run.dots for run in valid)
        if uncovered:
            unlisted.append(chain)
        stood = [run for run in parts if run in valid or run.dots & uncovered]
        chains.append(Chain(chain.cells, tuple(_local(run, chain, is_bonus) for run in stood), free))
    return chains, unlisted


def maximal_runs(dots: int) -> list[Run]:
    """The runs of which all dots are filled and that are no part of a longer such run."""
    filled = [run for run in RUNS if not run.dots & ~dots]
    return [run for run in filled if not any(run.dots & ~other.dots == 0 and run != other for other in filled)]


def _is_word(run: Run, letters: Mapping[int, str], words: Container[str]) -> bool:
    text = "".join(letters[cell] for cell in run.cells)
    return text in words or text[::-1] in words


def sum_bits(parts: Iterable[int]) -> int:
    """All bits that any of some numbers has."""
    return reduce(or_, parts, 0)


def _local(run: Run, chain: Run, is_bonus: Callable[[int], bool]) -> Word:
    start, size = chain.cells.index(run.cells[0]), len(run.cells)
    return Word(((1 << size) - 1) << start, ((1 << size - 1) - 1) << start, size, any(map(is_bonus, run.cells)))
