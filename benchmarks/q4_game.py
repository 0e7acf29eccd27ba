"""Finished Q4 sheets: games played by chance players, with what their sheets show in the end."""

from dataclasses import dataclass, field

import numpy as np

from q4.board import THROUGH, Place, cell_at, place_of
from q4.coach import _best_in, _free, _places
from q4.form import NUMBERS, design
from q4.position import Position, claimed_run
from q4.record import HIGHLIGHT, LETTER_SIDE, ROUNDS, Claim, Turn
from q4.words import WordList


@dataclass(frozen=True)
class Played:
    """What is written on a finished sheet."""

    number: int
    letters: dict[int, str]
    dots: int
    crossed: frozenset[Place]
    blocks: frozenset[Place]
    circled: frozenset[int]
    score: int
    words: tuple[str, ...] = field(default=())


def play(rng: np.random.Generator, words: WordList) -> Played:
    """A game by a player of some strength: so often the best move, else any; words may be overlooked."""
    greedy = rng.uniform(0.2, 0.9)
    number = int(rng.integers(NUMBERS))
    position, score, running, scored = Position(design(number)), 0, [], []
    for round_ in range(1, ROUNDS + 1):
        first, second = (int(value) for value in rng.integers(1, 7, 2))
        turn = Turn((first, second), None, (first, second), "A", (1, 1))
        places, cells = _places(position, turn), _free(position)
        moves = [(place, _best_in(position, round_, place, cell, words)) for place in places for cell in cells]
        best = max(moves, key=lambda item: item[1].points)
        place, move = best if rng.random() < greedy else moves[rng.integers(len(moves))]
        penalty = place in position.crossed
        position.letters[(move.cell[0] - 1) * 4 + move.cell[1] - 1] = move.letter
        position.crossed.add(place)
        position.blocks += _mark(position, move.cell, rng)
        seen = tuple(word for word in move.words if rng.random() < 0.5 + greedy / 2)
        score += _announce(position, seen, move.cell, scored) - penalty
        running.append(max(0, score))
    circled = set(running) if rng.random() < 0.5 else {running[-1]}
    return Played(
        number, dict(position.letters), position.dots, frozenset(position.crossed), frozenset(position.blocks),
        frozenset({*circled, running[-1]}), max(0, score), tuple(scored),
    )  # fmt: skip


def _mark(position: Position, cell: Place, rng: np.random.Generator) -> list[Place]:
    """The block that is marked when a highlighted cell is filled."""
    if position.design.printed(cell) != HIGHLIGHT or rng.random() < 0.1:
        return []
    return [(int(rng.integers(1, LETTER_SIDE)), int(rng.integers(1, LETTER_SIDE)))]


def _announce(position: Position, texts: tuple[str, ...], cell: Place, scored: list[str]) -> int:
    """Fill the dots of the words of a turn and give their points, bonus included."""
    points, bonus = 0, False
    for text in texts:
        claim = _claim(position, text, cell)
        run = claimed_run(claim) if claim else None
        if claim is None or run is None:  # another word took its dots
            continue
        position.fill(run)
        scored.append(text)
        points += len(text)
        bonus |= any(position.design.is_bonus(place) for place in claim.cells)
    return points + bonus


def _claim(position: Position, text: str, cell: Place) -> Claim | None:
    """Where a word through a cell stands whose dots are not all filled."""
    for run in THROUGH[cell_at(cell) or 0]:
        for cells in (run.cells, run.cells[::-1]):
            claim = Claim(text, tuple(place_of(at) for at in cells))
            if position.reading(claim) == text and not position.filled(run):
                return claim
    return None
