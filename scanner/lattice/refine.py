"""From a rough lattice to nodes measured on the walls themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.lattice.flat import (
    CAP,
    COARSE,
    PARTS,
    PITCH,
    Flat,
    Frame,
    fit_frame,
    fits,
    laid_flat,
    part_places,
    profiles,
    unit_nodes,
)
from scanner.lattice.pyramid import Pyramid
from scanner.lattice.rim import rim_shifts

Floats = NDArray[Any]  # of floating point numbers

HALF = int(0.17 * PITCH)  # pixels compared to either side of a supposed wall
FINE = 0.9  # pixels of the picture to a pixel of the flat patch, at least, where the rim is measured
FIRST, SECOND = 0.08, 0.04  # cells that walls typically lie from where they are expected, round by round
COMMON = int(0.15 * PITCH)  # pixels that all walls may lie from where they are expected
BARE = 0.8  # weight of bare paper beside that of walls: a gap between two rows of letters is symmetric, too
LIKE = 0.3  # of the typical wall's strength: less is no wall
LOCAL = 0.7  # how much of a wall's own deviation is followed: all of it would follow letters too
LARGEST_LOCAL = 0.07  # cells
WRONG = 0.02  # cells off the surface from which on a wall counts less than half
STIFF = np.diag([1e-3, 1e-2, 1e-2, 3e-2, 3e-2, 3e-2])  # how little the terms of the surface are believed


@dataclass(frozen=True, eq=False)
class Refined:
    """A frame whose nodes lie on walls, and the frame before it laid flat with one more line of cells all around."""

    frame: Frame
    flat: Flat


def refine(pyramid: Pyramid, frame: Frame, light: bool) -> Refined:
    """Move the nodes of a lattice onto its walls; the rim goes along with the inner lines."""
    return refine_flat(pyramid, laid_flat(pyramid, frame, COARSE, light))


def refine_flat(pyramid: Pyramid, flat: Flat) -> Refined:
    """The same for a frame that was laid flat before."""
    rows, columns = flat.frame.bend.shape[0] - 1, flat.frame.bend.shape[1] - 1
    frame = fit_frame(_nearer(flat, FIRST).nodes)  # afresh: what lies outside is seen where these nodes predict it
    wide = laid_flat(pyramid, frame.resized(1, 1, 1, 1), COARSE, flat.light)
    return Refined(_nearer(wide.part(1, 1, columns, rows), SECOND), wide)


def with_rim(pyramid: Pyramid, frame: Frame, light: bool) -> Frame:
    """Move the rim of a refined lattice to the outer edge of its line, or of its outer tiles where gaps are light."""
    flat = laid_flat(pyramid, frame, FINE, light)
    return _moved(flat, 255, lambda walls: rim_shifts(walls, light))


def _nearer(flat: Flat, spread: float) -> Frame:
    """The frame moved onto walls that typically lie `spread` cells from where it has them."""
    return _moved(flat, CAP, lambda walls: _inner_shifts(walls, spread, _dip if flat.light else _axis))


def _moved(flat: Flat, cap: int, shifts: Callable[[Floats], Floats]) -> Frame:
    """The frame with each node moved as far as upright and level walls tell, both in one go where they are as many."""
    frame = flat.frame
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    upright, level = profiles(flat.dark, columns, rows, cap), profiles(flat.dark.T, rows, columns, cap)
    if rows == columns:
        across, down = shifts(np.stack([upright, level]))
    else:
        across, down = shifts(upright[None])[0], shifts(level[None])[0]
    units = unit_nodes(columns, rows) + np.stack([across, down.T], axis=-1)
    return Frame(frame.homography, frame.place(units) - frame.nodes + frame.bend)


def _inner_shifts(walls: Floats, spread: float, middle: Callable[[Floats], float]) -> Floats:
    """How far each node has to move across its line, in cells; the rim goes along with the inner lines.

    Takes (n, parts, lines, samples) and gives (n, rows + 1, lines).
    """
    rows, lines = walls.shape[1] // PARTS, walls.shape[2]
    found, weight = _places(walls, spread, middle)
    at_walls, at_nodes = _terms(lines, rows)
    surface = _surface(at_walls[:, 1:-1].reshape(-1, 6), found[..., 1:-1], weight[..., 1:-1])
    nodes = np.asarray((at_nodes.reshape(-1, 6) @ surface).reshape(-1, rows + 1, lines))
    own = found - (at_walls.reshape(-1, 6) @ surface).reshape(found.shape)
    own = np.where(weight > 0, np.clip(own, -LARGEST_LOCAL, LARGEST_LOCAL), 0)
    nodes[..., 1:-1] += LOCAL * to_nodes(own)[..., 1:-1]
    return nodes


def to_nodes(own: Floats) -> Floats:
    """Values on the parts of walls as values at the nodes, each the mean of the parts that end there."""
    ends = own[:, :1], (own[:, PARTS - 1 : -1 : PARTS] + own[:, PARTS::PARTS]) / 2, own[:, -1:]
    return np.concatenate(ends, axis=1)


def _places(walls: Floats, spread: float, middle: Callable[[Floats], float]) -> tuple[Floats, Floats]:
    """For each wall where the typical inner wall fits it best, in cells from where it is expected, and how well."""
    count = walls.shape[3]
    typical = np.median(walls[:, :, 1:-1].reshape(len(walls), -1, count), axis=1)
    axis = np.array([middle(profile) for profile in typical])
    wanted = np.stack([_template(profile, place) for profile, place in zip(typical, axis, strict=True)])
    wanted *= 2 / np.maximum((wanted * wanted).sum(axis=1, keepdims=True), 1e-9)
    fit = np.stack([fits(profiles, profile) for profiles, profile in zip(walls, wanted, strict=True)])
    shifts = np.arange(fit.shape[3])
    offset = (shifts + HALF - count / 2) / PITCH
    common = (axis[:, None] + 0.5 - count / 2) / PITCH
    likely = np.exp(-0.5 * ((offset - common) / spread) ** 2)
    score = fit * likely[:, None, None]
    best = np.clip(score.argmax(axis=3), 1, len(shifts) - 2)[..., None]
    left, here, right = (np.take_along_axis(score, best + d, 3)[..., 0] for d in (-1, 0, 1))
    bend = np.minimum(left - 2 * here + right, -1e-9)
    exact = offset[best[..., 0]] + 0.5 * np.clip((left - right) / bend, -1, 1) / PITCH
    return exact, np.clip(here, 0, 1.5) * (here > LIKE)


def _template(typical: Floats, axis: float) -> Floats:
    """A wall's profile made symmetric about its middle, with mean 0."""
    away, places = np.arange(2 * HALF) + 0.5 - HALF, np.arange(len(typical))
    both = np.interp(axis + away, places, typical) + np.interp(axis - away, places, typical)
    return np.asarray(both - both.mean())


def _axis(typical: Floats) -> float:
    """The place in the typical wall's profile about which it is most nearly symmetric: the walls' common middle."""
    rest = np.where(typical > typical.mean(), 1.0, BARE) * (typical - typical.mean())
    mirrored = np.convolve(rest, rest)  # item k: how well the profile agrees with its mirror image about k / 2
    middle = len(typical) - 1
    near = mirrored[middle - 2 * COMMON : middle + 2 * COMMON + 1]
    return (middle - 2 * COMMON + int(near.argmax())) / 2


def _dip(typical: Floats) -> float:
    """The middle of the light gap in a profile whose two sides may be of different darkness."""
    first, last = len(typical) // 2 - COMMON - 1, len(typical) // 2 + COMMON + 1
    lowest = first + int(typical[first:last].argmin())
    sides = min(float(np.median(typical[:lowest])), float(np.median(typical[lowest + 1 :])))
    near = np.arange(lowest - 2, lowest + 3)
    depth = np.maximum((sides + typical[lowest]) / 2 - typical[near], 0)
    return float(depth @ near / depth.sum()) if depth.any() else float(lowest)


@cache
def _terms(lines: int, rows: int) -> tuple[Floats, Floats]:
    """The terms of a quadratic surface over the lattice, at the parts of its walls and at its nodes."""
    x = np.arange(lines) / (lines - 1) * 2 - 1
    both = []
    for y in (part_places(rows), np.arange(rows + 1.0)):
        u, v = np.meshgrid(x, y / rows * 2 - 1)
        both.append(np.stack([np.ones_like(u), u, v, u * v, u * u, v * v], axis=-1))
    return both[0], both[1]


def _surface(terms: Floats, value: Floats, weight: Floats) -> Floats:
    """The coefficients of the surface through values of which some are wrong: those count less and less."""
    value, weight = value.reshape(len(value), -1, 1), weight.reshape(len(weight), -1, 1)
    even = np.minimum(weight, 2 * np.median(weight, axis=1, keepdims=True))
    stiff = STIFF * np.maximum(even.sum(axis=1, keepdims=True), 1e-9)
    trust, coefficients = even, np.zeros((len(value), 6, 1))
    for _ in range(4):
        weighted = (terms * trust).transpose(0, 2, 1)
        coefficients = np.linalg.solve(weighted @ terms + stiff, weighted @ value)
        trust = even / (1 + ((value - terms @ coefficients) / WRONG) ** 2)
    return coefficients
