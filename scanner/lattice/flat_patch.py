"""A patch of the photo laid flat by a lattice, and how dark its lines are across."""

from dataclasses import dataclass
from functools import cache
from typing import cast

import cv2
import numpy as np

from scanner.frame import Frame
from scanner.image_pyramid import Pyramid
from scanner.light import bare_paper, strongest
from scanner.values import Floats, Ints, Pixels

PITCH = 32  # pixels of the flat patch to a cell
MARGIN = 0.5  # cells around the lattice
COARSE = 0.5  # pixels of the picture to a pixel of the flat patch, at least, where gaps are looked for
FINE = 0.9  # the same where lines are
ALONG = (0.125, 0.875)  # the stretch of a line that is looked at; the rest belongs to crossings and round corners
SAMPLE = 4  # pixels of the patch to a sample of its paper
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
class Flat:
    """The darkness of a frame and MARGIN around it laid flat, PITCH pixels to a cell."""

    frame: Frame
    dark: Pixels
    light: bool  # strokes and lines were wiped out: only tint is left, with light gaps for lines
    around: tuple[int, int]  # columns and rows of the frame on each side that lie around what is looked at
    strips: tuple[Floats, Floats]  # mean darkness along parts of rows, and of columns: (parts, pixels across), 0 to 1

    @property
    def size(self) -> tuple[int, int]:
        """How many columns and rows the frame has."""
        return self.frame.size

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
        by_row, by_column = _along(self.dark, rows), _along(self.dark.T, columns)
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
    pyramid: Pyramid, frame: Frame, step: float, light: bool = False, around: tuple[int, int] = (0, 0)
) -> Flat:
    """The frame with so many lines of cells around it laid flat.

    It is taken from the level that has at least `step` pixels to a pixel of the patch.
    """
    wide = frame.resized(*around, *around) if any(around) else frame
    rim, cells = MARGIN * PITCH, wide.size
    size = round(cells[0] * PITCH + 2 * rim), round(cells[1] * PITCH + 2 * rim)
    patch = pyramid.flat(wide, (rim, rim), PITCH, size, step * wide.pitch / frame.pitch)
    if light:  # strokes go; gaps, in which alone paper is seen, are widened so that a small picture shows them
        patch = cast(Pixels, cv2.morphologyEx(patch, cv2.MORPH_CLOSE, WIPE))
    dark = darkness(patch, cast(Pixels, cv2.dilate(patch, GAPS)) if light else patch)
    capped = np.minimum(dark, CAP)
    return Flat(wide, dark, light, around, (_along(capped, cells[1]), _along(capped.T, cells[0])))


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


def darkness(patch: Pixels, bright: Pixels) -> Pixels:
    """A flat patch as darkness against the paper around, 0 to 255; the paper is seen in `bright`."""
    height, width = patch.shape[:2]
    paper = bare_paper(bright, (width // SAMPLE, height // SAMPLE), PITCH // SAMPLE + 1, 5)
    paper = np.asarray(cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    return strongest(cv2.divide(cv2.subtract(paper, patch), cv2.convertScaleAbs(paper, beta=GROUND), scale=255))


def _along(dark: Pixels, rows: int) -> Floats:
    """The mean darkness along the parts of the lines in each row: (parts, pixels across)."""
    first, (begin, end) = int(MARGIN * PITCH), (int(share * PITCH) for share in ALONG)
    cells = dark[first : first + rows * PITCH].reshape(rows, PITCH, -1)[:, begin:end]
    parts = cells.reshape(rows * PARTS, (end - begin) // PARTS, -1)
    return np.asarray(parts.sum(axis=1, dtype=np.float32) / np.float32(255 * parts.shape[1]))


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
def _shifted(long: int, short: int) -> Ints:
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
