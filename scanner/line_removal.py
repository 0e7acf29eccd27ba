"""Printed lines of a lattice, taken away: what they look like is learned from what the cells along each line share."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from scanner.frame import between_samples
from scanner.values import Floats, Ints, Pixels

# What they cost was measured on 4,925 letters of render, composite, several and writers.
BAND = 0.14  # pitches on both sides of a lattice line that its print may take; 0.8 times costs 1 letter, 1.25 times 7
LEAST = 8  # grey levels that print may always be off; 0.8 times changes nothing, 1.25 times costs 2 letters
SLACK = 0.2  # share of its darkness that print may be off; 0.8 times costs 3 letters, 1.25 times 1; the mean loss stays


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

    @property
    def parts(self) -> int:
        """Places along a line at which it is looked for: as far apart as its print may be wide on one side."""
        return self.cells * (self.pitch // self.band)

    def near(self, reach: int) -> Ints:
        """The rows within reach of each line: (line, offset)."""
        return self.ticks[:, None] + np.arange(-reach, reach + 1)


def without_lines(dark: Pixels, pitch: int, margin: int, inset: float, cells: int) -> Pixels:
    """The darkness of a grid, `margin` pixels beyond it, with the printed lines between its rows taken away."""
    ticks = margin + np.arange(cells + 1) * pitch
    ticks[[0, -1]] += np.array([1, -1]) * round(inset * pitch)
    lines = _Lines(ticks, pitch, margin, cells)
    path = _path(dark, lines)
    printed = _along(_profile(dark, path, lines), path, lines)
    near = lines.near(lines.band).ravel()
    before = dark[near]
    ink = _ink_on_print().take(printed.astype(np.uint16) << 8 | before)
    bare = dark.copy()
    bare[near] = ink
    joined = cv2.morphologyEx(bare, cv2.MORPH_CLOSE, np.ones((lines.band + 1, 1), np.uint8))[near]
    bare[near] = np.where(printed > LEAST, cv2.min(joined, before), ink)  # closing only ever darkens
    return bare


def _path(dark: Pixels, lines: _Lines) -> Floats:
    """How far each line lies off its place, at most half a band, in every column of a picture: (line, column)."""
    drift, parts = lines.band // 2, lines.parts
    near = lines.near(lines.band + drift)
    rows = dark[near.ravel(), lines.margin : lines.margin + lines.cells * lines.pitch]
    seen = np.asarray(cv2.resize(rows, (parts, len(rows)), interpolation=cv2.INTER_AREA)).reshape(*near.shape, parts)
    shared = np.sort(seen, axis=2)[:, drift:-drift, parts // 2].astype(np.float32)  # (line, offset)
    clear = np.minimum(seen, shared.max(axis=1)[:, None, None])  # ink that is darker says nothing
    shared -= shared.mean(axis=1, keepdims=True)
    moved = np.lib.stride_tricks.sliding_window_view(clear, shared.shape[1], axis=1)  # (line, shift, part, offset)
    likeness: Floats = (moved @ shared[:, None, :, None])[..., 0].reshape(-1, parts)
    smooth = cv2.filter2D(likeness, -1, np.array([[1, 2, 3, 2, 1]], np.float32), borderType=cv2.BORDER_REPLICATE)
    likeness = np.asarray(smooth, np.float32).reshape(len(near), -1, parts)
    best = likeness.argmax(axis=1)
    line, part = np.arange(len(near))[:, None], np.arange(parts)
    before, at, after = (likeness[line, (best + step).clip(0, 2 * drift), part] for step in (-1, 0, 1))
    off = best - drift + between_samples(before, at, after)
    return np.asarray(off @ _spread(parts, lines.margin, rows.shape[1], dark.shape[1]), np.float32)


@cache
def _spread(parts: int, first: int, length: int, width: int) -> Floats:
    """How much each part of a line that begins at column `first` counts in each column of a picture: (part, column)."""
    middles = first + (np.arange(parts) + 0.5) * (length / parts) - 0.5
    return np.stack([np.interp(np.arange(width), middles, row) for row in np.eye(parts)])


def _profile(dark: Pixels, path: Floats, lines: _Lines) -> Pixels:
    """How dark the print is: (line, offset, cell), from every second column."""
    columns = np.arange(lines.margin, lines.margin + lines.cells * lines.pitch, 2)
    rows = (lines.near(lines.band)[:, :, None] + path[:, None, columns]).astype(np.float32)
    across = np.broadcast_to(columns.astype(np.float32), rows.shape).reshape(-1, len(columns))
    straight = cv2.remap(dark, across, rows.reshape(across.shape), cv2.INTER_LINEAR)
    places = straight.reshape(*rows.shape[:2], lines.cells, -1)
    middle = places.shape[-1] // 2
    own = np.partition(places, middle)[..., middle]
    shared = np.sort(own, axis=-1)[..., lines.cells // 2, None]
    return np.where(shared > LEAST, np.minimum(own, shared + LEAST), 0).astype(np.uint8)  # no cell's is much darker


def _along(profile: Pixels, path: Floats, lines: _Lines) -> Pixels:
    """How dark the print is in each column of the rows near lines."""
    count, offsets, cells = profile.shape
    offset = np.arange(offsets, dtype=np.float32)[None, :, None]
    rows = np.clip(offset - path[:, None], 0, offsets - 1) + offsets * np.arange(count, dtype=np.float32)[:, None, None]
    rows = rows.reshape(-1, path.shape[1])
    cell = np.clip((np.arange(path.shape[1]) - lines.margin) // lines.pitch, 0, cells - 1).astype(np.float32)
    printed = cv2.remap(profile.reshape(-1, cells), np.broadcast_to(cell, rows.shape), rows, cv2.INTER_LINEAR)
    return np.asarray(printed, np.uint8)


@cache
def _ink_on_print() -> Pixels:
    """The darkness of ink for each darkness of print (high byte) and of what is seen there (low byte)."""
    seen = np.arange(256.0)
    printed = seen[:, None]
    more, off = seen - printed, np.maximum(SLACK * printed, LEAST)
    sure = np.clip(more / off - 1, 0, 1)  # 0 at what print may do, 1 at twice that
    ink = np.clip(255 * more / np.maximum(255 - printed, LEAST), 0, seen) * sure
    return np.where(printed > 0, ink, seen).astype(np.uint8).ravel()
