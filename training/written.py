"""Numbers as a person writes them: the digits of one hand side by side, or a dash."""

from collections.abc import Callable

import cv2
import numpy as np

NEAREST = 0.85  # of a digit's width, at which the next one begins: they touch, but none lies on the other
HEIGHT = 64  # pixels of a field drawn by itself

Digits = Callable[[str], np.ndarray]  # one hand: each call gives a digit as this person may write it


def written(
    digit_of: Digits, text: str, height: float, shape: tuple[int, int], rng: np.random.Generator, room: float = 0.92
) -> np.ndarray:
    """The digits of one hand side by side, touching or apart, in the middle of a field; no wider than its room."""
    parts = [tight(digit_of(digit)) for digit in text]
    gap = rng.uniform(-0.1, 0.45) * height
    narrow = np.exp(rng.normal(0, 0.15))
    placed, x = [], 0.0
    for part in parts:
        tall = height * np.exp(rng.normal(0, 0.07))
        if part.shape[1] > 1.6 * part.shape[0]:
            tall *= 0.5
        wide = float(np.clip(part.shape[1] * tall / part.shape[0] * narrow, 2, 1.3 * tall))
        placed.append((cv2.resize(part, (max(round(wide), 2), max(round(tall), 3)), interpolation=cv2.INTER_AREA), x))
        x += max(wide + gap + rng.normal(0, 0.05) * height, NEAREST * wide)
    total = max(x - gap, 2.0)
    widest = shape[1] * room
    line = np.zeros((HEIGHT * 2, round(total) + 2 * HEIGHT), np.uint8)
    for part, left in placed:
        top = HEIGHT - part.shape[0] // 2 + round(rng.normal(0, 0.04) * height)
        start = HEIGHT + round(left)
        spot = line[top : top + part.shape[0], start : start + part.shape[1]]
        np.maximum(spot, part[: spot.shape[0], : spot.shape[1]], out=spot)
    return _turned(line, total, min(1.0, widest / total), shape, rng)


def tight(image: np.ndarray) -> np.ndarray:
    """The glyph without its empty rim."""
    x, y, w, h = cv2.boundingRect((image > 80).astype(np.uint8))
    return image[y : y + h, x : x + w] if w and h else image


def _turned(
    line: np.ndarray, total: float, scale: float, shape: tuple[int, int], rng: np.random.Generator
) -> np.ndarray:
    """The written line slanted, turned and bent into the middle of its field."""
    height, width = shape
    angle, slant = np.deg2rad(rng.normal(0, 5)), rng.normal(0, 0.15)
    forward = (
        np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        @ np.array([[1, -slant], [0, 1]])
        * scale
    )
    back = np.linalg.inv(forward).astype(np.float32)
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1).astype(np.float32)
    centre = np.array([width / 2 + rng.normal(0, 0.05) * width, height / 2 + rng.normal(0, 0.06) * height], np.float32)
    source = (grid - centre) @ back.T + np.array([HEIGHT + total / 2, HEIGHT], np.float32)
    if rng.random() < 0.6:
        shift = rng.normal(0, rng.uniform(0.3, 1.4), (4, 4, 2)).astype(np.float32)
        source += cv2.resize(shift, (width, height), interpolation=cv2.INTER_CUBIC)
    return cv2.remap(line, source, None, cv2.INTER_LINEAR, borderValue=0)


def dash(shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """A dash somewhere in the middle of its field."""
    layer = np.zeros(shape, np.uint8)
    length = rng.uniform(0.12, 0.5) * HEIGHT
    rise = length * rng.normal(0, 0.1)
    x, y = shape[1] / 2 + rng.normal(0, 4), shape[0] / 2 + rng.normal(0, 4)
    bow = rng.normal(0, 0.06) * length
    points = np.array([[x - length / 2, y + rise / 2], [x, y + bow], [x + length / 2, y - rise / 2]])
    cv2.polylines(layer, [np.rint(points * 16).astype(np.int32)], False, 255, int(rng.integers(1, 6)), cv2.LINE_AA, 4)
    return layer
