"""Points that speak for a better letter than the one that was read bring nobody a total that stands unasked."""

import pytest

from referee.evidence import Evidence
from referee.judge import NO_ANSWERS, Answers, judge
from referee.options import Options
from referee.verdict import SheetVerdict
from scanner.values import Glyph, Reading

BETTER, WORSE = "SUPERTRIPHRNLOIATECTPMHHE", "NUPERTRIPHRNLOIATECTPMHHE"  # 52 points, and fewer
OPTIONS = Options("en", side="A")
STRICT_TABLE = Options("en", side="A", fairness="strict")
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def sure(symbols: str) -> tuple[Glyph, ...]:
    return tuple(Glyph(((symbol, 1.0),)) for symbol in symbols)


def verdict(chance: float, claimed: str, options: Options = OPTIONS, answers: Answers = NO_ANSWERS) -> SheetVerdict:
    """A sheet that begins with S, with this chance, or with N; the points beside it are those of one of the two."""
    card = judge(Evidence(Reading(sure(claimed))), OPTIONS).card
    points = [Glyph(((str(line.points) if line.points else "-", 1.0),)) for line in card.lines]
    first = Glyph(tuple(sorted([("S", chance), ("N", 1 - chance)], key=lambda item: -item[1])))
    total = Glyph(((str(card.total), 1.0),))
    reading = Reading((first, *sure(BETTER[1:])), tuple(points[:5]), tuple(points[5:]), total)
    return judge(Evidence(reading, corners=CORNERS), options, answers)


@pytest.mark.parametrize("chance", [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5])
def test_points_for_the_better_letter_are_asked_about_in_the_strict_preset(chance: float) -> None:
    found = verdict(chance, BETTER, STRICT_TABLE)
    assert found.needs_review
    assert (found.doubts[0].row, found.doubts[0].column) == (1, 1), "the letter is named"
    if found.card.total == 52:
        assert "claims" in found.reasons


@pytest.mark.parametrize("chance", [0.02, 0.05, 0.1])
def test_a_shape_that_hardly_speaks_for_its_points_is_asked_about_among_friends(chance: float) -> None:
    assert verdict(chance, BETTER).needs_review


def test_claims_for_what_was_read_still_settle_a_doubt() -> None:
    assert not verdict(0.9, BETTER, STRICT_TABLE).reasons
    assert "claims" not in verdict(0.1, WORSE, STRICT_TABLE).reasons


def test_an_answer_settles_it() -> None:
    answered = verdict(0.3, BETTER, STRICT_TABLE, Answers(cells={(1, 1): "N"}))
    assert answered.card.total < 52 and "claims" not in answered.reasons
    assert not verdict(0.3, BETTER, STRICT_TABLE, Answers(cells={(1, 1): "S"})).reasons
