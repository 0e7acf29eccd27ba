"""Photo to lattices: every grid of so many columns and rows, with all its crossings."""

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.lattice.blobs import cell_hints
from scanner.lattice.flat import fit_frame, unit_nodes
from scanner.lattice.grow import Group, grow
from scanner.lattice.pyramid import Pyramid
from scanner.lattice.refine import refine
from scanner.values import Lattice, Photo, Pixels

Floats = NDArray[np.float64]

WORK_SIDE = 1000  # pixels of the longer side of the picture that cells are looked for in


def locate(photo: Photo, columns: int = 5, rows: int = 5) -> tuple[Lattice, ...]:
    """Find every lattice of so many columns and rows, from top to bottom and left to right."""
    small, ratio = _shrunk(photo.pixels)
    pyramid = Pyramid(photo.pixels)
    found: list[Lattice] = []
    for hints in cell_hints(small):
        for group in grow(hints):
            sized = _sized(group, columns, rows)
            if sized is None:
                continue
            nodes = _rough_nodes(sized, columns, rows)
            if nodes is None:
                continue
            frame = refine(pyramid, fit_frame(nodes / ratio))
            whole = frame.nodes / photo.scale
            lattice = Lattice(_as_seen(whole).astype(np.float32), 1.0)
            if not any(_same(lattice, other) for other in found):
                found.append(lattice)
    return tuple(sorted(found, key=lambda lattice: tuple(lattice.corners.mean(axis=0)[::-1])))


def _shrunk(pixels: Pixels) -> tuple[Pixels, float]:
    ratio = min(1.0, WORK_SIDE / max(pixels.shape[:2]))
    if ratio == 1.0:
        return pixels, ratio
    small = cv2.resize(pixels, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    return cast(Pixels, small), ratio


def _sized(group: Group, columns: int, rows: int) -> Group | None:
    """The group if it spans just so many cells, turned if need be; None otherwise."""
    if len(group.points) < 0.5 * columns * rows:
        return None
    at = group.at - group.at.min(axis=0)
    if group.span == (columns, rows):
        return Group(group.points, at)
    if group.span == (rows, columns):
        return Group(group.points, at[:, ::-1])
    return None


def _rough_nodes(group: Group, columns: int, rows: int) -> Floats | None:
    homography, _ = cv2.findHomography(group.at + 0.5, group.points + 0.5, cv2.RANSAC, 6.0)
    if homography is None:
        return None
    units = unit_nodes(columns, rows)
    return cast(Floats, cv2.perspectiveTransform(units.reshape(-1, 1, 2), homography).reshape(units.shape))


def _as_seen(nodes: Floats) -> Floats:
    """The nodes with the first corner at the picture's top left and the others clockwise."""
    if _clockwise(nodes) < 0:
        nodes = nodes[:, ::-1]
    turns = [np.rot90(nodes, k) for k in ((0, 1, 2, 3) if nodes.shape[0] == nodes.shape[1] else (0, 2))]
    return min(turns, key=lambda turned: float(turned[0, 0].sum() - turned[-1, -1].sum()))


def _clockwise(nodes: Floats) -> float:
    across, down = nodes[0, -1] - nodes[0, 0], nodes[-1, 0] - nodes[0, 0]
    return float(across[0] * down[1] - across[1] * down[0])


def _same(one: Lattice, other: Lattice) -> bool:
    gap = np.hypot(*(one.corners.mean(axis=0) - other.corners.mean(axis=0)))
    side = np.hypot(*(other.corners[2] - other.corners[0]))
    return bool(gap < 0.3 * side)
