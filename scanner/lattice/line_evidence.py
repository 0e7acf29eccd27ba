"""How far a lattice goes on, by the lines that are really there."""

from dataclasses import dataclass
from typing import cast

import numpy as np

from scanner.lattice.flat_patch import MARGIN, PARTS, PITCH, Flat, across, crossings, fits, median, seen, tints
from scanner.values import Bools, Floats

NEAR = int(0.16 * PITCH)  # pixels at either end of a line's profile where the cell beside it is seen
RIDGE = 0.015  # how much darker than its surroundings a line is at least
GAP = 0.005  # how much lighter than the tint on either side most light gaps are at least
SLACK = int(0.08 * PITCH)  # pixels from its expected place at which a line is looked for
CLEAR = 0.5  # how much like the lattice's inner lines a line must be
HALVED = 0.7  # share of places half way between lines that have a line where the cells are half as large
FAINT = 0.3  # the same for the outline: between separate boxes there are two lines, at the outline only one
MOST = 30  # per cent of gaps that may be less deep
WHOLE = 0.85  # share of its cells that are tinted; steps of squares in a legend have fewer
TONE = 0.12  # difference in darkness that is more than chance
TINTED = (0.4, 1.6)  # of the others' tint: less is paper; more, where the lattice may have ended, is something else


@dataclass(frozen=True, eq=False)
class LineMap:
    """How much each part of each upright and each level line is like the inner lines: 1 like them, 0 not at all.

    `around` lines of cells outside the frame were looked at as well.
    """

    upright: Floats
    level: Floats  # transposed: a line's parts come first, as in `upright`
    ridge: float  # how much darker than the cells beside them the inner lines are, 0 to 1; how much lighter if `light`
    tint: Floats  # how dark each cell is near its corners, where a circle leaves the paper bare, 0 to 1
    # (where lines are light: how much darker than where these cross, since shadows end anywhere)
    light: bool  # tinted cells with light gaps between them, no lines
    around: tuple[int, int]

    def support(self, left: int, top: int, columns: int, rows: int) -> "Support":
        """How well the lines bear out a lattice of so many cells whose first cell is this one of the frame."""
        x, y = left + self.around[0] - 1, top + self.around[1] - 1
        upright = self.upright[y * PARTS : (y + rows + 2) * PARTS, x : x + columns + 3]
        level = self.level[x * PARTS : (x + columns + 2) * PARTS, y : y + rows + 3]
        tint = self.tint[y : y + rows + 2, x : x + columns + 2]
        usual = max(float(median(tint[1:-1, 1:-1])), 1 / 255) if self.light else None
        turned = upright[::-1, ::-1], level[::-1, ::-1]
        sides = (
            *((upright, level, tint), (level, upright, tint.T)),
            *((*turned, tint[:, ::-1]), (*turned[::-1], tint[::-1].T)),
        )
        own, outside = zip(*(_side(*side, usual) for side in sides), strict=True)
        inner = [(profiles[PARTS:-PARTS, 2:-2] > CLEAR).mean() for profiles in (upright, level)]
        return Support(np.array(own), np.array(outside), float(np.mean(inner)), self.ridge)


def _side(across: Floats, along: Floats, tint: Floats, usual: float | None) -> tuple[float, float]:
    """How clear the outermost line of cells at the left is, and the next one outside.

    `across` are the lines parallel to that side, `along` those that meet it. Where lines are light gaps, between cells
    of some usual tint, tinted cells have no line at the outline, only gaps to their neighbours.
    """
    first, beyond = along[PARTS : 2 * PARTS] > CLEAR, along[:PARTS] > CLEAR
    if usual is None:
        own = _share(across[PARTS:-PARTS, 1] > FAINT, first[:, 1:-1], ~_round(tint[1:-1]))
        return own, _share(across[PARTS:-PARTS, 0] > FAINT, beyond[:, 1:-1], _alike(tint[1:-1, :2]))
    least, most = (share * usual for share in TINTED)
    whole = _share(tint[1:-1, 1:-1] > least) > WHOLE
    own = _share(first[:, 2:-2], tint[1:-1, 1] > least) * whole
    return own, _share(beyond[:, 2:-2], (tint[1:-1, 0] > least) & (tint[1:-1, 0] < most))


def line_map(flat: Flat) -> LineMap:
    """The lines of a lattice and of what was laid flat around it."""
    around = flat.around
    upright, level = flat.gaps() if flat.light else flat.profiles()
    inner = _inner(upright, *around), _inner(level, *around[::-1])
    typical = _typical(inner[0]), _typical(inner[1])
    tint = tints(flat.dark, *flat.size)
    return LineMap(
        _likeness(upright, typical[0], *around),
        _likeness(level, typical[1], *around[::-1]),
        min(map(_gap, inner)) if flat.light else min(map(_ridge, typical)),
        np.maximum(tint - crossings(flat.dark, *flat.size), 0) if flat.light else tint,
        flat.light,
        around,
    )


def halved(flat: Flat) -> bool:
    """Whether there are lines half way between those of a lattice, too, both ways: then cells are half as large."""
    (columns, rows), (left, top) = flat.size, flat.around
    upright = _halves(flat.strips[0], columns, left, top)
    return upright > HALVED and _halves(flat.strips[1], rows, top, left) > HALVED


def _halves(strips: Floats, columns: int, beside: int, beyond: int) -> float:
    """The share of places half way between upright lines where there is a line as well."""
    inner = _inner(across(strips, columns + 1), beside, beyond)
    shifted = across(strips, columns, MARGIN + 0.5)
    typical = _typical(inner)
    between = _fit(shifted[beyond * PARTS : len(shifted) - beyond * PARTS, beside : columns - beside], typical)
    return float(np.count_nonzero(between > CLEAR * median(_fit(inner, typical))) / between.size)


def _inner(profile: Floats, beside: int, beyond: int) -> Floats:
    """The lines inside the frame, without those around it."""
    return profile[beyond * PARTS : len(profile) - beyond * PARTS, beside + 1 : -beside - 1]


def _typical(inner: Floats) -> Floats:
    return np.asarray(median(seen(inner), axis=0))


def _ridge(typical: Floats) -> float:
    """How much darker the typical inner line is than the cells beside it."""
    return float(typical[NEAR:-NEAR].max() - np.concatenate([typical[: NEAR // 2], typical[-NEAR // 2 :]]).mean())


def _gap(inner: Floats) -> float:
    """How much lighter most inner lines are than both cells beside them; gaps in text have tint on one side only."""
    profiles = seen(inner)
    beside = np.minimum(profiles[:, : NEAR - 1].mean(axis=1), profiles[:, 1 - NEAR :].mean(axis=1))
    return float(np.percentile(beside - profiles[:, NEAR:-NEAR].min(axis=1), MOST))


def _likeness(profile: Floats, typical: Floats, beside: int, beyond: int) -> Floats:
    """How well the typical inner line fits each line: 1 like the inner ones, 0 not at all; 1 between unlike cells."""
    fit = _fit(profile, typical)
    usual = median(seen(_inner(fit, beside, beyond)[..., None]))
    return np.nan_to_num(fit / max(float(usual), 1e-6), nan=1.0)


def _fit(profile: Floats, typical: Floats) -> Floats:
    """The best fit of a typical line to each line, shifted a little."""
    typical = typical + typical[::-1]
    middle = slice(SLACK, len(typical) - SLACK)
    return cast(Floats, fits(profile, typical[middle] - typical[middle].mean()).max(axis=2))


@dataclass(frozen=True)
class Support:
    """For each side (left, top, right, bottom) how clear the outermost line of cells is, and the next one outside."""

    own: Floats
    outside: Floats
    clear: float  # share of the inner lines that are clear
    ridge: float  # how much darker than the cells beside them they are, or lighter where they are gaps

    def parted(self, light: bool) -> bool:
        """Whether what parts the cells is darker than they are, or lighter where lines are light gaps."""
        return self.ridge >= (GAP if light else RIDGE)


def support(flat: Flat) -> Support:
    """How well the lines bear out where a lattice ends that was laid flat with one more line of cells all around."""
    columns, rows = flat.size
    return line_map(flat).support(0, 0, columns - 2, rows - 2)


def _alike(tint: Floats) -> Bools:
    """Whether each cell of the first line has the tint of the one next to it in the second."""
    return np.asarray(np.abs(tint[:, 0] - tint[:, 1]) < TONE)


def _round(tint: Floats) -> Bools:
    """Whether the corners of each cell of the second line are bare like the first line and unlike the third."""
    return _alike(tint[:, :2]) & ~_alike(tint[:, 1:3])


def _share(*signs: Bools) -> float:
    """The share in which the rarest of some signs is seen."""
    return min(float(np.count_nonzero(sign)) / sign.size for sign in signs)
