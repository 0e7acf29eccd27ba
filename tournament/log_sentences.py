"""The log in sentences, in the language of whoever reads it."""

from collections.abc import Mapping, Sequence

from texts import listing, text
from tournament.entities import LogEntry
from tournament.overview import Overview
from tournament.sheet_rows import short_id

WHOLE_SHEET = 16  # cells of the smallest sheet there is; nobody corrects so many one by one
TOLD = 12  # moves in one sentence; the line itself holds all


def log_sentence(entry: LogEntry, view: Overview, language: str) -> str:
    """What a line of the log says: who did what to whose sheet."""
    values = {"who": entry.who, "sheet": sheet_name(entry.sheet, view, language), **_values(entry, language)}
    return text(f"log.{_key(entry)}", language, **values)


def sheet_name(key: str, view: Overview, language: str) -> str:
    """A sheet as people call it: its player and round, or its page."""
    if not key:
        return ""
    row = view.by_key.get(key)
    if row is None:
        return short_id(key)
    if not row.identity.player:
        return row.page
    return text("log.sheet", language, player=row.identity.player, round=row.identity.round)


def _key(entry: LogEntry) -> str:
    if entry.kind == "ruling":
        return "allow" if entry.what["allow"] else "deny"
    if entry.kind == "letters" and len(entry.what["cells"]) >= WHOLE_SHEET:
        return "grid"
    if entry.kind == "forget" and not entry.sheet:
        return "forget-all"
    if entry.kind == "side" and not entry.what.get("side"):
        return "rules"
    return entry.kind


def _values(entry: LogEntry, language: str) -> Mapping[str, object]:
    what = entry.what
    cells = what.get("cells", ())
    named = [text("log.cell", language, row=row, column=column, letter=letter) for row, column, letter in cells]
    rules, spoken = what.get("rules") or "", what.get("language") or ""
    return {
        "cells": listing(named, language),
        "player": what.get("player", ""),
        "round": what.get("round", ""),
        "word": what.get("word", ""),
        "side": what.get("side", ""),
        "rules": text(f"rules.{rules}", language) if rules else "",
        "language": text(f"language.{spoken}", language) if spoken else "",
        "line": what.get("entry", ""),
        "score": what.get("score", ""),
        "answer": f"{what.get('kind', '')} {','.join(map(str, what.get('place', ())))}".strip(),
        "value": what.get("value", ""),
        "moves": _moves(what.get("moves", ()), language),
    }


def _moves(moves: Sequence[tuple[str, int | None, int | None]], language: str) -> str:
    """Who moved from which place to which; of many the first."""
    told = [
        text("log.move", language, player=player, before=before or "–", after=after or "–")
        for player, before, after in moves[:TOLD]
    ]
    return "; ".join([*told, "…"] if len(moves) > TOLD else told)
