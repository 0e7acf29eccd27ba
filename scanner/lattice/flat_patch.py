"""A patch of the photo laid flat by a lattice, and how dark its lines are across."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.image_pyramid import Pyramid
from scanner.values import Pixels

Floats = NDArray[Any]  # of floating point numbers
Ints = NDArray[np.int64]

PITCH = 32  # pixels of the flat patch to a cell
STEP = 4  # pixels of the patch between those that are placed exactly
MARGIN = 0.5  # cells around the lattice
COARSE = 0.5  # pixels of the picture to a pixel of the flat patch, at least, where gaps are looked for
FINE = 0.9  # the same where lines are
ALONG = (
    0.125,
    0.875,
)  # the stretch of a line that is looked at; the rest belongs to the crossings and to round corners
GROUND = 16  # added to the paper's brightness, so that noise on black is not taken for ink
CAP = 76  # of 255: darker than this does not make a line more of a line
WIPE = np.ones((9, 9), np.uint8)  # wider than strokes, narrower than cells
GAPS = np.ones((3, 3), np.uint8)  # what widens gaps so far that they are not lost in a small picture
PARTS = 2  # a line is measured in so many parts
ACROSS = 0.3  # cells to either side of a line
SPOT = 5  # pixels of the spots in a cell's corners where its tint is looked at
CORNERS = np.array([0.2, 0.8])  # cells
UNLIKE = 0.5  # of the deeper tint of two cells: where theirs differ by more, and by more than chance, they are unlike
NOISE = 0.012  # difference in darkness between two cells that is chance
FAINTEST = 0.4  # of the usual tint: fainter ones are not deepened


@dataclass(frozen=True, eq=False)
class Frame:
    """Where the lattice lies: a homography from cell units to pixels, and what the nodes differ from it."""

    homography: Floats
    bend: Floats  # (rows + 1, columns + 1, 2) pixels

    @cached_property
    def nodes(self) -> Floats:
        """The pixel position of each node."""
        rows, columns = self.bend.shape[:2]
        return self.raster(np.arange(float(columns)), np.arange(float(rows))).transpose(1, 2, 0)

    def raster(self, xs: Floats, ys: Floats) -> Floats:
        """Pixel positions of all points with these places across and down, in cell units: (2, down, across)."""
        h, y = self.homography.astype(xs.dtype)[..., None, None], ys[:, None]
        depth = h[2, 0] * xs + (h[2, 1] * y + h[2, 2])
        straight = (h[:2, 0] * xs + (h[:2, 1] * y + h[:2, 2])) / depth
        return cast(Floats, straight + spread(self.bend.transpose(2, 0, 1), xs, ys))

    def place(self, units: Floats) -> Floats:
        """Pixel positions of points given in cell units."""
        flat = units.reshape(-1, 1, 2)
        straight = cv2.perspectiveTransform(flat, self.homography).reshape(units.shape)
        return cast(Floats, straight + bilinear(self.bend, units))

    def scaled(self, factor: float) -> "Frame":
        """The same frame in a picture so many times as large."""
        return Frame(np.diag([factor, factor, 1.0]) @ self.homography, self.bend * factor)

    def resized(self, left: int, top: int, right: int, bottom: int) -> "Frame":
        """The frame with so many more lines of cells on each side, fewer where negative."""
        rows, columns = self.bend.shape[0] - 1, self.bend.shape[1] - 1
        xs, ys = np.arange(-left, columns + right + 1.0), np.arange(-top, rows + bottom + 1.0)
        shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], float)
        return Frame(self.homography @ shift, spread(self.bend.transpose(2, 0, 1), xs, ys).transpose(1, 2, 0))

    def turned(self) -> "Frame":
        """The frame with columns and rows exchanged."""
        swap = np.array([[0, 1, 0], [1, 0, 0], [0, 0, 1]], float)
        return Frame(self.homography @ swap, self.bend.transpose(1, 0, 2))

    @cached_property
    def pitch(self) -> float:
        """The typical side of a cell in pixels."""
        nodes = self.nodes
        across, down = nodes[:, 1:] - nodes[:, :-1], nodes[1:] - nodes[:-1]
        lengths = [np.sqrt(np.einsum("...i,...i", steps, steps)).mean() for steps in (across, down)]
        return float(np.sqrt(lengths[0] * lengths[1]))


@cache
def unit_nodes(columns: int, rows: int) -> Floats:
    """The nodes of a lattice in cell units: (rows + 1, columns + 1, 2)."""
    nodes = np.stack(np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0)), axis=-1)
    nodes.flags.writeable = False  # they are kept
    return nodes


def spread(values: Floats, xs: Floats, ys: Floats) -> Floats:
    """Values given at the nodes, at all points with these places across and down; constant beyond the outline."""
    down, across = _shares(ys, values.shape[1]), _shares(xs, values.shape[2])
    return cast(Floats, down @ values.astype(xs.dtype) @ across.T)


def _shares(places: Floats, nodes: int) -> Floats:
    """How much each node counts at each place along a line; beyond the outline only the last one does."""
    away = np.clip(places, 0, nodes - 1)[:, None] - np.arange(nodes, dtype=places.dtype)
    return cast(Floats, np.maximum(1 - np.abs(away), 0))


def bilinear(values: Floats, units: Floats) -> Floats:
    """Values given at the nodes, at points in cell units; constant beyond the outline."""
    rows, columns = values.shape[0] - 1, values.shape[1] - 1
    x, y = np.clip(units[..., 0], 0, columns), np.clip(units[..., 1], 0, rows)
    left, top = np.minimum(x.astype(int), columns - 1), np.minimum(y.astype(int), rows - 1)
    fx, fy = (x - left)[..., None], (y - top)[..., None]
    upper = values[top, left] * (1 - fx) + values[top, left + 1] * fx
    lower = values[top + 1, left] * (1 - fx) + values[top + 1, left + 1] * fx
    return cast(Floats, upper * (1 - fy) + lower * fy)


def fit_frame(nodes: Floats) -> Frame:
    """The frame through given nodes."""
    units = unit_nodes(nodes.shape[1] - 1, nodes.shape[0] - 1)
    homography, _ = cv2.findHomography(units.reshape(-1, 2), nodes.reshape(-1, 2))
    straight = cv2.perspectiveTransform(units.reshape(-1, 1, 2), homography).reshape(units.shape)
    return Frame(np.asarray(homography), nodes - straight)


@dataclass(frozen=True, eq=False)
class Flat:
    """The darkness of a frame and MARGIN around it laid flat, PITCH pixels to a cell."""

    frame: Frame
    dark: Pixels
    light: bool  # strokes and lines were wiped out: only tint is left, with light gaps for lines
    around: tuple[int, int]  # columns and rows of the frame on each side that lie around what is looked at
    strips: tuple[
        Floats, Floats
    ]  # mean darkness along the parts of rows, and of columns: (parts, pixels across), 0 to 1

    @property
    def size(self) -> tuple[int, int]:
        """How many columns and rows the frame has."""
        return self.frame.bend.shape[1] - 1, self.frame.bend.shape[0] - 1

    def part(self, left: int, top: int, columns: int, rows: int) -> "Flat":
        """So many columns and rows of it, the first cell being this one."""
        across, down = self.size
        frame = self.frame.resized(-left, -top, left + columns - across, top + rows - down)
        x, y = left * PITCH, top * PITCH
        wide, high = (round((count + 2 * MARGIN) * PITCH) for count in (columns, rows))
        by_row = self.strips[0][top * PARTS : (top + rows) * PARTS, x : x + wide]
        by_column = self.strips[1][left * PARTS : (left + columns) * PARTS, y : y + high]
        return Flat(frame, self.dark[y : y + high, x : x + wide], self.light, (0, 0), (by_row, by_column))

    def inner(self) -> "Flat":
        """It without what lies around."""
        (columns, rows), (left, top) = self.size, self.around
        return self.part(left, top, columns - 2 * left, rows - 2 * top)

    def profiles(self) -> tuple[Floats, Floats]:
        """Across each part of each upright line its mean darkness, and the same of level lines.

        Both are (parts, lines, samples). Darkness is capped: a line is seen by its length, and a bold stroke that
        touches it must not outweigh it.
        """
        columns, rows = self.size
        return across(self.strips[0], columns + 1), across(self.strips[1], rows + 1)

    def uncapped(self, right: Ints, down: Ints) -> tuple[Floats, Floats]:
        """The same with darkness as it is, 0 to 1, each part of each line so many pixels farther right, or down."""
        columns, rows = self.size
        by_row, by_column = _strips(self.dark, columns, rows)
        return across(by_row, columns + 1, aside=right), across(by_column, rows + 1, aside=down)

    def gaps(self) -> tuple[Floats, Floats]:
        """The profiles of light gaps, as if all cells were of the same tint; nan between cells of different tints.

        Where tints differ there is a step, and whether a gap lies in it cannot be seen: colours run into each other.
        """
        upright, level = self.profiles()
        tint, (left, top) = tints(self.dark, *self.size), self.around
        usual = max(float(median(tint[top : len(tint) - top, left : tint.shape[1] - left])), 1 / 255)
        return _evened(upright, tint, usual), _evened(level, tint.T, usual)


def _evened(profiles: Floats, tint: Floats, usual: float) -> Floats:
    """Profiles of upright lines as they would be between cells of the usual tint; nan between unlike cells."""
    sides = np.pad(tint, ((0, 0), (1, 1)), mode="edge")
    low, high = np.minimum(sides[:, :-1], sides[:, 1:]), np.maximum(sides[:, :-1], sides[:, 1:])
    scale = np.where(high - low > UNLIKE * high + NOISE, np.nan, usual / np.maximum((low + high) / 2, FAINTEST * usual))
    return cast(Floats, profiles * np.repeat(scale, PARTS, axis=0)[..., None].astype(profiles.dtype))


def laid_flat(
    pyramid: Pyramid,
    frame: Frame,
    step: float,
    light: bool = False,
    around: tuple[int, int] = (0, 0),
) -> Flat:
    """The frame with so many lines of cells around it laid flat.

    It is taken from the level that has at least `step` pixels to a pixel of the patch.
    """
    level = pyramid.above(max(pyramid.level(0).shape[:2]) * step * PITCH / frame.pitch)
    wide = frame.resized(*around, *around) if any(around) else frame
    patch = flatten(pyramid.level(level), wide.scaled(0.5**level))
    dark = _tinted(cv2.morphologyEx(patch, cv2.MORPH_CLOSE, WIPE)) if light else darkness(patch)
    return Flat(
        wide, dark, light, around, _strips(np.minimum(dark, CAP), wide.bend.shape[1] - 1, wide.bend.shape[0] - 1)
    )


def tints(dark: Pixels, columns: int, rows: int) -> Floats:
    """How dark each cell is near its corners, where a circle leaves the paper bare, 0 to 1: (rows, columns)."""
    smooth = cv2.blur(dark, (SPOT, SPOT))
    x, y = ((np.arange(count)[:, None] + CORNERS).ravel() for count in (columns, rows))
    at_x, at_y = (((values + MARGIN) * PITCH).astype(int) for values in (x, y))
    spots = smooth[np.ix_(at_y, at_x)].reshape(rows, 2, columns, 2).transpose(0, 2, 1, 3).reshape(rows, columns, 4)
    return median(spots / 255, axis=2)


def crossings(dark: Pixels, columns: int, rows: int) -> Floats:
    """How dark it is where lines cross at the corners of each cell, 0 to 1: (rows, columns)."""
    lightest = cv2.erode(dark, GAPS, iterations=2)
    x, y = (((np.arange(count + 1) + MARGIN) * PITCH).astype(int) for count in (columns, rows))
    nodes = lightest[np.ix_(y, x)] / 255
    return median(np.stack([nodes[1:, 1:], nodes[1:, :-1], nodes[:-1, 1:], nodes[:-1, :-1]]), axis=0)


def darkness(patch: Floats) -> Pixels:
    """A flat patch as darkness against the paper around, 0 to 255; the strongest of the three colours."""
    return _against(cv2.resize(patch, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), patch)


def _tinted(patch: Floats) -> Pixels:
    """The same where the paper between cells is seen in narrow gaps only."""
    return _against(cv2.resize(cv2.dilate(patch, GAPS), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), patch)


def _against(small: Floats, patch: Floats) -> Pixels:
    """The darkness of a patch against the paper in a picture of it a quarter as large."""
    side = PITCH // 4 + 1
    paper = cv2.blur(cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)), (5, 5))
    paper = cv2.resize(paper, (patch.shape[1], patch.shape[0]), interpolation=cv2.INTER_LINEAR)
    share = cv2.divide(cv2.subtract(paper, patch), cv2.convertScaleAbs(paper, alpha=1, beta=GROUND), scale=255)
    blue, green, red = cv2.split(share)
    return cast(Pixels, cv2.max(cv2.max(blue, green), red))


def flatten(picture: Pixels, frame: Frame) -> Pixels:
    """The lattice and a margin as a flat patch, PITCH pixels to a cell."""
    rows, columns = frame.bend.shape[0] - 1, frame.bend.shape[1] - 1
    wide, high = (round((count + 2 * MARGIN) * PITCH) for count in (columns, rows))
    xs, ys = (np.arange(-STEP / 2, size + STEP, STEP) / PITCH - MARGIN for size in (wide, high))
    at_x, at_y = (frame.raster(xs, ys) - 0.5).astype(np.float32)  # the first pixel's middle is 0 to OpenCV
    coarse = cv2.merge([at_x, at_y])
    spots = cv2.resize(coarse, None, fx=STEP, fy=STEP, interpolation=cv2.INTER_LINEAR)
    spots = spots[STEP : STEP + high, STEP : STEP + wide]
    return cast(Pixels, cv2.remap(picture, spots, cast(Any, None), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _strips(dark: Pixels, columns: int, rows: int) -> tuple[Floats, Floats]:
    """The mean darkness along the parts of rows, and of columns, 0 to 1."""
    values = dark.astype(np.float32)
    return _stretches(rows) @ values, _stretches(columns) @ values.T


@cache
def _stretches(rows: int) -> Floats:
    """What means over the parts of the lines along each row are made with: (parts, pixels down)."""
    first, last = int(ALONG[0] * PITCH), int(ALONG[1] * PITCH)
    long = (last - first) // PARTS
    begins = (int(MARGIN * PITCH) + first + np.arange(rows)[:, None] * PITCH + np.arange(PARTS) * long).reshape(-1, 1)
    pixels = np.arange(round((rows + 2 * MARGIN) * PITCH))
    return ((pixels >= begins) & (pixels < begins + long)).astype(np.float32) / (255 * long)


def across(strips: Floats, lines: int, begin: float = MARGIN, aside: Ints | None = None) -> Floats:
    """The profiles of so many lines a cell apart, the first `begin` cells from the patch's edge, or pixels aside."""
    half = int(ACROSS * PITCH)
    samples = int(begin * PITCH) + np.arange(lines)[:, None] * PITCH + np.arange(-half, half)
    if aside is None:
        return np.asarray(strips[:, samples])
    return np.asarray(strips[np.arange(len(strips))[:, None, None], samples + aside[..., None]])


def part_places(rows: int) -> Floats:
    """Where along the lattice the parts of its lines lie, in cells."""
    part = (ALONG[1] - ALONG[0]) / PARTS
    inside = ALONG[0] + part * (np.arange(PARTS) + 0.5)
    return cast(Floats, (np.arange(rows)[:, None] + inside[None]).ravel())


def fits(profile: Floats, wanted: Floats) -> Floats:
    """How well a shorter profile fits each of the given ones at every shift: the sums of products."""
    padded = np.append(wanted, 0).astype(profile.dtype)
    return cast(Floats, profile @ padded[_shifted(profile.shape[-1], len(wanted))])


@cache
def _shifted(long: int, short: int) -> NDArray[np.int64]:
    """Which item of a short row lies at each place of a long one at every shift; `short` where none does."""
    item = np.arange(long)[:, None] - np.arange(long - short + 1)
    return np.where((item >= 0) & (item < short), item, short)


def seen(lines: Floats) -> Floats:
    """The profiles of the lines that are not nan, (lines, samples); a bare one where none is."""
    rows = lines.reshape(-1, lines.shape[-1])
    known = rows[~np.isnan(rows[:, 0])]
    return known if len(known) else np.zeros_like(rows[:1])


def median(values: Floats, axis: int | None = None) -> Floats:
    """The median, in a fraction of the time that NumPy's own takes for few values."""
    ordered = np.sort(values, axis=axis)
    count = ordered.shape[axis or 0]
    low, high = ordered.take((count - 1) // 2, axis or 0), ordered.take(count // 2, axis or 0)
    return np.asarray((low + high) / 2)
