"""Corners that a person showed: whether a grid can lie between them."""

import numpy as np

from scanner.scan_errors import BadCorners
from scanner.values import Photo, Points

LEAST = 20.0  # pixels of the photo to a side; five cells in fewer cannot be read
BEYOND = 0.5  # of the photo's longer side that a corner may lie outside of it


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
    if np.hypot(*sides.T).min() < LEAST or turns.min() < LEAST:
        raise BadCorners
