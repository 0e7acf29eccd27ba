"""Challenges, settled by the word list: a wrong word costs its player a point, a right one its challenger."""

from collections import Counter, defaultdict
from collections.abc import Container
from dataclasses import dataclass, replace

from q4.record import ROUNDS, Player, Record
from q4.results import PlayerResult, Remark

PENALTY = 1  # points lost by a challenge, or by a letter used again

Announced = tuple[int, str]  # the round in which a word was announced, and the word


@dataclass(frozen=True)
class Refused:
    """The words of one player that were challenged and are not in the list, and the rounds of those challenges."""

    words: frozenset[Announced]
    by_round: dict[int, tuple[str, ...]]


def refused_words(player: Player, words: Container[str]) -> Refused:
    """What challenges took from a player.

    A word that the record does not hold was left out because it was refused: it costs its player all the same.
    """
    refused: set[Announced] = set()
    by_round: dict[int, tuple[str, ...]] = {}
    for number, turn in enumerate(player.turns[:ROUNDS], 1):
        doubted = [challenge.word for challenge in turn.challenges if challenge.word not in words]
        announced = {(_announced(player, number, word), word): word for word in doubted}
        by_round[number] = tuple(word for place, word in announced.items() if place not in refused)
        refused |= set(announced)
    return Refused(frozenset(refused), by_round)


def _announced(player: Player, number: int, word: str) -> int:
    """The round in which a challenged word was announced: this one, or the last before it that has it."""
    rounds = range(number, 0, -1)
    having = (one for one in rounds if any(claim.word == word for claim in player.turns[one - 1].words))
    return next(having, number)


def lost_challenges(record: Record, words: Container[str]) -> dict[str, Counter[int]]:
    """For each player, how many challenges of valid words they lost, by round."""
    lost: dict[str, Counter[int]] = defaultdict(Counter)
    for player in record.players:
        for number, turn in enumerate(player.turns[:ROUNDS], 1):
            for challenge in turn.challenges:
                if challenge.word in words:
                    lost[challenge.by][number] += PENALTY
    return lost


def with_penalties(game: PlayerResult, lost: Counter[int]) -> PlayerResult:
    """The game with the points that lost challenges cost its player; those of rounds they did not play come last."""
    if not lost:
        return game
    rounds, sum_, last = [], 0, len(game.rounds)
    by_round = Counter({number: lost[number] for number in range(1, last + 1)})
    if last:
        by_round[last] += sum(points for number, points in lost.items() if number > last)
    for one in game.rounds:
        sum_ += by_round[one.round]
        rounds.append(replace(one, penalty=one.penalty + by_round[one.round], score=one.score - sum_))
    found = [Remark(number, "challenge-lost", {"points": points}, points) for number, points in sorted(lost.items())]
    findings = sorted((*game.findings, *found), key=lambda remark: remark.round)
    return replace(game, score=game.score - sum(lost.values()), rounds=tuple(rounds), findings=tuple(findings))
