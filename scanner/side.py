"""Side A or B of a sheet, from what is printed on it: the letter, the marked centre lines, the joker box."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.light import darkness, paper
from scanner.values import Box, Fields, Pixels

Floats = NDArray[np.float32]

PITCH = 32  # pixels per cell of the picture that is looked at
RIM = 16  # pixels of it around the grid
FAINT = 20.0  # grey levels; differences between fainter prints mean little
PATCH, INSET = 20, 2  # pixels of a letter's patch, and of its empty rim
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
TINT = Weighing(middle=6.0, steepness=0.5, least=-0.3, most=4.0)
LINES = Weighing(middle=0.14, steepness=30.0, least=-0.3, most=3.0)
RINGS = Weighing(middle=0.15, steepness=40.0, least=-0.8, most=3.0)
JOKER = {True: 1.5, False: -0.5}
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


def _scaled(glyph: Pixels) -> Floats:
    """A glyph at a fixed size and strength in the middle of a patch."""
    scale = (PATCH - 2 * INSET) / max(glyph.shape)
    size = max(1, round(glyph.shape[1] * scale)), max(1, round(glyph.shape[0] * scale))
    small = cv2.resize(glyph, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    small /= max(float(np.quantile(small, 0.95)), 1.0)
    patch = np.zeros((PATCH, PATCH), np.float32)
    x, y = (PATCH - size[0]) // 2, (PATCH - size[1]) // 2
    patch[y : y + size[1], x : x + size[0]] = np.minimum(small, 1.0)
    return patch


def tell_side(pixels: Pixels, pitch: int, origin: tuple[int, int], fields: Fields) -> tuple[str | None, float]:
    """The side and its probability; None where nothing on the sheet tells."""
    clues = gather(pixels, pitch, origin, fields)
    odds = clues.letter
    for value, weighing in ((clues.tint, TINT), (clues.lines, LINES), (clues.rings, RINGS)):
        odds += weighing.odds(value)
    odds += JOKER[fields.joker is not None] if fields.rows else 0.0
    if clues.letter == 0 and abs(odds) < UNTOLD:
        return None, 0.5
    chance = float(1 / (1 + np.exp(-odds)))
    return ("B", chance) if odds > 0 else ("A", 1 - chance)


def gather(pixels: Pixels, pitch: int, origin: tuple[int, int], fields: Fields) -> Clues:
    """What letter, tint, lines and circles say; each centre mark counts only if row and column both have it."""
    scale = PITCH / pitch
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    left, top = round(origin[0] * scale), round(origin[1] * scale)
    ground = paper(small, PITCH)
    print_ = cv2.subtract(ground, small)
    grid = slice(top - RIM, top + 5 * PITCH + RIM), slice(left - RIM, left + 5 * PITCH + RIM)
    rings = [_ring_contrast(print_, group, (left, top)) for group in (fields.rows, fields.columns) if group]
    return Clues(
        letter=_letter_odds(small, (left, top), fields.side_letter) if fields.side_letter else 0.0,
        tint=_tint(ground[grid]),
        lines=min(_line_contrast(print_[grid]), _line_contrast(print_[grid].transpose(1, 0, 2))),
        rings=min(rings, default=None),
    )


def _letter_odds(small: Pixels, origin: tuple[int, int], box: Box) -> float:
    """Log odds of a printed B against a printed A; 0 where there is no letter."""
    x, y = (
        round(start + (at + size / 2) * PITCH)
        for start, at, size in zip(origin, (box.x, box.y), (box.width, box.height), strict=True)
    )
    around = small[max(0, y - PITCH) : y + PITCH, max(0, x - PITCH) : x + PITCH]
    half = round(WINDOW * PITCH / 2)
    x, y = min(x, PITCH), min(y, PITCH)
    window = darkness(around, PITCH)[y - half : y + half, x - half : x + half]
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
    cells = np.median(inner[:, PITCH // 4 : -PITCH // 4 : 2, :, PITCH // 4 : -PITCH // 4 : 2], axis=(1, 3))
    beside = [0, 1, 3, 4]
    down = cells[beside, 2] - (cells[beside, 1] + cells[beside, 3]) / 2
    across = cells[2, beside] - (cells[1, beside] + cells[3, beside]) / 2
    return float(min(np.linalg.norm(np.median(steps, axis=0)) for steps in (down, across)))


def _line_contrast(print_: Pixels) -> float:
    """How differently, from 0 to 1, the two lines beside the centre column are printed from the outer two."""
    strengths = []
    for line in (1, 2, 3, 4):
        band = print_[RIM:-RIM, RIM + line * PITCH - 5 : RIM + line * PITCH + 6].reshape(5, PITCH, 11, 3)
        strengths.append(np.median(np.median(band[:, 5:-5], axis=1), axis=0).sum(axis=0))
    return _contrast((strengths[1] + strengths[2]) / 2, (strengths[0] + strengths[3]) / 2)


def _ring_contrast(print_: Pixels, circles: tuple[Box, ...], origin: tuple[int, int]) -> float:
    """How differently, from 0 to 1, the middle circle of a group is printed from the others."""
    strengths = []
    for box in circles:
        radius = box.width / 2 * PITCH
        middle = origin[0] + box.x * PITCH + radius - 0.5, origin[1] + box.y * PITCH + radius - 0.5
        reach = round(radius * 1.35)
        polar = cv2.warpPolar(print_, (reach, 48), middle, reach, cv2.WARP_FILL_OUTLIERS)
        strengths.append(np.median(polar[:, round(radius * 0.75) :], axis=0).sum(axis=0))
    return _contrast(strengths[2], np.median(strengths[:2] + strengths[3:], axis=0))


def _contrast(one: Floats, other: Floats) -> float:
    return float(np.linalg.norm(one - other) / (np.linalg.norm(one) + np.linalg.norm(other) + FAINT))
