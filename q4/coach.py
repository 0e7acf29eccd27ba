"""The coach: what a finished board could have brought, words nobody scored, and the best move of each round."""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from q4.board import CELLS, RUNS, THROUGH, Place, Run, place_of
from q4.chains import chains_of, sum_bits
from q4.check import readings
from q4.orders import bounds
from q4.position import Position, claimed_run
from q4.record import BLACK, HIGHLIGHT, ROUNDS, Design, Player, Turn


@dataclass(frozen=True)
class BestMove:
    """The move that brings most points at once: a letter, a cell, and the words, in the order to announce them."""

    round: int
    letter: str
    cell: Place
    words: tuple[str, ...]
    points: int  # bonus and penalty included


def open_words(letters: Mapping[int, str], dots: int, words: Container[str]) -> list[tuple[str, Run]]:
    """Words of the list on the board of which not all dots are filled."""
    found = []
    for run in RUNS:
        valid = [text for text in readings(letters, run) if text in words]
        if valid and run.dots & ~dots:
            found.append((valid[0], run))
    return found


def hindsight(letters: Mapping[int, str], design: Design, words: Container[str]) -> int:
    """The most points that these letters in these cells allow, over all orders and all choices of words."""
    dots = sum_bits(run.dots for _, run in open_words(letters, 0, words))
    chains, _ = chains_of(dots, letters, words, lambda cell: design.is_bonus(place_of(cell)), free=True)
    return bounds(chains).most


def best_moves(player: Player, words: Container[str]) -> list[BestMove]:
    """The best move of each round, from the position that the player had reached."""
    position, found = Position(player.design), []
    for number, turn in enumerate(player.turns[:ROUNDS], 1):
        moves = [
            best_in_cell(position, number, place, cell, words)
            for place in takeable(position, turn)
            for cell in free_cells(position)
        ]
        if moves:
            found.append(max(moves, key=lambda move: move.points))
        position.write(turn)
        for claim in turn.words:
            if position.reading(claim) == claim.word and (run := claimed_run(claim)):
                position.fill(run)
        if turn.mark and player.design.printed(turn.cell) == HIGHLIGHT:
            position.blocks.append(turn.mark)
    return found


def takeable(position: Position, turn: Turn) -> list[Place]:
    """Where the dice of a turn allow to take a letter, each letter once, those not crossed off first."""
    places = [place for coordinate in sorted(turn.coordinates) for place in position.sources(coordinate)]
    by_letter: dict[str, Place] = {}
    for place in sorted(places, key=lambda place: place in position.crossed):
        by_letter.setdefault(position.design.letter(place) or "", place)
    return list(by_letter.values())


def free_cells(position: Position) -> list[int]:
    """The cells that can still take a letter."""
    return [
        cell
        for cell in range(CELLS)
        if cell not in position.letters and position.design.printed(place_of(cell)) != BLACK
    ]


def best_in_cell(position: Position, number: int, place: Place, cell: int, words: Container[str]) -> BestMove:
    """The most that a letter brings in a cell: the words through it, shorter ones first where that pays."""
    letter = position.design.letter(place) or ""
    letters = {**position.letters, cell: letter}
    penalty = int(place in position.crossed)
    usable = [
        (text, run)
        for run in THROUGH[cell]
        for text in readings(letters, run)[:2]
        if text in words and run.dots & ~position.dots
    ]
    chosen = _best_sequence(tuple({run: (text, run) for text, run in reversed(usable)}.values()), position.dots)
    bonus = any(position.design.is_bonus(place_of(at)) for _, run in chosen for at in run.cells)
    points = sum(len(text) for text, _ in chosen) + int(bonus) - penalty
    return BestMove(number, letter, place_of(cell), tuple(text for text, _ in chosen), points)


def _best_sequence(usable: tuple[tuple[str, Run], ...], dots: int) -> tuple[tuple[str, Run], ...]:
    """The order of words that scores most, each filling a dot that the ones before left open."""
    best: tuple[tuple[str, Run], ...] = ()
    for word in usable:
        if word[1].dots & ~dots:
            rest = _best_sequence(tuple(other for other in usable if other is not word), dots | word[1].dots)
            if len(word[0]) + sum(len(text) for text, _ in rest) > sum(len(text) for text, _ in best):
                best = (word, *rest)
    return best
