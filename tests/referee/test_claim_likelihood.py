"""What the player wrote, as likelihoods of the claim in each line."""

from dataclasses import replace

import pytest

from referee.weigh.claim_likelihood import claim_likelihoods
from scanner.values import Glyph, Reading
from scoring import PROFESSIONAL, STANDARD

EXPECTED = [(0.01, 0.01, 0.01, 0.01, 0.96)] * 10  # five letters in every line, most likely
BLANK = Glyph((("", 0.99), ("1", 0.01)))


def sure(text: str) -> Glyph:
    """A field that was read without doubt."""
    return Glyph(((text, 1.0),))


def reading(rows: str, columns: str, total: str = "") -> Reading:
    """What stands around a grid: the points of rows and columns, `_` for blank, and the total."""
    across, down = (tuple(BLANK if text == "_" else sure(text) for text in line.split()) for line in (rows, columns))
    return Reading((), across, down, total=sure(total), bonus=sure("struck"))


def test_points_tell_the_length_of_the_word() -> None:
    found = claim_likelihoods(reading("10 6 3 1 -", "0 0 0 0 0"), EXPECTED, STANDARD)
    assert [max(range(5), key=found[line].__getitem__) + 1 for line in range(5)] == [5, 4, 3, 2, 1]


def test_points_count_twice_in_the_centre_of_side_b() -> None:
    found = claim_likelihoods(reading("1 1 20 1 1", "1 1 12 1 1"), EXPECTED, PROFESSIONAL)
    assert [max(range(5), key=found[line].__getitem__) + 1 for line in (2, 7)] == [5, 4]


def test_a_blank_circle_without_a_total_says_nothing() -> None:
    assert 0 not in claim_likelihoods(reading("_ 6 3 1 -", "0 0 0 0 0"), EXPECTED, STANDARD)


@pytest.mark.parametrize(("total", "length"), [("16", 4), ("20", 5), ("10", 1)])
def test_the_total_tells_what_a_blank_circle_must_have_held(total: str, length: int) -> None:
    found = claim_likelihoods(reading("_ 6 3 1 -", "0 0 0 0 0", total), EXPECTED, STANDARD)
    assert max(range(5), key=found[0].__getitem__) + 1 == length
    assert min(found[0]) > 0  # players add up wrongly


def test_the_bonus_is_part_of_the_total() -> None:
    claimed = replace(reading("_ 6 3 1 1", "1 1 1 1 1", "36"), bonus=sure("10"))
    found = claim_likelihoods(claimed, EXPECTED, STANDARD)
    assert max(range(5), key=found[0].__getitem__) + 1 == 5


def test_a_total_that_cannot_be_reached_prefers_nothing() -> None:
    found = claim_likelihoods(reading("_ 6 3 1 -", "0 0 0 0 0", "99"), EXPECTED, STANDARD)
    assert len(set(found[0])) == 1
