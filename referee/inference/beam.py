"""The likeliest grids of a sheet: candidates of each cell, and the grids that they make, likeliest first.

A cell's candidates are the letters that its shape allows, and those that its row and column ask for. Grids share the
patterns of their lines, so a line is weighed once however many grids it stands in.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.inference.vocabulary import BASE

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

CELLS = np.arange(25)
ROWS = CELLS.reshape(5, 5)
LINES = np.concatenate([ROWS, ROWS.T])  # the cells of each line, rows first
CANDIDATE = 2e-4  # probability from which a letter is a candidate
LOOKED_AT = 1e-6  # letters less likely than this by shape are no candidates, whatever their lines ask for
BY_SHAPE = 0.5  # share of the shape alone in what proposes grids: two letters may be asked for together only
MOST_CANDIDATES, MOST_PATTERNS, MOST_GRIDS = 8, 600, 3000
NEGLIGIBLE = 1e-7  # a grid so much less likely than the likeliest is left out
PASSES = 3  # over the grid, each taking the letters that their lines ask for

LineWeights = Callable[[Ints, Ints], Floats]  # (numbers of lines, digits (N, 5)) → logarithms of their odds


@dataclass(frozen=True, eq=False)
class Beam:
    """Grids, as the candidates that they take in each cell and as the patterns of their lines."""

    cells: Ints  # the doubtful cells
    digits: Ints  # (25, grids)
    chances: Floats  # (grids,) by what proposed them
    shape: Floats  # (grids,) logarithms of the chances by shape
    pattern: Ints  # (10, grids): number of each line among the patterns
    patterns: Ints  # (patterns, 5): digits
    line: Ints  # (patterns,): which line each is of
    missed: float  # probability of letters that are no candidates
    cut: float  # probability, by what proposed them, of grids of candidates that are left out


def beam(logs: Floats, weights: LineWeights) -> Beam:
    """The likeliest grids, for the logarithms (25, 27) of the chances of each symbol by shape."""
    shape, given = _proposed(logs, weights)
    chances = BY_SHAPE * shape + (1 - BY_SHAPE) * given
    order = np.argsort(-chances, axis=1, kind="stable")
    counts = np.minimum((np.maximum(shape, given) >= CANDIDATE).sum(axis=1).clip(1), MOST_CANDIDATES)
    while (products := counts[LINES].prod(axis=1)).max() > MOST_PATTERNS:
        cells = LINES[int(products.argmax())]
        last = chances[cells, order[cells, counts[cells] - 1]]
        counts[cells[int(np.where(counts[cells] > 1, last, 2.0).argmin())]] -= 1
    kept = np.arange(BASE) < counts[:, None]
    mass = np.where(kept, np.take_along_axis(chances, order, 1), 0.0)
    missed = float(np.where(kept, 0.0, np.take_along_axis(given, order, 1)).sum())
    mass /= mass.sum(axis=1, keepdims=True)
    cells = np.flatnonzero(counts > 1)
    picks, joint, cut = _likeliest(mass, counts, cells)
    return _with_lines(logs, order, counts, cells, picks, joint, missed, cut)


def _proposed(logs: Floats, weights: LineWeights) -> tuple[Floats, Floats]:
    """The chances of each symbol by its shape, and given the likeliest letters around it."""
    shape = np.exp(logs - logs.max(axis=1, keepdims=True))
    shape /= shape.sum(axis=1, keepdims=True)
    cell, digit = np.nonzero(shape >= LOOKED_AT)
    best, seen = shape.argmax(axis=1), set()
    for _ in range(PASSES):
        seen.add(best.tobytes())
        odds = np.full(shape.shape, -np.inf)
        odds[cell, digit] = logs[cell, digit] + _exchanged(best, cell, digit, weights)
        given = np.exp(odds - odds.max(axis=1, keepdims=True))
        given /= given.sum(axis=1, keepdims=True)
        best = _one_better(best, given)
        if best.tobytes() in seen:
            break
    return shape, given


def _exchanged(best: Ints, cell: Ints, digit: Ints, weights: LineWeights) -> Floats:
    """What the lines of a cell are worth with another symbol in it, the rest of the grid being at its best."""
    row, column = np.divmod(cell, 5)
    both = np.concatenate([row, 5 + column])
    digits = best[LINES[both]]
    digits[np.arange(len(both)), np.concatenate([column, row])] = np.concatenate([digit, digit])
    found = weights(both, digits)
    return found[: len(cell)] + found[len(cell) :]


def _one_better(best: Ints, given: Floats) -> Ints:
    """The grid with the letters that their lines ask for, at most one in each row and column."""
    gain = given.max(axis=1) - given[CELLS, best]
    taken, better = np.zeros(10, bool), best.copy()
    for cell in np.argsort(-gain, kind="stable").tolist():
        row, column = cell // 5, 5 + cell % 5
        if gain[cell] > 0 and not taken[row] and not taken[column]:
            better[cell] = given[cell].argmax()
            taken[[row, column]] = True
    return better


def _likeliest(mass: Floats, counts: Ints, cells: Ints) -> tuple[Ints, Floats, float]:
    """The likeliest picks (cells, grids) of candidates, their chances, and the mass that is left out."""
    joint, picks = np.ones(1), np.zeros((len(cells), 1), np.intp)
    for number, cell in enumerate(cells.tolist()):
        product = np.outer(joint, mass[cell, : counts[cell]]).ravel()
        kept = np.flatnonzero(product >= NEGLIGIBLE * product.max())
        if len(kept) > MOST_GRIDS:
            kept = kept[np.argpartition(-product[kept], MOST_GRIDS)[:MOST_GRIDS]]
        parent, pick = np.divmod(kept, counts[cell])
        joint, picks = product[kept], picks[:, parent]
        picks[number] = pick
    order = np.lexsort((*picks[::-1], -joint))  # ties always fall the same way
    return picks[:, order], joint[order], 1.0 - float(joint.sum())


def _with_lines(
    logs: Floats,
    order: Ints,
    counts: Ints,
    cells: Ints,
    picks: Ints,
    joint: Floats,
    missed: float,
    cut: float,
) -> Beam:
    """The grids with the patterns of their lines."""
    choices = counts[LINES]
    steps = np.ones_like(choices)
    steps[:, :-1] = np.cumprod(choices[:, :0:-1], axis=1)[:, ::-1]
    sizes = choices.prod(axis=1)
    line = np.repeat(np.arange(10), sizes)
    starts = np.cumsum(sizes) - sizes
    number = np.arange(len(line)) - starts[line]
    patterns = order[LINES[line], number[:, None] // steps[line] % choices[line]]
    digits = np.repeat(order[:, :1], picks.shape[1], 1)
    pattern = np.repeat(starts[:, None], picks.shape[1], 1)
    shape = np.full(picks.shape[1], logs[CELLS, order[:, 0]].sum())
    for at, cell in enumerate(cells.tolist()):
        digits[cell] = order[cell][picks[at]]
        shape += (logs[cell, order[cell]] - logs[cell, order[cell, 0]])[picks[at]]
        row, column = divmod(cell, 5)
        pattern[row] += picks[at] * steps[row, column]
        pattern[5 + column] += picks[at] * steps[5 + column, row]
    return Beam(cells, digits, joint, shape, pattern, patterns, line, missed, max(0.0, cut))
