"""The evidence report of a Q4 sheet: HTML or PDF."""

import io
from dataclasses import dataclass

import cv2
import numpy as np

from proof.statement import Given, given_q4
from q4.board import DOTS, neighbours_of, place_of
from q4.form import Box, Point
from q4.games import Q4Verdict
from q4.phrases import remark_text
from q4.sheet_document import doubt_text, outcome_texts
from q4.sheet_verdict import SheetVerdict
from report.content import given_texts, signed_by
from report.pictures import AMBER, BLUE, ORANGE, data_url
from report.qr_views import svg_path
from report.subject import Seal, Subject
from report.templating import page, style
from scanner.values import Photo, Pixels
from texts import day, percent, text

PAGE, MARGIN, WIDTH = (595.0, 842.0), 42.0, 511.0  # points of A4 upright
CROP, ACROSS = 44.0, 7  # points of a letter's picture, and how many stand side by side
LIKELY = 0.0005  # probability below which another reading is not worth a word
DOT_RING, BLOCK_RING = 0.15, 0.18  # radius of the ring around a filled dot, in cells; around a marked block, in letters


def annotated(photo: Photo, judged: SheetVerdict) -> Pixels:
    """The flat sheet with everything that was read on it; the photo where nothing could be laid flat."""
    sheet, places = judged.sheet, judged.reading.places
    if places is None:
        return photo.pixels
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
    for doubt in judged.doubts:
        if doubt.kind == "letter":
            _frame(picture, places.cells[(doubt.place[0] - 1) * 4 + doubt.place[1] - 1], AMBER)
    return picture


def render_q4(verdict: Q4Verdict, kind: str, texts_language: str | None, subject: Subject, seal: Seal | None) -> bytes:
    """The report as the content of a file of this kind: .html or .pdf."""
    language, title = texts_language or verdict.language, subject.player or verdict.photo.name
    about = " · ".join(filter(None, [subject.event, day(subject.date, language)]))
    head = title, about, seal, language
    return _html(verdict, *head).encode("utf-8") if kind == ".html" else _pdf(verdict, *head)


@dataclass(frozen=True, eq=False)
class Content:
    """What a report says, in sentences, for the page and for paper."""

    sheet: Pixels
    about: str
    kind: str  # sure, unsure
    total: str
    status: str
    given: tuple[str, ...]
    remarks: list[str]
    findings: list[str]
    doubts: list[str]
    claims: list[tuple[str, str]]  # letters, words
    unscored: str
    cells: list[tuple[Pixels, str]]  # crop, what was read


def _contents(verdict: Q4Verdict, language: str) -> list[Content]:
    parts = zip(verdict.sheets, verdict.hindsight(language), given_q4(verdict), strict=True)
    return [_content(verdict, *part, language) for part in parts]


def _content(verdict: Q4Verdict, sheet: SheetVerdict, hindsight: str, gave: Given, language: str) -> Content:
    outcome = sheet.outcome
    number, claimed = sheet.reading.number, outcome.claimed
    printed = text("q4.text.sheet", language, number=f"{number:05d}") if number is not None else ""
    status = {"yes": "page.q4-proven", "possible": "page.q4-possible", "impossible": "page.q4-impossible"}
    said, *more = outcome_texts(outcome, language)
    return Content(
        annotated(verdict.photo, sheet),
        " · ".join([printed or text("q4.text.other-print", language),
                    text("q4.text.word-list", language, words=sheet.words)]),
        "unsure" if sheet.needs_review else "sure",
        "?" if claimed is None else f"{claimed}{'?' if 'certainty' in sheet.reasons else ''}",
        text(status[outcome.proven], language) if outcome.proven else said,
        given_texts(gave, language),
        [said, *more, text("q4.text.read", language, p=percent(sheet.read, language))]
        + ([text("q4.text.review", language)] if sheet.needs_review else [])
        + ([hindsight] if hindsight else []),
        [remark_text(finding, language) for finding in sheet.findings],
        [doubt_text(doubt, language) for doubt in sheet.doubts],
        [(c.letters, " · ".join(c.words) or text("page.q4-not-listed", language)) for c in sheet.claims],
        " · ".join(sorted({word for word, _ in sheet.unscored})),
        [(crop, _ranking(sheet, cell, language)) for cell, crop in sheet.reading.crops.items()],
    )  # fmt: skip


def _html(verdict: Q4Verdict, title: str, about: str, seal: Seal | None, language: str) -> str:
    return page(
        "report", "q4", language, title=title, about=about, reports=_contents(verdict, language),
        base=style("report", "report"),
        picture=data_url,
        sha256=verdict.photo.sha256,
        signed=signed_by(seal, language),
        code=svg_path(seal.claim) if seal else None,
    )  # fmt: skip


def _ranking(sheet: SheetVerdict, cell: int, language: str) -> str:
    """A letter's place and the likeliest readings of it."""
    likely = [(symbol, p) for symbol, p in sheet.glyphs[cell].ranking[:3] if p >= LIKELY]
    read = " · ".join(f"{symbol} {percent(p, language)}" for symbol, p in likely)
    return f"{','.join(map(str, place_of(cell)))}: {read}"


def _pdf(verdict: Q4Verdict, title: str, about: str, seal: Seal | None, language: str) -> bytes:
    """The content of the HTML on A4; the same verdict gives the same bytes."""
    from reportlab.platypus import SimpleDocTemplate, Table

    from report.pdf_parts import BAD, DOUBT, QrCode, bullet, image, paragraph

    stream, flow = io.BytesIO(), [paragraph(title, "title")] + ([paragraph(about, "muted")] if about else [])
    for report in _contents(verdict, language):
        flow += [paragraph(report.about, "muted"), image(report.sheet, WIDTH, WIDTH)]
        flow += [
            paragraph(f"{report.total} · {report.status}", "head"),
            *(bullet(line, DOUBT) for line in report.given),
        ]
        flow += map(paragraph, report.remarks)
        flow += [bullet(line, BAD) for line in report.findings] + [bullet(line, DOUBT) for line in report.doubts]
        flow.append(paragraph(text("page.q4-words", language), "head"))
        flow += [paragraph(f"{letters}: {words}") for letters, words in report.claims]
        if report.unscored:
            flow += [paragraph(text("page.q4-unscored", language), "head"), paragraph(report.unscored)]
        cells = [[image(crop, CROP, CROP), paragraph(read, "cell")] for crop, read in report.cells]
        rows = [cells[at : at + ACROSS] for at in range(0, len(cells), ACROSS)]
        flow.append(Table(rows, spaceBefore=10, hAlign="LEFT"))
    flow.append(paragraph(f"sha256 {verdict.photo.sha256}", "hash"))
    if seal:
        flow += [paragraph(text("report.signature", language), "strong"), paragraph(signed_by(seal, language), "cell")]
        flow += [paragraph(f"{text('report.verify', language)} qwords verify", "cell"), QrCode(seal.claim, 96)]
    SimpleDocTemplate(
        stream, pagesize=PAGE, title=title, author="Qwords referee", lang=language, invariant=1,
        leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
    ).build(flow)  # fmt: skip
    return stream.getvalue()


def _ring(picture: Pixels, ends: list[Point], radius: float) -> None:
    """A ring in the middle between two places."""
    x, y = (round((one + two) / 2) for one, two in zip(*ends, strict=True))
    cv2.circle(picture, (x, y), round(radius), BLUE, 2, cv2.LINE_AA)


def _frame(picture: Pixels, box: Box, colour: tuple[int, int, int]) -> None:
    corners = np.round(np.array([box.x, box.y, box.x + box.width, box.y + box.height])).astype(int).tolist()
    cv2.rectangle(picture, (corners[0], corners[1]), (corners[2], corners[3]), colour, 2, cv2.LINE_AA)
