"""Printed lines of a lattice, taken away: what they look like is learned from what the cells along each line share."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from scanner.frame import between_samples
from scanner.values import Bools, Floats, Ints, Pixels

BAND = 0.14  # pitches on both sides of a lattice line that its print may take
DRIFT = 3  # pixels that a line may lie off its place
PARTS = 4  # places in each cell at which a line is looked for
MANY = 1 / 4  # share of a cell's width in which a print may be missing, and still be print
USUAL, ROUGH = 0.7, 3.0  # print may be darker than known by so many times what that share of its places is
LEAST = np.float32(8 / 255)  # darkness that print may always be off
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


def without_lines(
    light: Pixels, dark: Pixels, weights: Floats, pitch: int, margin: int, inset: float, cells: int
) -> tuple[Pixels, Pixels]:
    """A grid on even paper, `margin` pixels beyond it, with the printed lines between its rows taken away.

    Given and returned in colour (BGRA, which OpenCV handles faster than three channels), and as the darkness of ink,
    which shows in the channels as `weights` tell.
    """
    ticks = margin + np.arange(cells + 1) * pitch
    ticks[[0, -1]] += np.array([1, -1]) * round(inset * pitch)
    lines = _Lines(ticks, pitch, margin, cells)
    path = _path(dark, lines)
    through, off = _profile(_straight(light, path, lines), weights)
    drift = 2 * int(np.ceil(np.abs(path).max())) + 1
    kept = cv2.dilate((off > 0).view(np.uint8), np.ones((1, drift), np.uint8)) > 0
    if not kept.any():
        return light, dark
    near = lines.near(lines.band)[kept]
    veil = _along(through, off, path, kept, lines)
    band, before = light[near], dark[near]
    ink, veiled = _seen(band, veil, before, weights)
    bare = dark.copy()
    bare[near] = ink
    joined = cv2.morphologyEx(bare, cv2.MORPH_CLOSE, np.ones((round(BRIDGE * pitch), 1), np.uint8))[near]
    ink = np.where(veiled, cv2.min(joined, before), ink)  # closing only ever darkens
    bare[near] = ink
    printed = (veil[3] > 0).view(np.uint8)
    whole = light.copy()
    whole[near] = cv2.copyTo(cv2.cvtColor(cv2.bitwise_not(ink), cv2.COLOR_GRAY2BGRA), printed, band)
    return whole, bare


def _path(dark: Pixels, lines: _Lines) -> Floats:
    """How far each line lies off its place in every column of a picture: (line, column)."""
    near, parts = lines.near(lines.band + DRIFT), lines.cells * PARTS
    rows = lines.inside(dark[near.ravel()])
    seen = np.asarray(cv2.resize(rows, (parts, len(rows)), interpolation=cv2.INTER_AREA)).reshape(*near.shape, parts)
    shared = np.sort(seen, axis=2)[:, DRIFT:-DRIFT, parts // 2].astype(np.float32)  # (line, offset)
    clear = np.minimum(seen, shared.max(axis=1)[:, None, None])
    shared -= shared.mean(axis=1, keepdims=True)
    alone = np.zeros((len(near), near.shape[1] + 2 * DRIFT), np.float32)
    alone[:, 2 * DRIFT : -2 * DRIFT] = shared
    moved = np.lib.stride_tricks.sliding_window_view(alone, near.shape[1], axis=1)[:, ::-1]  # (line, shift, offset)
    likeness = (moved @ clear).reshape(-1, parts).astype(np.float32)
    likeness = cv2.filter2D(likeness, -1, np.array([[1, 2, 3, 2, 1]], np.float32), borderType=cv2.BORDER_REPLICATE)
    likeness = likeness.reshape(len(near), -1, parts)
    best = likeness.argmax(axis=1)
    line, part = np.arange(len(near))[:, None], np.arange(parts)
    before, at, after = (likeness[line, (best + step).clip(0, 2 * DRIFT), part] for step in (-1, 0, 1))
    peak = between_samples(before, at, after)
    return np.asarray(
        (best - DRIFT + peak) @ _spread(lines.pitch, lines.margin, lines.cells, dark.shape[1]), np.float32
    )


@cache
def _spread(pitch: int, margin: int, cells: int, width: int) -> Floats:
    """How much each place of a line counts in each column of a picture: (part, column)."""
    parts = cells * PARTS
    middles = margin + (np.arange(parts) + 0.5) * (pitch / PARTS) - 0.5
    return np.stack([np.interp(np.arange(width), middles, row) for row in np.eye(parts)])


def _straight(light: Pixels, path: Floats, lines: _Lines) -> Pixels:
    """The surroundings of every line in the grid, made straight: (line, offset, cell, channel, place)."""
    first, last = lines.margin, lines.margin + lines.cells * lines.pitch
    step, spare = 3, lines.pitch // 12  # every third column; none near the lines that cross
    places = np.arange(spare, lines.pitch - spare, step)
    columns = (np.arange(first, last, lines.pitch)[:, None] + places).ravel()
    rows = lines.near(lines.band)[:, :, None] + path[:, None, columns]
    shape = (-1, len(columns))
    across = np.broadcast_to(columns.astype(np.float32), (rows.shape[0] * rows.shape[1], len(columns)))
    straight = cv2.remap(light, across, rows.reshape(shape).astype(np.float32), cv2.INTER_LINEAR)
    cells = np.asarray(straight, np.uint8).reshape(*rows.shape[:2], lines.cells, len(places), 4)
    return np.ascontiguousarray(np.moveaxis(cells[..., :3], 4, 3))


def _profile(straight: Pixels, weights: Floats) -> tuple[Floats, Floats]:
    """How much light the print lets through (line, offset, cell, channel), and how much less it may (line, offset)."""
    ranked = np.sort(straight, axis=-1)
    count = ranked.shape[-1]
    many, own = 1 - np.moveaxis(ranked[..., [count - 1 - int(MANY * count), count // 2]], -1, 0) / np.float32(255)
    shared = np.sort(own, axis=2)[:, :, own.shape[2] // 2, None]
    core = np.sort(many, axis=2)[:, :, own.shape[2] // 2].max(axis=-1)  # (line, offset)
    mask = cv2.dilate((core > LEAST).view(np.uint8), np.ones((1, 3), np.uint8)) > 0
    through = 1 - np.minimum(own, shared + LEAST) * mask[:, :, None, None]  # one cell's print is hardly darker
    gates, seen = (weights * through)[mask], straight[mask]  # (row in print, cell, channel), with places
    blue, green, red = (gates[..., c, None] * seen[..., c, :] for c in range(3))
    excess = (gates * through[mask]).sum(axis=-1)[..., None] - (blue + green + red) * np.float32(1 / 255)
    excess = excess.reshape(len(excess), seen.shape[1] * seen.shape[3])
    rank = round(USUAL * excess.shape[1])
    off = np.zeros(mask.shape, np.float32)
    off[mask] = np.maximum(ROUGH * np.partition(excess, rank, axis=1)[:, rank], LEAST)
    return through, off


def _along(through: Floats, off: Floats, path: Floats, kept: Bools, lines: _Lines) -> Sequence[Floats]:
    """What print lets through in each channel, and how much less it may, along the lines: 4 of (row kept, column)."""
    count, offsets, cells = through.shape[:3]
    profile = np.empty((count * offsets, cells, 4), np.float32)
    profile[..., :3] = through.reshape(-1, cells, 3)
    profile[..., 3] = off.reshape(-1, 1)
    line, offset = np.nonzero(kept)
    rows = np.clip(offset[:, None] - path[line], 0, offsets - 1) + (line * offsets).astype(np.float32)[:, None]
    cell = np.clip((np.arange(path.shape[1]) - lines.margin) // lines.pitch, 0, cells - 1).astype(np.float32)
    across = np.broadcast_to(cell, rows.shape)
    veil = cv2.remap(profile, across, rows.astype(np.float32), cv2.INTER_LINEAR)
    return [np.asarray(part, np.float32) for part in cv2.split(veil)]


def _seen(light: Pixels, veil: Sequence[Floats], dark: Pixels, weights: Floats) -> tuple[Pixels, Bools]:
    """The darkness of ink on print, and where print hides some of it."""
    sight, excess = np.zeros_like(veil[0]), np.zeros_like(veil[0])
    for shown, through, weight in zip(cv2.split(light), veil, weights, strict=False):
        gate = through * weight
        sight += gate * through
        excess -= gate * shown
    excess *= np.float32(1 / 255)
    excess += sight
    sure = np.clip(excess / np.maximum(veil[3], np.float32(1e-6)) - 1, 0, 1)  # 0 at what print may do, 1 at twice that
    ink = np.minimum(excess * (255 / np.maximum(sight, LEAST)), dark) * sure
    return np.asarray(np.maximum(ink, 0), np.uint8), np.asarray(sight < CLEAR)
