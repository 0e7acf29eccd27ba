"""What each string of two to five letters is to players of a language: how often it is written, and how often claimed.

One fixed vocabulary a language, whatever list of words is in force: a list decides what counts, not what is written.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

import lexicons
from referee.inference.players import DELIBERATE, SHARES, SLIP, missed_words

BASE = 27  # digits of a cell: A to Z, and one for empty, struck or illegible
BLANK = 26
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LENGTHS = (2, 3, 4, 5)
PLACES = {2: 4, 3: 3, 4: 2, 5: 1}  # in a line, for a word of each length

# How well a word is known: half of the players know one of this Zipf frequency, rising with this width, and rare words
# are written seldom; a valid word without a frequency is taken to have the last. Fitted on simulated players' grids
# (`python -m training.fit_grids`). Strings that are common but not valid are written seldom: nobody gains by them.
KNOWN, WIDTH, RARELY, UNLISTED, INVALID = 4.2, 0.5, 0.005, 1.5, 0.05
OF_WORDS = 0.5  # share of the language's known words in how often its players write each letter; the rest is common

Floats = NDArray[np.float64]
Digits = NDArray[np.integer]

_letters = np.array([SHARES[letter] for letter in LETTERS])
#: How often each digit occurs on finished sheets.
UNIGRAM: Floats = np.append(_letters, SHARES["."] + SHARES["#"]) / (_letters.sum() + SHARES["."] + SHARES["#"])


@dataclass(frozen=True, eq=False)
class Lines:
    """What the vocabulary says of lines of five digits."""

    odds: Floats  # (4 lengths, N): how much likelier the line is where a word of this length was meant than by chance
    claimed: Floats  # (N, 5): chances that no word, or one of two to five letters, is claimed in it


class Vocabulary:
    """The strings that players of a language know."""

    def __init__(self, valid: Iterable[str], zipf: Mapping[str, float], missed: Mapping[str, float]) -> None:
        words = frozenset(word for word in valid if word.isascii() and word.isalpha() and word.isupper())
        by_length: dict[int, list[str]] = {length: [] for length in LENGTHS}
        for word in sorted(words | zipf.keys()):
            if len(word) in by_length:
                by_length[len(word)].append(word)
        self.empty = not zipf
        self._small = np.zeros(BASE**4 + BASE**3 + BASE**2, np.uint16)  # numbers of strings of up to four letters
        self._starts = {2: 0, 3: BASE**2, 4: BASE**2 + BASE**3}
        written, spelled, chances, count = list[Floats](), list[Digits](), [np.ones(1)], 1
        for length, found in by_length.items():
            digits = np.frombuffer("".join(found).encode(), np.uint8).reshape(-1, length).astype(np.intp) - ord("A")
            common = np.array([zipf.get(word, UNLISTED) for word in found])
            listed = np.array([word in words for word in found], bool)
            written.append(np.where(listed, 1.0, INVALID) * (RARELY + 1 / (1 + np.exp((KNOWN - common) / WIDTH))))
            spelled.append(digits)
            miss = np.array([missed.get(word, 1.0) for word in found])
            chances.append(np.where(listed, np.minimum(miss, 1 - DELIBERATE), miss))
            codes = _codes(digits)
            numbers = np.arange(count, count + len(found))
            if length < 5:
                self._small[self._starts[length] + codes] = numbers
            else:
                order = np.argsort(codes)
                self._five, self._number = np.append(codes[order], BASE**5), np.append(numbers[order], 0)
            count += len(found)
        self.unigram = _unigram(written, spelled)
        odds = [
            weights / max(weights.sum(), 1e-300) / self.unigram[digits].prod(axis=1)
            for weights, digits in zip(written, spelled, strict=True)
        ]
        self._odds, self._missed = np.concatenate([np.zeros(1), *odds]), np.concatenate(chances)

    def lines(self, digits: Digits) -> Lines:
        """What is known of lines (N, 5)."""
        lines = np.ascontiguousarray(digits.T, np.intp)
        count = lines.shape[1]
        odds, longer, claimed = np.zeros((4, count)), np.full(count, 1 - SLIP), np.full((count, 5), SLIP / 5)
        runs, codes = {1: lines}, lines
        for length in LENGTHS:
            codes = codes[:-1] * BASE + lines[length - 1 :]
            runs[length] = codes
        for length in (5, 4, 3, 2):
            numbers = self._numbers(runs[length], length)
            odds[length - 2] = self._odds[numbers].sum(axis=0) / PLACES[length]
            none = self._missed[numbers].prod(axis=0)
            claimed[:, length - 1] += longer * (1 - none)
            longer = longer * none
        claimed[:, 0] += longer
        return Lines(odds, claimed)

    def _numbers(self, codes: Digits, length: int) -> Digits:
        if length < 5:
            return self._small[self._starts[length] + codes]
        at = np.searchsorted(self._five, codes)
        found: Digits = np.where(self._five[at] == codes, self._number[at], 0)
        return found


def _unigram(written: list[Floats], spelled: list[Digits]) -> Floats:
    """How often players of a language write each digit: as all players do, and as its known words do."""
    counts = np.zeros(BASE)
    for weights, digits in zip(written, spelled, strict=True):
        counts += np.bincount(digits.ravel(), np.repeat(weights, digits.shape[1]), BASE)
    if not counts.any():
        return UNIGRAM
    shares = (1 - OF_WORDS) * UNIGRAM + OF_WORDS * (1 - UNIGRAM[BLANK]) * counts / counts.sum()
    shares[BLANK] = UNIGRAM[BLANK]
    found: Floats = shares / shares.sum()
    return found


def _codes(digits: Digits) -> Digits:
    codes = np.zeros(len(digits), np.intp)
    for column in digits.T:
        codes = codes * BASE + column
    return codes


@cache
def vocabulary(language: str) -> Vocabulary:
    """The vocabulary of a language; where it has no frequencies, nothing is known of its strings."""
    try:
        zipf = lexicons.frequencies(language)
    except lexicons.BrokenLexicon:
        return Vocabulary((), {}, {})
    return Vocabulary(lexicons.load(language).words, zipf, missed_words(language))
