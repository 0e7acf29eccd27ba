"""Ink on paper: how dark the writing is at each place, with printed lines and rings taken away."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.light import WHITE, paper
from scanner.values import Pixels

Floats = NDArray[np.float32]

BAND = 0.14  # pitches on both sides of a lattice line in which its print is sought
RUN = 0.36  # pitches; what runs along a lattice line for less than this is writing
PLAIN, CLEAR = 1.15, 1.5  # times as dark as the line: below, it is the line alone; above, it is ink on the line
BRIDGE = 0.2  # pitches; strokes cut by a line are joined again over at most this gap
DRIFT = 2  # pixels that a line may lie off in one cell, beside the others
EDGE = 0.2  # of a box's height from its rim, within which its frame is sought
CORNER = 0.3  # pitches from a cell's corner within which its rounding is sought
PRINTED = 0.12  # pitches inside a cell's edge that its printed outline may take
SPARED = 0.12  # share of the cells in which print may be missing
GAIN = 2.5  # the most a faint hand is strengthened
FULL = 190.0  # grey levels below paper that ink is brought to
LEAST = 0.5  # of the mean channel's darkness that a pen is taken to have in every channel
GHOST, SEEN = 30.0, 55.0  # of 255 after strengthening: what is fainter is no writing; from the second on it is
FAINT = 12.0  # grey levels; print fainter than this is not worth removing


def ink(pixels: Pixels, pitch: int, weights: Floats) -> Pixels:
    """Darkness relative to the paper, 0 to 255, of a colour picture; `weights` tell in which channels ink shows."""
    ratio = cv2.divide(pixels, paper(pixels, pitch), scale=255)
    return np.asarray(cv2.bitwise_not(cv2.transform(ratio, weights.reshape(1, 3))), np.uint8)


def pen_on(pixels: Pixels | Floats, weights: Floats) -> Floats:
    """The most ink of a pen, darkening the channels as `weights` tell, that can lie at each place of a flat picture."""
    missing = np.maximum(np.float32(WHITE) - pixels.astype(np.float32), 0) * np.float32(255 / WHITE)
    return np.asarray((missing / np.maximum(3 * weights, LEAST)).min(axis=2), np.float32)


def channel_weights(pixels: Pixels, pitch: int) -> Floats:
    """How strongly the writing on a grid shows in each channel; the weights sum to 1."""
    dark = cv2.bitwise_not(cv2.divide(pixels, paper(pixels, pitch), scale=255))[::2, ::2].reshape(-1, 3)
    total = dark.sum(axis=1, dtype=np.int32)
    written = dark[total > np.partition(total, -len(total) // 20)[-len(total) // 20]]
    strength = np.maximum(written.mean(axis=0) if len(written) else np.ones(3), 1.0)
    return np.asarray(strength / strength.sum(), np.float32)


def without_lines(dark: Pixels, pitch: int, margin: int, inset: float, cells: int) -> Pixels:
    """The darkness of a grid, `margin` pixels beyond it, with the printed lines between its rows taken away."""
    band, length = round(BAND * pitch), cells * pitch
    ticks = np.arange(cells + 1) * pitch
    ticks[[0, -1]] += np.array([1, -1]) * round(inset * pitch)
    near = (margin + ticks[:, None] + np.arange(-band, band + 1)).ravel()  # the rows of the picture near its lines
    bands = dark[near]
    parts = bands[:, margin : margin + length].reshape(cells + 1, 2 * band + 1, cells, pitch)
    support = _support(np.median(parts[..., pitch // 6 : -pitch // 6], axis=3))  # (line, offset, cell)
    nearest = np.clip((np.arange(dark.shape[1]) - margin) // pitch, 0, cells - 1)  # cell, of each column
    tall = cv2.dilate(dark, np.ones((3, 1), np.uint8))[near]
    runs = cv2.morphologyEx(tall, cv2.MORPH_OPEN, np.ones((1, round(RUN * pitch)), np.uint8))
    printed = runs * support.reshape(len(near), cells)[:, nearest]
    bare = dark.copy()
    bare[near] = ink_on(bands, printed)
    joined = cv2.morphologyEx(bare, cv2.MORPH_CLOSE, np.ones((round(BRIDGE * pitch), 1), np.uint8))
    bare[near] = np.where(printed > 0, np.minimum(joined[near], bands), bare[near])  # closing only ever darkens
    return bare


def _support(own: NDArray[np.float64]) -> Pixels:
    """Which offsets from each lattice line its print covers, from the median darkness at (line, offset, cell).

    The print is as thick in every cell as in most cells of its line, and lies a little off at most: what makes it
    thicker in one cell is a stroke along it.
    """
    shared = np.median(own, axis=2)
    wide = np.pad(shared, ((0, 0), (DRIFT, DRIFT)))
    moved = np.stack([wide[:, i : i + own.shape[1]] for i in range(2 * DRIFT + 1)])  # (shift, line, offset)
    likeness = np.einsum("slo,loc->slc", moved, own)
    likeness *= 1 - 0.1 * np.abs(np.arange(-DRIFT, DRIFT + 1))[:, None, None]
    line = np.arange(own.shape[0])[:, None]
    near = np.moveaxis(moved[likeness.argmax(axis=0), line], 1, 2)  # (line, offset, cell)
    mask = own > np.maximum(0.25 * own.max(axis=1, keepdims=True), FAINT)
    mask &= near > np.maximum(0.15 * near.max(axis=1, keepdims=True), FAINT / 2)
    grown = np.pad(mask, ((0, 0), (1, 1), (0, 0)))
    return np.asarray(grown[:, :-2] | grown[:, 1:-1] | grown[:, 2:], np.uint8)


def without_box(dark: Floats) -> Floats:
    """The darkness of a box with its printed frame, somewhere near the picture's rim, taken away."""
    for _ in range(2):
        rim = round(EDGE * min(dark.shape))
        profile = np.median(dark, axis=1).astype(np.float32)
        profile[rim:-rim] = 0
        printed = cv2.dilate(profile.reshape(-1, 1), np.ones((3, 1), np.uint8))
        dark = ink_on(dark, np.where(printed > FAINT, printed, 0)).T
    return dark


def without_corners(letters: Floats, pitch: int) -> Floats:
    """The darkness of all cells (n, side, side) with what nearly all share in their corners taken away."""
    size = round(CORNER * pitch)
    least = int(SPARED * len(letters))  # print is in every cell; the stems of many capitals stand in the same place too
    for rows in (slice(None, size), slice(-size, None)):
        for columns in (slice(None, size), slice(-size, None)):
            parts = letters[:, rows, columns]
            piled = np.moveaxis(parts, 0, -1).astype(np.uint8)
            shared = np.partition(piled, least, axis=-1)[..., least].astype(np.float32)
            printed = cv2.dilate(shared, np.ones((3, 3), np.uint8))
            letters[:, rows, columns] = ink_on(parts, np.where(printed > FAINT, printed, 0))
    return letters


def from_inside(letters: Floats, margin: int, pitch: int) -> Floats:
    """The darkness of all cells (n, side, side) where near the cells' edges only strokes that come from inside stay."""
    edge = margin + round(PRINTED * pitch)
    whole = np.pad(letters.astype(np.uint8), ((0, 0), (0, 2), (0, 0)))  # so that no cell reaches the next one
    reached = np.zeros_like(whole)
    inner = slice(None), slice(edge, -edge - 2), slice(edge, -edge)
    reached[inner] = whole[inner]
    mask: Pixels = whole.reshape(-1, whole.shape[2])
    pile: Pixels = reached.reshape(mask.shape)
    for _ in range(0, edge, 2):
        pile = np.asarray(cv2.min(cv2.dilate(pile, np.ones((5, 5), np.uint8)), mask), np.uint8)
    return np.asarray(pile.reshape(whole.shape)[:, :-2], np.float32)


def ink_on(dark: Pixels | Floats, printed: Pixels | Floats) -> Floats:
    """What is left of the darkness where print of a known darkness, or 0, lies under it."""
    under = printed.astype(np.float32)
    over = (dark - np.float32(PLAIN) * under) / np.maximum(np.float32(CLEAR - PLAIN) * under, 1)
    over[np.broadcast_to(under == 0, over.shape)] = 1
    return np.asarray(dark * np.clip(over, 0, 1), np.float32)


def gain(letters: Floats) -> float:
    """By how much the writing of a sheet must be strengthened, from the darkness of its cells (n, side, side)."""
    sample = letters[:, ::2, ::2].reshape(len(letters), -1)
    rank = round(0.985 * sample.shape[1])
    darkest = np.partition(sample, rank, axis=1)[:, rank]
    return float(np.clip(FULL / max(float(np.median(darkest)), 1.0), 1.0, GAIN))


def without_ghosts(dark: Floats, strength: float) -> Floats:
    """The darkness of fields (n, height, width), those faded whose darkest part is far fainter than the writing."""
    darkest = np.array([cv2.blur(field, (3, 3)).max() for field in dark], np.float32)
    weights = np.clip((darkest * strength - GHOST) / (SEEN - GHOST), 0, 1)
    return np.asarray(dark * weights[:, None, None], np.float32)


def as_crop(dark: Floats, strength: float) -> Pixels:
    """Darkness as a grey picture, dark ink on white paper."""
    return np.asarray(255 - np.minimum(dark * strength, 255), np.uint8)
