"""Photo to lattices: every grid of so many columns and rows, with all its crossings."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.lattice.blobs import cell_hints
from scanner.lattice.extent import Support, settle, support
from scanner.lattice.flat import Frame
from scanner.lattice.grow import Group, grow, sized
from scanner.lattice.pyramid import Pyramid
from scanner.lattice.refine import refine, with_rim
from scanner.lattice.rough import rough_frame
from scanner.values import Lattice, Photo

Floats = NDArray[Any]  # of floating point numbers

COARSE, FINE = 500, 1000  # pixels that the longer side of the picture has at least when cells are looked for in it
OUTSIDE = 0.7  # how much walls that go on outside count against a lattice
OUTSIDE_LIGHT = 0.45  # the same where walls are light gaps: there is one between any two circles, too
LEAST = 0.56  # score of a lattice that is reported
WORTH = 6  # cells of a group that is worth being completed
DENSE = 0.4  # share of the cells it spans that such a group must hold
LARGE = 0.1  # of the picture: beside a lattice as large as this no other is looked for in other ways
MEDIUM = 0.05  # of the picture: beside one as large as this others are looked for in the usual ways only


@dataclass(frozen=True, eq=False)
class Find:
    """A lattice that was found, before its rim is measured."""

    score: float
    frame: Frame
    light: bool  # tinted cells with light gaps between them, no lines


def locate(photo: Photo, columns: int = 5, rows: int = 5) -> tuple[Lattice, ...]:
    """Find every lattice of so many columns and rows, from top to bottom and left to right."""
    pyramid = Pyramid(photo.pixels)
    found: list[Find] = []
    area = photo.pixels.shape[0] * photo.pixels.shape[1]

    def enough(usual_done: bool) -> bool:
        # Where two lie about there may be more, and they may be of other kinds.
        share = MEDIUM if usual_done and len(found) == 1 else LARGE
        return any(_area(find.frame) > share * area for find in found)

    for hints, light in _hints(pyramid, enough):
        for group in sorted(grow(hints), key=lambda group: sized(group, columns, rows) is None):
            if any(_covers(find.frame, group) for find in found):
                continue
            if enough(True) and sized(group, columns, rows) is None:
                break
            best = _best(pyramid, group, columns, rows, light)
            if best is not None and _in_view(best.frame, photo.pixels.shape):
                found.append(best)
    lattices = [
        Lattice(_as_seen(with_rim(pyramid, find.frame, find.light).nodes / photo.scale).astype(np.float32), find.score)
        for find in _apart(found)
    ]
    return tuple(_in_order(lattices))


def _hints(pyramid: Pyramid, enough: Callable[[bool], bool]) -> Iterator[tuple[Floats, bool]]:
    """Points that may be cells, in pixels of the photo as decoded; the finer picture only where it is still needed."""
    for level in sorted({pyramid.above(COARSE), pyramid.above(FINE)}, reverse=True):
        for points, light in cell_hints(pyramid.level(level), enough):
            yield (points + 0.5) * 2**level, light
        if enough(True):
            return


def _best(pyramid: Pyramid, group: Group, columns: int, rows: int, light: bool) -> Find | None:
    """The likeliest frame of the size asked for around a group of cells; None where there is none."""
    tried = []
    for frame in _frames(pyramid, group, columns, rows, light):
        if (score := _score(support(pyramid, frame, light), light)) > 0:
            tried.append(Find(score, frame, light))
    return max(tried, key=lambda find: find.score, default=None)


def _frames(pyramid: Pyramid, group: Group, columns: int, rows: int, light: bool) -> Iterator[Frame]:
    """Frames of the size asked for: the group without strays, any part of it of that size, or what it grows to."""
    whole = sized(group, columns, rows)
    frame = rough_frame(whole or group)
    if frame is None or max(group.span) > max(columns, rows) + 2:
        return
    if len(group.points) < max(WORTH, DENSE * group.span[0] * group.span[1]):
        return
    if whole:
        yield refine(pyramid, frame, light)
        return
    spare_x, spare_y = group.span[0] - columns, group.span[1] - rows
    if (spare_x < 0 or spare_y < 0) and not light:
        frame = settle(pyramid, frame, max(columns, rows))
        if frame.bend.shape == (rows + 1, columns + 1, 2):
            yield refine(pyramid, frame)
        return
    for left in range(min(spare_x, 0), max(spare_x, 0) + 1):
        for top in range(min(spare_y, 0), max(spare_y, 0) + 1):
            part = frame.resized(-left, -top, left - spare_x, top - spare_y)
            if _in_view(part, pyramid.level(0).shape):
                yield refine(pyramid, part, light)


def _score(found: Support, light: bool) -> float:
    """How sure a lattice is, 0 to 1, by the walls it has and by those that do not go on outside; 0 is no lattice."""
    if found.outside.max() >= 0.6 or found.own.min() < 0.3 or found.clear < 0.6:
        return 0.0
    score = float(found.own.mean() * found.clear - (OUTSIDE_LIGHT if light else OUTSIDE) * found.outside.max())
    return score if score > LEAST else 0.0


def _outline(frame: Frame) -> Floats:
    return frame.nodes[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)


def _area(frame: Frame) -> float:
    return float(cv2.contourArea(_outline(frame)))


def _covers(frame: Frame, group: Group) -> bool:
    outline = _outline(frame)
    inside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in group.points]
    return sum(inside) > 0.6 * len(inside)


def _in_view(frame: Frame, shape: tuple[int, ...]) -> bool:
    corners, slack = _outline(frame), 0.1 * frame.pitch
    return bool((corners > -slack).all() and (corners < np.array([shape[1], shape[0]]) + slack).all())


def _apart(found: list[Find]) -> list[Find]:
    """The surest of those that lie upon each other."""
    kept: list[Find] = []
    for find in sorted(found, key=lambda find: -find.score):
        middle, slack = find.frame.nodes.mean(axis=(0, 1)).tolist(), 0.5 * find.frame.pitch
        if all(cv2.pointPolygonTest(_outline(other.frame), middle, True) < -slack for other in kept):
            kept.append(find)
    return kept


def _in_order(lattices: list[Lattice]) -> list[Lattice]:
    """Rows of lattices from the top, each row from the left."""
    rows: list[list[tuple[float, float, Lattice]]] = []
    for lattice in sorted(lattices, key=lambda lattice: float(lattice.corners[:, 1].mean())):
        x, y = (float(value) for value in lattice.corners.mean(axis=0))
        if rows and y - rows[-1][0][1] < np.ptp(lattice.corners[:, 1]) / 2:
            rows[-1].append((x, y, lattice))
        else:
            rows.append([(x, y, lattice)])
    return [item[2] for row in rows for item in sorted(row, key=lambda item: item[0])]


def _as_seen(nodes: Floats) -> Floats:
    """The nodes with the first corner at the picture's top left and the others clockwise."""
    across, down = nodes[0, -1] - nodes[0, 0], nodes[-1, 0] - nodes[0, 0]
    if across[0] * down[1] < across[1] * down[0]:
        nodes = nodes[:, ::-1]
    turns = [np.rot90(nodes, k) for k in ((0, 1, 2, 3) if nodes.shape[0] == nodes.shape[1] else (0, 2))]
    return min(turns, key=lambda turned: float(turned[0, 0].sum() - turned[-1, -1].sum()))
