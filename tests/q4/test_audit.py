"""What is proven of a circled score, and which of several circles counts."""

import pytest

from q4.phrases import numbers_text
from q4.record import FRIENDLY, Design
from q4.sheet_audit import Outcome, Sheet, audit, judge_sheet
from tests.q4.conftest import GRID, LETTERS

DESIGN = Design(tuple(LETTERS), tuple(GRID), 4, 4)
WORDS = {"THE", "HE", "AT", "ART", "AR", "TO", "NO", "ON"}
THE = {0: "T", 1: "H", 4: "E"}  # nothing of it in the bonus row or column


def places(letters: str) -> frozenset[tuple[int, int]]:
    """Where these letters stand in the letter grid, each once."""
    return frozenset((row + 1, LETTERS[row].index(letter) + 1) for letter in letters
                     for row in [next(at for at, line in enumerate(LETTERS) if letter in line)])  # fmt: skip


def sheet(letters: dict[int, str], dots: int, *circled: int, mode: str = "competitive", crossed: str = "") -> Sheet:
    marks = places(crossed or "".join(letters.values()))
    return Sheet(DESIGN, letters, dots, marks, frozenset(), circled, mode=mode)


COLUMN = {0: "T", 4: "H", 8: "E"}  # THE downward
COLUMN_DOTS = 1 << 12 | 1 << 13


@pytest.mark.parametrize(
    ("circled", "proven"), [(3, "possible"), (5, "possible"), (4, "impossible"), (6, "impossible")]
)
def test_a_set_of_totals_is_no_range(circled: int, proven: str) -> None:
    """THE at once, or HE and then THE: never 4."""
    outcome = judge_sheet(sheet(COLUMN, COLUMN_DOTS, circled), WORDS)
    assert (outcome.possible, outcome.proven) == ((3, 5), proven)
    assert outcome.total == (circled if proven == "possible" else None)
    kinds = [one.code for one in audit(sheet(COLUMN, COLUMN_DOTS, circled), outcome, WORDS)]
    assert ("not-possible" in kinds, "too-high" in kinds) == (circled == 4, circled == 6)


def test_the_only_total_is_proven() -> None:
    outcome = judge_sheet(sheet({0: "A", 4: "T"}, 1 << 12, 2), WORDS)
    assert (outcome.possible, outcome.proven) == ((2,), "yes")


def test_running_circles_prove_the_order() -> None:
    outcome = judge_sheet(sheet(COLUMN, COLUMN_DOTS, 2, 5), WORDS)
    assert (outcome.claimed, outcome.proven, outcome.chained) == (5, "yes", True)


def test_a_chain_that_no_game_gives_says_where_it_breaks() -> None:
    seen = sheet(COLUMN, COLUMN_DOTS, 2, 3)
    outcome = judge_sheet(seen, WORDS)
    assert (outcome.chained, outcome.reached) == (False, 2)
    found = {one.code: one.values for one in audit(seen, outcome, WORDS)}
    assert found["chain-breaks"] == {"after": 2} and found["several-scores"] == {"circled": (2, 3)}


TWO_LINES = {0: "A", 4: "T", 2: "T", 6: "O", 14: "N"}  # AT, and TO in another column; N stands alone
TWO_DOTS = 1 << 12 | 1 << 18


def test_a_round_that_lost_a_point_may_end_below_the_highest_circle() -> None:
    """2, then 5 with the bonus, and then T was taken again: 4. No game comes from 4 to 5."""
    bonus = {0: "A", 4: "T", 3: "T", 7: "O", 14: "N"}
    seen = sheet(bonus, 1 << 12 | 1 << 21, 2, 4, 5, crossed="ATON")
    outcome = judge_sheet(seen, WORDS)
    assert outcome.penalty == 1 and (outcome.claimed, outcome.proven, outcome.chained) == (4, "yes", True)
    kinds = {one.code for one in audit(seen, outcome, WORDS)}
    assert "several-scores" not in kinds and "reused" in kinds


def test_circles_that_go_back_tell_of_a_lost_challenge() -> None:
    seen = sheet({0: "A", 4: "T", 2: "R"}, 1 << 12, 1, 2)
    outcome = judge_sheet(seen, WORDS)
    found = {one.code: one.cost for one in audit(seen, outcome, WORDS)}
    assert (outcome.claimed, outcome.penalty, outcome.proven) == (1, 1, "yes") and found["points-lost"] == 1


def test_a_challenge_lost_in_the_last_round_must_not_lead_elsewhere() -> None:
    """2, 4, then T was taken again: 3. With a challenge lost after that, 2 would be the score."""
    letters = {**TWO_LINES, 9: "R"}
    outcome = judge_sheet(sheet(letters, TWO_DOTS, 2, 3, 4, crossed="ATONR"), WORDS)
    assert outcome.penalty == 1 and outcome.chained is False


def test_two_ends_are_asked_about() -> None:
    """4 and then 3, or 3 by a word of two letters and a lost point, and then 4: nobody can tell."""
    seen = sheet(TWO_LINES, TWO_DOTS, 3, 4)
    outcome = judge_sheet(seen, WORDS)
    assert outcome.chained is False and "several-scores" in {one.code for one in audit(seen, outcome, WORDS)}


def test_a_friendly_table_scores_later() -> None:
    """Both words in one round share the bonus; competitive, each letter completes one word."""
    letters = {12: "A", 13: "T", 15: "O"}
    outcome = judge_sheet(sheet(letters, 1 << 9, 3, mode=FRIENDLY), {"AT"})
    assert outcome.possible == (3,) and outcome.proven == "yes"
    nested = {12: "H", 13: "E", 14: "R"}
    dots = 1 << 9 | 1 << 10
    competitive = judge_sheet(sheet(nested, dots), {"HE", "HER"}).possible
    friendly = judge_sheet(sheet(nested, dots, mode=FRIENDLY), {"HE", "HER"}).possible
    assert set(friendly) >= set(competitive) and friendly == (4, 6, 7)


def test_nothing_circled_is_not_proven() -> None:
    outcome = judge_sheet(sheet(COLUMN, COLUMN_DOTS), WORDS)
    assert isinstance(outcome, Outcome) and (outcome.claimed, outcome.proven, outcome.total) == (None, None, None)


def test_numbers_in_a_row_are_shown_as_a_range() -> None:
    assert numbers_text((3, 5, 6, 8, 9, 10, 12)) == "3, 5, 6, 8–10, 12"
