"""What binds the players of one table: challenges that were lost, and the same dice for all."""

from collections import Counter, defaultdict
from collections.abc import Container
from dataclasses import replace

from q4.record import Record
from q4.results import PlayerResult, Remark

PENALTY = 1  # points lost by a challenge, or by a letter used again


def lost_challenges(record: Record, words: Container[str]) -> dict[str, Counter[int]]:
    """For each player, how many challenges of valid words they lost, by round."""
    lost: dict[str, Counter[int]] = defaultdict(Counter)
    for player in record.players:
        for number, turn in enumerate(player.turns, 1):
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


def differing_dice(record: Record) -> dict[str, list[Remark]]:
    """For each player, the rounds whose dice are not those of the table: what most recorded, or the first of them."""
    found: dict[str, list[Remark]] = defaultdict(list)
    for number in range(1, max(len(player.turns) for player in record.players) + 1):
        playing = [(player.name, player.turns[number - 1]) for player in record.players if len(player.turns) >= number]
        rolls = Counter(_sorted(turn.dice) for _, turn in playing)
        again = Counter(turn.reroll for _, turn in playing if turn.doubles and turn.reroll is not None)
        rolled, rerolled = rolls.most_common(1)[0][0], again.most_common(1)[0][0] if again else None
        for name, turn in playing:
            other_reroll = turn.doubles and turn.reroll not in (None, rerolled)
            if _sorted(turn.dice) != rolled or other_reroll:
                values = {"dice": turn.dice, "others": rolled, "reroll": turn.reroll, "other_reroll": rerolled}
                found[name].append(Remark(number, "dice-differ", values))
    return found


def _sorted(dice: tuple[int, int]) -> tuple[int, int]:
    return min(dice), max(dice)
