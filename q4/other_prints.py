"""Sheets that are not our own print, as far as their grids are found.

The 4 x 4 play grid tells letters, blacked-out cells and dots between cells; a 6 x 6 letter grid crosses and blocks;
a scoring table the circled numbers; tinted cells the bonus. None of this is proven by a checksum, so a person must
always look.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from q4.board import CELLS, DOTS, SIDE, neighbours_of
from q4.flat_view import UNIT, FlatView, find_play, lay_flat
from q4.form import Box
from q4.marks import probabilities
from q4.other_marks import (
    ScoreTable,
    block_features,
    bonus_lines,
    circle_features,
    cross_features,
    darkness,
    find_scores,
    pen_darkness,
)
from q4.places import Places
from q4.record import BLACK, LETTER_SIDE, ROUNDS, Design
from scanner import geometry
from scanner.canvas import CELL_PX, area_around, paint
from scanner.cut import cut
from scanner.decode import sharpened
from scanner.image_pyramid import Pyramid
from scanner.locate import locate
from scanner.pipeline import SHARP
from scanner.readers import Reader
from scanner.turn import best_turn, likeness
from scanner.values import Fields, Glyph, Lattice, Photo, Pixels, Sheet

Floats = NDArray[Any]  # of floating point numbers
Light = Callable[[float, float, float, float], float]  # place, radius, which part of the pixels → brightness

INNER, DARK = (
    0.3,
    0.5,
)  # of a blacked-out cell: radius, in cells, that is looked at; how bright it is at most
DOT, FILLED = 0.045, 0.58  # the same for a dot; how dark a filled one is at least, of what the pen is
WRITING, STROKE = 0.36, 4  # radius, in cells, within which writing is, and per cent of it that surely are strokes
FAINTEST_PEN = 0.15
BRIGHTEST = 90  # per cent of the pixels that are darker than what is taken for their brightest
LOOKED_AT, SOLID = 800, 11  # pixels of the photo's longer side, and of a square that is surely no line or letter
SQUARE = 0.6  # share of the box around a blacked-out cell that it fills, seen at an angle
EDGE = 0.3  # cells of the letter grid around a grid in which no number is looked for
STEEP = 16.0  # how fast a darker dot turns into certainty


@dataclass(frozen=True, eq=False)
class OtherPrint:
    """What could be read on a sheet of an unknown print; marks are empty where their part of it was not found."""

    design: Design
    crops: dict[int, Pixels]
    letters: dict[int, Glyph]
    dots: Floats
    crossed: Floats
    blocks: Floats
    circled: Floats
    places: Places | None


@dataclass(frozen=True, eq=False)
class Laid:
    """A sheet found in a photo, the right way up: its lattices, and the flat view that the letter grid gives."""

    photo: Photo
    play: Lattice
    printed: Lattice | None
    view: FlatView | None

    @cached_property
    def cells(self) -> tuple[Box, ...]:
        """The cells of the play grid in the flat view."""
        assert self.view is not None
        nodes = self.play.nodes.reshape(1, -1, 2).astype(np.float64)
        flat = cv2.perspectiveTransform(nodes, np.linalg.inv(self.view.to_photo))[0].reshape(SIDE + 1, SIDE + 1, 2)
        boxes = []
        for cell in range(CELLS):
            row, column = divmod(cell, SIDE)
            (x, y), (right, bottom) = flat[row, column].tolist(), flat[row + 1, column + 1].tolist()
            boxes.append(Box(x, y, right - x, bottom - y))
        return tuple(boxes)

    @cached_property
    def black(self) -> list[bool]:
        """Which cells of the play grid are blacked out."""
        return _black(self.photo, self.play)

    @cached_property
    def dark(self) -> Floats:
        """How dark each place of the flat view is."""
        assert self.view is not None
        return darkness(self.view)

    @cached_property
    def pen(self) -> float:
        """How dark the player's pen is in the flat view."""
        return pen_darkness(self.dark, self.cells, self.black)

    @cached_property
    def scores(self) -> ScoreTable | None:
        """The numbers to circle, outside both grids."""
        assert self.view is not None
        return find_scores(self.dark, [_around(self.view.letters), _around(_hull(self.cells))])


def read_other_print(photo: Photo, reader: Reader) -> OtherPrint | None:
    """The sheet as far as it can be read; None where no play grid is found."""
    laid = lay_out(photo, reader)
    if laid is None:
        return None
    crops, black = _crops(laid.photo, laid.play), laid.black
    usable = [cell for cell in range(CELLS) if not black[cell]]
    rows = tuple("".join(BLACK if black[row * SIDE + column] else "." for column in range(SIDE)) for row in range(SIDE))
    dots = _dots(_brightness(laid.photo, laid.play), set(usable))
    letters = dict(zip(usable, reader.letters([crops[cell] for cell in usable]), strict=True))
    kept = {cell: crops[cell] for cell in usable}
    if laid.view is None or laid.printed is None:
        nothing = np.zeros(0)
        return OtherPrint(Design((), rows, 0, 0), kept, letters, dots, nothing, nothing, nothing, None)
    dark, table, pen = laid.dark, laid.scores, laid.pen
    boxes = tuple(laid.view.letter_box(at) for at in range(LETTER_SIDE**2))
    before = (Box(0, 0, 1, 1),) * (table.first if table else 0)  # numbers that the table does not have
    return OtherPrint(
        Design(_printed_letters(laid.photo, laid.printed, reader), rows, *bonus_lines(laid.view, laid.cells, black)),
        kept,
        letters,
        dots,
        probabilities("other_crosses", cross_features(laid.view, pen)),
        probabilities("other_blocks", block_features(dark, laid.view, pen)),
        _circled(dark, table, pen) if table else np.zeros(0),
        Places(laid.view.raw, laid.cells, boxes, before + table.boxes if table else ()),
    )


def lay_out(photo: Photo, reader: Reader) -> Laid | None:
    """The play grid, by the letter grid if there is one, and which way up they are; None where there is none."""
    printed, found = find_grids(photo)
    found = found or _lattice(photo, SIDE, printed) or _lattice(_without_black_cells(photo), SIDE, printed)
    if found is None:
        return None
    photo = sharpened(photo, SHARP * CELL_PX / geometry.pitch_px(found))
    turn = _turn(photo, reader, found, printed)
    upright = geometry.turned(printed, turn) if printed else None
    return Laid(photo, geometry.turned(found, turn), upright, lay_flat(photo, upright) if upright else None)


def find_grids(photo: Photo) -> tuple[Lattice | None, Lattice | None]:
    """The letter grid, and the play grid beside it; a sheet that has both is of this game."""
    printed = _lattice(photo, LETTER_SIDE)
    return printed, find_play(lay_flat(photo, printed)) if printed else None


def _printed_letters(photo: Photo, printed: Lattice, reader: Reader) -> tuple[str, ...]:
    """The printed letters, row by row; a cross over one may well make it another."""
    glyphs = reader.letters(_crops(photo, printed))
    read = [next((symbol for symbol, _ in glyph.ranking if symbol.isalpha()), "X").upper() for glyph in glyphs]
    return tuple("".join(read[row * LETTER_SIDE : (row + 1) * LETTER_SIDE]) for row in range(LETTER_SIDE))


def _circled(dark: Floats, table: ScoreTable, pen: float) -> Floats:
    """How likely each number from 0 on is circled."""
    return np.concatenate([np.zeros(table.first), probabilities("other_circles", circle_features(dark, table, pen))])


def _hull(boxes: Sequence[Box]) -> Box:
    first, last = boxes[0], boxes[-1]
    return Box(first.x, first.y, last.x + last.width - first.x, last.y + last.height - first.y)


def _around(box: Box) -> Box:
    """A grid with what may be written across its edge."""
    edge = EDGE * UNIT
    return Box(box.x - edge, box.y - edge, box.width + 2 * edge, box.height + 2 * edge)


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
        cells = _crops(photo, geometry.turned(play, turn))
        crops = [crop for crop, dark in zip(cells, black, strict=True) if not dark]
        letters = _crops(photo, geometry.turned(printed, turn)) if printed else []
        readings[turn] = reader.letters(crops) + (_clearest(reader.letters(letters)) if letters else [])
    return best_turn(readings)[0]


def _clearest(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The printed letters that look most like letters; up to 14 others may be crossed off and look like none."""
    return sorted(glyphs, key=lambda glyph: likeness([glyph]), reverse=True)[: len(glyphs) - ROUNDS]


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


def _crops(photo: Photo, lattice: Lattice) -> Sequence[Pixels]:
    """The cells of a lattice that is the right way up."""
    frame, inset = geometry.spread(lattice)
    pixels, origin = paint(Pyramid(photo.pixels), frame.scaled(photo.scale), area_around(lattice))
    sheet = Sheet(lattice, pixels, CELL_PX, origin, 1.0, None, 0.0, Fields(), inset)
    return cut(sheet).letters


def _brightness(photo: Photo, lattice: Lattice) -> Light:
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


def _pen(light: Light, usable: set[int]) -> float:
    """How dark the player's pen is, from the writing in the play grid: a pencil's dots are as pale as its letters."""
    return max(FAINTEST_PEN, float(np.median([1 - light(*_middle(cell), WRITING, STROKE) for cell in usable])))


def _dots(light: Light, usable: set[int]) -> Floats:
    """How likely the dots in the middle of the lines between cells are filled; 0 beside blacked-out cells."""
    chances, pen = np.zeros(DOTS), _pen(light, usable)
    for dot in range(DOTS):
        one, two = neighbours_of(dot)
        if usable.issuperset((one, two)):
            x, y = np.mean([_middle(one), _middle(two)], axis=0).tolist()
            chances[dot] = 1 / (1 + np.exp(-STEEP * ((1 - light(x, y, DOT, 50)) / pen - FILLED)))
    return chances
