"""Which way up a sheet is when only its letters can tell."""

from collections.abc import Sequence

import numpy as np

from scanner.values import Cells, Glyph

PRIOR = np.log([0.7, 0.1, 0.1, 0.1])  # photos are mostly held the right way up
FLOOR = 1e-3  # one hopeless cell must not outweigh the others


def turned(cells: Cells, turn: int) -> Cells:
    """The letters as they would be cut if the sheet were turned clockwise by so many quarters."""
    side = round(len(cells.letters) ** 0.5)
    order = np.rot90(np.arange(side * side).reshape(side, side), -turn).ravel()
    return Cells(tuple(np.ascontiguousarray(np.rot90(cells.letters[place], -turn)) for place in order))


def best_turn(readings: Sequence[Sequence[Glyph]]) -> tuple[int, float]:
    """The turn under which the cells look most like letters, and its probability."""
    scores = PRIOR + np.array([sum(_log_likeness(glyph) for glyph in glyphs) for glyphs in readings])
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    best = int(chances.argmax())
    return best, float(chances[best])


def _log_likeness(glyph: Glyph) -> float:
    """How much a cell looks like a letter; an empty one says nothing."""
    empty = dict(glyph.ranking).get(".", 0.0)
    letter = max((p for symbol, p in glyph.ranking if symbol.isalpha()), default=0.0)
    return float(np.log(max(letter + empty, FLOOR)))
