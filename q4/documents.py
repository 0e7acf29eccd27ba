"""A checked game as the JSON document of the contract and as text for a terminal."""

from dataclasses import asdict
from typing import Any

from q4.phrases import remark_text
from q4.record import ROUNDS, Record
from q4.record import SCHEMA as RECORD_SCHEMA
from q4.results import PlayerResult, Remark, Result, RoundScore
from texts import text

SCHEMA = "qwords.q4/1"


def document(result: Result, language: str = "en") -> dict[str, Any]:
    """The document of a checked record."""
    return {
        "schema": SCHEMA,
        "mode": result.mode,
        "words": result.words,
        "players": [_player(player, language) for player in result.players],
        "standings": [
            {"place": place, "name": player.name, "score": player.score, "rounds": len(player.rounds)}
            for place, player in result.standings
        ],
    }


def record_document(record: Record) -> dict[str, Any]:
    """A record as JSON, as it was understood."""
    players = [
        {"name": player.name, **vars(player.design), "rounds": [asdict(turn) for turn in player.turns]}
        for player in record.players
    ]
    return {"schema": RECORD_SCHEMA, "mode": record.mode, "players": players}


def _player(player: PlayerResult, language: str) -> dict[str, Any]:
    return {
        "name": player.name,
        "score": player.score,
        "rounds": [vars(one) for one in player.rounds],
        "violations": [
            {"round": one.round, "code": one.code, **_word(one), "text": remark_text(one, language), "cost": one.cost}
            for one in player.violations
        ],
        "findings": [_finding(one, language) for one in player.findings],
        "scored": [vars(one) for one in player.scored],
    }


def _finding(remark: Remark, language: str) -> dict[str, Any]:
    return {
        "round": remark.round,
        "kind": remark.code,
        "code": remark.code,
        **_word(remark),
        "text": remark_text(remark, language),
    }


def _word(remark: Remark) -> dict[str, Any]:
    """The word that a remark is about, if any."""
    return {"word": remark.values["word"]} if "word" in remark.values else {}


def render(result: Result, language: str = "en") -> str:
    """The game for people: a table a player, then what was found, then the standings."""
    mode = text(f"q4.mode.{result.mode}", language)
    parts = [text("q4.text.head", language, mode=mode, words=result.words)]
    heads = [text(f"q4.text.{name}", language) for name in ("round", "points", "bonus", "penalty", "score")]
    for player in result.players:
        parts += ["", f"{player.name}: {player.score}", "  " + "  ".join(heads)]
        parts += [
            "  " + "  ".join(str(value).rjust(len(head)) for value, head in zip(_row(one), heads, strict=True))
            for one in player.rounds
        ]
        parts += [f"  ! {_in_round(one, language)} [{one.code}]" for one in player.violations]
        parts += [f"  - {_in_round(one, language)}" for one in player.findings]
    if len(result.players) > 1:
        parts += ["", *(_standing(place, player, language) for place, player in result.standings)]
    return "\n".join(parts)


def _standing(place: int | None, player: PlayerResult, language: str) -> str:
    if place is not None:
        return f"{place}. {player.name} {player.score}"
    shown = {"name": player.name, "score": player.score, "rounds": len(player.rounds), "most": ROUNDS}
    return text("q4.text.not-finished", language, **shown)


def _row(one: RoundScore) -> tuple[int, ...]:
    return one.round, one.points, one.bonus, -one.penalty, one.score


def _in_round(remark: Remark, language: str) -> str:
    said = remark_text(remark, language)
    return text("q4.text.in-round", language, round=remark.round, text=said) if remark.round else said
