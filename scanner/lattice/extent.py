"""How far a lattice goes on, by the walls that are really there."""

from dataclasses import dataclass
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.lattice.flat import MARGIN, PARTS, PITCH, Frame, laid_flat, profiles
from scanner.lattice.pyramid import Pyramid
from scanner.values import Pixels

Floats = NDArray[Any]  # of floating point numbers

NEAR = int(0.16 * PITCH)  # pixels at either end of a wall's profile where the cell beside it is seen
RIDGE = 0.015  # how much darker than its surroundings a line is at least
GAP = 0.005  # the same of a light gap, at most
SLACK = int(0.08 * PITCH)  # pixels from its expected place at which a wall is looked for
CLEAR = 0.5  # how much like the lattice's inner walls a wall must be
FAINT = 0.3  # the same for the rim: between separate boxes there are two lines, at the rim only one
SPOT = 5  # pixels of the spots in a cell's corners where its tint is looked at
CORNERS = np.array([0.2, 0.8])  # cells
TINTED = (0.4, 1.6)  # of the others' tint: less is paper; more, where the lattice may have ended, is something else


@dataclass(frozen=True, eq=False)
class Walls:
    """How much each part of each upright and each level wall is like the inner walls: 1 like them, 0 not at all.

    `around` lines of cells outside the frame were looked at as well.
    """

    upright: Floats
    level: Floats  # transposed: a wall's parts come first, as in `upright`
    ridge: float  # how much darker than the cells beside them the inner walls are, 0 to 1
    halves: float  # share of places half way between walls where there is a wall as well
    tint: Floats  # how much each cell is tinted like the frame's own
    light: bool  # tinted cells with light gaps between them, no lines
    around: tuple[int, int]

    def support(self, left: int, top: int, columns: int, rows: int) -> "Support":
        """How well the walls bear out a lattice of so many cells whose first cell is this one of the frame."""
        x, y = left + self.around[0] - 1, top + self.around[1] - 1
        upright = self.upright[y * PARTS : (y + rows + 2) * PARTS, x : x + columns + 3]
        level = self.level[x * PARTS : (x + columns + 2) * PARTS, y : y + rows + 3]
        turned = upright[::-1, ::-1], level[::-1, ::-1]
        sides = [(upright, level), (level, upright), turned, turned[::-1]]
        if self.light:  # tinted cells have no wall at the rim, only gaps to their neighbours
            tint = self.tint[y : y + rows + 2, x : x + columns + 2]
            tints = [tint, tint.T, tint[:, ::-1], tint[::-1].T]
            own = [
                _share(along[PARTS : 2 * PARTS, 2:-2] > CLEAR, tinted[1:-1, 1] > TINTED[0])
                for (_, along), tinted in zip(sides, tints, strict=True)
            ]
            outside = [
                _share(along[:PARTS, 2:-2] > CLEAR, (tinted[1:-1, 0] > TINTED[0]) & (tinted[1:-1, 0] < TINTED[1]))
                for (_, along), tinted in zip(sides, tints, strict=True)
            ]
        else:
            own = [
                _share(across[PARTS:-PARTS, 1] > FAINT, along[PARTS : 2 * PARTS, 1:-1] > CLEAR)
                for across, along in sides
            ]
            outside = [_share(a[PARTS:-PARTS, 0] > FAINT, b[:PARTS, 1:-1] > CLEAR) for a, b in sides]
        inner = [(walls[PARTS:-PARTS, 2:-2] > CLEAR).mean() for walls in (upright, level)]
        return Support(np.array(own), np.array(outside), float(np.mean(inner)), self.ridge, self.halves)


def walls(pyramid: Pyramid, frame: Frame, light: bool, around: tuple[int, int] = (1, 1)) -> Walls:
    """The walls of a frame and of so many columns and rows to either side of it."""
    wide = frame.resized(*around, *around)
    rows, columns = wide.bend.shape[0] - 1, wide.bend.shape[1] - 1
    dark = laid_flat(pyramid, wide, 0.5, light)
    upright, level = profiles(dark, columns, rows), profiles(dark.T, rows, columns)
    halves = 0.0 if light else max(_halves(dark, upright, *around), _halves(dark.T, level, *around[::-1]))
    ridge = min(_ridge(upright, *around), _ridge(level, *around[::-1]))
    tint = _tint(dark, columns, rows, around)
    return Walls(_likeness(upright, *around), _likeness(level, *around[::-1]), ridge, halves, tint, light, around)


def _halves(dark: Pixels, profile: Floats, beside: int, beyond: int) -> float:
    """The share of places half way between walls where there is a wall as well: then cells are half as large."""
    rows, columns = profile.shape[0] // PARTS, profile.shape[1] - 1
    shifted = profiles(np.roll(dark, -PITCH // 2, axis=1), columns, rows)[:, :-1]
    both = _likeness(np.concatenate([profile, shifted], axis=1), beside, beyond, profile.shape[1])
    return float((both[beyond * PARTS : -beyond * PARTS, profile.shape[1] + beside : -beside] > CLEAR).mean())


def _inner(profile: Floats, beside: int, beyond: int) -> Floats:
    """The walls inside the frame, without those around it."""
    return profile[beyond * PARTS : -beyond * PARTS, beside + 1 : -beside - 1]


def _ridge(profile: Floats, beside: int, beyond: int) -> float:
    """How much the typical inner wall stands out from the cells beside it."""
    typical = np.median(_inner(profile, beside, beyond).reshape(-1, profile.shape[2]), axis=0)
    return float(typical[NEAR:-NEAR].max() - np.concatenate([typical[: NEAR // 2], typical[-NEAR // 2 :]]).mean())


def _likeness(profile: Floats, beside: int, beyond: int, lines: int | None = None) -> Floats:
    """The best fit of the typical inner wall to each wall, shifted a little: 1 like it, 0 not at all.

    Only the first `lines` tell what is typical.
    """
    typical = np.median(_inner(profile[:, :lines], beside, beyond).reshape(-1, profile.shape[2]), axis=0)
    typical = typical + typical[::-1]
    middle = slice(SLACK, len(typical) - SLACK)
    wanted = typical[middle] - typical[middle].mean()
    windows = np.lib.stride_tricks.sliding_window_view(profile, len(wanted), axis=2)
    fit = (windows @ wanted).max(axis=2)
    return cast(Floats, fit / max(float(np.median(_inner(fit[:, :lines], beside, beyond))), 1e-6))


def _tint(dark: Pixels, columns: int, rows: int, around: tuple[int, int]) -> Floats:
    """How dark each cell is near its corners, where a circle leaves the paper bare: 1 like the frame's own cells."""
    smooth = cv2.blur(dark, (SPOT, SPOT))
    x, y = ((np.arange(count)[:, None] + CORNERS).ravel() for count in (columns, rows))
    at_x, at_y = (((values + MARGIN) * PITCH).astype(int) for values in (x, y))
    spots = smooth[np.ix_(at_y, at_x)].reshape(rows, 2, columns, 2).transpose(0, 2, 1, 3).reshape(rows, columns, 4)
    tint = np.median(spots, axis=2)
    inner = tint[around[1] : rows - around[1], around[0] : columns - around[0]]
    return cast(Floats, tint / max(float(np.median(inner)), 1.0))


@dataclass(frozen=True)
class Support:
    """For each side (left, top, right, bottom) how clear the outermost line of cells is, and the next one outside."""

    own: Floats
    outside: Floats
    clear: float  # share of the inner walls that are clear
    ridge: float  # how much darker than the cells beside them they are
    halves: float  # share of places half way between walls where there is a wall as well

    def parted(self, light: bool) -> bool:
        """Whether what parts the cells is darker than they are, or lighter where walls are light gaps."""
        return self.ridge <= GAP if light else self.ridge >= RIDGE


def support(pyramid: Pyramid, frame: Frame, light: bool) -> Support:
    """How well the walls bear out where a lattice ends."""
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    return walls(pyramid, frame, light).support(0, 0, columns, rows)


def _share(outer: NDArray[np.bool_], between: NDArray[np.bool_]) -> float:
    return float(min(outer.mean(), between.mean()))
