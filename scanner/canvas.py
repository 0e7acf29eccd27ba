"""The flat picture of a sheet and its surroundings, painted from the photo with even light."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from scanner.frame import Frame
from scanner.geometry import AROUND
from scanner.image_pyramid import Pyramid
from scanner.light import evenly_lit, paper, shade
from scanner.values import Box, Pixels

CELL_PX = 48  # pixels per cell pitch on the flat sheet
SMALL_PX = CELL_PX // 2  # pixels per cell pitch of the copy in which fields are sought
LEFT, ABOVE, RIGHT, BELOW = 5.25, 0.75, 2.0, 3.5  # pitches of paper kept around the grid; legend and total lie there
SPARE = 1.3  # photo pixels per canvas pixel, at least, where there are so many


@dataclass(frozen=True, eq=False)
class Canvas:
    """A sheet laid flat with even light, `pitch` pixels to a cell; the grid's corner lies at `origin`."""

    pixels: Pixels
    pitch: int
    frame: Frame
    size: tuple[int, int]  # of the photo, in pixels of the frame

    @property
    def origin(self) -> tuple[int, int]:
        """Where the grid's corner lies."""
        return round(LEFT * self.pitch), round(ABOVE * self.pitch)

    def at(self, pitch: int) -> Pixels:
        """The canvas with fewer pixels to a cell."""
        share = pitch / self.pitch
        return np.asarray(cv2.resize(self.pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)

    @property
    def start(self) -> tuple[int, int]:
        """Where the grid's corner lies in the small copy."""
        return self.origin[0] // 2, self.origin[1] // 2

    @cached_property
    def small(self) -> Pixels:
        """The copy in which fields are sought."""
        return self.at(SMALL_PX)

    @cached_property
    def ground(self) -> Pixels:
        """The bare paper of the small copy."""
        return paper(self.small, SMALL_PX)

    @cached_property
    def dark(self) -> Pixels:
        """How much darker than its paper each place of the small copy is."""
        return shade(self.small, self.ground)

    def shows(self, box: Box) -> bool:
        """Whether a box, in pitches from the grid's corner, lies in the photo as a whole."""
        corners = np.array([[box.x, box.y], [box.x + box.width, box.y], [box.x, box.y + box.height]])
        corners = np.vstack([corners, corners[1] + corners[2] - corners[0]])
        places = self.frame.place(corners + AROUND)
        return bool((places >= 0).all() and (places <= np.array(self.size) - 1).all())


def paint(pyramid: Pyramid, frame: Frame, pitch: int = CELL_PX) -> Canvas:
    """The sheet with everything around it; the frame is that of `geometry.spread` in the photo as decoded."""
    columns, rows = (count - 2 * AROUND for count in frame.size)
    size = round((LEFT + columns + RIGHT) * pitch), round((ABOVE + rows + BELOW) * pitch)
    left, top = round(LEFT * pitch), round(ABOVE * pitch)
    grid = slice(top, top + rows * pitch), slice(left, left + columns * pitch)
    painted = pyramid.flat(frame, (left - AROUND * pitch, top - AROUND * pitch), pitch, size, SPARE)
    height, width = pyramid.level(0).shape[:2]
    return Canvas(evenly_lit(painted, pitch, grid), pitch, frame, (width, height))


def surroundings(pyramid: Pyramid, frame: Frame, reach: float) -> Pixels:
    """How dark the paper is around the grid, `reach` pitches on all four sides, at the small size."""
    size = round((2 * reach + frame.size[0] - 2 * AROUND) * SMALL_PX)
    corner = (reach - AROUND) * SMALL_PX
    painted = pyramid.flat(frame, (corner, corner), SMALL_PX, (size, size), 1.0)
    return shade(painted, paper(painted, SMALL_PX))
