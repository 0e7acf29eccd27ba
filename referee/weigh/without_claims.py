"""How well letter shapes alone support a total, without the player's claims: players gain from what they claim."""

from collections.abc import Sequence

import numpy as np

from lexicons import Lexicon
from scanner.values import Glyph
from scoring import Rules
from scoring.bulk import grid_totals, line_lengths
from scoring.doubts import DIGITS

CLEAR = 0.99  # a letter whose shape alone is this sure needs no claims
MIN_ALONE = 0.51  # below it the total rests on claims more than on the shape; tuned by `benchmarks.claims --cheat`
MOST_BELIEVED = 0.6  # cap on the probability of a letter that rests on claims: likelier than not, and always asked
POSSIBLE = 1e-4  # symbols less probable than this by shape are not looked at


def claim_driven_cells(
    shapes: Sequence[Glyph], glyphs: Sequence[Glyph], lexicon: Lexicon, rules: Rules
) -> frozenset[int]:
    """The cells, from 0, where the total rests on the player's claims more than on the shape of the letter."""
    return frozenset(cell for cell, p in support_by_shape(shapes, glyphs, lexicon, rules).items() if p < MIN_ALONE)


def support_by_shape(
    shapes: Sequence[Glyph], glyphs: Sequence[Glyph], lexicon: Lexicon, rules: Rules
) -> dict[int, float]:
    """For each unclear cell, by number from 0, how likely its shape alone gives this total or a higher one.

    `glyphs` are the letters as judged; all other cells are taken as they were judged.
    """
    best = np.array([DIGITS[glyph.symbol] for glyph in glyphs])
    cases = [
        (cell, symbol, p)
        for cell, glyph in enumerate(shapes)
        if dict(glyph.ranking).get(glyphs[cell].symbol, 0.0) < CLEAR
        for symbol, p in glyph.ranking
        if p >= POSSIBLE
    ]
    digits = np.tile(best, (len(cases) + 1, 1))
    for number, (cell, symbol, _) in enumerate(cases, 1):
        digits[number, cell] = DIGITS[symbol]
    total, *others = grid_totals(digits.reshape(-1, 5, 5), line_lengths(lexicon), rules)
    alone = {cell: 0.0 for cell, _, _ in cases}
    for (cell, _, p), other in zip(cases, others, strict=True):
        alone[cell] += p if other >= total else 0.0
    return alone


def capped(read: Sequence[Glyph], weighed: Sequence[Glyph], cells: frozenset[int]) -> tuple[Glyph, ...]:
    """The weighed letters, capped in these cells so that a person is asked."""
    return tuple(
        _capped(one, other) if cell in cells else other
        for cell, (one, other) in enumerate(zip(read, weighed, strict=True))
    )


def _capped(read: Glyph, weighed: Glyph) -> Glyph:
    best = weighed.symbol
    others = [(symbol, p) for symbol, p in read.ranking if symbol != best and p > 0]
    share = (1 - min(weighed.p, MOST_BELIEVED)) / (sum(p for _, p in others) or 1.0)
    return Glyph(((best, min(weighed.p, MOST_BELIEVED)), *((symbol, p * share) for symbol, p in others)))
