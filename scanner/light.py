"""Even light: what the bare paper looks like at each place, and the picture with that divided out."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.values import Pixels

WHITE = 245  # the level given to bare paper; a little headroom keeps paper noise from being cut off
PEN = 0.4  # pitches; anything dark and narrower than this is taken as print or ink, anything wider as paper or shadow
DARKEST = 0.35  # of the grid's paper: places darker than this are coloured print, not shadow, and stay dark


def paper(pixels: Pixels, pitch: int) -> Pixels:
    """The colour of the bare paper at each place, at the size of `pixels`, shadow edges and tints included."""
    step = max(1, pitch // 16)
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, (-(-width // step), -(-height // step)), interpolation=cv2.INTER_AREA)
    reach = max(3, round(PEN * pitch / step) | 1)
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    return np.asarray(cv2.resize(cv2.blur(closed, (3, 3)), (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def darkness(pixels: Pixels, pitch: int) -> Pixels:
    """How much darker than its paper each place is in the channel that shows it most: 0 none, 255 black."""
    ratio = cv2.divide(pixels, paper(pixels, pitch), scale=255)
    return np.asarray(255 - ratio.min(axis=2) if ratio.ndim == 3 else 255 - ratio, np.uint8)


def flatten(pixels: Pixels, pitch: int, grid: tuple[slice, slice]) -> Pixels:
    """The picture with shadows lifted and paper white; tints and coloured print keep their colour."""
    step = max(1, pitch // 16)
    ground = paper(pixels, pitch)[::step, ::step].astype(np.float32)
    inner = ground[tuple(slice(part.start // step, part.stop // step) for part in grid)].reshape(-1, 3)
    balance = np.median(inner, axis=0)
    light = (ground / balance).max(axis=2)  # a tint lowers some channels only: the others tell the light
    light = cv2.blur(np.maximum(light, DARKEST * float(np.median(light))), (3, 3))
    gain: NDArray[np.float32] = WHITE / (light[..., None] * balance)
    height, width = pixels.shape[:2]
    full = cv2.resize(gain.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(pixels, full, dtype=cv2.CV_8U), np.uint8)
