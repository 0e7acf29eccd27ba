"""The fonts of printed pages, embedded: Noto for Latin, Greek, Cyrillic and Japanese, else one of the system's.

`fonts/` holds subsets of Noto Sans and Noto Sans JP (SIL Open Font License, fonts/OFL.txt). A letter that none of them
has is looked for among the system's fonts by fontconfig; what nobody has becomes its plain letter, or "?".
"""

import subprocess
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import IO, Any

FOLDER = Path(__file__).with_name("fonts")
PLAIN, BOLD = "NotoSans-Regular", "NotoSans-Bold"
JAPANESE = "NotoSansJP-Bold"


def new_canvas(stream: IO[bytes], wide: float, tall: float) -> Any:
    """An empty PDF, the same bytes for the same drawing, that knows no font but embedded ones."""
    from reportlab.pdfgen.canvas import Canvas

    _letters(PLAIN)
    return Canvas(stream, pagesize=(wide, tall), invariant=1, initialFontName=PLAIN)


def runs(text: str, bold: bool = False) -> Iterator[tuple[str, str]]:
    """The text in pieces, each with the font that has all its letters."""
    drawn = [_drawable(letter, bold) for letter in unicodedata.normalize("NFC", text)]
    for font, letters in groupby(drawn, key=lambda item: item[0]):
        yield font, "".join(letter for _, letter in letters)


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide the text is drawn."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(sum(stringWidth(part, font, size) for font, part in runs(text, bold)))


def draw(canvas: Any, x: float, y: float, text: str, size: float, bold: bool = False, align: str = "left") -> None:
    """Write text on a baseline, from, to or around a point."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    x -= {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * (width(text, size, bold) if align != "left" else 0.0)
    for font, part in runs(text, bold):
        canvas.setFont(font, size)
        canvas.drawString(x, y, part)
        x += stringWidth(part, font, size)


def _drawable(letter: str, bold: bool) -> tuple[str, str]:
    """The font that has a letter, and the letter or what stands for it."""
    for font in (BOLD if bold else PLAIN, JAPANESE):
        if ord(letter) in _letters(font):
            return font, letter
    if found := _system_font(letter):
        return found, letter
    plain = unicodedata.normalize("NFKD", letter)[0]
    return (PLAIN, plain) if ord(plain) in _letters(PLAIN) else (PLAIN, "?")


@cache
def _letters(font: str) -> frozenset[int]:
    """What a font can draw; it is made known to the PDF library on first use."""
    return _register(font, str(FOLDER / f"{font}.ttf"))


def _register(name: str, path: str, number: int = 0) -> frozenset[int]:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        font = TTFont(name, path, subfontIndex=number)
    except (TTFError, OSError):  # outlines the PDF library does not embed
        return frozenset()
    pdfmetrics.registerFont(font)
    return frozenset(font.face.charToGlyph)


@cache
def _system_font(letter: str) -> str:
    """A font of the system that has a letter; "" where there is none."""
    query = ["fc-list", f":charset={ord(letter):x}", "--format=%{file}\n"]
    try:
        found = subprocess.run(query, capture_output=True, text=True, timeout=5, check=False).stdout.split("\n")
    except (OSError, subprocess.TimeoutExpired):
        return ""
    files = sorted(path for path in found if path.lower().endswith((".ttf", ".ttc")))
    for path in files:
        name = f"system-{Path(path).stem}"
        if ord(letter) in _system_letters(name, path):
            return name
    return ""


@cache
def _system_letters(name: str, path: str) -> frozenset[int]:
    return _register(name, path)
