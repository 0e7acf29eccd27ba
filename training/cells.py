"""A glyph becomes a cell as a camera sees it: pens, dots, lines, neighbours, corrections, light, blur, noise, JPEG."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np

from scanner.readers.normalise import Window, darkness, ink_window, look_through, whole_windows
from training.camera import GRAIN, NOISE, inked, patch, pen_of, photographed, pixel, rounded_box, strike
from training.glyphs import SYMBOLS
from training.strokes import SIZE

CELL = 64
PLAIN = 0.45  # share of cells with neither warp nor camera
FAULTY = 0.1  # share of letters of which the scanner lost what ran along a printed line
OUTSIDE = 0.08  # share of letters that leave their cell
INPUT = (32, 32)
EMPTY, STRUCK, BARE = SYMBOLS.index("."), SYMBOLS.index("#"), SYMBOLS.index("I")

Page = Callable[[np.random.Generator], tuple[np.ndarray, tuple[int, int]]]


@cache
def _places(size: int) -> np.ndarray:
    """The place (x, y) of every pixel of a square window."""
    return np.stack(np.meshgrid(np.arange(size), np.arange(size)), -1).astype(np.float32)


def place(
    glyph: np.ndarray,
    height: float,
    centre: tuple[float, float],
    rng: np.random.Generator,
    turn: float = 5.5,
    gentle: bool = False,
    size: int = CELL,
) -> np.ndarray:
    """The glyph warped into a window: its box `height` pixels high at `centre`, turned, slanted and bent at random."""
    scale = height / 52.0
    strength = 0.4 if gentle else rng.uniform(0.1, 1.0)  # most writing is nearer to its pattern than the strongest warp
    angle = np.deg2rad(rng.normal(0, turn * strength))
    slant = rng.normal(0, 0.13 * strength)
    aspect = np.exp(rng.normal(0, 0.25 * strength))  # an O may be as narrow as a nut or as wide as a plate
    forward = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.array(
        [[1, -slant], [0, 1]]
    )
    forward = forward @ np.diag([scale * aspect, scale / np.sqrt(aspect)])
    back = np.linalg.inv(forward).astype(np.float32)
    source = (_places(size) - np.float32(centre)) @ back.T + np.float32(SIZE / 2)
    if rng.random() < 0.75 and not gentle:
        nodes = int(rng.integers(3, 6))
        shift = rng.normal(0, 2.8 * strength, (nodes, nodes, 2)).astype(np.float32)
        source += cv2.resize(shift, (size, size), interpolation=cv2.INTER_CUBIC)
    return cv2.remap(glyph, source, None, cv2.INTER_LINEAR, borderValue=0)


def _lines(cell: np.ndarray, rng: np.random.Generator) -> None:
    """Printed edges of the cell, whole or what a scanner left of them."""
    inset = rng.uniform(-4, 9)
    dark = rng.uniform(0.1, 1.0) if rng.random() < 0.6 else rng.uniform(0.05, 0.3)
    thick = int(rng.choice([1, 2, 3], p=[0.55, 0.35, 0.1]))
    layer = np.zeros_like(cell)
    style = rng.random()
    low = inset + rng.normal(0, 1.2, 4)
    corners = np.array(
        [[low[0], low[1]], [CELL - low[2], low[1]], [CELL - low[2], CELL - low[3]], [low[0], CELL - low[3]]]
    )
    corners += rng.normal(0, 0.8, corners.shape)
    if style < 0.3:
        radius = rng.uniform(5, 14)
        rounded_box(layer, (low[0], low[1], CELL - low[2], CELL - low[3]), radius, thick)
        if style < 0.15:  # a scanner that took the straight lines away left the corners
            reach = rng.uniform(8, 22, 4).astype(int)
            layer[reach[0] : CELL - reach[1]] = 0
            layer[:, reach[2] : CELL - reach[3]] = 0
    else:
        for edge in range(4):
            if rng.random() < (0.8 if style < 0.6 else 0.4):
                start, stop = corners[edge], corners[(edge + 1) % 4]
                along = stop - start
                if style < 0.6:
                    start, stop = start - along * 0.3, stop + along * 0.3
                else:
                    parts = np.sort(rng.uniform(-0.1, 1.1, 2))
                    start, stop = start + along * parts[0], start + along * parts[1]
                cv2.line(layer, pixel(start), pixel(stop), 255, thick, cv2.LINE_AA, 4)
    if rng.random() < 0.4:
        bank = GRAIN if rng.random() < 0.5 else NOISE
        layer[patch(bank, layer.shape, rng) > rng.uniform(-0.5, 1)] = 0
    np.maximum(cell, (layer * dark).astype(np.uint8), out=cell)


def _dot(rng: np.random.Generator, beside: bool) -> np.ndarray:
    layer = np.zeros((CELL, CELL), np.uint8)
    radius = rng.uniform(1.6, 5.2)
    x, y = rng.normal(CELL / 2, 7 if not beside else 13, 2)
    if rng.random() < 0.3:
        axes = (round(radius * 16), round(radius * rng.uniform(0.6, 1.0) * 16))
        cv2.ellipse(layer, pixel(np.array([x, y])), axes, rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA, 4)
    else:
        cv2.circle(layer, pixel(np.array([x, y])), round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    return layer


class CellMaker:
    """Makes labelled cells: network input and class pair."""

    def __init__(self, page: Page, plain: float = PLAIN) -> None:
        self.page = page  # gives one labelled glyph after the other, all by one hand
        self.plain = plain

    def crop(self, rng: np.random.Generator) -> tuple[np.ndarray, tuple[int, int]]:
        """One grey crop as a photo gives it, 20 to 64 pixels wide, and its label."""
        if rng.random() < self.plain:
            return self._plain(rng)
        pen, rough = pen_of(rng)
        cell = np.zeros((CELL, CELL), np.uint8)
        content = rng.random()
        if content < 0.05:
            label = (EMPTY, EMPTY)
        elif content < 0.09:
            label = (STRUCK, STRUCK)
            layer = self._struck(rng)
            cell = inked(layer, pen, rough, rng)
        elif content < 0.13:
            layer, label = self._corrected(rng)
            cell = inked(layer, pen, rough, rng)
        else:
            layer, label = self._letter(rng)
            if rng.random() < FAULTY:
                _lose_along_line(layer, rng)
            cell = inked(layer, pen, rough, rng)
        if rng.random() < (0.35 if content < 0.05 else 0.27):
            strength = pen if rng.random() < 0.5 else rng.uniform(0.4, 1.0)
            np.maximum(cell, inked(_dot(rng, rng.random() < 0.3), strength, 0, rng), out=cell)
        if rng.random() < 0.12:
            self._neighbour(cell, pen, rng)
        if rng.random() < 0.55:
            _lines(cell, rng)
            if rng.random() < 0.25:
                _lines(cell, rng)
        if rng.random() < 0.06 and content >= 0.05:  # a lone line of squared paper would be an I
            _squared(cell, rng)
        return photographed(cell, rng), label

    def input(self, rng: np.random.Generator) -> tuple[np.ndarray, tuple[int, int]]:
        """One network input and its label, framed a little unlike the reader would."""
        crop, label = self.crop(rng)
        return framed(crop, rng, INPUT), label

    def _plain(self, rng: np.random.Generator) -> tuple[np.ndarray, tuple[int, int]]:
        """A letter as it was written, hardly bent, in good light: the shapes themselves are hard enough."""
        layer, label = self._letter(rng, gentle=True)
        pen, rough = pen_of(rng)
        cell = inked(layer, pen, rough, rng)
        if rng.random() < 0.25:
            strength = pen if rng.random() < 0.5 else rng.uniform(0.4, 1.0)
            np.maximum(cell, inked(_dot(rng, rng.random() < 0.3), strength, 0, rng), out=cell)
        if rng.random() < 0.25:
            _lines(cell, rng)
        if rng.random() < 0.6:
            cell = cv2.GaussianBlur(cell, (0, 0), rng.uniform(0.4, 1.1))
        return np.clip(235 - 0.85 * cell, 0, 255).astype(np.uint8), label

    def _letter(self, rng: np.random.Generator, gentle: bool = False) -> tuple[np.ndarray, tuple[int, int]]:
        glyph, label = self.page(rng)
        height = float(np.clip(rng.normal(0.58, 0.15), 0.3, 0.98)) * CELL
        room = max(CELL - height, 6) / 2
        centre = (CELL / 2 + rng.normal(0, room * 0.4), CELL / 2 + rng.normal(0, room * 0.4))
        if rng.random() < OUTSIDE:  # cut off with the crop
            off, way = rng.uniform(0, 0.14) * height + room, rng.normal(0, 1, 2)
            centre = tuple(CELL / 2 + off * way / np.abs(way).max())
        turn = 9.0 if label[0] == BARE else 5.5  # a bare stroke may lean far
        return place(glyph, height, centre, rng, turn, gentle), label

    def _struck(self, rng: np.random.Generator) -> np.ndarray:
        layer, _ = self._letter(rng)
        ys, xs = np.nonzero(layer > 100)
        if len(xs) > 4:
            strike(layer, (xs.min(), ys.min(), xs.max(), ys.max()), rng)
            if rng.random() < 0.3:
                strike(layer, (xs.min(), ys.min(), xs.max(), ys.max()), rng)
        return layer

    def _corrected(self, rng: np.random.Generator) -> tuple[np.ndarray, tuple[int, int]]:
        """A struck letter and the new one beside it or above it."""
        old, _ = self.page(rng)
        new, label = self.page(rng)
        height = rng.uniform(0.36, 0.6) * CELL
        across = rng.uniform(0.2, 0.3) * CELL
        upright = rng.random() < 0.2
        first, second = (CELL / 2 - across, CELL / 2), (CELL / 2 + across, CELL / 2)
        if rng.random() < 0.2:
            first, second = second, first
        if upright:
            first, second = first[::-1], second[::-1]
        wiggle = rng.normal(0, 2.5, 4)
        layer = place(old, height * (0.8 if upright else 1), (first[0] + wiggle[0], first[1] + wiggle[1]), rng)
        ys, xs = np.nonzero(layer > 100)
        if len(xs) > 4:
            for _ in range(2 if rng.random() < 0.5 else 1):
                strike(layer, (xs.min(), ys.min(), xs.max(), ys.max()), rng)
        other = place(new, height * (0.75 if upright else 1), (second[0] + wiggle[2], second[1] + wiggle[3]), rng)
        return np.maximum(layer, other), label

    def _neighbour(self, cell: np.ndarray, pen: float, rng: np.random.Generator) -> None:
        glyph, _ = self.page(rng)
        height = rng.uniform(0.5, 0.9) * CELL
        side = int(rng.integers(4))
        off = CELL / 2 + height / 2 + rng.uniform(-12, 2)
        along = rng.normal(0, 8)
        centre = [
            (CELL / 2 - off, CELL / 2 + along),
            (CELL / 2 + off, CELL / 2 + along),
            (CELL / 2 + along, CELL / 2 - off),
            (CELL / 2 + along, CELL / 2 + off),
        ][side]
        layer = place(glyph, height, centre, rng)
        band = int(rng.integers(6, 14))
        layer[band : CELL - band, band : CELL - band] = 0
        np.maximum(cell, inked(layer, pen, 0, rng), out=cell)


def _squared(cell: np.ndarray, rng: np.random.Generator) -> None:
    layer = np.zeros_like(cell)
    step = rng.uniform(14, 40)
    x, y = rng.uniform(0, step, 2)
    for at in np.arange(x, CELL, step):
        cv2.line(layer, pixel(np.array([at, -2])), pixel(np.array([at, CELL + 2])), 255, 1, cv2.LINE_AA, 4)
    for at in np.arange(y, CELL, step):
        cv2.line(layer, pixel(np.array([-2, at])), pixel(np.array([CELL + 2, at])), 255, 1, cv2.LINE_AA, 4)
    np.maximum(cell, (layer * rng.uniform(0.08, 0.3)).astype(np.uint8), out=cell)


def _lose_along_line(layer: np.ndarray, rng: np.random.Generator) -> None:
    """Take away the ink on a stretch near an edge, as a scanner does that took it for print."""
    at, thick = int(rng.integers(3, 13)), int(rng.integers(2, 5))
    start, stop = np.sort(rng.integers(-8, CELL + 8, 2)).clip(0, CELL)
    turned = np.rot90(layer, int(rng.integers(4)))  # a view
    turned[at : at + thick, start:stop] = 0


def framed(crop: np.ndarray, rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """The crop prepared as the reader prepares it, both views, with the windows moved and sized a little at random."""
    dark = darkness(crop)
    whole = whole_windows(dark[None])[0]
    window = whole if rng.random() < 0.06 else ink_window(dark)
    return np.stack([look_through(dark, _jittered(view, rng), shape) for view in (window, whole)])


def _jittered(window: Window, rng: np.random.Generator) -> Window:
    x, y, side = window
    side *= float(np.exp(rng.normal(0, 0.06)))
    return x + rng.normal(0, 0.02) * side, y + rng.normal(0, 0.02) * side, side
