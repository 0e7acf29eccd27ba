from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from scoring import PROFESSIONAL, STANDARD, BadGrid, Grid, Rules, score, score_many


def random_grids(number: int, letters: str, seed: int) -> np.ndarray:
    symbols = np.frombuffer(letters.encode(), np.uint8)
    return np.random.default_rng(seed).choice(symbols, (number, 5, 5))


def one_by_one(grids: np.ndarray, lexicon: object, rules: Rules) -> list[int]:
    return [score(Grid.of(cells.tobytes().decode()), lexicon, rules).total for cells in grids]  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", [STANDARD, PROFESSIONAL])
def test_many_grids_score_as_one_by_one(rules: Rules, random_words: Callable[[Random, str], set[str]]) -> None:
    lexicon = frozenset(random_words(Random(3), "ABCDE") | {"AB", "CD", "BAD", "CAB", "BADE", "DEAD", "ACED"})
    grids = random_grids(3_000, "ABCDEABCDEABCDE.#", seed=7)
    totals = score_many(grids, lexicon, rules)
    assert totals.tolist() == one_by_one(grids, lexicon, rules)
    assert len(set(totals.tolist())) > 20


class Opaque:
    """A lexicon that answers but cannot list its words."""

    def __contains__(self, word: object) -> bool:
        return word in {"AB", "ABC", "CCCC", "ABABA"}


class Listed(Opaque):
    """A lexicon that lists its words, among them some that fit into no line."""

    words = ("AB", "ABC", "CCCC", "ABABA", "A", "ABABAB", "éAB", "ab", "A-B")


@pytest.mark.parametrize("lexicon", [Opaque(), Listed(), {"AB", "ABC", "CCCC", "ABABA"}, frozenset()])
def test_any_kind_of_lexicon_will_do(lexicon: object) -> None:
    grids = random_grids(300, "ABC.", seed=1)
    assert score_many(grids, lexicon, STANDARD).tolist() == one_by_one(grids, lexicon, STANDARD)  # type: ignore[arg-type]


def test_a_set_may_change_between_two_calls() -> None:
    lexicon = {"AB"}
    grids = np.full((1, 5, 5), ord("A"), np.uint8)
    assert score_many(grids, lexicon, STANDARD).tolist() == [0]
    lexicon.add("AAAAA")
    assert score_many(grids, lexicon, STANDARD).tolist() == [110]


def test_letters_may_be_characters_of_either_case_or_numbers() -> None:
    capitals = random_grids(50, "ABC", seed=2)
    lexicon = {"AB", "CAB"}
    totals = score_many(capitals, lexicon, STANDARD).tolist()
    assert score_many(capitals + 32, lexicon, STANDARD).tolist() == totals
    assert score_many(capitals - 65, lexicon, STANDARD).tolist() == totals


def test_no_grids_have_no_totals() -> None:
    assert score_many(np.zeros((0, 5, 5), np.uint8), {"AB"}, STANDARD).shape == (0,)


@pytest.mark.parametrize(
    ("grids", "message"),
    [
        (np.zeros((3, 5, 4), np.uint8), "uint8[3, 5, 4] is not uint8[N, 5, 5]"),
        (np.zeros((3, 5, 5), np.int64), "int64[3, 5, 5] is not uint8[N, 5, 5]"),
        (np.full((3, 5, 5), 200, np.uint8), "Grid 0, row 1, letter 1: 200 is not a letter"),
    ],
)
def test_other_arrays_are_errors(grids: np.ndarray, message: str) -> None:
    with pytest.raises(BadGrid) as caught:
        score_many(grids, {"AB"}, STANDARD)
    assert message in str(caught.value)
