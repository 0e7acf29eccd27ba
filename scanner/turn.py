"""Which way up a sheet is when only its letters can tell."""

from collections.abc import Mapping, Sequence

import numpy as np

from scanner.values import Cells, Glyph

# Checked on 197 sheets of render, composite, several and writers, each read in all four ways.
PRIOR = np.log([0.7, 0.1, 0.1, 0.1])  # photos are mostly held the right way up; if all count alike, one sheet is wrong
FLOOR = 1e-3  # one hopeless cell must not outweigh the others; from 1e-9 to 0.1 all sheets are right
STANDING = -1.0  # log likeness of all cells together that no sheet lying on its side has; the most seen is -2.3


def turned(cells: Cells, turn: int) -> Cells:
    """The letters as they would be cut if the sheet were turned clockwise by so many quarters."""
    side = round(len(cells.letters) ** 0.5)
    order = np.rot90(np.arange(side * side).reshape(side, side), -turn).ravel()
    return Cells(tuple(np.ascontiguousarray(np.rot90(cells.letters[place], -turn)) for place in order))


def other_ways(letters: Sequence[Glyph]) -> tuple[int, ...]:
    """The turns that must be compared with the way up in which these letters were read."""
    full = all(glyph.symbol != "." for glyph in letters)  # a few letters may look like others on their side
    return (2,) if full and likeness(letters) > STANDING else (1, 2, 3)


def best_turn(readings: Mapping[int, Sequence[Glyph]]) -> tuple[int, float]:
    """Of some turns the one under which the cells look most like letters, and its probability."""
    turns = list(readings)
    scores = PRIOR[turns] + np.array([likeness(glyphs) for glyphs in readings.values()])
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    best = int(chances.argmax())
    return turns[best], float(chances[best])


def likeness(letters: Sequence[Glyph]) -> float:
    """How much cells look like letters, as a logarithm: 0 at best; an empty one says nothing."""
    chances = [dict(glyph.ranking) for glyph in letters]
    looks = [max([own[symbol] for symbol in own if symbol.isalpha()], default=0) + own.get(".", 0) for own in chances]
    return float(np.log(np.maximum(looks, FLOOR)).sum())
