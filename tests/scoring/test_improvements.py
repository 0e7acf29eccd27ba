"""What would have been better, checked against the scorer itself."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import PROFESSIONAL, STANDARD, Grid, Roll, RollLog, check_rolls, rating, score
from scoring.improvements import best_of_rolls, best_swap, points_to_next

WORDS = frozenset({"AT", "TEA", "SEAT", "TEASE", "STATE", "ASSET", "ATE", "EAT", "SET", "TEST", "EASE"})
GRIDS = st.lists(st.text("ATES.", min_size=5, max_size=5), min_size=5, max_size=5).map(lambda rows: Grid(tuple(rows)))


@settings(max_examples=25, deadline=None)
@given(GRIDS)
def test_no_single_letter_gains_more(grid: Grid) -> None:
    swap = best_swap(grid, WORDS, STANDARD)
    letters = "".join(grid.rows)
    tried = [
        score(Grid(tuple(changed[at : at + 5] for at in range(0, 25, 5))), WORDS, STANDARD).total
        for cell in range(25)
        for letter in "ATES"
        for changed in [letters[:cell] + letter + letters[cell + 1 :]]
    ]
    now = score(grid, WORDS, STANDARD).total
    assert (swap.total if swap else now) == max([now, *tried])


def test_the_next_title() -> None:
    assert points_to_next(52, STANDARD) == 9 and points_to_next(52, PROFESSIONAL) == 4
    assert points_to_next(110, STANDARD) is None
    for total in range(110):
        missing = points_to_next(total, STANDARD)
        assert missing and rating(total + missing, STANDARD) == rating(total, STANDARD) + 1 > rating(
            total + missing - 1, STANDARD
        )


def test_the_best_sheet_is_one_that_the_rolls_allow() -> None:
    chance = random.Random(5)
    log = RollLog(tuple(Roll(chance.choice("ATES?"), chance.choice("ATESQ")) for _ in range(25)))
    found = best_of_rolls(log, WORDS, STANDARD)
    assert check_rolls(found.grid, log, joker=False).possible
    assert score(found.grid, WORDS, STANDARD).total == found.total <= found.at_most == 110
    assert found == best_of_rolls(log, WORDS, STANDARD)
    sheets = (chance.sample(range(25), 25) for _ in range(2000))
    by_chance = max(
        score(
            Grid(
                tuple(
                    "".join(log.rolls[r].first.replace("?", "A") for r in order[at : at + 5]) for at in range(0, 25, 5)
                )
            ),
            WORDS,
            STANDARD,
        ).total
        for order in sheets
    )
    assert found.total > by_chance
