"""What a person's answer says about the other cells of the sheet."""

from referee.lookalikes import after_answers, likeness
from scanner.values import Glyph

LEADING_IN = Glyph((("W", 0.6), ("N", 0.38), ("M", 0.02)))  # an N that is taken for a W
CLEAR = Glyph((("E", 0.99), ("F", 0.005), ("N", 0.005)))


def test_a_letter_read_like_one_that_was_misread_follows_the_answer() -> None:
    read = after_answers([LEADING_IN, LEADING_IN, CLEAR], {0: "N"})
    assert [glyph.symbol for glyph in read] == ["N", "N", "E"]
    assert read[0].ranking == (("N", 1.0),)
    assert abs(sum(p for _, p in read[1].ranking) - 1) < 1e-9
    assert read[2].p > CLEAR.p  # unlike the one that was misread


def test_an_answer_that_confirms_the_reading_changes_no_other_cell() -> None:
    assert after_answers([LEADING_IN, LEADING_IN, CLEAR], {0: "W"})[1:] == (LEADING_IN, CLEAR)


def test_the_order_of_answers_does_not_count() -> None:
    letters = [LEADING_IN, LEADING_IN, LEADING_IN, CLEAR]
    assert after_answers(letters, {0: "N", 1: "M"}) == after_answers(letters, {1: "M", 0: "N"})
    assert after_answers(letters, {0: "X", 1: "Y"}) == after_answers(letters, {1: "Y", 0: "X"}), (
        "letters that no cell may hold"
    )


def test_nothing_told_nothing_changed() -> None:
    assert after_answers([LEADING_IN, CLEAR], {}) == (LEADING_IN, CLEAR)


def test_likeness_is_one_for_the_same_reading_and_nothing_for_strangers() -> None:
    assert abs(likeness(CLEAR, CLEAR) - 1) < 1e-9
    assert likeness(Glyph((("A", 1.0),)), Glyph((("B", 1.0),))) == 0
