"""The circles and the total box of a whole flat sheet in one hand, cut by the scanner's own code.

Real crops have their ring around a small number on even white paper, the box's frame taken away and sometimes a piece
of the writing with it, and are as strong as the letters of their sheet make them. Fields drawn one by one (`fields.py`)
only imitate this.
"""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from scanner.cut import cut
from scanner.values import Box, Fields
from training.camera import inked, pen_of, pixel
from training.flat_sheets import CELLS, PX, RIM, SIDE, coloured, flat, printed, seen
from training.glyphs import DIGITS
from training.written import Digits, dash, written

SOFT, COARSE = 0.5, 32.0  # blur and resolution: numbers are half as high as letters, and people can still read them
TOTALS = 2  # boxes on a sheet
FIELDS = 2 * CELLS + TOTALS
AMISS = 0.02  # of a field's size, by which the scanner finds it elsewhere
SMALL = 0.02  # share of circles with print beside them, as "x2"

TextOf = Callable[[bool, np.random.Generator], str]


def sheet_numbers(digit_of: Digits, text_of: TextOf, rng: np.random.Generator) -> list[tuple[np.ndarray, str]]:
    """The crops of a sheet's circles and total boxes as the scanner cuts them, and what is written in them."""
    circles, totals = _places(rng)
    texts = [text_of(False, rng) for _ in circles] + [text_of(True, rng) for _ in totals]
    ink, lines, tint, inset = _written(digit_of, circles, totals, texts, rng), *printed(rng)
    _frames(lines, circles, totals, rng)
    found = tuple(_found(box, rng) for box in circles)
    sheet = flat(seen(coloured(ink, lines, tint, rng), rng, SOFT, COARSE), inset, Fields(found[:CELLS], found[CELLS:]))
    cells = cut(sheet)
    boxes = [cut(replace(sheet, fields=Fields(total=_found(box, rng)))).total for box in totals]
    crops = [*cells.rows, *cells.columns, *(box for box in boxes if box is not None)]
    return list(zip(crops, texts, strict=True))


def _places(rng: np.random.Generator) -> tuple[list[Box], list[Box]]:
    """Circles right of the rows and below the columns, and total boxes above the grid."""
    wide = rng.uniform(0.68, 0.88)
    off = 0.5 + rng.uniform(-1, 1) * (0.9 - wide) / 2
    across = [Box(CELLS + off - wide / 2, at + 0.5 - wide / 2, wide, wide) for at in range(CELLS)]
    down = [Box(at + 0.5 - wide / 2, CELLS + off - wide / 2, wide, wide) for at in range(CELLS)]
    height, room = rng.uniform(0.6, 0.85), CELLS / TOTALS
    longer = min(height * rng.uniform(1.45, 3.2), room - 0.2)
    totals = [
        Box(at * room + rng.uniform(0, room - longer - 0.1), -0.05 - height, longer, height) for at in range(TOTALS)
    ]
    return across + down, totals


def _written(
    digit_of: Digits, circles: list[Box], totals: list[Box], texts: list[str], rng: np.random.Generator
) -> np.ndarray:
    """The ink of a sheet: what stands in its fields, and any writing in its cells, by whose strength fields are cut."""
    ink = np.zeros((SIDE, SIDE), np.uint8)
    size, room = float(np.clip(rng.normal(0.5, 0.1), 0.28, 0.8)), rng.uniform(0.55, 0.85)
    for row, column in np.ndindex(CELLS, CELLS):
        digit = DIGITS[rng.integers(10)]
        _put(ink, Box(column, row, 1, 1), written(digit_of, digit, 0.6 * PX, (PX, PX), rng))
    for at, (box, text) in enumerate(zip([*circles, *totals], texts, strict=True)):
        if text:
            _put(ink, box, _entry(digit_of, text, box, size, room if at < len(circles) else 0.95, rng))
    pen, rough = pen_of(rng)
    return inked(ink, pen, rough, rng) if rough else (ink * pen).astype(np.uint8)


def _entry(digit_of: Digits, text: str, box: Box, size: float, room: float, rng: np.random.Generator) -> np.ndarray:
    """What is written in a field: as high as its writer writes numbers, wherever in the field it stands."""
    shape = round(box.height * PX), round(box.width * PX)
    if text == "-":
        return dash(shape, rng)
    height = min(size * float(np.exp(rng.normal(0, 0.12))), 0.95) * shape[0]
    return written(digit_of, text, height, shape, rng, room)


def _put(ink: np.ndarray, box: Box, layer: np.ndarray) -> None:
    """Lay what was written in a field onto the sheet."""
    top, left = (round((RIM + at) * PX) for at in (box.y, box.x))
    window = ink[top : top + layer.shape[0], left : left + layer.shape[1]]
    np.maximum(window, layer[: window.shape[0], : window.shape[1]], out=window)


def _frames(lines: np.ndarray, circles: list[Box], totals: list[Box], rng: np.random.Generator) -> None:
    """Print the rings, small print beside some, and most total boxes."""
    thick = max(round(rng.uniform(0.6, 3.2)), 1)
    for box in circles:
        middle = (np.array([box.x, box.y]) + box.width / 2 + RIM) * PX
        cv2.circle(lines, pixel(middle), round(box.width / 2 * PX * 16), 255, thick, cv2.LINE_AA, 4)
        if rng.random() < SMALL:
            below = middle + box.width / 2 * PX * np.array([0.7, 0.95])
            where = (round(below[0]), round(below[1]))
            cv2.putText(lines, "x2", where, cv2.FONT_HERSHEY_SIMPLEX, 0.25, 230, 1, cv2.LINE_AA)
    for box in totals:
        if rng.random() < 0.9:
            corner = (np.array([box.x, box.y]) + RIM) * PX
            far = corner + np.array([box.width, box.height]) * PX
            cv2.rectangle(lines, pixel(corner), pixel(far), 255, thick, cv2.LINE_AA, 4)


def _found(box: Box, rng: np.random.Generator) -> Box:
    """Where the scanner takes a field to be."""
    x, y, grow = rng.normal(0, AMISS, 3) * np.array([box.height, box.height, 1.0])
    wide, high = box.width * (1 + grow), box.height * (1 + grow)
    return Box(box.x + x - (wide - box.width) / 2, box.y + y - (high - box.height) / 2, wide, high)
