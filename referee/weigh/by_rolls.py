"""Doubtful letters weighed by the log of the rolls."""

from collections.abc import Sequence

from scanner.values import Glyph
from scoring import Grid, RollLog, check_rolls

CLEAR = 0.9999  # a letter this probable is left as it was read
IMPOSSIBLE = 0.02  # how much of a letter's probability remains where the rolls do not allow it: logs have slips too


def weigh_by_rolls(glyphs: Sequence[Glyph], log: RollLog, joker: bool) -> tuple[Glyph, ...]:
    """The rankings after the rolls, the most doubtful cell first, each with the others at their best."""
    weighed = list(glyphs)
    for cell in sorted(range(len(glyphs)), key=lambda cell: glyphs[cell].p):
        if weighed[cell].p >= CLEAR:
            break
        belief = {
            symbol: p * (1.0 if check_rolls(_with(weighed, cell, symbol), log, joker).possible else IMPOSSIBLE)
            for symbol, p in weighed[cell].ranking
        }
        mass = sum(belief.values())
        weighed[cell] = Glyph(tuple(sorted(((s, p / mass) for s, p in belief.items()), key=lambda item: -item[1])))
    return tuple(weighed)


def _with(glyphs: Sequence[Glyph], cell: int, symbol: str) -> Grid:
    return Grid.of(symbol if place == cell else glyph.symbol for place, glyph in enumerate(glyphs))
