"""Glyphs as pictures: sets of real handwriting and handwriting fonts; each with its label.

A label is an index into SYMBOLS, or a pair of them where a set does not tell capitals from small letters.
"""

from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from training.strokes import BOX, SIZE

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SMALL = CAPITALS.lower()
DIGITS = "0123456789"
SYMBOLS = CAPITALS + SMALL + ".#"
WRITTEN = SYMBOLS + DIGITS  # digits too are told from one another, by the network that compares two cells
BOTH_CASES = frozenset("CIJKLMOPSUVWXYZ")  # classes that hold capitals and small letters in NIST's merged sets

# set → whether its classes hold both cases
LETTER_SETS = {
    "kaggle_az_sample": True,
    "emnist_balanced_small": True,
    "sse_letters": False,
    "names_fr": False,
    "comnist_common": False,
    "mohneesh_upper_scan": False,
    "mingyanying_drawn_upper": False,
    "xxmrphdxx_drawn_upper": False,
    "tessalonica_drawn_upper": False,
    "upv_lincy": False,
}
DIGIT_SETS = {"mnist_train": 1.0, "femnist_digits_subset": 1.5, "emnist_balanced_small": 1.5}
HELD_OUT_FONTS = ("bad-script", "gaegu", "julee", "oooh-baby", "short-stack", "unkempt")  # never trained on


def label_of(symbol: str, merged: bool = False) -> tuple[int, int]:
    """The class of a symbol, twice; both cases where the set merged them."""
    if merged and symbol in BOTH_CASES:
        return SYMBOLS.index(symbol), SYMBOLS.index(symbol.lower())
    return WRITTEN.index(symbol), WRITTEN.index(symbol)


def bare_stroke(image: np.ndarray) -> bool:
    """Whether the ink is one straight stroke: an I, whatever the label says."""
    points = np.argwhere(image > 100).astype(np.float32)
    if len(points) < 8:
        return True
    thin, long = np.linalg.eigvalsh(np.cov(points.T))
    return bool(thin < 0.05 * long)


def load_digits(hand: Path) -> dict[str, list[np.ndarray]]:
    """The real handwritten digits, by digit."""
    found: dict[str, list[np.ndarray]] = {digit: [] for digit in DIGITS}
    for name in DIGIT_SETS:
        data = np.load(hand / "train" / f"{name}.npz")
        for image, symbol in zip(data["images"], data["labels"].astype(str), strict=True):
            if symbol in found:
                found[symbol].append(image)
    return found


def font_glyph(font: ImageFont.FreeTypeFont, symbol: str) -> np.ndarray | None:
    """A symbol of a font in SIZE x SIZE, its longer side BOX pixels; None where the font lacks it."""
    picture = Image.new("L", (220, 220), 0)
    ImageDraw.Draw(picture).text((60, 40), symbol, fill=255, font=font)
    array = np.asarray(picture)
    ys, xs = np.nonzero(array > 60)
    if len(ys) < 20:
        return None
    cut = array[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    scale = BOX / max(cut.shape)
    cut = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    canvas = np.zeros((SIZE, SIZE), np.uint8)
    top, left = (SIZE - cut.shape[0]) // 2, (SIZE - cut.shape[1]) // 2
    canvas[top : top + cut.shape[0], left : left + cut.shape[1]] = cut
    return canvas


def load_fonts(hand: Path, symbols: str, held_out: bool = False) -> dict[str, dict[str, np.ndarray]]:
    """The symbols of the handwriting fonts, by font: those to train on, or those kept apart."""
    fonts = {}
    for path in sorted((hand / "fonts").glob("*.ttf")):
        if (path.stem in HELD_OUT_FONTS) == held_out:
            font = ImageFont.truetype(str(path), 90)
            images = {symbol: font_glyph(font, symbol) for symbol in symbols}
            fonts[path.stem] = {symbol: image for symbol, image in images.items() if image is not None}
    return fonts


def thickened(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A 28-pixel glyph enlarged smoothly, its strokes made thicker or thinner."""
    large = cv2.resize(image, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    choice = rng.random()
    if choice < 0.3:
        size = int(rng.integers(2, 6))
        large = cv2.dilate(large, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    soft = cv2.GaussianBlur(large, (0, 0), rng.uniform(1.0, 1.8)).astype(np.float32)
    peak = max(float(soft.max()), 1.0)
    threshold = rng.uniform(0.3, 0.5) if choice < 0.75 else rng.uniform(0.5, 0.62)
    return np.clip((soft / peak - threshold) * 255 * rng.uniform(3, 6) + 128, 0, 255).astype(np.uint8)
