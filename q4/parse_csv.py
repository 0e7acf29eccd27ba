"""CSV to a record: one line a round, with the columns below; what belongs to a sheet need stand in its first line only.

Cells are written row and column, like 23; words with their cells, like `ART 22-23-24; OR 13-23`; challenges like
`ART by Sam`.
"""

import csv
import re
from collections import Counter
from io import StringIO
from typing import Any

from q4.parse import parse_record
from q4.q4_errors import BadRecord
from q4.record import COMPETITIVE, Record

SHEET = ("letter_grid", "play_grid", "bonus_row", "bonus_column")
ROUND = ("round", "dice", "reroll", "coordinate", "letter", "cell", "mark", "words", "lookups", "challenges")
COLUMNS = ("player", "mode", *SHEET, *ROUND)
NEEDED = frozenset({"player", *SHEET, "dice", "coordinate", "letter", "cell"})
DELIMITERS = ",;\t"  # the last two as spreadsheets write them in some countries
PAIR = re.compile(r"[\s(\[]*([0-9])[\s,./-]*([0-9])[\s)\]]*")
LONGEST_NUMBER = 9  # digits; what is longer is left for the record's parser to name
Line = dict[str, str]


def parse_csv(text: str) -> Record:
    """The record that a CSV text holds."""
    header = text.lstrip().partition("\n")[0]
    lines_of = csv.reader(StringIO(text, newline=""), delimiter=max(DELIMITERS, key=header.count))
    try:
        rows = [row for row in lines_of if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise BadRecord(f"The record is not CSV: {error}", f"Columns: {', '.join(COLUMNS)}.") from None
    names = [name.strip().lower() for name in rows[0]] if rows else []
    _check_columns(names, rows)
    lines = [dict(zip(names, map(str.strip, row), strict=False)) for row in rows[1:]]
    sheets: dict[str, list[Line]] = {}
    for line in lines:
        sheets.setdefault(line.get("player", ""), []).append(line)
    modes = {line["mode"] for line in lines if line.get("mode")}
    if len(modes) > 1:
        raise BadRecord(f"mode: {', '.join(sorted(modes))}; a table plays one mode.")
    players = [_player(name, own) for name, own in sheets.items()]
    return parse_record({"players": players, "mode": modes.pop() if modes else COMPETITIVE})


def _check_columns(names: list[str], rows: list[list[str]]) -> None:
    """Every column that is needed, each once, and nothing beyond them."""
    if missing := sorted(NEEDED - set(names)):
        raise BadRecord(f"line 1: the columns {', '.join(missing)} are missing.", f"Columns: {', '.join(COLUMNS)}.")
    if twice := sorted(name for name, count in Counter(names).items() if name in COLUMNS and count > 1):
        raise BadRecord(f"line 1: the columns {', '.join(twice)} stand there twice.")
    for number, row in enumerate(rows, 1):
        if any(cell.strip() for cell in row[len(names) :]):
            hint = "Put what holds the separator itself in quotation marks."
            raise BadRecord(f"line {number}: there are more fields than columns.", hint)


def _player(name: str, lines: list[Line]) -> dict[str, Any]:
    first = {key: next((line[key] for line in lines if line.get(key)), "") for key in SHEET}
    numbers = [line.get("round") or str(number) for number, line in enumerate(lines, 1)]
    if numbers != [str(number) for number in range(1, len(lines) + 1)]:
        raise BadRecord(f"player {name}: the rounds are {', '.join(numbers)}, not 1 to {len(lines)} in order.")
    return {
        "name": name,
        "letter_grid": first["letter_grid"].split("/"),
        "play_grid": first["play_grid"].split("/"),
        "bonus_row": _number(first["bonus_row"]),
        "bonus_column": _number(first["bonus_column"]),
        "rounds": [_round(line) for line in lines],
    }


def _round(line: Line) -> dict[str, Any]:
    """A line in the shape of the JSON record, so that one parser judges both."""
    return {
        "dice": _place(line.get("dice", "")),
        "reroll": _number(line.get("reroll", "")),
        "coordinate": _place(line.get("coordinate", "")),
        "letter": line.get("letter"),
        "cell": _place(line.get("cell", "")),
        "mark": _place(line["mark"]) if line.get("mark") else None,
        "words": [_claim(part) for part in _parts(line.get("words", ""))],
        "lookups": _parts(line.get("lookups", "")),
        "challenges": [_challenge(part) for part in _parts(line.get("challenges", ""))],
    }


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _claim(text: str) -> dict[str, Any]:
    word, _, cells = text.partition(" ")
    return {"word": word, "cells": [_place(cell) for cell in cells.replace("-", " ").split()]}


def _challenge(text: str) -> dict[str, Any]:
    word, _, by = text.partition(" by ")
    return {"word": word, "by": by}


def _place(text: str) -> list[int] | str:
    """Two digits, however parted; text that is something else is left for the record's parser to name."""
    pair = PAIR.fullmatch(text)
    return [int(digit) for digit in pair.groups()] if pair else text


def _number(text: str) -> int | str | None:
    return int(text) if text.isdecimal() and len(text) < LONGEST_NUMBER else text or None
