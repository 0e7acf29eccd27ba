"""The exact search over orders of play, against all orders tried one by one."""

import json
import random
import time
from collections.abc import Container
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cli import main
from q4.board import CELLS, DOTS, RUNS, SIDE, Run, dot_between, neighbours_of
from q4.chains import chains_of, sum_bits
from q4.check import readings
from q4.coach import best_moves, hindsight, open_words
from q4.friendly import friendly_totals, without_letters
from q4.orders import chain_ends, totals
from q4.parse import parse_record
from q4.record import Design
from q4.scores import Steps
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
        assert totals(chains) == tuple(sorted(scores)), "the exact set, not a range"
        assert not unlisted
    assert hindsight(letters, DESIGN, WORDS) == max(brute_force(letters, every, WORDS, free=True))


def friendly_by_force(letters: dict[int, str], dots: int, words: set[str]) -> set[int]:
    """The same for a friendly table: in any round, whatever stands may be scored."""
    listed = [run for run in RUNS if any(text in words for text in readings(letters, run)) and not run.dots & ~dots]
    known: set[tuple[frozenset[int], int, int]] = set()

    def announce(standing: frozenset[int], filled: int, points: int, bonus: bool) -> None:
        play(standing, filled, points + bonus)
        for run in listed:
            if run.dots & ~filled and set(run.cells) <= standing:
                earned = bonus or any(map(is_bonus, run.cells))
                announce(standing, filled | run.dots, points + len(run.cells), earned)

    def play(standing: frozenset[int], filled: int, points: int) -> None:
        if (standing, filled, points) not in known:
            known.add((standing, filled, points))
            for cell in letters.keys() - standing:
                announce(standing | {cell}, filled, points, False)

    play(frozenset(), 0, 0)
    return {points for standing, filled, points in known if len(standing) == len(letters) and filled == dots}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_friendly_table_agrees_with_all_orders(shape: tuple[int, ...]) -> None:
    for seed in range(4):
        chance = random.Random(seed)
        letters = {cell: chance.choice("ATEHR") for cell in shape}
        runs = [run.dots for _, run in open_words(letters, 0, WORDS) if chance.random() < 0.8]
        dots = sum_bits(runs)
        chains = chains_of(dots, letters, WORDS, is_bonus)[0]
        scores = friendly_by_force(letters, dots, WORDS)
        assert friendly_totals(chains, len(letters)) == tuple(sorted(scores))
        assert scores >= brute_force(letters, dots, WORDS)
        assert scores <= set(without_letters(chains, len(letters))), "large boards may allow too much, never too little"


def walks(letters: dict[int, str], dots: int, words: set[str], lost: int) -> set[tuple[frozenset[int], int]]:
    """The running scores above zero of every game, and its end; so many rounds lose a point."""
    listed = [run for run in RUNS if any(text in words for text in readings(letters, run)) and not run.dots & ~dots]
    known: set[tuple[frozenset[int], int, int, frozenset[int], int]] = set()

    def announce(standing: frozenset[int], cell: int, filled: int, points: int, bonus: bool, before: Any) -> None:
        for losing in (0, 1):
            score = points + bonus - losing
            play(standing, filled, score, before[0] | {score for _ in "." if score > 0}, before[1] + losing)
        for run in listed:
            if run.dots & ~filled and cell in run.cells and set(run.cells) <= standing:
                earned = bonus or any(map(is_bonus, run.cells))
                announce(standing, cell, filled | run.dots, points + len(run.cells), earned, before)

    def play(standing: frozenset[int], filled: int, points: int, passed: frozenset[int], gone: int) -> None:
        state = standing, filled, points, passed, gone
        if gone <= lost and state not in known:
            known.add(state)
            for cell in letters.keys() - standing:
                announce(standing | {cell}, cell, filled, points, False, (passed, gone))

    play(frozenset(), 0, 0, frozenset(), 0)
    return {(p, s) for all_, f, s, p, gone in known if len(all_) == len(letters) and f == dots and gone == lost}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_chain_of_circles_ends_where_some_game_does(shape: tuple[int, ...], lost: int) -> None:
    chance = random.Random(lost)
    letters = {cell: chance.choice("ATEHR") for cell in shape}
    dots = sum_bits(run.dots for _, run in open_words(letters, 0, WORDS) if chance.random() < 0.8)
    chains = tuple(chains_of(dots, letters, WORDS, is_bonus)[0])
    idle = len(letters) - len({cell for chain in chains for cell in chain.cells})
    games = walks(letters, dots, WORDS, lost)
    numbers = sorted({number for passed, _ in games for number in passed})
    for circled in (some for size in (2, 3, 4) for some in combinations(numbers, size)):
        ends = {end for passed, end in games if passed == set(circled) and end > 0}
        found = {one for one in chain_ends(chains, Steps(circled, lost), idle)[0] if one in circled}
        assert found == ends


def boards(letters: str = "ATEHR") -> st.SearchStrategy[dict[int, str]]:
    return st.dictionaries(st.integers(0, CELLS - 1), st.sampled_from(letters), min_size=4, max_size=11)


@given(boards(), st.sampled_from(["RAT", "TAR", "EAT", "THE", "ETH", "HEAT"]))
@settings(max_examples=25, deadline=None)
def test_an_extra_word_never_takes_a_total_away(letters: dict[int, str], word: str) -> None:
    assert hindsight(letters, DESIGN, WORDS | {word}) >= hindsight(letters, DESIGN, WORDS)
    dots = valid_dots(letters, WORDS)
    before, after = (set(totals(chains_of(dots, letters, words, is_bonus)[0])) for words in (WORDS, WORDS | {word}))
    assert after >= before


@given(boards())
@settings(max_examples=25, deadline=None)
def test_mirroring_the_board_keeps_the_totals(letters: dict[int, str]) -> None:
    def flip(cell: int) -> int:
        return cell // SIDE * SIDE + SIDE - 1 - cell % SIDE

    dots = valid_dots(letters, WORDS)
    pairs = [neighbours_of(dot) for dot in range(DOTS) if dots >> dot & 1]
    mirrored = sum(1 << dot_between(flip(one), flip(two)) for one, two in pairs)
    here, _ = chains_of(dots, letters, WORDS, is_bonus)
    there, _ = chains_of(
        mirrored, {flip(cell): letter for cell, letter in letters.items()}, WORDS, lambda cell: is_bonus(flip(cell))
    )
    assert totals(here) == totals(there)


def test_dots_that_no_word_explains_are_named() -> None:
    letters = dict(zip(range(4), "HERQ", strict=True))
    chains, unlisted = chains_of(0b111, letters, WORDS, is_bonus)
    assert [run.cells for run in unlisted] == [(0, 1, 2, 3)]
    found = totals(chains)
    assert found[0] == 5  # HERQ at once, with the bonus
    assert found[-1] == 2 + 3 + 4 + 3  # HE, HER and HERQ in three turns, each with the bonus


@pytest.mark.slow  # not under the coverage gate, which takes its own time
def test_a_full_sheet_takes_less_than_a_second() -> None:
    chance, slowest = random.Random(5), 0.0
    for _ in range(6):
        letters = {cell: chance.choice("EEEAAAIIOOTTNNRRSSLLDM") for cell in range(CELLS) if cell not in (5, 12)}
        dots = valid_dots(letters, english())
        started = time.process_time()
        totals(chains_of(dots, letters, english(), is_bonus)[0])
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
