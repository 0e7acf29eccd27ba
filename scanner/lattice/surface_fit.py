"""A group of cells to a rough lattice: a smooth frame through its cells."""

from typing import Any, cast

import cv2
import numpy as np

from scanner.frame import Frame, polynomials, unit_nodes
from scanner.lattice.region_growing import Group
from scanner.lattice.robust_fit import robust_fit
from scanner.values import Floats

# All chosen on render from 2000 on, before a network looked at lines.
FEW = 9  # points up to which a frame is kept straight
STIFF = np.diag([1e-4] + [1e-3] * 2 + [1e-2] * 3 + [3e-2] * 4)  # how little its terms are believed, for each point
FIRST = 0.15  # the same off the homography, where the surface is fitted first
WRONG = 0.06  # cells off the surface from which on a point counts less than half


def initial_frame(group: Group) -> Frame | None:
    """A smooth frame through the cells of a group; None where they have no order."""
    at = group.at - group.at.min(axis=0) + 0.5
    columns, rows = group.span
    homography: Any
    if len(at) < FEW:
        affine, _ = cv2.estimateAffine2D(at, group.points, method=cv2.LMEDS)
        homography = None if affine is None else np.vstack([affine, [0, 0, 1]])
    else:
        homography = cv2.findHomography(at, group.points)[0]
    if homography is None or not np.isfinite(homography).all():
        return None
    straight = Frame(homography, np.zeros((rows + 1, columns + 1, 2)))
    return _smooth(at, group.points, straight) if len(at) >= FEW else straight


def _smooth(at: Floats, points: Floats, frame: Frame) -> Frame:
    """The frame bent by a cubic surface, points that disagree counting less and less."""
    size, pitch = np.array(frame.size), frame.pitch
    terms = polynomials(at / size * 2 - 1, 3)
    rest = (points - frame.place(at)) / pitch
    start = 1 / (1 + (np.hypot(*rest.T) / FIRST) ** 2)
    surface = robust_fit(terms, rest, np.ones(len(at)), STIFF * len(at), WRONG, start)
    bend = polynomials(unit_nodes(*frame.size) / size * 2 - 1, 3) @ surface * pitch
    return Frame(frame.homography, cast(Floats, bend))
