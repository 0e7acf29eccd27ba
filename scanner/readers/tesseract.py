"""Tesseract behind the same protocol: all crops of a sheet laid out on one page and read in one call."""

import shutil
from collections.abc import Sequence

import cv2
import numpy as np

from scanner.readers.normalise import darkness, ink_window, look_through, number_window
from scanner.scan_errors import ReaderUnavailable
from scanner.values import Glyph, Pair, Pixels

try:
    import pytesseract
except ImportError:  # an optional engine
    pytesseract = None

TILE = 56  # pixels of a glyph on the page: Tesseract likes capitals 30 to 50 pixels high
GAP = 40  # white around each, so that each is a word of its own
COLUMNS = 5
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTY_P, READ_P, UNREAD_P = 0.95, 0.7, 0.3  # how often each kind of answer is right, measured on photos
LITTLE_INK = 0.012  # share of dark pixels below which a crop counts as empty


class TesseractReader:
    """Reads a sheet in one Tesseract call for the letters and one for the numbers."""

    name = "tesseract"

    def __init__(self) -> None:
        if pytesseract is None or shutil.which("tesseract") is None:
            raise ReaderUnavailable("Tesseract is not installed")
        self.version = str(pytesseract.get_tesseract_version())

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one cell each."""
        tiles = [_tile(crop, wide=False) for crop in crops]
        words = _read(tiles, CAPITALS)
        return [_glyph(word[:1], tile, ".", CAPITALS) for word, tile in zip(words, tiles, strict=True)]

    def alike(self, crops: Sequence[Pixels], read: Sequence[Glyph]) -> tuple[Pair, ...]:
        """No pairs: the program reads each cell by itself."""
        return ()

    def numbers(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one circle or box each."""
        tiles = [_tile(crop, wide=True) for crop in crops]
        words = _read(tiles, "0123456789-")
        return [_glyph(word, tile, "", "0136-") for word, tile in zip(words, tiles, strict=True)]

    def marks(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """A mark whose print can still be read counts as open."""
        words = _read([_tile(crop, wide=True) for crop in crops], "10?")
        opened = [word in ("10", "?") for word in words]
        return [Glyph((("open", 0.7), ("struck", 0.3)) if o else (("struck", 0.6), ("open", 0.4))) for o in opened]


def _tile(crop: Pixels, wide: bool) -> Pixels:
    """The writing of a crop, black on white, at an even size."""
    dark = darkness(crop)
    shape = (TILE, round(TILE * 1.5) if wide else TILE)
    seen = look_through(dark, number_window(dark, shape) if wide else ink_window(dark), shape)
    return np.where(seen > 100, 0, 255).astype(np.uint8)


def _read(tiles: Sequence[Pixels], allowed: str) -> list[str]:
    """What stands in each tile; empty where Tesseract found nothing."""
    if not tiles:
        return []
    height, width = tiles[0].shape
    down, across = height + GAP, width + GAP
    rows = -(-len(tiles) // COLUMNS)
    page = np.full((rows * down + GAP, COLUMNS * across + GAP), 255, np.uint8)
    for at, tile in enumerate(tiles):
        y, x = GAP + at // COLUMNS * down, GAP + at % COLUMNS * across
        page[y : y + height, x : x + width] = tile
    page = cv2.GaussianBlur(page, (3, 3), 0)
    found = [""] * len(tiles)
    signs = pytesseract.image_to_boxes(page, config=f"--psm 6 -c tessedit_char_whitelist={allowed}")
    for sign, left, bottom, right, top, _ in (line.split() for line in signs.splitlines()):
        x, y = (int(left) + int(right)) / 2, page.shape[0] - (int(bottom) + int(top)) / 2
        column, row = int((x - GAP / 2) // across), int((y - GAP / 2) // down)
        at = row * COLUMNS + column
        if 0 <= column < COLUMNS and 0 <= at < len(tiles):
            found[at] += sign
    return found


def _glyph(word: str, tile: Pixels, nothing: str, others: str) -> Glyph:
    """A ranking from one answer: Tesseract names no alternatives here, so what is left is shared evenly."""
    empty = float((tile == 0).mean()) < LITTLE_INK
    first = nothing if empty else (word or "#")
    sure = EMPTY_P if empty else READ_P if word else UNREAD_P
    rest = [symbol for symbol in dict.fromkeys((*others, nothing)) if symbol != first]
    return Glyph(((first, sure), *((symbol, (1 - sure) / len(rest)) for symbol in rest)))
