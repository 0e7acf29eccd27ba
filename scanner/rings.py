"""The score circles beside the grid: five in a row at one distance and of one size, found as a group."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scanner.canvas import SMALL_PX as PITCH
from scanner.values import Pixels

Floats = NDArray[np.float32]
Circle = tuple[float, float, float]  # centre x and y from the grid's top left, radius; in pitches

NEAREST, FARTHEST = 0.3, 2.0  # pitches beyond the grid between which circles may lie
RADII = np.arange(0.25, 0.51, 0.02)  # pitches
WALL = 0.035  # pitches; half the width of a ring's line as seen at this size
RIM = 0.11  # pitches inside and outside the line that count; digits lie further in
NOISE = 4.0  # squared grey levels; keeps bare paper from looking like anything
SLACK = 0.14  # pitches the whole group may lie off the rows' middles
NUDGE = 0.13  # pitches a single circle may lie off its group
STRAY = 0.06  # pitches; a circle farther off the line of its group than this was mistaken
OVER = 0.3  # pitches of the neighbouring rows looked at


@dataclass(frozen=True)
class Ring:
    """A group of five circles: their distance from the grid's edge, shift along it, and radius, in pitches."""

    distance: float
    shift: float
    radius: float
    score: float  # correlation with an ideal ring, 1 at best


@dataclass(frozen=True)
class Rings:
    """The circles at the right of the rows and below the columns, for one way up."""

    right: Ring
    below: Ring

    @property
    def worst(self) -> float:
        """How well the worse group looks like circles."""
        return min(self.right.score, self.below.score)

    @property
    def score(self) -> float:
        """How well both groups look like circles, 1 at best; the worse one counts for more."""
        return 0.75 * self.worst + 0.25 * max(self.right.score, self.below.score)


def find_rings(dark: Pixels, origin: tuple[int, int], cells: int = 5) -> Rings:
    """The best circles right of the rows and below the columns, given the darkness around a grid at `origin`."""
    right = _group_scores(dark, origin, cells)
    below = _group_scores(dark.T, origin[::-1], cells)  # columns are the rows of the mirrored picture
    size = int(np.argmax(right.max(axis=(0, 1)) + below.max(axis=(0, 1))))
    return Rings(_best(right, size), _best(below, size))


def find_circles(
    dark: Pixels, origin: tuple[int, int], rings: Rings, cells: int = 5
) -> tuple[list[Circle], list[Circle]]:
    """Each circle of both groups by itself, right of the rows and below the columns."""
    along = np.arange(cells) + 0.5
    right = np.stack([np.full(cells, cells + rings.right.distance), along + rings.right.shift], 1)
    below = np.stack([along + rings.below.shift, np.full(cells, cells + rings.below.distance)], 1)
    padded = np.pad(dark, PITCH).astype(np.float32)
    start = (origin[0] + PITCH, origin[1] + PITCH)
    return _settle(padded, start, right, rings.right.radius), _settle(padded, start, below, rings.below.radius)


def _group_scores(dark: Pixels, origin: tuple[int, int], cells: int) -> Floats:
    """Scores of a group right of the grid for each shift, distance and radius, by what its five places share."""
    over, edge, start = round(OVER * PITCH), origin[0] + cells * PITCH, origin[1]
    strips = dark[:, edge : edge + round(FARTHEST * PITCH)]
    nearest, farthest = round(NEAREST * PITCH), round((FARTHEST - RADII[0]) * PITCH)
    rows = [strips[start + i * PITCH - over : start + (i + 1) * PITCH + over] for i in range(cells)]
    ranked = np.sort(np.stack(rows), axis=0)
    strip = ranked[1:-1].mean(axis=0, dtype=np.float32)  # without the extremes: digits and stray marks
    slack, half = round(SLACK * PITCH), _half()
    middle = strip.shape[0] // 2
    padded = np.pad(strip, half)
    return _correlate(padded[middle - slack : middle + slack + 2 * half, nearest : farthest + 2 * half])


def _best(scores: Floats, size: int) -> Ring:
    shift, distance = np.unravel_index(int(scores[..., size].argmax()), scores.shape[:2])
    return Ring(
        float((distance + round(NEAREST * PITCH) + 0.5) / PITCH),
        float((shift + 0.5 - scores.shape[0] / 2) / PITCH),
        float(RADII[size]),
        float(scores[shift, distance, size]),
    )


def _settle(padded: Floats, start: tuple[int, int], places: NDArray[np.float64], radius: float) -> list[Circle]:
    """Circles where the picture shows them best, kept to one smooth line: a lone one off it is put back."""
    size = int(np.abs(RADII - radius).argmin())
    seen = np.array([_nudge(padded, start, (x, y), size) for x, y in places])  # x, y, score
    offset, weights = seen[:, :2] - places, np.maximum(seen[:, 2:], 0.05) ** 2
    index = np.arange(len(places))[:, None] - (weights[:, 0] @ np.arange(len(places))) / weights.sum()
    level = (weights * offset).sum(axis=0) / weights.sum()  # a straight line, by weighted least squares
    smooth = level + index * ((weights * index * offset).sum(axis=0) / (weights * index * index).sum())
    stray = np.abs(offset - smooth).max(axis=1, keepdims=True) > STRAY
    settled = places + np.where(stray, smooth, offset)
    return [(float(x), float(y), radius) for x, y in settled]


def _nudge(padded: Floats, start: tuple[int, int], place: tuple[float, float], size: int) -> tuple[float, float, float]:
    """The best place for a circle within NUDGE of where it is expected, and its score."""
    slack = round(NUDGE * PITCH)
    reach = slack + _half()
    column, row = (round(first + value * PITCH - 0.5) for first, value in zip(start, place, strict=True))
    window = padded[row - reach : row + reach + 1, column - reach : column + reach + 1]
    if window.shape != (2 * reach + 1, 2 * reach + 1):
        return *place, 0.0
    scores = _correlate(window, slice(size, size + 1))[..., 0]
    down, across = (int(value) for value in np.unravel_index(int(scores.argmax()), scores.shape))
    fine_x, fine_y = across + _peak(scores[down], across), down + _peak(scores[:, across], down)
    x, y = column + fine_x - slack + 0.5 - start[0], row + fine_y - slack + 0.5 - start[1]
    return x / PITCH, y / PITCH, float(scores[down, across])


def _peak(values: Floats, index: int) -> float:
    """How far beside the highest sample the true peak lies, by a parabola through three samples."""
    if not 0 < index < len(values) - 1:
        return 0.0
    before, at, after = (float(value) for value in values[index - 1 : index + 2])
    bend = before - 2 * at + after
    return 0.5 * (before - after) / bend if bend < 0 else 0.0


def _correlate(image: Floats, sizes: slice = slice(None)) -> Floats:
    """Correlation with a ring for each place and radius, looking at the ring's zone only."""
    side = 2 * _half() + 1
    views = np.lib.stride_tricks.sliding_window_view(image, (side, side))
    patches = views.reshape(-1, side * side)
    rings, zones = (template[:, sizes] for template in _templates())
    mean = patches @ zones
    spread = (patches * patches) @ zones - mean * mean  # zones sum to 1; rings have zero mean and unit spread
    scores = (patches @ rings) / np.sqrt(np.maximum(spread, NOISE))
    return np.asarray(scores.reshape(*views.shape[:2], -1), np.float32)


def _half() -> int:
    return int(np.ceil((RADII[-1] + RIM) * PITCH))


@cache
def _templates() -> tuple[Floats, Floats]:
    """For each radius, as columns: the ideal ring weighted by its zone, and the zone alone."""
    half = _half()
    y, x = np.mgrid[-half : half + 1, -half : half + 1] / PITCH
    off = np.hypot(x, y).reshape(-1, 1) - RADII
    zones = (np.abs(off) < RIM).astype(np.float64)
    zones /= zones.sum(axis=0)
    rings = np.exp(-0.5 * (off / WALL) ** 2)
    rings -= (rings * zones).sum(axis=0)
    rings /= np.sqrt((rings**2 * zones).sum(axis=0))
    return (rings * zones).astype(np.float32), zones.astype(np.float32)
