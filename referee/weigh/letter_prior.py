"""The prior of each symbol, how often it occurs on finished sheets, combined with what was read.

The reader assumes a uniform prior. The dice do not: J, Q, X and Y are on none of them, and players choose letters that
make words. A shape halfway between a T and a J is a T. No word list is involved.
"""

from collections.abc import Sequence
from operator import itemgetter

from scanner.values import Glyph

# Shares in percent, about as in short words of the four languages; letters on no die less.
SHARES = {
    **{"E": 13.0, "A": 9.5, "I": 7.8, "S": 7.5, "N": 7.5, "O": 6.8, "R": 6.5, "T": 6.5, "L": 5.0, "D": 3.8, "U": 3.3},
    **{"M": 3.0, "C": 3.0, "P": 2.3, "G": 2.2, "H": 2.2, "B": 1.9, "F": 1.5, "V": 1.3, "W": 1.2, "K": 0.9, "Z": 0.6},
    **{"Y": 0.8, "X": 0.4, "J": 0.4, "Q": 0.4},
    **{".": 1.0, "#": 0.5},  # a game fills all 25 cells, and who strikes a letter mostly writes another beside it
}


def weigh_by_prior(glyphs: Sequence[Glyph]) -> tuple[Glyph, ...]:
    """The rankings of the letters with the prior of each letter taken into account."""
    return tuple(_weighed(glyph) for glyph in glyphs)


def _weighed(glyph: Glyph) -> Glyph:
    belief = [(symbol, p * SHARES[symbol]) for symbol, p in glyph.ranking]
    mass = sum([p for _, p in belief])
    return Glyph(tuple(sorted([(symbol, p / mass) for symbol, p in belief], key=itemgetter(1), reverse=True)))
