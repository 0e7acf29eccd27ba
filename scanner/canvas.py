"""The flat picture of a sheet and its surroundings, painted from the photo, at the two sizes the stages look at."""

from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from scanner.geometry import COARSE_PX, Floats, Warp, fine
from scanner.light import evenly_lit, paper, shade
from scanner.values import Box, Photo, Pixels

CELL_PX = 48  # pixels per cell pitch on the flat sheet
SMALL_PX = CELL_PX // 2  # pixels per cell pitch of the copy in which fields are sought
LEFT, ABOVE, RIGHT, BELOW = 5.25, 0.75, 2.0, 3.5  # pitches of paper kept around the grid; legend and total lie there
SPARE = 1.3  # photo pixels per canvas pixel up to which the photo is sampled as it is; more of them are shrunk first
SPARE_SMALL = 1.0  # the same for the small canvas, on which fine lines would get lost between the samples


@dataclass(frozen=True, eq=False)
class Canvas:
    """A sheet laid flat with even light; the grid's corner lies at `origin` in `pixels`, `start` in the small ones."""

    pixels: Pixels
    small: Pixels
    ground: Pixels  # the bare paper of `small`
    dark: Pixels  # how much darker than its paper each place of `small` is
    origin: tuple[int, int]
    start: tuple[int, int]
    shown: NDArray[np.bool_]  # whether the photo shows a place, every COARSE_PX of `pixels`

    def shows(self, box: Box) -> bool:
        """Whether a box, in pitches from the grid's corner, lies in the photo as a whole."""
        left, top = (at + side * CELL_PX for at, side in zip(self.origin, (box.x, box.y), strict=True))
        rows = slice(max(0, int(top / COARSE_PX)), int((top + box.height * CELL_PX) / COARSE_PX) + 1)
        columns = slice(max(0, int(left / COARSE_PX)), int((left + box.width * CELL_PX) / COARSE_PX) + 1)
        return bool(self.shown[rows, columns].all())


def paint(photo: Photo, warp: Warp, pitch: float, turn: int) -> Canvas:
    """The sheet with everything around it, turned clockwise; `pitch` is a cell's size in the photo."""
    rows, columns = warp.shape
    origin = (round(LEFT * CELL_PX), round(ABOVE * CELL_PX))
    size = (round((LEFT + columns + RIGHT) * CELL_PX), round((ABOVE + rows + BELOW) * CELL_PX))
    grid = slice(origin[1], origin[1] + rows * CELL_PX), slice(origin[0], origin[0] + columns * CELL_PX)
    shrink = int(pitch * photo.scale / CELL_PX / SPARE)
    places = warp.coarse(origin, CELL_PX, size, turn) * photo.scale
    pixels = evenly_lit(_paint(photo, places, shrink, size), CELL_PX, grid)
    small = np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    ground = paper(small, SMALL_PX)
    start = origin[0] // 2, origin[1] // 2
    return Canvas(pixels, small, ground, shade(small, ground), origin, start, _shown(places, photo))


def surroundings(photo: Photo, warp: Warp, pitch: float, reach: float) -> Pixels:
    """How dark the paper is around the grid, `reach` pitches on all four sides, at the small size."""
    corner = reach * SMALL_PX
    size = round((2 * reach + warp.shape[1]) * SMALL_PX)
    shrink = int(pitch * photo.scale / SMALL_PX / SPARE_SMALL)
    places = warp.coarse((corner, corner), SMALL_PX, (size, size)) * photo.scale
    painted = _paint(photo, places, shrink, (size, size))
    return shade(painted, paper(painted, SMALL_PX))


def _shown(places: Floats, photo: Photo) -> NDArray[np.bool_]:
    """Which places of a coarse map lie in the photo."""
    height, width = photo.pixels.shape[:2]
    return np.asarray(((places >= 0) & (places <= (width - 1, height - 1))).all(axis=2))


def _paint(photo: Photo, coarse: Floats, shrink: int, size: tuple[int, int]) -> Pixels:
    """A canvas painted flat as a coarse map tells, from the photo shrunk so many times."""
    left, right = _span(coarse[..., 0], photo.pixels.shape[1])
    top, bottom = _span(coarse[..., 1], photo.pixels.shape[0])
    source: MatLike = photo.pixels[top:bottom, left:right]
    if shrink > 1:
        source = cv2.resize(source, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    factor = source.shape[1] / (right - left), source.shape[0] / (bottom - top)
    map_x, map_y = fine((coarse - (left, top)) * factor - 0.5, size)
    source = cv2.cvtColor(source, cv2.COLOR_BGR2BGRA)  # OpenCV samples four channels three times as fast as three
    painted = cv2.remap(source, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(painted, cv2.COLOR_BGRA2BGR), np.uint8)


def _span(positions: Floats, limit: int) -> tuple[int, int]:
    """The part of the photo that a coarse map reaches, a little wider."""
    over = float(np.abs(np.diff(positions, axis=0)).max() + np.abs(np.diff(positions, axis=1)).max()) + 3
    low = int(np.clip(positions.min() - over, 0, limit - 8))
    return low, int(np.clip(positions.max() + over, low + 8, limit))
