"""A photo to the sheets in it: corner marks found, each sheet's number read, everything laid flat.

The number's checksum proves the find, and tells which way up the sheet lies.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from q4.form import decode_bits, form
from scanner.decode import sharpened
from scanner.light import paper
from scanner.values import Photo, Pixels

Floats = NDArray[Any]  # of floating point numbers

LOOK = 1600  # pixels of the picture's longer side in which marks are sought
AROUND = 0.09  # of that side: the neighbourhood that a mark is darker than
DARKER = 22  # grey levels by which it is
FULL = 0.78  # share of its upright-most rectangle that a mark fills
SLIM = 1.9  # a mark's longer side per shorter one, seen askew
SMALLEST, LARGEST = 5, 90  # pixels of a mark's side
SIZE_OFF = 1.7  # how many times larger or smaller than the quadrilateral tells a mark may be, seen from one side
ALONE = 0.5  # share of the photo: beside a sheet that takes as much, no other one fits
HALVES = ((0.0, 0.55), (0.45, 1.0))
PARTS = [(x, y) for x in ((0.0, 1.0), *HALVES) for y in ((0.0, 1.0), *HALVES)][1:]  # of a photo, across and down
MOST = 32  # marks that are tried, the squarest first
TRIED = 400  # sets of four marks that are tried
NEAR = 8.0  # millimetres from where it should be that a mark at an edge is looked for
PX = 6  # pixels to a millimetre of the flat sheet
STEP = 8  # pixels of it between the places whose origin in the photo is computed
PITCH_PX = 18 * PX  # of a cell; what is narrower than 0.4 of it is ink, not paper


@dataclass(frozen=True, eq=False)
class Mark:
    """A dark square in the photo: its middle and side."""

    middle: tuple[float, float]
    side: float


@dataclass(frozen=True, eq=False)
class Found:
    """A sheet in a photo: its number, the homography from millimetres to pixels, how far each edge's middle bends."""

    number: int
    homography: Floats
    bends: Floats  # (4, 2): top, right, bottom, left, in pixels
    edges: int = 0  # how many marks were seen there

    def places(self, points: Floats) -> Floats:
        """Where points of the sheet (n, 2) lie in the photo."""
        own = form()
        flat = cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), self.homography)[0]
        (left, top), (right, bottom) = own.corners[0], own.corners[2]
        u, v = (points[:, :1] - left) / (right - left), (points[:, 1:] - top) / (bottom - top)
        bow_u, bow_v = 4 * u * (1 - u), 4 * v * (1 - v)
        above, beside, below, before = self.bends
        bent = bow_u * ((1 - v) * above + v * below) + bow_v * ((1 - u) * before + u * beside)
        return np.asarray(flat + bent)


@dataclass(frozen=True, eq=False)
class Flat:
    """The sheet laid flat, PX pixels to a millimetre: how dark each place is against its paper, 0 to 1."""

    pixels: Pixels  # BGR
    dark: Floats


def find(photo: Photo) -> tuple[Found, ...]:
    """Our own Q4 sheets in a photo, top to bottom, left to right; in all the pixels that help."""
    first = first_look(photo)
    sharp = photo if first else sharpened(photo, LOOK / max(photo.width, photo.height))
    found = [one for one in [first or first_look(sharp)] if one]
    if not found or _area(found[0]) < ALONE * photo.width * photo.height:  # others fit beside it
        found += _parts(sharpened(photo, 2 * LOOK / max(photo.width, photo.height)), found)
    kept: list[Found] = []
    for sheet in sorted(found, key=lambda sheet: -sheet.edges):  # corners of two sheets have no marks between them
        if not any(_over(sheet, other) or _over(other, sheet) for other in kept):
            kept.append(sheet)
    return tuple(sorted(kept, key=_reading_order))


def first_look(photo: Photo) -> Found | None:
    """One of them, in the pixels at hand."""
    scale = min(1.0, LOOK / max(photo.pixels.shape))
    grey = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    black = _black(np.asarray(small, np.uint8))
    sheet = _sheet(_marks(black), black)
    enlarge = np.diag([1 / scale / photo.scale] * 2 + [1.0])
    return sheet and replace(sheet, homography=enlarge @ sheet.homography, bends=sheet.bends * enlarge[0, 0])


def _parts(photo: Photo, known: list[Found]) -> list[Found]:
    """The sheets that stand in parts of a photo in which no known one lies."""
    middles, found = [_middle(sheet) for sheet in known if sheet.edges == len(form().edges)], []
    rows, columns = photo.pixels.shape[:2]
    for across, down in PARTS:
        if any(across[0] < x / photo.width < across[1] and down[0] < y / photo.height < down[1] for x, y in middles):
            continue
        left, top = (round(start * size) for start, size in ((across[0], columns), (down[0], rows)))
        part = np.ascontiguousarray(photo.pixels[top : round(down[1] * rows), left : round(across[1] * columns)])
        width, height = (round(size / photo.scale) for size in part.shape[1::-1])
        if seen := first_look(Photo(photo.name, photo.sha256, width, height, part)):
            move = np.array([[1, 0, left / photo.scale], [0, 1, top / photo.scale], [0, 0, 1]])
            found.append(replace(seen, homography=move @ seen.homography))
    return found


def _middle(sheet: Found) -> tuple[float, float]:
    own = form()
    x, y = sheet.places(np.array([[own.width / 2, own.height / 2]]))[0].tolist()
    return x, y


def _corners(sheet: Found) -> Floats:
    return sheet.places(np.array(form().corners)).astype(np.float32)


def _area(sheet: Found) -> float:
    return float(cv2.contourArea(_corners(sheet)))


def _over(sheet: Found, other: Found) -> bool:
    """Whether the middle of a sheet lies on another."""
    return cv2.pointPolygonTest(_corners(other), _middle(sheet), False) >= 0


def _reading_order(sheet: Found) -> tuple[int, float]:
    """By rows of a sheet's height, then from the left."""
    x, y = _middle(sheet)
    return int(y / np.sqrt(_area(sheet))), x


def _sheet(marks: list[Mark], black: Pixels) -> Found | None:
    """A sheet that four of the marks make, with its number; the one with most marks at its edges."""
    middles = np.array([mark.middle for mark in marks])
    best: Found | None = None
    for corners in _quadrilaterals(marks):
        for turn in range(4):
            sheet = _with_bends(_homography(np.roll(corners, turn, axis=0)), middles)
            number = _number(sheet, black)
            if number is not None and (best is None or sheet.edges > best.edges):
                best = replace(sheet, number=number)
        if best and best.edges == len(form().edges):
            break
    return best


def lay_flat(photo: Photo, found: Found) -> Flat:
    """The sheet as if it lay under a scanner."""
    own = form()
    across = np.linalg.norm(np.diff(found.places(np.array(own.corners[:2])), axis=0)) / (own.width - 16)
    photo = sharpened(photo, float(PX / across))
    width, height = round(own.width * PX), round(own.height * PX)
    x, y = np.meshgrid((np.arange(0, width + STEP, STEP) + 0.5) / PX, (np.arange(0, height + STEP, STEP) + 0.5) / PX)
    places = found.places(np.stack([x.ravel(), y.ravel()], 1)).reshape(*x.shape, 2)
    maps = fine(((places + 0.5) * photo.scale - 0.5).astype(np.float32), width, height)
    pixels = photo.pixels
    shrink = int(across * photo.scale / PX / 1.3)
    if shrink > 1:
        pixels = np.asarray(cv2.resize(pixels, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA))
        maps = (maps + 0.5) / np.float32(shrink) - np.float32(0.5)
    flat = cv2.remap(pixels, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    even = cv2.divide(flat, paper(np.asarray(flat, np.uint8), PITCH_PX), scale=255)
    blue, green, red = cv2.split(even)
    dark = 1 - cv2.min(cv2.min(blue, green), red).astype(np.float32) / 255
    return Flat(np.asarray(flat, np.uint8), dark)


def fine(coarse: Floats, width: int, height: int) -> Floats:
    """A map that is given at every STEP-th pixel, at every pixel."""
    x, y = np.meshgrid(np.arange(width, dtype=np.float32) / STEP, np.arange(height, dtype=np.float32) / STEP)
    return np.asarray(cv2.remap(coarse, x, y, cv2.INTER_LINEAR))


def _black(grey: Pixels) -> Pixels:
    """What is darker than its surroundings: 1 or 0."""
    reach = round(AROUND * max(grey.shape)) | 1
    return np.asarray(cv2.adaptiveThreshold(
        grey, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, reach, DARKER
    ), np.uint8)  # fmt: skip


def _marks(black: Pixels) -> list[Mark]:
    """Dark squares, the squarest first."""
    outlines, nested = cv2.findContours(black, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    found = []
    for outline, (_, _, _, outer) in zip(outlines, nested[0] if len(outlines) else (), strict=True):
        if outer >= 0:  # the outline of a hole
            continue
        _, (one, other), _ = cv2.minAreaRect(outline)
        short, long = sorted((one + 1, other + 1))
        if short < SMALLEST or long > LARGEST or long > SLIM * short:
            continue
        full = (cv2.contourArea(outline) + len(outline) / 2) / (short * long)
        if full > FULL:
            moments = cv2.moments(outline)
            middle = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
            found.append((full, Mark(middle, float(np.sqrt(short * long)))))
    found.sort(key=lambda item: -item[0])
    return [mark for _, mark in found[:MOST]]


def _quadrilaterals(marks: list[Mark]) -> Floats:
    """Four marks each that may be the corners (n, 4, 2), clockwise, those first whose size fits their distance."""
    own = form()
    size = own.corner_mark / np.sqrt((own.corners[2][0] - own.corners[0][0]) * (own.corners[2][1] - own.corners[0][1]))
    if len(marks) < 4:
        return np.zeros((0, 4, 2))
    groups = np.array(list(combinations(range(len(marks)), 4)))
    points = np.array([mark.middle for mark in marks])[groups]
    away = points - points.mean(axis=1, keepdims=True)
    order = np.argsort(np.arctan2(away[..., 1], away[..., 0]), axis=1)
    points = np.take_along_axis(points, order[..., None], axis=1)
    along = np.roll(points, -1, axis=1) - points
    after = np.roll(along, -1, axis=1)
    turns = along[..., 0] * after[..., 1] - along[..., 1] * after[..., 0]
    one, two = points[:, 2] - points[:, 0], points[:, 3] - points[:, 1]
    area = np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2
    sides = np.array([mark.side for mark in marks])[groups] / (size * np.sqrt(area) + 1e-9)[:, None]
    likely = (turns > 0).all(axis=1) & (sides.max(axis=1) < SIZE_OFF) & (sides.min(axis=1) > 1 / SIZE_OFF)
    chosen = np.flatnonzero(likely)
    order = np.argsort(np.abs(np.log(sides[chosen].mean(axis=1))), kind="stable")
    return np.asarray(points[chosen[order[:TRIED]]])


def _homography(corners: Floats) -> Floats:
    return np.asarray(cv2.getPerspectiveTransform(np.array(form().corners, np.float32), corners.astype(np.float32)))


def _number(sheet: Found, black: Pixels) -> int | None:
    """The number that the squares of the code show; None where they show none."""
    places = np.rint(sheet.places(np.array([box.middle for box in form().code]))).astype(int)
    if (places < 0).any() or (places >= black.shape[::-1]).any():
        return None
    return decode_bits(tuple(int(bit) for bit in black[places[:, 1], places[:, 0]]))


def _with_bends(homography: Floats, middles: Floats) -> Found:
    """The sheet with its edges bent as the marks at their middles show, where such marks are near by."""
    own = form()
    expected = cv2.perspectiveTransform(np.array(own.edges, np.float64)[None], homography)[0]
    ends = cv2.perspectiveTransform(np.array(own.corners, np.float64)[None], homography)[0]
    unit = float(np.linalg.norm(ends[2] - ends[0])) / float(np.hypot(own.width, own.height))
    away = middles[None] - expected[:, None]
    nearest = np.linalg.norm(away, axis=2).argmin(axis=1)
    bends = away[np.arange(4), nearest]
    near = np.linalg.norm(bends, axis=1) <= NEAR * unit
    bends[~near] = 0
    return Found(0, homography, bends, int(near.sum()))
