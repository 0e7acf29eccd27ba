"""The content of a report, shared by HTML and PDF."""

from dataclasses import dataclass

from lexicons.house import Ruling
from proof.statement import Given, given
from referee.provenance import provenance
from referee.verdict import Doubt, PhotoVerdict, SheetVerdict
from report.pictures import annotated, crop, outlined
from report.sentences import dispute_texts, doubt_place, doubt_text, finding_text, symbol_name, weighed_texts
from report.subject import Seal, Subject, Told
from report.view import Item, certainty, heading, headline, items, must_look, remarks
from scanner.values import Pixels
from texts import day, listing, percent, plural, sentence, text

HALF = 0.5  # below this certainty no total is put forward; the page draws the line at the same place
WORTH_SAYING = 0.02  # probability from which on another total is named


@dataclass(frozen=True)
class Choice:
    """One reading of a doubtful cell: the letter, how likely it is, and the total it gives where that is known."""

    letter: str
    p: str
    total: int | None


@dataclass(frozen=True)
class DoubtContent:
    """What is in doubt about one cell, the side or the language."""

    place: str
    picture: Pixels | None
    choices: tuple[Choice, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class SheetContent:
    """One sheet of the report."""

    title: str
    meta: str
    empty: bool
    kind: str  # sure, unsure, unread
    total: str
    perhaps: str
    certainty: str
    given: tuple[str, ...]  # what people gave, so that nobody overlooks it
    reasons: tuple[str, ...]
    remarks: tuple[str, ...]
    picture: Pixels | None
    lines: tuple[Item, ...]
    findings: tuple[str, ...]
    disputes: tuple[str, ...]
    weighed: tuple[str, ...]
    doubts: tuple[DoubtContent, ...]


@dataclass(frozen=True)
class Content:
    """The whole report."""

    language: str
    title: str
    about: str
    sheets: tuple[SheetContent, ...]
    photo: Pixels | None
    said: tuple[str, ...]
    rulings: tuple[str, ...]
    notes: tuple[str, ...]
    signed: str  # by whom, with which key, when
    claim: str  # for the QR code
    details: tuple[tuple[str, str], ...]


def content(verdict: PhotoVerdict, texts_language: str | None, subject: Subject, seal: Seal | None = None) -> Content:
    """What the report of a verdict shows."""
    language = texts_language or verdict.sheets[0].language
    photo = verdict.photo.name if verdict.photo else ""
    title = subject.player or heading(verdict, language)
    scans = tuple(sheet.scan for sheet in verdict.sheets if sheet.scan)
    several = len(verdict.sheets) > 1
    house = verdict.sheets[0].options.house
    sent = verdict.photo is None and not subject.photo
    return Content(
        language,
        title,
        " · ".join(filter(None, (subject.event, day(subject.date, language), photo if title != photo else ""))),
        tuple(
            _sheet(sheet, number if several else 0, language, given(sheet, sent))
            for number, sheet in enumerate(verdict.sheets, start=1)
        ),
        outlined(scans) if scans else None,
        tuple(_said(said, language) for said in subject.said or _told(verdict)),
        tuple(_ruled(ruling, language) for ruling in (house.rulings if house and not verdict.notes else ())),
        verdict.notes,
        signed_by(seal, language),
        seal.claim if seal else "",
        tuple(provenance(verdict).items()),
    )


def signed_by(seal: Seal | None, language: str) -> str:
    """Whose signature a report carries."""
    parts = [seal.name, text("report.key", language, key=seal.key), day(seal.at, language)] if seal else []
    return " · ".join(filter(None, parts))


def given_texts(gave: Given, language: str) -> tuple[str, ...]:
    """What people gave of a sheet, each as a sentence."""
    settings = []
    for kind, _, value in (setting.partition(".") for setting in gave.settings):
        if kind == "side":
            settings.append(text("report.side", language, side=value))
        else:
            settings.append(text(f"{kind}.{value}" if value else "report.by-rolls", language))
    found = {
        "report.given-letters": gave.letters,
        "report.given-marks": gave.marks,
        "report.given-settings": len(settings),
        "report.given-rulings": len(gave.rulings),
        "report.sent": int(gave.sent),
    }
    parts = {"of": gave.of, "settings": listing(settings, language, "and"), "words": ", ".join(gave.rulings)}
    return tuple(plural(key, n, language, **parts) for key, n in found.items() if n)


def _told(verdict: PhotoVerdict) -> list[Told]:
    """What people told, where nobody noted who and when."""
    if verdict.notes:
        return []
    return [
        told
        for answers in (sheet.answers for sheet in verdict.sheets)
        for told in (
            *(Told(row, column, letter) for (row, column), letter in sorted(answers.cells.items())),
            *(Told(None, None, what) for what in (answers.side, answers.language) if what),
        )
    ]


def _said(said: Told, language: str) -> str:
    if said.row is None or said.column is None:
        side = said.what in ("A", "B")
        whole = text("report.side", language, side=said.what) if side else text(f"language.{said.what}", language)
        return _signed(whole[0].upper() + whole[1:], said.by, said.at, language)
    place = sentence("cell.name", language, row=said.row, column=said.column)
    return _signed(f"{place}: {symbol_name(said.what, language)}", said.by, said.at, language)


def _ruled(ruling: Ruling, language: str) -> str:
    words = text(f"report.{'allowed' if ruling.allow else 'denied'}", language, word=ruling.word)
    return _signed(" – ".join(filter(None, [words, ruling.note])), ruling.who, ruling.at, language)


def _signed(words: str, who: str, at: str, language: str) -> str:
    return " · ".join(filter(None, [words, who, day(at, language)]))


def total_shown(sheet: SheetVerdict) -> tuple[str, str]:
    """How sure a total is, in a word, and how it is therefore shown."""
    if sheet.certainty < HALF:
        return "unread", "?"
    return ("unsure", f"{sheet.card.total}?") if sheet.needs_review else ("sure", str(sheet.card.total))


def _sheet(sheet: SheetVerdict, number: int, language: str, gave: Given) -> SheetContent:
    kind, shown = total_shown(sheet)
    others = [str(total) for total, p in sheet.totals if total != sheet.card.total and p >= WORTH_SAYING][:3]
    perhaps = text("report.perhaps", language, totals=listing(others, language, "or")) if others else ""
    return SheetContent(
        sentence("report.sheet", language, n=number) if number else "",
        " · ".join(headline(sheet, language)),
        sheet.empty,
        kind,
        shown,
        perhaps if kind != "sure" else "",
        certainty(sheet, language),
        given_texts(gave, language),
        tuple(must_look(sheet, language)),
        tuple(remarks(sheet, language)),
        annotated(sheet) if sheet.scan else None,
        tuple(items(sheet, language)),
        tuple(finding_text(finding, language) for finding in sheet.findings),
        tuple(dispute_texts(sheet, language)),
        tuple(weighed_texts(sheet, language)),
        _doubts(sheet, language),
    )


def _doubts(sheet: SheetVerdict, language: str) -> tuple[DoubtContent, ...]:
    """The doubts, those about one cell together, in the order of the first of each."""
    cells: dict[tuple[str, int | None, int | None], list[Doubt]] = {}
    for doubt in sheet.doubts:
        cells.setdefault((doubt.kind, doubt.row, doubt.column), []).append(doubt)
    return tuple(_doubt(sheet, group, language) for group in cells.values())


def _doubt(sheet: SheetVerdict, doubts: list[Doubt], language: str) -> DoubtContent:
    row, column = doubts[0].row, doubts[0].column
    place = doubt_place(doubts[0], language)
    place = place[0].upper() + place[1:]
    texts = tuple(doubt_text(doubt, language) for doubt in doubts if row is None)
    if row is None or column is None or not sheet.glyphs:
        return DoubtContent(place, None, (), texts)
    effects = {doubt.other: doubt.total_if for doubt in doubts} | {doubts[0].letter: sheet.card.total}
    ranking = sheet.glyphs[(row - 1) * 5 + column - 1].ranking
    choices = tuple(
        Choice(symbol_name(symbol, language), percent(p, language), effects.get(symbol))
        for place_in_ranking, (symbol, p) in enumerate(ranking)
        if symbol in effects or place_in_ranking < 3
    )
    return DoubtContent(place, crop(sheet, row, column) if sheet.scan else None, choices[:5], texts)
