"""Photo to lattices: every grid of so many columns and rows, with all its crossings."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.cell_network import Hints, look
from scanner.decode import sharpened
from scanner.frame import Frame
from scanner.image_pyramid import Pyramid
from scanner.lattice.flat_patch import COARSE, laid_flat, median
from scanner.lattice.line_evidence import Support, halved, support
from scanner.lattice.line_refinement import Refined, refine, refine_flat, settled, with_outline
from scanner.lattice.region_growing import Group, grow_lattices, split
from scanner.lattice.surface_fit import initial_frame
from scanner.lattice.windows import Window, windows
from scanner.values import Floats, Lattice, Photo

SIDES = (512, 1024)  # pixels of the picture's longer side that the network is shown
SMALL = 14  # pixels of such a picture: where cells are smaller than this, others may have been overlooked
LARGE = 2  # times that: where cells are larger than this, more pixels show nothing new
WORTH = 6  # cells of a group that is worth being completed
DENSE = 0.4  # share of the cells it spans that such a group must hold
SPANNED = 0.5  # share of the lattice's fewer lines that it must span
KNOWN = 0.3  # share of the lattice's cells that such a group must hold
COMPLETE = 0.8  # the same of a group that is looked at more closely where no lattice is found in it
KNOWN_LIGHT = 0.7  # the same where lines are light gaps
TRIES = 3  # windows of a complete group that are measured, the likeliest first, until one is a lattice
MOST_TRIED = 8  # groups that are looked at, the largest first
OUTSIDE = 0.7  # how much lines that go on outside count against a lattice
OUTSIDE_LIGHT = 0.45  # the same where lines are light gaps: there is one between any two circles, too
GOES_ON = 0.45  # lines outside, less how much weaker it is there, from which on a lattice does not end where it should
SURELY_ON = 0.8  # the same before it is measured
PROMISING = 0.15  # score of a lattice that is worth being measured
POSSIBLE = 0.0  # the same in a complete group: on creased paper cells lie off where they are expected
ENDS = 0.1  # how much weaker it is outside where a lattice surely ends
LEAST, LEAST_LIGHT = 0.56, 0.45  # score of a lattice that is reported; gaps are fainter than lines
OFF_CENTRE = 0.16  # cells that those of a lattice may lie off what the network took for their middles
SIDED = 0.45  # share of its clearest side's lines that every side has; a line of circles has fewer
LOPSIDED = 0.09  # cells by which the lines inside a lattice may lie off the middle of its sides
LINED_ALL = 0.85  # share of such lines that are clear
LINED = 0.04  # how much darker than its surroundings a line is where surely no gaps part the cells
FINE = 29  # pixels of the photo to a cell from which on more do not help to measure
SURE = 0.8  # score above which nothing better is looked for at the same place


@dataclass(frozen=True, eq=False)
class Find:
    """A lattice that was found, before its outline is measured."""

    score: float
    frame: Frame
    light: bool  # tinted cells with light gaps between them, no lines
    refined: Refined | None  # how the frame was found; None where it was turned since


def locate(photo: Photo, columns: int = 5, rows: int = 5) -> tuple[Lattice, ...]:
    """Find every lattice of so many columns and rows, from top to bottom and left to right."""
    pyramid = Pyramid(photo.pixels)
    found: list[Find] = []
    for side in SIDES:
        hints = look(pyramid, side)
        small = SMALL * max(photo.pixels.shape) / side
        clear = True
        for group in _worth_a_look(hints, columns, rows)[:MOST_TRIED]:
            if not any(find.score > SURE and _covers(find.frame, group) for find in found):
                best = _best(pyramid, group, columns, rows, hints)
                if best is not None and _in_view(best.frame, photo.pixels.shape):
                    found.append(best)
                elif _complete(group, columns, rows, photo.pixels.shape) and group.pitch < LARGE * small:
                    clear = False
        if found and clear and all(find.frame.pitch > small * (1 if find.score > SURE else LARGE) for find in found):
            break
    return tuple(in_order(_measured(photo, pyramid, _apart(found))))


def _measured(photo: Photo, pyramid: Pyramid, found: list[Find]) -> list[Lattice]:
    """The lattices with their outlines; small ones are measured in a sharper copy of the photo if there is one."""
    if not found:
        return []
    sharp = sharpened(photo, photo.scale * FINE / min(find.frame.pitch for find in found))
    if sharp is not photo:
        pyramid = Pyramid(sharp.pixels)
    lattices = []
    for find in found:
        refined = find.refined
        if sharp is not photo or find.light or refined is None:  # faint gaps are found step by step
            refined = refine(pyramid, find.frame.scaled(sharp.scale / photo.scale), find.light)
        nodes = _evened(pyramid, with_outline(pyramid, refined), find.light).nodes / sharp.scale
        lattices.append(Lattice(_as_seen(nodes).astype(np.float32), find.score))
    return lattices


def _evened(pyramid: Pyramid, frame: Frame, light: bool) -> Frame:
    """The frame; where its inner lines were missed by a part of a cell, measured again from its four corners."""
    lopsided = _lopsided(frame)
    if lopsided < LOPSIDED:
        return frame
    again = with_outline(pyramid, refine(pyramid, Frame(_square(frame), np.zeros_like(frame.bend)), light))
    return again if _lopsided(again) < lopsided else frame


def _square(frame: Frame) -> Floats:
    """The homography from cell units to a frame's four corners."""
    columns, rows = frame.size
    units = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(units, frame.corners))


def _lopsided(frame: Frame) -> float:
    """How much wider the cells along one side are than those along the side across, in cells."""
    back = np.linalg.inv(_square(frame))
    units = cv2.perspectiveTransform(frame.nodes.reshape(-1, 1, 2), back).reshape(frame.nodes.shape)
    across, down = median(units[..., 0], axis=0), median(units[..., 1], axis=1)
    return max(abs(float(line[1] - line[0] - line[-1] + line[-2])) / 2 for line in (across, down))


def _worth_a_look(hints: Hints, columns: int, rows: int) -> list[Group]:
    """Groups of cells that may be the lattice or a good part of it."""
    least = max(WORTH, KNOWN * columns * rows)
    thick = SPANNED * min(columns, rows)
    groups = grow_lattices(hints.cells)
    parts = [part for group in groups for part in split(group, columns, rows) if min(part.span) >= thick]
    return [part for part in parts if len(part.points) >= max(least, DENSE * part.span[0] * part.span[1])]


def _complete(group: Group, columns: int, rows: int, shape: tuple[int, ...]) -> bool:
    """Whether a group has the cells of a lattice, none cut off by the picture's edge: odd if no lines bear it out."""
    if not group.whole or min(group.span) < min(columns, rows) or max(group.span) < max(columns, rows):
        return False
    inside = np.minimum(group.points, np.array([shape[1], shape[0]]) - group.points).min()
    return len(group.points) >= COMPLETE * columns * rows and bool(inside > group.pitch / 2)


def _best(pyramid: Pyramid, group: Group, columns: int, rows: int, hints: Hints) -> Find | None:
    """The likeliest lattice of the size asked for around a group of cells; None where there is none."""
    rough = initial_frame(group)
    if rough is None:
        return None
    sizes = {(columns, rows), (rows, columns)}
    tries = TRIES if _complete(group, columns, rows, pyramid.level(0).shape) else 1
    best: Find | None = None
    for light in (False, True) if len(group.points) > KNOWN_LIGHT * columns * rows else (False,):
        seen = [window for size in sizes for window in windows(pyramid, rough, size, light, hints.cell_heat)]
        likeliest = sorted(seen, key=_likelihood, reverse=True)[:tries]
        for window in likeliest:
            find = _refined(pyramid, window, group, PROMISING if tries == 1 else POSSIBLE)
            if find is not None:
                best = find if best is None or find.score > best.score else best
                break
        if not seen or _lined(likeliest[0].support) or (best is not None and best.score > SURE):
            break
    if best is not None and best.frame.size != (columns, rows):
        best = replace(best, frame=best.frame.turned(), refined=None)
    return best


def _lined(evidence: Support) -> bool:
    """Whether surely lines part the cells, no gaps: some lines there may be between tinted cells, too."""
    return evidence.ridge > LINED and evidence.clear > LINED_ALL


def _refined(pyramid: Pyramid, window: Window, group: Group, least: float) -> Find | None:
    """The window measured on its lines; None where they do not bear it out, or too little spoke for it before."""
    if _likelihood(window) < least or window.support.outside.max() - window.margin > SURELY_ON:
        return None
    ends = not window.flat.light and window.margin > ENDS  # lines outside are seen well in the measured frame only
    score = _score(window) if ends else 0.0
    refined = settled(window.flat) if score > SURE else None
    if refined is None:
        refined = refine_flat(pyramid, window.flat)
        score = _score(_after(window, support(refined.flat)))
    if _off_centre(refined.frame, group.points) > OFF_CENTRE:
        return None
    if score <= SURE:  # measured on the frame before, which may lie a little off
        wide = laid_flat(pyramid, refined.frame, COARSE, window.flat.light, (1, 1))
        score = _score(_after(window, support(wide)))
    if not score or (not window.flat.light and halved(refined.flat)):
        return None
    return Find(score, refined.frame, window.flat.light, refined)


def _after(window: Window, evidence: Support) -> Window:
    """The window with its lines as seen once it was measured; lines at the outline count as seen before as well.

    Where paper curls, inner lines predict the outline less well than cells and circles do.
    """
    own = evidence.own if window.flat.light else np.maximum(evidence.own, window.support.own)
    return replace(window, support=replace(evidence, own=own))


def _off_centre(frame: Frame, points: Floats) -> float:
    """How far the middles of a frame's cells lie off the points that were taken for cells, in cells."""
    nodes = frame.nodes
    middles = ((nodes[1:, 1:] + nodes[:-1, 1:] + nodes[1:, :-1] + nodes[:-1, :-1]) / 4).reshape(-1, 1, 2)
    away = points[None] - middles
    nearest = np.hypot(away[..., 0], away[..., 1]).argmin(axis=1)
    return float(np.hypot(*median(away[np.arange(len(away)), nearest], axis=0)) / frame.pitch)


def _likelihood(window: Window) -> float:
    """How much speaks for a window: lines it has, none that go on outside, and cells stronger than what lies beside."""
    evidence = window.support
    outside = float(evidence.outside.max()) * (OUTSIDE_LIGHT if window.flat.light else OUTSIDE)
    return float(evidence.own.mean() * evidence.clear - outside + window.margin)


def _score(window: Window) -> float:
    """How sure a lattice is, 0 to 1; 0 is no lattice."""
    evidence = window.support
    if evidence.own.min() < 0.25 or evidence.clear < 0.6 or not evidence.parted(window.flat.light):
        return 0.0
    if evidence.own.min() < SIDED * evidence.own.max():
        return 0.0
    if evidence.outside.max() - window.margin >= GOES_ON:
        return 0.0
    score = min(1.0, _likelihood(window))
    return score if score > (LEAST_LIGHT if window.flat.light else LEAST) else 0.0


def _covers(frame: Frame, group: Group) -> bool:
    outline = frame.corners
    inside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in group.points]
    return sum(inside) > 0.6 * len(inside)


def _in_view(frame: Frame, shape: tuple[int, ...]) -> bool:
    corners, slack = frame.corners, 0.1 * frame.pitch
    return bool((corners > -slack).all() and (corners < np.array([shape[1], shape[0]]) + slack).all())


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
