"""Where glyphs come from: sets of real handwriting, handwriting fonts, and drawn strokes; each with its label.

A label is an index into SYMBOLS, or a pair of them where a set does not tell capitals from small letters.
"""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from training.strokes import BOX, SIZE, draw

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SMALL = CAPITALS.lower()
DIGITS = "0123456789"
SYMBOLS = CAPITALS + SMALL + ".#"
BOTH_CASES = frozenset("CIJKLMOPSUVWXYZ")  # classes that hold capitals and small letters in NIST's merged sets

# set → (weight per glyph, merged cases, licence stated)
LETTER_SETS = {
    "kaggle_az_sample": (1.0, True, True),
    "emnist_balanced_small": (1.5, True, True),
    "omniglot_latin": (1.0, False, True),
    "mohneesh_upper_scan": (1.0, False, False),
    "upv_lincy": (0.4, False, False),
    "xxmrphdxx_drawn_upper": (0.3, False, False),
    "mingyanying_drawn_upper": (0.4, False, False),
    "shubham_mouse_upper": (0.6, False, False),
    "tessalonica_drawn_upper": (0.6, False, False),
    "kenan_traced_strokes": (0.15, False, False),
    "stanford_ocr_lower": (0.12, False, False),
}
DIGIT_SETS = {"mnist_train": 1.0, "femnist_digits_subset": 1.5, "emnist_balanced_small": 1.5}
HELD_OUT_FONTS = ("bad-script", "gaegu", "julee", "oooh-baby", "short-stack", "unkempt")  # never trained on
WILD_FONTS = ("cabin-sketch", "finger-paint", "love-ya-like-a-sister", "sunshiney", "hachi-maru-pop", "licorice")


@dataclass
class GlyphSet:
    """Glyphs of one kind of source: ink 255 on 0, with labels and weights."""

    images: list[np.ndarray] = field(default_factory=list)
    labels: list[tuple[int, int]] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)


def label_of(symbol: str, merged: bool = False) -> tuple[int, int]:
    """The class of a symbol, twice; both cases where the set merged them."""
    if merged and symbol in BOTH_CASES:
        return SYMBOLS.index(symbol), SYMBOLS.index(symbol.lower())
    return SYMBOLS.index(symbol), SYMBOLS.index(symbol)


def load_letters(hand: Path, sets: str = "free", rejects: dict[str, list[int]] | None = None) -> GlyphSet:
    """Real handwritten letters: of the "free" sets or of the "rest", without those rejected by label cleaning."""
    chosen = GlyphSet()
    for name, (weight, merged, licensed) in LETTER_SETS.items():
        if licensed != (sets == "free"):
            continue
        data = np.load(hand / "train" / f"{name}.npz")
        bad = set((rejects or {}).get(name, ()))
        for index, (image, symbol) in enumerate(zip(data["images"], data["labels"].astype(str), strict=True)):
            if index in bad or symbol not in SYMBOLS or (merged and symbol == "L" and bare_stroke(image)):
                continue
            small_l = 0.15 if symbol == "l" else 1.0  # mostly a bare stroke, which is an I on these sheets
            chosen.images.append(image)
            chosen.labels.append(label_of(symbol, merged))
            chosen.weights.append(weight * small_l)
    return chosen


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


def load_fonts(hand: Path, symbols: str, held_out: bool = False) -> GlyphSet:
    """The symbols of the handwriting fonts: those to train on, or those kept apart."""
    chosen = GlyphSet()
    for path in sorted((hand / "fonts").glob("*.ttf")):
        if (path.stem in HELD_OUT_FONTS) != held_out:
            continue
        font = ImageFont.truetype(str(path), 90)
        for symbol in symbols:
            image = font_glyph(font, symbol)
            if image is None:
                continue
            index = (SYMBOLS + DIGITS).index(symbol)
            chosen.images.append(image)
            chosen.labels.append((index, index))
            chosen.weights.append((0.3 if symbol == "l" else 1.0) * (0.3 if path.stem in WILD_FONTS else 1.0))
    return chosen


class LetterSource:
    """Draws labelled letter glyphs from all sources in set shares."""

    def __init__(self, hand: Path, sets: str = "free", rejects: dict[str, list[int]] | None = None) -> None:
        self.real = load_letters(hand, sets, rejects)
        self.real_share = 0.55 if sets == "free" else 1.0
        self.fonts = load_fonts(hand, CAPITALS + SMALL)
        self._real_p = _by_class(self.real)
        self._font_p = _by_class(self.fonts)

    def sample(self, rng: np.random.Generator) -> tuple[np.ndarray, tuple[int, int]]:
        """One glyph, SIZE x SIZE, and its label."""
        kind = rng.random()
        if kind < self.real_share:
            at = int(np.searchsorted(self._real_p, rng.random()))
            return thickened(self.real.images[at], rng), self.real.labels[at]
        if kind < self.real_share + 0.18:
            at = int(np.searchsorted(self._font_p, rng.random()))
            return self.fonts.images[at], self.fonts.labels[at]
        symbol = CAPITALS[rng.integers(26)] if rng.random() < 0.75 else SMALL[rng.integers(26)]
        if symbol == "l" and rng.random() < 0.5:
            symbol = "L"
        return draw(symbol, rng), label_of(symbol)


def _by_class(glyphs: GlyphSet) -> np.ndarray:
    """Cumulated odds that give every letter about the same share, capitals thrice that of small letters."""
    weights = np.array(glyphs.weights)
    first = np.array([label[0] for label in glyphs.labels])
    total = np.zeros(52)
    np.add.at(total, first, weights)
    share = np.where(np.arange(52) < 26, 3.0, 1.0) * np.minimum(
        total / 3, 1.0
    )  # a class of few glyphs must not repeat them
    weights = weights * (share / np.maximum(total, 1e-9))[first]
    return np.cumsum(weights) / weights.sum()


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
