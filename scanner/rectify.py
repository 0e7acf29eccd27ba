"""Photo and lattice → a flat, upright, evenly lit sheet with its fields."""

from dataclasses import dataclass, replace

import numpy as np

from scanner import geometry
from scanner.canvas import CELL_PX, MARGIN, area_around, paint
from scanner.field_layout import THERE, Circles, find_circles, find_fields, tell_side
from scanner.field_network import LOOK_PX, VIEW, FieldMaps, show
from scanner.frame import Frame
from scanner.image_pyramid import Pyramid
from scanner.values import Box, Fields, Lattice, Photo, Sheet

UNTOLD = 1 / 4  # probability of a way up that nothing but the letters can tell: one of four


@dataclass(frozen=True, eq=False)
class View:
    """A sheet turned some way up, and what the network sees then."""

    lattice: Lattice
    frame: Frame  # in pixels of the photo as decoded
    inset: float
    maps: FieldMaps
    circles: Circles


def rectify(photo: Photo, lattice: Lattice, turn: int | None = None) -> Sheet:
    """The sheet laid flat; turned clockwise by `turn` quarters, or as the circles around the grid tell."""
    pyramid = Pyramid(photo.pixels)
    ways = (_view(photo, pyramid, lattice, quarters) for quarters in ((0, 1, 2, 3) if turn is None else (turn,)))
    first = next(ways)
    told = first if first.circles.heat > THERE else next((way for way in ways if way.circles.heat > THERE), None)
    view, turn_p = told or first, UNTOLD if turn is None and told is None else 1.0
    fields = Fields()
    if told:
        fields = find_fields(view.maps, view.circles, lambda box: _shows(photo, view.frame, box))
    side, side_p = tell_side(view.maps, fields)
    if side != "B":
        fields = replace(fields, joker=None)
    pixels, origin = paint(pyramid, view.frame, _area(lattice, fields))
    pixels.flags.writeable = False
    return Sheet(view.lattice, pixels, CELL_PX, origin, turn_p, side, side_p, fields, view.inset)


def _view(photo: Photo, pyramid: Pyramid, lattice: Lattice, turn: int) -> View:
    upright = geometry.turned(lattice, turn)
    frame, inset = geometry.spread(upright)
    frame = frame.scaled(photo.scale)
    maps = show(paint(pyramid, frame, VIEW, LOOK_PX)[0])
    return View(upright, frame, inset, maps, find_circles(maps))


def _shows(photo: Photo, frame: Frame, box: Box) -> bool:
    """Whether a box, in pitches from the grid's corner, lies in the photo as a whole."""
    x, y = box.x + np.array([0, box.width]), box.y + np.array([0, box.height])
    places = frame.raster(x + geometry.AROUND, y + geometry.AROUND)
    height, width = photo.pixels.shape[:2]
    return bool((places >= 0).all() and (places[0] <= width - 1).all() and (places[1] <= height - 1).all())


def _area(lattice: Lattice, fields: Fields) -> Box:
    """What is painted: the grid and its fields; a legend left of the grid as a whole."""
    single = [box for box in (fields.total, fields.bonus, fields.joker) if box]
    legend = [Box(VIEW.x + MARGIN, 0, 1, 5)] if any(box.x < -1 for box in single) else []
    return area_around(lattice, [*fields.rows, *fields.columns, *single, *legend])
