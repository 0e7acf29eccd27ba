"""What a live camera needs to know of a frame: where the grid lies, how light it is there, and how sharp."""

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.geometry import pitch_px
from scanner.locate import locate
from scanner.values import Lattice, Photo, Pixels


@dataclass(frozen=True, eq=False)
class FrameGrid:
    """A grid in a frame. `light` is 0 to 1; `sharp` can only be compared between frames of one camera."""

    lattice: Lattice
    light: float
    sharp: float


def grids_in(photo: Photo) -> tuple[FrameGrid, ...]:
    """Every grid of a frame."""
    grey = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)
    return tuple(_measured(np.asarray(grey, np.uint8), lattice, photo.scale) for lattice in locate(photo))


def _measured(grey: Pixels, lattice: Lattice, scale: float) -> FrameGrid:
    points = lattice.corners * scale
    left, top = np.maximum(points.min(axis=0), 0).astype(int)
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + 1
    inside = grey[top:bottom, left:right]
    if not inside.size:
        return FrameGrid(lattice, 0.0, 0.0)
    # Edges are as steep as the picture is sharp; a cell's size and the light only scale them.
    steep = cv2.Laplacian(inside, cv2.CV_32F)
    contrast = float(inside.std()) or 1.0
    sharp = float(np.abs(steep).mean()) / contrast * pitch_px(lattice) * scale / 100
    return FrameGrid(lattice, float(np.percentile(inside, 90)) / 255, sharp)
