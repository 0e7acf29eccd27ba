"""What players write into circles and boxes, as a camera sees it."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from scanner.readers.normalise import darkness, look_through, number_window
from training.camera import GRAIN, inked, patch, pen_of, photographed, pixel
from training.glyphs import DIGITS, load_digits, load_fonts, thickened
from training.hands import Hand, Style, load_hands, write
from training.number_sheets import FIELDS, sheet_numbers
from training.strokes import digit_ways, draw, lines_of
from training.written import HEIGHT, Digits, dash, written

NUMBER_INPUT = (32, 48)
SHEETS = 0.5  # share of the fields that are cut out of a whole sheet
SHADOW, SHADOW_ON_NOTHING = 0.15, 0.5  # share of fields over which the edge of a shadow runs
STROKES = ("digilets", "uji_pen_v1")  # the first states no licence
STYLED = 0.5  # share of the hands of stroke models that write in a person's style
CONFUSED = DIGITS + "1177"  # the digits that people confuse come more often
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

    def inputs(self, rng: np.random.Generator) -> list[tuple[np.ndarray, list[int]]]:
        """Some network inputs, each with its label."""
        return [(self._framed(crop, rng), label_of(text)) for crop, text in self.crops(rng)]

    def crops(self, rng: np.random.Generator) -> list[tuple[np.ndarray, str]]:
        """Some grey crops and what is written in them: those of a whole sheet, or one drawn by itself."""
        if rng.random() > SHEETS / (SHEETS + (1 - SHEETS) * FIELDS):
            return [self.crop(rng)]
        return sheet_numbers(self.hand(rng), text_of, rng)

    def _framed(self, crop: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """What the reader's own code makes of a crop, its window a little amiss."""
        dark = darkness(crop)
        x, y, side = number_window(dark, NUMBER_INPUT)
        side *= float(np.exp(rng.normal(0, 0.06)))
        x, y = x + rng.normal(0, 0.02) * side, y + rng.normal(0, 0.02) * side
        return look_through(dark, (x, y, side), NUMBER_INPUT)

    def crop(self, rng: np.random.Generator) -> tuple[np.ndarray, str]:
        """One grey crop and what is written in it."""
        wide = rng.random() < 0.4
        text = text_of(wide, rng)
        width = round(HEIGHT * rng.uniform(1.0, 3.2)) if wide else HEIGHT
        field = np.zeros((HEIGHT, width), np.uint8)
        pen, rough = pen_of(rng)
        if text:
            height = float(np.clip(rng.normal(0.5, 0.13), 0.24, 0.9)) * HEIGHT
            layer = dash(field.shape, rng) if text == "-" else written(self.hand(rng), text, height, field.shape, rng)
            field = inked(layer, pen, rough, rng)
        if rng.random() < 0.4:  # the scanner takes most frames away, but crops may come from elsewhere
            _frame(field, wide or rng.random() < 0.1, rng)
        if rng.random() < 0.08:
            _aside(field, rng)
        return photographed(field, rng, SHADOW if text else SHADOW_ON_NOTHING), text

    def hand(self, rng: np.random.Generator) -> Digits:
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
        own, style = digit_ways(rng), Style.any(rng)
        if rng.random() < STYLED:
            return lambda digit: write(lines_of(digit, rng, own[digit]), style, rng)
        return lambda digit: draw(digit, rng, own[digit])


def text_of(wide: bool, rng: np.random.Generator) -> str:
    """What may stand in a circle, or in a wide box: mostly the points of a line there, and totals here."""
    choice = rng.random()
    if choice < 0.08:
        return ""
    if choice < (0.1 if wide else 0.16):
        return "-"
    if choice < (0.15 if wide else 0.65):
        return str(rng.choice(POINTS))
    if choice < (0.75 if wide else 0.9):
        return "".join(rng.choice(list(CONFUSED), 2)).lstrip("0") or "0"
    return str(rng.integers(100, 140)) if rng.random() < 0.8 else str(rng.integers(100, 1000))


def label_of(text: str) -> list[int]:
    """Kind and digits; -1 where there is no digit."""
    if text in ("", "-"):
        return [0 if text == "" else 1, -1, -1, -1]
    return [1 + len(text), *(int(digit) for digit in text), *([-1] * (3 - len(text)))]


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
