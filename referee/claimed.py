"""What the player wrote around the grid, as the audit takes it."""

from collections.abc import Sequence

from scanner.values import Glyph, Reading
from scoring import Claims, Rules

IMPOSSIBLE_POINTS = 0.1  # odds of points that a line cannot have, such as 20 where nothing doubles, against others


def claims_of(reading: Reading, rules: Rules, typed: bool = False) -> Claims | None:
    """What the player wrote around the grid, or someone typed; None on a sheet without such fields."""
    if not reading.rows and not reading.columns and reading.total is None:
        return None
    rows, columns = _points_written(reading.rows, rules), _points_written(reading.columns, rules)
    total = reading.total.symbol if reading.total else ""
    # A printed badge claims the bonus only where the player has claimed anything at all; what was typed is meant.
    claimed = reading.bonus is not None and (typed or any([*rows, *columns, total]))
    return Claims(rows, columns, reading.bonus.symbol != "struck" if reading.bonus and claimed else None, total)


def _points_written(glyphs: Sequence[Glyph], rules: Rules) -> tuple[str, ...]:
    """What stands in five circles; points that the line cannot have only where they are clearly written."""
    return tuple(_likeliest(glyph, _possible(index, rules)) for index, glyph in enumerate(glyphs, 1)) or ("",) * 5


def _likeliest(glyph: Glyph, possible: frozenset[str]) -> str:
    return max(glyph.ranking, key=lambda item: item[1] * (1 if item[0] in possible else IMPOSSIBLE_POINTS))[0]


def _possible(index: int, rules: Rules) -> frozenset[str]:
    """What a player may write beside the line of that number, from 1."""
    return frozenset({"", "-", *(str(points * rules.factor(index)) for points in rules.points)})


def joker_crossed(reading: Reading, side: str | None) -> bool | None:
    """Whether the joker was used; None where the sheet has no joker box."""
    if side != "B" or reading.joker is None:
        return None
    return reading.joker.symbol == "crossed"


def joker_free(rules: Rules, crossed: bool | None) -> bool:
    """Whether one letter may have come from the joker instead of a roll."""
    return rules.jokers > 0 and crossed is not False
