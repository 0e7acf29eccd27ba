"""Writes the example game of the page: two players, the same dice, two broken rules and a challenge.

python -m benchmarks.q4_example
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.q4_game import Played, play, record_of
from q4.check import check
from q4.parse import parse_record
from q4.words import english

FILE = Path(__file__).resolve().parent.parent / "api" / "page" / "q4-example.json"
TRIES = 60
STRENGTHS = {"Pat": 0.95, "Sam": 0.7}


def main() -> None:
    """Play, break a rule or two, write."""
    words = english()
    rng = np.random.default_rng(4)
    dice = [(int(one), int(two)) for one, two in rng.integers(1, 7, (14, 2))]
    players = []
    for name, strength in STRENGTHS.items():
        games = [play(rng, words, dice, strength) for _ in range(TRIES)]
        players.append(_plain(max(games, key=lambda game: game.score), name))
    _break_rules(*players)
    record = {"schema": "qwords.q4-record/1", "mode": "competitive", "players": players}
    FILE.write_text(json.dumps(record, separators=(",", ":")) + "\n", encoding="utf-8")
    for player in check(parse_record(json.loads(FILE.read_text(encoding="utf-8"))), words).players:
        print(player.name, player.score, [(one.round, one.code) for one in player.violations])


def _plain(played: Played, name: str) -> dict[str, Any]:
    player: dict[str, Any] = json.loads(json.dumps(record_of(played, name)["players"][0]))
    return player


def _break_rules(pat: dict[str, Any], sam: dict[str, Any]) -> None:
    """Sam scores a word that was scored, and challenges one of Pat's that the list has."""
    scored = [(number, one["words"]) for number, one in enumerate(sam["rounds"]) if one["words"]]
    number, words = scored[-1]
    again = words[-1]
    sam["rounds"][number]["words"].append({"word": again["word"][::-1], "cells": again["cells"][::-1]})
    sam["rounds"][13]["lookups"] = ["ZA"]
    sam["rounds"][12]["lookups"] = ["QI"]
    at, theirs = next((at, one["words"]) for at, one in enumerate(pat["rounds"]) if len(one["words"]) > 1)
    pat["rounds"][at]["challenges"] = [{"word": theirs[0]["word"], "by": "Sam"}]


if __name__ == "__main__":
    main()
