"""Marks on sheets of other prints, laid flat: crossed-off letters, blocks drawn around, circled numbers, bonus lines.

Nothing is known of the print, so each place is compared with the others of its kind: most letters are not crossed off,
most lines not drawn over, most numbers not circled. Weights in marks.json, fitted by training/q4_other_marks.py.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from q4.board import CELLS, SIDE, place_of
from q4.flat_view import UNIT, FlatView
from q4.form import BLOCKS, Box
from q4.marks import RING, SECTORS, STROKE
from q4.record import LETTER_SIDE
from scanner.values import Pixels

Floats = NDArray[Any]  # of floating point numbers

INK = 0.28  # darkness from which on a place is ink; half of the pen's, where that is less
FAINTEST_INK = 0.1
WRITING = (
    0.15,
    96,
)  # share of a cell at each edge that is left out, and per cent that are paper, for the pen's darkness
LINE = 3.0  # pixels of the view that a pen's line is wide
RIM = 5  # pixels at the edge of a letter's cell where lines are printed
MIDDLE = 0.22  # of a cell, on each side of its middle, where a letter surely has ink
BESIDE = 1.15  # times the usual reach of a printed letter: what lies farther out is no part of it
BAND = 7  # pixels on both sides of a printed line in which one drawn over it lies
TINTED = 0.12  # how much stronger the colour of bonus cells is than that of others
DIGIT = (0.1, 0.5)  # heights of printed digits, in cells of the letter grid
WIDE = (0.35, 2.8)  # widths of a digit, or of two that touch, in heights; what is left of a line is narrower
NUMBERS = (20, 200)  # fewest and most numbers that make a scoring table
SAME = 0.9  # share of its numbers that must have as many digits as their place in the row tells


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """The numbers to circle: the first one, and the box of each, in pixels of the view."""

    first: int
    boxes: tuple[Box, ...]


def darkness(view: FlatView) -> Floats:
    """How dark each place is against its paper, 0 to 1."""
    return np.asarray(1 - view.pixels.min(axis=2).astype(np.float32) / 255)


def pen_darkness(dark: Floats, cells: tuple[Box, ...], black: list[bool]) -> float:
    """How dark the player's pen is in the view, from the writing in the play grid."""
    found = []
    for box, is_black in zip(cells, black, strict=True):
        if not is_black:
            edge = WRITING[0] * box.width
            part = _patch(dark, Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge))
            found.append(float(np.percentile(part, WRITING[1])))
    return max(2 * FAINTEST_INK, float(np.median(found)))


def cross_features(view: FlatView, pen: float) -> Floats:
    """Of each printed letter: ink beyond where letters reach, its directions, how much, how far, what colour."""
    patches = np.stack([_patch(view.pixels, view.letter_box(at)) for at in range(LETTER_SIDE**2)]).astype(np.float32)
    inner = patches[:, RIM:-RIM, RIM:-RIM]
    ink = np.stack([_over_letter(1 - part.min(axis=2) / 255 > min(INK, pen / 2)) for part in inner])
    ticks = np.arange(ink.shape[1]) - ink.shape[1] / 2 + 0.5
    across, down = (np.where(ink.any(axis=axis), np.abs(ticks), 0).max(axis=1) for axis in (1, 2))
    x, y = np.meshgrid(ticks / np.median(across), ticks / np.median(down))
    beside = np.maximum(np.abs(x), np.abs(y)) > BESIDE
    sectors = ((np.arctan2(y, x) + np.pi) / (2 * np.pi) * 8).astype(int) % 8
    around = np.stack([(ink & (beside & (sectors == at))).any(axis=(1, 2)) for at in range(8)], 1).mean(axis=1)
    amount = ink.mean(axis=(1, 2))
    colours = np.stack([part[mask].mean(axis=0) if mask.any() else np.full(3, 255.0)
                        for part, mask in zip(inner, ink, strict=True)])  # fmt: skip
    other = np.linalg.norm(colours - np.median(colours, axis=0), axis=1) / 255
    reach = np.maximum(across / np.median(across), down / np.median(down)) - 1
    return np.stack(
        [
            np.log1p(20 * (ink & beside).mean(axis=(1, 2))),
            around,
            np.clip(amount / np.median(amount) - 1, -1, 2),
            np.clip(reach, -1, 1.5),
            np.minimum(other, 0.5),
        ],
        1,
    )


def _over_letter(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink of a cell that reaches its middle: a letter and what crosses it, not a block's outline at the edge."""
    _, labels = cv2.connectedComponents(ink.astype(np.uint8))
    low, high = round((0.5 - MIDDLE) * len(ink)), round((0.5 + MIDDLE) * len(ink))
    return np.asarray(np.isin(labels, np.unique(labels[low:high, low:high])) & ink)


def block_features(dark: Floats, view: FlatView, pen: float) -> Floats:
    """Of each block of four letters: how much ink its eight pieces of outline have more than other lines."""
    level = _lines(dark, view.nodes) / (LINE * pen)  # [line, piece]
    upright = _lines(dark.T, view.nodes.transpose(1, 0, 2)[..., ::-1]).T / (LINE * pen)  # [piece, line]
    found = []
    for at in range(BLOCKS**2):
        row, column = divmod(at, BLOCKS)
        sides = np.concatenate([level[[row, row + 2], column : column + 2].ravel(),
                                upright[row : row + 2, [column, column + 2]].ravel()])  # fmt: skip
        within = np.concatenate([level[row + 1, column : column + 2], upright[row : row + 2, column + 1]])
        ordered = np.sort(sides)
        found.append((ordered[:2].mean(), ordered[2:6].mean(), ordered[:6].mean() - within.mean()))
    return np.clip(np.array(found), -1, 3)


def _lines(dark: Floats, nodes: Floats) -> Floats:
    """The ink of every level piece of line of the letter grid, beyond that of the usual line (7 lines, 6 pieces)."""
    found = np.zeros((LETTER_SIDE + 1, LETTER_SIDE))
    padded = np.pad(dark, UNIT)
    for line in range(LETTER_SIDE + 1):
        for piece in range(LETTER_SIDE):
            x, y = np.rint(nodes[line, piece : piece + 2].mean(axis=0)).astype(int).tolist()
            reach = round(0.35 * UNIT)
            band = padded[y + UNIT - BAND : y + UNIT + BAND + 1, x + UNIT - reach : x + UNIT + reach]
            found[line, piece] = np.median(band.sum(axis=0))
    return np.asarray(found - np.median(found))


def bonus_lines(view: FlatView, cells: tuple[Box, ...], black: list[bool]) -> tuple[int, int]:
    """The row and the column whose cells are tinted; 0 and 0 where no row and column are alone in that."""
    tints = np.zeros(CELLS)
    for cell, box in enumerate(cells):
        part = _patch(view.raw, box).reshape(-1, 3).astype(np.float32)
        bright = part[part.max(axis=1) >= np.percentile(part.max(axis=1), 60)]
        tints[cell] = 1 - np.median(bright.min(axis=1) / np.maximum(bright.max(axis=1), 1))
    usable = [cell for cell in range(CELLS) if not black[cell]]
    tinted = tints > np.percentile(tints[usable], 20) + TINTED
    for row in range(1, SIDE + 1):
        for column in range(1, SIDE + 1):
            own = [place_of(cell)[0] == row or place_of(cell)[1] == column for cell in usable]
            if all(bool(tinted[cell]) == inside for cell, inside in zip(usable, own, strict=True)):
                return row, column
    return 0, 0


def find_scores(dark: Floats, grids: list[Box]) -> ScoreTable | None:
    """The scoring table: digits of one height in even rows and columns, counted from 0 or 1 row by row."""
    numbers = _numbers(dark, grids)
    if len(numbers) < NUMBERS[0]:
        return None
    heights = np.array([height for *_, height in numbers])
    middles = np.array([(x, y) for x, y, *_ in numbers])
    away = middles[None] - middles[:, None]
    tall = float(np.median(heights))
    beside = away[..., 0][(np.abs(away[..., 1]) < 0.4 * tall) & (away[..., 0] > tall)]
    below = away[..., 1][(np.abs(away[..., 0]) < 0.4 * tall) & (away[..., 1] > tall)]
    if len(beside) < NUMBERS[0] // 2 or len(below) < 4:
        return None
    step = np.array([_step(beside), _step(below)])
    return _table(middles, np.array([width for _, _, width, _ in numbers]), step, tall)


def _step(distances: Floats) -> float:
    """The distance of neighbours: the smallest one that many pairs have."""
    near = distances[distances < 1.5 * np.percentile(distances, 8)]
    return float(np.median(near))


def _table(middles: Floats, widths: Floats, step: Floats, tall: float) -> ScoreTable | None:
    best: tuple[int, Floats] = 0, middles[0]
    for origin in middles:
        off = np.abs((middles - origin) / step - np.rint((middles - origin) / step)).max(axis=1)
        best = max(best, (int((off < 0.2).sum()), origin), key=lambda found: found[0])
    places = np.rint((middles - best[1]) / step)
    fits = np.abs((middles - best[1]) / step - places).max(axis=1) < 0.25
    places, widths = places[fits].astype(int), widths[fits]
    places -= places.min(axis=0)
    columns, rows = (places.max(axis=0) + 1).tolist()
    if not NUMBERS[0] <= columns * rows <= NUMBERS[1] or len(places) < 0.6 * columns * rows:
        return None
    known = np.column_stack([places, np.ones(len(places))])
    fitted = np.linalg.lstsq(known, middles[fits], rcond=None)[0]
    order = places[:, 1] * columns + places[:, 0]
    single = widths < 1.15 * tall
    shares = {first: float(((order + first < 10) == single).mean()) for first in (0, 1)}
    first = max(shares, key=lambda key: shares[key])
    if shares[first] < SAME or shares[0] == shares[1]:
        return None
    half = step / 2
    boxes = []
    for at in range(columns * rows):
        x, y = np.array([at % columns, at // columns, 1.0]) @ fitted
        boxes.append(Box(float(x - half[0]), float(y - half[1]), float(step[0]), float(step[1])))
    return ScoreTable(first, tuple(boxes))


def _numbers(dark: Floats, grids: list[Box]) -> list[tuple[float, float, float, float]]:
    """Middle, width and height of everything that may be a printed number outside the grids."""
    ink = (dark > INK).astype(np.uint8)
    for box in grids:
        top, left = max(0, round(box.y)), max(0, round(box.x))
        ink[top : round(box.y + box.height), left : round(box.x + box.width)] = 0
    for kernel in (np.ones((1, UNIT // 2), np.uint8), np.ones((UNIT // 2, 1), np.uint8)):
        line = cv2.dilate(cv2.morphologyEx(ink, cv2.MORPH_OPEN, kernel), np.ones((3, 3), np.uint8))
        ink[line > 0] = 0
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink)
    digits = [
        one
        for one in stats[1:].tolist()
        if DIGIT[0] * UNIT < one[3] < DIGIT[1] * UNIT and WIDE[0] * one[3] < one[2] < WIDE[1] * one[3]
    ]
    if len(digits) < NUMBERS[0]:
        return []
    tall = _commonest([height for _, _, _, height, _ in digits])
    digits = sorted(one for one in digits if abs(one[3] - tall) < 0.25 * tall + 1)
    found: list[list[float]] = []
    for x, y, width, height, _ in digits:
        last = next((one for one in reversed(found) if abs(one[1] - y) < 0.4 * tall and x - one[2] < 0.5 * tall), None)
        if last is not None and x >= last[2] - 0.3 * tall and x + width - last[0] < 2.6 * tall:
            last[2], last[3] = max(last[2], x + width), max(last[3], height)
        else:
            found.append([x, y, x + width, height])
    return [((x + right) / 2, y + height / 2, right - x, height) for x, y, right, height in found]


def _commonest(heights: list[int]) -> float:
    counts = np.convolve(np.bincount(heights), [1, 1, 1], "same")
    return float(counts.argmax())


def circle_features(dark: Floats, table: ScoreTable, pen: float) -> Floats:
    """Of each number: ink around it more than around others, in how many directions, and where there is least."""
    size, padded = (65, 65), np.pad(dark, UNIT)
    patches = []
    for box in table.boxes:
        x, y = box.x - 0.15 * box.width + UNIT, box.y - 0.15 * box.height + UNIT
        patches.append(cv2.resize(_patch(padded, Box(x, y, 1.3 * box.width, 1.3 * box.height)), size))
    ticks = np.linspace(-0.65, 0.65, size[0])
    across, down = np.meshgrid(ticks, ticks)
    away, angle = np.hypot(across, down), np.arctan2(down, across)
    ring = (away > RING[0]) & (away < RING[1])
    sector = ((angle + np.pi) / (2 * np.pi) * SECTORS).astype(int) % SECTORS
    stack = np.stack(patches)
    darkest = np.stack([np.percentile(stack[:, ring & (sector == at)], 88, axis=1) for at in range(SECTORS)], 1)
    more = np.clip((darkest - np.median(darkest, axis=0)) / pen, -0.5, 1.5)
    ordered = np.sort(more, axis=1)
    return np.stack([more.mean(axis=1), ordered[:, 2:6].mean(axis=1), (more > STROKE).mean(axis=1)], 1)


def _patch(picture: Pixels | Floats, box: Box) -> Floats:
    x, y = max(0, round(box.x)), max(0, round(box.y))
    part = picture[y : y + max(1, round(box.height)), x : x + max(1, round(box.width))]
    return part if part.size else np.zeros((1, 1, *picture.shape[2:]), picture.dtype)
