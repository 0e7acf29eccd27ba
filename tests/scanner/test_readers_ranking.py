"""From network answers to rankings, and from crops to windows, without a network."""

import cv2
import numpy as np
import pytest

from scanner.readers.normalise import darkness, ink_window, prepare_letters
from scanner.readers.ranking import fold_cases, number_rankings, softmax

SYMBOLS = ("I", "L", "N", "i", "l", "n", ".", "#")


def cells(*rows: dict[str, float]) -> np.ndarray:
    chances = np.array([[row.get(symbol, 0.001) for symbol in SYMBOLS] for row in rows], np.float32)
    return chances / chances.sum(1, keepdims=True)


def test_a_bare_stroke_follows_the_writing_of_the_sheet() -> None:
    stroke = {"I": 0.5, "l": 0.5}
    for other, expected in (({"N": 0.95}, "I"), ({"n": 0.95}, "L")):
        names, folded = fold_cases(SYMBOLS, cells(stroke, *[other] * 24))
        assert names[int(folded[0].argmax())] == expected


def test_a_lone_stroke_is_an_i() -> None:
    names, folded = fold_cases(SYMBOLS, cells({"I": 0.4, "l": 0.6}))
    assert names[int(folded[0].argmax())] == "I"


def test_folded_chances_sum_to_one() -> None:
    _, folded = fold_cases(SYMBOLS, cells({"I": 0.3, "n": 0.4, ".": 0.2}, {"#": 0.9}))
    assert folded.sum(1) == pytest.approx([1, 1], abs=1e-5)


def answer(kind: int, *digits: dict[int, float]) -> np.ndarray:
    """Logits for an entry of that kind whose digits have these odds."""
    logits = np.full(35, -12.0, np.float32)
    logits[kind] = 4
    for place, odds in enumerate(digits):
        for digit, chance in odds.items():
            logits[5 + 10 * place + digit] = np.log(chance)
    return logits


def test_doubtful_numbers_lean_to_what_a_line_can_score() -> None:
    doubtful = answer(3, {1: 1.0}, {3: 0.6, 0: 0.4})
    assert number_rankings(doubtful[None], [True])[0].symbol == "10"
    assert number_rankings(doubtful[None], [False])[0].symbol == "13"


def test_a_clear_impossible_number_is_reported_as_written() -> None:
    assert number_rankings(answer(3, {1: 1.0}, {3: 0.97, 0: 0.03})[None], [True])[0].symbol == "13"
    assert number_rankings(answer(4, {1: 1.0}, {9: 0.99, 0: 0.01}, {5: 1.0})[None], [False])[0].symbol == "195"


def test_no_number_starts_with_a_zero() -> None:
    symbols = [symbol for symbol, _ in number_rankings(answer(3, {0: 0.9, 1: 0.1}, {6: 1.0})[None], [True])[0].ranking]
    assert "06" not in symbols


def test_softmax_rows_sum_to_one() -> None:
    assert softmax(np.array([[1000.0, 0.0], [0.0, 0.0]], np.float32)).sum(1) == pytest.approx([1, 1])


def cell_with(*shapes: tuple[tuple[int, int], tuple[int, int]]) -> np.ndarray:
    cell = np.full((64, 64), 240, np.uint8)
    for start, stop in shapes:
        cv2.line(cell, start, stop, 40, 3, cv2.LINE_AA)
    return cell


def test_window_holds_the_writing_and_not_the_rim() -> None:
    x, y, side = ink_window(darkness(cell_with(((24, 20), (24, 44)), ((24, 44), (40, 44)), ((2, 3), (62, 3)))))
    assert abs(x - 32) < 3
    assert abs(y - 32) < 3
    assert side < 40


def test_window_never_blows_up_a_dot() -> None:
    cell = cv2.circle(np.full((64, 64), 240, np.uint8), (30, 30), 3, 40, -1)
    assert ink_window(darkness(cell))[2] > 32


def test_empty_crops_show_the_whole_cell() -> None:
    assert ink_window(darkness(np.full((64, 64), 240, np.uint8))) == (32, 32, 64)


def test_colour_floats_and_nothing_are_taken_too() -> None:
    cell = cell_with(((24, 20), (24, 44)))
    grey = prepare_letters([cell], (32, 32))[0]
    assert np.array_equal(prepare_letters([np.dstack([cell] * 3)], (32, 32))[0], grey)
    assert np.abs(prepare_letters([cell.astype(np.float32) / 255], (32, 32))[0].astype(int) - grey).max() <= 3
    assert prepare_letters([np.zeros((0, 0), np.uint8)], (32, 32)).shape == (1, 2, 32, 32)


def test_shadow_does_not_change_the_ink() -> None:
    cell = cell_with(((24, 20), (24, 44)), ((24, 44), (40, 44)))
    shaded = (cell * np.where(np.arange(64) < 34, 0.7, 1.0)[None, :]).astype(np.uint8)
    difference = np.abs(prepare_letters([cell], (32, 32))[0].astype(int) - prepare_letters([shaded], (32, 32))[0])
    assert np.mean(difference > 90) < 0.1


def test_the_second_view_shows_the_whole_crop() -> None:
    cell = cell_with(((28, 30), (36, 38)))
    cell[:3, 10:20] = 40  # a neighbour's stroke, which the frame around the writing leaves out
    framed, whole = prepare_letters([cell], (32, 32))[0]
    assert framed[:2].max() < 100 < whole[0, 5:10].min()
    assert (framed > 100).sum() > (whole[4:] > 100).sum()


def test_crops_are_prepared_together_as_alone() -> None:
    cell = cell_with(((24, 20), (24, 44)))
    noise = np.random.default_rng(1).integers(0, 256, (64, 400), np.uint8)
    cells = [cell, 255 - cell_with(((20, 30), (44, 30))), np.full((30, 64), 200, np.uint8), cell[:50], noise]
    together = prepare_letters(cells * 150, (32, 32))
    assert len(together) == 150 * len(cells)
    for at, one in enumerate(cells):
        assert (together[at :: len(cells)] == prepare_letters([one], (32, 32))).all()
