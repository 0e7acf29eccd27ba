"""Closed shapes on a flat sheet: boxes and discs, printed as outlines or as coloured areas."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from cv2.typing import MatLike

from scanner.canvas import SMALL_PX as PITCH
from scanner.light import strongest
from scanner.values import Box, Pixels

# Grey levels by which the pictures below are cut, and how far beyond the shapes the field's outline is taken to lie, in
# pixels: edges are broad, so that they close gaps; dark lines are thin, and hardly touch what lies beside them.
EDGES = ((28, -1.5), (56, -1.0), (100, -0.75))  # the last for busy print
MORE_EDGES = ((14, -2.0), (75, -0.85))  # the first for faint print
LINES = ((24, -0.25), (48, 0.0))
INSIDES = ((24, 1.25), (48, 1.0))  # what such lines enclose
SMALLEST, WIDEST, HIGHEST = 0.34, 4.2, 1.6  # pitches
CORNER = 0.15  # of the shorter side
STROKE = 0.26  # pitches; strokes sticking out of a shape are thinner than this
STRUCK = 1.6  # pitches; a badge with a cross over it is no larger
UNSTRUCK = 0.8  # of its bounding box that a shape without strokes covers; a disc is little less
THICK = 0.36  # of a struck badge's extent; strokes across it are thinner than this


@dataclass(frozen=True)
class Shape:
    """A closed shape: the box just around it, how much of the box it covers, and how even its outline is."""

    box: Box
    fill: float  # 1 for a rectangle, 0.785 for a disc
    corners: float  # share of the box's four corners that is covered: 1 for a rectangle, 0 for a disc
    kept: float  # share left after strokes that stick out are taken off; 1 for a clean outline

    @cached_property
    def middle(self) -> tuple[float, float]:
        """The middle of the shape in pitches."""
        return self.box.x + self.box.width / 2, self.box.y + self.box.height / 2

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.box.width / self.box.height


def find_shapes(
    small: Pixels, dark: Pixels, origin: tuple[float, float], window: tuple[slice, slice], more: bool = False
) -> list[Shape]:
    """All closed shapes of the size of a field in a window; `origin` is the grid's corner in the same pixels.

    With `more`, only those that the first look did not show.
    """
    shapes: list[Shape] = []
    corner = origin[0] - window[1].start, origin[1] - window[0].start
    edge = _edges(small[window])
    for mask, over in _cut(edge, MORE_EDGES) if more else _masks(edge, dark[window]):
        _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_16U)
        for index, extent in _sized(stats):
            shapes += _outlined(labels, extent, index, corner, over)
    return shapes


def _edges(small: Pixels) -> Pixels:
    """How much the light changes around each place, in the channel that shows it most."""
    around = np.ones((3, 3), np.uint8)
    smooth = cv2.GaussianBlur(small, (3, 3), 0)  # noise must not join lines
    return strongest(cv2.subtract(cv2.dilate(smooth, around), cv2.erode(smooth, around)))


def _masks(edge: Pixels, dark: Pixels) -> Iterator[tuple[Pixels, float]]:
    """What may be a field's outline or its inside, and how far beyond it the outline lies."""
    yield from _cut(dark, LINES)
    for level, over in INSIDES:
        yield (dark < level).view(np.uint8), over
    yield from _cut(edge, EDGES)


def _cut(picture: Pixels, levels: Sequence[tuple[int, float]]) -> Iterator[tuple[Pixels, float]]:
    """Where a picture reaches each level, and what the level says of the outline."""
    for level, over in levels:
        yield (picture >= level).view(np.uint8), over


def _sized(stats: np.ndarray) -> Iterator[tuple[int, list[int]]]:
    """Which of all connected parts have the size of a field, and their extents."""
    width, height = stats[:, 2:4].T
    least = SMALLEST * PITCH
    likely = (width >= least) & (height >= least) & (width <= WIDEST * PITCH) & (height <= HIGHEST * PITCH)
    for index in np.flatnonzero(likely).tolist():
        yield index, stats[index, :4].tolist()


def _outlined(labels: np.ndarray, stat: list[int], index: int, origin: tuple[float, float], over: float) -> list[Shape]:
    """One connected line's outline, filled, without strokes that stick out; struck marks also without thick ones."""
    left, top, width, height = stat
    mask = (labels[top : top + height, left : left + width] == index).view(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = cv2.drawContours(np.zeros((height, width), np.uint8), outlines, -1, 1, -1)
    corner = (left - origin[0], top - origin[1])
    size = round(STROKE * PITCH)
    plain = _opened(filled, np.ones((size, size), np.uint8), corner, over)
    if max(width, height) > STRUCK * PITCH or plain is None or plain.fill > UNSTRUCK:
        return [] if plain is None else [plain]
    size = round(THICK * min(width, height))
    bare = _opened(filled, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), corner, over)
    return [plain] if bare is None else [plain, bare]


def _opened(filled: MatLike, kernel: MatLike, corner: tuple[float, float], over: float) -> Shape | None:
    """A filled shape without what is thinner than the kernel; None where too little is left."""
    before = cv2.countNonZero(filled)
    filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel)
    area = cv2.countNonZero(filled)
    if not area:
        return None
    x, y, w, h = cv2.boundingRect(filled)
    if min(w, h) < SMALLEST * PITCH:
        return None
    sides = corner[0] + x - over, corner[1] + y - over, w + 2 * over, h + 2 * over
    box = Box(*(side / PITCH for side in sides))
    return Shape(box, area / (w * h), _corners(filled[y : y + h, x : x + w]), area / before)


def _corners(filled: MatLike) -> float:
    size = max(2, round(CORNER * min(filled.shape)))
    ends = (slice(None, size), slice(-size, None))
    covered = sum(cv2.countNonZero(filled[rows, columns]) for rows in ends for columns in ends)
    return float(covered / (4 * size * size))
