"""Corners that a person showed to a lattice that lies on the lines of the sheet."""

import numpy as np

from scanner.cell_network import look
from scanner.frame import Frame, fit_frame
from scanner.geometry import from_corners
from scanner.image_pyramid import Pyramid
from scanner.lattice.line_evidence import support
from scanner.lattice.line_refinement import refine, with_outline
from scanner.lattice.region_growing import Group
from scanner.lattice.surface_fit import initial_frame
from scanner.scan_errors import BadCorners
from scanner.values import Lattice, Photo, Points

CELL = 40  # pixels to a cell of the picture that the network is shown
SIDES = (320, 1120)  # pixels of its longer side, least and most
NEAR = 0.4  # cells from where the corners say that a cell is looked for
SEEN = 0.5  # share of the cells that must be found near by
MOVED = 0.5  # cells that a person's corner may be moved
LEAST = 20.0  # pixels of the photo to a side; five cells in fewer cannot be read
BEYOND = 0.5  # of the photo's longer side that a corner may lie outside of it


def locate_at(photo: Photo, corners: Points, columns: int = 5, rows: int = 5) -> Lattice:
    """The lattice between corners given clockwise from its top left, moved onto its lines where they are near."""
    check_corners(corners, photo)
    shown = from_corners(corners, rows, columns)
    pyramid = Pyramid(photo.pixels)
    given = fit_frame(shown.nodes.astype(np.float64) * photo.scale)
    starts = [start for start in (_on_cells(pyramid, given), given) if start is not None]
    for start, light in ((start, light) for start in starts for light in (False, True)):
        refined = refine(pyramid, start, light)
        evidence = support(refined.flat)
        poor = evidence.clear < 0.8 or evidence.own.min() < 0.3 or evidence.outside.max() > 0.6
        if poor or not evidence.parted(light):
            continue
        nodes = with_outline(pyramid, refined).nodes
        if np.hypot(*(nodes - given.nodes).transpose(2, 0, 1)).max() < MOVED * given.pitch:
            return Lattice((nodes / photo.scale).astype(np.float32), shown.confidence)
    return shown


def _on_cells(pyramid: Pyramid, given: Frame) -> Frame | None:
    """The frame moved onto the cells that are seen near its own; None where there are too few."""
    columns, rows = given.size
    longer = max(pyramid.level(0).shape)
    cells = look(pyramid, int(np.clip(CELL * longer / max(given.pitch, 1.0), *SIDES))).cells
    if not len(cells):
        return None
    at = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    away = cells[None] - given.place(at + 0.5)[:, None]
    distance = np.hypot(away[..., 0], away[..., 1])
    seen = distance.min(axis=1) < NEAR * given.pitch
    group = Group(cells[distance.argmin(axis=1)[seen]], at[seen])
    if seen.sum() < SEEN * len(at) or group.span != (columns, rows):
        return None
    return initial_frame(group)


def check_corners(corners: Points, photo: Photo) -> None:
    """Raise unless the corners go clockwise around a bulging quadrilateral that lies in the photo or near it."""
    points = np.asarray(corners, np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise BadCorners("four points are needed")
    size, spare = np.array([photo.width, photo.height]), BEYOND * max(photo.width, photo.height)
    if (points < -spare).any() or (points > size + spare).any():
        raise BadCorners("a corner lies far outside the photo")
    sides = np.roll(points, -1, axis=0) - points
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]  # positive: clockwise, as pictures are displayed
    if np.hypot(*sides.T).min() < LEAST or turns.min() < LEAST:
        raise BadCorners
