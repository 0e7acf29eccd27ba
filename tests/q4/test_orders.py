"""The exact search over orders of play, against all orders tried one by one."""

import json
import random
import time
from collections.abc import Container
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cli import main
from q4.board import CELLS, DOTS, RUNS, SIDE, Run, dot_between, neighbours_of
from q4.chains import chains_of
from q4.check import readings
from q4.coach import best_moves, hindsight, open_words
from q4.orders import bounds
from q4.parse import parse_record
from q4.record import Design
from q4.words import english
from tests.q4.conftest import GRID, LETTERS, player, record, turn

WORDS = {"AT", "TA", "TEA", "ATE", "RATE", "TEAR", "HE", "HER", "ER", "RE", "AH", "TAT", "ERA", "HATE"}
DESIGN = Design(tuple(LETTERS), tuple(GRID), 1, 4)


def is_bonus(cell: int) -> bool:
    return cell // SIDE == 0 or cell % SIDE == 3


def valid_dots(letters: dict[int, str], words: Container[str]) -> int:
    dots = 0
    for _, run in open_words(letters, 0, words):
        dots |= run.dots
    return dots


def brute_force(letters: dict[int, str], dots: int, words: set[str], free: bool = False) -> set[int]:
    """Every score that some order of play and some choice of words gives."""
    listed = [run for run in RUNS if any(text in words for text in readings(letters, run)) and not run.dots & ~dots]
    scores: set[int] = set()

    def announce(order: tuple[int, ...], at: int, filled: int, points: int, bonus: bool, usable: list[Run]) -> None:
        play(order, at + 1, filled, points + bonus)
        for run in usable:
            if run.dots & ~filled:
                earned = bonus or any(map(is_bonus, run.cells))
                announce(order, at, filled | run.dots, points + len(run.cells), earned, usable)

    def play(order: tuple[int, ...], at: int, filled: int, points: int) -> None:
        if at == len(order):
            if free or filled == dots:
                scores.add(points)
            return
        standing = set(order[: at + 1])
        usable = [run for run in listed if order[at] in run.cells and set(run.cells) <= standing]
        announce(order, at, filled, points, False, usable)

    for order in permutations(letters):
        play(order, 0, 0, 0)
    return scores


SHAPES = [(0, 1, 2, 3), (0, 1, 4, 5), (0, 1, 2, 5, 6), (0, 1, 2, 4, 8), (1, 4, 5, 6, 9), (0, 1, 2, 3, 7, 11)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", range(4))
def test_the_search_agrees_with_all_orders(shape: tuple[int, ...], seed: int) -> None:
    chance = random.Random(seed)
    letters = {cell: chance.choice("ATEHR") for cell in shape}
    every = valid_dots(letters, WORDS)
    kept = [run for _, run in open_words(letters, 0, WORDS) if chance.random() < 0.7]
    dots = 0
    for run in kept:
        dots |= run.dots
    for some in {every, dots}:
        scores = brute_force(letters, some, WORDS)
        chains, unlisted = chains_of(some, letters, WORDS, is_bonus)
        found = bounds(chains)
        assert (found.least, found.most) == (min(scores), max(scores))
        assert not unlisted
    assert hindsight(letters, DESIGN, WORDS) == max(brute_force(letters, every, WORDS, free=True))


def boards(letters: str = "ATEHR") -> st.SearchStrategy[dict[int, str]]:
    return st.dictionaries(st.integers(0, CELLS - 1), st.sampled_from(letters), min_size=4, max_size=11)


@given(boards(), st.sampled_from(["RAT", "TAR", "EAT", "THE", "ETH", "HEAT"]))
@settings(max_examples=25, deadline=None)
def test_an_extra_word_never_lowers_the_maximum(letters: dict[int, str], word: str) -> None:
    assert hindsight(letters, DESIGN, WORDS | {word}) >= hindsight(letters, DESIGN, WORDS)
    dots = valid_dots(letters, WORDS)
    before, after = (bounds(chains_of(dots, letters, words, is_bonus)[0]) for words in (WORDS, WORDS | {word}))
    assert after.most >= before.most
    assert after.least <= before.least


@given(boards())
@settings(max_examples=25, deadline=None)
def test_mirroring_the_board_keeps_the_bounds(letters: dict[int, str]) -> None:
    def flip(cell: int) -> int:
        return cell // SIDE * SIDE + SIDE - 1 - cell % SIDE

    dots = valid_dots(letters, WORDS)
    pairs = [neighbours_of(dot) for dot in range(DOTS) if dots >> dot & 1]
    mirrored = sum(1 << dot_between(flip(one), flip(two)) for one, two in pairs)
    here, _ = chains_of(dots, letters, WORDS, is_bonus)
    there, _ = chains_of(
        mirrored, {flip(cell): letter for cell, letter in letters.items()}, WORDS, lambda cell: is_bonus(flip(cell))
    )
    assert bounds(here) == bounds(there)


def test_dots_that_no_word_explains_are_named() -> None:
    letters = dict(zip(range(4), "HERQ", strict=True))
    chains, unlisted = chains_of(0b111, letters, WORDS, is_bonus)
    assert [run.cells for run in unlisted] == [(0, 1, 2, 3)]
    found = bounds(chains)
    assert found.least == 5  # HERQ at once, with the bonus
    assert found.most == 2 + 3 + 4 + 3  # HE, HER and HERQ in three turns, each with the bonus


@pytest.mark.slow  # not under the coverage gate, which takes its own time
def test_a_full_sheet_takes_less_than_a_second() -> None:
    chance, slowest = random.Random(5), 0.0
    for _ in range(6):
        letters = {cell: chance.choice("EEEAAAIIOOTTNNRRSSLLDM") for cell in range(CELLS) if cell not in (5, 12)}
        dots = valid_dots(letters, english())
        started = time.process_time()
        bounds(chains_of(dots, letters, english(), is_bonus)[0])
        slowest = max(slowest, time.process_time() - started)
    assert slowest < 1


def test_the_coach_sees_the_best_move() -> None:
    game = player(turn("H", (3, 1)), turn("R", (3, 3)), turn("E", (1, 1)))
    moves = best_moves(parse_record(record(game)).players[0], {"HE", "HER"})
    assert (moves[2].letter, moves[2].cell, moves[2].words, moves[2].points) == ("E", (3, 2), ("HE", "HER"), 5)


def test_the_command_gives_advice(tmp_path: Path) -> None:
    game = player(turn("H", (3, 1)), turn("R", (3, 3)), turn("E", (3, 2)))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record(game)), encoding="utf-8")
    ran = CliRunner().invoke(main, ["q4", "check", str(path), "--coach", "--json"])
    advice = json.loads(ran.stdout)["coach"][0]
    assert advice["best_order"] >= 5
    assert [move["round"] for move in advice["moves"]] == [1, 2, 3]
    assert "in another order" in CliRunner().invoke(main, ["q4", "check", str(path), "--coach"]).stdout
