"""Printed rings: taken away from around numbers written into circles, all circles of a sheet at once."""

from functools import cache

import cv2
import numpy as np

from scanner.ink import FAINT, ink_on
from scanner.values import Bools, Floats, Pixels

ANGLES, ARC = 96, 9  # samples around a ring; what follows it for fewer samples than ARC is writing
INSIDE = 0.78  # of the radius, within which no ring is sought
UNEVEN = 1.5  # times as dark as the ring at most places: what is darker still is writing along it
SUPPORT = 0.25  # of the ring's darkness that still belongs to it
BRIDGE = 9  # pixels along a radius; strokes cut by a ring are joined again over at most this gap


def without_rings(dark: Pixels, radius: float) -> Pixels:
    """The darkness of squares around circles (n, side, side) without printed rings of about this radius (pixels)."""
    count, side = dark.shape[:2]
    out_x, out_y, back_x, back_y = _maps(count, side)
    polar = np.asarray(cv2.remap(dark.reshape(count * side, side), out_x, out_y, cv2.INTER_LINEAR), np.uint8)
    broad = cv2.dilate(polar, np.ones((3, 1), np.uint8))
    runs = cv2.morphologyEx(broad, cv2.MORPH_OPEN, np.ones((1, ARC), np.uint8))
    around = runs.reshape(len(runs), count, -1)  # (radius, circle, angle)
    profile = np.partition(around[..., ARC:-ARC:2], ANGLES // 4, axis=2)[..., ANGLES // 4]
    profile[: round(INSIDE * radius)] = 0
    ring = profile > np.maximum(SUPPORT * profile.max(axis=0), FAINT)
    most = np.minimum(UNEVEN * profile, 255).astype(np.uint8) * ring
    printed = np.minimum(around, most[..., None]).reshape(runs.shape)
    bare = ink_on(polar, printed * (printed > FAINT)).astype(np.uint8)
    joined = cv2.morphologyEx(bare, cv2.MORPH_CLOSE, np.ones((BRIDGE, 1), np.uint8))
    beyond = np.repeat(np.maximum.accumulate(ring, axis=0), around.shape[2], axis=1)
    clean = _from_inside(np.where(beyond, cv2.min(joined, polar), bare), ~beyond, round(INSIDE * radius))
    inside = cv2.remap((~beyond).view(np.uint8), back_x, back_y, cv2.INTER_NEAREST)  # 0 outside the polar picture
    back = cv2.remap(clean, back_x, back_y, cv2.INTER_LINEAR)
    return np.where(inside > 0, dark.reshape(back.shape), back).reshape(dark.shape)


def _from_inside(polar: Pixels, inside: Bools, first: int) -> Pixels:
    """The darkness of polar pictures where, beyond a ring's inner edge, only strokes that come from inside are kept."""
    kernel = np.ones((1, 3), np.uint8)
    for radius in range(first, len(polar)):
        reach = cv2.dilate(polar[radius - 1 : radius], kernel)[0]
        reach[inside[radius]] = 255
        np.minimum(polar[radius], reach, out=polar[radius])
    return polar


@cache
def _maps(count: int, side: int) -> tuple[Floats, Floats, Floats, Floats]:
    """The maps from a pile of squares to their polar pictures side by side, angles wrapped around, and back."""
    middle, radii, wide = (side - 1) / 2, side // 2, ANGLES + 2 * ARC
    angle = (np.arange(wide) - ARC) * (2 * np.pi / ANGLES)
    radius = np.arange(radii)[:, None]
    out_x, out_y = middle + radius * np.cos(angle), middle + radius * np.sin(angle)
    y, x = np.mgrid[:side, :side] - middle
    back_x = np.mod(np.arctan2(y, x), 2 * np.pi) * (ANGLES / (2 * np.pi)) + ARC
    back_y = np.hypot(x, y)
    piles = []
    for part, step, axis in ((out_x, 0, 1), (out_y, side, 1), (back_x, wide, 0), (back_y, 0, 0)):
        piles.append(np.concatenate([part + step * i for i in range(count)], axis).astype(np.float32))
    return piles[0], piles[1], piles[2], piles[3]
