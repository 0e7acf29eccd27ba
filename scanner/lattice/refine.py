"""From a rough lattice to nodes measured on the walls themselves."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.lattice.flat import PARTS, PITCH, Frame, fit_frame, laid_flat, part_places, profiles, unit_nodes
from scanner.lattice.pyramid import Pyramid
from scanner.lattice.rim import rim_shifts

Floats = NDArray[Any]  # of floating point numbers

HALF = int(0.17 * PITCH)  # pixels compared to either side of a supposed wall
FINE = 0.9  # pixels of the picture to a pixel of the flat patch, at least
COARSE = 0.5  # the same while nodes are still far off
ROUNDS = (0.08, 0.04)  # cells that walls typically lie from where they are expected, round by round
COMMON = int(0.15 * PITCH)  # pixels that all walls may lie from where they are expected
BARE = 0.8  # weight of bare paper beside that of walls: a gap between two rows of letters is symmetric, too
LIKE = 0.3  # of the typical wall's strength: less is no wall
LOCAL = 0.7  # how much of a wall's own deviation is followed: all of it would follow letters too
LARGEST_LOCAL = 0.07  # cells


def refine(pyramid: Pyramid, frame: Frame, light: bool = False) -> Frame:
    """Move the nodes of a lattice onto its walls; the rim goes along with the inner lines."""
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    for spread in ROUNDS:
        dark = laid_flat(pyramid, frame, COARSE, light)
        shift_x = _inner_shifts(profiles(dark, columns, rows), spread)
        shift_y = _inner_shifts(profiles(dark.T, rows, columns), spread).T
        frame = _moved(frame, shift_x, shift_y)
    return frame


def with_rim(pyramid: Pyramid, frame: Frame, light: bool) -> Frame:
    """Move the rim of a refined lattice to the outer edge of its line, or of its outer tiles where gaps are light."""
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    dark = laid_flat(pyramid, frame, FINE, light)
    upright, level = profiles(dark, columns, rows, cap=255), profiles(dark.T, rows, columns, cap=255)
    return _moved(frame, rim_shifts(upright, light), rim_shifts(level, light).T)


def _inner_shifts(upright: Floats, spread: float) -> Floats:
    """How far each node has to move across its upright line, in cells; the rim goes along with the inner lines."""
    rows, lines = upright.shape[0] // PARTS, upright.shape[1]
    found, weight = _places(upright, spread)
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


def _places(upright: Floats, spread: float) -> tuple[Floats, Floats]:
    """For each wall where the typical inner wall fits it best, in cells from where it is expected, and how well."""
    count = upright.shape[2]
    typical = np.median(upright[:, 1:-1].reshape(-1, count), axis=0)
    axis = _axis(typical)
    away = np.arange(2 * HALF) + 0.5 - HALF
    typical = np.interp(axis + away, np.arange(count), typical) + np.interp(axis - away, np.arange(count), typical)
    wanted = typical - typical.mean()
    norm = max(float(wanted @ wanted), 1e-9)
    shifts = np.arange(count - 2 * HALF + 1)
    fit = np.lib.stride_tricks.sliding_window_view(upright, 2 * HALF, axis=2) @ wanted / norm * 2
    offset = (shifts + HALF - count / 2) / PITCH
    middle = (axis + 0.5 - count / 2) / PITCH
    score = fit * np.exp(-0.5 * ((offset - middle) / spread) ** 2)
    best = np.clip(score.argmax(axis=2), 1, len(shifts) - 2)
    left, here, right = (np.take_along_axis(score, (best + d)[..., None], 2)[..., 0] for d in (-1, 0, 1))
    bend = np.minimum(left - 2 * here + right, -1e-9)
    exact = offset[best] + 0.5 * np.clip((left - right) / bend, -1, 1) / PITCH
    return exact, np.clip(here, 0, 1.5) * (here > LIKE)


def _axis(typical: Floats) -> float:
    """The place in the typical wall's profile about which it is most nearly symmetric: the walls' common middle."""
    rest = np.where(typical > typical.mean(), 1.0, BARE) * (typical - typical.mean())
    mirrored = np.convolve(rest, rest)  # item k: how well the profile agrees with its mirror image about k / 2
    middle = len(typical) - 1
    near = mirrored[middle - 2 * COMMON : middle + 2 * COMMON + 1]
    return (middle - 2 * COMMON + int(near.argmax())) / 2


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
        ridge = np.diag([1e-3, 1e-2, 1e-2, 3e-2, 3e-2, 3e-2]) * max(float(even.sum()), 1e-9)
        trust = even
        for _ in range(4):
            weighted = terms * trust[:, None]
            self.coefficients = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ value)
            trust = even / (1 + ((value - terms @ self.coefficients) / 0.02) ** 2)

    def at(self, x: Floats, y: Floats) -> Floats:
        """The surface's values: (len(y), len(x))."""
        return np.asarray(self._terms(x, y) @ self.coefficients)


def _moved(frame: Frame, shift_x: Floats, shift_y: Floats) -> Frame:
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    units = unit_nodes(columns, rows) + np.stack([shift_x, shift_y], axis=-1)
    return fit_frame(frame.place(units))
