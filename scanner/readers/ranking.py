"""Network answers to ranked symbols."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scanner.values import Glyph

Floats = NDArray[np.float32]

KEPT = 10  # values of a number's ranking; letters keep all, as even their smallest chances add up over a sheet
LINE_POINTS = frozenset({"0", "1", "2", "3", "6", "10", "12", "20"})
HIGHEST_TOTAL = 130
ENTRIES = ("", "-", *(str(number) for number in range(1000)))
UNUSUAL = 0.2  # odds of a number that a box cannot hold, against one that it can
UNUSUAL_POINTS = 0.05  # the same in a circle: there are few points that a line can have
TRAINED_SMALL = 0.35  # share of small letters among the letters the network was trained on (training/train.py)
STRUCK_PRIOR = 0.1  # struck cells are rarer on sheets than among the cells the network was trained on
WRITERS = ((0.003, 0.85), (0.1, 0.04), (0.5, 0.01), (0.997, 0.1))  # share of small letters, and how many write so


def softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    chances: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return chances


def log_softmax(logits: Floats) -> Floats:
    """Logarithms of the probabilities along the last axis."""
    lowered = logits - logits.max(axis=-1, keepdims=True)
    logs: Floats = lowered - np.log(np.exp(lowered).sum(axis=-1, keepdims=True))
    return logs


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


def surest(symbols: tuple[str, ...], logs: Floats) -> Floats:
    """How likely each cell's likeliest symbol is, cases taken together, before it is asked who writes."""
    highest: Floats = (np.exp(logs) @ _folding(symbols)[1]).max(axis=1)
    return highest


@lru_cache(maxsize=8)
def _ways(symbols: tuple[str, ...]) -> Floats:
    """How much likelier each kind of writer makes each symbol than the training did: (writer, symbol)."""
    small = np.array([symbol.islower() for symbol in symbols])
    capital = np.array([symbol.isupper() for symbol in symbols])
    rare = np.where(np.array(symbols) == "#", STRUCK_PRIOR, 1.0)
    rows = [
        np.where(small, share / TRAINED_SMALL, np.where(capital, (1 - share) / (1 - TRAINED_SMALL), rare))
        for share, _ in WRITERS
    ]
    return np.array(rows, np.float32)


def fold_cases(symbols: tuple[str, ...], chances: Floats) -> tuple[tuple[str, ...], Floats]:
    """Capitals and small letters taken together, weighed by how the sheet's writer writes.

    A bare stroke is an I among capitals and an L among small letters: all cells together tell which kind of writer it
    is (by Bayes' rule), and each cell is read as such a writer's.
    """
    names, matrix = _folding(symbols)
    weighed = chances[None] * _ways(symbols)[:, None]  # (writer, cell, symbol)
    seen = weighed.sum(axis=2)
    belief = np.log(np.maximum(seen, 1e-12)).sum(axis=1) + np.log([odds for _, odds in WRITERS])
    writers = softmax(belief.astype(np.float32))
    weighed *= (writers[:, None] / seen)[..., None]
    return names, weighed.sum(axis=0) @ matrix


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
