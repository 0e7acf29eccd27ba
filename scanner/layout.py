"""Where circles, total box, bonus badge, joker box and side letter lie on a flat sheet."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from scanner.rings import Circle
from scanner.shapes import PITCH, Shape, edges, find_shapes
from scanner.values import Box, Fields, Pixels

BOXY, ROUND = 0.5, 0.4  # share of its corners a box covers at least, a disc at most
LETTER = 0.8  # side letter's window, in pitches


def find_fields(
    pixels: Pixels, pitch: int, origin: tuple[int, int], circles: tuple[list[Circle], list[Circle]], cells: int = 5
) -> Fields:
    """The fields around the grid; `circles` are those right of the rows and below the columns."""
    rows, columns = circles
    corner = (float(np.mean([x for x, _, _ in rows])), float(np.mean([y for _, y, _ in columns])))
    reach = rows[0][2] + 0.05
    edge = edges(pixels, pitch)
    left, top = origin[0] * PITCH / pitch, origin[1] * PITCH / pitch
    _blank(edge, left, top, corner[0] + reach, corner[1] + reach)
    shapes = [shape for shape in find_shapes(edge, (left, top)) if not _right_of(shape, corner[0] + reach)]
    total = _best(shapes, lambda shape: _like_total(shape, corner[1] + reach))
    bonus = _best(_apart(shapes, total), lambda shape: _like_bonus(shape, total, corner[1] + reach))
    joker = _best(_apart(shapes, total, bonus), lambda shape: _like_joker(shape, total))
    return Fields(
        rows=tuple(_around(*circle) for circle in rows),
        columns=tuple(_around(*circle) for circle in columns),
        total=total.box if total else None,
        bonus=bonus.box if bonus else None,
        joker=joker.box if joker else None,
        side_letter=_around(*corner, LETTER / 2),
    )


def _around(x: float, y: float, radius: float) -> Box:
    return Box(x - radius, y - radius, 2 * radius, 2 * radius)


def _blank(edge: Pixels, left: float, top: float, right: float, bottom: float) -> None:
    """Wipe grid and circles out of the edge picture: their shapes are known."""
    rim = round(0.06 * PITCH)
    first_y, first_x = max(0, round(top) - rim), max(0, round(left) - rim)
    edge[first_y : round(top + bottom * PITCH), first_x : round(left + right * PITCH)] = 0


def _right_of(shape: Shape, limit: float) -> bool:
    return shape.middle[0] > limit


def _apart(shapes: Iterable[Shape], *taken: Shape | None) -> list[Shape]:
    """The shapes that overlap none of those taken."""
    boxes = [shape.box for shape in taken if shape]
    return [shape for shape in shapes if not any(_overlap(shape.box, box) for box in boxes)]


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0.05 and down > 0.05


def _best(shapes: Sequence[Shape], likeness: Callable[[Shape], float]) -> Shape | None:
    """The shape with the highest positive likeness."""
    best = max(shapes, key=likeness, default=None)
    return best if best is not None and likeness(best) > 0 else None


def _like_total(shape: Shape, bottom: float) -> float:
    """How much a shape looks like the total box: wide, clean, left of the grid or below its circles; 0 not at all."""
    x, y = shape.middle
    box = shape.box
    if shape.corners < BOXY or shape.fill < 0.82 or not 1.25 <= shape.aspect <= 5.5:
        return 0.0
    if not (0.42 <= box.height <= 1.3 and 0.8 <= box.width <= 3.8):
        return 0.0
    beside, under = x + box.width / 2 < 0 and 0.8 < y < bottom + 0.8, y > bottom and -1.5 < x < 6
    if not (beside or under):
        return 0.0
    far = max(0.0, -3.4 - x) + max(0.0, y - bottom - 1.5)
    return shape.fill * shape.kept + 0.25 * min(box.width, 2.0) + 0.08 * y - far


def _like_bonus(shape: Shape, total: Shape | None, bottom: float) -> float:
    """How much a shape looks like the bonus badge: round, the size of a circle, above or left of the total."""
    x, y = shape.middle
    size = (shape.box.width + shape.box.height) / 2
    if shape.corners > ROUND or not 0.62 <= shape.fill <= 0.9 or not 0.75 <= shape.aspect <= 1.33:
        return 0.0
    if not 0.38 <= size <= 1.15 or not (x < -0.3 or y > bottom):
        return 0.0
    if total is None:
        return 0.3 - abs(shape.fill - 0.78) if y > 1.3 else 0.0
    away_x, away_y = (mine - its for mine, its in zip((x, y), total.middle, strict=True))
    above = -2.2 < away_y < -0.3 and abs(away_x) < total.box.width / 2 + 1.0
    before = abs(away_y) < 0.6 and -4.5 < away_x < -total.box.width / 2
    if not (above or before):
        return 0.0
    return 1.5 - abs(shape.fill - 0.78) - 0.5 * (1 - shape.kept) - 0.2 * float(np.hypot(away_x, away_y)) + 0.3 * size


def _like_joker(shape: Shape, total: Shape | None) -> float:
    """How much a shape looks like the joker box: square, smaller than a cell, left of the grid."""
    x, y = shape.middle
    size = (shape.box.width + shape.box.height) / 2
    if shape.corners < BOXY or shape.fill < 0.8 or not 0.75 <= shape.aspect <= 1.33:
        return 0.0
    if not 0.38 <= size <= 1.15 or x > -0.2 or not 0 < y < 6:
        return 0.0
    if total is not None and y > total.middle[1] + 0.3 and total.middle[0] < 0:
        return 0.0
    return shape.fill * shape.kept + 0.3 * size
