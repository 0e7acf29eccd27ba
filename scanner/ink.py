"""Ink on paper: how dark the writing is at each place, and what of it is print, or only a ghost."""

import cv2
import numpy as np

from scanner.light import paper
from scanner.values import Pixels

# What they cost was measured on render, composite, several and writers: 4,925 letters, 1,936 numbers.
GHOST = 30.0  # of 255 when strengthened: fainter is no writing, twice that is; 0.8 and 1.25 times change nothing
GAIN = 3.0  # the most a faint hand is strengthened; 0.8 times costs a letter and a number, 1.25 times a number


def on_white(pixels: Pixels, pitch: int) -> Pixels:
    """A picture in grey, its paper white wherever it is tinted."""
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    return np.asarray(cv2.divide(grey, paper(grey, pitch), scale=255), np.uint8)


def darkness(pixels: Pixels, pitch: int) -> Pixels:
    """How much darker than its paper each place of a picture is, 0 to 255, the paper's grain smoothed."""
    return np.asarray(cv2.bitwise_not(cv2.GaussianBlur(on_white(pixels, pitch), (3, 3), 0)), np.uint8)


def from_inside(crops: Pixels, edge: int) -> Pixels:
    """The darkness of crops (n, height, width) where within `edge` of their rims only strokes from inside stay."""
    count, height, width = crops.shape
    whole = np.zeros((height, count, width + 2), np.uint8)  # side by side, as OpenCV likes long rows
    whole[..., :-2] = crops.transpose(1, 0, 2)  # none reaches the next
    reached = np.zeros_like(whole)
    inner = slice(edge, -edge), slice(None), slice(edge, -edge - 2)
    reached[inner] = whole[inner]
    mask: Pixels = whole.reshape(height, -1)
    pile: Pixels = reached.reshape(mask.shape)
    kernel = np.ones((5, 5), np.uint8)
    for _ in range(0, edge, 2):
        pile = np.asarray(cv2.min(cv2.dilate(pile, kernel), mask), np.uint8)
    return np.ascontiguousarray(pile.reshape(whole.shape)[..., :-2].transpose(1, 0, 2))


def gain(letters: Pixels) -> float:
    """By how much the writing of a sheet must be strengthened to be black, from the darkness of its cells."""
    darkest = float(np.median(letters.max(axis=(1, 2))))
    return min(255 / max(darkest, 1.0), GAIN)


def without_ghosts(dark: Pixels, strength: float) -> Pixels:
    """The darkness of fields (n, height, width), those faded whose darkest part is far fainter than the writing."""
    weights = np.clip(dark.max(axis=(1, 2), keepdims=True, initial=0) * (strength / GHOST) - 1, 0, 1)
    return np.asarray(dark * weights, np.uint8)


def as_crop(dark: Pixels, strength: float) -> Pixels:
    """Darkness as a grey picture, dark ink on white paper."""
    if not dark.size:
        return np.zeros(dark.shape, np.uint8)
    flat = dark.reshape(-1, dark.shape[-1])  # OpenCV takes a third dimension for colours
    return np.asarray(cv2.bitwise_not(cv2.convertScaleAbs(flat, alpha=strength)), np.uint8).reshape(dark.shape)
