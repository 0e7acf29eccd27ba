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
REACH_LIGHT = 0.06  # cells from half a gap inside where their nodes would be: how far tinted cells may end
MOST_LOCAL = 0.04  # cells
BEYOND = int(0.2 * PITCH)  # pixels outside the line in which the paper beside it is seen
EDGE = 0.7  # of the line's darkness against the paper outside: where it is taken to end
FAR = int(0.1 * PITCH)  # pixels at either end of an inner wall's profile that show the tint beside the gap
TINT = 0.008  # how much darker than the gap beside it a tinted cell is at least
LINE = 0.02  # how much darker than the paper beside it a line is at least
LOCAL = 0.5  # how much of a part's own deviation is followed


def rim_shifts(walls: Floats, light: bool) -> Floats:
    """How far the nodes of the first and the last line have to move, in cells; inner nodes stay.

    The rim is where the outer line ends, or the outer tiles where cells are tinted and walls are light gaps.
    Takes (n, parts, lines, samples) and gives (n, rows + 1, lines).
    """
    rows, lines = walls.shape[1] // PARTS, walls.shape[2]
    outward = np.stack([walls[:, :, 0, ::-1], walls[:, :, -1]], axis=1)
    outward = outward.reshape(-1, *outward.shape[2:])
    if light:
        level, half, there = (np.repeat(value, 2, axis=0) for value in _gaps(walls[:, :, 1:-1]))
        sides = _sides(outward, _tile_edges(level, there), -half, (REACH_LIGHT, REACH_LIGHT), STEPS_LIGHT)
        sides = np.clip(sides, -half - REACH_LIGHT, -half + REACH_LIGHT)
    else:
        sides = _sides(outward, _line_edges, np.zeros((len(outward), 1)), (INSIDE, OUTSIDE), STEPS)
    shifts = np.zeros((len(walls), rows + 1, lines))
    shifts[..., 0], shifts[..., -1] = -sides[::2], sides[1::2]
    return shifts


def _sides(
    outward: Floats, edges: Edges, expected: Floats, reach: tuple[float, float], steps: tuple[tuple[float, int], ...]
) -> Floats:
    """How far outward the rim lies at each node of each side, looked for around where it is expected.

    Profiles run outward.
    """
    rows, count = outward.shape[1] // PARTS, outward.shape[2]
    cells = (np.arange(count) + 0.5 - count / 2) / PITCH
    inside, outside = expected - reach[0], expected + reach[1]
    common = edges(np.median(outward, axis=1, keepdims=True), cells, inside, outside)
    places, nodes = part_places(rows) / rows * 2 - 1, np.arange(rows + 1.0) / rows * 2 - 1
    middle, curve = np.repeat(common, len(places), axis=1), np.repeat(common, rows + 1, axis=1)
    own = middle
    for near, terms in steps:  # a curled side is followed from rough to fine
        own = edges(outward, cells, middle - near, middle + near)
        own = np.where(np.abs(own - middle) < near, own, np.nan)
        coefficients = _fitted(places, own - middle, terms)
        curve = curve + coefficients @ (nodes ** np.arange(terms)[:, None])
        middle = middle + coefficients @ (places ** np.arange(terms)[:, None])
    rest = np.nan_to_num(np.clip(own - middle, -MOST_LOCAL, MOST_LOCAL))
    around = [rest[:, :1], (rest[:, PARTS - 1 : -1 : PARTS] + rest[:, PARTS::PARTS]) / 2, rest[:, -1:]]
    return np.where(np.isnan(common), expected, curve + LOCAL * np.concatenate(around, axis=1))


def _gaps(inner: Floats) -> tuple[Floats, Floats, Bools]:
    """Of light gaps between tinted cells: the darkness at their edges, half their width in cells, if they are there.

    Letters are darker than the tint; so the lighter part of what lies beside the gaps is taken for it.
    """
    typical = np.median(inner, axis=(1, 2))
    gap = typical.min(axis=1, keepdims=True)
    beside = np.concatenate([inner[..., :FAR], inner[..., -FAR:]], axis=3)
    tint = np.percentile(beside, 30, axis=(1, 2, 3))[:, None]
    level = (tint + gap) / 2
    return level, (typical < level).sum(axis=1, keepdims=True) / PITCH / 2, tint - gap >= TINT


def _tile_edges(level: Floats, there: Bools) -> Edges:
    """What tells where the tinted cells of each side end."""

    def edges(profiles: Floats, cells: Floats, low: Floats, high: Floats) -> Floats:
        window = (cells >= low[..., None]) & (cells <= high[..., None])
        return _crossings(profiles, cells, level[..., None], window, there[..., None])

    return edges


def _line_edges(profiles: Floats, cells: Floats, low: Floats, high: Floats) -> Floats:
    """Where the darkest line between two places of each profile ends on its outer side; nan where there is none."""
    places = np.arange(profiles.shape[2])
    window = (cells >= low[..., None]) & (cells <= high[..., None])
    peak = np.where(window, profiles, -1).argmax(axis=2)[..., None]
    top = np.take_along_axis(profiles, peak, 2)
    beyond = (places >= peak) & (places < peak + BEYOND)
    base = np.where(beyond, profiles, np.inf).min(axis=2, keepdims=True)
    there = (top - base >= LINE) & window.any(axis=2, keepdims=True)
    return _crossings(profiles, cells, base + EDGE * (top - base), places > peak, there)


def _crossings(profiles: Floats, cells: Floats, level: Floats, window: Bools, there: Bools) -> Floats:
    """Where each profile first falls below its level within a window; nan where it never does or is not there."""
    below = window & (profiles < level)
    after = np.maximum(below.argmax(axis=2), 1)[..., None]
    inner, outer = np.take_along_axis(profiles, after - 1, 2), np.take_along_axis(profiles, after, 2)
    share = np.clip((inner - level) / np.maximum(inner - outer, 1e-9), 0, 1)
    edge = cells[after - 1] + share / PITCH
    return np.where(there & below.any(axis=2, keepdims=True), edge, np.nan)[..., 0]


def _fitted(t: Floats, value: Floats, count: int) -> Floats:
    """The coefficients of a polynomial through the values of each side, of which some are nan and some are wrong."""
    known = ~np.isnan(value)[..., None]
    value = np.where(known, value[..., None], 0)
    terms = t[:, None] ** np.arange(count)
    trust = known.astype(float)
    ridge = np.diag([1e-3, 1e-2, 1e-1, 1e-1, 1e-1][:count])
    coefficients = np.zeros((len(value), count, 1))
    for _ in range(4):
        weighted = (terms * trust).transpose(0, 2, 1)
        coefficients = np.linalg.solve(weighted @ terms + ridge, weighted @ value)
        trust = known / (1 + ((value - terms @ coefficients) / 0.012) ** 2)
    return np.asarray(coefficients[..., 0])
