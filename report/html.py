"""The evidence report as one HTML file that needs nothing else."""

from base64 import b64encode
from typing import Any

from referee.provenance import provenance
from referee.verdict import PhotoVerdict, Question, SheetVerdict
from report.pictures import annotated, crop, jpeg, outlined
from report.sentences import doubt_text, ranking_text
from report.templating import page
from report.view import certainty, heading, headline, items, must_look, remarks, sections
from scanner.values import Pixels
from texts import sentence


def to_html(verdict: PhotoVerdict, texts_language: str | None = None) -> str:
    """The whole report."""
    language = texts_language or verdict.sheets[0].language
    scans = tuple(sheet.scan for sheet in verdict.sheets if sheet.scan)
    several = len(verdict.sheets) > 1
    return page(
        "report",
        "report",
        language,
        name=heading(verdict, language),
        photo=_base64(outlined(scans)) if scans else "",
        sheets=[_sheet(sheet, number if several else 0, language) for number, sheet in enumerate(verdict.sheets, 1)],
        notes=verdict.notes,
        provenance=provenance(verdict),
    )


def _sheet(sheet: SheetVerdict, number: int, language: str) -> dict[str, Any]:
    """What the template shows of a sheet; a number where there are several."""
    return {
        "title": sentence("report.sheet", language, n=number) if number else "",
        "headline": headline(sheet, language),
        "empty": sheet.empty,
        "total": sheet.card.total,
        "sure": certainty(sheet, language),
        "remarks": remarks(sheet, language),
        "must_look": must_look(sheet, language),
        "picture": _base64(annotated(sheet)) if sheet.scan and not sheet.empty else "",
        "lines": items(sheet, language),
        "sections": sections(sheet, language),
        "doubts": [_doubt(sheet, doubt, language) for doubt in sheet.doubts],
    }


def _doubt(sheet: SheetVerdict, doubt: Question, language: str) -> dict[str, str]:
    said = {"text": doubt_text(doubt, language), "ranking": "", "picture": ""}
    if sheet.scan and doubt.row and doubt.column:
        said["ranking"] = ranking_text(sheet, doubt.row, doubt.column, language)
        said["picture"] = _base64(crop(sheet, doubt.row, doubt.column))
    return said


def _base64(picture: Pixels) -> str:
    return b64encode(jpeg(picture)).decode("ascii")
