"""Hands: the pen strokes of real people, written again with another pen, slant, speed and pressure."""

import gzip
import itertools
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.strokes import BOX, SIZE

THICKEST = 9.0  # pixels of a pen, the glyph's box being BOX: a felt-tip of a millimetre; above it letters fill up
LONGEST_JOIN = 0.8  # of a glyph's longer side: a pen lift further than that is no slip of the pen
STEP = 0.035  # of a glyph's longer side between the points of a stroke once it is laid out evenly

Strokes = list[np.ndarray]  # each (points, 2), in the unit square, the longer side of the glyph 1
Hand = dict[str, list[Strokes]]  # what one person wrote, by symbol


def load_hands(*paths: Path) -> dict[str, Hand]:
    """The writers of some stroke files; those of the same name are one person."""
    hands: dict[str, Hand] = {}
    files = (json.loads(gzip.decompress(path.read_bytes())) for path in paths)
    for glyph in itertools.chain.from_iterable(file["glyphs"] for file in files):
        strokes = [np.array(stroke, np.float32).reshape(-1, 2) for stroke in glyph["s"]]
        longer = max(float(max(stroke.max() for stroke in strokes)), 1.0)
        own = hands.setdefault(str(glyph["w"]), {}).setdefault(glyph["l"], [])
        own.append([_even(stroke / longer) for stroke in strokes])
    return hands


def _even(points: np.ndarray) -> np.ndarray:
    """A stroke with points at even distances: tablets give few where the pen was fast."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    if along[-1] < 0.01:  # a dot
        return np.concatenate([points[:1], points[:1] + np.float32([[0.01, 0.01]])])
    wanted = np.linspace(0, along[-1], max(int(along[-1] / STEP) + 1, 2))
    return np.stack([np.interp(wanted, along, points[:, axis]) for axis in (0, 1)], 1).astype(np.float32)


@dataclass(frozen=True)
class Style:
    """How a person writes on one sheet: the same for all its letters."""

    pen: float  # pixels of the stroke, the glyph's box being BOX
    slant: float
    aspect: float
    haste: int  # points over which corners are rounded
    shake: float  # how far strokes and their bends are off
    pressure: float  # share by which the pen's width varies along a stroke
    hooks: float = 0.0  # share of strokes that begin with a short lead-in
    tails: float = 0.0  # share of small letters that end in a stroke towards the next one
    joins: float = 0.0  # share of pen lifts that are left out: a T closed like a triangle, an F like an R
    high: float = 1.0  # power of the height: where a letter's waist is
    wide: float = 1.0  # power of the width: whether its left or its right part is the wider one
    taper: float = 0.0  # by how much it is wider at its foot than at its head
    loose: float = 0.0  # how far each of several strokes is sized, turned and moved on its own: a bar off its stem

    @classmethod
    def any(cls, rng: np.random.Generator) -> "Style":
        """A style as people may have it."""
        return cls(
            pen=float(np.exp(rng.normal(1.35, 0.42))),
            slant=float(rng.normal(0, 0.14)),
            aspect=float(np.exp(rng.normal(0, 0.14))),
            haste=int(rng.choice([0, 0, 0, 1, 2])),
            shake=float(abs(rng.normal(0, 0.012 if rng.random() < 0.75 else 0.03))),
            pressure=float(rng.choice([0.0, 0.0, 0.25, 0.5])),
            hooks=float(rng.choice([0.0, 0.0, 0.0, 0.12, 0.4])),
            tails=float(rng.choice([0.0, 0.0, 0.3, 0.8])),
            joins=float(rng.choice([0.0, 0.0, 0.0, 0.15, 0.5])),
            high=float(np.exp(rng.normal(0, 0.16))),
            wide=float(np.exp(rng.normal(0, 0.1))),
            taper=float(rng.normal(0, 0.15)),
        )


def write(strokes: Strokes, style: Style, rng: np.random.Generator, symbol: str = "") -> np.ndarray:
    """One glyph in a style, ink 255 on 0, SIZE x SIZE, its longer side about BOX pixels."""
    lines = [_moved(stroke, style, rng) for stroke in strokes]
    if style.loose and len(lines) > 1:
        lines = [_loosened(line, style.loose, rng) for line in lines]
    if symbol.isalpha() and symbol not in "ij" and rng.random() < style.joins:
        lines = _joined(lines, rng)
    if symbol.islower() and rng.random() < style.tails:
        lines[-1] = np.concatenate([lines[-1], _tail(lines[-1], rng)])
    lines = _reshaped(lines, style)
    shear = np.array([[style.aspect, -style.slant + rng.normal(0, 0.03)], [0, 1 / np.sqrt(style.aspect)]], np.float32)
    lines = [line @ shear.T for line in lines]
    everything = np.concatenate(lines)
    low, high = everything.min(0), everything.max(0)
    scale = BOX / max(float((high - low).max()), 0.05)
    middle = (low + high) / 2
    canvas = np.zeros((SIZE, SIZE), np.uint8)
    for line in lines:
        _ink(canvas, (line - middle) * scale + SIZE / 2, style, rng)
    return canvas


def _moved(stroke: np.ndarray, style: Style, rng: np.random.Generator) -> np.ndarray:
    """A stroke as the same person might draw it another time."""
    line = stroke
    if style.haste and len(line) > 2 * style.haste + 2:
        kernel = np.ones(2 * style.haste + 1, np.float32) / (2 * style.haste + 1)
        padded = np.pad(line, ((style.haste, style.haste), (0, 0)), "edge")
        line = np.stack([np.convolve(padded[:, axis], kernel, "valid") for axis in (0, 1)], 1)
    if style.shake and len(line) > 2:
        nodes = rng.normal(0, style.shake, (4, 2))
        at = np.linspace(0, 3, len(line))
        bend = np.stack([np.interp(at, np.arange(4), nodes[:, axis]) for axis in (0, 1)], 1)
        line = line + bend + rng.normal(0, style.shake, 2)
    if style.hooks and len(line) > 6 and rng.random() < style.hooks:
        line = np.concatenate([_lead_in(line, rng), line])
    if rng.random() < 0.15 and len(line) > 6:  # begun late or left early, or drawn on
        cut = int(rng.integers(1, 3))
        line = line[cut:] if rng.random() < 0.5 else line[:-cut]
    return line.astype(np.float32)


def _loosened(line: np.ndarray, loose: float, rng: np.random.Generator) -> np.ndarray:
    """A stroke sized, turned and moved about its own middle."""
    middle, (turn, grow) = line.mean(0), rng.normal(0, loose, 2)
    way = np.exp(grow) * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return ((line - middle) @ way.T + middle + rng.normal(0, loose / 4, 2)).astype(np.float32)


def _lead_in(line: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A short bent stroke from the left that runs into the line's beginning: short, for on an I it would make a 7."""
    length, rise = rng.uniform(0.03, 0.13), rng.uniform(-0.3, 1.0)
    back = np.linspace(1, 0.15, 4)[:, None]
    way = np.array([[-1.0, rise]]) / np.hypot(1.0, rise) * length
    bow = np.array([[0.0, -0.25 * length]]) * (back * (1 - back) * 4)
    return line[:1] + back * way + bow


def _tail(line: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A bent stroke from the line's end to the right and up, as in joined writing."""
    length, rise = rng.uniform(0.05, 0.28), rng.uniform(-0.1, 0.9)
    along = np.linspace(0.15, 1, 5)[:, None]
    way = np.array([[1.0, -rise]]) / np.hypot(1.0, rise) * length
    bow = np.array([[0.0, 0.25 * length]]) * (along * (1 - along) * 4)
    return (line[-1:] + along * way + bow).astype(np.float32)


def _joined(lines: Strokes, rng: np.random.Generator) -> Strokes:
    """The strokes with a pen lift left out: the pen is drawn straight to where the next one begins."""
    gaps = [at for at in range(len(lines) - 1) if np.hypot(*(lines[at][-1] - lines[at + 1][0])) < LONGEST_JOIN]
    if not gaps:
        return lines
    at = gaps[int(rng.integers(len(gaps)))]
    return [*lines[:at], np.concatenate([lines[at], lines[at + 1]]), *lines[at + 2 :]]


def _reshaped(lines: Strokes, style: Style) -> Strokes:
    """The letter with other proportions: its waist higher or lower, one side wider, its foot wider than its head."""
    everything = np.concatenate(lines)
    low, size = everything.min(0), np.ptp(everything, axis=0)
    spread = np.maximum(size, 0.05)
    power = np.where(size > 0.25 * size.max(), [style.wide, style.high], 1.0)  # a bare stroke has no inside
    parts = []
    for line in lines:
        at = np.clip((line - low) / spread, 0, 1) ** power
        at[:, 0] = 0.5 + (at[:, 0] - 0.5) * (1 + style.taper * (at[:, 1] - 0.5))
        parts.append((low + at * spread).astype(np.float32))
    return parts


def _ink(canvas: np.ndarray, line: np.ndarray, style: Style, rng: np.random.Generator) -> None:
    """Draw one stroke; under changing pressure in pieces of several widths."""
    points = np.rint(line * 16).astype(np.int32)
    if not style.pressure or len(points) < 6:
        cv2.polylines(canvas, [points], False, 255, round(min(max(style.pen, 1), THICKEST)), cv2.LINE_AA, 4)
        return
    for piece in np.array_split(np.arange(len(points)), min(len(points) // 3, 8)):
        width = round(min(max(style.pen * np.exp(rng.normal(0, style.pressure)), 1), THICKEST))
        stop = min(int(piece[-1]) + 2, len(points))
        cv2.polylines(canvas, [points[piece[0] : stop]], False, 255, width, cv2.LINE_AA, 4)
