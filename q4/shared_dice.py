"""What binds the players of one table: the same dice for all."""

from collections import Counter, defaultdict

from q4.record import ROUNDS, Record
from q4.results import Remark


def differing_dice(record: Record) -> dict[str, list[Remark]]:
    """For each player, the rounds whose dice are not those of the table: what most recorded, or the first of them."""
    found: dict[str, list[Remark]] = defaultdict(list)
    for number in range(1, min(ROUNDS, max(len(player.turns) for player in record.players)) + 1):
        playing = [(player.name, player.turns[number - 1]) for player in record.players if len(player.turns) >= number]
        rolls = Counter(_sorted(turn.dice) for _, turn in playing)
        rolled = rolls.most_common(1)[0][0]
        doubled = [turn for _, turn in playing if turn.doubles and turn.dice == rolled]
        again = Counter(turn.reroll for turn in doubled if turn.reroll is not None)
        rerolled = again.most_common(1)[0][0] if again else None
        for name, turn in playing:
            other_reroll = turn.doubles and turn.reroll not in (None, rerolled)
            if _sorted(turn.dice) != rolled or other_reroll:
                values = {"dice": turn.dice, "others": rolled, "reroll": turn.reroll, "other_reroll": rerolled}
                found[name].append(Remark(number, "dice-differ", values))
    return found


def _sorted(dice: tuple[int, int]) -> tuple[int, int]:
    return min(dice), max(dice)
