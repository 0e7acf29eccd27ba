"""Where a lattice ends: the outer edge of its outer line, or of its outer row of separate boxes."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.lattice.flat import PARTS, PITCH, part_places

Floats = NDArray[Any]  # of floating point numbers
Bools = NDArray[np.bool_]
Edges = Callable[[Floats, Floats, Floats, Floats], Floats]

INSIDE, OUTSIDE = 0.2, 0.1  # cells from where the inner lines predict the rim: how far its line is looked for
STEPS = (
    (0.14, 3),
    (0.07, 5),
)  # cells from the rim so far within which each part of it is looked for; terms of its curve
STEPS_LIGHT = ((0.05, 2),)  # the same for tinted cells, whose edges are faint
MOST_LOCAL = 0.04  # cells
BEYOND = int(0.2 * PITCH)  # pixels outside the line in which the paper beside it is seen
EDGE = 0.7  # of the line's darkness against the paper outside: where it is taken to end
FAR = int(0.1 * PITCH)  # pixels at either end of an inner wall's profile that show the tint beside the gap
TINT = 0.008  # how much darker than the gap beside it a tinted cell is at least
LINE = 0.02  # how much darker than the paper beside it a line is at least
LOCAL = 0.5  # how much of a part's own deviation is followed


def rim_shifts(upright: Floats, light: bool) -> Floats:
    """How far the nodes of the left and right rim have to move, in cells; inner nodes stay.

    The rim is where the outer line ends, or the outer tiles where cells are tinted and walls are light gaps.
    """
    rows, lines = upright.shape[0] // PARTS, upright.shape[1]
    edges = _tile_edges(upright[:, 1:-1]) if light else _line_edges
    shifts = np.zeros((rows + 1, lines))
    steps = STEPS_LIGHT if light else STEPS
    shifts[:, 0] = -_side(upright[:, 0, ::-1], rows, edges, steps)
    shifts[:, -1] = _side(upright[:, -1], rows, edges, steps)
    return shifts


def _side(outward: Floats, rows: int, edges: Edges, steps: tuple[tuple[float, int], ...]) -> Floats:
    """How far outward of the expected place the rim lies at each node of one side; profiles run outward."""
    count = outward.shape[1]
    cells = (np.arange(count) + 0.5 - count / 2) / PITCH
    common = edges(np.median(outward, axis=0)[None], cells, np.array([-INSIDE]), np.array([OUTSIDE]))[0]
    if np.isnan(common):
        return np.zeros(rows + 1)
    places, nodes = part_places(rows) / rows * 2 - 1, np.arange(rows + 1.0) / rows * 2 - 1
    middle, curve = np.full(len(places), common), np.full(rows + 1, common)
    own = middle
    for near, terms in steps:  # a curled side is followed from rough to fine
        own = edges(outward, cells, middle - near, middle + near)
        own = np.where(np.abs(own - middle) < near, own, np.nan)
        coefficients = _fitted(places, own - middle, terms)
        curve = curve + nodes[:, None] ** np.arange(terms) @ coefficients
        middle = middle + places[:, None] ** np.arange(terms) @ coefficients
    rest = np.nan_to_num(np.clip(own - middle, -MOST_LOCAL, MOST_LOCAL)).reshape(rows, PARTS)
    around = np.concatenate([rest[:1, 0], (rest[:-1, -1] + rest[1:, 0]) / 2, rest[-1:, -1]])
    return curve + LOCAL * around


def _tile_edges(inner: Floats) -> Edges:
    """What tells where the tinted cells of a side end, by the tint and the gaps that the inner walls show."""
    middle = inner.shape[2] // 2
    gap = float(np.median(inner[..., middle - 1 : middle + 1]))
    tint = float(np.percentile(inner[..., [*range(FAR), *range(-FAR, 0)]], 30))  # letters are darker than the tint

    def edges(profiles: Floats, cells: Floats, low: Floats, high: Floats) -> Floats:
        window = (cells >= low[:, None]) & (cells <= high[:, None])
        there = np.full((len(profiles), 1), tint - gap >= TINT)
        return _crossings(profiles, cells, np.full((len(profiles), 1), (tint + gap) / 2), window, there)

    return edges


def _line_edges(profiles: Floats, cells: Floats, low: Floats, high: Floats) -> Floats:
    """Where the darkest line between two places of each profile ends on its outer side; nan where there is none."""
    places = np.arange(profiles.shape[1])
    window = (cells >= low[:, None]) & (cells <= high[:, None])
    peak = np.where(window, profiles, -1).argmax(axis=1)[:, None]
    top = np.take_along_axis(profiles, peak, 1)
    beyond = (places >= peak) & (places < peak + BEYOND)
    base = np.where(beyond, profiles, np.inf).min(axis=1, keepdims=True)
    there = (top - base >= LINE) & window.any(axis=1, keepdims=True)
    return _crossings(profiles, cells, base + EDGE * (top - base), places > peak, there)


def _crossings(profiles: Floats, cells: Floats, level: Floats, window: Bools, there: Bools) -> Floats:
    """Where each profile first falls below its level within a window; nan where it never does or is not there."""
    below = window & (profiles < level)
    after = np.maximum(below.argmax(axis=1), 1)[:, None]
    inner, outer = np.take_along_axis(profiles, after - 1, 1), np.take_along_axis(profiles, after, 1)
    share = np.clip((inner - level) / np.maximum(inner - outer, 1e-9), 0, 1)
    edge = cells[after - 1] + share / PITCH
    return np.where(there & below.any(axis=1, keepdims=True), edge, np.nan)[:, 0]


def _fitted(t: Floats, value: Floats, count: int) -> Floats:
    """The coefficients of a polynomial through values of which some are nan and some are wrong."""
    known = ~np.isnan(value)
    value = np.where(known, value, 0)
    terms = t[:, None] ** np.arange(count)
    trust = known.astype(float)
    ridge = np.diag([1e-3, 1e-2, 1e-1, 1e-1, 1e-1][:count])
    coefficients = np.zeros(count)
    for _ in range(4):
        weighted = terms * trust[:, None]
        coefficients = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ value)
        trust = known / (1 + ((value - terms @ coefficients) / 0.012) ** 2)
    return coefficients
