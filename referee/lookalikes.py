"""What an answer teaches: if it contradicts the reading, cells that were read alike are reweighted.

A writer whose N was read as a W has written other such letters, and the reader errs on all of them in the same way.
"""

from collections.abc import Mapping, Sequence
from math import exp, sqrt

from scanner.values import Glyph

# Log odds added to the answered letter in another cell: the base for a cell that was read quite differently, and the
# slope up to one that was read the same. Fitted on held-out hands: `benchmarks/lookalikes.py` (25ffae9).
OTHERWISE, ALIKE = -1.1, 4.5


def after_answers(letters: Sequence[Glyph], answers: Mapping[int, str]) -> tuple[Glyph, ...]:
    """The letters of a sheet once a person has given some of them, by place; the order of answers does not matter."""
    surprises = {at: letter for at, letter in sorted(answers.items()) if letters[at].symbol != letter}
    return tuple(
        Glyph(((answers[at], 1.0),)) if at in answers else _in_light(glyph, letters, surprises)
        for at, glyph in enumerate(letters)
    )


def _in_light(glyph: Glyph, letters: Sequence[Glyph], surprises: Mapping[int, str]) -> Glyph:
    """A letter reweighted by the answers that contradicted the reader."""
    if not surprises:
        return glyph
    chances = dict(glyph.ranking)
    for at, letter in surprises.items():
        if letter in chances:
            chances[letter] *= exp(OTHERWISE + ALIKE * likeness(glyph, letters[at]))
    whole = sum(chances.values())
    return Glyph(tuple(sorted(((symbol, p / whole) for symbol, p in chances.items()), key=lambda item: -item[1])))


def likeness(one: Glyph, other: Glyph) -> float:
    """How alike two cells were read: 1 for the same chances of all letters, 0 where no letter is possible in both."""
    chances = dict(other.ranking)
    return sum(sqrt(p * chances.get(symbol, 0.0)) for symbol, p in one.ranking)
