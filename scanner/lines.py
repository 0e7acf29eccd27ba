"""Printed lines of a lattice, taken away: what they look like is learned from what the cells along each line share."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.values import Pixels

Floats = NDArray[np.float32]
Ints = NDArray[np.intp]

BAND = 0.14  # pitches on both sides of a lattice line that its print may take
DRIFT = 3  # pixels that a line may lie off its place
PARTS = 4  # places in each cell at which a line is looked for
STAY = 0.03  # of a place's likeness, lost for each pixel that it lies off
MOST, MANY = 1 / 8, 1 / 4  # shares of a cell's width in which a print may be missing, and still be print
ALONG = 2.0  # times the darkness along most of a cell: what is darker may be writing along the line
UNEVEN = 1.2  # times the darkness that most cells share: print in one cell is hardly darker
SUPPORT = 0.15  # of a line's darkness that still belongs to it
USUAL, ROUGH = 0.7, 3.0  # print may be darker than known by so many times what that share of its places is
LEAST = np.float32(8 / 255)  # darkness that print may always be off
DIM = np.float32(0.04)  # share of ink showing through print below which nothing is made of it
CLEAR = 0.9  # share of ink that shows through print; where it is less, strokes are joined over the line
BRIDGE = 0.2  # pitches; strokes cut by a line are joined again over at most this gap


@dataclass(frozen=True, eq=False)
class _Lines:
    """The parallel lines between the rows of a grid in a picture."""

    ticks: Ints  # row of each line
    pitch: int
    margin: int  # column of the first cell
    cells: int  # in each line

    @property
    def band(self) -> int:
        """Pixels on both sides of a line that its print may take."""
        return round(BAND * self.pitch)

    def near(self, reach: int) -> Ints:
        """The rows within reach of each line: (line, offset)."""
        return self.ticks[:, None] + np.arange(-reach, reach + 1)

    def inside(self, picture: Pixels) -> Pixels:
        """The columns of a picture that lie in the grid."""
        return picture[:, self.margin : self.margin + self.cells * self.pitch]


def without_lines(light: Pixels, weights: Floats, pitch: int, margin: int, inset: float, cells: int) -> Pixels:
    """A grid on even paper, `margin` pixels beyond it, with the printed lines between its rows taken away."""
    ticks = margin + np.arange(cells + 1) * pitch
    ticks[[0, -1]] += np.array([1, -1]) * round(inset * pitch)
    lines = _Lines(ticks, pitch, margin, cells)
    dark = np.asarray(cv2.bitwise_not(cv2.transform(light, weights.reshape(1, 3))), np.uint8)
    path = _path(dark, lines)
    through, off = _profile(_straight(light, path, lines), weights)
    kept = cv2.dilate((off > 0).view(np.uint8), np.ones((1, 2 * int(np.ceil(np.abs(path).max())) + 1), np.uint8)) > 0
    if not kept.any():
        return light
    near = lines.near(lines.band)[kept]
    veil = _along(through, off, path, kept, lines)
    band = light[near]
    ink, veiled = _seen(band, veil, dark[near], weights)
    bare = dark.copy()
    bare[near] = ink
    joined = cv2.morphologyEx(bare, cv2.MORPH_CLOSE, np.ones((round(BRIDGE * pitch), 1), np.uint8))
    ink = np.where(veiled, np.minimum(joined[near], dark[near]), ink)  # closing only ever darkens
    printed = (cv2.extractChannel(veil, 3) > 0).view(np.uint8)
    whole = light.copy()
    whole[near] = cv2.copyTo(cv2.cvtColor(cv2.bitwise_not(ink), cv2.COLOR_GRAY2BGR), printed, band)
    return whole


def _path(dark: Pixels, lines: _Lines) -> Floats:
    """How far each line lies off its place in every column of a picture: (line, column)."""
    near, parts = lines.near(lines.band + DRIFT), lines.cells * PARTS
    rows = lines.inside(dark[near.ravel()])
    seen = np.asarray(cv2.resize(rows, (parts, len(rows)), interpolation=cv2.INTER_AREA)).reshape(*near.shape, parts)
    shared = np.sort(seen, axis=2)[:, DRIFT:-DRIFT, parts // 2].astype(np.float32)  # (line, offset)
    clear = np.minimum(seen, UNEVEN * shared.max(axis=1)[:, None, None])
    shared -= shared.mean(axis=1, keepdims=True)
    alone = np.pad(shared, ((0, 0), (2 * DRIFT, 2 * DRIFT)))
    moved = np.lib.stride_tricks.sliding_window_view(alone, near.shape[1], axis=1)[:, ::-1]  # (line, shift, offset)
    likeness = (moved @ clear).reshape(-1, parts).astype(np.float32)
    likeness = cv2.filter2D(likeness, -1, np.array([[1, 2, 3, 2, 1]], np.float32), borderType=cv2.BORDER_REPLICATE)
    likeness = likeness.reshape(len(near), -1, parts) * (1 - STAY * np.abs(np.arange(-DRIFT, DRIFT + 1)))[:, None]
    best = likeness.argmax(axis=1)[:, None]
    wide = np.pad(likeness, ((0, 0), (1, 1), (0, 0)), mode="edge")
    before, at, after = (np.take_along_axis(wide, best + step, 1)[:, 0] for step in (0, 1, 2))
    peak = np.clip(0.5 * (after - before) / np.maximum(2 * at - before - after, 1e-6), -0.5, 0.5)
    off = best[:, 0] - DRIFT + peak
    middles = lines.margin + (np.arange(parts) + 0.5) * (lines.pitch / PARTS) - 0.5
    return np.stack([np.interp(np.arange(dark.shape[1]), middles, row) for row in off]).astype(np.float32)


def _straight(light: Pixels, path: Floats, lines: _Lines) -> Pixels:
    """The surroundings of every line in the grid, made straight: (line, offset, cell, channel, place)."""
    first, last = lines.margin, lines.margin + lines.cells * lines.pitch
    step, spare = 2, lines.pitch // 12  # every other column; no others near the lines that cross
    places = np.arange(spare, lines.pitch - spare, step)
    columns = (np.arange(first, last, lines.pitch)[:, None] + places).ravel()
    rows = lines.near(lines.band)[:, :, None] + path[:, None, columns]
    shape = (-1, len(columns))
    across = np.broadcast_to(columns.astype(np.float32), (rows.shape[0] * rows.shape[1], len(columns)))
    whole = cv2.cvtColor(light, cv2.COLOR_BGR2BGRA)  # OpenCV samples four channels faster than three
    straight = cv2.remap(whole, across, rows.reshape(shape).astype(np.float32), cv2.INTER_LINEAR)
    cells = np.asarray(straight, np.uint8).reshape(*rows.shape[:2], lines.cells, len(places), 4)
    return np.ascontiguousarray(np.moveaxis(cells[..., :3], 4, 3))


def _profile(straight: Pixels, weights: Floats) -> tuple[Floats, Floats]:
    """How much light the print lets through (line, offset, cell, channel), and how much less it may (line, offset)."""
    ranked = np.sort(straight, axis=-1)
    count = ranked.shape[-1]
    ranks = [count - 1 - int(MOST * count), count - 1 - int(MANY * count), count // 2]
    most, many, own = 1 - np.moveaxis(ranked[..., ranks], -1, 0) / np.float32(255)
    shared = np.sort(own, axis=2)[:, :, own.shape[2] // 2]
    core = np.sort(many, axis=2)[:, :, own.shape[2] // 2].max(axis=-1)  # (line, offset)
    mask = core > np.maximum(SUPPORT * core.max(axis=1, keepdims=True), LEAST)
    mask = cv2.dilate(mask.view(np.uint8), np.ones((1, 3), np.uint8)) > 0
    dark = np.minimum(own, np.maximum(ALONG * most, UNEVEN * shared[:, :, None] + LEAST)) * mask[:, :, None, None]
    through = 1 - dark
    gates = weights * through
    blue, green, red = (gates[..., c, None] * straight[..., c, :] for c in range(3))
    excess = (gates * through).sum(axis=-1)[..., None] - (blue + green + red) * np.float32(1 / 255)
    excess = excess.reshape(*mask.shape, -1)
    rank = round(USUAL * excess.shape[-1])
    off = np.maximum(ROUGH * np.partition(excess, rank, axis=-1)[..., rank], LEAST) * mask
    return through, np.asarray(off, np.float32)


def _along(through: Floats, off: Floats, path: Floats, kept: NDArray[np.bool_], lines: _Lines) -> Floats:
    """What print lets through, and how much less it may, along the path of each line: (row kept, column, 4)."""
    count, offsets, cells = through.shape[:3]
    profile = np.empty((count * offsets, cells, 4), np.float32)
    profile[..., :3] = through.reshape(-1, cells, 3)
    profile[..., 3] = off.reshape(-1, 1)
    line, offset = np.nonzero(kept)
    rows = np.clip(offset[:, None] - path[line], 0, offsets - 1) + (line * offsets)[:, None]
    cell = np.clip((np.arange(path.shape[1]) - lines.margin) // lines.pitch, 0, cells - 1).astype(np.float32)
    across = np.broadcast_to(cell, rows.shape)
    return np.asarray(cv2.remap(profile, across, rows.astype(np.float32), cv2.INTER_LINEAR), np.float32)


def _seen(light: Pixels, veil: Floats, dark: Pixels, weights: Floats) -> tuple[Pixels, NDArray[np.bool_]]:
    """The darkness of ink on print, and where print hides some of it."""
    mix = np.append(weights, 0).astype(np.float32).reshape(1, 4)
    sight = np.asarray(cv2.transform(cv2.multiply(veil, veil), mix), np.float32)
    shown = cv2.multiply(cv2.cvtColor(light, cv2.COLOR_BGR2BGRA), veil, scale=1 / 255, dtype=cv2.CV_32F)
    excess = sight - cv2.transform(shown, mix)
    off = cv2.extractChannel(veil, 3)
    sure = np.minimum(excess / np.maximum(off, 1e-6) - 1, 1)  # 0 at what print may do, 1 at twice that
    ink = np.minimum(excess * (255 / np.maximum(sight, DIM)), dark) * np.maximum(sure, 0)
    return np.asarray(np.maximum(ink, 0), np.uint8), np.asarray(sight < CLEAR)
