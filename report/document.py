"""Verdicts as the JSON document of the contract."""

from collections.abc import Sequence
from typing import Any, Protocol

from lexicons import Entry
from referee.values import ALONE, Context
from referee.verdict import Doubt, PhotoVerdict, SheetVerdict
from report.sentences import finding_text, source_names, why_text
from scanner.values import Glyph
from scoring import Finding
from texts import text

SCHEMA = "qwords.verdict/1"


class CodedError(Protocol):
    """An error with a stable code and a hint on what to do next."""

    code: str
    hint: str


def document(verdict: PhotoVerdict, texts_language: str | None = None) -> dict[str, Any]:
    """The contract's document of a photo or of typed letters.

    Its sentences are in the reader's language: `texts_language`, or else that of the words.
    """
    head: dict[str, Any] = {"schema": SCHEMA}
    if photo := verdict.photo:
        head["photo"] = {"name": photo.name, "sha256": photo.sha256, "width": photo.width, "height": photo.height}
    return head | {"sheets": [sheet_document(sheet, texts_language) for sheet in verdict.sheets]}


def word_document(entry: Entry, reader: str) -> dict[str, Any]:
    """Whether a word counts, and why, in the reader's language."""
    return {
        "word": entry.word,
        "language": entry.language,
        "valid": entry.valid,
        "tier": entry.tier,
        "category": entry.category,
        "spellings": list(entry.spellings),
        "sources": list(entry.sources),
        "frequency": entry.frequency,
        "why": why_text(entry, reader),
        "why_code": entry.why_code,
        "fame": entry.fame,
        "lists": list(entry.lists),
        "known_as": source_names(entry, reader),
        "look_up": entry.look_up,
    }


def error_document(name: str, sha256: str | None, error: CodedError) -> dict[str, Any]:
    """The document of a photo that cannot be used."""
    return {
        "schema": SCHEMA,
        "photo": {"name": name, "sha256": sha256},
        "error": {"code": error.code, "message": str(error), "hint": error.hint},
    }


def sheet_document(sheet: SheetVerdict, texts_language: str | None = None) -> dict[str, Any]:
    """What the contract says of one sheet."""
    reader = texts_language or sheet.language
    card = sheet.card
    found: dict[str, Any] = {}
    read: dict[str, Any] = {}
    if corners := sheet.evidence.corners:
        found = {"corners": [list(point) for point in corners], "empty": sheet.empty}
        read["cells"] = _cells(sheet.glyphs)
    if without := sheet.unweighed:
        read["weighed_by"] = list(without.by)
        read["unweighed"] = {"grid": list(without.grid), "total": without.total}
    return found | {
        "language": sheet.language,
        "language_p": _p(sheet.language_p),
        "languages": [[fit.language, fit.total, _p(fit.p)] for fit in sheet.languages],
        "policy": sheet.policy,
        "fairness": sheet.options.fairness,
        **_context(sheet.context),
        "side": sheet.side,
        "side_p": _p(sheet.side_p),
        "rules": sheet.rules.name,
        "joker_crossed": sheet.joker_crossed,
        "grid": list(card.grid.rows),
        **read,
        "lines": _lines(sheet),
        "bonus": card.bonus,
        "total": card.total,
        "rating": text(f"rating.{sheet.rating}", reader),
        "claimed": _claimed(sheet),
        "findings": [_finding(finding, reader) for finding in sheet.findings],
        "certainty": _p(sheet.certainty),
        "totals": [[total, _p(p)] for total, p in sheet.totals],
        "needs_review": sheet.needs_review,
        "reasons": list(sheet.reasons),
        "disputable": [{"word": d.word, "line": d.line, "total_without": d.total} for d in sheet.disputable],
        "allowable": [{"word": d.word, "line": d.line, "total_with": d.total} for d in sheet.allowable],
        "doubts": [_doubt(doubt) for doubt in sheet.doubts],
        "evidence": sheet.evidence.to_json(),
    }


def _context(context: Context) -> dict[str, Any]:
    """What the neighbours made likely, where that was asked."""
    if context == ALONE:
        return {}
    return {"context": {"languages": dict(context.languages), "sides": dict(context.sides)}}


def _finding(finding: Finding, reader: str) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": finding.kind, "where": finding.where, "claimed": finding.claimed}
    found |= {"computed": finding.computed, "text": finding_text(finding, reader)}
    if finding.hinges:
        found["hinges"] = [{"row": row, "column": column, "or": other} for row, column, other in finding.hinges]
    return found


def _doubt(doubt: Doubt) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": doubt.kind, "row": doubt.row, "column": doubt.column}
    found |= {"letter": doubt.letter, "or": doubt.other, "p": _p(doubt.p), "total_if": doubt.total_if}
    if doubt.alike:
        found["alike"] = [list(place) for place in doubt.alike]
    return found


def _lines(sheet: SheetVerdict) -> list[dict[str, Any]]:
    claims = sheet.claims
    written = [*claims.rows, *claims.columns] if claims else []
    lines = []
    for number, scored in enumerate(sheet.card.lines):
        entry = sheet.entries.get(scored.word or "")
        lines.append(
            {
                "axis": scored.line.axis,
                "index": scored.line.index,
                "letters": scored.line.letters,
                "word": scored.word,
                "start": scored.start,
                "points": scored.points,
                "doubled": scored.doubled,
                "category": entry.category if entry else None,
                "why_code": entry.why_code if entry else None,
                "fame": _p(entry.fame) if entry else None,
                "sources": list(entry.sources) if entry else [],
                "spellings": list(entry.spellings) if entry else [],
                "claimed": written[number] if written else None,
            }
        )
    return lines


def _claimed(sheet: SheetVerdict) -> dict[str, Any] | None:
    if (claims := sheet.claims) is None:
        return None
    rows, columns = list(claims.rows), list(claims.columns)
    return {"rows": rows, "columns": columns, "bonus": claims.bonus, "total": claims.total}


def _cells(glyphs: Sequence[Glyph]) -> list[list[dict[str, Any]]]:
    cells = [
        {"letter": glyph.symbol, "p": _p(glyph.p), "others": [[symbol, _p(p)] for symbol, p in glyph.ranking[1:6]]}
        for glyph in glyphs
    ]
    return [cells[start : start + 5] for start in range(0, 25, 5)]


def _p(p: float) -> float:
    # Four digits are what the calibration supports, and they keep the document the same on every machine.
    return round(float(p), 4)
