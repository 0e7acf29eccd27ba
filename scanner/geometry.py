"""A smooth map from the flat sheet, in cell pitches, to the photo, bent to fit every node of a lattice."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.values import Lattice, Points

Floats = NDArray[np.float64]

COARSE_PX = 8  # the map is computed every so many pixels and interpolated between; it is far smoother than that
REACH = 1.6  # pitches beyond the grid over which a curl is assumed to go on; farther out the paper is taken as flat
RIDGE = 0.15  # keeps the curl small where the nodes tell little; in squared pitches
INSETS = np.arange(0.0, 0.125, 0.0125)  # half the gap between separate boxes, in pitches


@dataclass(frozen=True, eq=False)
class Warp:
    """Where each point of the flat sheet, in pitches from the grid's top left, lies in the photo."""

    homography: Floats
    curl: Floats  # (6, 2) quadratic residual in photo pixels
    local: Floats  # (rows + 1, columns + 1, 2) what is left at the nodes
    ticks_x: Floats
    ticks_y: Floats

    def grid(self, xs: Floats, ys: Floats) -> NDArray[np.float32]:
        """The photo positions of the crossings of columns `xs` and rows `ys`: (len(ys), len(xs), 2)."""
        u, v = np.meshgrid(xs, ys)
        flat = _project(self.homography, u, v)
        rows, columns = self.ticks_y[-1], self.ticks_x[-1]
        near_u, near_v = np.clip(u, -REACH, columns + REACH), np.clip(v, -REACH, rows + REACH)
        flat += _quadratic(near_u, near_v, rows, columns) @ self.curl
        flat += np.einsum("yr,rcd,xc->yxd", _weights(ys, self.ticks_y), self.local, _weights(xs, self.ticks_x))
        return flat.astype(np.float32)

    def maps(
        self, origin: tuple[float, float], pitch: int, width: int, height: int, scale: float
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The two maps for cv2.remap that paint a canvas with the grid's corner at `origin`, photo scaled by `scale`."""
        columns, rows = -(-width // COARSE_PX), -(-height // COARSE_PX)
        middle = (COARSE_PX - 1) / 2
        xs = (np.arange(columns) * COARSE_PX + middle + 0.5 - origin[0]) / pitch
        ys = (np.arange(rows) * COARSE_PX + middle + 0.5 - origin[1]) / pitch
        coarse = self.grid(xs, ys) * np.float32(scale) - np.float32(0.5)
        size = (columns * COARSE_PX, rows * COARSE_PX)
        fine = [cv2.resize(coarse[..., i], size, interpolation=cv2.INTER_LINEAR)[:height, :width] for i in (0, 1)]
        return np.asarray(fine[0], np.float32), np.asarray(fine[1], np.float32)


def fit(lattice: Lattice) -> Warp:
    """The warp through all nodes of a lattice; separate boxes are recognised by the narrower outer cells."""
    nodes = np.asarray(lattice.nodes, np.float64)
    fits = [_fit(nodes, inset) for inset in INSETS]
    errors = np.array([error for _, error in fits])
    best = int(errors.argmin())
    if errors[best] > 0.6 * errors[0]:  # shared lines unless separate boxes explain the nodes much better
        best = 0
    return fits[best][0]


def fit_plain(lattice: Lattice) -> Warp:
    """The warp through all nodes of a lattice with even spacing."""
    return _fit(np.asarray(lattice.nodes, np.float64), 0.0)[0]


def pitch_px(lattice: Lattice) -> float:
    """The side of a middling cell in pixels of the displayed photo."""
    nodes = lattice.nodes
    across = np.linalg.norm(np.diff(nodes, axis=1), axis=2)
    down = np.linalg.norm(np.diff(nodes, axis=0), axis=2)
    return float(np.sqrt(np.median(across) * np.median(down)))


def turned(lattice: Lattice, quarters: int) -> Lattice:
    """The same lattice after the sheet is turned clockwise by so many quarters."""
    return Lattice(np.rot90(lattice.nodes, -quarters, (0, 1)).copy(), lattice.confidence)


def from_corners(corners: Points, rows: int = 5, columns: int = 5) -> Lattice:
    """A flat lattice between four corners given clockwise from its top left."""
    square = np.float32([[0, 0], [columns, 0], [columns, rows], [0, rows]])
    homography = cv2.getPerspectiveTransform(square, np.float32(corners))
    u, v = np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0))
    return Lattice(_project(np.asarray(homography), u, v).astype(np.float32), 1.0)


def _fit(nodes: Floats, inset: float) -> tuple[Warp, float]:
    rows, columns = nodes.shape[0] - 1, nodes.shape[1] - 1
    ticks_x, ticks_y = np.arange(columns + 1.0), np.arange(rows + 1.0)
    for ticks in (ticks_x, ticks_y):
        ticks[[0, -1]] += inset, -inset
    u, v = np.meshgrid(ticks_x, ticks_y)
    source = np.stack([u.ravel(), v.ravel()], 1)
    homography, _ = cv2.findHomography(source, nodes.reshape(-1, 2))
    residual = nodes - _project(homography, u, v)
    basis = _quadratic(u, v, rows, columns).reshape(-1, 6)
    normal = basis.T @ basis + RIDGE * np.eye(6)
    curl = np.linalg.solve(normal, basis.T @ residual.reshape(-1, 2))
    local = residual - (basis @ curl).reshape(residual.shape)
    return Warp(homography, curl, local, ticks_x, ticks_y), float((local**2).sum())


def _project(homography: Floats, u: Floats, v: Floats) -> Floats:
    x, y, w = np.tensordot(homography, np.stack([u, v, np.ones_like(u)]), 1)
    return np.stack([x / w, y / w], -1)


def _quadratic(u: Floats, v: Floats, rows: float, columns: float) -> Floats:
    x, y = u / columns * 2 - 1, v / rows * 2 - 1
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1)


def _weights(positions: Floats, ticks: Floats) -> Floats:
    """How much each tick's remainder counts at each position: a cubic through the ticks, held and fading outside."""
    inside = np.clip(positions, ticks[0], ticks[-1])
    fade = np.exp(-np.abs(positions - inside))
    slot = np.clip(np.searchsorted(ticks, inside, side="right") - 1, 0, len(ticks) - 2)
    t = (inside - ticks[slot]) / (ticks[slot + 1] - ticks[slot])
    cubic = np.stack([-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, -(t**2) + t**3]) / 2
    weights = np.zeros((len(positions), len(ticks)))
    for offset, part in zip((-1, 0, 1, 2), cubic, strict=True):
        np.add.at(weights, (np.arange(len(positions)), np.clip(slot + offset, 0, len(ticks) - 1)), part)
    return weights * fade[:, None]
