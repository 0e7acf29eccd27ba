"""How far a lattice goes on: lines of cells are added or dropped by the walls that are really there."""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from scanner.lattice.flat import PARTS, PITCH, Frame, laid_flat, profiles
from scanner.lattice.pyramid import Pyramid
from scanner.lattice.refine import refine

Floats = NDArray[Any]  # of floating point numbers

SLACK = int(0.08 * PITCH)  # pixels from its expected place at which a wall is looked for
CLEAR = 0.5  # how much like the lattice's inner walls a wall must be
FAINT = 0.3  # the same for the rim: between separate boxes there are two lines, at the rim only one
PRESENT = 0.6  # share of a line's walls that must be clear for its cells to be part of the lattice


def likeness(pyramid: Pyramid, frame: Frame, light: bool) -> tuple[Floats, Floats]:
    """How much each part of each upright and each level wall is like the inner walls."""
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    dark = laid_flat(pyramid, frame, 0.5, light)
    return _likeness(profiles(dark, columns, rows)), _likeness(profiles(dark.T, rows, columns))


def _likeness(profile: Floats) -> Floats:
    """The best fit of the typical inner wall to each wall, shifted a little: 1 like it, 0 not at all."""
    typical = np.median(profile[PARTS:-PARTS, 2:-2].reshape(-1, profile.shape[2]), axis=0)
    typical = typical + typical[::-1]
    middle = slice(SLACK, len(typical) - SLACK)
    wanted = typical[middle] - typical[middle].mean()
    fits = [
        profile[:, :, SLACK + shift : profile.shape[2] - SLACK + shift] @ wanted for shift in range(-SLACK, SLACK + 1)
    ]
    fit = np.max(fits, axis=0)
    return cast(Floats, fit / max(float(np.median(fit[PARTS:-PARTS, 2:-2])), 1e-6))


@dataclass(frozen=True)
class Support:
    """For each side (left, top, right, bottom) how clear the outermost line of cells is, and the next one outside."""

    own: Floats
    outside: Floats
    clear: float  # share of the inner walls that are clear


def support(pyramid: Pyramid, frame: Frame, light: bool) -> Support:
    """How well the walls bear out where a lattice ends."""
    upright, level = likeness(pyramid, frame.resized(1, 1, 1, 1), light)
    turned = upright[::-1, ::-1], level[::-1, ::-1]
    sides = [(upright, level), (level, upright), turned, turned[::-1]]
    if light:  # tinted cells have no wall at the rim, only gaps to their neighbours
        own = [float((along[PARTS : 2 * PARTS, 2:-2] > CLEAR).mean()) for _, along in sides]
        outside = [float((along[:PARTS, 2:-2] > CLEAR).mean()) for _, along in sides]
    else:
        own = [
            _share(across[PARTS:-PARTS, 1] > FAINT, along[PARTS : 2 * PARTS, 1:-1] > CLEAR) for across, along in sides
        ]
        outside = [_share(a[PARTS:-PARTS, 0] > CLEAR, b[:PARTS, 1:-1] > CLEAR) for a, b in sides]
    inner = [(walls[PARTS:-PARTS, 2:-2] > CLEAR).mean() for walls in (upright, level)]
    return Support(np.array(own), np.array(outside), float(np.mean(inner)))


def _share(outer: NDArray[np.bool_], between: NDArray[np.bool_]) -> float:
    return float(min(outer.mean(), between.mean()))


def settle(pyramid: Pyramid, frame: Frame, most: int) -> Frame:
    """Add the lines of cells that are there and drop those that are not; stop at a side of more than `most`."""
    frame = refine(pyramid, frame)
    for _ in range(2 * most):
        rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
        found = support(pyramid, frame, light=False)
        spare = np.array([columns, rows, columns, rows]) > 2
        weakest, strongest = int(np.where(spare, found.own, 1).argmin()), int(found.outside.argmax())
        if found.own[weakest] < PRESENT and spare[weakest]:
            change = -np.eye(4, dtype=int)[weakest]
        elif found.outside[strongest] >= PRESENT and max(rows, columns) <= most:
            change = np.eye(4, dtype=int)[strongest]
        else:
            break
        frame = refine(pyramid, frame.resized(*change.tolist()))
    return frame
