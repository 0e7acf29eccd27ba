"""A flat sheet → the crops to be read, ink only."""

import cv2
import numpy as np

from scanner.geometry import fit
from scanner.ink import as_crop, channel_weights, gain, ink, without_box, without_frame, without_lines, without_ring
from scanner.values import Box, Cells, Pixels, Sheet

MARGIN_PX = 6  # of the neighbours kept around a cell, so that strokes leaving it stay whole
FIELD_PX = 56  # side of a circle's crop, height of a box's
BOX_MARGIN = 0.05  # of a box's height kept around it
AROUND = 1.15  # a crop of a circle or mark reaches so many times its radius


def cut(sheet: Sheet) -> Cells:
    """The 25 letters and every field of a sheet as grey crops."""
    pitch, (left, top) = sheet.pitch, sheet.origin
    warp = fit(sheet.lattice)
    rows, columns = len(warp.ticks_y) - 1, len(warp.ticks_x) - 1
    margin = pitch // 2
    region = sheet.pixels[top - margin : top + rows * pitch + margin, left - margin : left + columns * pitch + margin]
    weights = channel_weights(region[margin:-margin, margin:-margin], pitch)
    dark = ink(region, pitch, weights)
    dark = without_lines(dark, pitch, margin, warp.ticks_y)
    dark = without_lines(dark.T.copy(), pitch, margin, warp.ticks_x).T
    reach = pitch + MARGIN_PX
    letters = np.stack(
        [
            dark[margin + r * pitch - MARGIN_PX : margin + r * pitch + reach, :][
                :, margin + c * pitch - MARGIN_PX : margin + c * pitch + reach
            ]
            for r in range(rows)
            for c in range(columns)
        ]
    )
    letters = without_frame(letters, pitch)
    strength = gain(letters)
    fields = sheet.fields
    return Cells(
        letters=tuple(as_crop(letter, strength) for letter in letters),
        rows=tuple(_circle(sheet, box, weights, strength) for box in fields.rows),
        columns=tuple(_circle(sheet, box, weights, strength) for box in fields.columns),
        total=_total(sheet, fields.total, weights, strength),
        bonus=_mark(sheet, fields.bonus, weights, strength),
        joker=_mark(sheet, fields.joker, weights, strength),
    )


def _circle(sheet: Sheet, box: Box, weights: np.ndarray, strength: float) -> Pixels:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    half = box.width / 2 * AROUND
    around = Box(x - half, y - half, 2 * half, 2 * half)
    dark = _window(sheet, around, weights, (FIELD_PX, FIELD_PX))
    return as_crop(without_ring(dark, FIELD_PX / 2 / AROUND), strength)


def _total(sheet: Sheet, box: Box | None, weights: np.ndarray, strength: float) -> Pixels | None:
    if box is None:
        return None
    over = BOX_MARGIN * box.height
    around = Box(box.x - over, box.y - over, box.width + 2 * over, box.height + 2 * over)
    width = round(FIELD_PX * around.width / around.height)
    return as_crop(without_box(_window(sheet, around, weights, (width, FIELD_PX))), strength)


def _mark(sheet: Sheet, box: Box | None, weights: np.ndarray, strength: float) -> Pixels | None:
    if box is None:
        return None
    half = max(box.width, box.height) / 2 * AROUND
    x, y = box.x + box.width / 2, box.y + box.height / 2
    around = Box(x - half, y - half, 2 * half, 2 * half)
    return as_crop(_window(sheet, around, weights, (FIELD_PX, FIELD_PX)), strength)


def _window(sheet: Sheet, box: Box, weights: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The darkness inside a box, resized; a pitch of paper around it is looked at to know the bare paper."""
    pitch, (left, top) = sheet.pitch, sheet.origin
    over = pitch // 2
    height, width = sheet.pixels.shape[:2]
    x, y = left + box.x * pitch, top + box.y * pitch
    x0, y0 = max(0, int(x) - over), max(0, int(y) - over)
    x1, y1 = min(width, int(x + box.width * pitch) + over), min(height, int(y + box.height * pitch) + over)
    dark = ink(sheet.pixels[y0:y1, x0:x1], pitch, weights)
    scale_x, scale_y = box.width * pitch / size[0], box.height * pitch / size[1]
    move = np.array([[scale_x, 0, x - x0 + scale_x / 2 - 0.5], [0, scale_y, y - y0 + scale_y / 2 - 0.5]])
    return cv2.warpAffine(dark, move, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
