"""What the inference makes of odd input, of answers, of languages, sides, rolls and likes."""

from collections.abc import Container
from dataclasses import replace

import pytest

import lexicons
from referee.inference import fairness, posterior, vocabulary
from referee.inference.beliefs import Posterior, Seen, Table, Told
from referee.inference.posterior import infer
from referee.values import Context
from scanner.values import Glyph, Reading
from scoring import Grid, Roll, RollLog, rules_named, score

SUPER = "SUPERTRIPHRNLOIATECTPMHHE"
STAUB = "SUPERTDACHAOIHAUNDSIBRSER"
ENGLISH = Table(lexicons.load, "en")
ROWS, COLUMNS = ("10", "6", "-", "3", "1"), ("10", "3", "6", "10", "3")


def glyph(*chances: tuple[str, float]) -> Glyph:
    return Glyph(tuple(sorted(chances, key=lambda item: -item[1])))


def seen(
    letters: str, doubts: dict[int, Glyph] | None = None, *, points: bool = False, side: str | None = None
) -> Seen:
    """A sheet read surely but for some cells."""
    glyphs = [glyph((letter, 0.9999), ("Z" if letter != "Z" else "S", 0.0001)) for letter in letters]
    for cell, doubtful in (doubts or {}).items():
        glyphs[cell] = doubtful
    if not points:
        return Seen(Reading(tuple(glyphs)), side)
    rows, columns = (tuple(glyph((text, 1.0)) for text in line) for line in (ROWS, COLUMNS))
    return Seen(Reading(tuple(glyphs), rows, columns, glyph(("52", 1.0))), side)


def chance(found: Posterior, cell: int, letter: str) -> float:
    return dict(found.letters[cell].ranking).get(letter, 0.0)


V_OR_U = glyph(("V", 0.5), ("U", 0.5))
VALVE = "SPAINVALVETRIPSLAYERBITES"


def test_words_read_a_letter_as_a_person_does() -> None:
    found = infer(seen(VALVE, {5: V_OR_U}), ENGLISH)
    assert found.grid[1] == "VALVE"
    assert chance(found, 5, "V") > 0.98
    assert "words" in found.weighed_by
    assert [one.cell for one in found.weighed][:1] == [5]


def test_same_input_gives_the_same_bytes() -> None:
    sheet = seen(SUPER, {12: glyph(("L", 0.5), ("I", 0.4), ("C", 0.1)), 7: glyph(("I", 0.5), ("L", 0.5))}, points=True)
    sheet = replace(sheet, alike=((7, 12, 0.6), (3, 12, 0.2)))
    turned = replace(
        sheet,
        reading=replace(
            sheet.reading, letters=tuple(Glyph(tuple(sorted(one.ranking))) for one in sheet.reading.letters)
        ),
        alike=tuple(reversed(sheet.alike)),
    )
    first = repr(vars(infer(sheet, ENGLISH)))
    assert repr(vars(infer(sheet, ENGLISH))) == first
    assert repr(vars(infer(turned, ENGLISH))) == first


def test_totals_are_probabilities() -> None:
    found = infer(seen(SUPER, {cell: V_OR_U for cell in (0, 6, 12, 18, 24)}, points=True), ENGLISH)
    assert found.certainty == dict(found.totals)[found.total]
    assert 0.99 < sum(p for _, p in found.totals) <= 1 + 1e-9
    grid = Grid(found.grid)
    assert score(grid, lexicons.load("en"), rules_named(found.rules)).total == found.total


def test_claims_do_not_turn_a_letter_that_was_read_clearly() -> None:
    letters = SUPER[:12] + "X" + SUPER[13:]
    found = infer(seen(letters, {12: glyph(("X", 0.9999), ("L", 0.0001))}, points=True), ENGLISH)
    assert "".join(found.grid)[12] == "X" or found.certainty < 0.97


def test_answer_settles_and_is_never_asked_again() -> None:
    sheet = seen(VALVE, {5: V_OR_U, 8: V_OR_U})
    told = infer(sheet, ENGLISH, Told(cells={5: "U"}))
    assert "".join(told.grid)[5] == "U"
    assert told.letters[5].ranking == (("U", 1.0),)
    assert all(doubt.cell != 5 for doubt in told.doubts)
    assert all(one.cell != 5 for one in told.weighed)


def test_an_answer_that_contradicts_teaches_about_letters_read_alike() -> None:
    like = glyph(("V", 0.9), ("U", 0.1))
    sheet = seen("QVQQQQQQQQQQQQQQQQQVQQQQQ", {1: like, 19: like})
    before, after = infer(sheet, ENGLISH), infer(sheet, ENGLISH, Told(cells={1: "U"}))
    assert chance(after, 19, "U") > chance(before, 19, "U")


def test_nearest_like_speaks_for_a_letter() -> None:
    sheet = seen("QVQQQQQQQQQQQQQQQQQVQQQUQ", {19: V_OR_U})
    plain = infer(sheet, ENGLISH)
    alike = infer(replace(sheet, alike=((1, 19, 0.97), (19, 23, 0.01))), ENGLISH)
    assert chance(alike, 19, "V") > chance(plain, 19, "V") + 0.1
    assert "hand" in alike.weighed_by


def test_language_in_doubt_is_asked_with_its_total() -> None:
    found = infer(seen(STAUB), ENGLISH)
    doubt = next(doubt for doubt in found.doubts if doubt.kind == "language")
    assert (doubt.letter, doubt.other) == ("en", "de")
    german = infer(seen(STAUB), Table(lexicons.load, "de"))
    assert doubt.total_if == german.total
    assert found.certainty < 0.5
    told = infer(seen(STAUB), ENGLISH, Told(language="en"))
    assert not any(doubt.kind == "language" for doubt in told.doubts)
    assert told.language == "en"


def test_language_is_found_where_it_is_left_to_the_sheet() -> None:
    for letters, language in ((STAUB, "de"), (SUPER, "en"), ("DUOPOSSAUTKIWISINESTSEPHA", "fr")):
        assert infer(seen(letters), Table(lexicons.load)).language == language


def test_neighbours_weigh_language_and_side() -> None:
    found = infer(seen(STAUB), Table(lexicons.load), context=Context(languages=(("en", 1e9),)))
    assert found.language == "en"
    assert "neighbours" in found.weighed_by
    sheet = replace(seen(SUPER, side="A"), side_p=0.6)
    plain = infer(sheet, ENGLISH)
    beside = infer(sheet, ENGLISH, context=Context(sides=(("B", 100.0),)))
    assert (plain.rules, beside.rules) == ("standard", "professional")


def test_side_in_doubt_is_asked_until_it_is_told() -> None:
    sheet = replace(seen(SUPER, side="A"), side_p=0.8)
    found = infer(sheet, ENGLISH)
    doubt = next(doubt for doubt in found.doubts if doubt.kind == "side")
    assert (doubt.letter, doubt.other) == ("A", "B")
    assert doubt.p == pytest.approx(0.2, abs=0.02)
    assert found.certainty < 0.85
    told = infer(sheet, ENGLISH, Told(side="B"))
    assert told.rules == "professional"
    assert told.total == doubt.total_if
    assert not any(doubt.kind == "side" for doubt in told.doubts)
    assert not any(doubt.kind == "side" for doubt in infer(sheet, replace(ENGLISH, rules="standard")).doubts)


def test_points_tell_the_side() -> None:
    """Doubled points in the central lines are evidence of side B."""
    doubled = replace(seen(SUPER, points=True, side="A"), side_p=0.6)
    columns = (*COLUMNS[:2], "12", *COLUMNS[3:])
    reading = replace(doubled.reading, columns=tuple(glyph((text, 1.0)) for text in columns), total=glyph(("58", 1.0)))
    assert infer(doubled, ENGLISH).rules == "standard"
    assert infer(replace(doubled, reading=reading), ENGLISH).rules == "professional"


def test_rolls_weigh_letters() -> None:
    sheet = seen(VALVE, {5: V_OR_U})
    log = RollLog(tuple(Roll(letter if cell != 5 else "U", "B") for cell, letter in enumerate(VALVE)))
    plain, rolled = infer(sheet, ENGLISH), infer(sheet, replace(ENGLISH, rolls=log))
    assert chance(rolled, 5, "V") < chance(plain, 5, "V")
    assert "rolls" in rolled.weighed_by


@pytest.mark.parametrize(
    ("side", "joker", "free"),
    [("B", None, True), ("B", "crossed", True), ("B", "open", False), ("A", None, False), ("A", "crossed", False)],
)
def test_a_letter_that_was_not_rolled_may_come_from_the_joker(side: str, joker: str | None, free: bool) -> None:
    sheet = seen(VALVE, {5: V_OR_U}, side=side)
    if joker:
        sheet = replace(sheet, reading=replace(sheet.reading, joker=glyph((joker, 1.0))))
    log = RollLog(tuple(Roll(letter if cell != 5 else "X", "X") for cell, letter in enumerate(VALVE)))
    vowel = RollLog(tuple(Roll(letter if cell != 5 else "U", "X") for cell, letter in enumerate(VALVE)))
    without, with_ = (chance(infer(sheet, replace(ENGLISH, rolls=rolls)), 5, "V") for rolls in (log, vowel))
    assert (with_ > without - 0.1) is free, "with a joker the V needs no roll, though a U was rolled"


def test_the_likeliest_letters_are_held_against_the_rolls_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posterior, "MOST_ROLLED", 1)
    sheet = seen(VALVE, {5: V_OR_U})  # words read the V; the letters with the U come first in the alphabet
    log = RollLog(tuple(Roll(letter, letter) for letter in VALVE))
    plain, rolled = infer(sheet, ENGLISH), infer(sheet, replace(ENGLISH, rolls=log))
    assert chance(rolled, 5, "U") < chance(plain, 5, "U") / 2


def test_likes_in_one_doubt_are_asked_together() -> None:
    sheet = seen("QVQQQQQQQQQQQQQQQQQVQQQQQ", {1: V_OR_U, 19: V_OR_U})
    sheet = replace(sheet, alike=((1, 19, 0.999),))
    found = infer(replace(sheet, reading=_lines_that_count(sheet.reading)), ENGLISH)
    letters = [doubt for doubt in found.doubts if doubt.kind == "letter" and doubt.cell in (1, 19)]
    assert all(doubt.p >= posterior.NOTED for doubt in letters)


def _lines_that_count(reading: Reading) -> Reading:
    letters = list(reading.letters)
    for cell, letter in enumerate("OVEROQAQQQEQQQQQQQQOVERQQ"):
        if len(letters[cell].ranking) > 1 and letters[cell].p > 0.9:
            letters[cell] = glyph((letter, 1.0))
    return replace(reading, letters=tuple(letters))


def test_a_letter_that_only_words_and_points_carry_is_named() -> None:
    weak = glyph(("U", 0.85), ("V", 0.15))
    found = infer(seen(VALVE, {5: weak}), ENGLISH)
    assert found.grid[1] == "VALVE"
    assert found.unweighed[1] == "UALVE"
    assert found.unweighed_total < found.total
    one = found.weighed[0]
    assert (one.cell, one.letter, one.other) == (5, "V", "U")
    assert one.support < 0.2
    assert fairness.held(found.weighed, fairness.FRIENDLY)
    assert fairness.held(found.weighed, fairness.STRICT)


def test_a_like_elsewhere_is_support() -> None:
    weak = glyph(("U", 0.8), ("V", 0.2))
    sheet = seen(VALVE, {5: weak})
    alike = replace(sheet, alike=((5, 8, 0.995),))
    assert infer(alike, ENGLISH).weighed[0].support > infer(sheet, ENGLISH).weighed[0].support


def test_a_language_without_frequencies_falls_back_to_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(code: str) -> dict[str, float]:
        raise lexicons.BrokenLexicon(f"The frequencies of {code} cannot be read.")

    monkeypatch.setattr(vocabulary.lexicons, "frequencies", broken)
    vocabulary.vocabulary.cache_clear()
    try:
        found = infer(seen(VALVE, {5: glyph(("U", 0.8), ("V", 0.2))}), ENGLISH)
    finally:
        vocabulary.vocabulary.cache_clear()
    assert "no-vocabulary" in found.notes
    assert "".join(found.grid)[5] == "U"
    assert "words" not in found.weighed_by


def test_half_empty_grid_struck_cell_and_short_list() -> None:
    struck = glyph(("#", 0.7), ("A", 0.3))
    half = VALVE[:13] + "." * 12
    found = infer(seen(half, {3: struck}), ENGLISH)
    assert sum(row.count(".") for row in found.grid) >= 11
    ten: Container[str] = frozenset(["VALVE", "SPAIN", "TRIPS", "LAYER", "BITES", "PART", "RIP", "LAY", "IT", "PA"])
    short = infer(seen(VALVE, {5: V_OR_U}), Table(lambda code: ten, "en"))
    assert short.grid[1] == "VALVE"
    assert infer(seen("." * 25), ENGLISH).total == 0


def test_a_wholly_illegible_sheet_is_not_certain() -> None:
    even = glyph(*((letter, 1 / 26) for letter in vocabulary.LETTERS))
    found = infer(seen(SUPER, dict.fromkeys(range(25), even)), ENGLISH)
    assert found.certainty < 0.5
    assert "cut-short" in found.notes
