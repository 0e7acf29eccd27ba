"""Marks on the flat sheet: filled dots, crossed-off letters, marked blocks, circled numbers, each with a probability.

A few features of each place are weighed by a logistic function. Its weights, in marks.json, are fitted by
training/q4_marks.py on drawn sheets.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from q4.find import PX
from q4.form import Box, Form, Point, form

Floats = NDArray[Any]  # of floating point numbers

INKED = 0.3  # darkness from which on a place in a cell is taken for ink when the pen's strength is measured
FAINTEST_PEN = 0.35
STROKE = 0.5  # of the pen's darkness: what is darker is its ink
INSIDE = 0.72  # of a dot's radius: there is no print within
RIM = 0.9  # millimetres at the edge of a letter's cell where lines are printed
CORNER = 2.0  # millimetres around its corners where dots are
LETTER = (2.7, 2.5)  # millimetres from its middle that a printed letter reaches, across and down
SECTORS = 16  # of the ring around a number
DIGITS = (1.6, 1.1)  # millimetres from its middle that a printed number reaches, across and down
RING = (0.27, 0.62)  # where a circle around a number runs, in widths and heights of its field from its middle


def pen_darkness(dark: Floats) -> float:
    """How dark the player's pen is, from the writing in the play grid."""
    parts = [_patch(dark, _inner(box, 2.0)).ravel() for box in form().cells]
    ink = np.concatenate([part[part > INKED] for part in parts if part.mean() < 0.6])
    return float(max(FAINTEST_PEN, np.percentile(ink, 60))) if len(ink) > 50 else 0.8


def dot_features(dark: Floats, middles: tuple[Point, ...], diameter: float, pen: float) -> Floats:
    """Of each dot: how dark it is inside, how dark its lightest part, how much of it is ink."""
    side = diameter * INSIDE / 2
    patches = np.stack([_patch(dark, Box(x - side, y - side, 2 * side, 2 * side)) for x, y in middles])
    ticks = np.linspace(-1, 1, patches.shape[1])
    inside = patches[:, np.hypot(*np.meshgrid(ticks, ticks)) <= 1] / pen
    return np.stack([inside.mean(axis=1), np.percentile(inside, 25, axis=1), (inside > STROKE).mean(axis=1)], 1)


def letter_darkness(dark: Floats) -> Floats:
    """How dark each printed letter's place is on average."""
    patches = np.stack([_patch(dark, box) for box in form().letters])
    return np.asarray(patches[:, _cross_zones(form(), patches.shape[1])[2]].mean(axis=1))


def cross_features(dark: Floats, pen: float, letters: str) -> Floats:
    """Of each printed letter: ink beside it, in which directions, how much darker it is than print, its darkest."""
    own = form()
    patches = np.stack([_patch(dark, box) for box in own.letters]) / pen
    beside, sectors, over = _cross_zones(own, patches.shape[1])
    ink = patches > STROKE
    around = np.stack([(ink & (beside & (sectors == sector))).mean(axis=(1, 2)) for sector in range(8)], 1)
    directions = np.sort(around, axis=1) * 50
    printed = np.array([_weights()["print"].get(letter, 0.0) for letter in letters])
    return np.stack(
        [
            np.log1p(20 * (ink & beside).mean(axis=(1, 2))),
            np.minimum(directions[:, -1], 1.5),
            np.minimum(directions[:, -2], 1.5),
            np.clip((letter_darkness(dark) - printed) / pen * 5, -1, 2),
            np.percentile(patches[:, over], 95, axis=1),
        ],
        1,
    )


def circle_features(dark: Floats, pen: float) -> Floats:
    """Of each number: in how many directions there is ink around it, and how much where there is least."""
    own = form()
    box = own.scores[0]
    wide = [Box(b.x - b.width * 0.15, b.y - b.height * 0.15, b.width * 1.3, b.height * 1.3) for b in own.scores]
    patches = np.stack([_patch(dark, one) for one in wide]) / pen
    rows, columns = patches.shape[1:]
    y, x = np.meshgrid(np.linspace(-0.65, 0.65, rows), np.linspace(-0.65, 0.65, columns), indexing="ij")
    away, angle = np.hypot(x, y), np.arctan2(y * box.height, x * box.width)
    ring = (away > RING[0]) & (away < RING[1])
    sector = ((angle + np.pi) / (2 * np.pi) * SECTORS).astype(int) % SECTORS
    darkest = np.stack([np.percentile(patches[:, ring & (sector == at)], 88, axis=1) for at in range(SECTORS)], 1).clip(
        0, 1.2
    )
    ordered = np.sort(darkest, axis=1)
    return np.stack([darkest.mean(axis=1), ordered[:, 2:6].mean(axis=1), (darkest > STROKE).mean(axis=1)], 1)


def digit_darkness(dark: Floats) -> Floats:
    """How dark the place of each printed number is on average."""
    return np.asarray(np.stack([_patch(dark, _digits(box)) for box in form().scores]).mean(axis=(1, 2)))


def strike_features(dark: Floats, pen: float) -> Floats:
    """Of each number: how much darker it is than print, how much ink stands between it and a circle around it, all in
    all, and in the second and fourth of eight directions: a line through it leaves on two sides."""
    own, printed = form(), _weights()["print"]
    expected = np.array([sum(printed.get(digit, 0.0) for digit in str(number)) for number in range(len(own.scores))])
    patches = np.stack([_patch(dark, box) for box in own.scores]) / pen
    rows, columns = patches.shape[1:]
    box = own.scores[0]
    y, x = np.meshgrid(
        (np.arange(rows) + 0.5) / rows * box.height - box.height / 2,
        (np.arange(columns) + 0.5) / columns * box.width - box.width / 2,
        indexing="ij",
    )
    inside = np.hypot(x / box.width, y / box.height) < RING[0]
    between = inside & ((np.abs(x) > DIGITS[0]) | (np.abs(y) > DIGITS[1]))
    sector = ((np.arctan2(y / box.height, x / box.width) + np.pi) / (2 * np.pi) * 8).astype(int) % 8
    ink = patches > STROKE
    around = np.stack([(ink & between & (sector == at)).sum(axis=(1, 2)) for at in range(8)], 1) / between.sum() * 8
    ordered = np.sort(around, axis=1)
    return np.stack(
        [
            np.clip((digit_darkness(dark) - expected) / pen * 3, -1, 2),
            np.log1p(20 * around.mean(axis=1)),
            np.minimum(ordered[:, -2], 0.5),
            np.minimum(ordered[:, -4], 0.5),
        ],
        1,
    )


def _digits(box: Box) -> Box:
    """Where the digits of a number are printed."""
    x, y = box.middle
    return Box(x - DIGITS[0], y - DIGITS[1], 2 * DIGITS[0], 2 * DIGITS[1])


def probabilities(kind: str, features: Floats) -> Floats:
    """How likely each place is marked."""
    facts = _weights()[kind]
    scaled = (features - np.array(facts["mean"])) / np.array(facts["spread"])
    return np.asarray(1 / (1 + np.exp(-(scaled @ np.array(facts["weights"]) + facts["bias"]) / facts["temperature"])))


@cache
def _weights() -> dict[str, Any]:
    weights: dict[str, Any] = json.loads(files("q4").joinpath("marks.json").read_text(encoding="utf-8"))
    return weights


def _cross_zones(own: Form, size: int) -> tuple[Floats, Floats, Floats]:
    """Masks of a letter's cell: beside the letter; the eighth of the circle each place lies in; the letter itself."""
    pitch = own.letters[0].width
    ticks = (np.arange(size) + 0.5) / size * pitch - pitch / 2
    y, x = np.meshgrid(ticks, ticks, indexing="ij")
    half = pitch / 2
    over = (np.abs(x) < LETTER[0]) & (np.abs(y) < LETTER[1])
    corner = np.hypot(half - np.abs(x), half - np.abs(y)) < CORNER
    beside = ~over & ~corner & (np.maximum(np.abs(x), np.abs(y)) < half - RIM)
    sectors = ((np.arctan2(y, x) + np.pi) / (2 * np.pi) * 8).astype(int) % 8
    return beside, sectors, over


def _inner(box: Box, inset: float) -> Box:
    return Box(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset)


def _patch(dark: Floats, box: Box) -> Floats:
    """A part of the flat sheet; boxes of one size give patches of one size."""
    x, y = round(box.x * PX), round(box.y * PX)
    return dark[y : y + round(box.height * PX), x : x + round(box.width * PX)]
