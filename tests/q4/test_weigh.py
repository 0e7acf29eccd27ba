"""Letters and crosses weighed together, against all matchings tried one by one."""

from itertools import product

import numpy as np
import pytest

from q4.weigh import _marginals, _sums, weigh
from scanner.values import Glyph


@pytest.mark.parametrize(("cells", "items"), [(4, 4), (5, 4), (5, 3), (3, 1)])
def test_sums_agree_with_all_matchings(cells: int, items: int) -> None:
    likelihood = np.random.default_rng(cells).random((cells, items))
    total, expected = 0.0, np.zeros((cells, items))
    for chosen in product(range(items), repeat=cells):
        if set(chosen) == set(range(items)):
            weight = np.prod([likelihood[cell, item] for cell, item in enumerate(chosen)])
            total += weight
            for cell, item in enumerate(chosen):
                expected[cell, item] += weight
    before = _sums(likelihood)
    assert before[-1][-1] == pytest.approx(total)
    assert _marginals(likelihood, before, _sums(likelihood[::-1])) == pytest.approx(expected)


def glyph(letter: str, other: str, p: float) -> Glyph:
    return Glyph(((letter, p), (other, 1 - p)))


def test_a_doubtful_letter_is_settled_by_the_crosses() -> None:
    letters = [glyph("M", "N", 0.6), *(glyph(letter, "Q", 0.99) for letter in "ABCDEFGH")]
    weighed = weigh(letters, "NABCDEFGHM", np.array([0.9999] * 9 + [0.0001]))
    assert weighed.letters[0].symbol == "N"
    assert weighed.letters[0].p > 0.99


def test_a_doubtful_cross_is_settled_by_the_letters() -> None:
    letters = [glyph(letter, "Q", 0.99) for letter in "ABCDEFGH"]
    weighed = weigh(letters, "ABCDEFGHXY", np.array([0.4] + [0.9999] * 7 + [0.0001, 0.2]))
    assert weighed.crossed[0] > 0.95
    assert weighed.crossed[-1] < 0.05


def test_where_the_two_disagree_both_stay_as_read() -> None:
    letters = [glyph(letter, "Q", 0.99) for letter in "ABCDEFGH"]
    weighed = weigh(letters, "STUVWXYZ", np.full(8, 0.9999))
    assert "".join(one.symbol for one in weighed.letters) == "ABCDEFGH"
    assert (weighed.crossed > 0.99).all()
