"""Photo to lattices: every grid of so many columns and rows, with all its crossings."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from scanner.cell_network import cell_middles
from scanner.decode import sharpened
from scanner.frame import Frame
from scanner.image_pyramid import Pyramid
from scanner.lattice.node_fit import onto_lines
from scanner.lattice.outline_edge import with_edges
from scanner.lattice.region_growing import Group, grow_lattices, split
from scanner.lattice.surface_fit import initial_frame
from scanner.lattice_network import Lines, see_lines
from scanner.values import Floats, Lattice, Photo, Points

# All chosen on render from 2000 on; SIDES to FINE before a network looked at lines.
SIDES = (512, 1024)  # pixels of the picture's longer side that the cell network is shown
SMALL = 14  # pixels of such a picture: where cells are smaller than this, others may have been overlooked
KNOWN = 0.3  # share of the lattice's cells that a group must hold
MOST_TRIED = 8  # groups that are looked at, the largest first
FINE = 29  # pixels of the photo to a cell from which on more do not help to measure
NEAR = 0.1  # cells that lines may lie aside where one look is enough; 0.15 costs 0.03 % of the side, 0.06 gains nothing
LEAST = 0.8  # score of a lattice that is reported; there lattices have 0.99, others 0.75; 0.85 misses one puzzle


@dataclass(frozen=True, eq=False)
class Find:
    """A frame as it was looked at, the lines seen near it, and how surely they are those of a lattice."""

    score: float
    start: Frame
    lines: Lines

    @property
    def aside(self) -> float:
        """How far the farthest piece of a line lies from where the frame has it, in cells."""
        return max(float(np.abs(pieces.aside).max()) for pieces in (self.lines.upright, self.lines.level))

    @cached_property
    def frame(self) -> Frame:
        """The frame moved onto its lines."""
        return onto_lines(self.start, self.lines)

    def measured(self, pyramid: Pyramid) -> Frame:
        """The same with its outline moved to the edge of the outer line."""
        return onto_lines(self.start, with_edges(pyramid, self.start, self.lines))


def locate(photo: Photo, columns: int = 5, rows: int = 5) -> tuple[Lattice, ...]:
    """Find every lattice of so many columns and rows, from top to bottom and left to right."""
    pyramid = Pyramid(photo.pixels)
    found: list[Find] = []
    for side in SIDES:
        small = SMALL * max(photo.pixels.shape) / side
        clear = True
        for group in _worth_a_look(cell_middles(pyramid, side), columns, rows)[:MOST_TRIED]:
            if any(_covers(find.frame.corners, group) for find in found):
                continue
            best = _best(pyramid, group, columns, rows)
            found += [] if best is None else [best]
            clear &= group.pitch > small or (best is None and not _complete(group, columns, rows))
        if found and clear:
            break
    return tuple(in_order(_measured(photo, pyramid, _apart(found))))


def overlooked(photo: Photo, lattices: Sequence[Lattice]) -> bool:
    """Whether half the cells of a lattice or more lie together elsewhere in the photo; so they do in 6 of 34 photos."""
    down, across = (count - 1 for count in lattices[0].nodes.shape[:2])
    pyramid, outlines = Pyramid(photo.pixels), [lattice.corners * photo.scale for lattice in lattices]
    groups = [group for side in SIDES for group in _worth_a_look(cell_middles(pyramid, side), across, down)]
    others = (group for group in groups if not any(_covers(outline, group) for outline in outlines))
    return any(len(group.points) > across * down / 2 for group in others)


def _measured(photo: Photo, pyramid: Pyramid, found: list[Find]) -> list[Lattice]:
    """The lattices with their outlines; small ones are measured in a sharper copy of the photo if there is one."""
    if not found:
        return []
    sharp = sharpened(photo, photo.scale * FINE / min(find.frame.pitch for find in found))
    if sharp is not photo:
        pyramid = Pyramid(sharp.pixels)
        found = [look_again(pyramid, find.frame.scaled(sharp.scale / photo.scale)) for find in found]
    frames = [find.measured(pyramid) for find in found]
    return [
        Lattice(_as_seen(frame.nodes / sharp.scale).astype(np.float32), find.score)
        for find, frame in zip(found, frames, strict=True)
    ]


def _worth_a_look(cells: Floats, columns: int, rows: int) -> list[Group]:
    """Groups of cells that may be the lattice or a good part of it."""
    parts = [part for group in grow_lattices(cells) for part in split(group, columns, rows)]
    return [part for part in parts if len(part.points) >= KNOWN * columns * rows]


def _complete(group: Group, columns: int, rows: int) -> bool:
    """Whether a group spans what is looked for and nothing larger."""
    return group.whole and min(group.span) >= min(columns, rows) and max(group.span) >= max(columns, rows)


def _best(pyramid: Pyramid, group: Group, columns: int, rows: int) -> Find | None:
    """The likeliest lattice of the size asked for in or around a group of cells; None where there is none."""
    rough = initial_frame(group)
    if rough is None:
        return None
    longer = max(columns, rows)
    across, down = (max(longer - count, 0) + 1 for count in rough.size)
    wide = rough.resized(across, down, across, down)
    lines = see_lines(pyramid, wide)
    scores = {size: lines.scores(*size) for size in ((columns, rows), (rows, columns))}
    size = max(scores, key=lambda size: float(scores[size].max()))
    if scores[size].max() < LEAST / 4:
        return None
    top, left = (int(at) + 1 for at in np.unravel_index(scores[size].argmax(), scores[size].shape))
    frame = wide.resized(-left, -top, left + size[0] - wide.size[0], top + size[1] - wide.size[1])
    first = Find(float(scores[size].max()), frame, lines.part(left, top, *size))
    if first.score > LEAST and first.aside < NEAR and size == (columns, rows):
        return first
    find = look_again(pyramid, first.frame if size == (columns, rows) else first.frame.turned())
    return find if find.score > LEAST else None


def look_again(pyramid: Pyramid, frame: Frame) -> Find:
    """The lines near a frame, and how surely they are a lattice's."""
    lines = see_lines(pyramid, frame.resized(1, 1, 1, 1))
    return Find(float(lines.scores(*frame.size)[0, 0]), frame, lines.part(1, 1, *frame.size))


def _covers(outline: Points, group: Group) -> bool:
    inside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in group.points]
    return sum(inside) > 0.6 * len(inside)


def _apart(found: list[Find]) -> list[Find]:
    """The surest of those that lie upon each other."""
    kept: list[Find] = []
    for find in sorted(found, key=lambda find: -find.score):
        middle, slack = find.frame.nodes.mean(axis=(0, 1)).tolist(), 0.5 * find.frame.pitch
        if all(cv2.pointPolygonTest(other.frame.corners, middle, True) < -slack for other in kept):
            kept.append(find)
    return kept


def in_order(lattices: list[Lattice]) -> list[Lattice]:
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
