"""A table to play at: a design, turns, and the rulebook's own example."""

from typing import Any

import pytest

LETTERS = ["ABCDEF", "GHIJKL", "MNOPQR", "STUVWX", "YZAEIO", "UTBCRK"]
GRID = ["..*.", ".#..", "....", "#..*"]


def turn(letter: str, cell: tuple[int, int], *words: tuple[str, list[list[int]]], **more: Any) -> dict[str, Any]:
    """A turn whose dice lead to the first such letter of the letter grid."""
    row, column = next((r, line.index(letter)) for r, line in enumerate(LETTERS) if letter in line)
    claims = [{"word": word, "cells": cells} for word, cells in words]
    place = [row + 1, column + 1]
    return {"dice": place, "reroll": None, "coordinate": place, "letter": letter, "cell": list(cell), "mark": None,
            "words": claims, "lookups": [], "challenges": []} | more  # fmt: skip


def player(*rounds: dict[str, Any], name: str = "Pat", **more: Any) -> dict[str, Any]:
    return {"name": name, "letter_grid": LETTERS, "play_grid": GRID, "bonus_row": 4, "bonus_column": 4,
            "rounds": list(rounds)} | more  # fmt: skip


def record(*players: dict[str, Any], mode: str = "competitive") -> dict[str, Any]:
    return {"schema": "qwords.q4-record/1", "mode": mode, "players": list(players)}


@pytest.fixture
def words() -> set[str]:
    return {"ART", "RAT", "TAR", "OR", "HE", "HER", "AT", "RATE", "ATE"}
