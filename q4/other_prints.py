"""Sheets that are not our own print, as far as their 4 x 4 lattice is found.

Such a sheet tells its letters, its blacked-out cells, and dots on the lines between cells. Bonus lines, highlighted
cells, letter grid and score are not read, so a person must always look.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from q4.board import CELLS, DOTS, SIDE, neighbours_of
from q4.record import BLACK, LETTER_SIDE, Design
from scanner import geometry
from scanner.canvas import CELL_PX, paint
from scanner.cut import cut
from scanner.decode import sharpened
from scanner.locate import locate
from scanner.pipeline import SHARP
from scanner.readers import Reader
from scanner.turn import best_turn
from scanner.values import Fields, Glyph, Lattice, Photo, Pixels, Sheet

Floats = NDArray[Any]  # of floating point numbers

INNER, DARK = (
    0.3,
    0.5,
)  # of a blacked-out cell: radius, in cells, that is looked at; how bright it is at most
DOT, FILLED = 0.045, 0.62  # the same for a filled dot; a line across an open one covers less
BRIGHTEST = 90  # per cent of the pixels that are darker than what is taken for their brightest
LOOKED_AT, SOLID = 800, 11  # pixels of the photo's longer side, and of a square that is surely no line or letter
SQUARE = 0.6  # share of the box around a blacked-out cell that it fills, seen at an angle
STEEP = 12.0  # how fast a darker dot turns into certainty


@dataclass(frozen=True, eq=False)
class OtherPrint:
    """What could be read on a sheet of an unknown print."""

    design: Design
    crops: dict[int, Pixels]
    letters: dict[int, Glyph]
    dots: Floats


def read_other_print(photo: Photo, reader: Reader) -> OtherPrint | None:
    """The play grid; None where no lattice of 4 x 4 is found."""
    printed = _lattice(photo, LETTER_SIDE)
    found = _lattice(photo, SIDE, printed) or _lattice(_without_black_cells(photo), SIDE, printed)
    if found is None:
        return None
    photo = sharpened(photo, SHARP * CELL_PX / geometry.pitch_px(found))
    turn = _turn(photo, reader, found, printed)
    crops, black = _crops(photo, found, turn), _black(photo, geometry.turned(found, turn))
    usable = [cell for cell in range(CELLS) if not black[cell]]
    rows = ["".join(BLACK if black[row * SIDE + column] else "." for column in range(SIDE)) for row in range(SIDE)]
    return OtherPrint(
        Design((), tuple(rows), 0, 0),
        {cell: crops[cell] for cell in usable},
        dict(zip(usable, reader.letters([crops[cell] for cell in usable]), strict=True)),
        _dots(_brightness(photo, geometry.turned(found, turn)), set(usable)),
    )


def _lattice(photo: Photo, side: int, beside: Lattice | None = None) -> Lattice | None:
    """The surest square lattice of so many cells a side that is no part of another one."""
    seen = [lattice for lattice in locate(photo, side, side) if beside is None or not _within(lattice, beside)]
    return max(seen, key=lambda lattice: lattice.confidence, default=None)


def _within(lattice: Lattice, other: Lattice) -> bool:
    """Whether the middle of a lattice lies in another one."""
    corners = other.nodes[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)
    x, y = lattice.nodes.reshape(-1, 2).mean(axis=0).tolist()
    return cv2.pointPolygonTest(corners, (x, y), False) >= 0


def _turn(photo: Photo, reader: Reader, play: Lattice, printed: Lattice | None) -> int:
    """Quarters clockwise to the way up in which written and printed letters look most like letters together."""
    readings = {}
    for turn in range(4):
        black = _black(photo, geometry.turned(play, turn))
        crops = [crop for crop, dark in zip(_crops(photo, play, turn), black, strict=True) if not dark]
        readings[turn] = reader.letters(crops) + (reader.letters(_crops(photo, printed, turn)) if printed else [])
    return best_turn(readings)[0]


def _black(photo: Photo, lattice: Lattice) -> list[bool]:
    """Which cells of a lattice are blacked out."""
    light = _brightness(photo, lattice)
    return [light(*_middle(cell), INNER, BRIGHTEST) < DARK for cell in range(CELLS)]


def _without_black_cells(photo: Photo) -> Photo:
    """The photo with dark squares on the paper made light, but for their edges, so that they are cells like others."""
    grey = photo.pixels.max(axis=2)
    small = cv2.resize(grey, None, fx=(scale := LOOKED_AT / max(grey.shape)), fy=scale, interpolation=cv2.INTER_AREA)
    dark = (small < DARK * np.percentile(small, BRIGHTEST)).astype(np.uint8)
    dark = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((SOLID, SOLID), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dark)
    pixels = photo.pixels.copy()
    for label, (x, y, width, height, area) in enumerate(stats):
        whole = min(x, y) > 0 and x + width < small.shape[1] and y + height < small.shape[0]
        if label and whole and area > SQUARE * width * height and max(width, height) < 2.2 * min(width, height):
            inner = cv2.erode((labels == label).astype(np.uint8), np.ones((3, 3), np.uint8))
            mask = cv2.resize(inner, grey.shape[::-1], interpolation=cv2.INTER_NEAREST).astype(bool)
            pixels[mask] = np.percentile(photo.pixels.reshape(-1, 3), BRIGHTEST, axis=0)
    return replace(photo, pixels=pixels)


def _crops(photo: Photo, lattice: Lattice, turn: int) -> Sequence[Pixels]:
    """The cells of a lattice, turned clockwise by quarters."""
    warp = geometry.fit(lattice)
    canvas = paint(photo, warp, geometry.pitch_px(lattice), turn)
    sheet = Sheet(lattice, canvas.pixels, CELL_PX, canvas.origin, 1.0, None, 0.0, Fields(), warp.inset)
    return cut(sheet).letters


def _brightness(photo: Photo, lattice: Lattice) -> Callable[[float, float, float, float], float]:
    """A function that tells how bright the photo is around a place, in cells, against the grid's paper.

    It takes the place, the radius, and which part of the pixels counts: their darkest 0, middling 50, or brightest 100.
    """
    grey = photo.pixels.max(axis=2).astype(np.float32)
    nodes = lattice.nodes * photo.scale
    units = np.stack(np.meshgrid(np.arange(nodes.shape[1]), np.arange(nodes.shape[0])), -1)
    warp, _ = cv2.findHomography(units.reshape(-1, 2).astype(np.float64), nodes.reshape(-1, 2).astype(np.float64))
    steps = np.linspace(-1, 1, 7)
    disc = np.array([(x, y) for x in steps for y in steps if np.hypot(x, y) <= 1])

    def level(x: float, y: float, radius: float, part: float) -> float:
        places = cv2.perspectiveTransform((disc * radius + (x, y))[None], warp)[0].round().astype(int)
        inside = places.clip(0, np.array(grey.shape[::-1]) - 1)
        return float(np.percentile(grey[inside[:, 1], inside[:, 0]], part))

    paper = float(np.median([level(*_middle(cell), 0.4, BRIGHTEST) for cell in range(CELLS)]))
    return lambda x, y, radius, part: level(x, y, radius, part) / paper


def _middle(cell: int) -> tuple[float, float]:
    row, column = divmod(cell, SIDE)
    return column + 0.5, row + 0.5


def _dots(light: Callable[[float, float, float, float], float], usable: set[int]) -> Floats:
    """How likely the dots in the middle of the lines between cells are filled; 0 beside blacked-out cells."""
    chances = np.zeros(DOTS)
    for dot in range(DOTS):
        one, two = neighbours_of(dot)
        if usable.issuperset((one, two)):
            x, y = np.mean([_middle(one), _middle(two)], axis=0).tolist()
            chances[dot] = 1 / (1 + np.exp(-STEEP * (FILLED - light(x, y, DOT, 50))))
    return chances
