"""Where a lattice lies in a photo while it is being found: a homography, and how far each node lies off it."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import cast

import cv2
import numpy as np

from scanner.values import Floats, Points


@dataclass(frozen=True, eq=False)
class Frame:
    """A homography from cell units to pixels, and how far each node lies off it."""

    homography: Floats
    bend: Floats  # (rows + 1, columns + 1, 2) pixels

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of cells."""
        return self.bend.shape[1] - 1, self.bend.shape[0] - 1

    @cached_property
    def nodes(self) -> Floats:
        """The pixel position of each node."""
        columns, rows = self.size
        return self.raster(np.arange(columns + 1.0), np.arange(rows + 1.0)).transpose(1, 2, 0)

    @cached_property
    def pitch(self) -> float:
        """The typical side of a cell in pixels."""
        across, down = np.diff(self.nodes, axis=1), np.diff(self.nodes, axis=0)
        lengths = [np.sqrt(np.einsum("...i,...i", steps, steps)).mean() for steps in (across, down)]
        return float(np.sqrt(lengths[0] * lengths[1]))

    @property
    def corners(self) -> Points:
        """The four outer nodes, clockwise from the first."""
        return self.nodes[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)

    def raster(self, xs: Floats, ys: Floats) -> Floats:
        """Pixel positions of all points with these places across and down, in cell units: (2, down, across)."""
        return _project(self.homography.astype(xs.dtype), xs, ys[:, None]) + self._bends(xs, ys)

    def place(self, units: Floats) -> Floats:
        """Pixel positions of points given in cell units."""
        straight = cv2.perspectiveTransform(units.reshape(-1, 1, 2), self.homography)[:, 0]
        columns, rows = self.size
        down, across = (_hats(units[..., i].ravel(), count + 1) for i, count in ((1, rows), (0, columns)))
        return cast(Floats, (straight + np.einsum("pr,rcd,pc->pd", down, self.bend, across)).reshape(units.shape))

    def scaled(self, factor: float) -> "Frame":
        """The same frame in a picture so many times as large."""
        return Frame(np.diag([factor, factor, 1.0]) @ self.homography, self.bend * factor)

    def resized(self, left: int, top: int, right: int, bottom: int) -> "Frame":
        """The frame with so many more lines of cells on each side, fewer where negative."""
        columns, rows = self.size
        bends = self._bends(np.arange(-left, columns + right + 1.0), np.arange(-top, rows + bottom + 1.0))
        shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], float)
        return Frame(self.homography @ shift, bends.transpose(1, 2, 0))

    def turned(self) -> "Frame":
        """The frame with columns and rows exchanged."""
        swap = np.array([[0, 1, 0], [1, 0, 0], [0, 0, 1]], float)
        return Frame(self.homography @ swap, self.bend.transpose(1, 0, 2))

    def _bends(self, xs: Floats, ys: Floats) -> Floats:
        """The bend at all points with these places across and down, (2, down, across); constant beyond the outline."""
        columns, rows = self.size
        bend = self.bend.transpose(2, 0, 1).astype(xs.dtype)
        return cast(Floats, _hats(ys, rows + 1) @ bend @ _hats(xs, columns + 1).T)


def _hats(places: Floats, nodes: int) -> Floats:
    """How much each node counts at each place along a line; beyond the outline only the last one does."""
    away = np.clip(places, 0, nodes - 1)[:, None] - np.arange(nodes, dtype=places.dtype)
    return cast(Floats, np.maximum(1 - np.abs(away), 0))


def _project(homography: Floats, u: Floats, v: Floats) -> Floats:
    """The image of (u, v), which are spread over each other: (2, …)."""
    h = homography[..., None, None]
    return cast(Floats, (h[:2, 0] * u + (h[:2, 1] * v + h[:2, 2])) / (h[2, 0] * u + (h[2, 1] * v + h[2, 2])))


@cache
def unit_nodes(columns: int, rows: int) -> Floats:
    """The nodes of a lattice in cell units: (rows + 1, columns + 1, 2)."""
    nodes = np.stack(np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0)), axis=-1)
    nodes.flags.writeable = False  # they are kept
    return nodes


def fit_frame(nodes: Floats, units: Floats | None = None) -> Frame:
    """The frame through given nodes; their places in cells, where they are others than those of a lattice."""
    units = unit_nodes(nodes.shape[1] - 1, nodes.shape[0] - 1) if units is None else units
    homography, _ = cv2.findHomography(units.reshape(-1, 2), nodes.reshape(-1, 2))
    straight = cv2.perspectiveTransform(units.reshape(-1, 1, 2), homography).reshape(units.shape)
    return Frame(np.asarray(homography), nodes - straight)


def polynomials(places: Floats, degree: int) -> Floats:
    """All products of powers of x and y up to a degree, at places (…, 2), the lower ones first."""
    x, y = places[..., 0], places[..., 1]
    return np.stack([x ** (total - i) * y**i for total in range(degree + 1) for i in range(total + 1)], axis=-1)


def between_samples(before: Floats, at: Floats, after: Floats) -> Floats:
    """How far beside the highest of three samples the peak lies, by the parabola through them."""
    bend = np.minimum(before - 2 * at + after, -1e-9)
    return np.asarray(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))
