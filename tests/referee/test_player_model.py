"""Players write the points of the longest word they know and see; nothing is certain about them."""

import pytest

import lexicons
from benchmarks.claims import claimed_lengths
from referee.inference.players import DELIBERATE, SLIP, missed_words

ENGLISH = lexicons.load("en")


def lengths(letters: str) -> tuple[float, ...]:
    """The chances of no word, two, three, four and five letters being claimed."""
    return claimed_lengths(letters, ENGLISH, missed_words("en"))


@pytest.mark.parametrize(("letters", "length"), [("HOUSE", 5), ("XTIME", 4), ("QCARQ", 3), ("QQTOQ", 2), ("QZJXV", 1)])
def test_the_longest_common_word_is_expected(letters: str, length: int) -> None:
    chances = lengths(letters)
    assert sum(chances) == pytest.approx(1)
    assert max(range(5), key=chances.__getitem__) + 1 == length


def test_nothing_is_ruled_out() -> None:
    assert min(lengths("HOUSE")) >= SLIP / 5 > 0


def test_a_common_string_may_be_claimed_although_it_is_no_word() -> None:
    assert "THATS" not in ENGLISH
    assert lengths("THATS")[4] > 0.8


def test_a_rare_valid_word_is_mostly_overlooked_but_may_be_meant() -> None:
    rare = next(word for word in sorted(ENGLISH.words) if len(word) == 5 and word not in lexicons.frequencies("en"))
    assert DELIBERATE / 2 < lengths(rare)[4] < 0.2


def test_empty_cells_end_words() -> None:
    assert lengths("CA.ET")[2] < 0.05
