"""A flat sheet → the crops to be read, ink only."""

from collections.abc import Sequence

import cv2
import numpy as np

from scanner.ink import (
    as_crop,
    channel_weights,
    darkness,
    from_inside,
    gain,
    pen_on,
    without_box,
    without_corners,
    without_ghosts,
)
from scanner.light import WHITE, paper
from scanner.line_removal import without_lines
from scanner.values import Box, Cells, Floats, Pixels, Sheet

EVEN = 4  # pixels of which a part's size is a multiple, as pictures are shrunk faster so
MARGIN = 0.1  # pitches of the neighbours kept around a cell, so that strokes leaving it stay whole
FIELD_PX = 56  # side of a circle's crop, height of a box's
AROUND, MARK_AROUND = 1.15, 1.3  # a crop of a circle, and of a mark, reaches so many times its radius
AREA_PX = 13  # in a mark's crop; what is dark and wider than this is a coloured area


def cut(sheet: Sheet) -> Cells:
    """The 25 letters and every field of a sheet as grey crops."""
    fields, circles = sheet.fields, (*sheet.fields.rows, *sheet.fields.columns)
    rows, columns = sheet.lattice.nodes.shape[0] - 1, sheet.lattice.nodes.shape[1] - 1
    around = [_around(box, AROUND) for box in circles]
    light, corner = _even(sheet, [Box(0, 0, columns, rows), *around], sheet.pitch // 2)
    weights = _channel_weights(light, sheet, corner, rows, columns)
    dark = darkness(light, weights)
    letters, strength = _letters(light, dark, sheet, corner, weights, rows, columns)
    numbers = tuple(as_crop(without_ghosts(_circles(dark, sheet, corner, around), strength), strength))
    return Cells(
        letters=tuple(letters),
        rows=numbers[: len(fields.rows)],
        columns=numbers[len(fields.rows) :],
        total=None if fields.total is None else _total(sheet, fields.total, weights, strength),
        bonus=None if fields.bonus is None else _mark(sheet, fields.bonus, weights),
        joker=None if fields.joker is None else _mark(sheet, fields.joker, weights),
    )


def _even(sheet: Sheet, boxes: Sequence[Box], over: int) -> tuple[Pixels, tuple[int, int]]:
    """The part of a sheet with some boxes, `over` pixels around them, its paper white and smooth; and its corner."""
    pitch, (left, top) = sheet.pitch, sheet.origin
    height, width = sheet.pixels.shape[:2]
    x0 = int(np.clip(left + min(box.x for box in boxes) * pitch - over, 0, width - pitch))
    y0 = int(np.clip(top + min(box.y for box in boxes) * pitch - over, 0, height - pitch))
    x1 = int(np.clip(left + max(box.x + box.width for box in boxes) * pitch + over, x0 + pitch, width))
    y1 = int(np.clip(top + max(box.y + box.height for box in boxes) * pitch + over, y0 + pitch, height))
    x1, y1 = x1 - (x1 - x0) % EVEN, y1 - (y1 - y0) % EVEN
    part = sheet.pixels[y0:y1, x0:x1]
    light = cv2.divide(part, paper(part, pitch), scale=255)
    return np.asarray(cv2.GaussianBlur(light, (3, 3), 0), np.uint8), (x0, y0)


def _channel_weights(light: Pixels, sheet: Sheet, corner: tuple[int, int], rows: int, columns: int) -> Floats:
    """How strongly the writing in the cells shows in each channel."""
    pitch, (left, top) = sheet.pitch, (at - first for at, first in zip(sheet.origin, corner, strict=True))
    grid = light[top : top + rows * pitch, left : left + columns * pitch].reshape(rows, pitch, columns, pitch, 3)
    inner = slice(pitch // 6, -pitch // 6, 3)  # no lines there
    return channel_weights(grid[:, inner, :, inner].reshape(-1, 3))


def _letters(
    light: Pixels, dark: Pixels, sheet: Sheet, corner: tuple[int, int], weights: Floats, rows: int, columns: int
) -> tuple[Pixels, float]:
    """The writing in every cell, row by row, a little of its neighbours around it; and how much it was strengthened."""
    pitch, (left, top) = sheet.pitch, (at - first for at, first in zip(sheet.origin, corner, strict=True))
    rim, margin = pitch // 2, round(MARGIN * pitch)
    grid = slice(top - rim, top + rows * pitch + rim), slice(left - rim, left + columns * pitch + rim)
    bare = np.asarray(cv2.cvtColor(light[grid], cv2.COLOR_BGR2BGRA), np.uint8)
    bare, dark = without_lines(bare, dark[grid], weights, pitch, rim, sheet.inset, rows)
    turned = cv2.transpose(bare.view(np.int32)[..., 0])[..., None].view(np.uint8)  # each pixel as one number
    dark = np.asarray(cv2.transpose(dark), np.uint8)
    _, dark = without_lines(turned, dark, weights, pitch, rim, sheet.inset, columns)
    side, first = pitch + 2 * margin, rim - margin
    windows = np.lib.stride_tricks.sliding_window_view(np.asarray(cv2.transpose(dark), np.uint8), (side, side))
    letters = windows[first : first + rows * pitch : pitch, first : first + columns * pitch : pitch].copy()
    letters = letters.reshape(rows * columns, side, side)
    if sheet.inset > 0:  # separate boxes: their rounded corners are left
        letters = without_corners(letters, pitch)
    letters = from_inside(letters, margin, pitch)
    strength = gain(letters)
    return as_crop(letters, strength), strength


def _circles(dark: Pixels, sheet: Sheet, corner: tuple[int, int], boxes: Sequence[Box]) -> Pixels:
    """How dark every circle is; the reader knows their rings."""
    windows = [_resized(dark, sheet, corner, box, (FIELD_PX, FIELD_PX)) for box in boxes]
    return np.stack(windows) if windows else np.zeros((0, FIELD_PX, FIELD_PX), np.uint8)


def _total(sheet: Sheet, box: Box, weights: Floats, strength: float) -> Pixels:
    width = round(FIELD_PX * box.width / box.height)
    light, corner = _even(sheet, [box], sheet.pitch // 4)
    dark = darkness(light, weights)
    bare = without_box(_resized(dark, sheet, corner, box, (width, FIELD_PX)))
    return as_crop(without_ghosts(bare[None], strength)[0], strength)


def _mark(sheet: Sheet, box: Box, weights: Floats) -> Pixels:
    """What a pen of the writing's colour may have left on a printed mark; print in other colours fades."""
    window = _resized(sheet.pixels, sheet, (0, 0), _around(box, MARK_AROUND), (FIELD_PX, FIELD_PX))
    ground = cv2.blur(cv2.morphologyEx(window, cv2.MORPH_CLOSE, np.ones((AREA_PX, AREA_PX), np.uint8)), (5, 5))
    strokes = pen_on(np.asarray(cv2.divide(window, ground, scale=WHITE), np.uint8), weights)
    paled = pen_on(window, weights) // 2  # panels and badges are dark all over
    return np.asarray(cv2.bitwise_not(cv2.max(strokes, paled)), np.uint8)


def _around(box: Box, times: float) -> Box:
    """A square around a field, so many times as large."""
    half = max(box.width, box.height) / 2 * times
    return Box(box.x + box.width / 2 - half, box.y + box.height / 2 - half, 2 * half, 2 * half)


def _resized(pixels: Pixels, sheet: Sheet, corner: tuple[int, int], box: Box, size: tuple[int, int]) -> Pixels:
    """What a part of a sheet that begins at `corner` shows inside a box, at another size."""
    pitch = sheet.pitch
    x, y = (at + place * pitch - first for at, place, first in zip(sheet.origin, (box.x, box.y), corner, strict=True))
    across, down = box.width * pitch / size[0], box.height * pitch / size[1]
    move = np.array([[across, 0, x + across / 2 - 0.5], [0, down, y + down / 2 - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpAffine(pixels, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)
