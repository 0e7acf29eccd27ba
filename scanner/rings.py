"""The score circles beside the grid: five in a row at one distance and of one size, found as a group."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scanner.values import Pixels

Floats = NDArray[np.float32]

PITCH = 24  # pixels per cell of the small picture the rings are sought in
MARGIN = 2.2  # pitches of it beyond the grid on each side
RADII = np.arange(0.25, 0.51, 0.02)  # pitches
WALL = 0.035  # pitches; half the width of a ring's line as seen at this size
RIM = 0.11  # pitches of bare paper expected inside and outside the line
NOISE = 4.0  # squared grey levels; keeps bare paper from looking like anything
SLACK = 0.14  # pitches a circle may lie off its row's middle


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
    def score(self) -> float:
        """How well both groups look like circles, 1 at best."""
        return (self.right.score + self.below.score) / 2


def find_rings(dark: Pixels, cells: int = 5) -> tuple[Rings, ...]:
    """The best circles for each of the four ways up, given the darkness around the grid (PITCH, MARGIN)."""
    scores = [_scores(_strip(np.rot90(dark, side), cells)) for side in range(4)]  # right, below, left, above
    found = []
    for turn in range(4):  # turning clockwise by `turn` quarters brings side (-turn) to the right
        right, below = scores[-turn % 4], scores[(1 - turn) % 4]
        size = int(np.argmax(right.max(axis=(1, 2)) + below.max(axis=(1, 2))))
        found.append(Rings(_best(right, size), _best(below, size)))
    return tuple(found)


def _strip(dark: Pixels, cells: int) -> Floats:
    """What the five places right of the grid have in common, from the grid's edge outward."""
    edge, over = round((MARGIN + cells) * PITCH), round(0.3 * PITCH)
    start = round(MARGIN * PITCH)
    rows = [dark[start + i * PITCH - over : start + (i + 1) * PITCH + over, edge + 2 :] for i in range(cells)]
    ranked = np.sort(np.stack(rows), axis=0).astype(np.float32)
    return np.asarray(ranked[1:-1].mean(axis=0), np.float32)  # without the extremes: digits and stray marks


def _scores(strip: Floats) -> Floats:
    """Correlation with a ring for each radius and place: (radius, shift, distance), looking at the ring's zone only."""
    slack, half = round(SLACK * PITCH), _half()
    middle = strip.shape[0] // 2
    padded = np.pad(strip, half)[middle - slack : middle + slack + 1 + 2 * half]
    views = np.lib.stride_tricks.sliding_window_view(padded, (2 * half + 1, 2 * half + 1))
    patches = views.reshape(-1, (2 * half + 1) ** 2)
    rings, zones = _templates()
    total = patches @ zones
    spread = (patches * patches) @ zones - total * total  # zones sum to 1 and rings have zero mean and unit spread
    scores = (patches @ rings) / np.sqrt(np.maximum(spread, NOISE))
    return np.asarray(np.moveaxis(scores.reshape(*views.shape[:2], len(RADII)), 2, 0), np.float32)


def _best(scores: Floats, size: int) -> Ring:
    shift, distance = np.unravel_index(int(scores[size].argmax()), scores[size].shape)
    slack = (scores.shape[1] - 1) // 2
    return Ring(
        float((distance + 2.5) / PITCH),
        float((shift - slack) / PITCH),
        float(RADII[size]),
        float(scores[size, shift, distance]),
    )


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
