"""Pictures of what `locate` found; nothing in the pipeline needs them."""

from collections.abc import Sequence

import cv2
import numpy as np

from scanner.lattice.flat import fit_frame, flatten
from scanner.values import Lattice, Photo, Pixels

LONGEST = 1400  # pixels of the picture's longer side
LINE, FIRST = (60, 60, 210), (0, 150, 230)  # BGR


def overview(photo: Photo, lattices: Sequence[Lattice]) -> Pixels:
    """The photo with the lines of every lattice, and a ring around each first corner."""
    shrink = min(1.0, LONGEST / max(photo.pixels.shape[:2]))
    picture = cv2.resize(photo.pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    for lattice in lattices:
        nodes = np.round(lattice.nodes * photo.scale * shrink).astype(np.int32)
        for line in (*nodes, *nodes.transpose(1, 0, 2)):
            cv2.polylines(picture, [np.ascontiguousarray(line)], False, LINE, 2, cv2.LINE_AA)
        cv2.circle(picture, nodes[0, 0].tolist(), 10, FIRST, 3, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


def flat(photo: Photo, lattice: Lattice) -> Pixels:
    """A lattice and half a cell around it, laid flat."""
    return flatten(photo.pixels, fit_frame(lattice.nodes.astype(np.float64) * photo.scale))
