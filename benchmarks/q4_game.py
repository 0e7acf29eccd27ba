"""Finished Q4 sheets: games played by chance players, with what their sheets show in the end."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from q4.board import THROUGH, Place, cell_at, place_of
from q4.coach import best_in_cell, free_cells, open_words, takeable
from q4.form import NUMBERS, design
from q4.position import Position, claimed_run
from q4.record import COMPETITIVE, FRIENDLY, HIGHLIGHT, LETTER_SIDE, ROUNDS, SCHEMA, Claim, Turn
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
    running: tuple[int, ...] = ()  # the score after each round
    struck: frozenset[int] = frozenset()  # circled and struck out, or struck out only
    ticked: frozenset[int] = frozenset()
    rounds: tuple[dict[str, Any], ...] = field(default=(), repr=False)  # as a record has them


def play(
    rng: np.random.Generator,
    words: WordList,
    dice: Sequence[tuple[int, int]] = (),
    strength: float | None = None,
    mode: str = COMPETITIVE,
    challenged: float = 0.0,
) -> Played:
    """A game by a player of some strength: so often the best move, else any; words may be overlooked.

    `dice` are those of the table; without them each round has dice of its own. In a round a challenge is lost by the
    chance `challenged`, which costs a point and is no part of the record.
    """
    greedy = rng.uniform(0.2, 0.9) if strength is None else strength
    number = int(rng.integers(NUMBERS))
    position, score, running, rounds = Position(design(number)), 0, [], []
    for round_ in range(1, ROUNDS + 1):
        rolled = dice[round_ - 1] if dice else tuple(map(int, rng.integers(1, 7, 2)))
        turn, seen = _choose(position, round_, words, greedy, rng, rolled)
        penalty = position.source(turn) in position.crossed
        position.write(turn)
        mark = _mark(position, turn.cell, rng)
        position.blocks += mark
        seen = tuple(word for word in seen if rng.random() < 0.5 + greedy / 2)
        claims, points = _announce(position, seen, turn.cell)
        if mode == FRIENDLY:
            points = _later(position, claims, points, words, rng)
        score += points - penalty - int(challenged > 0 and rng.random() < challenged)
        running.append(max(0, score))
        rounds.append(_round(replace(turn, mark=mark[0] if mark else None, words=tuple(claims))))
    circled = set(running) if rng.random() < 0.5 else {running[-1]}
    return Played(
        number, dict(position.letters), position.dots, frozenset(position.crossed), frozenset(position.blocks),
        frozenset({*circled, running[-1]}), score, tuple(running), rounds=tuple(rounds),
    )  # fmt: skip


def _later(position: Position, claims: list[Claim], points: int, words: WordList, rng: np.random.Generator) -> int:
    """The points of a round in which words of earlier rounds are scored too."""
    for text, run in open_words(position.letters, position.dots, words):
        if rng.random() < 0.25 and not position.filled(run):
            position.fill(run)
            cells = [place_of(cell) for cell in run.cells]
            claims.append(Claim(text, tuple(cells)))
    bonus = any(position.design.is_bonus(place) for claim in claims for place in claim.cells)
    return sum(len(claim.word) for claim in claims) + bonus


STYLES = (
    "one circle", "running circles", "struck out", "scribbled out", "running, one struck", "running ticks",
    "ticked only", "friendly", "lost challenges", "blurred",
)  # fmt: skip


def styled(style: str, rng: np.random.Generator, words: WordList) -> Played:
    """A game whose score was kept in one of several ways."""
    challenged, mode = 0.12 if style == "lost challenges" else 0.0, FRIENDLY if style == "friendly" else COMPETITIVE
    played = play(rng, words, mode=mode, challenged=challenged)
    final = max(0, played.score)
    wrong = int(np.clip(final + rng.choice([-3, -2, -1, 1, 2, 3, 10]), 0, 79))
    circled, struck, ticked = {final}, set[int](), set[int]()
    if style in ("running circles", "running, one struck", "lost challenges") or (style == "blurred" and wrong % 2):
        circled = {*played.running, final}
    if style in ("struck out", "scribbled out", "running, one struck") and wrong not in circled:
        struck = {wrong}
        circled |= struck if style != "scribbled out" else set()
    if style == "running ticks":
        ticked = set(played.running) - {final}
    if style == "ticked only":
        circled, ticked = set(), {final}
    return replace(played, circled=frozenset(circled), struck=frozenset(struck), ticked=frozenset(ticked))


def record_of(played: Played, name: str = "Pat") -> dict[str, Any]:
    """The game as a record."""
    printed = design(played.number)
    return {
        "schema": SCHEMA,
        "mode": COMPETITIVE,
        "players": [{"name": name, **vars(printed), "rounds": played.rounds}],
    }


def _round(turn: Turn) -> dict[str, Any]:
    words = [{"word": claim.word, "cells": claim.cells} for claim in turn.words]
    return vars(turn) | {"words": words}


def _choose(
    position: Position,
    round_: int,
    words: WordList,
    greedy: float,
    rng: np.random.Generator,
    dice: tuple[int, ...],
) -> tuple[Turn, tuple[str, ...]]:
    """What the player does with the dice, and the words that this makes."""
    first, second = dice
    rolled = Turn((first, second), None, (first, second), "A", (1, 1))
    moves = [
        (place, best_in_cell(position, round_, place, cell, words))
        for place in takeable(position, rolled)
        for cell in free_cells(position)
    ]
    best = max(moves, key=lambda item: item[1].points)
    place, move = best if rng.random() < greedy else moves[rng.integers(len(moves))]
    coordinate = next(at for at in sorted(rolled.coordinates) if place in position.sources(at))
    return replace(rolled, coordinate=coordinate, letter=move.letter, cell=move.cell), move.words


def _mark(position: Position, cell: Place, rng: np.random.Generator) -> list[Place]:
    """The block that is marked when a highlighted cell is filled."""
    if position.design.printed(cell) != HIGHLIGHT or rng.random() < 0.1:
        return []
    return [(int(rng.integers(1, LETTER_SIDE)), int(rng.integers(1, LETTER_SIDE)))]


def _announce(position: Position, texts: tuple[str, ...], cell: Place) -> tuple[list[Claim], int]:
    """Fill the dots of the words of a turn; gives them and their points, bonus included."""
    claims = []
    for text in texts:
        claim = _claim(position, text, cell)
        run = claimed_run(claim) if claim else None
        if claim and run:  # otherwise another word took its dots
            position.fill(run)
            claims.append(claim)
    bonus = any(position.design.is_bonus(place) for claim in claims for place in claim.cells)
    return claims, sum(len(claim.word) for claim in claims) + bonus


def _claim(position: Position, text: str, cell: Place) -> Claim | None:
    """Where a word through a cell stands whose dots are not all filled."""
    for run in THROUGH[cell_at(cell) or 0]:
        for cells in (run.cells, run.cells[::-1]):
            claim = Claim(text, tuple(place_of(at) for at in cells))
            if position.reading(claim) == text and not position.filled(run):
                return claim
    return None
