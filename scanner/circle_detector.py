"""The score circles beside the grid: five in a row at one distance and of one size, found as a group."""

from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np

from scanner.canvas import SMALL_PX as PITCH
from scanner.frame import between_samples
from scanner.values import Floats, Ints, Pixels

Circle = tuple[float, float, float]  # centre x and y from the grid's top left, radius; in pitches

NEAREST, FARTHEST = 0.3, 2.0  # pitches beyond the grid between which circles may lie
RADII = np.arange(0.25, 0.51, 0.02)  # pitches
WALL = 0.035  # pitches; half the width of a ring's line as seen at this size
RIM = 0.11  # pitches inside and outside the line that count; digits lie further in
NOISE = 4.0  # squared grey levels; keeps bare paper from looking like anything
SLACK = 0.14  # pitches the whole group may lie off the rows' middles
NUDGE = 0.13  # pitches a single circle may lie off its group
STRAY = 0.06  # pitches; a circle farther off the line of its group than this was mistaken


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
    strips = [_strip(dark, origin, cells), _strip(dark.T, origin[::-1], cells)]  # columns: rows of the mirrored picture
    return _both(*_correlate(np.stack(strips)))


def find_rings_around(dark: Pixels, origin: tuple[int, int], cells: int = 5) -> list[Rings]:
    """The best circles for each way up, in quarters clockwise, given the darkness on all four sides of a grid alike."""
    sides = [_strip(np.rot90(dark, -turn), origin, cells) for turn in range(4)]
    scores = _correlate(np.stack(sides))
    # What lies below is what lies right of the sheet a quarter before, seen in a mirror.
    return [_both(scores[turn], scores[turn - 1][::-1]) for turn in range(4)]


def find_circles(
    dark: Pixels, origin: tuple[int, int], rings: Rings, cells: int = 5
) -> tuple[list[Circle], list[Circle]]:
    """Each circle of both groups by itself, right of the rows and below the columns."""
    along = np.arange(cells) + 0.5
    right = np.stack([np.full(cells, cells + rings.right.distance), along + rings.right.shift], 1)
    below = np.stack([along + rings.below.shift, np.full(cells, cells + rings.below.distance)], 1)
    padded = np.asarray(cv2.copyMakeBorder(dark, PITCH, PITCH, PITCH, PITCH, cv2.BORDER_CONSTANT, value=0), np.uint8)
    start = (origin[0] + PITCH, origin[1] + PITCH)
    radius = rings.right.radius  # of both groups
    seen = _nudged(padded, start, np.concatenate([right, below]), int(np.abs(RADII - radius).argmin()))
    return _settle(right, seen[:cells], radius), _settle(below, seen[cells:], radius)


def _strip(dark: Pixels, origin: tuple[int, int], cells: int) -> Floats:
    """What the rows share right of the grid, as far as a group of circles there may reach."""
    edge, half = origin[0] + cells * PITCH, _half()
    reach = round(SLACK * PITCH) + half
    nearest, farthest = round(NEAREST * PITCH), round((FARTHEST - RADII[0]) * PITCH)
    strips = dark[:, edge : edge + round(FARTHEST * PITCH)]
    middles = [origin[1] + i * PITCH + PITCH // 2 for i in range(cells)]
    ranked = np.sort(np.stack([strips[middle - reach : middle + reach] for middle in middles]), axis=0)
    strip = ranked[1:-1].mean(axis=0, dtype=np.float32)  # without the extremes: digits and stray marks
    return np.pad(strip, ((0, 0), (half, half)))[:, nearest : farthest + 2 * half]


def _both(right: Floats, below: Floats) -> Rings:
    """The best circles of one size on both sides, from the scores of each shift, distance and radius."""
    size = int(np.argmax(right.max(axis=(0, 1)) + below.max(axis=(0, 1))))
    return Rings(_best(right, size), _best(below, size))


def _best(scores: Floats, size: int) -> Ring:
    shift, distance = np.unravel_index(int(scores[..., size].argmax()), scores.shape[:2])
    return Ring(
        float((distance + round(NEAREST * PITCH) + 0.5) / PITCH),
        float((shift + 0.5 - scores.shape[0] / 2) / PITCH),
        float(RADII[size]),
        float(scores[shift, distance, size]),
    )


def _settle(places: Floats, seen: Floats, radius: float) -> list[Circle]:
    """Circles where the picture shows them best, kept to one smooth line: a lone one off it is put back."""
    offset, weights = seen[:, :2] - places, np.maximum(seen[:, 2:], 0.05) ** 2
    index = np.arange(len(places))[:, None] - (weights[:, 0] @ np.arange(len(places))) / weights.sum()
    level = (weights * offset).sum(axis=0) / weights.sum()  # a straight line, by weighted least squares
    smooth = level + index * ((weights * index * offset).sum(axis=0) / (weights * index * index).sum())
    stray = np.abs(offset - smooth).max(axis=1, keepdims=True) > STRAY
    settled = places + np.where(stray, smooth, offset)
    return [(float(x), float(y), radius) for x, y in settled]


def _nudged(padded: Pixels, start: tuple[int, int], places: Floats, size: int) -> Floats:
    """The best place for each circle within NUDGE of where it is expected, and its score: (n, 3)."""
    slack = round(NUDGE * PITCH)
    reach = slack + _half()
    middles = np.round(np.array(start) + places * PITCH - 0.5).astype(int)
    seen = np.concatenate([places, np.zeros((len(places), 1))], axis=1)
    within = (middles >= reach).all(axis=1) & (middles + reach < padded.shape[::-1]).all(axis=1)
    windows = [padded[y - reach : y + reach + 1, x - reach : x + reach + 1] for x, y in middles[within].tolist()]
    if not windows:
        return seen
    likeness = _correlate(np.stack(windows).astype(np.float32), size)[..., 0]
    for index, scores in zip(np.flatnonzero(within), likeness, strict=True):
        down, across = (int(value) for value in np.unravel_index(int(scores.argmax()), scores.shape))
        fine = across + _peak(scores[down], across), down + _peak(scores[:, across], down)
        seen[index, :2] = (middles[index] + fine - slack + 0.5 - start) / PITCH
        seen[index, 2] = scores[down, across]
    return seen


def _peak(values: Floats, index: int) -> float:
    """How far beside the highest sample the true peak lies; none at either end."""
    return float(between_samples(*values[index - 1 : index + 2])) if 0 < index < len(values) - 1 else 0.0


def _correlate(images: Floats, size: int | None = None) -> Floats:
    """Correlation with a ring in some pictures for each place, and each radius or one, in the ring's zone only."""
    seen, templates = _templates(size)
    count, height, width = images.shape
    down, across = height - 2 * _half(), width - 2 * _half()
    patches = images.ravel().take(_pixels(images.shape, seen), mode="clip")  # never clips, and skips a check
    radii = templates.shape[1] // 2
    likeness, mean = np.split(patches @ templates, 2, axis=1)
    spread = np.square(patches) @ templates[:, radii:] - mean * mean  # zones sum to 1; rings: no mean, unit spread
    scores = likeness / np.sqrt(np.maximum(spread, NOISE))
    return np.asarray(scores.reshape(count, down, across, radii), np.float32)


def _half() -> int:
    return int(np.ceil((RADII[-1] + RIM) * PITCH))


@cache
def _templates(size: int | None) -> tuple[tuple[int, ...], Floats]:
    """The pixels of a window to look at; and as columns the rings, weighted by their zones, then the zones."""
    half = _half()
    y, x = np.mgrid[-half : half + 1, -half : half + 1] / PITCH
    off = np.hypot(x, y).reshape(-1, 1) - (RADII if size is None else RADII[size : size + 1])
    zones = (np.abs(off) < RIM).astype(np.float64)
    zones /= zones.sum(axis=0)
    rings = np.exp(-0.5 * (off / WALL) ** 2)
    rings -= (rings * zones).sum(axis=0)
    rings /= np.sqrt((rings**2 * zones).sum(axis=0))
    seen = np.flatnonzero(zones.any(axis=1))
    return tuple(seen.tolist()), np.hstack([rings * zones, zones])[seen].astype(np.float32)


@lru_cache(maxsize=32)
def _pixels(shape: tuple[int, int, int], seen: tuple[int, ...]) -> Ints:
    """Where the seen pixels of every window lie in pictures of some shape: (window, pixel)."""
    count, height, width = shape
    side = 2 * _half() + 1
    picture, row, column = np.ogrid[:count, : height - side + 1, : width - side + 1]
    rows, columns = np.divmod(np.array(seen), side)
    corners = (picture * height + row) * width + column
    return np.asarray(corners.reshape(-1, 1) + rows * width + columns, np.intp)
