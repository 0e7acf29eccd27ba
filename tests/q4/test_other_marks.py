"""Marks on a sheet of another print, drawn flat and read from a photo."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from benchmarks.q4_game import Played, play
from benchmarks.q4_layouts import LAYOUTS, page
from q4.form import design
from q4.other_marks import find_scores
from q4.sheet_reading import read_sheets
from q4.sheet_verdict import SheetVerdict, judge
from q4.words import english
from scanner.decode import decode
from scanner.readers import make_reader
from training.strokes import draw


@pytest.fixture(scope="module")
def read() -> Iterator[tuple[Played, SheetVerdict]]:
    """A ruled print with 80 numbers, seen straight from above."""
    rng = np.random.default_rng(12)
    played = play(rng, english())
    sheet = cv2.resize(page(LAYOUTS[0], played, draw, rng), None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
    sheet = cv2.copyMakeBorder(sheet, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(90, 100, 110))
    data = cv2.imencode(".png", sheet)[1].tobytes()
    yield played, judge(read_sheets(decode(data), make_reader("cnn"))[0], english())


def test_crosses_blocks_bonus_and_score_are_read_and_a_person_is_called(read: tuple[Played, SheetVerdict]) -> None:
    played, verdict = read
    own, sheet = design(played.number), verdict.sheet
    assert sheet.crossed == played.crossed
    assert sheet.blocks == played.blocks
    assert (sheet.design.bonus_row, sheet.design.bonus_column) == (own.bonus_row, own.bonus_column)
    assert max(sheet.circled) == max(number for number in played.circled if number < 80)
    assert sheet.dots == played.dots
    assert "unknown-print" in verdict.reasons


def test_a_sheet_without_numbers_has_no_scoring_table() -> None:
    assert find_scores(np.zeros((400, 400), np.float32), []) is None
