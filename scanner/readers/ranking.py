"""Network answers to ranked symbols."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from scanner.values import Glyph

Floats = NDArray[np.float32]

KEPT = 10  # values of a number's ranking; letters keep all, as even their smallest chances add up over a sheet
LINE_POINTS = frozenset({"0", "1", "2", "3", "6", "10", "12", "20"})
HIGHEST_TOTAL = 130
UNUSUAL = 0.2  # odds of a number that a box cannot hold, against one that it can
UNUSUAL_POINTS = 0.05  # the same in a circle: there are few points that a line can have
TRAINED_SMALL = 0.25  # share of small letters among the cells the network was trained on
STRUCK_PRIOR = 0.1  # struck cells are rarer on sheets than among the cells the network was trained on
SMALL_PRIOR, CAPITAL_PRIOR = 0.2, 3.8  # cells' worth of belief, before a sheet is seen, in either way of writing


def softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    chances: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return chances


def ranked(symbols: Sequence[str], chances: Floats) -> Glyph:
    """The likeliest symbols, best first."""
    order = np.argsort(-chances, kind="stable")
    return Glyph(tuple((symbols[at], float(chances[at])) for at in order))


@lru_cache(maxsize=8)
def _folding(symbols: tuple[str, ...]) -> tuple[tuple[str, ...], Floats]:
    """The symbols with cases taken together, and the matrix that adds up their probabilities."""
    names = tuple(dict.fromkeys(symbol.upper() for symbol in symbols))
    matrix = np.array([[symbol.upper() == name for name in names] for symbol in symbols], np.float32)
    return names, matrix


def best_letter(symbols: tuple[str, ...], chances: Floats) -> Floats:
    """The probability of each cell's likeliest symbol, cases taken together."""
    best: Floats = (chances @ _folding(symbols)[1]).max(axis=1)
    return best


def fold_cases(symbols: tuple[str, ...], chances: Floats) -> tuple[tuple[str, ...], Floats]:
    """Capitals and small letters taken together, weighed by how the sheet's writer writes.

    A bare stroke is an I among capitals and as likely an L among small letters: the share of small letters on the
    sheet is estimated from all its cells, then used for each of them.
    """
    capitals = np.array([symbol.isupper() for symbol in symbols])
    small = np.array([symbol.islower() for symbol in symbols])
    big_sum, small_sum = chances[:, capitals].sum(1), chances[:, small].sum(1)
    share = SMALL_PRIOR / (SMALL_PRIOR + CAPITAL_PRIOR)
    for _ in range(8):
        odds_small = share / TRAINED_SMALL * small_sum
        odds_big = (1 - share) / (1 - TRAINED_SMALL) * big_sum
        written = big_sum + small_sum
        seen = written * odds_small / np.maximum(odds_small + odds_big, 1e-9)
        share = float((SMALL_PRIOR + seen.sum()) / (SMALL_PRIOR + CAPITAL_PRIOR + written.sum()))
    weight = np.where(small, share / TRAINED_SMALL, (1 - share) / (1 - TRAINED_SMALL))
    weight[~(small | capitals)] = 1.0
    weight[np.array(symbols) == "#"] = STRUCK_PRIOR
    weighed = chances * weight
    names, matrix = _folding(symbols)
    folded = weighed.astype(np.float32) @ matrix
    return names, folded / folded.sum(1, keepdims=True)


def number_ranking(logits: Floats, circle: bool) -> Glyph:
    """The likeliest entries from five logits of the kind (nothing, dash, one to three digits) and ten per digit.

    In a circle the points of a line are likelier than other numbers, elsewhere totals that can occur; a number that
    is clearly written stays first all the same.
    """
    kind = softmax(logits[:5])
    digits = [softmax(logits[5 + 10 * place : 15 + 10 * place]) for place in range(3)]
    best = [np.argsort(-digit, kind="stable")[:3].tolist() for digit in digits]
    entries = {"": float(kind[0]), "-": float(kind[1])}
    for length in (1, 2, 3):
        for places in product(*best[:length]):
            if length > 1 and places[0] == 0:
                continue
            text = "".join(str(at) for at in places)
            usual = text in LINE_POINTS if circle else int(text) <= HIGHEST_TOTAL
            chance = float(kind[1 + length]) * (1.0 if usual else UNUSUAL_POINTS if circle else UNUSUAL)
            if circle and length == 3:  # no line scores as much
                chance *= UNUSUAL_POINTS
            for digit, at in zip(digits, places, strict=False):
                chance *= float(digit[at])
            entries[text] = chance
    order = sorted(entries.items(), key=lambda entry: -entry[1])
    total = sum(entries.values())
    return Glyph(tuple((text, chance / total) for text, chance in order[:KEPT]))
