"""The network that compares two cells: which pairs it is asked about, and what it says of them."""

import cv2
import numpy as np
import pytest

from scanner.readers.cnn import MODELS
from scanner.readers.likeness import CLEAR, KEPT, SHAPE, Likeness, doubtful_pairs
from scanner.readers.normalise import prepare_letters
from scanner.values import Glyph, Pixels


@pytest.fixture(scope="module")
def likeness() -> Likeness:
    return Likeness(MODELS / "likeness.onnx")


def drawn(letter: str, seed: int) -> Pixels:
    """A letter as one pen writes it, never twice at the same place and size."""
    random, cell = np.random.default_rng(seed), np.full((76, 76), 240, np.uint8)
    where = (int(random.integers(18, 26)), int(random.integers(52, 60)))
    size, slant = random.uniform(1.2, 1.5), random.normal(0, 0.05)
    cv2.putText(cell, letter, where, cv2.FONT_HERSHEY_SIMPLEX, size, 40, 3, cv2.LINE_AA)
    return cv2.warpAffine(cell, np.array([[1, slant, -38 * slant], [0, 1, 0]]), (76, 76), borderValue=240)


def glyph(*ranking: tuple[str, float]) -> Glyph:
    return Glyph(ranking)


def test_a_clear_cell_is_compared_with_doubtful_ones_alone_and_never_with_what_it_cannot_be() -> None:
    clear, other = glyph(("U", 0.999), ("V", 0.001)), glyph(("E", 0.999), ("F", 0.001))
    doubtful, empty = glyph(("U", 0.6), ("V", 0.4)), glyph((".", 0.6), ("V", 0.4))
    ones, twos = doubtful_pairs([clear, doubtful, other, clear, empty])
    assert sorted(zip(ones.tolist(), twos.tolist(), strict=True)) == [(0, 1), (1, 3), (1, 4)]


def test_a_sheet_without_doubt_has_no_pairs(likeness: Likeness) -> None:
    sure = [glyph(("A", CLEAR), ("H", 1 - CLEAR))] * 25
    assert likeness.alike([drawn("A", at) for at in range(25)], sure) == ()


def test_one_letter_of_a_hand_is_told_from_two(likeness: Likeness) -> None:
    letters = "UVDOCGAHEFMN"
    cells = [drawn(letter, seed) for seed in (1, 2) for letter in letters]
    ones, twos = np.triu_indices(len(cells), 1)
    odds = likeness.log_odds(prepare_letters(cells, SHAPE), ones, twos)
    same = ones + len(letters) == twos
    assert odds[same].mean() > 1
    assert odds[~same].mean() < -1
    assert (odds[same] > 0).mean() > 0.7
    assert (odds[~same] < 0).mean() > 0.9


def test_the_order_of_a_pair_does_not_matter(likeness: Likeness) -> None:
    inputs = prepare_letters([drawn("U", 1), drawn("V", 2)], SHAPE)
    there, back = likeness.log_odds(inputs, np.array([0, 1]), np.array([1, 0]))
    assert there == pytest.approx(back, abs=1e-5)


def test_pairs_name_cells_of_the_sheet_in_order_and_are_possible(likeness: Likeness) -> None:
    doubtful = glyph(("U", 0.5), ("V", 0.5))
    pairs = likeness.alike([drawn("UVUV"[at % 4], at) for at in range(25)], [doubtful] * 25)
    assert pairs
    assert all(0 <= one < two < 25 and KEPT <= p < 1 for one, two, p in pairs)
