"""A sheet of another print laid flat by its letter grid, and the play grid found in that view.

The 6 x 6 letter grid is plain and always found first. Laid flat by it, everything else on the sheet stands upright, and
the play grid is where closed squares of one size, white or black, stand in four rows of four.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from q4.board import CELLS, SIDE
from q4.form import Box
from q4.record import LETTER_SIDE
from scanner import geometry
from scanner.light import paper
from scanner.values import Lattice, Photo, Pixels

Floats = NDArray[Any]  # of floating point numbers

UNIT = 56  # pixels of the flat view to a cell of the letter grid
REACH = 24  # cells of the letter grid beyond it that may still be sheet
INK = 0.16  # how much darker than paper a printed line is at least
PIECE, BREAK, LINE = 18, 28, 38  # pixels: of a line between breaks that dots make, of such a break, of the whole
SQUARES = (0.7, 2.6)  # sides of cells of the play grid, in cells of the letter grid
SQUARE = 1.25  # longer side per shorter one of a cell, at most
FULL = 0.72  # share of the box around it that a cell fills
NEAR = 0.2  # of the pitch: how far from its place in the lattice a cell may be
ENOUGH = 6  # cells of 16 that must be seen


@dataclass(frozen=True, eq=False)
class FlatView:
    """The sheet laid flat: its picture in even light, how to get back to the photo, where the letter grid lies."""

    pixels: Pixels  # BGR, paper white
    raw: Pixels  # as photographed
    to_photo: Floats  # homography from pixels of the view to those of the photo as displayed
    letters: Box  # the letter grid, in pixels of the view
    nodes: Floats  # (7, 7, 2): where its lines cross there, as the sheet bends

    def letter_box(self, at: int) -> Box:
        """The box of one printed letter."""
        row, column = divmod(at, LETTER_SIDE)
        x, y = self.nodes[row : row + 2, column : column + 2].mean(axis=(0, 1)).tolist()
        return Box(x - UNIT / 2, y - UNIT / 2, UNIT, UNIT)


def lay_flat(photo: Photo, printed: Lattice) -> FlatView:
    """The sheet as its letter grid shows it, as far as it may reach."""
    ticks = np.arange(LETTER_SIDE + 1, dtype=np.float64)
    units = np.stack(np.meshgrid(ticks, ticks), -1).reshape(-1, 2)
    model, _ = cv2.findHomography(units, printed.nodes.reshape(-1, 2).astype(np.float64))
    edges = np.array([[0, 0], [photo.width, 0], [photo.width, photo.height], [0, photo.height]], np.float64)
    seen = cv2.perspectiveTransform(edges[None], np.linalg.inv(model))[0]
    low = np.maximum(seen.min(axis=0), -REACH)
    high = np.minimum(seen.max(axis=0), LETTER_SIDE + REACH)
    place = np.array([[1 / UNIT, 0, low[0]], [0, 1 / UNIT, low[1]], [0, 0, 1]])
    to_photo = model @ place
    width, height = np.ceil((high - low) * UNIT).astype(int).tolist()
    scaled = np.diag([photo.scale, photo.scale, 1.0]) @ to_photo
    flags = cv2.INTER_AREA if geometry.pitch_px(printed) * photo.scale > 2 * UNIT else cv2.INTER_LINEAR
    flat = cv2.warpPerspective(photo.pixels, scaled, (width, height), flags=flags | cv2.WARP_INVERSE_MAP,
                               borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    even = cv2.divide(flat, paper(np.asarray(flat, np.uint8), UNIT), scale=255)
    letters = Box(float(-low[0] * UNIT), float(-low[1] * UNIT), LETTER_SIDE * UNIT, LETTER_SIDE * UNIT)
    crossings = printed.nodes.reshape(1, -1, 2).astype(np.float64)
    nodes = cv2.perspectiveTransform(crossings, np.linalg.inv(to_photo))[0].reshape(printed.nodes.shape)
    return FlatView(np.asarray(even, np.uint8), np.asarray(flat, np.uint8), to_photo, letters, nodes)


def find_play(view: FlatView) -> Lattice | None:
    """The play grid's lattice in the photo; None where too few squares stand in rows and columns."""
    lines = _lines(view)
    squares = _squares(lines)
    best: tuple[float, Floats] = ENOUGH, np.zeros((3, 2))
    for side in sorted({round(size) for *_, size in squares}):
        alike = np.array([(x, y) for x, y, size in squares if abs(size - side) < 0.15 * side]).reshape(-1, 2)
        best = max(best, _lattice_of(alike, float(side), lines), key=lambda found: found[0])
    if best[0] <= ENOUGH:
        return None
    ticks = np.arange(SIDE + 1) - 0.5
    places = np.stack([*np.meshgrid(ticks, ticks), np.ones((SIDE + 1, SIDE + 1))], -1).reshape(-1, 3)
    nodes = cv2.perspectiveTransform((places @ best[1])[None], view.to_photo)[0]
    return Lattice(nodes.reshape(SIDE + 1, SIDE + 1, 2).astype(np.float32), min(1.0, best[0] / (2 * CELLS)))


def _lines(view: FlatView) -> Pixels:
    """Upright and level lines outside the letter grid, dots on them bridged: 1 or 0."""
    dark = (view.pixels.min(axis=2) < 255 * (1 - INK)).astype(np.uint8)
    box, edge = view.letters, UNIT // 4
    left, top = max(0, round(box.x) - edge), max(0, round(box.y) - edge)
    dark[top : round(box.y + box.height) + edge, left : round(box.x + box.width) + edge] = 0
    wide = cv2.dilate(dark, np.ones((3, 3), np.uint8))  # lines of a bent sheet step aside now and then
    lines = np.zeros_like(dark)
    for down in (False, True):
        part: Any = wide
        for how, length in ((cv2.MORPH_OPEN, PIECE), (cv2.MORPH_CLOSE, BREAK), (cv2.MORPH_OPEN, LINE)):
            part = cv2.morphologyEx(part, how, np.ones((length, 1) if down else (1, length), np.uint8))
        lines |= part
    return np.asarray(lines, np.uint8)


def _squares(lines: Pixels) -> list[tuple[float, float, float]]:
    """The middle and side of every square that lines close; blacked-out cells have lines as well."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(1 - lines, connectivity=4)
    found = []
    for x, y, width, height, area in stats[1:].tolist():
        side = (width * height) ** 0.5
        square = max(width, height) < SQUARE * min(width, height) and area > FULL * width * height
        if square and SQUARES[0] * UNIT < side < SQUARES[1] * UNIT:
            found.append((x + width / 2, y + height / 2, float(side)))
    return found


def _lattice_of(points: Floats, side: float, lines: Pixels) -> tuple[float, Floats]:
    """How well squares of one size stand in four rows of four, and the affine map (3, 2) from column and row to them.

    What counts is how many of the 16 are seen, and how much of the outline of all lies on lines.
    """
    best: tuple[float, Floats] = 0.0, np.zeros((3, 2))
    away = points[None] - points[:, None]
    steps = [
        away[..., axis][(np.abs(away[..., 1 - axis]) < 0.15 * side) & (away[..., axis] > 0.9 * side)
                        & (away[..., axis] < 1.6 * side)]
        for axis in (0, 1)
    ]  # fmt: skip
    if len(points) < ENOUGH or not sum(map(len, steps)):
        return best
    pitch = float(np.median(np.concatenate(steps)))
    near = np.asarray(cv2.dilate(lines, np.ones((7, 7), np.uint8)), np.uint8)
    origins = {
        (round(x - pitch * column), round(y - pitch * row))
        for x, y in points.tolist()
        for row in range(SIDE)
        for column in range(SIDE)
    }
    for origin in sorted(origins):
        cells = np.rint((points - origin) / pitch)
        off = np.abs(points - origin - pitch * cells).max(axis=1)
        fits = (cells >= 0).all(axis=1) & (cells < SIDE).all(axis=1) & (off < NEAR * pitch)
        count = len(np.unique(cells[fits], axis=0))
        if count < ENOUGH or count + CELLS <= best[0]:
            continue
        known = np.column_stack([cells[fits], np.ones(int(fits.sum()))])
        if np.linalg.matrix_rank(known) < 3:
            continue
        fitted = np.linalg.lstsq(known, points[fits], rcond=None)[0]
        score = count + CELLS * _outlined(fitted, side / pitch, near)
        best = max(best, (score, fitted), key=lambda found: found[0])
    return best


def _outlined(fitted: Floats, part: float, near: Pixels) -> float:
    """The share of the outline around all 16 cells that lies on lines: that of its worst side."""
    low, high = -part / 2, SIDE - 1 + part / 2
    along = np.linspace(low, high, 60)
    shares = []
    for fixed in (low, high):
        for level in (False, True):
            x, y = (along, np.full(60, fixed)) if level else (np.full(60, fixed), along)
            at = np.rint(np.column_stack([x, y, np.ones(60)]) @ fitted).astype(int)
            inside = (at >= 0).all(axis=1) & (at < near.shape[::-1]).all(axis=1)
            shares.append(float(near[at[inside, 1], at[inside, 0]].sum()) / 60)
    return min(shares)
