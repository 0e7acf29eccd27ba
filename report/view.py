"""A sheet's verdict as people see it, in the reader's language, for the terminal and the reports."""

from dataclasses import dataclass

from lexicons import Entry
from referee.verdict import PhotoVerdict, SheetVerdict
from report.sentences import (
    dispute_texts,
    finding_text,
    line_name,
    reason_texts,
    source_names,
    weighed_texts,
    why_text,
)
from texts import percent, text


@dataclass(frozen=True)
class Item:
    """One line: where, the letters around the word, the points, what the player wrote, and why the word counts."""

    axis: str
    place: str
    before: str
    word: str
    after: str
    points: str
    claim: str
    right: bool
    why: str  # its kind, spelling and where readers find it
    sources: str  # the lists by their familiar names


def items(sheet: SheetVerdict, language: str) -> list[Item]:
    """The ten lines, rows first."""
    claims = sheet.claims
    written: list[str] = [*claims.rows, *claims.columns] if claims else [""] * 10
    rows = []
    for scored, claim in zip(sheet.card.lines, written, strict=True):
        entry = sheet.entries.get(scored.word or "")
        letters, word, first = scored.line.letters, scored.word or "", (scored.start or 1) - 1
        rows.append(
            Item(
                axis=scored.line.axis,
                place=line_name(scored.line.axis, scored.line.index, language),
                before=letters[:first],
                word=word,
                after=letters[first + len(word) :],
                points=f"{scored.points} (×2)" if scored.doubled and scored.points else str(scored.points),
                claim=claim,
                right=claim == str(scored.points) or (claim == "-" and not scored.points),
                why=_why(entry, language) if entry else "",
                sources=", ".join(source_names(entry, language)) if entry else "",
            )
        )
    return rows


def _why(entry: Entry, language: str) -> str:
    """Why a word counts: its kind, its spelling, and the works that know it by names readers know."""
    known = ", ".join(source_names(entry, language)[:2])
    return " · ".join(filter(None, [", ".join(entry.spellings), why_text(entry, language), known]))


def heading(verdict: PhotoVerdict, language: str) -> str:
    """What a report is called: the photo's name."""
    return verdict.photo.name if verdict.photo else text("report.letters", language)


def headline(sheet: SheetVerdict, language: str) -> list[str]:
    """How a sheet was judged: the words' language, side, rules, word list."""
    side = text("report.side", language, side=sheet.side) if sheet.side else ""
    if not side and sheet.scan:
        side = text("report.side-unknown", language)
    parts = [text(f"language.{sheet.language}", language), side]
    parts += [text(f"rules.{sheet.rules.name}", language), text(f"policy.{sheet.policy}", language)]
    return [part for part in parts if part]


def certainty(sheet: SheetVerdict, language: str) -> str:
    """How certain the total is."""
    return text("report.certain", language, p=percent(sheet.certainty, language))


def must_look(sheet: SheetVerdict, language: str) -> list[str]:
    """That a person must look, and why; nothing where the total can stand."""
    return [text("report.needs-review", language), *reason_texts(sheet, language)] if sheet.needs_review else []


def sections(sheet: SheetVerdict, language: str) -> list[tuple[str, list[str]]]:
    """What there is to say beyond the lines, each under its heading; headings with nothing under them are left out."""
    found = {
        "report.findings": [finding_text(finding, language) for finding in sheet.findings],
        "report.disputes": dispute_texts(sheet, language),
        "report.weighed": weighed_texts(sheet, language),
    }
    return [(text(heading, language), lines) for heading, lines in found.items() if lines]


def remarks(sheet: SheetVerdict, language: str) -> list[str]:
    """The bonus, the title of the solo game where the total stands, and the total as the player wrote it."""
    lines = [text("report.bonus", language, n=sheet.card.bonus)]
    if not sheet.needs_review:
        lines.append(text("report.rating", language, title=text(f"rating.{sheet.rating}", language)))
    if sheet.claims and sheet.claims.total:
        lines.append(text("report.claimed-total", language, total=sheet.claims.total))
    return lines
