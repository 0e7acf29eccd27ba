"""What a signed report says as data: everything that its verdicts rest on, what people gave, and what came out."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import lexicons
from q4.games import Q4Verdict
from q4.sheet_reading import SheetReading
from q4.stored_reading import MARKS, reading_json
from q4.words import WordList
from referee.options import AUTO, Options
from referee.provenance import models
from referee.verdict import PhotoVerdict, SheetVerdict

SCHEMA = "qwords.proof/1"


@dataclass(frozen=True)
class Given:
    """What people gave of one sheet and no photo proves: letters, marks, settings, and words by house ruling."""

    letters: int = 0
    of: int = 0  # letters on the sheet
    marks: int = 0  # dots, circles and the like
    settings: tuple[str, ...] = ()  # the key of a text, where it needs one: side.A, rules.standard, language.fr, rolls
    rulings: tuple[str, ...] = ()  # words
    sent: bool = False  # as rankings: they may come from a photo, which the program has not seen

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Given":
        """What a statement says people gave."""
        letters, of, marks = (int(data[name]) for name in ("letters", "of", "marks"))
        return Given(letters, of, marks, tuple(data["settings"]), tuple(data["rulings"]), bool(data["sent"]))

    def __bool__(self) -> bool:
        return bool(self.letters or self.marks or self.settings or self.rulings or self.sent)


def given(sheet: SheetVerdict, sent: bool = False) -> Given:
    """What people gave of a sheet."""
    options, answers, typed = sheet.options, sheet.answers, sheet.evidence.typed
    settings = [f"side.{side}" for side in (options.side, answers.side) if side not in (None, AUTO)]
    settings += [f"rules.{rules}" for rules in (options.rules, answers.rules) if rules not in (None, AUTO)]
    settings += [f"language.{answers.language}"] if answers.language else []
    settings += ["rolls"] if options.rolls else []
    return Given(
        25 if typed else len(answers.cells),
        25,
        settings=() if typed else tuple(dict.fromkeys(settings)),
        rulings=tuple(dict.fromkeys(_ruled(sheet))),
        sent=sent and not typed,
    )


def _ruled(sheet: SheetVerdict) -> Iterator[str]:
    """The words that count here by house ruling, and those that stand here and do not."""
    yield from (word for word, entry in sheet.entries.items() if entry.house)
    rulings = sheet.options.house.folded(sheet.language) if sheet.options.house else {}
    denied = [word for word, ruling in rulings.items() if not ruling.allow]
    yield from (word for word in denied if any(word in line.line.letters for line in sheet.card.lines))


def given_q4(verdict: Q4Verdict) -> list[Given]:
    """What people gave of each Q4 sheet: where what it was judged by differs from what was read."""
    return [_given_q4(sheet.reading, read) for sheet, read in zip(verdict.sheets, _read(verdict), strict=True)]


def _read(verdict: Q4Verdict) -> tuple[SheetReading, ...]:
    return verdict.read or tuple(sheet.reading for sheet in verdict.sheets)


def _given_q4(judged: SheetReading, read: SheetReading) -> Given:
    letters = sum(glyph != read.letters[cell] for cell, glyph in judged.letters.items())
    marks = sum(_differing(getattr(read, name), getattr(judged, name)) for name in MARKS)
    return Given(letters, len(judged.letters), marks)


def _differing(one: Any, other: Any) -> int:
    if len(one) != len(other):
        return 1
    return int((one != other).sum())


def qwords_statement(verdict: PhotoVerdict, **about: Any) -> dict[str, Any]:
    """What a report of Qwords says; `about` is what its subject knows beside the verdict."""
    first = verdict.sheets[0]
    sheets = [
        {
            "evidence": sheet.evidence.to_json(),
            "answers": {
                **{name: getattr(sheet.answers, name) for name in ("side", "rules", "language")},
                "cells": [[*place, letter] for place, letter in sorted(sheet.answers.cells.items())],
            },
            "context": asdict(sheet.context),
            "given": asdict(given(sheet, verdict.photo is None and not about.get("photo"))),
            "total": sheet.card.total,
            "certain": not sheet.needs_review,
        }
        for sheet in verdict.sheets
    ]
    words = {sheet.language: lexicons.load(sheet.language).version for sheet in verdict.sheets}
    about = {"notes": list(verdict.notes), **about, "reader": verdict.reader}
    photo = verdict.photo.sha256 if verdict.photo else about.get("photo", "")
    return _statement("qwords", sheets, words, _options_json(first.options), {**about, "photo": photo})


def q4_statement(verdict: Q4Verdict, **about: Any) -> dict[str, Any]:
    """What a report of Q4 says."""
    sheets = [
        {
            "evidence": reading_json(read),
            "answers": reading_json(sheet.reading) if verdict.read else None,
            "given": asdict(gave),
            "total": sheet.outcome.claimed,
            "certain": not sheet.needs_review,
        }
        for sheet, read, gave in zip(verdict.sheets, _read(verdict), given_q4(verdict), strict=True)
    ]
    words = {verdict.sheets[0].words: list_hash(verdict.words) if verdict.words else ""}
    return _statement(
        "q4",
        sheets,
        words,
        {"lang": verdict.language, "mode": verdict.sheets[0].sheet.mode},
        {**about, "photo": verdict.photo.sha256},
    )


def list_hash(words: WordList) -> str:
    """A word list in short."""
    return sha256("\n".join(sorted(words.words)).encode()).hexdigest()


def _statement(
    game: str, sheets: list[dict[str, Any]], words: dict[str, str], options: dict[str, Any], about: dict[str, Any]
) -> dict[str, Any]:
    head = {"schema": SCHEMA, "game": game, "version": version("qwords-referee"), "program": program()}
    return {**head, "words": words, "options": options, "sheets": sheets, **about}


@cache
def program() -> str:
    """What reads and judges here, in short: the version, the networks and all word lists."""
    lists = [lexicons.load(language).version for language in sorted(lexicons.LANGUAGES)]
    return sha256(" ".join([version("qwords-referee"), *models().values(), *lists]).encode()).hexdigest()


def _options_json(options: Options) -> dict[str, Any]:
    house, rolls = options.house, options.rolls
    return {
        **{name: getattr(options, name) for name in ("lang", "side", "rules", "policy", "fairness")},
        "house": [ruling.line() for ruling in house.rulings] if house else [],
        "rolls": [[roll.first, roll.second] for roll in rolls.rolls] if rolls else [],
    }
