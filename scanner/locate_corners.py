"""Corners that a person showed to a lattice that lies on the lines of the sheet."""

import numpy as np

from scanner.frame import fit_frame
from scanner.geometry import from_corners
from scanner.image_pyramid import Pyramid
from scanner.locate import LEAST, look_again
from scanner.scan_errors import BadCorners
from scanner.values import Lattice, Photo, Points

# Set by what people do, not tuned: corners drawn up to a fifth of a cell off were measured (hard_cases.py, 25ffae9).
MOVED = 0.5  # cells that a person's corner may be moved
SHORTEST = 20.0  # pixels of the photo to a side; five cells in fewer cannot be read
BEYOND = 0.5  # of the photo's longer side that a corner may lie outside of it


def locate_at(photo: Photo, corners: Points, columns: int = 5, rows: int = 5) -> Lattice:
    """The lattice between corners given clockwise from its top left, moved onto its lines where they are near."""
    check_corners(corners, photo)
    shown = from_corners(corners, rows, columns)
    pyramid = Pyramid(photo.pixels)
    given = fit_frame(shown.nodes.astype(np.float64) * photo.scale)
    find = look_again(pyramid, look_again(pyramid, given).frame)
    nodes = find.measured(pyramid).nodes
    if find.score < LEAST or np.hypot(*(nodes - given.nodes).transpose(2, 0, 1)).max() > MOVED * given.pitch:
        return shown
    return Lattice((nodes / photo.scale).astype(np.float32), shown.confidence)


def check_corners(corners: Points, photo: Photo) -> None:
    """Raise unless the corners go clockwise around a bulging quadrilateral that lies in the photo or near it."""
    points = np.asarray(corners, np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise BadCorners("four points are needed")
    size, spare = np.array([photo.width, photo.height]), BEYOND * max(photo.width, photo.height)
    if (points < -spare).any() or (points > size + spare).any():
        raise BadCorners("a corner lies far outside the photo")
    sides = np.roll(points, -1, axis=0) - points
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]  # positive: clockwise, as pictures are displayed
    if np.hypot(*sides.T).min() < SHORTEST or turns.min() < SHORTEST:
        raise BadCorners
