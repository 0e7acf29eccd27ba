"""Pages: letters of one hand at a time, from every source of handwriting there is.

A page is a function that gives labelled glyphs; all of them are by the same person, font or set. Its name says whose
they are, so that hands can be held out and sets that state no licence left out of one and the same pool.
"""

import csv
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from scanner.readers.cnn import CnnReader
from training.glyphs import CAPITALS, DIGITS, LETTER_SETS, SMALL, bare_stroke, label_of, load_fonts, thickened
from training.hands import Hand, Strokes, Style, load_hands, write
from training.strokes import draw, lines_of

Glyph = tuple[np.ndarray, tuple[int, int]]
Page = Callable[[np.random.Generator], Glyph]

CASES = 0.6  # share of pages in capitals
NARROW = 0.5  # share of a person's pages that hold few letters, alike in shape and several times each
GROUPS = {
    CAPITALS: "ODQ CGE CLU AHN AR HMN KRX EFZ FPT ITJ ILJ UVY VNW MUW SGJ PDB",
    SMALL: "eli ecl rnv rvu nmu nhk gqy gjy ftl fgt aqd aou oce vuw ijl bhk pzs",
    DIGITS: "17 147 49 38 06 56 53 279",
}  # of letters that one hand writes alike


@dataclass(frozen=True)
class Book:
    """A source of pages: its share of all pages, and whether its licence allows to use what comes of it."""

    name: str
    share: float
    free: bool


BOOKS = (
    Book("digilets", 0.27, False),
    Book("unipen", 0.6, True),
    Book("uji_pen_v1", 0.1, True),
    Book("omniglot_latin", 0.03, True),
    Book("sse_letters", 0.05, True),
    Book("names_fr", 0.04, False),
    Book("comnist_common", 0.03, True),
    Book("kaggle_az_sample", 0.07, True),
    Book("emnist_balanced_small", 0.04, True),
    Book("font", 0.15, True),
    Book("models", 0.14, True),
    Book("mohneesh_upper_scan", 0.05, False),
    Book("mingyanying_drawn_upper", 0.03, False),
    Book("xxmrphdxx_drawn_upper", 0.03, False),
    Book("tessalonica_drawn_upper", 0.01, False),
    Book("upv_lincy", 0.02, False),
)
NAMES = frozenset(book.name for book in BOOKS)
FREE = frozenset(book.name for book in BOOKS if book.free)
STROKES = {
    "digilets": ("digilets",),
    "uji_pen_v1": ("uji_pen_v1",),
    "omniglot_latin": ("omniglot_latin",),
    "unipen": ("unipen_capitals", "unipen_small", "unipen_digits"),
}
APART = ("sse_letters", "uji_pen_v1")
NOISY = (
    "names_fr",
    "mohneesh_upper_scan",
    "mingyanying_drawn_upper",
    "xxmrphdxx_drawn_upper",
    "upv_lincy",
)  # wrong labels in them
IMPOSSIBLE = (
    0.003  # a label to which the shipped reader gives less is taken for wrong (looked at: mirrored, turned, cut)
)
RARE = {True: 0.35, False: 1.0}  # weight of a cursive font against the others, in capitals and small letters
WILD = 0.25  # that of a wild font
STYLED = 0.6  # share of the pages of stroke models that are in one style
WILD_FONTS = ("cabin-sketch", "finger-paint", "love-ya-like-a-sister", "sunshiney", "hachi-maru-pop", "licorice")


def set_apart(book: str, writer: str = "") -> bool:
    """Whether a hand is kept out of the network by which recipe and certainty are measured.

    One writer in five of the largest set, and two sets as a whole: strangers come from sources never met as well.
    """
    return book in APART or (book == "digilets" and int(writer) % 5 == 0)


def strangers(hand: Path, apart: bool = True) -> list[Hand]:
    """The validation writers, and unless the network has met them, the writers set apart."""
    others = list(load_hands(hand / "validate" / "digilets_writers_strokes.json.gz").values())
    if not apart:
        return others
    known = load_hands(hand / "train" / "digilets_strokes.json.gz")
    return [own for writer, own in known.items() if set_apart("digilets", str(writer))] + others


class Library:
    """Opens a page after the other."""

    def __init__(self, hand: Path) -> None:
        self.hands = {
            book: load_hands(*(hand / "train" / f"{name}_strokes.json.gz" for name in names))
            for book, names in STROKES.items()
        }
        self.images = {name: _images(hand / "train" / f"{name}.npz", merged) for name, merged in LETTER_SETS.items()}
        self.fonts, self.font_odds = _fonts(hand)
        self.odds = np.cumsum([book.share for book in BOOKS]) / sum(book.share for book in BOOKS)

    def page(self, rng: np.random.Generator) -> tuple[str, Page]:
        """Whose page it is, and the page."""
        book = BOOKS[int(np.searchsorted(self.odds, rng.random()))].name
        symbols = CAPITALS if rng.random() < CASES else SMALL
        if book in STROKES:
            return self.page_of(book, SMALL if book == "omniglot_latin" else symbols, rng)
        if book == "models":
            return book, _of_models(symbols, rng)
        if book == "font":
            name = str(rng.choice(list(self.fonts), p=self.font_odds[symbols is CAPITALS]))
            return f"font/{name}", _of_images(self.fonts[name], symbols)
        return book, _of_images(self.images[book], symbols)

    def page_of(self, book: str, symbols: str, rng: np.random.Generator) -> tuple[str, Page]:
        """A page by one of a book's writers who have given such symbols."""
        hands = self.hands[book]
        writers = [writer for writer, own in hands.items() if sum(symbol in own for symbol in symbols) > 4]
        writer = writers[rng.integers(len(writers))]
        return f"{book}/{writer}", of_hand(hands[writer], symbols, rng)


def _images(path: Path, merged: bool) -> dict[str, list[Glyph]]:
    """The glyphs of a set of pictures, by symbol."""
    with np.load(path) as data:
        images = data["native64"] if "native64" in data else data["images"]
        labels = data["labels"].astype(str)
    clean = _believable(images, labels) if path.stem in NOISY else np.ones(len(labels), bool)
    found: dict[str, list[Glyph]] = {}
    for image, symbol in zip(images[clean], labels[clean], strict=True):
        if symbol in CAPITALS + SMALL and not (merged and symbol == "L" and bare_stroke(image)):
            found.setdefault(symbol, []).append((image, label_of(symbol, merged)))
    return found


def _believable(images: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Which glyphs may be what their labels say, by the reader that is shipped."""
    reader, kept = CnnReader(), []
    for at in range(0, len(labels), 25):
        crops = [255 - np.pad(image, 6) for image in images[at : at + 25]]
        wanted = labels[at : at + 25]
        kept += [
            dict(g.ranking).get(str(symbol).upper(), 0.0)
            for g, symbol in zip(reader.letters(crops), wanted, strict=True)
        ]
    return np.array(kept) > IMPOSSIBLE


def _fonts(hand: Path) -> tuple[dict[str, dict[str, list[Glyph]]], dict[bool, np.ndarray]]:
    """The letters of every font to train on, and how often each is taken for capitals and for small letters."""
    with (hand / "fonts" / "FONTS.tsv").open(encoding="utf-8") as file:
        kinds = {row[0]: (row[3] if len(row) > 3 else "") for row in csv.reader(file, delimiter="\t")}
    fonts = {
        name: {symbol: [(image, label_of(symbol))] for symbol, image in letters.items()}
        for name, letters in load_fonts(hand, CAPITALS + SMALL).items()
    }
    odds = {}
    for capitals, rare in RARE.items():
        plain = {name: rare if kinds.get(name) == "cursive" else 1.0 for name in fonts}
        weights = np.array([WILD if name in WILD_FONTS else plain[name] for name in fonts])
        odds[capitals] = weights / weights.sum()
    return fonts, odds


def loosened(style: Style, rng: np.random.Generator) -> Style:
    """The style with strokes that go their own way, as training has them on four pages of ten."""
    return replace(style, loose=float(rng.choice([0.0, 0.0, 0.0, 0.06, 0.12])))


def of_hand(hand: Hand, symbols: str, rng: np.random.Generator) -> Page:
    """A page that one person writes in one style; no sample comes twice before all have come that the page holds."""
    if rng.random() < NARROW:
        few = "".join(rng.choice(GROUPS[symbols].split(), 3)) + "".join(rng.choice(list(symbols), 2))
        symbols = few if any(symbol in hand for symbol in few) else symbols
    known = sorted({symbol for symbol in symbols if symbol in hand})
    style, deck = loosened(Style.any(rng), rng), list[tuple[str, Strokes]]()

    def page(r: np.random.Generator) -> Glyph:
        if not deck:
            most = max(25 // len(known), 1)
            dealt = [(symbol, hand[symbol][at]) for symbol in known for at in r.permutation(len(hand[symbol]))[:most]]
            deck.extend(dealt[at] for at in r.permutation(len(dealt)))
        symbol, strokes = deck.pop()
        return write(strokes, style, r, symbol), label_of(symbol)

    return page


def _of_images(glyphs: dict[str, list[Glyph]], symbols: str) -> Page:
    known = [symbol for symbol in symbols if symbol in glyphs]
    known = known or list(glyphs)

    def page(r: np.random.Generator) -> Glyph:
        own = glyphs[known[r.integers(len(known))]]
        image, label = own[r.integers(len(own))]
        return thickened(image, r), label

    return page


def _of_models(symbols: str, rng: np.random.Generator) -> Page:
    """A page from stroke models: half of them in one style of a hand, the others each letter as it comes."""
    style = loosened(Style.any(rng), rng) if rng.random() < STYLED else None

    def page(r: np.random.Generator) -> Glyph:
        symbol = symbols[r.integers(26)]
        return write(lines_of(symbol, r), style, r, symbol) if style else draw(symbol, r), label_of(symbol)

    return page
