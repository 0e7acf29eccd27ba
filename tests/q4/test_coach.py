"""The coach's best moves, against every way to announce words."""

import random
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Any

import pytest

from q4.board import CELLS, RUNS, THROUGH, Run, place_of
from q4.check import check, readings
from q4.coach import BestMove, best_in_cell, best_moves, free_cells, takeable
from q4.documents import document
from q4.parse import parse_record
from q4.position import Position
from q4.record import COMPETITIVE, FRIENDLY, Design, Turn
from tests.q4.conftest import GRID, LETTERS, player, record, turn

WORDS = {"AT", "TA", "TEA", "ATE", "RATE", "TEAR", "HE", "HER", "ER", "RE", "AH", "TAT", "ERA", "HATE"}
MOST = 5  # words of a move whose every order is tried


def a_position(chance: random.Random) -> Position:
    """Some letters, and dots of some words between them, as a game may have left them."""
    design = Design(tuple(LETTERS), tuple(GRID), chance.randint(1, 4), chance.randint(1, 4))
    position = Position(design)
    for cell in chance.sample(free_cells(position), chance.randint(3, 9)):
        position.letters[cell] = chance.choice("ATEHR")
    for run in RUNS:
        if len(readings(position.letters, run)) and chance.random() < 0.25:
            position.fill(run)
    position.crossed = {place for place in ((1, 1), (1, 5), (2, 2), (3, 6), (4, 2)) if chance.random() < 0.4}
    return position


def brute_force(position: Position, letter: str, penalty: int, mode: str) -> int:
    """The most that the letter brings in any free cell, over all orders of all words; -99 where there are too many."""
    best = -9
    for cell in free_cells(position):
        letters = position.letters | {cell: letter}
        runs = RUNS if mode == FRIENDLY else THROUGH[cell]
        usable = [run for run in runs if any(text in WORDS for text in readings(letters, run))]
        usable = [run for run in usable if run.dots & ~position.dots]
        if len(usable) > MOST:
            return -99
        for size in range(len(usable) + 1):
            for said in permutations(usable, size):
                best = max(best, worth(position, said) - penalty)
    return best


def worth(position: Position, said: tuple[Any, ...]) -> int:
    dots, points, bonus = position.dots, 0, 0
    for run in said:
        if not run.dots & ~dots:
            return -9
        dots |= run.dots
        points += len(run.cells)
        bonus |= any(position.design.is_bonus(place_of(cell)) for cell in run.cells)
    return points + bonus


@pytest.mark.parametrize("mode", [COMPETITIVE, FRIENDLY])
def test_the_best_move_agrees_with_every_way_to_announce_words(mode: str) -> None:
    chance, tried = random.Random(7), 0
    for _ in range(150):
        position = a_position(chance)
        turn_ = Turn(chance.choice([(1, 1), (1, 5), (2, 2), (6, 3), (4, 2)]), None, (1, 1), "A", (1, 1))
        for place in takeable(position, turn_):
            letter = position.design.letter(place) or ""
            expected = brute_force(position, letter, int(place in position.crossed), mode)
            found = [best_in_cell(position, 1, place, cell, WORDS, mode) for cell in free_cells(position)]
            if expected > -99:
                assert max(move.points for move in found) == expected
                tried += 1
    assert tried > 80


@pytest.mark.parametrize("mode", [COMPETITIVE, FRIENDLY])
def test_the_move_it_names_scores_what_it_says(mode: str) -> None:
    """Each best move is played in place of the turn it is advice for, its words announced in its order."""
    chance, played = random.Random(3), 0
    for _ in range(40):
        rounds = [turn(chance.choice("ATEHR"), place_of(cell)) for cell in chance.sample(range(CELLS), 8)]
        moves = best_moves(parse_record(record(player(*rounds), mode=mode)).players[0], WORDS, mode)
        for move in moves:
            before, advised = rounds[: move.round - 1], rounds[move.round - 1]
            scores = [score_of_last(player(*before, turned), mode) for turned in ways_to_play(move, before, advised)]
            assert max(scores) == move.points, move
            played += bool(move.words)
    assert played > 80


def ways_to_play(move: BestMove, before: list[dict[str, Any]], advised: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The turn that a best move describes; a word may stand in more than one run of cells."""
    row, column = advised["dice"]
    places = [place for place in ([row, column], [column, row]) if LETTERS[place[0] - 1][place[1] - 1] == move.letter]
    written = [(tuple(turned["cell"]), turned["letter"]) for turned in before] + [(move.cell, move.letter)]
    at = dict(written)
    letters = {cell: at[place_of(cell)] for cell in range(CELLS) if place_of(cell) in at and open_cell(cell)}
    runs = [[run for run in RUNS if word in readings(letters, run)] for word in move.words]
    for place, chosen in product(places, product(*runs)):
        cells = [spelling(run, word, letters) for run, word in zip(chosen, move.words, strict=True)]
        words = [{"word": word, "cells": spelt} for word, spelt in zip(move.words, cells, strict=True)]
        yield advised | {"coordinate": place, "letter": move.letter, "cell": list(move.cell), "words": words}


def spelling(run: Run, word: str, letters: Mapping[int, str]) -> list[list[int]]:
    """The cells of a run in the direction in which they read the word."""
    cells = run.cells if readings(letters, run)[0] == word else run.cells[::-1]
    return [list(place_of(cell)) for cell in cells]


def open_cell(cell: int) -> bool:
    row, column = place_of(cell)
    return GRID[row - 1][column - 1] != "#"


def score_of_last(game: dict[str, Any], mode: str) -> int:
    """What the last round brings by the rules; nothing where it breaks one."""
    judged = document(check(parse_record(record(game, mode=mode)), WORDS))["players"][0]
    number = len(game["rounds"])
    broken = [violation for violation in judged["violations"] if violation["round"] == number]
    last = judged["rounds"][-1]
    return -99 if broken else int(last["points"] + last["bonus"] - last["penalty"])


def test_the_bonus_decides_between_words_of_equal_length() -> None:
    """Dots left and right are filled; TEA and EAT fill the one between, and only EAT touches the bonus column."""
    position = Position(Design(tuple(LETTERS), ("....",) * 4, 4, 4))
    position.letters = {0: "T", 1: "E", 3: "T"}
    position.dots = 0b101
    move = best_in_cell(position, 1, (1, 1), 2, {"TEA", "EAT"})
    assert (move.words, move.points) == (("EAT",), 4)


def test_dots_of_refused_words_stay_open_for_the_coach() -> None:
    cells = [[3, 1], [3, 2]]
    first = turn("E", (3, 2), ("HE", cells), challenges=[{"word": "HE", "by": "Sam"}])
    game = player(turn("H", (3, 1)), first, turn("R", (1, 1)))
    parsed = parse_record(record(game)).players[0]
    assert best_moves(parsed, {"HER"})[2] == BestMove(3, "R", (3, 3), ("HER",), 3)
    wrong = player(turn("H", (3, 1)), turn("E", (3, 2)), turn("I", (1, 1), ("HE", cells)), turn("R", (1, 2)))
    parsed = parse_record(record(wrong)).players[0]  # HE came too late: its dot is open
    assert best_moves(parsed, {"HE", "HER"})[3].points == 3
    assert best_moves(parsed, {"HE", "HER"}, FRIENDLY)[3].words == ("HER",)  # HE was scored in round 3


def test_a_friendly_table_may_score_what_was_missed_before() -> None:
    game = player(turn("H", (3, 1)), turn("E", (3, 2)), turn("I", (1, 1)))
    parsed = parse_record(record(game)).players[0]
    assert best_moves(parsed, {"HE"})[2].points == 0
    assert best_moves(parsed, {"HE"}, FRIENDLY)[2].words == ("HE",)
