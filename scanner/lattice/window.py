"""Which cells of a group are the lattice that is looked for, by walls and by warmth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.lattice.extent import Support, walls
from scanner.lattice.flat import COARSE, Flat, Frame, laid_flat
from scanner.lattice.pyramid import Pyramid

Floats = NDArray[Any]  # of floating point numbers

EVEN = 0.66  # share of the typical line's warmth that the coldest line of a lattice has; circles are colder than cells
COLDER = -0.1  # where the coldest line is colder than one beside it by this much, the lattice goes on


@dataclass(frozen=True, eq=False)
class Window:
    """A frame of the size asked for, laid flat, and what speaks for it."""

    flat: Flat
    support: Support
    margin: float  # how much warmer its coldest line of cells is than the warmest line beside it


def windows(
    pyramid: Pyramid, frame: Frame, size: tuple[int, int], light: bool, warmth: Callable[[Floats], Floats]
) -> list[Window]:
    """The windows of so many columns and rows in a frame, or around it where it is smaller, that are warm enough."""
    columns, rows = size
    down, across = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    pad_x, pad_y = max(columns - across, 0) + 1, max(rows - down, 0) + 1
    x, y = np.arange(-pad_x, across + pad_x) + 0.5, np.arange(-pad_y, down + pad_y) + 0.5
    heat = warmth(frame.raster(x, y).transpose(1, 2, 0))
    places = []
    for top in range(min(down - rows, 0), max(down - rows, 0) + 1):
        for left in range(min(across - columns, 0), max(across - columns, 0) + 1):
            first_x, first_y = pad_x + left - 1, pad_y + top - 1
            margin, evenness = _warmth(heat[first_y : first_y + rows + 2, first_x : first_x + columns + 2])
            if margin >= COLDER and evenness >= EVEN:
                places.append((left, top, margin))
    if not places:
        return []
    flat = laid_flat(pyramid, frame.resized(pad_x, pad_y, pad_x, pad_y), COARSE, light)
    seen = walls(flat, (pad_x, pad_y))
    return [
        Window(flat.part(left + pad_x, top + pad_y, columns, rows), seen.support(left, top, columns, rows), margin)
        for left, top, margin in places
    ]


def _warmth(warm: Floats) -> tuple[float, float]:
    """How much warmer the coldest line of cells is than the lines around them all, and its share of the typical one."""
    own = warm[1:-1, 1:-1]
    lines = np.concatenate([own.mean(axis=0), own.mean(axis=1)])
    beside = max(float(line.mean()) for line in (warm[0, 1:-1], warm[-1, 1:-1], warm[1:-1, 0], warm[1:-1, -1]))
    return float(lines.min()) - beside, float(lines.min() / max(float(np.median(lines)), 1e-6))
