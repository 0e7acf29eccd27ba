"""Network answers to ranked symbols."""

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scanner.values import Glyph

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

KEPT = 10  # values of a number's ranking; letters keep all, as even their smallest chances add up over a sheet
LINE_POINTS = frozenset({"0", "1", "2", "3", "6", "10", "12", "20"})
HIGHEST_TOTAL = 130
ENTRIES = ("", "-", *(str(number) for number in range(1000)))
UNUSUAL = 0.2  # odds of a number that a box cannot hold, against one that it can
UNUSUAL_POINTS = 0.05  # the same in a circle: there are few points that a line can have
TRAINED_SMALL = 0.25  # share of small letters among the cells the network was trained on
STRUCK_PRIOR = 0.1  # struck cells are rarer on sheets than among the cells the network was trained on
RARE_L = 6  # how much rarer than other small letters an l is among capitals: its writer takes it for an I, too
SMALL_PRIOR, CAPITAL_PRIOR = 0.2, 3.8  # cells' worth of belief, before a sheet is seen, in either way of writing


def softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    chances: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return chances


def ranked(symbols: Sequence[str], chances: Floats) -> Glyph:
    """The likeliest symbols, best first."""
    order = np.argsort(-chances, kind="stable")
    return Glyph(tuple(zip((symbols[at] for at in order.tolist()), chances[order].tolist(), strict=True)))


@lru_cache(maxsize=8)
def _folding(symbols: tuple[str, ...]) -> tuple[tuple[str, ...], Floats]:
    """The symbols with cases taken together, and the matrix that adds up their probabilities."""
    names = tuple(dict.fromkeys(symbol.upper() for symbol in symbols))
    matrix = np.array([[symbol.upper() == name for name in names] for symbol in symbols], np.float32)
    return names, matrix


@lru_cache(maxsize=8)
def _kinds(symbols: tuple[str, ...]) -> tuple[Mask, Mask, Mask, Mask]:
    """Which symbols are capitals, which small letters, which an l, and which stands for struck cells."""
    tests: tuple[Callable[[str], bool], ...] = (str.isupper, str.islower, "l".__eq__, "#".__eq__)
    capitals, small, bare_l, struck = (np.array([test(symbol) for symbol in symbols]) for test in tests)
    return capitals, small, bare_l, struck


def best_letter(symbols: tuple[str, ...], chances: Floats) -> Floats:
    """The probability of each cell's likeliest symbol, cases taken together."""
    best: Floats = (chances @ _folding(symbols)[1]).max(axis=1)
    return best


def fold_cases(symbols: tuple[str, ...], chances: Floats) -> tuple[tuple[str, ...], Floats]:
    """Capitals and small letters taken together, weighed by how the sheet's writer writes.

    A bare stroke is an I among capitals and as likely an L among small letters: the share of small letters on the
    sheet is estimated from all its cells, then used for each of them.
    """
    capitals, small, bare_l, struck = _kinds(symbols)
    big_sum, small_sum = chances[:, capitals].sum(1), chances[:, small].sum(1)
    share = SMALL_PRIOR / (SMALL_PRIOR + CAPITAL_PRIOR)
    for _ in range(8):
        odds_small = share / TRAINED_SMALL * small_sum
        odds_big = (1 - share) / (1 - TRAINED_SMALL) * big_sum
        written = big_sum + small_sum
        seen = written * odds_small / np.maximum(odds_small + odds_big, 1e-9)
        share = float((SMALL_PRIOR + seen.sum()) / (SMALL_PRIOR + CAPITAL_PRIOR + written.sum()))
    weight = np.where(small, share / TRAINED_SMALL, (1 - share) / (1 - TRAINED_SMALL))
    bare = share / TRAINED_SMALL
    weight[bare_l] = min(bare, bare**RARE_L)
    weight[~(small | capitals)] = 1.0
    weight[struck] = STRUCK_PRIOR
    weighed = chances * weight
    names, matrix = _folding(symbols)
    folded = weighed.astype(np.float32) @ matrix
    return names, folded / folded.sum(1, keepdims=True)


def number_rankings(logits: Floats, circles: Sequence[bool]) -> list[Glyph]:
    """The likeliest entries, each from five logits of the kind (nothing, dash, one to three digits) and ten per digit.

    In a circle the points of a line are likelier than other numbers, elsewhere totals that can occur; a number that
    is clearly written stays first all the same.
    """
    kind = softmax(logits[:, :5])
    first, second, third = (softmax(logits[:, start : start + 10]) for start in (5, 15, 25))
    tens = first[:, 1:, None] * second[:, None]
    hundreds = tens[..., None] * third[:, None, None]
    digits = (first, tens, hundreds)
    numbers = [kind[:, 2 + at, None] * part.reshape(len(logits), -1) for at, part in enumerate(digits)]
    chances = np.concatenate([kind[:, :2], *numbers], axis=1)
    chances *= np.stack([_odds(circle) for circle in circles])
    chances /= chances.sum(axis=1, keepdims=True)
    likely = np.sort(np.argpartition(chances, -KEPT, axis=1)[:, -KEPT:], axis=1)  # few of a thousand need be sorted
    by_chance = np.argsort(-np.take_along_axis(chances, likely, axis=1), axis=1, kind="stable")
    order = np.take_along_axis(likely, by_chance, axis=1)
    best = np.take_along_axis(chances, order, axis=1)
    return [
        Glyph(tuple((ENTRIES[at], p) for at, p in zip(*row, strict=True)))
        for row in zip(order.tolist(), best.tolist(), strict=True)
    ]


@lru_cache(maxsize=2)
def _odds(circle: bool) -> Floats:
    """How likely each entry is before it is seen, against the likeliest."""
    odds = np.ones(len(ENTRIES), np.float32)
    for at, entry in enumerate(ENTRIES[2:], 2):
        if circle and entry not in LINE_POINTS:
            odds[at] = UNUSUAL_POINTS ** (2 if len(entry) == 3 else 1)  # no line scores as much
        elif not circle and int(entry) > HIGHEST_TOTAL:
            odds[at] = UNUSUAL
    return odds
