"""Where a lattice ends: the outer edge of its outer line, or of its outer row of separate boxes."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from scanner.lattice.flat import PARTS, PITCH, part_places

Floats = NDArray[Any]  # of floating point numbers

INSIDE, OUTSIDE = 0.2, 0.1  # cells from where the inner lines predict the rim: how far its line is looked for
NEAR = 0.06  # cells from the common rim of a side within which each part of it is looked for
BEYOND = int(0.2 * PITCH)  # pixels outside the line in which the paper beside it is seen
EDGE = 0.7  # of the line's darkness against the paper outside: where it is taken to end
LOCAL = 0.5  # how much of a part's own deviation is followed


def rim_shifts(upright: Floats) -> Floats:
    """How far the nodes of the left and right rim have to move, in cells; inner nodes stay."""
    rows, lines = upright.shape[0] // PARTS, upright.shape[1]
    shifts = np.zeros((rows + 1, lines))
    shifts[:, 0] = -_side(upright[:, 0, ::-1], rows)
    shifts[:, -1] = _side(upright[:, -1], rows)
    return shifts


def tile_shifts(upright: Floats) -> Floats:
    """The same for tinted cells without lines: the rim lies half a gap farther in than the inner lines predict."""
    rows, lines = upright.shape[0] // PARTS, upright.shape[1]
    typical = np.median(upright[:, 1:-1].reshape(-1, upright.shape[2]), axis=0)
    typical = typical + typical[::-1]
    middle = len(typical) // 2
    level = (float(typical[middle]) + float(np.median(typical))) / 2
    inset = float(np.argmax(typical[middle:] > level)) / PITCH
    shifts = np.zeros((rows + 1, lines))
    shifts[:, 0], shifts[:, -1] = inset, -inset
    return shifts


def _side(outward: Floats, rows: int) -> Floats:
    """How far outward of the expected place the rim lies at each node of one side; profiles run outward."""
    count = outward.shape[1]
    cells = (np.arange(count) + 0.5 - count / 2) / PITCH
    common = _edge(np.median(outward, axis=0), cells, -INSIDE, OUTSIDE)
    if np.isnan(common):
        return np.zeros(rows + 1)
    own = np.array([_edge(profile, cells, common - NEAR * 1.5, common + NEAR) for profile in outward])
    own = np.where(np.abs(own - common) < NEAR, own, np.nan)
    return _curve(part_places(rows), own, rows, float(common))


def _edge(profile: Floats, cells: Floats, low: float, high: float) -> float:
    """Where the darkest line between two places ends on its outer side; nan where there is none."""
    window = np.flatnonzero((cells >= low) & (cells <= high))
    peak = int(window[profile[window].argmax()])
    base = float(profile[peak : peak + BEYOND].min())
    level = base + EDGE * (float(profile[peak]) - base)
    if profile[peak] - base < 0.02:
        return float("nan")
    below = np.flatnonzero(profile[peak:] < level)
    if not len(below):
        return float("nan")
    after = peak + int(below[0])
    share = (profile[after - 1] - level) / max(float(profile[after - 1] - profile[after]), 1e-9)
    return float(cells[after - 1] + share / PITCH)


def _curve(y: Floats, own: Floats, rows: int, common: float) -> Floats:
    """A parabola through the parts of a side, outliers counting little, and a part of their own deviations."""
    known = ~np.isnan(own)
    value = np.where(known, own, common) - common
    terms = np.stack([np.ones_like(y), y / rows * 2 - 1, (y / rows * 2 - 1) ** 2], axis=-1)
    trust = known.astype(float)
    ridge = np.diag([1e-3, 1e-2, 1e-1])
    fitted = np.zeros_like(y)
    coefficients = np.zeros(3)
    for _ in range(4):
        weighted = terms * trust[:, None]
        coefficients = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ value)
        fitted = terms @ coefficients
        trust = known / (1 + ((value - fitted) / 0.012) ** 2)
    t = np.arange(rows + 1.0) / rows * 2 - 1
    nodes = common + np.stack([np.ones_like(t), t, t * t], axis=-1) @ coefficients
    rest = np.where(known, np.clip(value - fitted, -0.03, 0.03), 0).reshape(rows, PARTS)
    around = np.concatenate([rest[:1, 0], (rest[:-1, -1] + rest[1:, 0]) / 2, rest[-1:, -1]])
    return cast(Floats, nodes + LOCAL * around)
