"""Photo and lattice → a flat, upright, evenly lit sheet with its fields."""

from dataclasses import replace

import numpy as np

from scanner import geometry
from scanner.canvas import CELL_PX, SMALL_PX, Canvas, paint, surroundings
from scanner.circle_detector import FARTHEST, Rings, find_circles, find_rings, find_rings_around
from scanner.field_layout import find_fields
from scanner.image_pyramid import Pyramid
from scanner.side import tell_side
from scanner.values import Fields, Lattice, Photo, Pixels, Sheet

CERTAIN = 0.39  # circles that score this much settle the way up; nothing else has been seen to reach 0.37
PLAIN = 0.5  # circles on both sides that each score this much need no comparison with other ways up
SHARPNESS = 25.0  # how fast a lead in the circles' score turns into certainty
UNTOLD = 0.25  # probability of a way up that nothing but the letters can tell


def rectify(photo: Photo, lattice: Lattice, turn: int | None = None) -> Sheet:
    """The sheet laid flat; turned clockwise by `turn` quarters, or as the circles around the grid tell."""
    pyramid, upright = Pyramid(photo.pixels), geometry.turned(lattice, turn or 0)
    frame, inset = geometry.spread(upright)
    canvas = paint(pyramid, frame.scaled(photo.scale))
    rings, turn_p = find_rings(canvas.dark, canvas.start), 1.0
    if turn is None and rings.worst < PLAIN:
        way, turn_p, found = _way_up(surroundings(pyramid, frame.scaled(photo.scale), FARTHEST))
        if way:
            upright = geometry.turned(lattice, way)
            rings, canvas = found, paint(pyramid, geometry.spread(upright)[0].scaled(photo.scale))
    return _with_fields(upright, inset, canvas, rings, turn_p)


def _way_up(around: Pixels) -> tuple[int, float, Rings]:
    """The turn after which the circles lie right and below, in quarters, its probability, and the circles."""
    corner = round(FARTHEST * SMALL_PX)
    rings = find_rings_around(around, (corner, corner))
    scores = np.array([found.score for found in rings])
    best = int(scores.argmax())
    if scores[best] < CERTAIN:
        return 0, UNTOLD, rings[0]
    return best, float(1 / np.exp((scores - scores[best]) * SHARPNESS).sum()), rings[best]


def _with_fields(lattice: Lattice, inset: float, canvas: Canvas, rings: Rings, turn_p: float) -> Sheet:
    fields = Fields()
    if rings.score > CERTAIN:
        fields = find_fields(canvas, find_circles(canvas.dark, canvas.start, rings))
    side, side_p = tell_side(canvas, fields)
    if side != "B":
        fields = replace(fields, joker=None)
    canvas.pixels.flags.writeable = False
    return Sheet(lattice, canvas.pixels, CELL_PX, canvas.origin, turn_p, side, side_p, fields, inset)
