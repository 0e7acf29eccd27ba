"""Which cell to ask about first."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import STANDARD, Grid, score
from scoring.questions import certainty_after_asking

WORDS = frozenset({"SUPER", "UP", "TRIP", "RAT", "TAR", "ART", "AT", "HE", "PER", "SUP"})
LETTERS = "SUPERTRIPHRNLOIATECTPMHHE"
Rankings = list[tuple[tuple[str, float], ...]]


def ranked(doubts: dict[int, tuple[str, int]]) -> Rankings:
    rankings: Rankings = [((letter, 1.0),) for letter in LETTERS]
    for cell, (other, percent) in doubts.items():
        if other != LETTERS[cell]:
            rankings[cell] = ((LETTERS[cell], 1 - percent / 100), (other, percent / 100))
    return rankings


def expected(rankings: Rankings, asked: int) -> float:
    """All readings, one by one: the mass of the likeliest total given each answer."""
    best: dict[str, dict[int, float]] = {}
    for reading in product(*rankings):
        mass = 1.0
        for _, p in reading:
            mass *= p
        total = score(Grid.of(symbol for symbol, _ in reading), WORDS, STANDARD).total
        totals = best.setdefault(reading[asked][0], {})
        totals[total] = totals.get(total, 0.0) + mass
    return sum(max(totals.values()) for totals in best.values())


doubts = st.dictionaries(st.integers(0, 24), st.tuples(st.sampled_from("XATE"), st.integers(1, 49)), max_size=4)


@settings(max_examples=40, deadline=None)
@given(doubts)
def test_it_is_the_mean_certainty_over_all_readings(doubts: dict[int, tuple[str, int]]) -> None:
    rankings = ranked(doubts)
    found = certainty_after_asking(rankings, WORDS, STANDARD)
    assert set(found) == {cell for cell, ranking in enumerate(rankings) if len(ranking) > 1}
    for cell, certainty in found.items():
        assert certainty == pytest.approx(expected(rankings, cell))


def test_an_answer_that_decides_two_lines_comes_before_one_that_decides_none() -> None:
    found = certainty_after_asking(ranked({0: ("X", 30), 13: ("X", 45)}), WORDS, STANDARD)
    assert found[0] > found[13], "whether SUPER stands there matters; no word is at the O"
