"""A verdict as text for a terminal."""

from collections.abc import Callable

import click

from referee.verdict import PhotoVerdict, SheetVerdict
from report.sentences import LANGUAGE_NAMES, doubt_text, percent, text, weighed_texts
from report.view import Item, items

Paint = Callable[..., str]


def render(verdict: PhotoVerdict, colour: bool) -> str:
    """All sheets of a verdict, itemized. Without colour, words are set in brackets and doubts marked with a star."""
    paint: Paint = click.style if colour else _plain
    name = verdict.photo.name if verdict.photo else ""
    several = len(verdict.sheets) > 1
    blocks = []
    for number, sheet in enumerate(verdict.sheets, start=1):
        title = f"{name} · {text('sheet', sheet.language)} {number}" if several else name
        blocks.append(_sheet(sheet, title, paint, colour))
    return "\n\n".join(blocks)


def _plain(value: str, **_style: object) -> str:
    return value


def _sheet(sheet: SheetVerdict, title: str, paint: Paint, colour: bool) -> str:
    head = " · ".join(
        filter(None, [title, LANGUAGE_NAMES[sheet.language], _side(sheet), text(sheet.policy, sheet.language)])
    )
    if sheet.empty:
        return f"{paint(head, bold=True)}\n{text('empty-sheet', sheet.language)}"
    parts = [paint(head, bold=True), "", *_grid(sheet, paint, colour), "", *_table(sheet, paint, colour)]
    parts += ["", _total(sheet, paint), *_findings(sheet, paint), *_weighed(sheet, paint), *_doubts(sheet, paint)]
    return "\n".join(parts)


def _side(sheet: SheetVerdict) -> str:
    language = sheet.language
    if sheet.side is None and sheet.scan:
        return text("side-unknown", language)
    rules = text(sheet.rules.name, language)
    return f"{text('side', language)} {sheet.side}, {rules}" if sheet.side else rules


def _grid(sheet: SheetVerdict, paint: Paint, colour: bool) -> list[str]:
    doubtful = {(doubt.row, doubt.column) for doubt in sheet.doubts}
    rows = []
    for row, letters in enumerate(sheet.card.grid.rows, start=1):
        cells = []
        for column, letter in enumerate(letters, start=1):
            if (row, column) in doubtful:
                cells.append(paint(letter + ("" if colour else "*"), fg="yellow", bold=True).ljust(2))
            else:
                cells.append(letter + " ")
        rows.append("    " + " ".join(cells).rstrip())
    return rows


def _table(sheet: SheetVerdict, paint: Paint, colour: bool) -> list[str]:
    language = sheet.language
    width = max(len(text("row", language)), len(text("column", language))) + 2
    heads = [text("letters", language).ljust(12), text("word", language).ljust(6), text("points", language).rjust(6)]
    if sheet.claims:
        heads.append(" " + text("claimed", language))
    lines = ["    " + " " * (width + 1) + " ".join(heads)]
    for item in items(sheet):
        cells = [
            item.place.ljust(width),
            _letters(item, paint, colour),
            (item.word or "–").ljust(6),
            item.points.rjust(6),
        ]
        lines.append(f"    {' '.join(cells)} {_mark(item, paint)}".rstrip())
    return lines


def _letters(item: Item, paint: Paint, colour: bool) -> str:
    if not colour:
        word = f"[{item.word}]" if item.word else ""
        return f"{item.before}{word}{item.after}".ljust(12)
    inside = paint(" ".join(item.word), underline=True, bold=True) if item.word else ""
    return " ".join(filter(None, [" ".join(item.before), inside, " ".join(item.after)])) + " " * 3


def _mark(item: Item, paint: Paint) -> str:
    if not item.claim:
        return ""
    return f" {item.claim:>3} " + (paint("✓", fg="green") if item.right else paint("✗", fg="red", bold=True))


def _total(sheet: SheetVerdict, paint: Paint) -> str:
    language, card, claims = sheet.language, sheet.card, sheet.claims
    lines = [f"    {text('bonus', language)}: {card.bonus}"]
    total = f"    {text('total', language)}: {card.total}"
    lines.append(paint(total, bold=True, fg="yellow" if sheet.needs_review else "green"))
    if claims and claims.total:
        lines[-1] += f"   ({text('claimed', language)}: {claims.total})"
    lines.append(f"    {text('rating', language)}: {sheet.rating}")
    if sheet.scan:
        lines.append("    " + text("certain", language, p=percent(sheet.certainty)))
    if sheet.needs_review:
        lines.append(paint("    " + text("needs-review", language), fg="yellow", bold=True))
    return "\n".join(lines)


def _findings(sheet: SheetVerdict, paint: Paint) -> list[str]:
    if not sheet.findings:
        return []
    head = paint(text("findings", sheet.language), bold=True)
    return ["", head, *(f"  - {finding.text}" for finding in sheet.findings)]


def _weighed(sheet: SheetVerdict, paint: Paint) -> list[str]:
    if not sheet.unweighed:
        return []
    return ["", paint(text("weighed", sheet.language), bold=True), *(f"  - {line}" for line in weighed_texts(sheet))]


def _doubts(sheet: SheetVerdict, paint: Paint) -> list[str]:
    language = sheet.language
    if not sheet.doubts:
        return []
    lines = ["", paint(text("doubts", language), bold=True)]
    lines += [f"  - {doubt_text(doubt, language)}" for doubt in sheet.doubts[:5]]
    return lines
