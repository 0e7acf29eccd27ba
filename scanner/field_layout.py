"""Where circles, total box, bonus badge, joker box and side letter lie on a flat sheet, by what the network shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from scanner.field_network import FieldMaps, Spot
from scanner.known_forms import nearness
from scanner.values import Box, Fields

FARTHEST = 2.0  # pitches beyond the grid within which the middles of circles lie
STRAY = 0.06  # pitches; a circle farther off the line of its group than this was mistaken
RING = 0.94  # of what the network tells as a circle's size: where the middle of its line is
THERE = 0.5  # heat of a field that is there
KNOWN = 0.3  # what lying where a known form has the field adds to its heat


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
    places = np.array([[spot.box.x + spot.box.width / 2, spot.box.y + spot.box.height / 2] for spot in spots])
    lines, index = np.arange(5.0), np.array([spot.heat for spot in spots])
    steps = places - np.outer(lines, np.median(np.diff(places, axis=0), axis=0))
    expected = np.median(steps, axis=0) + places - steps
    stray = (np.hypot(*(places - expected).T) > STRAY) | (index < THERE)
    return tuple(_around(x, y, size / 2) for x, y in np.where(stray[:, None], expected, places).tolist())


def find_fields(maps: FieldMaps, circles: Circles, shows: Callable[[Box], bool]) -> Fields:
    """The fields around the grid; `shows` tells whether the photo shows a box as a whole."""
    letter = max(_letters(maps, circles), key=lambda spot: spot.heat)
    found = {kind: _field(maps, kind, shows) for kind in ("total", "bonus", "joker")}
    return Fields(circles.rows, circles.columns, **found, side_letter=letter.box if letter.heat > THERE else None)


def tell_side(maps: FieldMaps, circles: Circles) -> tuple[str | None, float]:
    """The side and its probability, from the sheet as a whole and its printed letter; None where nothing tells."""
    untold, a, b = maps.sides.tolist()
    if untold > max(a, b):
        return None, 0.5
    if circles.heat > THERE:
        heat_a, heat_b = (spot.heat for spot in _letters(maps, circles))
        a, b = a * heat_a * (1 - heat_b), b * heat_b * (1 - heat_a)
    return ("B", b / (a + b)) if b > a else ("A", a / (a + b))


def _letters(maps: FieldMaps, circles: Circles) -> list[Spot]:
    """What looks most like a printed A, and like a B, where the lines of circles meet."""
    x = float(np.mean([box.x + box.width / 2 for box in circles.rows]))
    y = float(np.mean([box.y + box.height / 2 for box in circles.columns]))
    return [maps.hottest(kind, _around(x, y, 0.5)) for kind in ("A", "B")]


def _field(maps: FieldMaps, kind: str, shows: Callable[[Box], bool]) -> Box | None:
    """The likeliest field of a kind, if it is likely enough; known forms are a hint."""
    scored = [(spot.heat + KNOWN * _known(kind, spot.box), spot.box) for spot in maps.peaks(kind, THERE - KNOWN)]
    heat, box = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return box if box is not None and heat > THERE and shows(box) else None


def _known(kind: str, box: Box) -> float:
    return nearness(kind, (box.x + box.width / 2, box.y + box.height / 2))


def _around(x: float, y: float, half: float) -> Box:
    return Box(x - half, y - half, 2 * half, 2 * half)
