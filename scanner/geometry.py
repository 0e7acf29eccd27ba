"""A smooth map from the flat sheet, in cell pitches, to the photo, bent to fit every node of a lattice."""

from collections.abc import Sequence
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
_DOWN, _ACROSS = (list(powers) for powers in zip(*QUADRATIC, strict=True))


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
        both[:, _DOWN, _ACROSS] = self.curl.T
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
    (shared, error), (_, middle), (_, wide) = _fit(nodes, (0.0, half, WIDEST))
    rise, bend = (4 * middle - 3 * error - wide) / WIDEST, (error - 2 * middle + wide) / (2 * half * half)
    inset = min(-rise / (2 * bend), WIDEST) if bend > 0 else 0.0  # where the error is least
    if inset <= 0 or error + rise * inset + bend * inset * inset > LIKELY * error:
        return shared
    separate, separate_error = _fit(nodes, (inset,))[0]
    return separate if separate_error < CLEARLY * error else shared


def fit_plain(lattice: Lattice) -> Warp:
    """The warp through all nodes of a lattice with even spacing."""
    return _fit(np.asarray(lattice.nodes, np.float64), (0.0,))[0][0]


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


def _fit(nodes: Floats, insets: Sequence[float]) -> list[tuple[Warp, float]]:
    """The warp for each of some insets, and the squared error that its smooth part leaves at the nodes."""
    rows, columns = nodes.shape[0] - 1, nodes.shape[1] - 1
    ticks_x, ticks_y = (np.tile(np.arange(count + 1.0), (len(insets), 1)) for count in (columns, rows))
    for ticks in (ticks_x, ticks_y):
        ticks[:, 0] += insets
        ticks[:, -1] -= insets
    homographies = _homographies(np.tile(ticks_x, rows + 1), np.repeat(ticks_y, columns + 1, axis=1), nodes)
    x, y = _powers(ticks_x, columns), _powers(ticks_y, rows)
    bases = (y[:, :, None, _DOWN] * x[:, None, :, _ACROSS]).reshape(len(insets), -1, 6)
    flat = bases.transpose(0, 2, 1)
    seen = [_project(*both[:2], both[2][:, None]) for both in zip(homographies, ticks_x, ticks_y, strict=True)]
    residuals = nodes.reshape(-1, 2) - np.stack(seen).reshape(len(insets), 2, -1).transpose(0, 2, 1)
    curls = np.linalg.solve(flat @ bases + RIDGE * np.eye(6), flat @ residuals)
    locals_ = residuals - bases @ curls
    errors = np.square(locals_).sum(axis=(1, 2)).tolist()
    parts = zip(homographies, curls, locals_.reshape(-1, *nodes.shape), ticks_x, ticks_y, insets, strict=True)
    return [(Warp(*part), error) for part, error in zip(parts, errors, strict=True)]


def _homographies(u: Floats, v: Floats, nodes: Floats) -> Floats:
    """The homographies from some (u, v) to the same nodes by linear least squares; centred for good numbers."""
    points = nodes.reshape(-1, 2)
    shift, scale, count = points.mean(axis=0), points.std(), len(points)
    x, y = ((points - shift) / scale).T
    systems = np.zeros((len(u), 2 * count, 8))
    for part, first, aim in ((systems[:, :count], 0, x), (systems[:, count:], 3, y)):
        part[..., first], part[..., first + 1], part[..., first + 2] = u, v, 1
        part[..., 6], part[..., 7] = -u * aim, -v * aim
    flat = systems.transpose(0, 2, 1)
    solved = np.linalg.solve(flat @ systems, flat @ np.concatenate([x, y])[:, None])
    centred = np.concatenate([solved[..., 0], np.ones((len(u), 1))], axis=1).reshape(-1, 3, 3)
    back = np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]])
    return np.asarray(back @ centred, np.float64)


def _project(homography: Floats, u: Floats, v: Floats) -> Floats:
    """The image of (u, v), which are spread over each other: (2, …)."""
    x, y, w = (row[0] * u + row[1] * v + row[2] for row in homography)
    return np.stack([x / w, y / w])


def _powers(positions: Floats, length: float) -> Floats:
    """One, position and its square, where the positions run from -1 to 1 over the length: (…, 3)."""
    x = positions * (2 / length) - 1
    return np.stack([np.ones_like(x), x, x * x], -1)


def _weights(positions: Floats, ticks: Floats) -> Floats:
    """How much each tick's remainder counts at each position: a cubic through the ticks, held and fading outside."""
    inside = np.clip(positions, ticks[0], ticks[-1])
    fade = np.exp(-np.abs(positions - inside))
    slot = np.clip(np.searchsorted(ticks, inside, side="right") - 1, 0, len(ticks) - 2)
    t = (inside - ticks[slot]) / (ticks[slot + 1] - ticks[slot])
    cubic = np.stack([-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, -(t**2) + t**3]) / 2
    weights = np.zeros((len(positions), len(ticks) + 2))  # with a place before the first tick and one after the last
    for offset, part in enumerate(cubic):
        weights[np.arange(len(positions)), slot + offset] = part
    weights[:, 1] += weights[:, 0]
    weights[:, -2] += weights[:, -1]
    return weights[:, 1:-1] * fade[:, None]
