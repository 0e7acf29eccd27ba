"""The sums over the likeliest grids are those over all grids, worked out here by plain loops."""

from functools import cache
from itertools import product
from math import exp, log, sqrt

import numpy as np
import pytest

import lexicons
from benchmarks.claims import claimed_lengths
from referee.inference import claims, grids, hand
from referee.inference.beliefs import Seen, Table
from referee.inference.claims import from_circle
from referee.inference.players import missed_words
from referee.inference.posterior import TEMPERATURE, TRUSTED, infer
from referee.inference.vocabulary import LETTERS, UNIGRAM, vocabulary
from scanner.values import Glyph, Reading
from scoring import STANDARD, Grid, score
from scoring.line_words import RUNS

SUPER = "SUPERTRIPHRNLOIATECTPMHHE"
Doubts = dict[int, dict[str, float]]
BLOCK: Doubts = {  # two by two
    6: {"R": 0.6, "K": 0.3, "A": 0.1},
    7: {"I": 0.5, "L": 0.4, "J": 0.1},
    11: {"N": 0.7, "M": 0.3},
    12: {"L": 0.55, "I": 0.35, "C": 0.1},
}
NINE: Doubts = {  # three by three
    **BLOCK,
    8: {"P": 0.8, "F": 0.2},
    13: {"O": 0.6, "D": 0.4},
    16: {"P": 0.85, "F": 0.15},
    17: {"E": 0.75, "F": 0.25},
    18: {"C": 0.5, "G": 0.5},
}
ROWS, COLUMNS = ("10", "6", "-", "3", "1"), ("10", "3", "6", "10", "3")
LIKES = ((6, 10, 0.8), (7, 13, 0.3), (12, 7, 0.6), (11, 0, 0.02))


def reading(doubts: Doubts, *, points: bool) -> Reading:
    letters = tuple(ranked(doubts.get(cell, {letter: 1.0})) for cell, letter in enumerate(SUPER))
    return Reading(letters, *(tuple(map(circle, line)) if points else () for line in (ROWS, COLUMNS)))


def ranked(chances: dict[str, float]) -> Glyph:
    return Glyph(tuple(sorted(chances.items(), key=lambda item: -item[1])))


def circle(text: str) -> Glyph:
    return Glyph(((text, 0.99), ("", 0.01)))


@cache
def line_log(letters: str, strengths: tuple[float, ...]) -> float:
    """How much likelier a line is as a player's than by chance, as a logarithm."""
    odds = vocabulary("en").lines(np.array([[LETTERS.index(letter) for letter in letters]])).odds[:, 0].tolist()
    mixture = 0.0
    for strength, shares in zip(strengths, grids.STRENGTHS.tolist(), strict=True):
        plain = 1 - sum(shares) + sum(share * one for share, one in zip(shares, odds, strict=True))
        mixture += strength * plain**grids.POWER
    return log(mixture)


@cache
def claimed(letters: str) -> tuple[float, ...]:
    return claimed_lengths(letters, lexicons.load("en").words, missed_words("en"))


def misread_alike(doubts: Doubts, letters: dict[int, str]) -> float:
    """How much likelier letters are that were misread alike, as a logarithm: each with the likest other one."""
    found = 0.0
    wrong = {
        cell: letter for cell, letter in letters.items() if letter != max(doubts[cell], key=doubts[cell].__getitem__)
    }
    for cell, letter in wrong.items():
        best = 0.0
        for other, same in wrong.items():
            if other != cell and same == letter:
                like = sum(sqrt(p * doubts[other].get(symbol, 0.0)) for symbol, p in doubts[cell].items())
                best = max(best, (hand.OTHERWISE + hand.ALIKE * like) / 2)
        found += best
    return found


def worked_out(
    doubts: Doubts, *, points: bool, likes: tuple[hand.Pair, ...]
) -> tuple[dict[int, float], dict[int, dict[str, float]]]:
    """The chances of totals, and of the letters of each doubtful cell, from all grids."""
    words, cells = vocabulary("en"), sorted(doubts)
    lexicon, zipf = lexicons.load("en"), lexicons.frequencies("en")
    chances = np.array([LETTERS.index(letter) for letter in SUPER])
    for cell in cells:
        by_shape = {letter: p * words.unigram[LETTERS.index(letter)] for letter, p in doubts[cell].items()}
        chances[cell] = LETTERS.index(max(by_shape, key=by_shape.__getitem__))
    first = chances.reshape(5, 5)
    strengths = grids.strengths(grids.line_odds(words.lines(np.concatenate([first, first.T]))))
    circles = [from_circle(circle(text), STANDARD.values_by_length(1)) for text in ROWS + COLUMNS]
    pairs = hand.likes(likes)
    weights: list[tuple[float, float, int, tuple[str, ...]]] = []
    for letters in product(*(doubts[cell] for cell in cells)):
        grid = list(SUPER)
        logs = 0.0
        for cell, letter in zip(cells, letters, strict=True):
            grid[cell] = letter
            logs += log(doubts[cell][letter]) + log(words.unigram[LETTERS.index(letter)])
        whole = Grid.of(grid)
        for number, line in enumerate(whole.lines):
            logs += line_log(line.letters, tuple(strengths.tolist()))
            if points:
                logs += log(sum(one * two for one, two in zip(claimed(line.letters), circles[number], strict=True)))
        by_hand = misread_alike(doubts, dict(zip(cells, letters, strict=True)))
        if pairs is not None:
            digits = np.array([[LETTERS.index(letter)] for letter in grid])
            by_hand += float(hand.likeness(digits, np.array(cells), pairs)[0])
        total = score(whole, lexicon, STANDARD, zipf).total
        weights.append((exp((logs + by_hand) / TEMPERATURE), exp(logs / TEMPERATURE), total, letters))
    trusting, plain = (sum(weight[at] for weight in weights) for at in (0, 1))
    totals: dict[int, float] = {}
    symbols: dict[int, dict[str, float]] = {cell: {} for cell in cells}
    for one, other, total, letters in weights:
        p = TRUSTED * one / trusting + (1 - TRUSTED) * other / plain
        totals[total] = totals.get(total, 0.0) + p
        for cell, letter in zip(cells, letters, strict=True):
            symbols[cell][letter] = symbols[cell].get(letter, 0.0) + p
    return totals, symbols


@pytest.mark.parametrize("points", [True, False])
@pytest.mark.parametrize("likes", [(), LIKES])
@pytest.mark.parametrize("doubts", [BLOCK, NINE])
def test_posterior_is_that_of_all_grids(doubts: Doubts, likes: tuple[hand.Pair, ...], points: bool) -> None:
    seen = Seen(reading(doubts, points=points), alike=likes)
    found = infer(seen, Table(lexicons.load, "en", side="A", languages=("en",)))
    totals, symbols = worked_out(doubts, points=points, likes=likes)
    assert dict(found.totals) == pytest.approx({total: totals[total] for total, _ in found.totals}, abs=2e-3)
    assert sum(p for _, p in found.totals) == pytest.approx(1, abs=2e-3)
    for cell, chances in symbols.items():
        assert dict(found.letters[cell].ranking) == pytest.approx(
            {letter: chances.get(letter, 0.0) for letter, _ in found.letters[cell].ranking}, abs=2e-3
        )


def test_line_odds_are_those_of_its_words() -> None:
    """A line's odds come from the chance of each word in it against chance letters."""
    words, zipf, valid = vocabulary("en"), lexicons.frequencies("en"), lexicons.load("en")
    lines = map("".join, product("QJXZV", repeat=5))
    unknown = next(line for line in lines if not any(line[a:b] in zipf or line[a:b] in valid for a, b in RUNS))
    digits = np.array([[LETTERS.index(letter) for letter in line] for line in ("SUPER", "XSUPX", unknown)])
    odds = words.lines(digits).odds
    assert odds[3, 0] > 1 > odds[3, 1] == 0
    assert odds[1, 1] > 0
    assert not odds[:, 2].any()
    assert np.isclose(words.unigram.sum(), 1)
    assert np.isclose(UNIGRAM.sum(), 1)


def test_claims_of_lines_are_those_of_the_player_model() -> None:
    words, lexicon = vocabulary("en"), lexicons.load("en")
    for line in ("SUPER", "TRIPH", "RNLOI", "ATECT", "PMHHE", "ZZAZZ"):
        digits = np.array([[LETTERS.index(letter) for letter in line]])
        expected = claimed_lengths(line, lexicon.words, missed_words("en"))
        assert words.lines(digits).claimed[0] == pytest.approx(expected)


def test_total_speaks_for_grids_that_add_up_to_it() -> None:
    """With blank circles, the written total tells which of two letters was meant."""
    doubts: Doubts = {12: {"L": 0.5, "N": 0.5}}
    letters = reading(doubts, points=False).letters
    lexicon = lexicons.load("en")
    totals = {letter: score(Grid.of(SUPER[:12] + letter + SUPER[13:]), lexicon, STANDARD).total for letter in "LN"}
    assert totals["L"] != totals["N"]
    blank = (Glyph((("", 1.0),)),) * 5
    chances = {}
    for letter, total in totals.items():
        written = Reading(letters, blank, blank, Glyph(((str(total), 1.0),)))
        found = infer(Seen(written), Table(lexicons.load, "en", side="A", languages=("en",)))
        chances[letter] = dict(found.letters[12].ranking)["L"]
    assert chances["L"] > chances["N"] + 0.05
    assert claims.written(Reading(letters), STANDARD).any is False
