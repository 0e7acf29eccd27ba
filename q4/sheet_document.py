"""The verdict of a finished sheet as JSON and as text for a terminal."""

from collections.abc import Sequence
from typing import Any

from q4.board import CELLS, DOTS, SIDE, Run, neighbours_of, place_of
from q4.phrases import numbers_text, remark_text
from q4.record import BLACK
from q4.sheet_audit import Outcome
from q4.sheet_verdict import Doubt, SheetVerdict
from scanner.values import Glyph, Photo
from texts import percent, text

SCHEMA = "qwords.q4-verdict/1"


def photo_document(
    photo: Photo | None, sheets: Sequence[SheetVerdict], language: str, best_orders: Sequence[int | None]
) -> dict[str, Any]:
    """The document of a photo of finished Q4 sheets, or of what was read on one before; with what the coach says."""
    about = photo and {"name": photo.name, "sha256": photo.sha256, "width": photo.width, "height": photo.height}
    name = photo.name if photo else ""
    return {
        "schema": SCHEMA,
        "game": "q4",
        "photo": about,
        "sheets": [
            sheet_values(name, sheet, language) | {"best_order": best}
            for sheet, best in zip(sheets, best_orders, strict=True)
        ],
    }


def sheet_values(name: str, verdict: SheetVerdict, language: str = "en") -> dict[str, Any]:
    """What is said of the sheet of a photo of this name."""
    sheet, reading, outcome = verdict.sheet, verdict.reading, verdict.outcome
    filled = [[list(place_of(cell)) for cell in neighbours_of(dot)] for dot in range(DOTS) if sheet.dots >> dot & 1]
    return {
        "number": reading.number,
        "letter_grid": list(sheet.design.letter_grid),
        "play_grid": list(sheet.design.play_grid),
        "bonus_row": sheet.design.bonus_row,
        "bonus_column": sheet.design.bonus_column,
        "grid": grid_rows(verdict),
        **_unweighed(verdict),
        "cells": [[_cell(verdict.glyphs.get(row * SIDE + column)) for column in range(SIDE)] for row in range(SIDE)],
        "dots": filled,
        "crossed": [list(place) for place in sorted(sheet.crossed)],
        "blocks": [list(place) for place in sorted(sheet.blocks)],
        "circled": list(sheet.circled),
        "words": verdict.words,
        "mode": sheet.mode,
        "claims": [
            {"letters": c.letters, "cells": _places(c.run), "words": list(c.words), "valid": c.explained}
            for c in verdict.claims
        ],
        **_outcome(outcome),
        "unscored": [{"word": word, "cells": _places(run)} for word, run in verdict.unscored],
        "findings": [{"kind": f.code, "text": remark_text(f, language)} for f in verdict.findings],
        "read": _p(verdict.read),
        "certainty": _p(verdict.certainty),
        "needs_review": verdict.needs_review,
        "reasons": list(verdict.reasons),
        "doubts": [_doubt(doubt) for doubt in verdict.doubts],
        "summary": outcome_texts(verdict.outcome, language),
        "text": render_sheet(name, verdict, language),
    }


def _unweighed(verdict: SheetVerdict) -> dict[str, Any]:
    """What the shapes of the letters alone say, where the crossed-off letters have changed that."""
    alone = {cell: glyph.symbol for cell, glyph in verdict.reading.letters.items()}
    if all(verdict.glyphs[cell].symbol == symbol for cell, symbol in alone.items()):
        return {}
    return {"weighed_by": ["crosses"], "unweighed": {"grid": _rows(alone)}}


def grid_rows(verdict: SheetVerdict) -> list[str]:
    """The play grid as text: `#` blacked out, `.` empty."""
    usable = dict.fromkeys(verdict.glyphs, ".")
    return _rows(usable | verdict.sheet.letters)


def _rows(letters: dict[int, str]) -> list[str]:
    signs = [letters.get(cell, BLACK) for cell in range(CELLS)]
    return ["".join(signs[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE)]


def _outcome(outcome: Outcome) -> dict[str, Any]:
    """Points with penalties taken off; `total` is the circled score where it can be."""
    return {
        "possible": list(outcome.possible),
        "least": outcome.least,
        "most": outcome.most,
        "penalty": outcome.penalty,
        "claimed": outcome.claimed,
        "proven": outcome.proven,
        "total": outcome.total,
    }


def _doubt(doubt: Doubt) -> dict[str, Any]:
    return {"kind": doubt.kind, "place": list(doubt.place), "now": doubt.now, "or": doubt.other, "p": _p(doubt.p),
            "if": _outcome(doubt.outcome)}  # fmt: skip


def _cell(glyph: Glyph | None) -> dict[str, Any] | None:
    if glyph is None:
        return None
    return {"letter": glyph.symbol, "p": _p(glyph.p), "others": [[symbol, _p(p)] for symbol, p in glyph.ranking[1:4]]}


def _places(run: Run) -> list[list[int]]:
    return [list(place_of(cell)) for cell in run.cells]


def _p(value: float) -> float:
    return round(float(value), 4)


def render_sheet(name: str, verdict: SheetVerdict, language: str = "en") -> str:
    """The verdict for people."""
    outcome, number = verdict.outcome, verdict.reading.number
    sheet = text("q4.text.sheet", language, number=f"{number:05d}") if number is not None else ""
    head = [name, sheet or text("q4.text.other-print", language)]
    parts = [" · ".join([*head, text("q4.text.word-list", language, words=verdict.words)]), ""]
    parts += ["    " + " ".join(row) for row in grid_rows(verdict)]
    lines = [text("q4.text.claims", language, claims=", ".join(_claim_texts(verdict)) or "–")]
    lines += outcome_texts(outcome, language)
    if verdict.unscored:
        unscored = ", ".join(sorted({word for word, _ in verdict.unscored}))
        lines.append(text("q4.text.unscored", language, words=unscored))
    lines.append(text("q4.text.read", language, p=percent(verdict.read, language)))
    if verdict.needs_review:
        lines.append(text("q4.text.review", language))
    parts += ["", *(f"    {line}" for line in lines)]
    parts += [f"  - {remark_text(finding, language)}" for finding in verdict.findings]
    return "\n".join([*parts, *(f"  - {doubt_text(doubt, language)}" for doubt in verdict.doubts)])


def outcome_texts(outcome: Outcome, language: str) -> list[str]:
    """What is circled, what is proven of it, and which totals could be, for people."""
    shown = {"score": outcome.claimed, "possible": numbers_text(outcome.possible), "penalty": outcome.penalty}
    lines = [text(f"q4.text.proven.{outcome.proven or 'nothing'}", language, **shown)]
    return lines + ([text("q4.text.lost", language, **shown)] if outcome.penalty else [])


def doubt_text(doubt: Doubt, language: str) -> str:
    """Another reading that changes the outcome, for people."""
    now, other = (text(f"q4.mark.{s}", language) if s in ("marked", "open") else s for s in (doubt.now, doubt.other))
    pairs = [doubt.place[at : at + 2] for at in range(0, len(doubt.place), 2)]
    place = " ".join(",".join(map(str, pair)) for pair in pairs)
    what = text(f"q4.doubt.{doubt.kind}", language) + (f" {place}" if doubt.kind != "score" else "")
    return text("q4.text.doubt", language, what=what, now=now, other=other, p=percent(doubt.p, language))


def _claim_texts(verdict: SheetVerdict) -> list[str]:
    return [f"{c.letters} ({', '.join(c.words) or '?'})" for c in verdict.claims]
