"""A picture to hints of cells: plain regions, roughly square, walled in by thin lines."""

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.values import Pixels

Floats = NDArray[np.float64]

HAT_PX = 11  # thin means thinner than this
LEVELS = (60, 28, 12)  # of 255: how much darker than the paper a wall is; bold print, pen, pencil
MIN_SIDE, MAX_SIDE = 11, 220  # pixels
SOLID = 0.72  # of its hull that a region fills at least; less is a letter's inside or a crack
SQUARE = 0.72  # of the hull that the best inscribed quadrilateral fills; a disc reaches 0.64


def thin_ink(picture: Pixels) -> Pixels:
    """How much darker each pixel is than the paper beside it, 0 to 255; the strongest of the three colours."""
    closed = cv2.morphologyEx(picture, cv2.MORPH_CLOSE, np.ones((HAT_PX, HAT_PX), np.uint8))
    share = cv2.divide(cv2.subtract(closed, picture), cv2.add(closed, (16, 16, 16, 0)), scale=255)
    return cast(Pixels, share.max(axis=2))


def cell_hints(picture: Pixels) -> list[Floats]:
    """The centres of regions that look like cells, one array for each darkness of wall."""
    ink = thin_ink(picture)
    return [_centres((ink < level).astype(np.uint8)) for level in LEVELS]


def _centres(plain: Pixels) -> Floats:
    contours, tree = cv2.findContours(plain, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if tree is None:
        return np.empty((0, 2))
    found = [_centre(contours[index]) for index in np.flatnonzero(tree[0, :, 3] < 0) if len(contours[index]) > 3]
    return np.array([centre for centre in found if centre is not None], np.float64).reshape(-1, 2)


def _centre(contour: NDArray[np.int32]) -> Floats | None:
    area = cv2.contourArea(contour)
    if not MIN_SIDE**2 < area < MAX_SIDE**2:
        return None
    hull = cv2.convexHull(contour)[:, 0].astype(np.float64)
    hull_area = cv2.contourArea(hull.astype(np.float32))
    if area < SOLID * hull_area:
        return None
    corners = _inscribed(hull)
    if cv2.contourArea(corners.astype(np.float32)) < SQUARE * hull_area:
        return None
    across, down = corners[1] + corners[2] - corners[0] - corners[3], corners[2] + corners[3] - corners[0] - corners[1]
    sides = np.hypot(*across), np.hypot(*down)
    if max(sides) > 2.2 * min(sides):
        return None
    return cast(Floats, corners.mean(axis=0))


def _inscribed(hull: Floats) -> Floats:
    """A large quadrilateral in a convex outline: its longest diagonal and the points farthest from it."""
    spread = ((hull[:, None] - hull[None]) ** 2).sum(axis=2)
    first, third = divmod(int(spread.argmax()), len(hull))
    along = hull[third] - hull[first]
    side = (hull - hull[first]) @ np.array([-along[1], along[0]])
    return hull[[first, int(side.argmin()), third, int(side.argmax())]]
