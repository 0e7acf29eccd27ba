"""A flat sheet → the crops to be read, ink only."""

from collections.abc import Sequence

import cv2
import numpy as np

from scanner.ink import as_crop, darkness, from_inside, gain, on_white, without_ghosts
from scanner.line_removal import BAND, without_lines
from scanner.values import Box, Cells, Pixels, Sheet

# What numbers cost was measured on render, composite, several and writers: 4,925 letters, 1,936 numbers, 249 marks.
MARGIN = 0.1  # pitches shown around a cell, so that strokes leaving it stay whole; 0.8 times costs 6 letters, 1.25 3
EDGE = MARGIN + BAND  # pitches from the rim of a crop that are print where no stroke comes from inside
FIELD_PX = 56  # side of a circle's crop, height of a box's; 0.8 times costs 3 numbers, 1.25 times 1
AROUND = 1.15  # a circle's crop reaches so many times its radius, as the reader knows it; 5 % less or more costs 1 or 5
MARK_AROUND = 1.3  # the same for marks; 0.8 and 1.25 times cost none, but 0.8 times doubles the mean loss


def cut(sheet: Sheet) -> Cells:
    """The 25 letters and every field of a sheet as grey crops."""
    fields, circles = sheet.fields, (*sheet.fields.rows, *sheet.fields.columns)
    dark = darkness(sheet.pixels, sheet.pitch)
    letters = _letters(dark, sheet)
    strength = gain(letters)
    numbers = tuple(as_crop(without_ghosts(_circles(dark, sheet, circles), strength), strength))
    return Cells(
        letters=tuple(as_crop(letters, strength)),
        rows=numbers[: len(fields.rows)],
        columns=numbers[len(fields.rows) :],
        total=None if fields.total is None else _total(dark, sheet, fields.total, strength),
        bonus=None if fields.bonus is None else _mark(sheet, fields.bonus),
        joker=None if fields.joker is None else _mark(sheet, fields.joker),
    )


def _letters(dark: Pixels, sheet: Sheet) -> Pixels:
    """The writing in every cell, row by row, a little of its neighbours around it."""
    pitch, (left, top) = sheet.pitch, sheet.origin
    rows, columns = (count - 1 for count in sheet.lattice.nodes.shape[:2])
    rim, margin = 2 * round(BAND * pitch), round(MARGIN * pitch)  # lines are looked for within less than the rim
    bare: Pixels = dark[top - rim : top + rows * pitch + rim, left - rim : left + columns * pitch + rim]
    for count in (rows, columns):
        bare = np.asarray(cv2.transpose(without_lines(bare, pitch, rim, sheet.inset, count)), np.uint8)
    side, first = pitch + 2 * margin, rim - margin
    windows = np.lib.stride_tricks.sliding_window_view(bare, (side, side))
    letters = windows[first : first + rows * pitch : pitch, first : first + columns * pitch : pitch].copy()
    letters = letters.reshape(rows * columns, side, side)
    return from_inside(letters, round(EDGE * pitch))


def _circles(dark: Pixels, sheet: Sheet, boxes: Sequence[Box]) -> Pixels:
    """How dark every circle is; the reader knows their rings."""
    windows = [_resized(dark, sheet, _around(box, AROUND), (FIELD_PX, FIELD_PX)) for box in boxes]
    return np.stack(windows) if windows else np.zeros((0, FIELD_PX, FIELD_PX), np.uint8)


def _total(dark: Pixels, sheet: Sheet, box: Box, strength: float) -> Pixels:
    width = round(FIELD_PX * box.width / box.height)
    bare = from_inside(_resized(dark, sheet, box, (width, FIELD_PX))[None], round(EDGE * FIELD_PX / box.height))
    return as_crop(without_ghosts(bare, strength)[0], strength)


def _mark(sheet: Sheet, box: Box) -> Pixels:
    """A printed mark with all that a pen may have left on it; panels and badges count as its paper."""
    shown = _around(box, MARK_AROUND)
    return on_white(_resized(sheet.pixels, sheet, shown, (FIELD_PX, FIELD_PX)), round(FIELD_PX / shown.width))


def _around(box: Box, times: float) -> Box:
    """A square around a field, so many times as large."""
    half = max(box.width, box.height) / 2 * times
    return Box(box.x + box.width / 2 - half, box.y + box.height / 2 - half, 2 * half, 2 * half)


def _resized(pixels: Pixels, sheet: Sheet, box: Box, size: tuple[int, int]) -> Pixels:
    """What a picture of a sheet shows inside a box, at another size."""
    x, y = (at + place * sheet.pitch for at, place in zip(sheet.origin, (box.x, box.y), strict=True))
    across, down = box.width * sheet.pitch / size[0], box.height * sheet.pitch / size[1]
    move = np.array([[across, 0, x + across / 2 - 0.5], [0, down, y + down / 2 - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpAffine(pixels, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)
