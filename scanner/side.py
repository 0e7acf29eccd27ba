"""Side A or B of a sheet, from what is printed on it: the letter, the marked centre lines, the joker box."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import cv2
import numpy as np
from cv2.typing import MatLike

from scanner.canvas import SMALL_PX as PITCH
from scanner.canvas import Canvas
from scanner.values import Box, Fields, Floats, Pixels

RIM = PITCH // 2  # pixels around the grid that are looked at
FAINT = 20.0  # grey levels; differences between fainter prints mean little
ANGLES = 48  # samples around a ring
PATCH, INSET = 20, 2  # pixels of a letter's patch, and of its empty border
WINDOW = 0.95  # pitches around the place of the letter that are looked at
TALLEST, SHORTEST = 0.75, 0.14  # pitches
FAINTEST = 14  # grey levels below the paper that a print must reach


@dataclass(frozen=True)
class Weighing:
    """How a measured clue turns into log odds of side B: none at `middle`, within two limits."""

    middle: float
    steepness: float
    least: float
    most: float

    def odds(self, value: float | None) -> float:
        """The log odds that a value stands for; none where it could not be measured."""
        return 0.0 if value is None else float(np.clip((value - self.middle) * self.steepness, self.least, self.most))


# A sheet of unknown design may mark its side B by any one of these, so a missing mark says little.
TINT = Weighing(middle=6.0, steepness=0.5, least=-0.3, most=4.0)  # grey levels off the paper beside
LINES = Weighing(middle=0.14, steepness=30.0, least=-0.3, most=3.0)  # contrast of the lines beside the centre
RINGS = Weighing(middle=0.15, steepness=40.0, least=-0.8, most=3.0)  # contrast of the centre circles
JOKER = {True: 1.5, False: -0.5}  # log odds of a box there, or none
LETTER_MOST = 6.0  # log odds
UNTOLD = 1.8  # log odds; without a letter, less than this is no answer


@dataclass(frozen=True)
class Clues:
    """What was seen of each mark of side B."""

    letter: float  # log odds of B, 0 unseen
    tint: float  # grey levels
    lines: float  # 0 to 1
    rings: float | None  # 0 to 1; None without circles


def letter_patch(dark: Pixels, pitch: int) -> Floats | None:
    """The printed letter in a window of darkness, scaled into a small patch; None where there is none."""
    level = max(float(cv2.threshold(dark, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[0]), FAINTEST)
    count, labels, stats, centres = cv2.connectedComponentsWithStats((dark > level).astype(np.uint8), connectivity=8)
    middle = np.array(dark.shape[::-1]) / 2
    best, score = 0, 0.0
    for index in range(1, count):
        width, height = stats[index, cv2.CC_STAT_WIDTH], stats[index, cv2.CC_STAT_HEIGHT]
        if SHORTEST * pitch <= height <= TALLEST * pitch and width <= TALLEST * pitch:
            off = float(np.abs(centres[index] - middle).max()) / pitch
            likeness = float(stats[index, cv2.CC_STAT_AREA]) * max(0.0, 1 - 2 * off)
            if likeness > score:
                best, score = index, likeness
    if not best:
        return None
    left, top, width, height = (int(value) for value in stats[best, :4])
    own = cv2.dilate((labels == best).astype(np.uint8), np.ones((3, 3), np.uint8))
    return _scaled((dark * own)[max(0, top - 1) : top + height + 1, max(0, left - 1) : left + width + 1])


def _scaled(glyph: MatLike) -> Floats:
    """A glyph at a fixed size and strength in the middle of a patch."""
    scale = (PATCH - 2 * INSET) / max(glyph.shape)
    size = max(1, round(glyph.shape[1] * scale)), max(1, round(glyph.shape[0] * scale))
    small = cv2.resize(glyph, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    small /= max(float(np.quantile(small, 0.95)), 1.0)
    patch = np.zeros((PATCH, PATCH), np.float32)
    x, y = (PATCH - size[0]) // 2, (PATCH - size[1]) // 2
    patch[y : y + size[1], x : x + size[0]] = np.minimum(small, 1.0)
    return patch


def tell_side(canvas: Canvas, fields: Fields) -> tuple[str | None, float]:
    """The side and its probability; None where nothing on the sheet tells."""
    clues = gather(canvas, fields)
    odds = clues.letter
    for value, weighing in ((clues.tint, TINT), (clues.lines, LINES), (clues.rings, RINGS)):
        odds += weighing.odds(value)
    odds += JOKER[fields.joker is not None] if fields.rows else 0.0
    if clues.letter == 0 and abs(odds) < UNTOLD:
        return None, 0.5
    chance = float(1 / (1 + np.exp(-odds)))
    return ("B", chance) if odds > 0 else ("A", 1 - chance)


def gather(canvas: Canvas, fields: Fields) -> Clues:
    """What letter, tint, lines and circles say; each centre mark counts only if row and column both have it."""
    left, top = canvas.start
    grid = slice(top - RIM, top + 5 * PITCH + RIM), slice(left - RIM, left + 5 * PITCH + RIM)
    inked = cv2.subtract(canvas.ground, canvas.small)
    return Clues(
        letter=_letter_odds(canvas, fields.side_letter) if fields.side_letter else 0.0,
        tint=_tint(canvas.ground[grid]),
        lines=min(_line_contrast(inked[grid]), _line_contrast(inked[grid].transpose(1, 0, 2))),
        rings=_ring_contrast(inked, fields, canvas.start) if fields.rows else None,
    )


def _letter_odds(canvas: Canvas, box: Box) -> float:
    """Log odds of a printed B against a printed A; 0 where there is no letter."""
    x = round(canvas.start[0] + (box.x + box.width / 2) * PITCH)
    y = round(canvas.start[1] + (box.y + box.height / 2) * PITCH)
    half = round(WINDOW * PITCH / 2)
    window = canvas.dark[y - half : y + half, x - half : x + half]
    patch = letter_patch(window, PITCH) if min(window.shape) > half else None
    if patch is None:
        return 0.0
    weights = _weights()
    hidden = np.maximum(patch.ravel() @ weights["w1"] + weights["b1"], 0)
    a, b, other = (float(value) for value in hidden @ weights["w2"] + weights["b2"])
    doubt = 1 / (1 + np.exp(other - max(a, b)))
    return float(np.clip(b - a, -LETTER_MOST, LETTER_MOST) * doubt)


@cache
def _weights() -> dict[str, Floats]:
    with np.load(BytesIO((files("scanner") / "models" / "side.npz").read_bytes())) as stored:
        return {key: stored[key].astype(np.float32) for key in stored.files}


def _tint(ground: Pixels) -> float:
    """By how many grey levels the paper of the centre row and column differs from the lines beside them."""
    inner = ground[RIM:-RIM, RIM:-RIM].reshape(5, PITCH, 5, PITCH, 3)
    sampled = inner[:, PITCH // 4 : -PITCH // 4 : 2, :, PITCH // 4 : -PITCH // 4 : 2].swapaxes(2, 3)
    cells = _middle(sampled.reshape(5, -1, 5, 3), 1)
    beside = [0, 1, 3, 4]
    down = cells[beside, 2] - (cells[beside, 1] + cells[beside, 3]) / 2
    across = cells[2, beside] - (cells[1, beside] + cells[3, beside]) / 2
    return float(min(np.linalg.norm(np.median(steps, axis=0)) for steps in (down, across)))


def _line_contrast(inked: MatLike) -> float:
    """How differently, from 0 to 1, the two lines beside the centre column are printed from the outer two."""
    half = PITCH // 6
    bands = np.stack([inked[RIM:-RIM, RIM + i * PITCH - half : RIM + i * PITCH + half + 1] for i in (1, 2, 3, 4)])
    parts = bands.reshape(4, 5, PITCH, 2 * half + 1, 3)[:, :, PITCH // 6 : -PITCH // 6]
    strengths = _middle(_middle(parts, 2), 1).sum(axis=1)  # (line, channel)
    return _contrast((strengths[1] + strengths[2]) / 2, (strengths[0] + strengths[3]) / 2)


def _ring_contrast(inked: MatLike, fields: Fields, start: tuple[int, int]) -> float:
    """How differently, from 0 to 1, the middle circles are printed from the others; the lesser of both groups."""
    radius = fields.rows[0].width / 2 * PITCH
    reach, inner = round(radius * 1.35), round(radius * 0.75)
    polars = []
    for box in (*fields.rows, *fields.columns):
        middle = start[0] + box.x * PITCH + radius - 0.5, start[1] + box.y * PITCH + radius - 0.5
        polars.append(cv2.warpPolar(inked, (reach, ANGLES), middle, reach, cv2.WARP_FILL_OUTLIERS)[:, inner:])
    strengths = _middle(np.stack(polars), 1).sum(axis=1).reshape(2, 5, 3)
    return min(_contrast(group[2], np.median(group[[0, 1, 3, 4]], axis=0)) for group in strengths)


def _middle(values: Floats, axis: int) -> Floats:
    """The median along an axis, the upper one where two are in the middle."""
    middle = values.shape[axis] // 2
    return np.asarray(np.take(np.partition(values, middle, axis=axis), middle, axis=axis), np.float32)


def _contrast(one: Floats, other: Floats) -> float:
    return float(np.linalg.norm(one - other) / (np.linalg.norm(one) + np.linalg.norm(other) + FAINT))
