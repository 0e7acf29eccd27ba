"""The evidence report as PDF, with the content, type and colours of the HTML."""

from io import BytesIO
from typing import Any

from referee.verdict import PhotoVerdict
from report.content import Content, DoubtContent, SheetContent, content
from report.pdf_parts import BAD, DOUBT, INK, RULE, QrCode, TotalBox, bullet, image, line_row, paragraph
from report.subject import NOTHING_SAID, Seal, Subject
from texts import text

MARGIN, WIDTH = 42.0, 511.0  # points; A4 is 595 wide
ROOM = 100.0  # points: a heading and the tallest row that may follow it


def to_pdf(
    verdict: PhotoVerdict,
    texts_language: str | None = None,
    subject: Subject = NOTHING_SAID,
    seal: Seal | None = None,
) -> bytes:
    """The report as an A4 document; the same verdict gives the same bytes."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import SimpleDocTemplate

    report = content(verdict, texts_language, subject, seal)
    out = BytesIO()
    SimpleDocTemplate(
        out,
        pagesize=A4,
        title=report.title,
        author="Qwords referee",
        lang=report.language,
        invariant=1,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
    ).build(_flow(report))
    return out.getvalue()


def _flow(report: Content) -> list[Any]:
    from reportlab.platypus import Spacer

    flow: list[Any] = [
        paragraph(f"<b>Qwords referee</b> · {text('report.name', report.language)}", "small", raw=True),
        Spacer(1, 6),
        paragraph(report.title, "title"),
    ]
    if report.about:
        flow.append(paragraph(report.about, "muted"))
    flow.append(Spacer(1, 10))
    for sheet in report.sheets:
        flow += _sheet(sheet, report.language)
    flow += _list("report.said", report.said, report.language)
    flow += _list("report.rulings", report.rulings, report.language)
    flow += _list("report.notes", report.notes, report.language)
    return [*flow, Spacer(1, 14), _proof(report)]


def _list(heading: str, lines: tuple[str, ...], language: str, colour: str = RULE) -> list[Any]:
    return [*_head(heading, language), *(bullet(line, colour) for line in lines)] if lines else []


def _head(heading: str, language: str) -> list[Any]:
    """A heading with room for something below it; what follows may go on to the next page, and leaves no gap."""
    from reportlab.platypus import CondPageBreak

    return [CondPageBreak(ROOM), paragraph(text(heading, language), "head")]


def _sheet(sheet: SheetContent, language: str) -> list[Any]:
    from reportlab.platypus import Spacer, Table

    flow: list[Any] = [paragraph(sheet.title, "head")] if sheet.title else []
    if sheet.empty:
        return [*flow, *map(paragraph, (text("report.empty-sheet", language), *sheet.reasons))]
    told: list[Any] = [TotalBox(sheet.total, sheet.kind), Spacer(1, 6)]
    if sheet.perhaps:
        told.append(paragraph(sheet.perhaps, "perhaps"))
    told.append(paragraph(sheet.certainty, sheet.kind))
    told += [bullet(line, DOUBT) for line in sheet.given]
    told += [paragraph(reason) for reason in sheet.reasons]
    told += [paragraph(remark[0].upper() + remark[1:]) for remark in sheet.remarks]
    told.append(paragraph(sheet.meta, "muted"))
    if sheet.picture is not None:
        shown = image(sheet.picture, 235, 235)
        plain = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (0, 0), 0)]
        flow.append(Table([[shown, told]], colWidths=[250, WIDTH - 250], style=plain, hAlign="LEFT"))
    else:
        flow += told
    flow += _list("report.findings", sheet.findings, language, BAD)
    if sheet.doubts:
        flow += [*_head("report.doubts", language), _doubts(sheet.doubts)]
    flow += [*_head("report.lines", language), _lines(sheet)]
    flow += _list("report.disputes", sheet.disputes, language)
    return [*flow, *_list("report.weighed", sheet.weighed, language)]


def _lines(sheet: SheetContent) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Table

    style = [
        ("LINEABOVE", (0, 0), (-1, -1), 0.5, HexColor(RULE)),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 2.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
    ]
    rows = [line_row(item) for item in sheet.lines]
    return Table(rows, colWidths=[58, 92, 34, 30, WIDTH - 214], style=style, hAlign="LEFT")


def _doubts(doubts: tuple[DoubtContent, ...]) -> Any:
    """Two boxes a row: the crop, and what each letter would mean."""
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Table

    boxes = [_doubt(doubt) for doubt in doubts]
    rows = [[*pair, *([""] * (2 - len(pair)))] for pair in (boxes[n : n + 2] for n in range(0, len(boxes), 2))]
    style: list[Any] = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 4)]
    for number in range(len(boxes)):
        place = (number % 2, number // 2)
        style.append(("BOX", place, place, 1, HexColor(DOUBT), None, (4, 3)))
    return Table(rows, colWidths=[WIDTH / 2, WIDTH / 2], style=style, hAlign="LEFT")


def _doubt(doubt: DoubtContent) -> Any:
    from reportlab.platypus import Table

    words: list[Any] = [paragraph(doubt.place, "strong")]
    for choice in doubt.choices:
        effect = "" if choice.total is None else f" = {choice.total}"
        words.append(paragraph(f"{choice.letter}  {choice.p}{effect}"))
    words += [paragraph(line, "small") for line in doubt.texts]
    picture = image(doubt.picture, 54, 54) if doubt.picture is not None else ""
    return Table([[picture, words]], colWidths=[62, WIDTH / 2 - 74], style=[("VALIGN", (0, 0), (-1, -1), "TOP")])


def _proof(report: Content) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import KeepTogether, Table

    words = [paragraph(text("report.signature", report.language), "strong"), paragraph(report.signed, "cell")]
    words.append(paragraph(f"{text('report.verify', report.language)} qwords verify", "cell"))
    words += [paragraph(f"{key}: {value}", "hash") for key, value in report.details]
    photo = image(report.photo, 120, 100) if report.photo is not None else ""
    style = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEABOVE", (0, 0), (-1, 0), 1, HexColor(INK)),
        ("LEFTPADDING", (0, 0), (0, 0), 0),
        ("TOPPADDING", (0, 0), (-1, 0), 8),
    ]
    table = Table(
        [[QrCode(report.claim, 106) if report.claim else "", words, photo]],
        colWidths=[116, WIDTH - 244, 128],
        style=style,
    )
    return KeepTogether([table])
