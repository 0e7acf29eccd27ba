"""Which way up a sheet is when only its letters can tell."""

from collections.abc import Mapping, Sequence

import numpy as np

from scanner.values import Cells, Glyph

PRIOR = np.log([0.7, 0.1, 0.1, 0.1])  # photos are mostly held the right way up
FLOOR = 1e-3  # one hopeless cell must not outweigh the others
ENOUGH = 20  # cells with something in them, from which on it counts that all of them look like letters
STANDING = -1.0  # log likeness of all cells together that no sheet lying on its side has; the most seen is -2.6


def turned(cells: Cells, turn: int) -> Cells:
    """The letters as they would be cut if the sheet were turned clockwise by so many quarters."""
    side = round(len(cells.letters) ** 0.5)
    order = np.rot90(np.arange(side * side).reshape(side, side), -turn).ravel()
    return Cells(tuple(np.ascontiguousarray(np.rot90(cells.letters[place], -turn)) for place in order))


def other_ways(letters: Sequence[Glyph]) -> tuple[int, ...]:
    """The turns that must be compared with the way up in which these letters were read."""
    written = sum(glyph.symbol != "." for glyph in letters)
    return (2,) if written >= ENOUGH and likeness(letters) > STANDING else (1, 2, 3)


def best_turn(readings: Mapping[int, Sequence[Glyph]]) -> tuple[int, float]:
    """Of some turns the one under which the cells look most like letters, and its probability."""
    turns = list(readings)
    scores = PRIOR[turns] + np.array([likeness(glyphs) for glyphs in readings.values()])
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    best = int(chances.argmax())
    return turns[best], float(chances[best])


def likeness(letters: Sequence[Glyph]) -> float:
    """How much cells look like letters, as a logarithm: 0 at best."""
    return sum(_log_likeness(glyph) for glyph in letters)


def _log_likeness(glyph: Glyph) -> float:
    """How much a cell looks like a letter; an empty one says nothing."""
    empty = dict(glyph.ranking).get(".", 0.0)
    letter = max((p for symbol, p in glyph.ranking if symbol.isalpha()), default=0.0)
    return float(np.log(max(letter + empty, FLOOR)))
