from collections import defaultdict
from collections.abc import Callable, Container
from itertools import product
from math import prod
from random import Random

import pytest

from scoring import PROFESSIONAL, STANDARD, BadRankings, Certainty, Grid, Rules, certainty, score

Rankings = list[tuple[tuple[str, float], ...]]
EXAMPLE = "SUPERTRIPHRNLOIATECTPMHHE"


def sure(letters: str) -> Rankings:
    return [((letter, 1.0),) for letter in letters]


def brute_force(rankings: Rankings, lexicon: Container[str], rules: Rules) -> dict[int, float]:
    """The distribution of totals by scoring every reading."""
    totals: dict[int, float] = defaultdict(float)
    for reading in product(*rankings):
        letters = Grid.of(symbol for symbol, _ in reading)
        totals[score(letters, lexicon, rules).total] += prod(p for _, p in reading)
    return totals


def random_rankings(random: Random, letters: str, doubtful: int) -> Rankings:
    rankings = sure("".join(random.choices(letters, k=25)))
    for cell in random.sample(range(25), doubtful):
        symbols = random.sample(letters + ".#", random.choice((2, 3)))
        weights = [random.random() ** random.choice((1, 4, 12)) for _ in symbols]
        rankings[cell] = tuple((s, w / sum(weights)) for s, w in zip(symbols, weights, strict=True))
    return rankings


def agrees(found: Certainty, rankings: Rankings, lexicon: Container[str], rules: Rules) -> bool:
    """Whether every probability is within the stated tail of the truth, and the total's own never above it."""
    truth, totals = brute_force(rankings, lexicon, rules), dict(found.totals)
    near = all(abs(truth.get(t, 0.0) - totals.get(t, 0.0)) <= found.tail + 1e-9 for t in truth.keys() | totals.keys())
    return near and found.p <= truth[found.total] + 1e-9


@pytest.mark.parametrize("seed", range(40))
def test_the_distribution_equals_scoring_every_reading(
    seed: int, random_words: Callable[[Random, str], set[str]]
) -> None:
    random = Random(seed)
    letters = "ABCD"[: random.choice((2, 3, 4))]
    lexicon, rules = random_words(random, letters), random.choice((STANDARD, PROFESSIONAL))
    rankings = random_rankings(random, letters, random.randint(0, 5))
    found = certainty(rankings, lexicon, rules)
    assert found.tail <= 1e-4
    assert agrees(found, rankings, lexicon, rules)
    best = Grid.of(max(ranking, key=lambda item: item[1])[0] for ranking in rankings)
    assert found.total == score(best, lexicon, rules).total
    assert sum(p for _, p in found.totals) + found.tail == pytest.approx(1)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("tail", [1e-1, 1e-2, 1e-9])
def test_the_tail_is_kept_whatever_it_is(
    seed: int, tail: float, random_words: Callable[[Random, str], set[str]]
) -> None:
    random = Random(seed)
    lexicon = random_words(random, "ABC")
    rankings = random_rankings(random, "ABC", 4)
    found = certainty(rankings, lexicon, STANDARD, tail)
    assert found.tail <= tail
    assert agrees(found, rankings, lexicon, STANDARD)


def test_sure_letters_have_one_total_and_no_doubts(words: frozenset[str]) -> None:
    assert certainty(sure(EXAMPLE), words, STANDARD) == Certainty(52, 1.0, ((52, 1.0),), (), 0.0)


def test_a_doubt_says_what_the_total_becomes(words: frozenset[str]) -> None:
    rankings = sure(EXAMPLE)
    rankings[0] = (("S", 0.6), ("Z", 0.4))  # SUPER and STRAP, or UP and TRAP
    rankings[7] = (("L", 0.3), ("I", 0.7))  # TRIP, or nothing; PILE, or nothing
    rankings[13] = (("O", 0.5), ("Q", 0.5))  # EPOCH, or nothing
    found = certainty(rankings, words, STANDARD)
    assert found.total == 52
    assert found.p == pytest.approx(0.6 * 0.7 * 0.5, abs=1e-4)
    assert [(doubt.row, doubt.column, doubt.letter, doubt.other, doubt.total_if) for doubt in found.doubts] == [
        (1, 1, "S", "Z", 39),  # 0.4 of 13 points
        (3, 4, "O", "Q", 42),  # 0.5 of 10
        (2, 3, "I", "L", 40),  # 0.3 of 12
    ]


def test_letters_that_change_no_total_are_no_doubts(words: frozenset[str]) -> None:
    rankings = sure(EXAMPLE)
    rankings[21] = (("M", 0.5), ("N", 0.5))
    found = certainty(rankings, words, STANDARD)
    assert (found.p, found.doubts) == (pytest.approx(1, abs=1e-4), ())


def test_answering_a_doubt_settles_the_cell(words: frozenset[str]) -> None:
    rankings = sure(EXAMPLE)
    rankings[0] = (("S", 0.6), ("Z", 0.4))
    found = certainty(rankings, words, STANDARD)
    (doubt,) = found.doubts
    assert (doubt.row, doubt.column) == (1, 1)
    for letter, total in ((doubt.letter, found.total), (doubt.other, doubt.total_if)):
        settled = certainty([((letter, 1.0),), *rankings[1:]], words, STANDARD)
        assert (settled.total, settled.p, settled.doubts) == (total, 1.0, ())


def test_two_letters_that_matter_only_together_are_one_doubt() -> None:
    rankings = sure("." * 25)
    rankings[0], rankings[1] = (("A", 0.6), ("X", 0.4)), (("B", 0.7), ("Y", 0.3))
    found = certainty(rankings, {"XY"}, STANDARD)
    (doubt,) = found.doubts
    assert (doubt.row, doubt.column, doubt.other, doubt.also) == (1, 1, "X", ((1, 2, "Y"),))
    assert (doubt.p, doubt.total_if) == (pytest.approx(0.12), 1)
    assert found.p == pytest.approx(0.88, abs=1e-4)


def test_two_words_that_hide_each_other_are_told_apart() -> None:
    # In AB.CD each word is needless while the other stands; only losing both loses the points.
    rankings = sure("AB.CD" + "." * 20)
    rankings[0], rankings[4] = (("A", 0.9), ("X", 0.1)), (("D", 0.8), ("Y", 0.2))
    upright = [rankings[5 * (cell % 5) + cell // 5] for cell in range(25)]
    for turned in (rankings, upright):
        found = certainty(turned, {"AB", "CD"}, STANDARD)
        assert dict(found.totals) == pytest.approx({1: 0.98, 0: 0.02}, abs=1e-4)


def test_empty_and_illegible_count_alike(words: frozenset[str]) -> None:
    rankings = sure(EXAMPLE)
    rankings[0] = (("#", 0.4), (".", 0.3), ("S", 0.3))
    found = certainty(rankings, words, STANDARD)
    assert found.total == 39
    assert found.p == pytest.approx(0.7, abs=1e-4)
    assert [(doubt.letter, doubt.other) for doubt in found.doubts] == [("#", "S")]


def test_what_a_ranking_leaves_open_is_not_certain(words: frozenset[str]) -> None:
    rankings = sure(EXAMPLE)
    rankings[0] = (("S", 0.9),)
    found = certainty(rankings, words, STANDARD)
    assert found.p == pytest.approx(0.9)
    assert found.tail == pytest.approx(0.1)


def test_a_lexicon_needs_only_to_answer() -> None:
    class Opaque:
        def __contains__(self, word: object) -> bool:
            return word == "SUPER"

    rankings = sure(EXAMPLE)
    rankings[0] = (("S", 0.75), ("Z", 0.25))
    found = certainty(rankings, Opaque(), STANDARD)
    assert dict(found.totals) == pytest.approx({10: 0.75, 0: 0.25}, abs=1e-4)


@pytest.mark.parametrize(
    "ranking",
    [
        tuple((letter, 1 / 26) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        (("A", 0.4), ("B", 0.3), ("C", 0.2), ("D", 0.1)),
        (("A", 0.9), *((letter, 0.004) for letter in "BCDEFGHIJKLMNOPQRSTUVWXYZ")),
    ],
)
def test_a_hopeless_sheet_is_bounded_and_claims_nothing(ranking: tuple[tuple[str, float], ...]) -> None:
    random = Random(5)
    lexicon = frozenset("".join(random.choices("AAABCDEFGH", k=random.choice((2, 3, 4, 5)))) for _ in range(3000))
    found = certainty([ranking] * 25, lexicon, STANDARD)
    assert found.p < 0.35
    assert found.tail > 1e-3
    assert sum(p for _, p in found.totals) + found.tail == pytest.approx(1)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ((("é", 1.0),), "Row 1, letter 3: a symbol is not a letter"),
        ((("A", 0.7), ("B", 0.4)), "Row 1, letter 3: the probabilities add up to 1.1"),
        ((("A", 1.1), ("B", -0.1)), "Row 1, letter 3: the probabilities"),
        ((), "Row 1, letter 3: the probabilities add up to 0"),
    ],
)
def test_bad_rankings_name_the_place(cell: tuple[tuple[str, float], ...], message: str) -> None:
    rankings = sure(EXAMPLE)
    rankings[2] = cell
    with pytest.raises(BadRankings) as caught:
        certainty(rankings, {"AB"}, STANDARD)
    assert message in str(caught.value)


def test_there_are_25_cells() -> None:
    with pytest.raises(BadRankings, match="24 rankings instead of 25"):
        certainty(sure("A" * 24), {"AB"}, STANDARD)


def test_probabilities_may_be_off_by_a_rounding(words: frozenset[str]) -> None:
    rankings = [((letter, 1.0005),) for letter in EXAMPLE]
    assert certainty(rankings, words, STANDARD).p == 1.0
