"""Photo and lattice → a flat, upright, evenly lit sheet with its fields."""

from dataclasses import replace

import cv2
import numpy as np

from scanner import geometry
from scanner.layout import find_fields
from scanner.light import darkness, flatten
from scanner.rings import MARGIN, PITCH, Circle, find_circles, find_rings
from scanner.side import tell_side
from scanner.values import Fields, Lattice, Photo, Pixels, Sheet

Circles = tuple[list[Circle], list[Circle]]

CELL_PX = 64  # pixels per cell pitch on the flat sheet
LEFT, ABOVE, RIGHT, BELOW = 5.25, 0.75, 2.0, 3.5  # pitches of paper kept around the grid; legend and total lie there
CERTAIN = 0.45  # circles scoring this much settle the way up; nothing but circles has been seen to reach 0.4
SHARPNESS = 25.0  # how fast a lead in the circles' score turns into certainty


def rectify(photo: Photo, lattice: Lattice, turn: int | None = None) -> Sheet:
    """The sheet laid flat; turned clockwise by `turn` quarters, or as the circles around the grid tell."""
    dark = darkness(_surroundings(photo, lattice), PITCH)
    ways = find_rings(dark)
    scores = np.array([way.score for way in ways])
    turn_p = 1.0
    if turn is None:
        turn = int(scores.argmax())
        turn_p = float(1 / np.exp((scores - scores[turn]) * SHARPNESS).sum()) if scores[turn] > CERTAIN else 0.25
    circles = find_circles(np.rot90(dark, -turn), ways[turn]) if ways[turn].score > CERTAIN else None
    return _lay_flat(photo, geometry.turned(lattice, turn), circles, turn_p)


def _lay_flat(photo: Photo, lattice: Lattice, circles: Circles | None, turn_p: float) -> Sheet:
    rows, columns = lattice.nodes.shape[0] - 1, lattice.nodes.shape[1] - 1
    origin = (round(LEFT * CELL_PX), round(ABOVE * CELL_PX))
    size = (round((LEFT + columns + RIGHT) * CELL_PX), round((ABOVE + rows + BELOW) * CELL_PX))
    pixels = _warp(photo, lattice, CELL_PX, origin, size)
    grid = (
        slice(origin[1], origin[1] + rows * CELL_PX),
        slice(origin[0], origin[0] + columns * CELL_PX),
    )
    pixels = flatten(pixels, CELL_PX, grid)
    fields = find_fields(pixels, CELL_PX, origin, circles) if circles else Fields()
    side, side_p = tell_side(pixels, CELL_PX, origin, fields)
    if side != "B":
        fields = replace(fields, joker=None)
    pixels.flags.writeable = False
    return Sheet(lattice, pixels, CELL_PX, origin, turn_p, side, side_p, fields)


def _surroundings(photo: Photo, lattice: Lattice) -> Pixels:
    """The grid and what lies around it on all four sides, small."""
    corner = MARGIN * PITCH
    size = round((2 * MARGIN + lattice.nodes.shape[1] - 1) * PITCH)
    return _warp(photo, lattice, PITCH, (corner, corner), (size, size))


def _warp(photo: Photo, lattice: Lattice, pitch: int, origin: tuple[float, float], size: tuple[int, int]) -> Pixels:
    """The paper around a lattice painted flat; the photo is first shrunk where it has far more pixels than needed."""
    width, height = size
    shrink = max(1, int(geometry.pitch_px(lattice) * photo.scale / pitch / 1.3))
    map_x, map_y = geometry.fit(lattice).maps(origin, pitch, width, height, photo.scale)
    limit_y, limit_x = photo.pixels.shape[:2]
    left, right = _span(map_x, limit_x)
    top, bottom = _span(map_y, limit_y)
    source = photo.pixels[top:bottom, left:right]
    map_x, map_y = map_x - np.float32(left), map_y - np.float32(top)
    if shrink > 1:
        source = cv2.resize(source, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        factor_x, factor_y = source.shape[1] / (right - left), source.shape[0] / (bottom - top)
        map_x, map_y = (map_x + 0.5) * factor_x - 0.5, (map_y + 0.5) * factor_y - 0.5
    painted = cv2.remap(
        source, map_x.astype(np.float32), map_y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(painted, np.uint8)


def _span(positions: np.ndarray, limit: int) -> tuple[int, int]:
    low = int(np.clip(np.floor(positions.min()) - 2, 0, limit - 8))
    return low, int(np.clip(np.ceil(positions.max()) + 3, low + 8, limit))
