"""A frame laid flat to its lines, by a small network: which are there, which are the outline, and where they lie."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from scanner.frame import Frame
from scanner.image_pyramid import Pyramid
from scanner.onnx_session import MULTIPLE, start_session
from scanner.values import Floats

PITCH = 24  # pixels to a cell of the patch that the network is shown
STRIDE = 4  # pixels of it to a pixel of its maps
FINE = 0.9  # pixels of the photo's copy that it is taken from to one of its own, at least
REACH = 2  # pixels of the maps to either side of where a line is expected in which it is looked for


@dataclass(frozen=True, eq=False)
class Pieces:
    """What is seen of the lines one way between the cells of a frame, cell by cell: (cells along, lines)."""

    inner: Floats  # how surely it is a line between two cells, 0 to 1
    outline: Floats  # how surely it is where a lattice ends
    aside: Floats  # how far it lies from where it is expected, in cells

    def part(self, along: int, length: int, first: int, lines: int) -> "Pieces":
        """So many lines and cells along them."""
        part = slice(along, along + length), slice(first, first + lines)
        return Pieces(self.inner[part], self.outline[part], self.aside[part])

    @property
    def weakest(self) -> float:
        """How surely the first and the last line are outlines and those between them are not, by the weakest."""
        lines = [*self.outline[:, [0, -1]].mean(axis=0), *self.inner[:, 1:-1].mean(axis=0)]
        return float(min(lines))


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

    @property
    def score(self) -> float:
        """How surely these are the lines of a whole lattice, 0 to 1."""
        return min(self.upright.weakest, self.level.weakest)


def see_lines(pyramid: Pyramid, frame: Frame) -> Lines:
    """Show the network a frame laid flat."""
    columns, rows = frame.size
    width, height = (count * PITCH + -count * PITCH % MULTIPLE for count in frame.size)
    patch = pyramid.flat(frame, (0.0, 0.0), PITCH, (width, height), FINE).astype(np.float32)
    patch -= patch.mean()
    patch /= patch.std() + STRIDE
    maps = _session().run(None, {"patch": np.ascontiguousarray(patch.transpose(2, 0, 1))[None]})[0][0]
    upright, level = maps[[0, 1, 4]], maps[[2, 3, 5]].transpose(0, 2, 1)
    return Lines(_pieces(upright, columns, rows), _pieces(level, rows, columns))


def _pieces(maps: Floats, columns: int, rows: int) -> Pieces:
    """The pieces of upright lines in their three maps."""
    step = PITCH // STRIDE
    near = np.arange(-REACH, REACH)
    at = np.arange(1, columns)[:, None] * step + near
    inner, outline, away = maps[:, : rows * step, at].reshape(3, rows, step, columns - 1, 2 * REACH)
    weight = inner + outline
    places = (weight * (away + (near + 0.5) / step)).sum(axis=(1, 3)) / weight.sum(axis=(1, 3))
    return Pieces(inner.max(axis=3).mean(axis=1), outline.max(axis=3).mean(axis=1), places)


@cache
def _session() -> Any:
    return start_session((files("scanner") / "models" / "lattice.onnx").read_bytes())
