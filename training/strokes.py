"""Letters and digits drawn from stroke models: unlimited writers, free of anyone's rights.

A model is a list of strokes parted by ";". A stroke is a smooth curve through points "x,y" in the unit square (y down);
"|" makes the point before it a corner. Several models of one symbol are the ways in which people build it.
"""

from functools import cache
from pathlib import Path

import cv2
import numpy as np

SIZE = 64
SERIFS = 0.08  # share of capitals drawn with them; an I has its own models, and a T would look like one
LONG_SERIF = 0.33  # of its height, that the first stroke of a 1 falls
BARRED = 0.85  # share of the people with such a 1 who bar their 7
BOX = 52  # pixels of the drawing's longer side within SIZE

MODELS = Path(__file__).with_name("strokes.txt")

Way = list[list[list[tuple[float, float]]]]  # strokes → smooth pieces → points


@cache
def ways(symbol: str) -> tuple[Way, ...]:
    """The ways of building a symbol."""
    lines = MODELS.read_text(encoding="ascii").splitlines()
    return tuple(_way(line[2:]) for line in lines if line.startswith(f"{symbol} "))


def digit_ways(rng: np.random.Generator) -> dict[str, Way]:
    """How one person builds the digits; whose 1 begins with a long stroke bars the 7, or nobody could tell them."""
    own = {digit: ways(digit)[rng.integers(len(ways(digit)))] for digit in "0123456789"}
    left, top = own["1"][0][0][0]
    if left < 0.2 and top > LONG_SERIF and rng.random() < BARRED:
        barred = [way for way in ways("7") if len(way) > 1]
        own["7"] = barred[rng.integers(len(barred))]
    return own


def _way(text: str) -> Way:
    strokes = []
    for stroke in text.split(";"):
        pieces: list[list[tuple[float, float]]] = [[]]
        for token in stroke.split():
            if token == "|":
                pieces.append([pieces[-1][-1]])
                continue
            x, y = token.split(",")
            pieces[-1].append((float(x), float(y)))
        strokes.append([piece for piece in pieces if len(piece) > 1])
    return strokes


_T = np.linspace(0, 1, 7, dtype=np.float32)[:, None]
_BASIS = np.concatenate(
    [
        -0.5 * _T + _T**2 - 0.5 * _T**3,
        1 - 2.5 * _T**2 + 1.5 * _T**3,
        0.5 * _T + 2 * _T**2 - 1.5 * _T**3,
        -0.5 * _T**2 + 0.5 * _T**3,
    ],
    axis=1,
)


def _smooth(points: np.ndarray) -> np.ndarray:
    """A Catmull-Rom curve through the points."""
    if len(points) == 2:
        return points
    ends = np.concatenate([points[:1] * 2 - points[1:2], points, points[-1:] * 2 - points[-2:-1]])
    return np.concatenate([_BASIS @ ends[i : i + 4] for i in range(len(points) - 1)])


def _stroke(pieces: list[list[tuple[float, float]]], spread: float, rng: np.random.Generator) -> np.ndarray:
    """One stroke with every corner and bend somewhere else than in the model, ends longer or shorter."""
    flat = np.array([point for piece in pieces for point in piece], np.float32)
    moved = flat + rng.normal(0, spread, flat.shape).astype(np.float32)
    parts: list[np.ndarray] = []
    at = 0
    for number, piece in enumerate(pieces):
        part = moved[at : at + len(piece)]
        if number:
            part[0] = parts[-1][-1]
        elif rng.random() < 0.35:
            part[0] += (part[0] - part[1]) * rng.uniform(-0.12, 0.18)
        if number == len(pieces) - 1 and rng.random() < 0.35:
            part[-1] += (part[-1] - part[-2]) * rng.uniform(-0.12, 0.18)
        if len(part) == 2 and rng.random() < 0.6:  # nobody draws a straight line
            along = part[1] - part[0]
            bow = np.array([-along[1], along[0]], np.float32) * rng.normal(0, 0.05)
            part = np.stack([part[0], part.mean(0) + bow, part[1]])
        parts.append(_smooth(part))
        at += len(piece)
    return np.concatenate(parts)


def _serifs(lines: list[np.ndarray], rng: np.random.Generator) -> list[np.ndarray]:
    """Short level strokes across the ends of all upright ones, as in careful lettering."""
    length = rng.uniform(0.1, 0.26)
    marks = []
    for line in lines:
        for end, inner in ((line[0], line[2]), (line[-1], line[-3])):
            across, down = np.abs(end - inner)
            if down > 1.5 * across:
                reach = np.array([length, rng.normal(0, 0.02)], np.float32)
                marks.append(np.stack([end - reach * rng.uniform(0.7, 1), end + reach * rng.uniform(0.7, 1)]))
    return marks


def lines_of(symbol: str, rng: np.random.Generator, way: Way | None = None) -> list[np.ndarray]:
    """The strokes of a symbol in one of its ways, moved a little, in the unit square."""
    models = ways(symbol)
    spread = abs(rng.normal(0.012, 0.012)) + 0.004
    lines = [_stroke(pieces, spread, rng) for pieces in way or models[rng.integers(len(models))]]
    across = rng.uniform(0.35, 0.8) if symbol in "I1ilj-" else rng.uniform(0.5, 1.0)
    factor = np.array([across * (1.4 if symbol in "mwMW" else 1.0), 1.0], np.float32)
    return [line * factor for line in lines]


def draw(symbol: str, rng: np.random.Generator, way: Way | None = None) -> np.ndarray:
    """One drawing of a symbol, ink 255 on 0, SIZE x SIZE, its longer side about BOX pixels."""
    models = ways(symbol)
    strokes = way or models[rng.integers(len(models))]
    spread = abs(rng.normal(0.02, 0.02)) + 0.008
    if symbol == "I" and len(strokes) > 1:
        spread *= 0.6
    lines = [_stroke(pieces, spread, rng) for pieces in strokes]
    if symbol.isupper() and symbol not in "IT" and rng.random() < SERIFS:
        lines += _serifs([line for line in lines if len(line) > 2], rng)
    narrow = symbol in "I1ilj-"
    aspect = rng.uniform(0.45, 1.05) if not narrow else rng.uniform(0.35, 0.8)
    if symbol in "mwMW":
        aspect = rng.uniform(0.75, 1.35)
    everything = np.concatenate(lines)
    low, high = everything.min(0), everything.max(0)
    scale = BOX / max(float((high[0] - low[0]) * aspect), float(high[1] - low[1]), 0.4)
    centre = (low + high) / 2
    thickness = int(rng.choice([2, 3, 4, 5, 6, 7, 8, 10], p=[0.15, 0.2, 0.2, 0.15, 0.12, 0.08, 0.06, 0.04]))
    canvas = np.zeros((SIZE, SIZE), np.uint8)
    factor = np.array([scale * aspect, scale], np.float32)
    for line in lines:
        pixels = np.rint(((line - centre) * factor + SIZE / 2) * 16).astype(np.int32)
        cv2.polylines(canvas, [pixels], False, 255, thickness, cv2.LINE_AA, 4)
    return canvas
