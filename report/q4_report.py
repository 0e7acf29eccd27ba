"""The evidence report of a Q4 sheet: HTML, PDF or PNG."""

import io
from base64 import b64encode

import cv2
import numpy as np

from q4.board import DOTS, neighbours_of, place_of
from q4.form import Box, Point
from q4.games import Q4Verdict
from report import UnknownReport
from report.pictures import AMBER, BLUE, ORANGE, jpeg
from report.templating import page
from scanner.values import Pixels

PAGE, MARGIN = (595.0, 842.0), 40.0  # points of A4 upright
DOT_RING, BLOCK_RING = 0.15, 0.18  # radius of the ring around a filled dot, in cells; around a marked block, in letters


def annotated(verdict: Q4Verdict) -> Pixels:
    """The flat sheet with everything that was read on it; the photo where nothing could be laid flat."""
    sheet, places = verdict.sheet.sheet, verdict.sheet.reading.places
    if places is None:
        return verdict.photo.pixels
    picture = places.picture.copy()
    side = places.cells[0].width
    for cell, letter in sheet.letters.items():
        box = places.cells[cell]
        at = round(box.x + 0.05 * side), round(box.y + 0.22 * side)
        cv2.putText(picture, letter, at, cv2.FONT_HERSHEY_DUPLEX, side / 144, BLUE, 2, cv2.LINE_AA)
    for dot in range(DOTS):
        if sheet.dots >> dot & 1:
            _ring(picture, [places.cells[cell].middle for cell in neighbours_of(dot)], DOT_RING * side)
    for row, column in sheet.blocks:
        first, last = (places.letters[(row + more - 1) * 6 + column + more - 1] for more in (0, 1))
        _ring(picture, [first.middle, last.middle], BLOCK_RING * first.width)
    for row, column in sheet.crossed:
        _frame(picture, places.letters[(row - 1) * 6 + column - 1], ORANGE)
    for number in sheet.circled:
        if number < len(places.scores):  # a person may have said one that is not printed
            _frame(picture, places.scores[number], BLUE)
    for doubt in verdict.sheet.doubts:
        if doubt.kind == "letter":
            _frame(picture, places.cells[(doubt.place[0] - 1) * 4 + doubt.place[1] - 1], AMBER)
    return picture


def render_q4(verdict: Q4Verdict, suffix: str, texts_language: str | None = None) -> bytes:
    """The report as the content of a file with this suffix: .html, .pdf or .png."""
    language = texts_language or verdict.language
    if suffix == ".html":
        return _html(verdict, language).encode("utf-8")
    if suffix == ".pdf":
        return _pdf(verdict, language)
    if suffix != ".png":
        raise UnknownReport(f"{suffix or 'no suffix'}: not a kind of report")
    done, data = cv2.imencode(".png", annotated(verdict))
    assert done
    return bytes(data)


def _html(verdict: Q4Verdict, language: str) -> str:
    crops = verdict.sheet.reading.crops.items()
    return page(
        "report",
        "q4",
        language,
        name=verdict.photo.name,
        picture=_base64(annotated(verdict)),
        lines=verdict.text(language),
        cells=[{"picture": _base64(crop), "ranking": _ranking(verdict, cell)} for cell, crop in crops],
        sha256=verdict.photo.sha256,
    )


def _base64(picture: Pixels) -> str:
    return b64encode(jpeg(picture)).decode("ascii")


def _ranking(verdict: Q4Verdict, cell: int) -> str:
    """A letter's place and probabilities."""
    row, column = place_of(cell)
    ranking = verdict.sheet.glyphs[cell].ranking[:3]
    return f"{row},{column}: " + " · ".join(f"{symbol} {p:.4f}" for symbol, p in ranking)


def _pdf(verdict: Q4Verdict, language: str) -> bytes:
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    stream, picture = io.BytesIO(), annotated(verdict)
    canvas = Canvas(stream, pagesize=PAGE, invariant=1)
    width = PAGE[0] - 2 * MARGIN
    height = width * picture.shape[0] / picture.shape[1]
    canvas.drawImage(ImageReader(io.BytesIO(jpeg(picture))), MARGIN, PAGE[1] - MARGIN - height, width, height)
    text = canvas.beginText(MARGIN, PAGE[1] - MARGIN - height - 24)
    text.setFont("Helvetica", 8.5)
    for line in verdict.text(language).splitlines():
        text.textLine(line.encode("cp1252", "replace").decode("cp1252")[:140])
    canvas.drawText(text)
    canvas.save()
    return stream.getvalue()


def _ring(picture: Pixels, ends: list[Point], radius: float) -> None:
    """A ring in the middle between two places."""
    x, y = (round((one + two) / 2) for one, two in zip(*ends, strict=True))
    cv2.circle(picture, (x, y), round(radius), BLUE, 2, cv2.LINE_AA)


def _frame(picture: Pixels, box: Box, colour: tuple[int, int, int]) -> None:
    corners = np.round(np.array([box.x, box.y, box.x + box.width, box.y + box.height])).astype(int).tolist()
    cv2.rectangle(picture, (corners[0], corners[1]), (corners[2], corners[3]), colour, 2, cv2.LINE_AA)
