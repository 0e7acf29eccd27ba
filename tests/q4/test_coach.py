"""The coach's best moves, against every way to announce words."""

import random
from itertools import permutations
from typing import Any

import pytest

from q4.board import CELLS, RUNS, THROUGH, place_of
from q4.check import readings
from q4.coach import BestMove, best_in_cell, best_moves, free_cells, takeable
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


def test_the_move_it_names_scores_what_it_says() -> None:
    """The words of a best move, announced in its order, bring its points in a record."""
    chance = random.Random(3)
    for _ in range(40):
        rounds = [turn(chance.choice("ATEHR"), place_of(cell)) for cell in chance.sample(range(CELLS), 8)]
        parsed = parse_record(record(player(*rounds))).players[0]
        for move in best_moves(parsed, WORDS):
            assert isinstance(move, BestMove)
            assert sum(map(len, move.words)) <= move.points + 1  # at most a letter used again is lost
            assert move.points <= sum(map(len, move.words)) + 1  # at most one bonus point


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
