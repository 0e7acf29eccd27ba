"""A checked game as the JSON document of the contract and as text for a terminal."""

from typing import Any

from q4.phrases import remark_text
from q4.results import PlayerResult, Remark, Result

SCHEMA = "qwords.q4/1"


def document(result: Result, language: str = "en") -> dict[str, Any]:
    """The document of a checked record."""
    return {
        "schema": SCHEMA,
        "mode": result.mode,
        "words": result.words,
        "players": [_player(player, language) for player in result.players],
        "standings": [
            {"place": place, "name": player.name, "score": player.score} for place, player in result.standings
        ],
    }


def _player(player: PlayerResult, language: str) -> dict[str, Any]:
    return {
        "name": player.name,
        "score": player.score,
        "rounds": [vars(one) for one in player.rounds],
        "violations": [
            {"round": one.round, "code": one.code, "text": remark_text(one, language), "cost": one.cost}
            for one in player.violations
        ],
        "findings": [_finding(one, language) for one in player.findings],
    }


def _finding(remark: Remark, language: str) -> dict[str, Any]:
    word = {"word": remark.values["word"]} if "word" in remark.values else {}
    return {
        "round": remark.round,
        "kind": remark.code,
        "code": remark.code,
        **word,
        "text": remark_text(remark, language),
    }


def render(result: Result, language: str = "en") -> str:
    """The game for people: a table a player, then what was found, then the standings."""
    parts = [f"Q4 · {result.mode} · {result.words}"]
    for player in result.players:
        parts += ["", f"{player.name}: {player.score}", "  round points bonus penalty score"]
        parts += [
            f"  {one.round:>5} {one.points:>6} {one.bonus:>5} {-one.penalty:>7} {one.score:>5}" for one in player.rounds
        ]
        parts += [f"  ! {remark_text(one, language)} [{one.code}]" for one in player.violations]
        parts += [f"  - {remark_text(one, language)}" for one in player.findings]
    if len(result.players) > 1:
        parts += ["", *(f"{place}. {player.name} {player.score}" for place, player in result.standings)]
    return "\n".join(parts)
