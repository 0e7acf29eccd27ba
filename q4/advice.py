"""What the coach says of a recorded game, as values, JSON and text."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from q4.coach import BestMove, best_moves, hindsight
from q4.position import Position
from q4.record import ROUNDS, Player, Record
from texts import text


@dataclass(frozen=True)
class Advice:
    """For one player: the most that the final board allows in any order, and the best move of each round."""

    name: str
    best_order: int
    moves: tuple[BestMove, ...]


def advise(record: Record, words: Container[str]) -> tuple[Advice, ...]:
    """The coach's advice for every player."""
    return tuple(
        Advice(
            player.name, hindsight(_final(player), player.design, words), tuple(best_moves(player, words, record.mode))
        )
        for player in record.players
    )


def advice_document(advice: tuple[Advice, ...]) -> list[dict[str, Any]]:
    """The advice as JSON."""
    return [
        {"name": one.name, "best_order": one.best_order, "moves": [vars(move) for move in one.moves]} for one in advice
    ]


def render_advice(advice: tuple[Advice, ...], language: str = "en") -> str:
    """The advice for people."""
    parts = []
    for one in advice:
        parts.append(text("q4.text.best-order", language, name=one.name, points=one.best_order))
        for move in one.moves:
            cell = f"{move.cell[0]},{move.cell[1]}"
            said = text("q4.text.best-move", language, letter=move.letter, cell=cell, points=move.points)
            said += f" ({', '.join(move.words)})" if move.words else ""
            parts.append("  " + text("q4.text.in-round", language, round=move.round, text=said))
    return "\n".join(parts)


def _final(player: Player) -> dict[int, str]:
    """The letters on the board at the end."""
    position = Position(player.design)
    for turn in player.turns[:ROUNDS]:
        position.write(turn)
    return position.letters
