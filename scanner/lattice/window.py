"""Which cells of a group are the lattice that is looked for, by walls and by warmth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.lattice.extent import Support, walls
from scanner.lattice.flat import COARSE, FINE, Flat, Frame, laid_flat, median
from scanner.lattice.pyramid import Pyramid

Floats = NDArray[Any]  # of floating point numbers

EVEN = 0.55  # share of the typical line's warmth that the coldest line of a lattice has; circles are colder than cells
COLDER = -0.25  # where the coldest line is colder than one beside it by this much, the lattice goes on


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
    left, top = min(place[0] for place in places), min(place[1] for place in places)
    right, bottom = max(place[0] for place in places) + columns, max(place[1] for place in places) + rows
    flat = laid_flat(
        pyramid, frame.resized(-left, -top, right - across, bottom - down), COARSE if light else FINE, light, (1, 1)
    )
    seen = walls(flat)
    return [
        Window(
            flat.part(x - left + 1, y - top + 1, columns, rows), seen.support(x - left, y - top, columns, rows), warmer
        )
        for x, y, warmer in places
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
    return coldest - beside, coldest / np.maximum(median(lines, axis=2), 1e-6)
