"""From a rough lattice to nodes measured on the walls themselves."""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from scanner.lattice.flat import PARTS, PITCH, Frame, darkness, fit_frame, part_places, profiles, unit_nodes
from scanner.lattice.pyramid import Pyramid
from scanner.lattice.rim import rim_shifts

Floats = NDArray[np.float64]

HALF = int(0.17 * PITCH)  # pixels compared to either side of a supposed wall
FINEST = 0.9  # pixels of the picture that is measured to a pixel of the flat patch, at least
REACHES = (0.14, 0.08)  # cells: how far a wall may lie from where it is expected, round by round
LOCAL = 0.7  # how much of a wall's own deviation is followed: all of it would follow letters too
LARGEST_LOCAL = 0.07  # cells


def refine(pyramid: Pyramid, frame: Frame) -> Frame:
    """Move the nodes of a lattice onto its walls: the inner ones to their middle, the rim to its outer edge."""
    level = pyramid.above(max(pyramid.level(0).shape[:2]) * FINEST * PITCH / frame.pitch)
    picture, frame = pyramid.level(level), frame.scaled(0.5**level)
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    for reach in REACHES:
        dark = darkness(picture, frame)
        shift_x = _inner_shifts(profiles(dark, columns, rows), reach)
        shift_y = _inner_shifts(profiles(dark.T, rows, columns), reach).T
        frame = _moved(frame, shift_x, shift_y)
    dark = darkness(picture, frame)
    shift_x = rim_shifts(profiles(dark, columns, rows))
    shift_y = rim_shifts(profiles(dark.T, rows, columns)).T
    return _moved(frame, shift_x, shift_y).scaled(2.0**level)


def _inner_shifts(upright: Floats, reach: float) -> Floats:
    """How far each node has to move across its upright line, in cells; the rim goes along with the inner lines."""
    rows, lines = upright.shape[0] // PARTS, upright.shape[1]
    found, weight = _symmetry(upright)
    weight = weight * (np.abs(found) < reach)
    y = part_places(rows)
    surface = Surface(lines, rows)
    surface.fit(np.arange(1, lines - 1), y, found[:, 1:-1], weight[:, 1:-1])
    nodes = surface.at(np.arange(lines), np.arange(rows + 1.0))
    own = found - surface.at(np.arange(lines), y)
    own = np.where(weight > 0, np.clip(own, -LARGEST_LOCAL, LARGEST_LOCAL), 0)
    nodes[:, 1:-1] += LOCAL * to_nodes(own)[:, 1:-1]
    return nodes


def to_nodes(own: Floats) -> Floats:
    """Values on the parts of walls as values at the nodes, each the mean of the parts that end there."""
    parts = own.reshape(-1, PARTS, own.shape[1])
    nodes = np.empty((len(parts) + 1, own.shape[1]))
    nodes[0], nodes[-1] = parts[0, 0], parts[-1, -1]
    nodes[1:-1] = (parts[:-1, -1] + parts[1:, 0]) / 2
    return nodes


def _symmetry(upright: Floats) -> tuple[Floats, Floats]:
    """For each wall the place its profile mirrors best at, in cells from the middle, and how strongly."""
    count = upright.shape[2]
    centred = upright - upright.mean(axis=2, keepdims=True)
    places = np.arange(HALF, count - HALF)
    ahead = centred[:, :, places[:, None] + np.arange(-HALF, HALF + 1)[None]]
    score = np.einsum("rlpk,rlpk->rlp", ahead, ahead[..., ::-1])
    best = np.clip(score.argmax(axis=2), 1, len(places) - 2)
    left, here, right = (np.take_along_axis(score, (best + d)[..., None], 2)[..., 0] for d in (-1, 0, 1))
    bend = np.minimum(left - 2 * here + right, -1e-9)
    exact = places[best] + 0.5 * np.clip((left - right) / bend, -1, 1)
    return (exact + 0.5 - count / 2) / PITCH, np.sqrt(np.maximum(here, 0))


class Surface:
    """A quadratic surface over the lattice, fitted to shifts of which some are wrong."""

    def __init__(self, lines: int, rows: int) -> None:
        self.half_x, self.half_y = (lines - 1) / 2, rows / 2
        self.coefficients = np.zeros(6)

    def _terms(self, x: Floats, y: Floats) -> Floats:
        u, v = np.meshgrid(x / self.half_x - 1, y / self.half_y - 1)
        return np.stack([np.ones_like(u), u, v, u * v, u * u, v * v], axis=-1)

    def fit(self, x: Floats, y: Floats, value: Floats, weight: Floats) -> None:
        """Fit the surface; walls that disagree with it count less and less."""
        terms, value = self._terms(x, y).reshape(-1, 6), value.ravel()
        even = np.minimum(weight, 2 * np.median(weight)).ravel()
        ridge = np.diag([1e-6, 1e-4, 1e-4, 2e-3, 2e-3, 2e-3]) * max(float(even.sum()), 1e-9)
        trust = even
        for _ in range(4):
            weighted = terms * trust[:, None]
            self.coefficients = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ value)
            trust = even / (1 + ((value - terms @ self.coefficients) / 0.02) ** 2)

    def at(self, x: Floats, y: Floats) -> Floats:
        """The surface's values: (len(y), len(x))."""
        return cast(Floats, self._terms(x, y) @ self.coefficients)


def _moved(frame: Frame, shift_x: Floats, shift_y: Floats) -> Frame:
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    units = unit_nodes(columns, rows) + np.stack([shift_x, shift_y], axis=-1)
    return fit_frame(frame.place(units))
