"""A frame laid flat to its lines, by a small network: which are there, which are the outline, and where they lie."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from scanner.frame import Frame
from scanner.image_pyramid import Pyramid
from scanner.onnx_session import MULTIPLE, start_session
from scanner.values import Floats, Pixels

# PITCH, STRIDE and NOISE are as in training (training/lattice_patches.py); the others chosen on render from 2000 on.
PITCH = 24  # pixels to a cell of the patch that the network is shown
STRIDE = 4  # pixels of it to a pixel of its maps
NOISE = 4  # added to the spread of a patch's 255 levels, so that plain paper stays plain
FINE = 0.9  # pixels of the copy of the photo it is taken from to one of its own, at least
PARTS = 2  # pieces of a line to a cell; with 1, corners of curled sheets are farther off
REACH = 2  # pixels of the maps to either side of where a line is expected; 1 to 4 gave the same


@dataclass(frozen=True, eq=False)
class Pieces:
    """What is seen of the lines one way between the cells of a frame, PARTS to a cell: (pieces along, lines)."""

    inner: Floats  # how surely it is a line between two cells, 0 to 1
    outline: Floats  # how surely it is where a lattice ends
    aside: Floats  # how far it lies from where it is expected, in cells

    def part(self, along: int, length: int, first: int, lines: int) -> "Pieces":
        """So many lines, and cells along them."""
        part = slice(along * PARTS, (along + length) * PARTS), slice(first, first + lines)
        return Pieces(self.inner[part], self.outline[part], self.aside[part])

    def weakest(self, length: int, width: int) -> Floats:
        """Of each part so many cells long and wide, how surely it has outlines and lines between, by the weakest."""
        windows = (sliding_window_view(sure, length * PARTS, axis=0)[::PARTS] for sure in (self.inner, self.outline))
        inner, outline = (window.mean(axis=2) for window in windows)
        between = sliding_window_view(inner[:, 1:-1], width - 1, axis=1).min(axis=2)
        return np.asarray(np.minimum(between, np.minimum(outline[:, :-width], outline[:, width:])))


@dataclass(frozen=True, eq=False)
class Lines:
    """The upright and the level lines between the cells of a frame; its own outline is not looked at."""

    upright: Pieces
    level: Pieces

    def part(self, left: int, top: int, columns: int, rows: int) -> "Lines":
        """The lines of so many columns and rows, the first cell being this one."""
        return Lines(
            self.upright.part(top, rows, left - 1, columns + 1), self.level.part(left, columns, top - 1, rows + 1)
        )

    def scores(self, columns: int, rows: int) -> Floats:
        """How surely each part of so many columns and rows that has cells all around is a lattice, 0 to 1."""
        upright, level = self.upright.weakest(rows, columns), self.level.weakest(columns, rows).T
        return np.asarray(np.minimum(upright[1:-1], level[:, 1:-1]))


def see_lines(pyramid: Pyramid, frame: Frame) -> Lines:
    """Show the network a frame laid flat."""
    columns, rows = frame.size
    width, height = (count * PITCH + -count * PITCH % MULTIPLE for count in frame.size)
    patch = pyramid.flat(frame, (0.0, 0.0), PITCH, (width, height), FINE)
    maps = _session().run(None, {"patch": _input(patch)})[0][0]
    upright, level = maps[[0, 1, 4]], maps[[2, 3, 5]].transpose(0, 2, 1)
    return Lines(_pieces(upright, columns, rows), _pieces(level, rows, columns))


def _pieces(maps: Floats, columns: int, rows: int) -> Pieces:
    """The pieces of upright lines in their three maps."""
    step = PITCH // STRIDE
    near = np.arange(-REACH, REACH)
    at = np.arange(1, columns)[:, None] * step + near
    inner, outline, away = maps[:, : rows * step, at].reshape(3, rows * PARTS, step // PARTS, columns - 1, 2 * REACH)
    weight = inner + outline + np.float32(1e-6)
    places = (weight * (away + (near + 0.5) / step)).sum(axis=(1, 3)) / weight.sum(axis=(1, 3))
    return Pieces(inner.max(axis=3).mean(axis=1), outline.max(axis=3).mean(axis=1), places)


def _input(patch: Pixels) -> Floats:
    """A patch as the network takes it, of mean 0 and spread 1: (1, 3, h, w)."""
    means, spreads = cv2.meanStdDev(patch)
    mean = means.mean()
    spread = np.sqrt((spreads**2 + (means - mean) ** 2).mean())
    batch = np.stack(cv2.split(patch)).astype(np.float32)[None]
    batch -= np.float32(mean)
    batch *= np.float32(1 / (spread + NOISE))
    return batch


@cache
def _session() -> Any:
    return start_session((files("scanner") / "models" / "lattice.onnx").read_bytes())
