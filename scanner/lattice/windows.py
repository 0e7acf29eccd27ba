"""Which cells of a group are the lattice that is looked for, by its lines and by the network's heat."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scanner.frame import Frame
from scanner.image_pyramid import Pyramid
from scanner.lattice.flat_patch import COARSE, FINE, Flat, laid_flat, median
from scanner.lattice.line_evidence import Support, line_map
from scanner.values import Floats

EVEN = 0.55  # share of the typical line's heat that a lattice's weakest line has; circles have less
LEAST_MARGIN = -0.25  # where the weakest line is weaker than one beside it by this much, the lattice goes on


@dataclass(frozen=True, eq=False)
class Window:
    """A frame of the size asked for, laid flat, and what speaks for it."""

    flat: Flat
    support: Support
    margin: float  # how much stronger its weakest line of cells is than the strongest line beside it


def windows(
    pyramid: Pyramid, frame: Frame, size: tuple[int, int], light: bool, cell_heat: Callable[[Floats], Floats]
) -> list[Window]:
    """The windows of so many columns and rows in a frame, or around it where it is smaller, that are likely enough."""
    columns, rows = size
    across, down = frame.size
    pad_x, pad_y = max(columns - across, 0) + 1, max(rows - down, 0) + 1
    x, y = np.arange(-pad_x, across + pad_x) + 0.5, np.arange(-pad_y, down + pad_y) + 0.5
    heat = cell_heat(frame.raster(x, y).transpose(1, 2, 0))
    margin, evenness = _margins(np.lib.stride_tricks.sliding_window_view(heat, (rows + 2, columns + 2)))
    first_x, first_y = min(across - columns, 0), min(down - rows, 0)
    places = [
        (first_x + int(column), first_y + int(row), float(margin[row, column]))
        for row, column in np.argwhere((margin >= LEAST_MARGIN) & (evenness >= EVEN))
    ]
    if not places:
        return []
    left, top = min(place[0] for place in places), min(place[1] for place in places)
    right, bottom = max(place[0] for place in places) + columns, max(place[1] for place in places) + rows
    flat = laid_flat(
        pyramid, frame.resized(-left, -top, right - across, bottom - down), COARSE if light else FINE, light, (1, 1)
    )
    seen = line_map(flat)
    return [
        Window(
            flat.part(x - left + 1, y - top + 1, columns, rows), seen.support(x - left, y - top, columns, rows), lead
        )
        for x, y, lead in places
    ]


def _margins(heat: Floats) -> tuple[Floats, Floats]:
    """How much stronger the weakest line of cells is than the lines around them all, and its share of the typical one.

    Takes windows with one line around each, (down, across, rows + 2, columns + 2).
    """
    own = heat[..., 1:-1, 1:-1]
    lines = np.concatenate([own.mean(axis=2), own.mean(axis=3)], axis=2)
    outlines = [heat[..., 0, 1:-1], heat[..., -1, 1:-1], heat[..., 1:-1, 0], heat[..., 1:-1, -1]]
    beside = np.max([side.mean(axis=2) for side in outlines], axis=0)
    weakest = lines.min(axis=2)
    return weakest - beside, weakest / np.maximum(median(lines, axis=2), 1e-6)
