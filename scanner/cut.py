"""A flat sheet → the crops to be read, ink only."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.halos import without_rings
from scanner.ink import (
    as_crop,
    channel_weights,
    from_inside,
    gain,
    ink,
    pen_on,
    without_box,
    without_corners,
    without_ghosts,
    without_lines,
)
from scanner.values import Box, Cells, Pixels, Sheet

Floats = NDArray[np.float32]

MARGIN = 0.1  # pitches of the neighbours kept around a cell, so that strokes leaving it stay whole
FIELD_PX = 56  # side of a circle's crop, height of a box's
BOX_MARGIN = 0.05  # of a box's height kept around it
AROUND = 1.15  # a crop of a circle or mark reaches so many times its radius


def cut(sheet: Sheet) -> Cells:
    """The 25 letters and every field of a sheet as grey crops."""
    pitch, (left, top), fields = sheet.pitch, sheet.origin, sheet.fields
    rows, columns = sheet.lattice.nodes.shape[0] - 1, sheet.lattice.nodes.shape[1] - 1
    grid = sheet.pixels[top : top + rows * pitch, left : left + columns * pitch]
    weights = channel_weights(grid, pitch)
    letters = _letters(sheet, weights, rows, columns)
    strength = gain(letters)
    circles = _circles(sheet, (*fields.rows, *fields.columns), weights)
    numbers = tuple(as_crop(without_ghosts(circles, strength), strength))
    return Cells(
        letters=tuple(as_crop(letters, strength)),
        rows=numbers[: len(fields.rows)],
        columns=numbers[len(fields.rows) :],
        total=None if fields.total is None else _total(sheet, fields.total, weights, strength),
        bonus=None if fields.bonus is None else _mark(sheet, fields.bonus, weights),
        joker=None if fields.joker is None else _mark(sheet, fields.joker, weights),
    )


def _letters(sheet: Sheet, weights: Floats, rows: int, columns: int) -> Floats:
    """The darkness of the writing in every cell, row by row, a little of its neighbours around it."""
    pitch, (left, top) = sheet.pitch, sheet.origin
    rim = pitch // 2
    region = sheet.pixels[top - rim : top + rows * pitch + rim, left - rim : left + columns * pitch + rim]
    dark = ink(region, pitch, weights)
    dark = without_lines(dark, pitch, rim, sheet.inset, rows)
    dark = without_lines(np.ascontiguousarray(dark.T), pitch, rim, sheet.inset, columns).T
    margin = round(MARGIN * pitch)
    side, first = pitch + 2 * margin, rim - margin
    windows = np.lib.stride_tricks.sliding_window_view(dark, (side, side))
    cells = windows[first : first + rows * pitch : pitch, first : first + columns * pitch : pitch]
    letters = cells.reshape(rows * columns, side, side).astype(np.float32)
    if sheet.inset > 0:  # separate boxes: their rounded corners are left
        letters = without_corners(letters, pitch)
    return from_inside(letters, margin, pitch)


def _circles(sheet: Sheet, boxes: tuple[Box, ...], weights: Floats) -> Floats:
    """The darkness of the writing in every circle, without the printed rings."""
    if not boxes:
        return np.zeros((0, FIELD_PX, FIELD_PX), np.float32)
    around = [_around(box) for box in boxes]
    half = len(around) // 2  # right of the rows, below the columns
    parts = [_windows(sheet, group, weights, (FIELD_PX, FIELD_PX)) for group in (around[:half], around[half:])]
    return without_rings(np.concatenate(parts), FIELD_PX / 2 / AROUND)


def _total(sheet: Sheet, box: Box, weights: Floats, strength: float) -> Pixels:
    over = BOX_MARGIN * box.height
    around = Box(box.x - over, box.y - over, box.width + 2 * over, box.height + 2 * over)
    width = round(FIELD_PX * around.width / around.height)
    bare = without_box(_windows(sheet, [around], weights, (width, FIELD_PX))[0])
    return as_crop(without_ghosts(bare[None], strength)[0], strength)


def _mark(sheet: Sheet, box: Box, weights: Floats) -> Pixels:
    """What a pen of the writing's colour may have left on a printed mark; print in other colours fades."""
    window = _resized(sheet.pixels, sheet, (0, 0), _around(box), (FIELD_PX, FIELD_PX))
    return as_crop(pen_on(window, weights), 1.0)


def _around(box: Box) -> Box:
    """A square around a field, somewhat larger."""
    half = max(box.width, box.height) / 2 * AROUND
    return Box(box.x + box.width / 2 - half, box.y + box.height / 2 - half, 2 * half, 2 * half)


def _windows(sheet: Sheet, boxes: Sequence[Box], weights: Floats, size: tuple[int, int]) -> Floats:
    """The darkness inside neighbouring boxes, resized; some paper around is looked at to know the bare paper."""
    pitch, (left, top) = sheet.pitch, sheet.origin
    over = pitch // 4
    height, width = sheet.pixels.shape[:2]
    x, y = left + min(box.x for box in boxes) * pitch, top + min(box.y for box in boxes) * pitch
    right = left + max(box.x + box.width for box in boxes) * pitch
    bottom = top + max(box.y + box.height for box in boxes) * pitch
    x0, y0 = int(np.clip(x - over, 0, width - pitch)), int(np.clip(y - over, 0, height - pitch))
    x1, y1 = int(np.clip(right + over, x0 + pitch, width)), int(np.clip(bottom + over, y0 + pitch, height))
    dark = ink(sheet.pixels[y0:y1, x0:x1], pitch, weights).astype(np.float32)
    return np.stack([_resized(dark, sheet, (x0, y0), box, size) for box in boxes])


def _resized(pixels: Pixels | Floats, sheet: Sheet, corner: tuple[int, int], box: Box, size: tuple[int, int]) -> Floats:
    """What a part of a sheet that begins at `corner` shows inside a box, at another size."""
    pitch = sheet.pitch
    x, y = (at + place * pitch - first for at, place, first in zip(sheet.origin, (box.x, box.y), corner, strict=True))
    across, down = box.width * pitch / size[0], box.height * pitch / size[1]
    move = np.array([[across, 0, x + across / 2 - 0.5], [0, down, y + down / 2 - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpAffine(pixels, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.float32)
