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
WIDEST = 0.11  # half the widest gap between separate boxes, in pitches
CLEARLY = 0.6  # of the error with shared lines that separate boxes must leave at most
LIKELY = 0.8  # the same where the error is only foreseen
QUADRATIC = ((0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0))  # powers of y and x in the curl's six terms


@dataclass(frozen=True, eq=False)
class Warp:
    """Where each point of the flat sheet, in pitches from the grid's top left, lies in the photo."""

    homography: Floats
    curl: Floats  # (6, 2) quadratic residual in photo pixels
    local: Floats  # (rows + 1, columns + 1, 2) what is left at the nodes
    ticks_x: Floats
    ticks_y: Floats
    inset: float  # half the gap between separate boxes, in pitches; 0 for shared lines

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of cells."""
        return len(self.ticks_y) - 1, len(self.ticks_x) - 1

    def grid(self, xs: Floats, ys: Floats, turn: int = 0) -> Floats:
        """The photo positions of columns `xs` crossing rows `ys` once turned clockwise: (len(ys), len(xs), 2)."""
        if turn % 4:  # what is x after a quarter turn was y, upside down, before it
            return self.grid(ys, self.shape[1 - turn % 2] - xs, turn - 1).transpose(1, 0, 2)
        rows, columns = self.shape
        near_x, near_y = np.clip(xs, -REACH, columns + REACH), np.clip(ys, -REACH, rows + REACH)
        across = np.hstack([_powers(near_x, columns), _weights(xs, self.ticks_x)])
        down = np.hstack([_powers(near_y, rows), _weights(ys, self.ticks_y)])
        bend = down @ self._bends @ across.T  # (2, y, x)
        return np.ascontiguousarray((_project(self.homography, xs, ys[:, None]) + bend).transpose(1, 2, 0))

    @property
    def _bends(self) -> Floats:
        """Curl and remainders as weights of what varies down times what varies across: (2, 3 + rows, 3 + columns)."""
        rows, columns = self.shape
        both = np.zeros((2, rows + 4, columns + 4))
        for (power_y, power_x), weight in zip(QUADRATIC, self.curl, strict=True):
            both[:, power_y, power_x] = weight
        both[:, 3:, 3:] = self.local.transpose(2, 0, 1)
        return both

    def coarse(self, origin: tuple[float, float], pitch: int, size: tuple[int, int], turn: int = 0) -> Floats:
        """Where a canvas lies in the photo, every COARSE_PX pixels; the grid's corner is at `origin` on the canvas."""
        xs, ys = ((np.arange(-(-length // COARSE_PX)) + 0.5) * COARSE_PX for length in size)
        return self.grid((xs - origin[0]) / pitch, (ys - origin[1]) / pitch, turn)


def fine(coarse: Floats, size: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A coarse map for every pixel of a canvas, as the two maps that cv2.remap takes."""
    width, height = size
    whole = (coarse.shape[1] * COARSE_PX, coarse.shape[0] * COARSE_PX)
    parts = np.ascontiguousarray(coarse.transpose(2, 0, 1), np.float32)
    map_x, map_y = (cv2.resize(part, whole, interpolation=cv2.INTER_LINEAR)[:height, :width] for part in parts)
    return np.asarray(map_x, np.float32), np.asarray(map_y, np.float32)


def fit(lattice: Lattice) -> Warp:
    """The warp through all nodes of a lattice; separate boxes are recognised by the narrower outer cells."""
    nodes = np.asarray(lattice.nodes, np.float64)
    half = WIDEST / 2
    (shared, error), (_, middle), (_, wide) = (_fit(nodes, inset) for inset in (0.0, half, WIDEST))
    rise, bend = (4 * middle - 3 * error - wide) / WIDEST, (error - 2 * middle + wide) / (2 * half * half)
    inset = min(-rise / (2 * bend), WIDEST) if bend > 0 else 0.0  # where the error is least
    if inset <= 0 or error + rise * inset + bend * inset * inset > LIKELY * error:
        return shared
    separate, separate_error = _fit(nodes, inset)
    return separate if separate_error < CLEARLY * error else shared


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
    square = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    homography = cv2.getPerspectiveTransform(square, np.asarray(corners, np.float32))
    nodes = _project(np.asarray(homography), np.arange(columns + 1.0), np.arange(rows + 1.0)[:, None])
    return Lattice(np.ascontiguousarray(nodes.transpose(1, 2, 0), np.float32), 1.0)


def _fit(nodes: Floats, inset: float) -> tuple[Warp, float]:
    """The warp for one inset, and the squared error that its smooth part leaves at the nodes."""
    rows, columns = nodes.shape[0] - 1, nodes.shape[1] - 1
    ticks_x, ticks_y = np.arange(columns + 1.0), np.arange(rows + 1.0)
    for ticks in (ticks_x, ticks_y):
        ticks[[0, -1]] += inset, -inset
    homography = _homography(np.tile(ticks_x, rows + 1), np.repeat(ticks_y, columns + 1), nodes.reshape(-1, 2))
    residual = nodes - _project(homography, ticks_x, ticks_y[:, None]).transpose(1, 2, 0)
    x, y = _powers(ticks_x, columns), _powers(ticks_y, rows)
    basis = np.stack([np.outer(y[:, down], x[:, across]) for down, across in QUADRATIC], -1).reshape(-1, 6)
    normal = basis.T @ basis + RIDGE * np.eye(6)
    curl = np.asarray(np.linalg.solve(normal, basis.T @ residual.reshape(-1, 2)), np.float64)
    local = residual - (basis @ curl).reshape(residual.shape)
    return Warp(homography, curl, local, ticks_x, ticks_y, inset), float((local**2).sum())


def _homography(u: Floats, v: Floats, points: Floats) -> Floats:
    """The homography from (u, v) to points by linear least squares; points are centred for good numbers."""
    shift, scale, count = points.mean(axis=0), points.std(), len(u)
    x, y = ((points - shift) / scale).T
    system = np.zeros((2 * count, 8))
    for part, first, aim in ((system[:count], 0, x), (system[count:], 3, y)):
        part[:, first], part[:, first + 1], part[:, first + 2] = u, v, 1
        part[:, 6], part[:, 7] = -u * aim, -v * aim
    solved = np.linalg.solve(system.T @ system, system.T @ np.concatenate([x, y]))
    centred = np.append(solved, 1.0).reshape(3, 3)
    back = np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]])
    return np.asarray(back @ centred, np.float64)


def _project(homography: Floats, u: Floats, v: Floats) -> Floats:
    """The image of (u, v), which are spread over each other: (2, …)."""
    x, y, w = (row[0] * u + row[1] * v + row[2] for row in homography)
    return np.stack([x / w, y / w])


def _powers(positions: Floats, length: float) -> Floats:
    """One, position and its square, where the positions run from -1 to 1 over the length: (n, 3)."""
    x = positions * (2 / length) - 1
    return np.stack([np.ones_like(x), x, x * x], 1)


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
