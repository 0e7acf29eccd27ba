"""What players write: the letters on finished sheets, and the points of the longest word that they know and see.

The dice have no J, Q, X and Y, and players choose letters that make words: a shape halfway between a T and a J is a T.
Players know common words, whether the lexicon has them or not, and overlook rare ones. The constants were fitted to
development photos (`python -m benchmarks.claims`), a little softer than the best fit: other players know other words.
"""

from functools import cache
from math import exp

import lexicons

# Shares in percent, about as in short words of the four languages; letters on no die less.
SHARES = {
    **{"E": 13.0, "A": 9.5, "I": 7.8, "S": 7.5, "N": 7.5, "O": 6.8, "R": 6.5, "T": 6.5, "L": 5.0, "D": 3.8, "U": 3.3},
    **{"M": 3.0, "C": 3.0, "P": 2.3, "G": 2.2, "H": 2.2, "B": 1.9, "F": 1.5, "V": 1.3, "W": 1.2, "K": 0.9, "Z": 0.6},
    **{"Y": 0.8, "X": 0.4, "J": 0.4, "Q": 0.4},
    **{".": 1.0, "#": 0.5},  # a game fills all 25 cells, and who strikes a letter mostly writes another beside it
}

KNOWN = {2: 5.0, 3: 3.75, 4: 3.25, 5: 3.0}  # Zipf frequency of the words that half of all players claim, by length
SPREAD = 0.25  # width of the logistic curve around it
SEEN = 0.97  # share of the lines in which a very common word is seen
DELIBERATE = 0.08  # chance that a valid word is claimed, however rare: its player may have meant it
SLIP = 0.05  # share of the lines with arbitrary points


@cache
def missed_words(language: str) -> dict[str, float]:
    """The chance that each common string of a language is not claimed where it stands in a line."""
    return {word: 1 - _claimed(zipf, len(word)) for word, zipf in lexicons.frequencies(language).items()}


def _claimed(zipf: float, length: int) -> float:
    return SEEN / (1 + exp((KNOWN[length] - zipf) / SPREAD))
