"""A sheet and what lies around it, painted flat from the photo with even light."""

from collections.abc import Iterable

from scanner.frame import Frame
from scanner.geometry import AROUND
from scanner.image_pyramid import Pyramid
from scanner.light import evenly_lit
from scanner.values import Box, Lattice, Pixels

CELL_PX = 48  # pixels per cell pitch on the flat sheet; the reader learned from crops of it
MARGIN = 0.75  # pitches of paper painted around a grid and its fields; marks are cut with 0.2, line removal needs 0.28
SPARE = 1.3  # photo pixels per painted pixel, at least, where there are so many; 1 and 1.6 read as well on 76 sheets


def paint(pyramid: Pyramid, frame: Frame, area: Box, pitch: int = CELL_PX) -> tuple[Pixels, tuple[int, int]]:
    """An area in pitches from the grid's corner, and where in it that corner lies, in pixels.

    The frame is that of `geometry.spread` in the photo as decoded.
    """
    columns, rows = (count - 2 * AROUND for count in frame.size)
    left, top = round(-area.x * pitch), round(-area.y * pitch)
    size = round(area.width * pitch), round(area.height * pitch)
    painted = pyramid.flat(frame, (left - AROUND * pitch, top - AROUND * pitch), pitch, size, SPARE)
    grid = slice(top, top + rows * pitch), slice(left, left + columns * pitch)
    return evenly_lit(painted, pitch, grid), (left, top)


def area_around(lattice: Lattice, fields: Iterable[Box] = ()) -> Box:
    """The area of a grid, its fields, and some paper around them, in pitches from the grid's corner."""
    rows, columns = lattice.nodes.shape[0] - 1, lattice.nodes.shape[1] - 1
    boxes = [Box(0, 0, columns, rows), *fields]
    left, top = min(box.x for box in boxes) - MARGIN, min(box.y for box in boxes) - MARGIN
    right, bottom = max(box.x + box.width for box in boxes) + MARGIN, max(box.y + box.height for box in boxes) + MARGIN
    return Box(left, top, right - left, bottom - top)
