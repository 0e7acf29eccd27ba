"""Even light: what the bare paper looks like at each place, and the picture with that divided out."""

import cv2
import numpy as np
from cv2.typing import MatLike

from scanner.values import Pixels

# Checked on fields and marks of 197 photographed sheets (render, composite, several, writers) and 120 drawn ones.
WHITE = 245  # the level given to bare paper, with headroom for its grain; networks learned from sheets that have it
PEN = 0.4  # pitches; what is dark and narrower is print or ink, wider is shadow; 0.32 is as good, 0.5 costs 3 letters
DARKEST = 0.35  # of the grid's paper: what is darker is coloured print and stays dark; 0 loses a badge, 0.5 nothing


def paper(pixels: Pixels, pitch: int) -> Pixels:
    """The colour of the bare paper at each place, at the size of `pixels`, shadow edges and tints included."""
    height, width = pixels.shape[:2]
    return np.asarray(cv2.resize(_ground(pixels, pitch), (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def strongest(pixels: MatLike) -> Pixels:
    """The highest of the three channels at each place."""
    blue, green, red = cv2.split(pixels)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def evenly_lit(pixels: Pixels, pitch: int, grid: tuple[slice, slice]) -> Pixels:
    """The picture with shadows lifted and paper white; tints and coloured print keep their colour."""
    step = _step(pitch)
    ground = _ground(pixels, pitch)
    inner = ground[tuple(slice(part.start // step, part.stop // step) for part in grid)]
    ranked = np.sort(inner[::2, ::2].reshape(-1, 3), axis=0)
    balance = ranked[len(ranked) // 2].tolist()
    shares = zip(cv2.split(ground), balance, strict=True)
    blue, green, red = (channel * np.float32(1 / max(value, 1)) for channel, value in shares)
    light = cv2.max(cv2.max(blue, green), red)  # a tint lowers some channels only: the others tell the light
    light = cv2.blur(np.maximum(light, np.float32(DARKEST * float(np.median(light[::2, ::2])))), (3, 3))
    level = cv2.merge([cv2.convertScaleAbs(light, alpha=max(value, 1)) for value in balance])
    height, width = pixels.shape[:2]
    full = cv2.resize(level, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(pixels, full, scale=WHITE), np.uint8)


def _step(pitch: int) -> int:
    """Pixels per sample of the paper's colour: about 12 to 16 samples a cell."""
    return max(1, pitch // 12)


def _ground(pixels: Pixels, pitch: int) -> Pixels:
    """The colour of the bare paper, sampled every few pixels."""
    step = _step(pitch)
    height, width = pixels.shape[:2]
    size = -(-width // step), -(-height // step)
    if step % 2 == width % 2 == height % 2 == 0:  # by halves first, which OpenCV does far faster than by other numbers
        pixels = np.asarray(cv2.resize(pixels, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
    return bare_paper(pixels, size, max(3, round(PEN * pitch / step) | 1), 3)


def bare_paper(pixels: Pixels, size: tuple[int, int], widest: int, smooth: int) -> Pixels:
    """The paper's colour in a smaller picture of a given size, without dark things up to so many of its pixels wide."""
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((widest, widest), np.uint8))
    return np.asarray(cv2.blur(closed, (smooth, smooth)), np.uint8)
