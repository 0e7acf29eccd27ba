"""A picture to hints of cells: plain regions, roughly square, walled in by thin lines or gaps."""

from collections.abc import Callable, Iterator
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.values import Pixels

Floats = NDArray[Any]  # of floating point numbers
Picture = NDArray[Any]  # as OpenCV gives it

HAT = np.ones((11, 11), np.uint8)  # thin means thinner than this
GROUND = 0.15  # of the picture's brightness, added to the paper's: in its dark colours noise must not count as ink
JOIN = np.ones((3, 3), np.uint8)  # closes walls that are broken here and there
DARK_LEVELS = (24, 52, 11)  # of 255: how much darker than the paper a wall is; pen, bold print, pencil
LIGHT_LEVELS = (4, 9)  # of 255: how much lighter the gap between tinted cells is
TILE_SIDES = (31, 61)  # pixels: the surroundings that a tinted cell is darker than
MIN_SIDE, MAX_SIDE = 9, 160  # pixels
SOLID = 0.72  # of its hull that a region fills at least; less is a letter's inside or a crack
SQUARE = 0.72  # of the hull that the best inscribed quadrilateral fills; a disc reaches 0.64
LONGEST = 2.2  # of its shorter side that a cell's longer side may be, seen from aslant


def cell_hints(picture: Pixels, enough: Callable[[bool], bool]) -> Iterator[tuple[Floats, bool]]:
    """The centres of what looks like cells, one array for each kind of wall, and whether that is a light gap.

    The likeliest kind comes first. Between two arrays `enough` is asked whether the rest can be left out;
    once the usual kinds are done it is asked so with True.
    """
    closed = cv2.morphologyEx(picture, cv2.MORPH_CLOSE, HAT)  # the picture without strokes and lines
    ground = GROUND * float(np.percentile(closed[::8, ::8].max(axis=2), 90))
    paper = cv2.convertScaleAbs(closed, alpha=1, beta=ground)
    ink = _strongest(cv2.divide(cv2.subtract(closed, picture), paper, scale=255))
    for level in DARK_LEVELS:
        wall = cv2.threshold(ink, level - 1, 255, cv2.THRESH_BINARY)[1]
        for points in _centres(wall, enough):
            yield points, False
        if enough(False):
            return
    if enough(True):
        return
    wall = cv2.dilate(cv2.threshold(ink, DARK_LEVELS[0] - 1, 255, cv2.THRESH_BINARY)[1], JOIN)
    for points in _centres(wall, enough):
        yield points, False
    tiles = cv2.morphologyEx(closed, cv2.MORPH_OPEN, HAT)  # and without the gaps between tinted cells
    gap = _strongest(cv2.divide(cv2.subtract(closed, tiles), paper, scale=255))
    for level in LIGHT_LEVELS:
        wall = cv2.dilate(cv2.threshold(gap, level - 1, 255, cv2.THRESH_BINARY)[1], JOIN)
        yield next(_centres(wall, enough), np.empty((0, 2))), True
    grey = cv2.cvtColor(closed, cv2.COLOR_BGR2GRAY)
    for side in TILE_SIDES:  # tinted cells at the rim have no gap outside, but they are darker than what lies around
        around = cv2.subtract(cv2.blur(grey, (side, side)), grey)
        wall = cv2.dilate(cv2.threshold(around, 0, 255, cv2.THRESH_BINARY_INV)[1], JOIN)
        yield next(_centres(wall, enough), np.empty((0, 2))), True


def _strongest(colours: Picture) -> Pixels:
    blue, green, red = cv2.split(colours)
    return cast(Pixels, cv2.max(cv2.max(blue, green), red))


def _centres(wall: Picture, enough: Callable[[bool], bool]) -> Iterator[Floats]:
    """The centres of square regions between walls, then of square walls with all that touches them inside."""
    contours, tree = cv2.findContours(cv2.bitwise_not(wall), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return
    parents = np.asarray(tree)[0, :, 3].tolist()
    # Specks have few corners; so has a drawn square, but exactly four.
    large = [pair for pair in zip(contours, parents, strict=True) if len(pair[0]) > 7 or len(pair[0]) == 4]
    for inside in (False, True):
        if inside and enough(False):
            return
        found = [_centre(contour) for contour, parent in large if (parent >= 0) == inside]
        yield np.array([centre for centre in found if centre is not None], np.float64).reshape(-1, 2)


def _centre(contour: Picture) -> Floats | None:
    area = cv2.contourArea(contour)
    if not MIN_SIDE**2 < area < MAX_SIDE**2:
        return None
    hull = cv2.convexHull(contour)
    hull_area = cv2.contourArea(hull)
    if area < SOLID * hull_area:
        return None
    corners = _inscribed(hull[:, 0].astype(np.float64))
    if cv2.contourArea(corners.astype(np.float32)) < SQUARE * hull_area:
        return None
    across, down = corners[1] + corners[2] - corners[0] - corners[3], corners[2] + corners[3] - corners[0] - corners[1]
    sides = np.hypot(*across), np.hypot(*down)
    if max(sides) > LONGEST * min(sides):
        return None
    return cast(Floats, corners.mean(axis=0))


def _inscribed(hull: Floats) -> Floats:
    """A large quadrilateral in a convex outline: its longest diagonal and the points farthest from it."""
    spread = ((hull[:, None] - hull[None]) ** 2).sum(axis=2)
    first, third = divmod(int(spread.argmax()), len(hull))
    along = hull[third] - hull[first]
    side = (hull - hull[first]) @ np.array([-along[1], along[0]])
    return hull[[first, int(side.argmin()), third, int(side.argmax())]]
