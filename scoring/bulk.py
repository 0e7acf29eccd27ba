"""Many grids at once: the totals of whole arrays, from tables of the valid words."""

from collections.abc import Callable, Container, Hashable, Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.grid import EMPTY, ILLEGIBLE, LETTERS, SIZE
from scoring.line_words import SHORTEST, longest
from scoring.rules import Rules
from scoring.scoring_errors import BadGrid

BASE = len(LETTERS) + 1
BLANK = len(LETTERS)  # the digit of an empty or illegible cell
WEIGHTS = BASE ** np.arange(SIZE - 1, -1, -1)  # of the five digits of a line in its code
FOREIGN = 255
CHUNK = 1 << 13  # grids a step: the working arrays stay in the cache and memory stays flat

Numbers = NDArray[np.intp]
Lengths = NDArray[np.uint8]
LengthsOf = Callable[[Numbers], Lengths]  # from codes of lines to the lengths of their longest words


def score_many(grids: NDArray[np.uint8], lexicon: Container[str], rules: Rules) -> NDArray[np.int64]:
    """The totals of grids uint8[N, 5, 5]: character codes (A to Z, `.` empty, `#` illegible) or 0 to 25 for A to Z."""
    lengths_of = line_lengths(lexicon)
    totals = np.empty(len(grids), np.int64)
    for start in range(0, len(grids), CHUNK):
        totals[start : start + CHUNK] = grid_totals(_digits(grids[start : start + CHUNK]), lengths_of, rules)
    return totals


def grid_totals(digits: NDArray[np.integer[Any]], lengths_of: LengthsOf, rules: Rules) -> Numbers:
    """The totals of grids given as digits 0 to 26."""
    codes = np.zeros((2 * SIZE, len(digits)), np.intp)
    for place in range(SIZE):
        codes *= BASE
        codes[:SIZE] += digits[:, :, place].T
        codes[SIZE:] += digits[:, place, :].T
    lengths = lengths_of(codes)
    totals: Numbers = np.where((lengths > 0).all(axis=0), rules.full_house, 0)
    points = np.array(rules.points)
    for line in range(2 * SIZE):
        totals += rules.factor(line % SIZE + 1) * points[lengths[line]]
    return totals


def line_lengths(lexicon: Container[str]) -> LengthsOf:
    """A function from the codes of lines to the lengths of their longest valid words."""
    words = getattr(lexicon, "words", lexicon)
    if not isinstance(words, Iterable):
        return Asked(lexicon)
    return _kept_table(lexicon) if isinstance(lexicon, Hashable) else LineTable(words)


class LineTable:
    """Word lengths looked up in a table of all lines."""

    def __init__(self, words: Iterable[str]) -> None:
        by_length = _codes_by_length(words)
        best: Lengths = np.zeros(BASE, np.uint8)
        for length in range(SHORTEST, SIZE + 1):
            # The best word in abcd is abcd itself or the best word in abc or in bcd.
            longer = np.repeat(best, BASE).reshape(BASE, -1)
            best = np.maximum(longer, best, out=longer).ravel()
            best[by_length[length]] = length
        self._best = best

    def __call__(self, codes: Numbers) -> Lengths:
        """The lengths of the longest words in lines."""
        return self._best.take(codes)


class Asked:
    """Word lengths from a lexicon that cannot list its words: each different line is judged once."""

    def __init__(self, lexicon: Container[str]) -> None:
        self._lexicon = lexicon
        self._known: dict[int, int] = {}

    def __call__(self, codes: Numbers) -> Lengths:
        """The lengths of the longest words in lines."""
        different, where = np.unique(codes, return_inverse=True)
        for code in different.tolist():
            if code not in self._known:
                self._known[code] = longest(_text(code), self._lexicon)
        lengths = np.array([self._known[code] for code in different.tolist()], np.uint8)
        return lengths[where].reshape(codes.shape)


@lru_cache(maxsize=4)
def _kept_table(lexicon: Any) -> LineTable:
    """The tables of a lexicon that does not change."""
    return LineTable(getattr(lexicon, "words", lexicon))


def _codes_by_length(words: Iterable[str]) -> list[Numbers]:
    """The codes of the words that fit into a line, by their length."""
    by_length: list[list[str]] = [[] for _ in range(SIZE + 1)]
    for word in words:
        if len(word) <= SIZE and word.isascii() and word.isalpha() and word.isupper():
            by_length[len(word)].append(word)
    codes = []
    for length, found in enumerate(by_length):
        letters = np.frombuffer("".join(found).encode(), np.uint8).reshape(len(found), length)
        codes.append((letters.astype(np.intp) - ord(LETTERS[0])) @ WEIGHTS[SIZE - length :])
    return codes


def _text(code: int) -> str:
    """The five symbols of a line's code."""
    return "".join((LETTERS + EMPTY)[code // weight % BASE] for weight in WEIGHTS.tolist())


def _digits(grids: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The cells as digits 0 to 26."""
    if grids.ndim != 3 or grids.shape[1:] != (SIZE, SIZE) or grids.dtype != np.uint8:
        raise BadGrid(f"An array {grids.dtype}{list(grids.shape)} is not uint8[N, 5, 5].")
    digits: NDArray[np.uint8] = _digit_of_byte()[grids]
    if (digits == FOREIGN).any():
        grid, row, column = np.argwhere(digits == FOREIGN)[0]
        raise BadGrid(f"Grid {grid}, row {row + 1}, letter {column + 1}: {grids[grid, row, column]} is not a letter.")
    return digits


@lru_cache(maxsize=1)
def _digit_of_byte() -> NDArray[np.uint8]:
    """The digit of each byte; letters may come as characters or as 0 to 25, which never collide."""
    table = np.full(256, FOREIGN, np.uint8)
    for digit, letter in enumerate(LETTERS):
        table[[digit, ord(letter), ord(letter.lower())]] = digit
    table[[ord(EMPTY), ord(ILLEGIBLE)]] = BLANK
    return table
