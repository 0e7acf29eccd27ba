"""The chances of all totals against scoring every reading, on sheets with long tails of unlikely letters."""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest

from scoring import PROFESSIONAL, STANDARD, Rules, certainty, score_many
from scoring.likely import LINES, MOST_PATTERNS, MOST_READINGS, likely_letters, patterns, readings

Rankings = list[tuple[tuple[str, float], ...]]
FEW = "ABCDE"


def long_tail(random: Random, letters: str, p: float) -> tuple[tuple[str, float], ...]:
    """A letter with probability p; all others share the rest unevenly."""
    first, *others = random.sample(letters, len(letters))
    weights = [random.random() ** 3 for _ in others]
    return ((first, p), *((other, (1 - p) * w / sum(weights)) for other, w in zip(others, weights, strict=True)))


def every_reading(rankings: Sequence[tuple[tuple[str, float], ...]], lexicon: object, rules: Rules) -> dict[int, float]:
    """The distribution of totals by scoring every reading."""
    cells, mass = np.zeros((1, 0), np.uint8), np.ones(1)
    for ranking in rankings:
        symbols = np.array([ord(symbol) for symbol, _ in ranking], np.uint8)
        cells = np.column_stack([cells.repeat(len(ranking), axis=0), np.tile(symbols, len(cells))])
        mass = np.outer(mass, [p for _, p in ranking]).ravel()
    totals = np.bincount(score_many(cells.reshape(-1, 5, 5), lexicon, rules), mass)  # type: ignore[arg-type]
    return {int(total): float(totals[total]) for total in np.flatnonzero(totals)}


@pytest.mark.parametrize("rules", [STANDARD, PROFESSIONAL])
@pytest.mark.parametrize("seed", range(6))
def test_long_tails_agree_with_every_reading(
    seed: int, rules: Rules, random_words: Callable[[Random, str], set[str]]
) -> None:
    random = Random(seed)
    lexicon = frozenset(random_words(random, FEW) | {"AB", "CAB", "BADE", "DEAD", "ABACE"})
    rankings: Rankings = [((random.choice(FEW), 1.0),) for _ in range(25)]
    for cell in random.sample(range(25), 7):
        rankings[cell] = long_tail(random, FEW, random.choice((0.5, 0.9, 0.99, 0.999)))
    truth, found = every_reading(rankings, lexicon, rules), certainty(rankings, lexicon, rules)
    totals = dict(found.totals)
    assert found.tail <= 1e-4
    assert sum(truth.values()) - sum(totals.values()) == pytest.approx(found.tail, abs=1e-9)
    # What was left out is missing; nothing is ever counted for a total that it does not have.
    assert all(totals.get(total, 0.0) <= p + 1e-9 for total, p in truth.items())
    assert totals.keys() <= truth.keys()


@pytest.mark.parametrize("rules", [STANDARD, PROFESSIONAL])
def test_two_slips_anywhere_are_scored(rules: Rules) -> None:
    # So small a tail leaves out hardly any pair: every kind of them must be right.
    random = Random(3)
    lexicon = frozenset(["AA", "BAB", "ABBA", "BBB", "AAAAA", "ABABA"])
    for _ in range(4):
        rankings: Rankings = [((random.choice("AB"), 1.0),) for _ in range(25)]
        for cell in random.sample(range(25), 16):
            likely, other = random.sample("AB", 2)
            rankings[cell] = ((likely, 0.9995), (other, 0.0005))
        truth, found = every_reading(rankings, lexicon, rules), certainty(rankings, lexicon, rules, 1e-6)
        totals = dict(found.totals)
        assert found.tail <= 1e-6
        assert all(totals.get(total, 0.0) == pytest.approx(p, rel=1e-9, abs=1e-6) for total, p in truth.items())


@pytest.mark.parametrize("p", [0.999, 0.9995])
def test_ordinary_sheets_reach_the_tail(p: float) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    random = Random(8)
    lexicon = frozenset("".join(random.choices("AAEEINRST", k=random.choice((2, 3, 4, 5)))) for _ in range(4000))
    for _ in range(3):
        rankings: Rankings = [long_tail(random, letters, p) for _ in range(25)]
        for cell in random.sample(range(25), 5):
            symbols = random.sample(letters, 3)
            rankings[cell] = tuple(zip(symbols, (0.6, 0.3, 0.1), strict=True))
        assert certainty(rankings, lexicon, STANDARD).tail <= 1e-4


def test_many_small_doubts_add_up() -> None:
    ranking = (("A", 0.9985), *((letter, 0.0003) for letter in "BCDEF"))
    found = certainty([ranking] * 25, {"AAAAA"}, STANDARD)
    assert found.tail <= 1e-4
    assert found.p == pytest.approx(0.9985**25, abs=1e-4)


def test_no_tail_at_all_can_be_asked_for() -> None:
    random = Random(2)
    for _ in range(5):
        p, q = random.random(), random.random()
        rankings: Rankings = [(("A", 1.0),)] * 25
        rankings[0], rankings[24] = (("A", p), ("B", 1 - p)), (("A", q), ("B", 1 - q))
        found = dict(certainty(rankings, {"AAAAA"}, STANDARD, tail=0.0).totals)
        both, one, none = p * q, p * (1 - q) + q * (1 - p), (1 - p) * (1 - q)
        assert found == pytest.approx({110: both, 80: one, 60: none})


@pytest.mark.parametrize("tail", [0.0, 1e-4])
def test_letters_next_to_impossible_do_no_harm(tail: float) -> None:
    rankings: Rankings = [(("A", 1.0), ("B", 1e-200), ("C", 1e-320))] * 25
    found = certainty(rankings, {"AAAAA"}, STANDARD, tail)
    assert (found.total, found.p) == (110, pytest.approx(1))


def test_hopeless_sheets_have_no_more_patterns_and_readings_than_allowed() -> None:
    chances = np.random.default_rng(1).dirichlet(np.ones(27), 25)
    likely = likely_letters(chances, 0.05)
    assert likely[np.arange(25), chances.argmax(axis=1)].all()
    assert likely.sum(axis=1)[LINES].prod(axis=1).max() <= MOST_PATTERNS
    found = readings(chances, likely, patterns(likely).steps)
    assert len(found.mass) == MOST_READINGS
    assert (np.diff(found.mass) <= 0).all()


def test_patterns_are_numbered_as_their_steps_say() -> None:
    likely = np.zeros((25, 27), np.bool_)
    likely[:, 0] = likely[[0, 1, 7], 3] = likely[1, 9] = True
    found = patterns(likely)
    row = [tuple(found.digits[0, :, number].tolist()) for number in range(6)]
    assert sorted(row) == sorted((a, b, 0, 0, 0) for a in (0, 3) for b in (0, 3, 9))
    assert row[found.steps[0, 0] * 1 + found.steps[0, 1] * 2] == (3, 9, 0, 0, 0)
    assert found.codes[0, found.steps[0, 1]] == 3 * 27**3
