"""Printed rings: taken away from around numbers written into circles, all circles of a sheet at once."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.ink import FAINT, ink_on

Floats = NDArray[np.float32]

ANGLES, ARC = 96, 9  # samples around a ring; what follows it for fewer samples than ARC is writing
INSIDE = 0.78  # of the radius, within which no ring is sought
SUPPORT = 0.25  # of the ring's darkness that still belongs to it


def without_rings(dark: Floats, radius: float) -> Floats:
    """The darkness of squares around circles (n, side, side) without printed rings of about this radius (pixels)."""
    count, side = dark.shape[:2]
    out_x, out_y, back_x, back_y = _maps(count, side)
    polar = cv2.remap(dark.reshape(count * side, side), out_x, out_y, cv2.INTER_LINEAR)
    broad = cv2.dilate(polar, np.ones((1, 3), np.uint8))
    runs = cv2.morphologyEx(broad, cv2.MORPH_OPEN, np.ones((ARC, 1), np.uint8))
    around = runs.reshape(count, ANGLES + 2 * ARC, -1)
    profile = np.median(around[:, ARC:-ARC], axis=1)
    profile[:, : round(INSIDE * radius)] = 0
    ring = profile > np.maximum(SUPPORT * profile.max(axis=1, keepdims=True), FAINT)
    ring = cv2.dilate(ring.astype(np.uint8), np.ones((1, 3), np.uint8))
    runs = (around * ring[:, None]).reshape(runs.shape)
    printed = cv2.remap(runs, back_x, back_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    return ink_on(dark, np.where(printed > FAINT, printed, 0).reshape(dark.shape))


@cache
def _maps(count: int, side: int) -> tuple[Floats, Floats, Floats, Floats]:
    """The maps from a pile of squares to a pile of their polar pictures, angles wrapped around, and back."""
    middle, radii, rows = (side - 1) / 2, side // 2, ANGLES + 2 * ARC
    angle = (np.arange(rows) - ARC)[:, None] * (2 * np.pi / ANGLES)
    radius = np.arange(radii)[None, :]
    out_x, out_y = middle + radius * np.cos(angle), middle + radius * np.sin(angle)
    y, x = np.mgrid[:side, :side] - middle
    back_x = np.hypot(x, y)
    back_y = np.mod(np.arctan2(y, x), 2 * np.pi) * (ANGLES / (2 * np.pi)) + ARC
    piles = []
    for part, step in ((out_x, 0), (out_y, side), (back_x, 0), (back_y, rows)):
        piles.append(np.concatenate([part + step * i for i in range(count)]).astype(np.float32))
    return piles[0], piles[1], piles[2], piles[3]
