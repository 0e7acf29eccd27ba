from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PROFESSIONAL, STANDARD, Candidate, Grid, Rules, rating, score
from texts import text

LETTERS = st.text("ABC.", min_size=25, max_size=25).map(Grid.of)
LEXICONS = st.frozensets(st.text("ABC", min_size=2, max_size=5), max_size=40)
RULES = st.sampled_from([STANDARD, PROFESSIONAL])


def test_the_english_example_scores_52(grid: Grid, words: frozenset[str]) -> None:
    card = score(grid, words, STANDARD)
    assert [line.points for line in card.rows] == [10, 6, 0, 3, 1]
    assert [line.points for line in card.columns] == [10, 3, 6, 10, 3]
    assert [line.word for line in card.lines][:5] == ["SUPER", "TRIP", None, "ATE", "HE"]
    assert (card.bonus, card.total) == (0, 52)


def test_on_side_b_the_central_lines_count_double_unless_played_as_standard(grid: Grid, words: frozenset[str]) -> None:
    card = score(grid, words, PROFESSIONAL)
    assert card.total == 58
    assert [line.line.name for line in card.lines if line.doubled] == ["row 3", "column 3"]
    assert card.columns[2].points == 12
    assert score(grid, words, STANDARD).total == 52


def test_a_line_tells_all_its_words_the_longest_first(grid: Grid) -> None:
    line = score(grid, {"TRIP", "RIPH", "TRI", "HE"}, STANDARD).rows[1]
    assert (line.word, line.start) == ("TRIP", 1)
    assert line.candidates == (Candidate("TRIP", 1), Candidate("RIPH", 2), Candidate("TRI", 1))
    assert score(grid, (), STANDARD).rows[1].candidates == ()


def test_a_word_in_every_line_earns_the_bonus() -> None:
    grid = Grid(("ABABA", "BABAB") * 2 + ("ABABA",))
    assert (score(grid, {"AB"}, STANDARD).bonus, score(grid, {"AB"}, STANDARD).total) == (10, 20)
    assert score(grid, {"AB"}, PROFESSIONAL).total == 22
    assert score(grid.with_letter(1, 2, "."), {"ABABA"}, STANDARD).bonus == 0


def test_the_highest_totals_are_110_and_130() -> None:
    grid = Grid(("AAAAA",) * 5)
    assert score(grid, {"AAAAA"}, STANDARD).total == 110
    assert score(grid, {"AAAAA"}, PROFESSIONAL).total == 130


@given(LETTERS, LEXICONS, RULES)
def test_transposing_keeps_the_total(grid: Grid, lexicon: frozenset[str], rules: Rules) -> None:
    assert score(Grid(grid.columns), lexicon, rules).total == score(grid, lexicon, rules).total


@given(LETTERS, LEXICONS, LEXICONS, RULES)
def test_a_larger_lexicon_never_lowers_a_total(
    grid: Grid, lexicon: frozenset[str], more: frozenset[str], rules: Rules
) -> None:
    assert score(grid, lexicon | more, rules).total >= score(grid, lexicon, rules).total


@given(LETTERS, LEXICONS, st.frozensets(st.integers(1, 5)), st.integers(1, 5))
def test_doubling_never_lowers_a_total(grid: Grid, lexicon: frozenset[str], doubled: frozenset[int], one: int) -> None:
    some = replace(STANDARD, doubled=doubled)
    more = replace(STANDARD, doubled=doubled | {one})
    assert score(grid, lexicon, more).total >= score(grid, lexicon, some).total


@given(LETTERS, LEXICONS, RULES)
def test_a_scorecard_adds_up(grid: Grid, lexicon: frozenset[str], rules: Rules) -> None:
    card = score(grid, lexicon, rules)
    assert card.total == sum(line.points for line in card.lines) + card.bonus
    assert card.bonus == (10 if all(line.word for line in card.lines) else 0)
    assert all(line.points in rules.values(line.line.index) for line in card.lines)


@given(LETTERS)
def test_parsing_a_printed_grid_gives_the_grid(grid: Grid) -> None:
    assert Grid.parse(str(grid)) == grid


@pytest.mark.parametrize(
    ("total", "rules", "language", "title"),
    [
        (0, STANDARD, "en", "Keep trying"),
        (30, STANDARD, "de", "angeklopft"),
        (31, STANDARD, "de", "willkommen im Club"),
        (39, STANDARD, "fr", "bienvenue au Club"),
        (40, STANDARD, "it", "OK"),
        (52, STANDARD, "en", "Strong"),
        (65, STANDARD, "de", "großartig"),
        (106, STANDARD, "it", "Incredibile"),
        (110, STANDARD, "fr", "surnaturel"),
        (40, PROFESSIONAL, "en", "Keep trying"),
        (41, PROFESSIONAL, "en", "Welcome to the club"),
        (119, PROFESSIONAL, "en", "Unbelievable"),
        (120, PROFESSIONAL, "en", "Unearthly"),
        (130, PROFESSIONAL, "de", "überirdisch"),
    ],
)
def test_the_solo_title_is_the_highest_reached(total: int, rules: Rules, language: str, title: str) -> None:
    assert text(f"rating.{rating(total, rules)}", language) == title
