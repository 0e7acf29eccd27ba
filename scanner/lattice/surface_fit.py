"""A group of cells to a rough lattice: a smooth frame through its cells."""

from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.lattice.flat_patch import Frame, median, unit_nodes
from scanner.lattice.region_growing import Group

Floats = NDArray[Any]  # of floating point numbers

FEW = 9  # points up to which a frame is kept straight
FAR = 2.5  # times the typical distance: farther off, a point is taken for a wrong one


def initial_frame(group: Group) -> Frame | None:
    """A smooth frame through the cells of a group; None where they have no order."""
    at = group.at - group.at.min(axis=0) + 0.5
    columns, rows = group.span
    homography: Any
    if len(at) < FEW:
        affine, _ = cv2.estimateAffine2D(at, group.points, method=cv2.LMEDS)
        homography = None if affine is None else np.vstack([affine, [0, 0, 1]])
    else:
        homography = _homography(at, group.points)
    if homography is None or not np.isfinite(homography).all():
        return None
    straight = Frame(homography, np.zeros((rows + 1, columns + 1, 2)))
    return _smooth(at, group.points, straight) if len(at) >= FEW else straight


def _homography(at: Floats, points: Floats) -> Any:
    """The homography through most of the points: those far off the one through all do not count; None where none is."""
    through_all: Any = cv2.findHomography(at, points)[0]
    if through_all is None:
        return None
    away = np.hypot(*(cv2.perspectiveTransform(at[:, None], through_all)[:, 0] - points).T)
    near = away <= FAR * median(away)
    return through_all if near.all() else cv2.findHomography(at[near], points[near])[0]


def _terms(units: Floats, columns: int, rows: int) -> Floats:
    u, v = units[..., 0] * 2 / columns - 1, units[..., 1] * 2 / rows - 1
    one = np.ones_like(u)
    return np.stack([one, u, v, u * v, u * u, v * v, u * u * v, u * v * v, u**3, v**3], axis=-1)


def _smooth(at: Floats, points: Floats, frame: Frame) -> Frame:
    """The frame bent by a cubic surface, points that disagree counting less and less."""
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    pitch = frame.pitch
    rest = (points - frame.place(at)) / pitch
    terms = _terms(at, columns, rows)
    trust = 1 / (1 + (np.hypot(*rest.T) / 0.15) ** 2)
    ridge = np.diag([1e-4] + [1e-3] * 2 + [1e-2] * 3 + [3e-2] * 4) * len(at)
    surface = np.zeros((terms.shape[1], 2))
    for _ in range(4):
        weighted = terms * trust[:, None]
        surface = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ rest)
        trust = 1 / (1 + (np.hypot(*(rest - terms @ surface).T) / 0.06) ** 2)
    bend = _terms(unit_nodes(columns, rows), columns, rows) @ surface * pitch
    return Frame(frame.homography, cast(Floats, bend))
