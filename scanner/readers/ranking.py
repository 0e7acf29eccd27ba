"""Network answers to ranked symbols."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from scanner.values import Glyph

Floats = NDArray[np.float32]

KEPT = 10  # symbols of a ranking; the rest is below any doubt worth asking about
TRAINED_SMALL = 0.25  # share of small letters among the cells the network was trained on
SMALL_PRIOR, CAPITAL_PRIOR = 0.5, 2.5  # cells' worth of belief, before a sheet is seen, in either way of writing


def softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    chances: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return chances


def ranked(symbols: Sequence[str], chances: Floats) -> Glyph:
    """The likeliest symbols, best first."""
    order = np.argsort(-chances, kind="stable")[:KEPT]
    return Glyph(tuple((symbols[at], float(chances[at])) for at in order))


def fold_cases(symbols: Sequence[str], chances: Floats) -> tuple[tuple[str, ...], Floats]:
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
    weighed = chances * np.where(small, share / TRAINED_SMALL, np.where(capitals, (1 - share) / (1 - TRAINED_SMALL), 1.0))
    names = tuple(dict.fromkeys(symbol.upper() for symbol in symbols))
    folded = np.zeros((len(chances), len(names)), np.float32)
    for at, symbol in enumerate(symbols):
        folded[:, names.index(symbol.upper())] += weighed[:, at]
    return names, folded / folded.sum(1, keepdims=True)


def number_ranking(logits: Floats) -> Glyph:
    """The likeliest entries from five logits of the kind (nothing, dash, one to three digits) and ten per digit."""
    kind = softmax(logits[:5])
    digits = [softmax(logits[5 + 10 * place : 15 + 10 * place]) for place in range(3)]
    best = [np.argsort(-digit, kind="stable")[:4] for digit in digits]
    entries = {"": float(kind[0]), "-": float(kind[1])}
    for length in (1, 2, 3):
        for places in product(*best[:length]):
            if length > 1 and places[0] == 0:
                continue
            chance = float(kind[1 + length])
            for digit, at in zip(digits, places, strict=False):
                chance *= float(digit[at])
            entries["".join(str(at) for at in places)] = chance
    order = sorted(entries.items(), key=lambda entry: -entry[1])
    total = sum(entries.values())
    return Glyph(tuple((text, chance / total) for text, chance in order[:KEPT]))
