"""The evidence report as PDF pages, or as one tall PNG of them."""

import unicodedata
from functools import cache
from html import escape
from io import BytesIO
from typing import Any

import cv2
import numpy as np

from referee.errors import MissingExtra
from referee.provenance import provenance
from referee.verdict import PhotoVerdict, SheetVerdict
from report.pictures import annotated, crop, jpeg, outlined
from report.sentences import doubt_text, ranking_text
from report.view import certainty, heading, headline, items, must_look, remarks, sections
from scanner.values import Pixels
from texts import sentence, text

GREEN, AMBER, RED, LINE = "#28754a", "#9a6700", "#b3261e", "#d8d4c8"


def to_pdf(verdict: PhotoVerdict, texts_language: str | None = None) -> bytes:
    """The report as an A4 document; the same verdict gives the same bytes."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.units import mm
    from reportlab.platypus import SimpleDocTemplate, Spacer

    language = texts_language or verdict.sheets[0].language
    name = heading(verdict, language)
    flow: list[Any] = [_paragraph(name, "title")]
    if scans := tuple(sheet.scan for sheet in verdict.sheets if sheet.scan):
        flow += [_image(outlined(scans), 90 * mm), Spacer(1, 4 * mm)]
    for number, sheet in enumerate(verdict.sheets, start=1):
        flow += _sheet(sheet, number if len(verdict.sheets) > 1 else 0, texts_language or sheet.language)
    if verdict.notes:
        flow += [_paragraph(text("report.notes", language), "head"), *(_paragraph(note) for note in verdict.notes)]
    flow += [_paragraph(f"{key}: {value}", "small") for key, value in provenance(verdict).items()]
    out = BytesIO()
    margin = 18 * mm
    SimpleDocTemplate(
        out,
        pagesize=A4,
        title=name,
        invariant=1,
        leftMargin=margin,
        rightMargin=margin,
        topMargin=margin,
        bottomMargin=margin,
    ).build(flow)
    return out.getvalue()


def to_png(verdict: PhotoVerdict, texts_language: str | None = None) -> bytes:
    """The pages of the PDF, one below the other."""
    try:
        import pypdfium2
    except ImportError as error:
        raise MissingExtra("A PNG report needs pypdfium2.", "pip install 'qwords-referee[tournament]'") from error
    with pypdfium2.PdfDocument(to_pdf(verdict, texts_language)) as document:
        pages = [np.asarray(page.render(scale=2).to_numpy())[:, :, :3] for page in document]
    done, data = cv2.imencode(".png", np.vstack(pages))
    assert done
    return bytes(data)


@cache
def _styles() -> dict[str, Any]:
    from reportlab.lib.colors import HexColor
    from reportlab.lib.styles import ParagraphStyle

    base = ParagraphStyle("base", fontName="Helvetica", fontSize=9.5, leading=13)
    return {
        "base": base,
        "title": ParagraphStyle("title", base, fontName="Helvetica-Bold", fontSize=14, leading=20),
        "head": ParagraphStyle("head", base, fontName="Helvetica-Bold", fontSize=11, leading=16, spaceBefore=8),
        "certain": ParagraphStyle(
            "certain", base, fontName="Helvetica-Bold", fontSize=30, leading=36, textColor=HexColor(GREEN)
        ),
        "review": ParagraphStyle(
            "review", base, fontName="Helvetica-Bold", fontSize=30, leading=36, textColor=HexColor(AMBER)
        ),
        "small": ParagraphStyle("small", base, fontName="Courier", fontSize=6.5, leading=9),
        "cell": ParagraphStyle("cell", base, fontSize=8, leading=10),
    }


def _paragraph(words: str, style: str = "base") -> Any:
    from reportlab.platypus import Paragraph

    # The built-in fonts know Western European letters only; others lose their accents or become a question mark.
    known = "".join(_known(letter) for letter in words)
    return Paragraph(escape(known), _styles()[style])


def _known(letter: str) -> str:
    for form in (letter, unicodedata.normalize("NFKD", letter)[0]):
        try:
            form.encode("cp1252")
        except UnicodeEncodeError:
            continue
        return form
    return "?"


def _image(picture: Pixels, width: float) -> Any:
    from reportlab.platypus import Image

    height = width * picture.shape[0] / picture.shape[1]
    return Image(BytesIO(jpeg(picture)), width=width, height=height, hAlign="LEFT")


def _sheet(sheet: SheetVerdict, number: int, language: str) -> list[Any]:
    """One sheet; a number where there are several."""
    from reportlab.lib.units import mm
    from reportlab.platypus import Spacer

    flow: list[Any] = [_paragraph(sentence("report.sheet", language, n=number), "head")] if number else []
    flow.append(_paragraph(" · ".join(headline(sheet, language))))
    if sheet.empty:
        return [*flow, _paragraph(text("report.empty-sheet", language))]
    flow.append(_paragraph(str(sheet.card.total), "review" if sheet.needs_review else "certain"))
    flow.append(_paragraph(" · ".join([certainty(sheet, language), *remarks(sheet, language)])))
    flow += [*map(_paragraph, must_look(sheet, language)), Spacer(1, 3 * mm)]
    if sheet.scan:
        flow += [_image(annotated(sheet), 100 * mm), Spacer(1, 3 * mm)]
    flow.append(_lines(sheet, language))
    for title, said in sections(sheet, language):
        flow += [_paragraph(title, "head"), *map(_paragraph, said)]
    return [*flow, *_doubts(sheet, language), Spacer(1, 6 * mm)]


def _lines(sheet: SheetVerdict, language: str) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.lib.units import mm
    from reportlab.platypus import Table, TableStyle

    rows: list[list[Any]] = [
        ["", *(text(f"report.{key}", language) for key in ("letters", "word", "points", "claimed", "sources"))]
    ]
    style: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), "Helvetica", 8),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor(LINE)),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("FONT", (1, 1), (1, -1), "Courier-Bold", 9),
    ]
    for number, item in enumerate(items(sheet, language), start=1):
        if item.claim:
            style.append(("TEXTCOLOR", (4, number), (4, number), HexColor(GREEN if item.right else RED)))
        letters = f"{item.before}{item.word}{item.after}"
        rows.append([item.place, letters, item.word or "–", item.points, item.claim, _paragraph(item.source, "cell")])
    return Table(
        rows, colWidths=[22 * mm, 20 * mm, 18 * mm, 18 * mm, 18 * mm, 78 * mm], style=TableStyle(style), hAlign="LEFT"
    )


def _doubts(sheet: SheetVerdict, language: str) -> list[Any]:
    from reportlab.lib.units import mm
    from reportlab.platypus import Table

    if not sheet.doubts:
        return []
    rows = []
    for doubt in sheet.doubts:
        picture, others = "", ""
        if sheet.scan and doubt.row and doubt.column:
            picture = _image(crop(sheet, doubt.row, doubt.column), 16 * mm)
            others = ranking_text(sheet, doubt.row, doubt.column, language)
        rows.append([picture, [_paragraph(doubt_text(doubt, language)), _paragraph(others)]])
    return [
        _paragraph(text("report.doubts", language), "head"),
        Table(rows, colWidths=[20 * mm, 150 * mm], hAlign="LEFT"),
    ]
