"""A stored sheet judged again: with letters a person fixed, another side, or the tournament's rulings on words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import lexicons
from lexicons import House
from lexicons.house import Ruling
from referee.evidence import Evidence
from referee.judge import Answers, judge
from referee.options import Options
from report.document import sheet_document
from scanner.values import Glyph
from scoring import Claims, Grid, RollLog
from tournament.entities import Document, LogEntry, Recipe

Fixed = Mapping[tuple[int, int], str]  # (row, column) from 1 → letter


class Rejudge:
    """Judges stored sheets again by one recipe and one set of rulings."""

    def __init__(self, recipe: Recipe, rulings: Sequence[LogEntry] = ()) -> None:
        self._recipe = recipe
        self._house = _house(recipe, rulings)
        self._ruled = frozenset(lexicons.fold(str(entry.what["word"]), recipe.lang) for entry in rulings)

    def touches(self, sheet: Document) -> bool:
        """Whether a word that was ruled on stands anywhere in a sheet."""
        return bool(self._ruled) and any(word in line["letters"] for line in sheet["lines"] for word in self._ruled)

    def sheet(self, sheet: Document, fixed: Fixed, side: str | None = None, rules: str | None = None) -> Document:
        """The sheet's document with these letters fixed; what people settled is no longer in doubt."""
        verdict = judge(evidence_of(sheet), self._options(sheet), Answers(fixed, side, rules))
        return {**sheet, **sheet_document(verdict)}

    def _options(self, sheet: Document) -> Options:
        recipe = self._recipe
        rolls = RollLog.parse(recipe.rolls) if recipe.rolls else None
        return Options(sheet["language"], recipe.side, recipe.rules, sheet["policy"], self._house, rolls)


def evidence_of(sheet: Document) -> Evidence:
    """What was read from a sheet; documents of earlier versions hold only the likeliest symbols of each cell."""
    if "evidence" in sheet:
        return Evidence.from_json(sheet["evidence"])
    claimed = sheet["claimed"]
    claims = claimed and Claims(tuple(claimed["rows"]), tuple(claimed["columns"]), claimed["bonus"], claimed["total"])
    typed = Evidence.of_letters(Grid(tuple(sheet["grid"])), claims)
    letters = tuple(_glyph(cell) for row in sheet["cells"] for cell in row) if "cells" in sheet else None
    corners = tuple((float(x), float(y)) for x, y in sheet["corners"]) if "corners" in sheet else None
    reading = replace(typed.reading, letters=letters or typed.reading.letters)
    return Evidence(reading, sheet["side"], float(sheet["side_p"]), 0.0 if "turn" in sheet["reasons"] else 1.0, corners)


def _glyph(cell: Document) -> Glyph:
    return Glyph(((cell["letter"], float(cell["p"])), *((str(symbol), float(p)) for symbol, p in cell["others"])))


def _house(recipe: Recipe, rulings: Sequence[LogEntry]) -> House | None:
    """The house file and the rulings of the tournament; the last word on a word counts."""
    latest: dict[str, Ruling] = {}
    if recipe.house:
        latest |= House.parse(recipe.house).folded(recipe.lang)
    for entry in rulings:
        word = lexicons.fold(str(entry.what["word"]), recipe.lang)
        latest[word] = Ruling(word, bool(entry.what["allow"]), f"{entry.who}: {entry.why}".rstrip(": "))
    return _cached_house(tuple(latest.values())) if latest else None


@lru_cache(maxsize=4)
def _cached_house(rulings: tuple[Ruling, ...]) -> House:
    return House(rulings, "the tournament's rulings")
