"""From a rough lattice to nodes measured on the lines themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from scanner.frame import Frame, between_samples, fit_frame, polynomials, unit_nodes
from scanner.image_pyramid import Pyramid
from scanner.lattice.flat_patch import (
    COARSE,
    FINE,
    PARTS,
    PITCH,
    Flat,
    fits,
    laid_flat,
    median,
    part_places,
    seen,
)
from scanner.lattice.outline import outline_shifts
from scanner.lattice.robust_fit import robust_fit
from scanner.values import Floats

Pair = tuple[Floats, Floats]  # of upright and level lines, or of shifts across and down

HALF = int(0.17 * PITCH)  # pixels compared to either side of a supposed line
NEARBY = 0.1  # cells that nodes lie off their lines where these are seen clearly enough at first sight
FIRST, SECOND = 0.08, 0.04  # cells that lines typically lie from where they are expected, round by round
COMMON = int(0.15 * PITCH)  # pixels that all lines may lie from where they are expected
STROKES = 0.2  # cells from a line from which on letters are likelier than lines
BARE = 0.8  # weight of bare paper beside that of lines: a gap between two rows of letters is symmetric, too
LOCAL = 0.7  # how much of a line's own deviation is followed: all of it would follow letters too
WRONG = 0.02  # cells off the surface from which on a line counts less than half
STIFF = np.diag([1e-3, 1e-2, 1e-2, 3e-2, 3e-2, 3e-2])  # how little its terms are believed, for the weight of all


@dataclass(frozen=True, eq=False)
class Refined:
    """A frame whose nodes lie on lines, and how it was found."""

    frame: Frame
    flat: Flat  # the frame before it laid flat with one more line of cells all around
    shifts: Pair  # how far nodes were moved from there, in cells, (rows + 1, columns + 1) each


def refine(pyramid: Pyramid, frame: Frame, light: bool) -> Refined:
    """Move the nodes of a lattice onto its lines; the outline goes along with the inner lines."""
    return refine_flat(pyramid, laid_flat(pyramid, frame, COARSE, light))


def refine_flat(pyramid: Pyramid, flat: Flat) -> Refined:
    """The same for a frame that was laid flat before."""
    nearer = _moved(flat, _onto_lines(flat, FIRST))
    frame = fit_frame(nearer.nodes)  # afresh: what lies outside is seen where these nodes predict it
    wide = laid_flat(pyramid, frame, COARSE if flat.light else FINE, flat.light, (1, 1))
    shifts = _onto_lines(wide.inner(), SECOND)
    return Refined(_moved(wide.inner(), shifts), wide, shifts)


def settled(flat: Flat) -> Refined | None:
    """The same in one go, where nodes lie on their lines but for a small part of a cell; None where they do not."""
    shifts = _onto_lines(flat, FIRST)
    return Refined(_moved(flat, shifts), flat, shifts) if np.abs(shifts).max() < NEARBY else None


def with_outline(pyramid: Pyramid, refined: Refined) -> Frame:
    """Move the outline of a refined lattice to the outer edge of its line, or of its tiles where gaps are light."""
    flat, (across, down) = refined.flat.inner(), refined.shifts
    if flat.light:  # edges of tinted cells are looked for closely around where they should be
        flat = laid_flat(pyramid, refined.frame, FINE, light=True)
        across, down = np.zeros_like(across), np.zeros_like(down)
    expected = _at_parts(across), _at_parts(down.T)
    aside = [np.round(PITCH * places).astype(np.int64) for places in expected]
    rest = expected[0] - aside[0] / PITCH, expected[1] - aside[1] / PITCH
    outlines = _both(flat.uncapped(*aside), lambda profiles, rest: outline_shifts(profiles, rest, flat.light), rest)
    return _moved(flat, (_on_outline(across, outlines[0]), _on_outline(down.T, outlines[1].T).T))


def _at_parts(shifts: Floats) -> Floats:
    """Pair of the nodes of upright lines as shifts of the parts of their lines."""
    places = part_places(len(shifts) - 1)
    above, share = places.astype(int), places[:, None] % 1
    return np.asarray(shifts[above] * (1 - share) + shifts[above + 1] * share)


def _on_outline(shifts: Floats, outer: Floats) -> Floats:
    """The shifts, those of the first and the last line with what is told of the outline."""
    return np.column_stack([shifts[:, 0] + outer[:, 0], shifts[:, 1:-1], shifts[:, -1] + outer[:, -1]])


def _onto_lines(flat: Flat, spread: float) -> Pair:
    """How far nodes have to move onto lines that typically lie `spread` cells from where they are."""
    profiles, middle = (flat.gaps(), _dip) if flat.light else (flat.profiles(), _axis)
    return _both(profiles, lambda profiles: _inner_shifts(profiles, spread, middle))


def _both(profiles: Pair, shifts: Callable[..., Floats], *more: Pair) -> Pair:
    """What is found for upright and for level lines, in one go where they are as many: shifts across and down."""
    if profiles[0].shape == profiles[1].shape:
        across, down = shifts(*(np.stack(pair) for pair in (profiles, *more)))
    else:
        across, down = (shifts(*(pair[way][None] for pair in (profiles, *more)))[0] for way in (0, 1))
    return across, down.T


def _moved(flat: Flat, shifts: Pair) -> Frame:
    """The frame that was laid flat with each node moved across and down by so many cells."""
    frame = flat.frame
    units = unit_nodes(*flat.size) + np.stack(shifts, axis=-1)
    return Frame(frame.homography, frame.place(units) - frame.nodes + frame.bend)


def _inner_shifts(profiles: Floats, spread: float, middle: Callable[[Floats], float]) -> Floats:
    """How far each node has to move across its line, in cells; the outline goes along with the inner lines.

    Takes (n, parts, lines, samples) and gives (n, rows + 1, lines). LineMap that are nan are not seen.
    """
    rows, lines = profiles.shape[1] // PARTS, profiles.shape[2]
    typical = np.stack([median(seen(some[:, 1:-1]), axis=0) for some in profiles])
    found, weight = _places(np.nan_to_num(profiles), typical, spread, middle)
    at_lines, at_nodes = _terms(lines, rows)
    surface = _surface(at_lines[:, 1:-1].reshape(-1, 6), found[..., 1:-1], weight[..., 1:-1])
    nodes = np.asarray((at_nodes.reshape(-1, 6) @ surface).reshape(-1, rows + 1, lines))
    own = found - (at_lines.reshape(-1, 6) @ surface).reshape(found.shape)
    nodes[..., 1:-1] += LOCAL * to_nodes(np.where(weight > 0, own, 0))[..., 1:-1]
    return nodes


def to_nodes(own: Floats) -> Floats:
    """Values on the parts of lines as values at the nodes, each the mean of the parts that end there."""
    ends = own[:, :1], (own[:, PARTS - 1 : -1 : PARTS] + own[:, PARTS::PARTS]) / 2, own[:, -1:]
    return np.concatenate(ends, axis=1)


def _places(
    profiles: Floats, typical: Floats, spread: float, middle: Callable[[Floats], float]
) -> tuple[Floats, Floats]:
    """For each line where the typical inner line fits it best, in cells from where it is expected, and how well."""
    count = profiles.shape[3]
    axis = np.array([middle(profile) for profile in typical])
    wanted = np.stack([_template(profile, place) for profile, place in zip(typical, axis, strict=True)])
    wanted *= 2 / np.maximum((wanted * wanted).sum(axis=1, keepdims=True), 1e-9)
    fit = np.stack([fits(profiles, profile) for profiles, profile in zip(profiles, wanted, strict=True)])
    shifts = np.arange(fit.shape[3])
    offset = (shifts + HALF - count / 2) / PITCH
    common = (axis[:, None] + 0.5 - count / 2) / PITCH
    likely = np.exp(-0.5 * ((offset - common) / spread) ** 2)
    score = fit * likely[:, None, None]
    best = np.clip(score.argmax(axis=3), 1, len(shifts) - 2)[..., None]
    left, here, right = (np.take_along_axis(score, best + d, 3)[..., 0] for d in (-1, 0, 1))
    exact = offset[best[..., 0]] + between_samples(left, here, right) / PITCH
    return exact, np.clip(here, 0, 1.5)


def _template(typical: Floats, axis: float) -> Floats:
    """A line's profile made symmetric about its middle, with mean 0."""
    away, places = np.arange(2 * HALF) + 0.5 - HALF, np.arange(len(typical))
    both = np.interp(axis + away, places, typical) + np.interp(axis - away, places, typical)
    return np.asarray(both - both.mean())


def _axis(typical: Floats) -> float:
    """The place in the typical line's profile about which it is most nearly symmetric: the lines' common middle."""
    away = (np.arange(len(typical)) + 0.5 - len(typical) / 2) / PITCH
    rest = np.where(typical > typical.mean(), 1.0, BARE) * (typical - typical.mean())
    rest *= np.exp(-0.5 * (away / STROKES) ** 2)
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
    """The terms of a quadratic surface over the lattice, at the parts of its lines and at its nodes."""
    size = np.array([lines - 1, rows])
    places = (np.stack(np.meshgrid(np.arange(lines), y), axis=-1) for y in (part_places(rows), np.arange(rows + 1.0)))
    at_lines, at_nodes = (polynomials(at / size * 2 - 1, 2) for at in places)
    return at_lines, at_nodes


def _surface(terms: Floats, value: Floats, weight: Floats) -> Floats:
    """The coefficients of the surface through values of which some are wrong; none counts for more than two."""
    value, weight = value.reshape(len(value), -1, 1), weight.reshape(len(weight), -1)
    even = np.minimum(weight, 2 * median(weight, axis=1)[:, None])
    stiff = STIFF * np.maximum(even.sum(axis=1), 1e-9)[:, None, None]
    return robust_fit(terms, value, even, stiff, WRONG)
