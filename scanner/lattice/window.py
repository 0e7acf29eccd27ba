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
    margin, evenness = _warmth(np.lib.stride_tricks.sliding_window_view(heat, (rows + 2, columns + 2)))
    first_x, first_y = min(across - columns, 0), min(down - rows, 0)
    places = [
        (first_x + int(column), first_y + int(row), float(margin[row, column]))
        for row, column in np.argwhere((margin >= COLDER) & (evenness >= EVEN))
    ]
    if not places:
        return []
    flat = laid_flat(pyramid, frame.resized(pad_x, pad_y, pad_x, pad_y), COARSE, light)
    seen = walls(flat, (pad_x, pad_y))
    return [
        Window(flat.part(left + pad_x, top + pad_y, columns, rows), seen.support(left, top, columns, rows), margin)
        for left, top, margin in places
    ]


def _warmth(warm: Floats) -> tuple[Floats, Floats]:
    """How much warmer the coldest line of cells is than the lines around them all, and its share of the typical one.

    Takes windows with one line around each, (down, across, rows + 2, columns + 2).
    """
    own = warm[..., 1:-1, 1:-1]
    lines = np.concatenate([own.mean(axis=2), own.mean(axis=3)], axis=2)
    rims = [warm[..., 0, 1:-1], warm[..., -1, 1:-1], warm[..., 1:-1, 0], warm[..., 1:-1, -1]]
    beside = np.max([rim.mean(axis=2) for rim in rims], axis=0)
    coldest = lines.min(axis=2)
    return coldest - beside, coldest / np.maximum(np.median(lines, axis=2), 1e-6)
