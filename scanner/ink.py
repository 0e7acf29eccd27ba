"""Ink on paper: how dark the writing is at each place, with printed lines and rings taken away."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.light import paper
from scanner.values import Pixels

Floats = NDArray[np.float32]

BAND = 0.14  # pitches on both sides of a lattice line in which its print is sought
RUN = 0.36  # pitches; what runs along a lattice line for less than this is writing
PLAIN, CLEAR = 1.15, 1.5  # times as dark as the line: below, it is the line alone; above, it is ink on the line
BRIDGE = 0.2  # pitches; strokes cut by a line are joined again over at most this gap
EDGE = 0.2  # of a box's height from its rim, within which its frame is sought
FRAME = 0.36  # pitches from a cell's edge within which rounded corners and the like are sought
SPARED = 0.12  # share of the cells in which print may be missing
ANGLES, ARC = 96, 9  # samples around a ring; what follows it for fewer samples than ARC is writing
GAIN = 2.5  # the most a faint hand is strengthened
FULL = 190.0  # grey levels below paper that ink is brought to
FAINT = 12.0  # grey levels; print fainter than this is not worth removing


def ink(pixels: Pixels, pitch: int, weights: Floats) -> Floats:
    """Darkness relative to the paper, 0 to 255, of a colour picture; `weights` tell in which channels ink shows."""
    ratio = cv2.divide(pixels, paper(pixels, pitch), scale=255)
    return np.maximum(cv2.transform(255 - ratio, weights.reshape(1, 3)), 0)[..., None][..., 0].astype(np.float32)


def channel_weights(pixels: Pixels, pitch: int) -> Floats:
    """How strongly the writing on the grid shows in each channel; the weights sum to 1."""
    small = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    dark = 255.0 - cv2.divide(small, paper(small, pitch // 2), scale=255)
    flat = dark.reshape(-1, 3)
    written = flat[flat.sum(axis=1) > np.quantile(flat.sum(axis=1), 0.95)]
    strength = np.maximum(written.mean(axis=0), 1.0)
    return np.asarray(strength / strength.sum(), np.float32)


def without_lines(dark: Floats, pitch: int, margin: int, ticks: Floats, across: bool = True) -> Floats:
    """The darkness of a grid, `margin` pixels beyond it, with the printed lines at rows `ticks` (pitches) taken away."""
    band, cells = round(BAND * pitch), len(ticks) - 1
    tall = cv2.dilate(dark, np.ones((3, 1), np.uint8))
    runs = cv2.morphologyEx(tall, cv2.MORPH_OPEN, np.ones((1, round(RUN * pitch)), np.uint8))
    printed = np.zeros_like(dark)
    for tick in ticks:
        top = margin + round(float(tick) * pitch) - band
        rows = slice(max(0, top), top + 2 * band + 1)
        inner = dark[rows, margin : margin + cells * pitch].reshape(-1, cells, pitch)
        own = np.median(inner[:, :, pitch // 6 : -pitch // 6], axis=2)  # (offset, cell)
        printed[rows] = runs[rows] * _support(own, pitch, margin, dark.shape[1])
    bare = np.where(printed > 0, _ink_on(dark, printed), dark).astype(np.float32)
    joined = cv2.morphologyEx(bare, cv2.MORPH_CLOSE, np.ones((round(BRIDGE * pitch), 1), np.uint8))
    return np.where(printed > 0, np.minimum(np.maximum(bare, joined), dark), bare).astype(np.float32)


def _support(own: Floats, pitch: int, margin: int, width: int) -> Floats:
    """Which offsets from a lattice line its print covers, spread over the width of the picture."""
    line = np.median(own, axis=1, keepdims=True)
    near = cv2.dilate(line.astype(np.float32), np.ones((5, 1), np.uint8))
    mask = (own > np.maximum(0.25 * own.max(axis=0), FAINT)) & (near > max(0.15 * float(near.max()), FAINT / 2))
    mask = cv2.dilate(mask.astype(np.float32), np.ones((3, 1), np.uint8))
    spread = np.repeat(mask, pitch, axis=1)
    return np.pad(spread, ((0, 0), (margin, width - margin - spread.shape[1])), mode="edge").astype(np.float32)


def without_ring(dark: Floats, radius: float) -> Floats:
    """The darkness of a square around a circle with the printed ring of about this radius (pixels) taken away."""
    side = dark.shape[0]
    middle = ((side - 1) / 2, (side - 1) / 2)
    polar = cv2.warpPolar(dark, (side // 2, ANGLES), middle, side / 2, cv2.WARP_FILL_OUTLIERS)
    around = np.vstack([polar[-ARC:], polar, polar[:ARC]])
    broad = cv2.dilate(around, np.ones((1, 3), np.uint8))
    runs = cv2.morphologyEx(broad, cv2.MORPH_OPEN, np.ones((ARC, 1), np.uint8))[ARC:-ARC]
    profile = np.median(runs, axis=0)
    profile[: round(0.78 * radius)] = 0
    ring = (profile > max(0.25 * float(profile.max()), FAINT)).astype(np.uint8).reshape(1, -1)
    runs = runs * cv2.dilate(ring, np.ones((1, 3), np.uint8))
    flags = cv2.WARP_FILL_OUTLIERS | cv2.WARP_INVERSE_MAP
    printed = cv2.warpPolar(runs, (side, side), middle, side / 2, flags)
    return np.where(printed > FAINT, _ink_on(dark, printed), dark).astype(np.float32)


def without_box(dark: Floats) -> Floats:
    """The darkness of a box with its printed frame, somewhere near the picture's rim, taken away."""
    for _ in range(2):
        rim = round(EDGE * min(dark.shape))
        profile = np.median(dark, axis=1).astype(np.float32)
        profile[rim:-rim] = 0
        printed = cv2.dilate(profile.reshape(-1, 1), np.ones((3, 1), np.uint8))
        dark = np.where(printed > FAINT, _ink_on(dark, printed), dark).astype(np.float32).T
    return dark


def without_frame(letters: Floats, pitch: int) -> Floats:
    """The darkness of all cells (n, side, side) with what nearly all of them share near their edges taken away."""
    rim = round(FRAME * pitch)
    least = int(SPARED * len(letters))  # print is in every cell; the stems of many capitals stand in the same place too
    shared = np.partition(letters, least, axis=0)[least]
    shared[rim:-rim, rim:-rim] = 0
    printed = cv2.dilate(shared, np.ones((3, 3), np.uint8))
    return np.where(printed > FAINT, _ink_on(letters, printed), letters).astype(np.float32)


def _ink_on(dark: Floats, printed: Floats) -> Floats:
    """What is left of the darkness where print of a known darkness lies under it."""
    return dark * np.clip((dark / np.maximum(printed, 1.0) - PLAIN) / (CLEAR - PLAIN), 0, 1)


def gain(letters: Floats) -> float:
    """By how much the writing of a sheet must be strengthened, from the darkness of its cells (n, side, side)."""
    darkest = np.quantile(letters.reshape(len(letters), -1), 0.985, axis=1)
    return float(np.clip(FULL / max(float(np.median(darkest)), 1.0), 1.0, GAIN))


def as_crop(dark: Floats, strength: float) -> Pixels:
    """Darkness as a grey picture, dark ink on white paper."""
    return np.asarray(np.clip(255 - dark * strength, 0, 255), np.uint8)
