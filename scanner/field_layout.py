"""Where circles, total box, bonus badge, joker box and side letter lie on a flat sheet, by what the network shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from scanner.field_network import FieldMaps, Spot
from scanner.known_forms import nearness
from scanner.values import Box, Fields

# Checked on render from 2000 on and composites: 76 sheets, 704 numbers.
FARTHEST = 2.0  # pitches beyond the grid within which the middles of circles lie; 1.6 and 2.5 change nothing
STRAY = 0.06  # pitches; a circle farther off the line of its group was mistaken; 0.04 to 0.12 change nothing
RING = 0.94  # of what the network tells as a circle's size: the middle of its line; 0.97 and 1 cost a number, 0.9 none
THERE = 0.5  # heat of a field that is there; circles of all sheets but one have 0.64 or more, wrong ways up at most 0.4
UNSEEN = 0.9  # most that the look of a sheet says for its side where no mark was seen; lines alone told B at 0.998 once
KNOWN = 0.3  # what lying where a known form has the field adds to its heat; 0 to 0.4 change nothing there


@dataclass(frozen=True)
class Circles:
    """The five circles right of the rows and the five below the columns."""

    rows: tuple[Box, ...]
    columns: tuple[Box, ...]
    heat: float  # how much they look like circles, the lesser of both groups, 0 to 1


def find_circles(maps: FieldMaps) -> Circles:
    """The likeliest circles beside a grid; they may not be there at all."""
    right = [maps.hottest("circle", Box(5, line, FARTHEST, 1)) for line in range(5)]
    below = [maps.hottest("circle", Box(line, 5, 1, FARTHEST)) for line in range(5)]
    sizes = [side for spot in (*right, *below) for side in (spot.box.width, spot.box.height)]
    size = RING * float(np.median(sizes))
    heat = min(float(np.mean([spot.heat for spot in group])) for group in (right, below))
    return Circles(_in_line(right, size), _in_line(below, size), heat)


def _in_line(spots: Sequence[Spot], size: float) -> tuple[Box, ...]:
    """Circles of one size; those that are cold or lie off the line through the others are put onto it."""
    places = np.array([_middle(spot.box) for spot in spots])
    lines, index = np.arange(5.0), np.array([spot.heat for spot in spots])
    steps = places - np.outer(lines, np.median(np.diff(places, axis=0), axis=0))
    expected = np.median(steps, axis=0) + places - steps
    stray = (np.hypot(*(places - expected).T) > STRAY) | (index < THERE)
    return tuple(_around(x, y, size / 2) for x, y in np.where(stray[:, None], expected, places).tolist())


def find_fields(maps: FieldMaps, circles: Circles, shows: Callable[[Box], bool]) -> Fields:
    """The fields around the grid; `shows` tells whether the photo shows a box as a whole.

    All of them lie right of the circles, or none does: what lies there may be a neighbour's. A joker box never stands
    alone: what looks like one on a cut off sheet may be a struck badge.
    """
    edge = max(box.x + box.width for box in circles.rows)
    kinds = ("total", "bonus", "joker")
    near = {kind: _field(maps, kind, lambda box: box.x < edge and shows(box)) for kind in kinds}
    far = {kind: _field(maps, kind, lambda box: box.x >= edge and shows(box)) for kind in kinds}
    found = max(near, far, key=lambda group: sum(spot.heat for spot in group.values() if spot))
    if not (found["total"] or found["bonus"]):
        found["joker"] = None
    return Fields(circles.rows, circles.columns, **{kind: spot.box if spot else None for kind, spot in found.items()})


def _field(maps: FieldMaps, kind: str, fits: Callable[[Box], bool]) -> Spot | None:
    """The likeliest field of a kind that fits, if it is likely enough; known forms are a hint."""
    spots = [spot for spot in maps.peaks(kind, THERE - KNOWN) if fits(spot.box)]
    hinted = [Spot(spot.heat + KNOWN * nearness(kind, _middle(spot.box)), spot.box) for spot in spots]
    best = max(hinted, key=lambda spot: spot.heat, default=None)
    return best if best and best.heat > THERE else None


def tell_side(maps: FieldMaps, fields: Fields) -> tuple[str | None, float]:
    """The side and its probability, from the sheet as a whole, its letter and its joker box; None where nothing tells.

    Only side B has a joker box, but not every side B need have one. Where neither that box nor the side's letter is
    seen, the look of the whole never makes a side certain.
    """
    untold, a, b = maps.sides.tolist()
    if untold > max(a, b):
        return None, 0.5
    heat_a = heat_b = 0.0
    if fields.rows:
        corner = _middle(fields.rows[2])[0], _middle(fields.columns[2])[1]  # where the lines of circles meet
        heat_a, heat_b = (maps.hottest(kind, _around(*corner, 0.5)).heat for kind in ("A", "B"))
        a, b = a * heat_a * (1 - heat_b), b * heat_b * (1 - heat_a)
    if fields.joker:
        heat = maps.hottest("joker", fields.joker).heat
        a, b = a * (1 - heat), b * heat
    side, p = ("B", b / (a + b)) if b > a else ("A", a / (a + b))
    seen = heat_a > THERE if side == "A" else heat_b > THERE or fields.joker
    return side, p if seen else min(p, UNSEEN)


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2


def _around(x: float, y: float, half: float) -> Box:
    return Box(x - half, y - half, 2 * half, 2 * half)
