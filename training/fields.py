"""What players write into circles and boxes, as a camera sees it."""

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from scanner.readers.normalise import darkness, look_through, number_window
from training.camera import GRAIN, inked, patch, pen_of, photographed, pixel
from training.glyphs import DIGITS, load_digits, load_fonts, thickened
from training.hands import Hand, Style, load_hands, write
from training.strokes import draw

HEIGHT = 64
NUMBER_INPUT = (32, 48)
SHADOW, SHADOW_ON_NOTHING = 0.15, 0.5  # share of fields over which the edge of a shadow runs
STROKES = ("digilets", "uji_pen_v1")  # the first states no licence
POINTS = ("0", "1", "3", "6", "10", "10", "2", "12", "20", "6", "3", "1")


class NumberMaker:
    """Makes labelled number fields: input and (kind, three digits); kinds: nothing, dash, one to three digits."""

    def __init__(self, hand: Path, free: bool = False, only: Sequence[Hand] = ()) -> None:
        self.only = only
        self.real = load_digits(hand)
        fonts = load_fonts(hand, DIGITS).values()
        self.fonts = [font for font in fonts if all(digit in font for digit in DIGITS)]
        files = [hand / "train" / f"{name}_strokes.json.gz" for name in STROKES[free:]]
        self.hands = [one for file in files for one in load_hands(file).values()]

    def input(self, rng: np.random.Generator) -> tuple[np.ndarray, list[int]]:
        """One network input and its label."""
        crop, text = self.crop(rng)
        dark = darkness(crop)
        x, y, side = number_window(dark, NUMBER_INPUT)
        side *= float(np.exp(rng.normal(0, 0.06)))
        x, y = x + rng.normal(0, 0.02) * side, y + rng.normal(0, 0.02) * side
        return look_through(dark, (x, y, side), NUMBER_INPUT), label_of(text)

    def crop(self, rng: np.random.Generator) -> tuple[np.ndarray, str]:
        """One grey crop and what is written in it."""
        wide = rng.random() < 0.4
        text = _text(wide, rng)
        width = round(HEIGHT * rng.uniform(1.0, 3.2)) if wide else HEIGHT
        field = np.zeros((HEIGHT, width), np.uint8)
        pen, rough = pen_of(rng)
        if text:
            height = float(np.clip(rng.normal(0.5, 0.13), 0.24, 0.9)) * HEIGHT
            layer = dash(field.shape, rng) if text == "-" else self._write(text, height, field.shape, rng)
            field = inked(layer, pen, rough, rng)
        if rng.random() < 0.4:  # the scanner takes most frames away, but crops may come from elsewhere
            _frame(field, wide or rng.random() < 0.1, rng)
        if rng.random() < 0.08:
            _aside(field, rng)
        return photographed(field, rng, SHADOW if text else SHADOW_ON_NOTHING), text

    def _write(self, text: str, height: float, shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
        """The digits of one hand side by side, touching or apart."""
        digit_of = self._hand(rng)
        parts = [tight(digit_of(digit)) for digit in text]
        gap = rng.uniform(-0.1, 0.45) * height
        narrow = np.exp(rng.normal(0, 0.15))
        placed, x = [], 0.0
        for part in parts:
            tall = height * np.exp(rng.normal(0, 0.07))
            if part.shape[1] > 1.6 * part.shape[0]:
                tall *= 0.5
            wide = float(np.clip(part.shape[1] * tall / part.shape[0] * narrow, 2, 1.3 * tall))
            placed.append(
                (cv2.resize(part, (max(round(wide), 2), max(round(tall), 3)), interpolation=cv2.INTER_AREA), x)
            )
            x += wide + gap + rng.normal(0, 0.05) * height
        total = max(x - gap, 2.0)
        room = shape[1] * 0.92
        line = np.zeros((HEIGHT * 2, round(total) + 2 * HEIGHT), np.uint8)
        for part, left in placed:
            top = HEIGHT - part.shape[0] // 2 + round(rng.normal(0, 0.04) * height)
            start = HEIGHT + round(left)
            spot = line[top : top + part.shape[0], start : start + part.shape[1]]
            np.maximum(spot, part[: spot.shape[0], : spot.shape[1]], out=spot)
        return _turned(line, total, min(1.0, room / total), shape, rng)

    def _hand(self, rng: np.random.Generator) -> Callable[[str], np.ndarray]:
        """A way of writing digits: a person's, a font's, a stroke model's, or digits of any NIST writers."""
        kind = 0.0 if self.only else rng.random()
        if kind < 0.4:
            hands = self.only or self.hands
            hand, style = hands[rng.integers(len(hands))], Style.any(rng)
            return lambda digit: write(hand[digit][rng.integers(len(hand[digit]))], style, rng)
        if kind < 0.65:
            return lambda digit: thickened(self.real[digit][rng.integers(len(self.real[digit]))], rng)
        if kind < 0.8:
            font = self.fonts[rng.integers(len(self.fonts))]
            return lambda digit: thickened(font[digit], rng)
        return lambda digit: draw(digit, rng)


def _text(wide: bool, rng: np.random.Generator) -> str:
    """What may stand in a circle, or in a wide box: mostly the points of a line there, and totals here."""
    choice = rng.random()
    if choice < 0.08:
        return ""
    if choice < (0.1 if wide else 0.16):
        return "-"
    if choice < (0.15 if wide else 0.65):
        return str(rng.choice(POINTS))
    if choice < (0.75 if wide else 0.9):
        return str(rng.integers(0, 100))
    return str(rng.integers(100, 140)) if rng.random() < 0.8 else str(rng.integers(100, 1000))


def label_of(text: str) -> list[int]:
    """Kind and digits; -1 where there is no digit."""
    if text in ("", "-"):
        return [0 if text == "" else 1, -1, -1, -1]
    return [1 + len(text), *(int(digit) for digit in text), *([-1] * (3 - len(text)))]


def tight(image: np.ndarray) -> np.ndarray:
    """The glyph without its empty rim."""
    x, y, w, h = cv2.boundingRect((image > 80).astype(np.uint8))
    return image[y : y + h, x : x + w] if w and h else image


def _turned(
    line: np.ndarray, total: float, scale: float, shape: tuple[int, int], rng: np.random.Generator
) -> np.ndarray:
    """The written line slanted, turned and bent into the middle of its field."""
    height, width = shape
    angle, slant = np.deg2rad(rng.normal(0, 5)), rng.normal(0, 0.15)
    forward = (
        np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        @ np.array([[1, -slant], [0, 1]])
        * scale
    )
    back = np.linalg.inv(forward).astype(np.float32)
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1).astype(np.float32)
    centre = np.array([width / 2 + rng.normal(0, 0.05) * width, height / 2 + rng.normal(0, 0.06) * height], np.float32)
    source = (grid - centre) @ back.T + np.array([HEIGHT + total / 2, HEIGHT], np.float32)
    if rng.random() < 0.6:
        shift = rng.normal(0, rng.uniform(0.3, 1.4), (4, 4, 2)).astype(np.float32)
        source += cv2.resize(shift, (width, height), interpolation=cv2.INTER_CUBIC)
    return cv2.remap(line, source, None, cv2.INTER_LINEAR, borderValue=0)


def dash(shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """A dash somewhere in the middle of its field."""
    layer = np.zeros(shape, np.uint8)
    length = rng.uniform(0.12, 0.5) * HEIGHT
    rise = length * rng.normal(0, 0.1)
    x, y = shape[1] / 2 + rng.normal(0, 4), shape[0] / 2 + rng.normal(0, 4)
    bow = rng.normal(0, 0.06) * length
    points = np.array([[x - length / 2, y + rise / 2], [x, y + bow], [x + length / 2, y - rise / 2]])
    cv2.polylines(layer, [np.rint(points * 16).astype(np.int32)], False, 255, int(rng.integers(1, 6)), cv2.LINE_AA, 4)
    return layer


def _frame(field: np.ndarray, box: bool, rng: np.random.Generator) -> None:
    """A printed ring or box, or what was left of it."""
    height, width = field.shape
    layer = np.zeros_like(field)
    thick = int(rng.choice([1, 2, 3], p=[0.4, 0.4, 0.2]))
    if box:
        a = rng.uniform(-4, 4, 4)  # nearer to the writing it would be a digit
        corners = np.array(
            [[a[0], a[1]], [width - a[2], a[1]], [width - a[2], height - a[3]], [a[0], height - a[3]]]
        ) + rng.normal(0, 1, (4, 2))
        for edge in range(4):
            if rng.random() < (0.35 if edge % 2 else 0.8):  # upright ones are rarely left, and look like a 1
                cv2.line(layer, pixel(corners[edge]), pixel(corners[(edge + 1) % 4]), 255, thick, cv2.LINE_AA, 4)
    else:
        radius = rng.uniform(0.43, 0.52) * height
        centre = np.array([width / 2, height / 2]) + rng.normal(0, 2, 2)
        axes = (round(radius * 16), round(radius * rng.uniform(0.92, 1.08) * 16))
        start = rng.uniform(0, 360)
        sweep = 360 if rng.random() < 0.5 else rng.uniform(20, 330)
        cv2.ellipse(layer, pixel(centre), axes, 0, start, start + sweep, 255, thick, cv2.LINE_AA, 4)
    if rng.random() < 0.3:
        layer[patch(GRAIN, layer.shape, rng) > rng.uniform(-0.5, 1)] = 0
    np.maximum(field, (layer * rng.uniform(0.1, 1.0)).astype(np.uint8), out=field)


def _aside(field: np.ndarray, rng: np.random.Generator) -> None:
    """A small print near the rim, as "x2" beside doubled lines, or a piece of a line."""
    height, width = field.shape
    if rng.random() < 0.6:
        where = (round(width - rng.uniform(6, 14)), round(height - rng.uniform(-3, 4)))
        cv2.putText(field, "x2", where, cv2.FONT_HERSHEY_SIMPLEX, rng.uniform(0.2, 0.35), 220, 1, cv2.LINE_AA)
    else:
        x, y = rng.uniform(0, width), rng.choice([rng.uniform(-1, 3), height - rng.uniform(-1, 3)])
        cv2.line(
            field,
            pixel(np.array([x, y])),
            pixel(np.array([x + rng.normal(0, 20), y + rng.normal(0, 1)])),
            200,
            1,
            cv2.LINE_AA,
            4,
        )
