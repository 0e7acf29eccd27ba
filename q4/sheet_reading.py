"""A photo to everything read on a Q4 sheet: letters, dots, crossed-off letters, marked blocks, circled numbers."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from q4.board import CELLS, DOTS, neighbours_of, place_of
from q4.find import PX, Found, find, lay_flat
from q4.form import Box, design, form
from q4.marks import (
    circle_features,
    cross_features,
    dot_features,
    pen_darkness,
    probabilities,
    strike_features,
)
from q4.other_prints import read_other_print
from q4.places import Places, own_places
from q4.record import BLACK, HIGHLIGHT, Design
from scanner.readers import Reader
from scanner.scan_errors import SheetNotFound
from scanner.values import Glyph, Photo, Pixels

Floats = NDArray[Any]  # of floating point numbers

INSET, BOLD_INSET = 0.55, 1.1  # millimetres of a cell's edge that its printed line may take
FULL_INK = 200.0  # grey levels below paper that the pen is brought to
SPECK = 0.12  # darkness below which nothing is writing


@dataclass(frozen=True, eq=False)
class SheetReading:
    """What was read on one sheet; marks as probabilities, in the order of the form.

    A sheet of another print has no number, and marks only where their part of the sheet was found.
    """

    number: int | None
    design: Design
    crops: dict[int, Pixels]  # of the cells that can be used
    letters: dict[int, Glyph]
    dots: Floats
    crossed: Floats
    blocks: Floats
    circled: Floats
    places: Places | None = None  # where all of it lies in a flat picture; None where it is judged again


def read_sheets(photo: Photo, reader: Reader) -> tuple[SheetReading, ...]:
    """Read the Q4 sheets in a photo: all of our own, or one of another print, what its grid tells."""
    found = find(photo)
    return tuple(_own_print(photo, one, reader) for one in found) or (_other_print(photo, reader),)


def _own_print(photo: Photo, found: Found, reader: Reader) -> SheetReading:
    flat, printed, own = lay_flat(photo, found), design(found.number), form()
    pen = pen_darkness(flat.dark)
    crops = {cell: _crop(flat.dark, own.cells[cell], printed, cell, pen) for cell in _usable(printed)}
    glyphs = reader.letters(list(crops.values()))
    dots = probabilities("dots", dot_features(flat.dark, own.dots, own.dot, pen))
    return SheetReading(
        number=found.number,
        design=printed,
        crops=crops,
        letters=dict(zip(crops, glyphs, strict=True)),
        dots=np.where(_printed_dots(printed), dots, 0.0),
        crossed=probabilities("crosses", cross_features(flat.dark, pen, "".join(printed.letter_grid))),
        blocks=probabilities("blocks", dot_features(flat.dark, own.blocks, own.block_dot, pen)),
        circled=probabilities("circles", circle_features(flat.dark, pen))
        * (1 - probabilities("strikes", strike_features(flat.dark, pen))),  # a number struck out is no number
        places=own_places(flat.pixels),
    )


def _other_print(photo: Photo, reader: Reader) -> SheetReading:
    other = read_other_print(photo, reader)
    if other is None:
        raise SheetNotFound("No Q4 sheet was found in the photo.", HINT)
    return SheetReading(
        None, other.design, other.crops, other.letters, other.dots, other.crossed, other.blocks, other.circled,
        other.places,
    )  # fmt: skip


HINT = "Keep all four corner marks and the row of squares in view; print sheets with `qwords sheet --game q4`."


def _usable(printed: Design) -> list[int]:
    return [cell for cell in range(CELLS) if printed.printed(place_of(cell)) != BLACK]


def _printed_dots(printed: Design) -> NDArray[np.bool_]:
    usable = set(_usable(printed))
    return np.array([usable.issuperset(neighbours_of(dot)) for dot in range(DOTS)])


def _crop(dark: Floats, box: Box, printed: Design, cell: int, pen: float) -> Pixels:
    """The writing in a cell: dark ink on white paper, the printed line at its edge cut off."""
    inset = BOLD_INSET if printed.printed(place_of(cell)) == HIGHLIGHT else INSET
    x, y = round((box.x + inset) * PX), round((box.y + inset) * PX)
    side = round((box.width - 2 * inset) * PX)
    part = np.clip(dark[y : y + side, x : x + side] - SPECK, 0, None) * (FULL_INK / (pen - SPECK))
    return np.asarray(cv2.bitwise_not(np.clip(part, 0, 255).astype(np.uint8)), np.uint8)
