"""Whole games by chance players: the check finds nothing wrong, and the orders of play allow what they scored."""

import json

import numpy as np
import pytest

from benchmarks.q4_game import play, record_of
from q4.check import check
from q4.form import design
from q4.parse import parse_json
from q4.record import Design
from q4.sheet_audit import Sheet, audit, judge_sheet
from q4.words import english
from tests.q4.conftest import GRID, LETTERS


@pytest.mark.parametrize("seed", range(24))
def test_a_legal_game_is_clean_and_its_sheet_is_possible(seed: int) -> None:
    words = english()
    played = play(np.random.default_rng(seed), words)
    result = check(parse_json(json.dumps(record_of(played))), words)
    assert result.clean, result.players[0].violations
    assert result.players[0].score == played.score
    assert not [one for one in result.players[0].findings if one.code == "phony"]
    penalties = sum(one.penalty for one in result.players[0].rounds)
    sheet = Sheet(design(played.number), played.letters, played.dots, played.crossed, played.blocks, ())
    outcome = judge_sheet(sheet, words)
    assert outcome.penalty == penalties
    assert played.score in outcome.possible
    assert {one.code for one in audit(sheet, outcome, words)} <= {"no-score", "reused"}


@pytest.mark.parametrize(("circled", "found"), [(2, "too-low"), (3, None), (4, "too-high")])
def test_a_letter_taken_twice_costs_its_point(circled: int, found: str | None) -> None:
    """AT and TO are worth 4, and the T of the second was taken without crossing off another one."""
    crossed = frozenset(
        next((row, letters.index(letter) + 1) for row, letters in enumerate(LETTERS, 1) if letter in letters)
        for letter in "ATON"
    )
    letters = {0: "A", 4: "T", 2: "T", 6: "O", 14: "N"}
    sheet = Sheet(
        Design(tuple(LETTERS), tuple(GRID), 4, 4), letters, 1 << 12 | 1 << 18, crossed, frozenset(), (circled,)
    )
    codes = {one.code for one in audit(sheet, judge_sheet(sheet, {"AT", "TO"}), {"AT", "TO"})}
    assert "reused" in codes and codes & {"too-high", "too-low"} == ({found} if found else set())
