"""The twelve titles of the solo game, as steps from 0 to 11."""

from scoring.rules import Rules

MINIMUMS = (0, 31, 40, 46, 51, 61, 66, 70, 80, 90, 100, 110)


def rating(total: int, rules: Rules) -> int:
    """The step that a total earns in the solo game: the highest whose minimum is reached."""
    return sum(total >= minimum + rules.rating_shift for minimum in MINIMUMS[1:])
