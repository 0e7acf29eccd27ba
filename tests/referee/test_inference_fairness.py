"""A letter drawn so that it can be read two ways must not win by the points written for the better one."""

import pytest

import lexicons
from referee.inference.beliefs import Posterior, Seen, Table, Weighed
from referee.inference.fairness import FRIENDLY, PRESETS, STRICT, Fairness, held, stands
from referee.inference.posterior import infer
from scanner.values import Glyph, Reading
from scoring import STANDARD, Grid, score

HONEST, BETTER = "SPAINUALVETRIPSLAYERBITES", "SPAINVALVETRIPSLAYERBITES"


def drawn(share: float, *, points: bool = True) -> Posterior:
    """A sheet whose V is drawn so much like a V and else like a U, with the points of VALVE."""
    card = score(Grid.of(BETTER), lexicons.load("en"), STANDARD)
    letters = [Glyph(((letter, 1.0),)) for letter in BETTER]
    letters[5] = Glyph(tuple(sorted((("V", share), ("U", 1 - share)), key=lambda item: -item[1])))
    texts = [Glyph(((str(line.points) if line.points else "-", 1.0),)) for line in card.lines] if points else []
    total = Glyph(((str(card.total), 1.0),)) if points else None
    return infer(Seen(Reading(tuple(letters), tuple(texts[:5]), tuple(texts[5:]), total)), Table(lexicons.load, "en"))


def stands_inflated(share: float, preset: Fairness, *, points: bool = True) -> bool:
    found = drawn(share, points=points)
    honest = score(Grid.of(HONEST), lexicons.load("en"), STANDARD).total
    return found.total > honest and stands(found.certainty, found.weighed, preset, asked=False)


def test_letter_brings_points() -> None:
    totals = [score(Grid.of(letters), lexicons.load("en"), STANDARD).total for letters in (HONEST, BETTER)]
    assert totals[1] - totals[0] >= 5


@pytest.mark.parametrize("points", [True, False])
@pytest.mark.parametrize("share", [0.05, 0.15])
@pytest.mark.parametrize("preset", PRESETS.values())
def test_little_likeness_never_carries_the_better_letter(share: float, preset: Fairness, points: bool) -> None:
    assert not stands_inflated(share, preset, points=points)


def test_half_and_half_is_the_benefit_of_the_doubt_in_friendly_alone() -> None:
    assert stands_inflated(0.5, FRIENDLY)
    assert not stands_inflated(0.5, STRICT)


def test_clear_letter_stands_in_both() -> None:
    assert stands_inflated(0.99, FRIENDLY)
    assert stands_inflated(0.99, STRICT)


def test_verdict_names_what_words_carry() -> None:
    one = drawn(0.5).weighed[0]
    assert (one.cell, one.letter, one.other) == (5, "V", "U")
    assert one.support == pytest.approx(0.5, abs=0.05)
    assert one.gain >= 5


def test_less_support_is_asked_of_a_letter_that_gains_less() -> None:
    for preset in PRESETS.values():
        weak = [Weighed(5, "V", "U", preset.support - 0.01, gain) for gain in (1, preset.gain - 1, preset.gain, 30)]
        assert [preset.allows(one) for one in weak] == [True, True, False, False]
        assert held(weak, preset) == tuple(weak[2:])


def test_a_sheet_that_was_asked_about_must_be_surer() -> None:
    assert stands(0.982, (), FRIENDLY, asked=False)
    assert not stands(0.982, (), FRIENDLY, asked=True)
    assert not stands(0.979, (), FRIENDLY, asked=False)
