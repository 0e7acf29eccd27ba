"""The pieces a report on paper is set from: type, tiles, the box of the total, the QR code."""

import unicodedata
from functools import cache
from html import escape
from importlib import resources
from io import BytesIO
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Image, Paragraph

from report.pictures import jpeg
from report.view import Item
from scanner.values import Pixels
from sheets.qr_code import modules_at_best

INK, QUIET, RULE, ROW, COLUMN = "#16264a", "#555f76", "#d9d1bf", "#1f5bb5", "#b64f06"
ROW_WASH, COLUMN_WASH, GOOD, BAD, BAD_WASH = "#e4ebf5", "#fbe9da", "#1b7048", "#ad261c", "#fbe4de"
DOUBT, DOUBT_INK, DOUBT_WASH = "#b98300", "#6b4a00", "#fff1c4"
PLAIN, BOLD = "Manrope", "Manrope-Bold"


@cache
def _styles() -> dict[str, ParagraphStyle]:
    folder = resources.files("report") / "fonts"
    for name, file in ((PLAIN, "Manrope-Medium.ttf"), (BOLD, "Manrope-ExtraBold.ttf")):
        pdfmetrics.registerFont(TTFont(name, BytesIO((folder / file).read_bytes())))
    pdfmetrics.registerFontFamily(PLAIN, PLAIN, BOLD, PLAIN, BOLD)
    base = ParagraphStyle("base", fontName=PLAIN, fontSize=9.5, leading=13.5, textColor=HexColor(INK))

    def style(name: str, size: float, font: str = PLAIN, colour: str = INK, **more: Any) -> ParagraphStyle:
        made = ParagraphStyle(name, base, fontName=font, fontSize=size, leading=size * 1.4, textColor=HexColor(colour))
        for key, value in more.items():
            setattr(made, key, value)
        return made

    return {
        "base": base,
        "title": style("title", 24, BOLD, leading=28),
        "head": style("head", 12, BOLD, spaceBefore=10, spaceAfter=3),
        "strong": style("strong", 9.5, BOLD),
        "muted": style("muted", 9, colour=QUIET),
        "small": style("small", 8.5),
        "cell": style("cell", 8, colour=QUIET, leading=10),
        "hash": style("hash", 5.5, colour=QUIET, leading=7.5, wordWrap="CJK"),
        "perhaps": style("perhaps", 12, BOLD, DOUBT_INK),
        "sure": style("sure", 10, BOLD, GOOD),
        "unsure": style("unsure", 10, BOLD, DOUBT_INK),
        "unread": style("unread", 10, BOLD, DOUBT_INK),
        "bullet": style("bullet", 9.5, leftIndent=8, borderPadding=(2, 2, 2, 6), spaceAfter=4),
    }


def paragraph(words: str, style: str = "base", raw: bool = False) -> Any:
    """A paragraph of plain text; with `raw` its mark-up counts."""
    made = _styles()[style]
    known = "".join(_known(letter, made.fontName) for letter in words)
    return Paragraph(known if raw else escape(known), made)


def _known(letter: str, font: str) -> str:
    """A letter that the font has; others lose their accents or become a question mark."""
    glyphs = pdfmetrics.getFont(font).face.charToGlyph
    for form in (letter, unicodedata.normalize("NFKD", letter)[0], {"✓": "", "✗": "", " ": " "}.get(letter, "?")):
        if not form or ord(form[0]) in glyphs or form.isspace():
            return form
    return "?"


class Barred(Flowable):  # type: ignore[misc]
    """A paragraph with a coloured bar at its left."""

    def __init__(self, inner: Any, colour: str) -> None:
        super().__init__()
        self.inner, self.colour = inner, colour

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """The room it takes."""
        _, self.used = self.inner.wrap(width - 10, height)
        return width, self.used + 6

    def draw(self) -> None:
        """Draw it."""
        self.canv.setFillColor(HexColor(self.colour))
        self.canv.rect(0, 3, 2.4, self.used, stroke=0, fill=1)
        self.inner.drawOn(self.canv, 10, 3)


def bullet(words: str, colour: str) -> Any:
    """One of several remarks."""
    return Barred(paragraph(words), colour)


def image(picture: Pixels, width: float, height: float) -> Any:
    """A picture in a box, as large as fits."""
    scale = min(width / picture.shape[1], height / picture.shape[0])
    size = picture.shape[1] * scale, picture.shape[0] * scale
    return Image(BytesIO(jpeg(picture)), width=size[0], height=size[1], hAlign="LEFT")


class TotalBox(Flowable):  # type: ignore[misc]
    """The total in its box; one in doubt is dashed."""

    def __init__(self, total: str, kind: str) -> None:
        super().__init__()
        self.total, self.kind = total, kind
        _styles()
        self.width, self.height = pdfmetrics.stringWidth(total, BOLD, 44) + 32, 58

    def draw(self) -> None:
        """Draw it."""
        sure = self.kind == "sure"
        canvas = self.canv
        canvas.setLineWidth(2.4)
        canvas.setStrokeColor(HexColor(INK if sure else DOUBT))
        canvas.setFillColor(HexColor("#ffffff" if sure else DOUBT_WASH))
        if not sure:
            canvas.setDash(5, 3)
        canvas.roundRect(1.2, 1.2, self.width - 2.4, self.height - 2.4, 11, fill=1)
        canvas.setFillColor(HexColor(INK if sure else DOUBT_INK))
        canvas.setFont(BOLD, 44)
        canvas.drawCentredString(self.width / 2, 13.5, self.total)


class Tiles(Flowable):  # type: ignore[misc]
    """The five letters of a line, those of its word on coloured tiles."""

    SIZE = 16.0

    def __init__(self, item: Item) -> None:
        super().__init__()
        self.item = item
        self.width, self.height = 5 * (self.SIZE + 1.5), self.SIZE

    def draw(self) -> None:
        """Draw them."""
        item, canvas = self.item, self.canv
        inside = range(len(item.before), len(item.before) + len(item.word))
        for place, letter in enumerate(item.before + item.word + item.after):
            x = place * (self.SIZE + 1.5)
            if place in inside:
                canvas.setFillColor(HexColor(ROW_WASH if item.axis == "row" else COLUMN_WASH))
                canvas.roundRect(x, 0, self.SIZE, self.SIZE, 4, stroke=0, fill=1)
            canvas.setFillColor(HexColor(INK if place in inside else QUIET))
            canvas.setFont(BOLD if place in inside else PLAIN, 10)
            canvas.drawCentredString(x + self.SIZE / 2, 4.6, "·" if letter == "." else letter)


class Claim(Flowable):  # type: ignore[misc]
    """What the player wrote, in its circle: solid where it is right, dashed where it is not."""

    def __init__(self, item: Item) -> None:
        super().__init__()
        self.item, self.width, self.height = item, 20, 20 if item.claim else 0

    def draw(self) -> None:
        """Draw it."""
        if not self.item.claim:
            return
        canvas, right = self.canv, self.item.right
        canvas.setStrokeColor(HexColor(GOOD if right else BAD))
        canvas.setFillColor(HexColor("#ffffff" if right else BAD_WASH))
        if not right:
            canvas.setDash(2.4, 1.6)
        canvas.circle(10, 10, 9, fill=1)
        canvas.setFillColor(HexColor(GOOD if right else BAD))
        canvas.setFont(BOLD, 9)
        canvas.drawCentredString(10, 6.8, "–" if self.item.claim == "-" else self.item.claim)


def line_row(item: Item) -> list[Any]:
    """One line of the sheet as a row of the table."""
    colour = ROW if item.axis == "row" else COLUMN
    points = Paragraph(
        f'<para align="right"><font color="{colour}"><b>{item.points}</b></font></para>', _styles()["base"]
    )
    place = item.place[0].upper() + item.place[1:]
    return [paragraph(place, "cell"), Tiles(item), points, Claim(item), paragraph(item.why, "cell")]


class QrCode(Flowable):  # type: ignore[misc]
    """A QR code of a text."""

    def __init__(self, text: str, size: float) -> None:
        super().__init__()
        self.rows, self.width, self.height = modules_at_best(text, "M"), size, size

    def draw(self) -> None:
        """Draw it."""
        module = self.width / len(self.rows)
        path = self.canv.beginPath()
        for row, cells in enumerate(self.rows):
            for column, dark in enumerate(cells):
                if dark:
                    path.rect(column * module, self.height - (row + 1) * module, module, module)
        self.canv.setFillColor(HexColor("#000000"))
        self.canv.drawPath(path, stroke=0, fill=1)
