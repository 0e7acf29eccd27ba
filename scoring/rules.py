"""The rules as values: a variant of the game is another value."""

from dataclasses import dataclass
from functools import cache

from scoring.grid import SIZE
from scoring.scoring_errors import UnknownRules


@dataclass(frozen=True)
class Rules:
    """What words are worth, the bonus for a word in every line, which lines count twice, how many jokers there are."""

    name: str
    points: tuple[int, ...] = (0, 0, 1, 3, 6, 10)  # by length of the word
    full_house: int = 10
    doubled: frozenset[int] = frozenset()  # indexes, from 1, of the rows and columns that count twice
    jokers: int = 0
    rating_shift: int = 0  # how many more points a solo title needs

    def factor(self, index: int) -> int:
        """How many times the word of a row or column with this index counts."""
        return 2 if index in self.doubled else 1

    def values(self, index: int) -> tuple[int, ...]:
        """What a row or column with this index can be worth, lowest first."""
        return tuple(sorted({points * self.factor(index) for points in self.points}))

    def values_by_length(self, index: int) -> tuple[int, ...]:
        """What no word and words of two, three, four and five letters are worth in a row or column with this index."""
        return tuple(points * self.factor(index) for points in self.points[1:])


STANDARD = Rules("standard")
PROFESSIONAL = Rules("professional", doubled=frozenset({3}), jokers=1, rating_shift=10)
RULES = {rules.name: rules for rules in (STANDARD, PROFESSIONAL)}


def rules_named(name: str, side: str | None = None) -> Rules:
    """The rules with this name; `auto` means professional on side B and standard elsewhere."""
    if name == "auto":
        return PROFESSIONAL if side == "B" else STANDARD
    try:
        return RULES[name]
    except KeyError:
        raise UnknownRules(f"There are no rules named “{name}”.") from None


@cache
def possible_totals(rules: Rules) -> frozenset[int]:
    """Every total that ten lines can add up to under these rules, bonus included."""
    reached = {(0, True)}  # (points so far, every line so far has a word)
    for index in (*range(1, SIZE + 1), *range(1, SIZE + 1)):
        reached = {(sum_ + value, full and value > 0) for sum_, full in reached for value in rules.values(index)}
    return frozenset(sum_ + rules.full_house * full for sum_, full in reached)
