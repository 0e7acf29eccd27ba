"""The valid words in a line."""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from scoring.grid import EMPTY, SIZE, Line

SHORTEST = 2
NOT_KNOWN: Mapping[str, float] = {}
# Where the runs of a line begin and end, longest first, then from the left.
RUNS = tuple((start, start + length) for length in range(SIZE, SHORTEST - 1, -1) for start in range(SIZE - length + 1))


@dataclass(frozen=True)
class Candidate:
    """A valid word in a line and where it starts, counted from 1."""

    word: str
    start: int


@dataclass(frozen=True)
class Judged:
    """A line with the word that scores, if any, and all valid words in it: longest first, then commonest first."""

    line: Line
    word: str | None = None
    start: int | None = None
    candidates: tuple[Candidate, ...] = ()


def judge(line: Line, lexicon: Container[str], common: Mapping[str, float] = NOT_KNOWN) -> Judged:
    """Find every valid word in a line; the longest scores, of equally long ones the commonest, then the first.

    `common` says how common words are, as far as that is known.
    """
    letters = line.letters
    valid = (
        Candidate(letters[start:end], start + 1)
        for start, end in RUNS
        if EMPTY not in letters[start:end] and letters[start:end] in lexicon
    )
    found = tuple(sorted(valid, key=lambda one: (-len(one.word), -common.get(one.word, 0.0), one.start)))
    return Judged(line, found[0].word, found[0].start, found) if found else Judged(line)


def longest(letters: str, lexicon: Container[str]) -> int:
    """The length of the longest valid word in five letters; 0 where there is none."""
    for start, end in RUNS:
        run = letters[start:end]
        if run.isalpha() and run in lexicon:
            return end - start
    return 0
