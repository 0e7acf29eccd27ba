"""A patch of the photo laid flat by a lattice, and how dark its walls are across."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.lattice.pyramid import Pyramid
from scanner.values import Pixels

Floats = NDArray[Any]  # of floating point numbers

PITCH = 32  # pixels of the flat patch to a cell
STEP = 4  # pixels of the patch between those that are placed exactly
MARGIN = 0.5  # cells around the lattice
COARSE = 0.5  # pixels of the picture to a pixel of the flat patch, at least, while nodes are still far off
ALONG = (
    0.125,
    0.875,
)  # the stretch of a wall that is looked at; the rest belongs to the crossings and to round corners
GROUND = 16  # added to the paper's brightness, so that noise on black is not taken for ink
CAP = 76  # of 255: darker than this does not make a wall more of a wall
WIPE = np.ones((9, 9), np.uint8)  # wider than strokes, narrower than cells
PARTS = 2  # a wall is measured in so many parts
ACROSS = 0.3  # cells to either side of a wall


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
        across, down = np.diff(nodes, axis=1), np.diff(nodes, axis=0)
        return float(np.sqrt(np.median(np.hypot(*across.T)) * np.median(np.hypot(*down.T))))


def unit_nodes(columns: int, rows: int) -> Floats:
    """The nodes of a lattice in cell units: (rows + 1, columns + 1, 2)."""
    return np.stack(np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0)), axis=-1)


def spread(values: Floats, xs: Floats, ys: Floats) -> Floats:
    """Values given at the nodes, at all points with these places across and down; constant beyond the rim."""
    down, across = _shares(ys, values.shape[1]), _shares(xs, values.shape[2])
    return cast(Floats, down @ values.astype(xs.dtype) @ across.T)


def _shares(places: Floats, nodes: int) -> Floats:
    """How much each node counts at each place along a line; beyond the rim only the last one does."""
    away = np.clip(places, 0, nodes - 1)[:, None] - np.arange(nodes, dtype=places.dtype)
    return cast(Floats, np.maximum(1 - np.abs(away), 0))


def bilinear(values: Floats, units: Floats) -> Floats:
    """Values given at the nodes, at points in cell units; constant beyond the rim."""
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
    light: bool  # strokes and lines were wiped out: only tint is left, with light gaps for walls

    def part(self, left: int, top: int, columns: int, rows: int) -> "Flat":
        """So many columns and rows of it, the first cell being this one."""
        down, across = self.frame.bend.shape[0] - 1, self.frame.bend.shape[1] - 1
        frame = self.frame.resized(-left, -top, left + columns - across, top + rows - down)
        x, y = left * PITCH, top * PITCH
        wide, high = (round((count + 2 * MARGIN) * PITCH) for count in (columns, rows))
        return Flat(frame, self.dark[y : y + high, x : x + wide], self.light)


def laid_flat(pyramid: Pyramid, frame: Frame, step: float, light: bool = False) -> Flat:
    """The frame laid flat from the level that has at least `step` pixels to a pixel of the patch."""
    level = pyramid.above(max(pyramid.level(0).shape[:2]) * step * PITCH / frame.pitch)
    patch = flatten(pyramid.level(level), frame.scaled(0.5**level))
    return Flat(frame, darkness(cv2.morphologyEx(patch, cv2.MORPH_CLOSE, WIPE) if light else patch), light)


def darkness(patch: Floats) -> Pixels:
    """A flat patch as darkness against the paper around, 0 to 255; the strongest of the three colours."""
    small = cv2.resize(patch, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
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


def profiles(dark: Pixels, columns: int, rows: int, cap: int = CAP) -> Floats:
    """Across each part of each upright wall its mean darkness, 0 to 1: (rows * PARTS, columns + 1, samples).

    Darkness is capped: a wall is seen by its length, and a bold stroke that touches it must not outweigh it.
    """
    half = int(ACROSS * PITCH)
    edge = int(MARGIN * PITCH)
    first, last = int(ALONG[0] * PITCH), int(ALONG[1] * PITCH)
    body = dark[edge : edge + rows * PITCH].reshape(rows, PITCH, -1)[:, first:last]
    body = body.reshape(rows * PARTS, (last - first) // PARTS, -1)
    window = edge + np.arange(columns + 1)[:, None] * PITCH + np.arange(-half, half)[None]
    mean: Floats = np.minimum(body, cap).mean(axis=1, dtype=np.float32) / 255
    return np.asarray(mean[:, window])


def part_places(rows: int) -> Floats:
    """Where along the lattice the parts of its walls lie, in cells."""
    part = (ALONG[1] - ALONG[0]) / PARTS
    inside = ALONG[0] + part * (np.arange(PARTS) + 0.5)
    return cast(Floats, (np.arange(rows)[:, None] + inside[None]).ravel())


def fits(profile: Floats, wanted: Floats) -> Floats:
    """How well a shorter profile fits each of the given ones at every shift: the sums of products."""
    shifts = profile.shape[-1] - len(wanted)
    padded = np.pad(wanted, shifts)
    return cast(Floats, profile @ np.lib.stride_tricks.sliding_window_view(padded, profile.shape[-1])[::-1].T)
