"""Many grids at once: the totals of whole arrays, from a table of all possible lines."""

from collections.abc import Container, Hashable, Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.errors import BadGrid
from scoring.grid import EMPTY, ILLEGIBLE, LETTERS, SIZE
from scoring.judge import SHORTEST, longest
from scoring.rules import Rules

BASE = len(LETTERS) + 1  # the last digit is an empty cell
FOREIGN = 255
CHUNK = 1 << 14  # grids a step: the working arrays stay in the cache and memory stays flat
FEW = 2000  # lines: below it, asking the lexicon is quicker than tabulating it

Lengths = NDArray[np.uint8]


def score_many(grids: NDArray[np.uint8], lexicon: Container[str], rules: Rules) -> NDArray[np.int64]:
    """The totals of grids uint8[N, 5, 5]: character codes (A to Z, `.` empty, `#` illegible) or 0 to 25 for A to Z."""
    digits = _digits(grids)
    lengths_of = _lengths(lexicon, len(digits) * 2 * SIZE)
    totals = np.empty(len(digits), np.int64)
    for start in range(0, len(digits), CHUNK):
        codes = _codes(digits[start : start + CHUNK])
        totals[start : start + CHUNK] = _totals(lengths_of(codes), rules)
    return totals


def line_table(lexicon: Iterable[str]) -> Lengths:
    """The length of the longest valid word in each of the 27^5 possible lines, indexed by the line's code."""
    best: Lengths = np.zeros(BASE, np.uint8)
    by_length = _words_by_length(lexicon)
    for length in range(SHORTEST, SIZE + 1):
        words = np.zeros((BASE,) * length, np.uint8)
        if by_length[length]:
            places = np.frombuffer("".join(by_length[length]).encode(), np.uint8).reshape(-1, length) - ord("A")
            words[tuple(places.T)] = length
        # The best word in abcde is abcde itself or the best word in abcd or in bcde.
        best = np.maximum(words, np.maximum(best[..., None], best[None, ...]))
    table = best.ravel()
    table.flags.writeable = False
    return table


def _words_by_length(lexicon: Iterable[str]) -> list[list[str]]:
    """The words that fit into a line, sorted by length."""
    words: list[list[str]] = [[] for _ in range(SIZE + 1)]
    for word in lexicon:
        if len(word) <= SIZE and word.isascii() and word.isalpha() and word.isupper():
            words[len(word)].append(word)
    return words


def _digits(grids: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The cells as numbers 0 to 26."""
    if grids.ndim != 3 or grids.shape[1:] != (SIZE, SIZE) or grids.dtype != np.uint8:
        raise BadGrid(f"An array {grids.dtype}{list(grids.shape)} is not uint8[N, 5, 5].")
    table = np.full(256, FOREIGN, np.uint8)
    for digit, letter in enumerate(LETTERS):
        table[[digit, ord(letter), ord(letter.lower())]] = digit
    table[[ord(EMPTY), ord(ILLEGIBLE)]] = BASE - 1
    digits: NDArray[np.uint8] = table[grids]
    if (digits == FOREIGN).any():
        grid, row, column = np.argwhere(digits == FOREIGN)[0]
        raise BadGrid(f"Grid {grid}, row {row + 1}, letter {column + 1}: {grids[grid, row, column]} is not a letter.")
    return digits


def _codes(digits: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The codes of the ten lines of each grid, rows first: int32[N, 10]."""
    wide = digits.astype(np.int32)
    codes = np.zeros((len(digits), 2 * SIZE), np.int32)
    for place in range(SIZE):
        codes[:, :SIZE] = codes[:, :SIZE] * BASE + wide[:, :, place]
        codes[:, SIZE:] = codes[:, SIZE:] * BASE + wide[:, place, :]
    return codes


def _totals(lengths: Lengths, rules: Rules) -> NDArray[np.int64]:
    """The totals from the word lengths of the ten lines of each grid."""
    factors = np.array([rules.factor(index) for index in range(1, SIZE + 1)] * 2)
    points = np.array(rules.points)[lengths] @ factors
    totals: NDArray[np.int64] = points + rules.full_house * (lengths > 0).all(axis=1)
    return totals


def _lengths(lexicon: Container[str], lines: int) -> Any:
    """A function from line codes to word lengths: a table where that pays, otherwise the lexicon asked line by line."""
    words = getattr(lexicon, "words", lexicon)
    if lines < FEW or not isinstance(words, Iterable):
        return lambda codes: _asked(codes, lexicon)
    table = _kept_table(lexicon) if isinstance(lexicon, Hashable) else line_table(words)
    return lambda codes: table[codes]


@lru_cache(maxsize=4)
def _kept_table(lexicon: Any) -> Lengths:
    """The table of a lexicon that cannot change."""
    return line_table(getattr(lexicon, "words", lexicon))


def _asked(codes: NDArray[np.int32], lexicon: Container[str]) -> Lengths:
    """The word lengths of lines, each different line judged once."""
    symbols = LETTERS + EMPTY
    different, where = np.unique(codes, return_inverse=True)
    lengths = [
        longest("".join(symbols[code // BASE**place % BASE] for place in range(SIZE - 1, -1, -1)), lexicon)
        for code in different.tolist()
    ]
    found: Lengths = np.array(lengths, np.uint8)[where].reshape(codes.shape)
    return found
