"""Frequencies are evidence and order suggestions."""

import pytest

from lexicons import frequency, load, neighbours


@pytest.mark.parametrize(("word", "language"), [("gaebe", "de"), ("NES", "fr"), ("super", "en"), ("Füsse", "de")])
def test_the_commonest_spelling_counts(word: str, language: str) -> None:
    assert frequency(word, language) > 3.5


def test_unknown_strings_have_no_frequency() -> None:
    assert frequency("XQZJV", "en") == 0.0


def test_neighbours_are_valid_near_and_common_first() -> None:
    lexicon = load("en")
    near = neighbours("HUSE", lexicon)
    assert "HOUSE" in near and "HUSE" not in near
    assert all(word in lexicon and abs(len(word) - 4) <= 1 for word in near)
    frequencies = [frequency(word, "en") for word in near]
    assert frequencies == sorted(frequencies, reverse=True)
    assert neighbours("XQZJV", lexicon) == ()
