"""How often letters stand on sheets decides between shapes that are read as equally likely, and nothing else."""

import pytest

from referee.weigh.letter_prior import SHARES, weigh_by_prior
from scanner.values import Glyph


def test_the_commoner_letter_wins_a_tie() -> None:
    (glyph,) = weigh_by_prior([Glyph((("J", 0.5), ("T", 0.5)))])
    assert glyph.symbol == "T"
    assert glyph.p == pytest.approx(6.5 / 6.9)


def test_a_clear_rare_letter_stays() -> None:
    (glyph,) = weigh_by_prior([Glyph((("Q", 0.995), ("O", 0.005)))])
    assert glyph.symbol == "Q"


def test_an_answered_cell_stays_as_it_is() -> None:
    (told,) = weigh_by_prior([Glyph((("X", 1.0),))])
    assert told.ranking == (("X", 1.0),)


def test_a_clearly_empty_cell_stays_empty() -> None:
    (empty,) = weigh_by_prior([Glyph(((".", 0.98), ("I", 0.02)))])
    assert empty.symbol == "."


def test_every_symbol_has_its_share() -> None:
    assert len(SHARES) == 28
    assert sum(SHARES.values()) == pytest.approx(100, abs=2.0)
