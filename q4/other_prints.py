"""Sheets that are not our own print, as far as their 4 x 4 lattice is found.

Such a sheet tells its letters, its blacked-out cells, and dots on the lines between cells. Bonus lines, highlighted
cells, letter grid and score are not read, so a person must always look.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from q4.board import CELLS, DOTS, SIDE, neighbours_of
from q4.record import BLACK, Design
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
    found = max(locate(photo, SIDE, SIDE), key=lambda lattice: lattice.confidence, default=None)
    if found is None:
        return None
    photo = sharpened(photo, SHARP * CELL_PX / geometry.pitch_px(found))
    turn, _ = best_turn({turn: reader.letters(_crops(photo, found, turn)) for turn in range(4)})
    crops, light = _crops(photo, found, turn), _brightness(photo, geometry.turned(found, turn))
    black = [light(*_middle(cell), INNER, BRIGHTEST) < DARK for cell in range(CELLS)]
    usable = [cell for cell in range(CELLS) if not black[cell]]
    rows = ["".join(BLACK if black[row * SIDE + column] else "." for column in range(SIDE)) for row in range(SIDE)]
    return OtherPrint(
        Design((), tuple(rows), 0, 0),
        {cell: crops[cell] for cell in usable},
        dict(zip(usable, reader.letters([crops[cell] for cell in usable]), strict=True)),
        _dots(light, set(usable)),
    )


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
