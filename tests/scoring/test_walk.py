"""The parts of the walk that only unusual sheets reach."""

from collections import defaultdict
from random import Random

import numpy as np
import pytest

from scoring import STANDARD, certainty
from scoring.readings import LINES, MOST_IN_COLUMN, told_apart
from scoring.walk import States, _merged


def test_states_are_merged_right_when_their_numbers_are_huge() -> None:
    rng = np.random.default_rng(4)
    different = rng.integers(0, 4096, (5, 40))
    different[:, 0] = 4095
    chosen = rng.integers(0, 40, 500)
    points, mass = chosen % 131, rng.random(500)
    points[chosen == 0] = 130
    merged = _merged(States(different[:, chosen], points, np.ones(500, np.intp), mass), 0.0, 500)
    expected: dict[tuple[int, ...], float] = defaultdict(float)
    for which, p in zip(chosen.tolist(), mass.tolist(), strict=True):
        expected[(*different[:, which].tolist(), 130 if which == 0 else which % 131)] += p
    found = dict(zip(map(tuple, np.vstack([merged.columns, merged.points]).T.tolist()), merged.mass, strict=True))
    assert found == pytest.approx(expected)


def test_columns_with_too_many_readings_lose_the_unlikely_ones() -> None:
    chances = np.random.default_rng(1).dirichlet(np.ones(27), 25)
    apart = told_apart(chances, np.tile(np.arange(27), (25, 1)))
    readings = apart.sum(axis=1)[LINES[5:]].prod(axis=1)
    assert (readings <= MOST_IN_COLUMN).all()
    assert (readings > MOST_IN_COLUMN / 27).all()
    assert apart[np.arange(25), chances.argmax(axis=1)].all()


def test_many_small_doubts_add_up() -> None:
    ranking = (("A", 0.9985), *((letter, 0.0003) for letter in "BCDEF"))
    found = certainty([ranking] * 25, {"AAAAA"}, STANDARD)
    assert found.tail <= 1e-4
    assert found.p == pytest.approx(0.9985**25, abs=1e-4)


def test_no_tail_at_all_can_be_asked_for() -> None:
    random = Random(2)
    for _ in range(5):
        p, q = random.random(), random.random()
        rankings: list[tuple[tuple[str, float], ...]] = [(("A", 1.0),)] * 25
        rankings[0], rankings[24] = (("A", p), ("B", 1 - p)), (("A", q), ("B", 1 - q))
        found = dict(certainty(rankings, {"AAAAA"}, STANDARD, tail=0.0).totals)
        both, one, none = p * q, p * (1 - q) + q * (1 - p), (1 - p) * (1 - q)
        assert found == pytest.approx({110: both, 80: one, 60: none})
