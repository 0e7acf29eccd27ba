"""The evidence report of a Q4 sheet: HTML, PDF or PNG."""

import io
from base64 import b64encode

import cv2
import numpy as np

from q4.board import DOTS, place_of
from q4.find import PX
from q4.form import Box, form
from q4.games import Q4Verdict
from report import UnknownReport
from report.pictures import AMBER, BLUE, ORANGE, jpeg
from report.templating import page
from scanner.values import Pixels

PAGE, MARGIN = (595.0, 842.0), 40.0  # points of A4 upright


def annotated(verdict: Q4Verdict) -> Pixels:
    """The flat sheet with everything that was read on it."""
    own, sheet, reading = form(), verdict.sheet.sheet, verdict.sheet.reading
    if reading.flat is None:
        return verdict.photo.pixels
    picture = reading.flat.pixels.copy()
    for cell, letter in sheet.letters.items():
        box = own.cells[cell]
        at = round((box.x + 0.8) * PX), round((box.y + 4.0) * PX)
        cv2.putText(picture, letter, at, cv2.FONT_HERSHEY_DUPLEX, 0.75, BLUE, 2, cv2.LINE_AA)
    for dot in range(DOTS):
        if sheet.dots >> dot & 1:
            _ring(picture, own.dots[dot], own.dot / 2)
    for row, column in sheet.blocks:
        _ring(picture, own.blocks[(row - 1) * 5 + column - 1], own.block_dot / 2)
    for row, column in sheet.crossed:
        _frame(picture, own.letters[(row - 1) * 6 + column - 1], ORANGE)
    for number in sheet.circled:
        _frame(picture, own.scores[number], BLUE)
    for doubt in verdict.sheet.doubts:
        if doubt.kind == "letter":
            _frame(picture, own.cells[(doubt.place[0] - 1) * 4 + doubt.place[1] - 1], AMBER)
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


def _ring(picture: Pixels, middle: tuple[float, float], radius: float) -> None:
    at = round(middle[0] * PX), round(middle[1] * PX)
    cv2.circle(picture, at, round((radius + 0.6) * PX), BLUE, 2, cv2.LINE_AA)


def _frame(picture: Pixels, box: Box, colour: tuple[int, int, int]) -> None:
    corners = np.round(np.array([box.x, box.y, box.x + box.width, box.y + box.height]) * PX).astype(int).tolist()
    cv2.rectangle(picture, (corners[0], corners[1]), (corners[2], corners[3]), colour, 2, cv2.LINE_AA)
