"""Where circles, total box, bonus badge, joker box and side letter lie on a flat sheet."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from scanner.canvas import ABOVE, BELOW, LEFT, RIGHT, Canvas
from scanner.canvas import SMALL_PX as PITCH
from scanner.circle_detector import Circle
from scanner.closed_shapes import Shape, find_shapes
from scanner.known_forms import nearness
from scanner.values import Box, Fields

BOXY = 0.5  # share of its corners a box covers at least; rounded boxes leave some out
SQUARE = 0.65  # a badge covers less than this of its corners, even with strokes across them
ROUND = 0.92  # share of its box that a badge covers at most, strokes across it and all; a rounded square covers more
ALIKE, BESIDE = 0.25, 1.6  # of a box: how far its neighbours in a grid differ or are off at most, and lie away
KNOWN = 0.5  # what lying where a known form has the field adds to a likeness of about 1
SURE = 1.2  # likeness of a total box that, with a badge by it, needs no comparison
RIM = 0.12  # pitches of the grid's own line outside its corner
LOWEST = 1.5  # pitches below the circles to which a field beside the grid may reach
LETTER = 0.8  # side letter's window, in pitches


def find_fields(canvas: Canvas, circles: tuple[list[Circle], list[Circle]]) -> Fields:
    """The fields around the grid; `circles` are those right of the rows and below the columns."""
    rows, columns = circles
    corner = (float(np.mean([x for x, _, _ in rows])), float(np.mean([y for _, y, _ in columns])))
    reach = rows[0][2] + 0.05
    bottom = corner[1] + reach
    beside, below = _windows(canvas, corner[0] + reach, bottom)
    shapes = _shapes(canvas, beside)
    total, bonus = _total_and_bonus(shapes, bottom)
    if total is None or bonus is None or _like_total(total, bottom) < SURE:  # else nothing else is wanted below
        shapes += _shapes(canvas, below)
        total, bonus = _total_and_bonus(shapes, bottom)
    if total is None or bonus is None:
        shapes += _shapes(canvas, beside, more=True) + _shapes(canvas, below, more=True)
        total, bonus = _total_and_bonus(shapes, bottom)
    joker = _joker(_apart(shapes, total, bonus), shapes, total, bottom)
    return Fields(
        rows=tuple(_around(*circle) for circle in rows),
        columns=tuple(_around(*circle) for circle in columns),
        total=total.box if total else None,
        bonus=bonus.box if bonus else None,
        joker=joker.box if joker else None,
        side_letter=_around(*corner, LETTER / 2),
    )


def _shapes(canvas: Canvas, window: tuple[slice, slice], more: bool = False) -> list[Shape]:
    """The shapes in a window that the photo shows as a whole."""
    shapes = find_shapes(canvas.small, canvas.dark, canvas.start, window, more)
    whole = Box(-LEFT, -ABOVE, LEFT + 5 + RIGHT, ABOVE + 5 + BELOW)
    return shapes if canvas.shows(whole) else [shape for shape in shapes if canvas.shows(shape.box)]


def _around(x: float, y: float, radius: float) -> Box:
    return Box(x - radius, y - radius, 2 * radius, 2 * radius)


def _windows(canvas: Canvas, right: float, bottom: float) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Where fields may lie: left of the grid, and below the circles, which end `right` and `bottom` of its corner."""
    left, top = canvas.start
    beside = slice(0, round(top + (bottom + LOWEST) * PITCH)), slice(0, round(left - RIM * PITCH))
    below = slice(round(top + bottom * PITCH), canvas.small.shape[0]), slice(0, round(left + right * PITCH))
    return beside, below


def _apart(shapes: Iterable[Shape], *taken: Shape | None) -> list[Shape]:
    """The shapes that overlap none of those taken."""
    boxes = [shape.box for shape in taken if shape]
    return [shape for shape in shapes if not any(_overlap(shape.box, box) for box in boxes)]


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0.05 and down > 0.05


def _alone(shape: Shape, shapes: Iterable[Shape]) -> bool:
    """Whether no box of the same size lies right beside a box, as in calendars, puzzles and other grids."""
    width, height = shape.box.width, shape.box.height
    for other in shapes:
        if other.corners < BOXY or max(abs(other.box.width - width), abs(other.box.height - height)) > ALIKE * width:
            continue
        across, down = (abs(its - own) for its, own in zip(other.middle, shape.middle, strict=True))
        if min(across / width, down / height) < ALIKE and 1 - ALIKE < max(across / width, down / height) < BESIDE:
            return False
    return True


def _joker(boxes: Iterable[Shape], shapes: Iterable[Shape], total: Shape | None, bottom: float) -> Shape | None:
    """The box that looks most like the joker box, if any does."""
    likely = [(likeness, box) for box in boxes if (likeness := _like_joker(box, total, bottom)) > 0]
    likely.sort(key=lambda pair: pair[0], reverse=True)
    return next((box for _, box in likely if _alone(box, shapes)), None)


def _total_and_bonus(shapes: Sequence[Shape], bottom: float) -> tuple[Shape | None, Shape | None]:
    """The box and the badge that together look most like total and bonus."""
    boxes = [(likeness, shape) for shape in shapes if (likeness := _like_total(shape, bottom)) > 0]
    badges = [(likeness, shape) for shape in shapes if (likeness := _like_badge(shape, bottom)) > 0]
    if not boxes:
        return None, max(badges, key=lambda pair: pair[0], default=(0.0, None))[1]
    known = [(likeness + 0.4 + KNOWN * nearness("bonus", badge.middle), badge) for likeness, badge in badges]
    best: tuple[float, Shape, Shape | None] = (0.0, boxes[0][1], None)
    for likeness, box in boxes:
        pairs = ((own - away, badge) for own, badge in known if (away := _away(badge, box)) < own)
        own, badge = max(pairs, key=lambda pair: pair[0], default=(0.0, None))
        if likeness + own > best[0]:
            best = (likeness + own, box, badge)
    return best[1], best[2]


def _like_total(shape: Shape, bottom: float) -> float:
    """How much a shape looks like the total box: wide, clean, left of the grid or below its circles; 0 not at all."""
    x, y = shape.middle
    box = shape.box
    if shape.corners < BOXY or shape.fill < 0.82 or not 1.25 <= shape.aspect <= 5.5:
        return 0.0
    if not (0.42 <= box.height <= 1.3 and 0.8 <= box.width <= 3.8):
        return 0.0
    beside, under = box.x + box.width < 0 and 0.8 < y < bottom + 0.8, box.y > bottom + 0.05 and -1.5 < x < 6
    if not (beside or under):
        return 0.0
    known = KNOWN * nearness("total", shape.middle)
    return max(0.0, 2 * shape.fill * shape.kept - 1 + 0.2 * min(box.width, 2.0) + known)


def _like_badge(shape: Shape, bottom: float) -> float:
    """How much a shape alone looks like a badge: round unless strokes fill its corners, the size of a circle."""
    x, y = shape.middle
    size = (shape.box.width + shape.box.height) / 2
    if not 0.62 <= shape.fill <= ROUND or not 0.75 <= shape.aspect <= 1.33 or not 0.36 <= size <= 1.15:
        return 0.0
    if not (x < -0.3 or y > bottom) or y < 1.0 or shape.corners > SQUARE:
        return 0.0
    round_ = 1.0 - 1.2 * max(0.0, shape.corners - 0.1) - abs(min(shape.fill, 0.85) - 0.78) + 0.5 * size - 0.3
    return max(0.0, round_)


def _away(badge: Shape, total: Shape) -> float:
    """How far a badge lies from where one belongs to a total box: above it, or left of it; infinite elsewhere."""
    away_x, away_y = (mine - its for mine, its in zip(badge.middle, total.middle, strict=True))
    above = -2.2 < away_y < -0.3 and abs(away_x) < total.box.width / 2 + 1.0
    before = abs(away_y) < 0.6 and -4.5 < away_x < -total.box.width / 2
    if not (above or before) or _overlap(badge.box, total.box):
        return math.inf
    return 0.15 * math.hypot(away_x, away_y)


def _like_joker(shape: Shape, total: Shape | None, bottom: float) -> float:
    """How much a shape looks like the joker box: square, smaller than a cell, left of the grid or of a total below."""
    x, y = shape.middle
    size = (shape.box.width + shape.box.height) / 2
    if shape.corners < BOXY or shape.fill < 0.8 or not 0.8 <= shape.aspect <= 1.22 or not 0.46 <= size <= 1.15:
        return 0.0
    left, first, last = -1.9, -0.2, 6.0
    if total is not None and total.middle[0] < 0:  # a column left of the grid: the title above, the total below
        left, first, last = total.box.x - 1.2, 1.2, total.middle[1]
    below = total is not None and total.middle[1] > bottom and -1.9 < x < total.box.x and bottom < y < bottom + LOWEST
    if not ((left < x < -0.2 and first < y < last) or below):
        return 0.0
    return shape.fill * shape.kept + 0.6 * size + KNOWN * nearness("joker", shape.middle)
