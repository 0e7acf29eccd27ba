"""What points players write beside a line, given its letters: those of the longest word that they know and see.

Players know common words, whether the lexicon has them or not, and overlook rare ones. The constants were fitted to
development photos (`python -m benchmarks.claims`), a little softer than the best fit: other players know other words.
"""

from collections.abc import Container, Mapping
from functools import cache
from math import exp

import lexicons
from scoring.line_words import RUNS

KNOWN = {2: 5.0, 3: 3.75, 4: 3.25, 5: 3.0}  # Zipf frequency of the words that half of all players claim, by length
SPREAD = 0.25  # width of the logistic curve around it
SEEN = 0.97  # share of the lines in which a very common word is seen
DELIBERATE = 0.08  # chance that a valid word is claimed, however rare: its player may have meant it
SLIP = 0.05  # share of the lines with arbitrary points


def claimed_lengths(letters: str, lexicon: Container[str], missed: Mapping[str, float]) -> tuple[float, ...]:
    """The chances that a player writes the points of no word, two, three, four or five letters beside five letters.

    `missed` gives the chance that each common string is not claimed.
    """
    none = [1.0] * 6  # chance that no word of so many letters is claimed
    for start, end in RUNS:
        run = letters[start:end]
        chance = missed.get(run, 1.0)
        if chance > 1 - DELIBERATE and run in lexicon:
            chance = 1 - DELIBERATE
        none[end - start] *= chance
    slip = SLIP / 5
    longer, chances = 1 - SLIP, []  # chance that no longer word is claimed
    for length in (5, 4, 3, 2):
        chances.append(slip + longer * (1 - none[length]))
        longer *= none[length]
    return (slip + longer, *reversed(chances))


@cache
def missed_words(language: str) -> dict[str, float]:
    """The chance that each common string of a language is not claimed where it stands in a line."""
    return {word: 1 - _claimed(zipf, len(word)) for word, zipf in lexicons.frequencies(language).items()}


def _claimed(zipf: float, length: int) -> float:
    return SEEN / (1 + exp((KNOWN[length] - zipf) / SPREAD))
