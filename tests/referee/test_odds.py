"""How often letters stand on sheets decides between shapes that are read as equally likely, and nothing else."""

import pytest

from referee.odds import SHARES, weigh_by_odds
from scanner.values import Glyph


def test_the_commoner_letter_wins_a_tie() -> None:
    (glyph,) = weigh_by_odds([Glyph((("J", 0.5), ("T", 0.5)))])
    assert glyph.symbol == "T"
    assert glyph.p == pytest.approx(6.5 / 6.9)


def test_a_clear_rare_letter_stays() -> None:
    (glyph,) = weigh_by_odds([Glyph((("Q", 0.995), ("O", 0.005)))])
    assert glyph.symbol == "Q"


def test_an_answered_cell_and_an_empty_one_stay_as_they_are() -> None:
    told, empty = weigh_by_odds([Glyph((("X", 1.0),)), Glyph(((".", 0.9), ("#", 0.1)))])
    assert told.ranking == (("X", 1.0),)
    assert empty.ranking == ((".", pytest.approx(0.9)), ("#", pytest.approx(0.1)))


def test_every_letter_has_its_share() -> None:
    assert len(SHARES) == 26
    assert sum(SHARES.values()) == pytest.approx(100, abs=1.0)
