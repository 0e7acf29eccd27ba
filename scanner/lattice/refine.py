"""From a rough lattice to nodes measured on the walls themselves."""

import numpy as np
from numpy.typing import NDArray

from scanner.lattice.flat import ACROSS, PITCH, Frame, bilinear, darkness, fit_frame, profiles, unit_nodes
from scanner.values import Pixels

Floats = NDArray[np.float64]

HALF = int(0.17 * PITCH)  # pixels compared to either side of a supposed wall
LOOSE, TIGHT = 0.14, 0.08  # cells: how far a wall may lie from the smooth lattice in the first and later rounds
LOCAL = 0.7  # how much of a wall's own deviation is followed: all of it would follow letters too
EDGE = 0.5  # of the peak's darkness: where a line is taken to end


def refine(picture: Pixels, frame: Frame, rounds: int = 2) -> tuple[Frame, Floats]:
    """Move the nodes of a lattice onto its walls; also give the darkness profiles of the last round."""
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    for turn in range(rounds):
        dark = darkness(picture, frame)
        upright, level = profiles(dark, columns, rows), profiles(dark.T, rows, columns)
        reach = LOOSE if turn == 0 else TIGHT
        shift_x = _shifts(upright, reach)
        shift_y = _shifts(level, reach).T
        frame = _moved(frame, shift_x, shift_y)
    return frame, np.array([])


def _shifts(upright: Floats, reach: float) -> Floats:
    """How far each line of nodes has to move across its walls, in cells: (rows + 1, columns + 1)."""
    rows, lines = upright.shape[:2]
    found, weight = _symmetry(upright)
    weight = weight * (np.abs(found) < reach)
    smooth = _smooth(found, weight)
    own = np.where(weight > 0, np.clip(found - smooth, -0.06, 0.06), 0)
    around = np.empty((rows + 1, lines))
    around[0], around[-1] = own[0], own[-1]
    around[1:-1] = (own[:-1] + own[1:]) / 2
    return _surface(smooth, rows, lines) + LOCAL * around


def _symmetry(upright: Floats) -> tuple[Floats, Floats]:
    """For each wall the place its profile mirrors best at, in cells from the middle, and how strongly."""
    count = upright.shape[2]
    centred = upright - upright.mean(axis=2, keepdims=True)
    places = np.arange(HALF, count - HALF)
    reach = np.arange(-HALF, HALF + 1)
    ahead = centred[:, :, places[:, None] + reach[None]]
    score = (ahead * ahead[..., ::-1]).sum(axis=3)
    best = np.clip(score.argmax(axis=2), 1, len(places) - 2)
    left, here, right = (np.take_along_axis(score, (best + d)[..., None], 2)[..., 0] for d in (-1, 0, 1))
    bend = np.minimum(left - 2 * here + right, -1e-9)
    exact = places[best] + 0.5 * np.clip((left - right) / bend, -1, 1)
    return (exact + 0.5 - count / 2) / PITCH, np.sqrt(np.maximum(here, 0))


def _terms(x: Floats, y: Floats) -> Floats:
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1)


def _smooth(found: Floats, weight: Floats) -> Floats:
    """A quadratic surface through the measured shifts, walls that disagree counting less and less."""
    rows, lines = found.shape
    x, y = np.meshgrid(np.linspace(-1, 1, lines), np.linspace(-1, 1, rows) * (rows - 1) / rows)
    terms = _terms(x, y).reshape(-1, 6)
    value = found.ravel()
    trust = np.minimum(weight, np.median(weight) * 2).ravel()
    fitted = np.zeros_like(value)
    ridge = np.diag([1e-6, 1e-4, 1e-4, 1e-3, 1e-3, 1e-3]) * max(float(trust.sum()), 1e-9)
    for _ in range(4):
        weighted = terms * trust[:, None]
        coefficients = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ value)
        fitted = terms @ coefficients
        trust = np.minimum(weight, np.median(weight) * 2).ravel() / (1 + ((value - fitted) / 0.02) ** 2)
    return fitted.reshape(found.shape)


def _surface(smooth: Floats, rows: int, lines: int) -> Floats:
    """Values at the middle of each wall carried over to the nodes at its ends."""
    nodes = np.empty((rows + 1, lines))
    nodes[1:-1] = (smooth[:-1] + smooth[1:]) / 2
    nodes[0] = 1.5 * smooth[0] - 0.5 * smooth[1]
    nodes[-1] = 1.5 * smooth[-1] - 0.5 * smooth[-2]
    return nodes


def _moved(frame: Frame, shift_x: Floats, shift_y: Floats) -> Frame:
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    units = unit_nodes(columns, rows) + np.stack([shift_x, shift_y], axis=-1)
    return fit_frame(frame.place(units))
