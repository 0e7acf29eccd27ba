"""The forms that the reader is trained on: ways of building a letter, and what a style makes of them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.hands import Style, write
from training.strokes import BOX, MODELS, SIZE, lines_of, ways

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
PLAIN = Style(pen=3, slant=0, aspect=1, haste=0, shake=0, pressure=0)
T_SHAPE = [np.float32([[0, 0], [0.4, 0], [0.8, 0]]), np.float32([[0.4, 0], [0.4, 0.5], [0.4, 1]])]
BARE = [np.float32([[0.5, 0], [0.5, 0.5], [0.5, 1]])]


def holes(glyph: np.ndarray) -> int:
    """How many areas of paper the ink closes in."""
    return cv2.connectedComponents((glyph < 100).astype(np.uint8), connectivity=4)[0] - 2


@pytest.mark.parametrize("symbol", LETTERS)
def test_every_letter_is_built_in_several_ways(symbol: str) -> None:
    assert len(ways(symbol)) >= 6


def test_every_line_of_the_models_is_a_way_of_its_symbol() -> None:
    lines = [line for line in MODELS.read_text(encoding="ascii").splitlines() if not line.startswith("#")]
    assert len(lines) == len(set(lines))
    assert sum(len(ways(symbol)) for symbol in {line[0] for line in lines}) == len(lines)
    assert all(len(piece) > 1 for line in lines for way in ways(line[0]) for stroke in way for piece in stroke)


@pytest.mark.parametrize("symbol", "AITWgijsz")
def test_a_model_in_any_style_fills_its_box(symbol: str) -> None:
    rng = np.random.default_rng(5)
    for _ in range(40):
        ys, xs = np.nonzero(write(lines_of(symbol, rng), replace(Style.any(rng), pressure=0.0), rng, symbol) > 100)
        assert BOX - 3 <= max(np.ptp(ys), np.ptp(xs)) <= SIZE


def test_a_pen_that_is_not_lifted_closes_a_t() -> None:
    rng = np.random.default_rng(1)
    strokes = [np.float32([[0.4, 0.35], [0, 0]]), T_SHAPE[0], np.float32([[0.4, 0.35], [0.4, 1]])]
    lifted = [holes(write(strokes, PLAIN, rng, "T")) for _ in range(10)]
    drawn = [holes(write(strokes, replace(PLAIN, joins=1.0), rng, "T")) for _ in range(10)]
    assert max(lifted) == 0
    assert max(drawn) == 1


def test_the_dot_of_a_small_i_is_never_joined() -> None:
    strokes = [np.float32([[0.5, 0.4], [0.5, 0.7], [0.5, 1]]), np.float32([[0.5, 0.02], [0.51, 0.04]])]
    rng = np.random.default_rng(1)
    parts = [
        cv2.connectedComponents((write(strokes, replace(PLAIN, joins=1.0), rng, "i") > 100).astype(np.uint8))[0] - 1
        for _ in range(10)
    ]
    assert set(parts) == {2}


def test_only_small_letters_end_in_a_tail() -> None:
    rng = np.random.default_rng(1)
    style = replace(PLAIN, tails=1.0)
    assert np.ptp(np.nonzero(write(BARE, style, rng, "I") > 100)[1]) < 9
    assert np.ptp(np.nonzero(write(BARE, style, rng, "l") > 100)[1]) > 9


def test_other_proportions_move_the_waist_and_leave_a_bare_stroke() -> None:
    rng = np.random.default_rng(1)
    cross = [np.float32([[0.4, 0], [0.4, 1]]), np.float32([[0, 0.5], [0.8, 0.5]])]

    def waist(style: Style) -> int:
        return int(np.argmax((write(cross, style, rng) > 100).sum(1)))

    assert waist(replace(PLAIN, high=1.6)) < waist(PLAIN) - 5 < waist(replace(PLAIN, high=0.6)) - 10
    bare = write(BARE, replace(PLAIN, high=1.6, wide=1.6, taper=0.5), rng, "I")
    assert np.ptp(np.nonzero(bare > 100)[1]) < 9
