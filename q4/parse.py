"""JSON to a record. Every complaint names the place, like `players[1].rounds[3].cell`."""

import json
from collections import Counter
from collections.abc import Callable
from reprlib import repr  # what is quoted in a complaint stays short
from typing import Any, TypeVar
from unicodedata import category

from q4.board import SIDE, Place
from q4.q4_errors import BadJson, BadRecord, UnknownSchema
from q4.record import (
    BLACK,
    COMPETITIVE,
    FRIENDLY,
    HIGHLIGHT,
    LETTER_SIDE,
    SCHEMA,
    Challenge,
    Claim,
    Design,
    Player,
    Record,
    Turn,
)

T = TypeVar("T")
MOST_BYTES = 4_000_000
JOINERS = "\u200c\u200d"  # within signs of some scripts


def parse_json(text: str) -> Record:
    """The record that a JSON text holds."""
    return parse_record(decoded(text))


def decoded(text: str) -> Any:
    """What a JSON text holds, each field of an object once."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadJson(f"The record is not JSON: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose fields are each said once: of two letters for a round, nobody knows which was played."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError(f"{repr(Counter(name for name, _ in pairs).most_common(1)[0][0])} stands twice in an object")
    return fields


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")


def parse_record(value: Any) -> Record:
    """The record that a decoded JSON value holds."""
    fields = _object(value, "record")
    schema = fields.get("schema")
    if schema not in (None, SCHEMA):
        raise UnknownSchema(f"The schema is {repr(schema)}, not {SCHEMA!r}.")
    mode = COMPETITIVE if fields.get("mode") is None else fields["mode"]
    if mode not in (COMPETITIVE, FRIENDLY):
        raise BadRecord(f"mode: {repr(mode)} is neither {COMPETITIVE} nor {FRIENDLY}.")
    players = _list(fields, "players", "", _player)
    names = [player.name for player in players]
    if not players or len(set(names)) < len(names):
        raise BadRecord("players: each needs a name of their own." if players else "players: nobody played.")
    return Record(mode, players)


def _player(value: Any, where: str) -> Player:
    fields = _object(value, where)
    name = _name(fields.get("name"), f"{where}.name")
    design = Design(
        _rows(fields.get("letter_grid"), f"{where}.letter_grid", LETTER_SIDE, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        _rows(fields.get("play_grid"), f"{where}.play_grid", SIDE, "." + BLACK + HIGHLIGHT),
        _number(fields.get("bonus_row"), f"{where}.bonus_row", SIDE),
        _number(fields.get("bonus_column"), f"{where}.bonus_column", SIDE),
    )
    return Player(name, design, _list(fields, "rounds", where, _turn))


def _turn(value: Any, where: str) -> Turn:
    fields = _object(value, where)
    reroll, mark = fields.get("reroll"), fields.get("mark")
    dice = _pair(fields.get("dice"), f"{where}.dice", 6)
    return Turn(
        dice=dice,
        reroll=None if reroll is None else _number(reroll, f"{where}.reroll", 6),
        coordinate=_pair(fields.get("coordinate"), f"{where}.coordinate", None),
        letter=_letter(fields.get("letter"), f"{where}.letter"),
        cell=_pair(fields.get("cell"), f"{where}.cell", SIDE),
        mark=None if mark is None else _pair(mark, f"{where}.mark", LETTER_SIDE - 1),
        words=_list(fields, "words", where, _claim, optional=True),
        lookups=_list(fields, "lookups", where, _lookup, optional=True),
        challenges=_list(fields, "challenges", where, _challenge, optional=True),
    )


def _claim(value: Any, where: str) -> Claim:
    fields = _object(value, where)
    cells = _list(fields, "cells", where, lambda place, at: _pair(place, at, None))
    return Claim(_word(fields.get("word"), f"{where}.word"), cells)


def _challenge(value: Any, where: str) -> Challenge:
    fields = _object(value, where)
    return Challenge(_word(fields.get("word"), f"{where}.word"), _name(fields.get("by"), f"{where}.by"))


def _lookup(value: Any, where: str) -> str:
    return _word(value.get("word") if isinstance(value, dict) else value, where)


def _name(value: Any, where: str) -> str:
    name = value.strip() if isinstance(value, str) else ""
    if not name or not _can_be_shown(name):
        raise BadRecord(f"{where}: {repr(value)} is not a name.")
    return name


def _word(value: Any, where: str) -> str:
    word = value.strip() if isinstance(value, str) else None
    if word is None or not _can_be_shown(word):
        raise BadRecord(f"{where}: {repr(value)} is not a word.")
    return word.upper()


def _can_be_shown(text: str) -> bool:
    """Whether a terminal can show a text: spaces of all widths and joined signs too, but nothing that steers it."""
    return all(sign.isprintable() or sign in JOINERS or category(sign) == "Zs" for sign in text)


def _letter(value: Any, where: str) -> str:
    letter = value.strip().upper() if isinstance(value, str) and value.isascii() else ""
    if len(letter) != 1 or not "A" <= letter <= "Z":
        raise BadRecord(f"{where}: {repr(value)} is not a letter from A to Z.")
    return letter


def _rows(value: Any, where: str, side: int, symbols: str) -> tuple[str, ...]:
    """The rows of a square grid of these symbols."""
    rows = tuple(str(row).strip() for row in value) if isinstance(value, list) else ()
    if len(rows) != side or any(len(row) != side or not set(row) <= set(symbols + symbols.lower()) for row in rows):
        kind = "letters A to Z" if "A" in symbols else f"signs {' '.join(symbols)}"
        raise BadRecord(f"{where}: {side} rows of {side} {kind} are needed.")
    return tuple(row.upper() for row in rows)


def _number(value: Any, where: str, most: int | None) -> int:
    """A whole number, 4.0 like 4; from 1 to `most`, where there is a limit."""
    value = int(value) if isinstance(value, float) and value.is_integer() else value
    if not isinstance(value, int) or isinstance(value, bool) or (most is not None and not 1 <= value <= most):
        raise BadRecord(f"{where}: {repr(value)} is not a number" + (f" from 1 to {most}." if most else "."))
    return value


def _pair(value: Any, where: str, most: int | None) -> Place:
    if not isinstance(value, list) or len(value) != 2:
        raise BadRecord(f"{where}: {repr(value)} is not a pair of numbers.")
    return _number(value[0], where, most), _number(value[1], where, most)


def _object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadRecord(f"{where}: a JSON object is needed here.")
    return value


def _list(
    fields: dict[str, Any], name: str, where: str, part: Callable[[Any, str], T], optional: bool = False
) -> tuple[T, ...]:
    """Every entry of a list, each read by `part`, which is told where it stands."""
    path = f"{where}.{name}".lstrip(".")
    value = fields.get(name)
    if value is None and optional:
        return ()
    if not isinstance(value, list):
        raise BadRecord(f"{path}: a list is needed here.")
    return tuple(part(entry, f"{path}[{number}]") for number, entry in enumerate(value))
