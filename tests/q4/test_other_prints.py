"""Sheets that are not our own print."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from benchmarks.q4_draw import photograph
from benchmarks.q4_game import play
from benchmarks.q4_layouts import LAYOUTS, drawn_layout, page
from q4.board import dot_between
from q4.other_prints import find_grids
from q4.sheet_document import photo_document, render_sheet
from q4.sheet_reading import read_sheets
from q4.sheet_verdict import judge
from q4.words import english
from referee.games import judge_photo
from referee.referee import Referee
from scanner.decode import decode
from scanner.scan_errors import SheetNotFound
from scanner.values import Glyph, Photo, Pixels
from training.strokes import draw

PITCH, LEFT, TOP = 130, 140, 120


class SaysT:
    """A reader that reads T in upright cells with ink and nothing elsewhere."""

    name = version = "planned"

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        return [self._letter(crop) for crop in crops]

    def _letter(self, crop: Pixels) -> Glyph:
        height, ink = crop.shape[0], crop < 200
        if ink.mean() < 0.01:
            return Glyph(((".", 1.0),))
        upright = ink[: height // 2].sum() > 1.3 * ink[height // 2 :].sum()
        return Glyph((("T", 0.999), ("I", 0.001))) if upright else Glyph((("#", 1.0),))


def drawn(black: set[int], dots: set[int], pen: int = 50) -> np.ndarray:
    page = np.full((760, 840, 3), 245, np.uint8)
    for line in range(5):
        at = line * PITCH
        cv2.line(page, (LEFT, TOP + at), (LEFT + 4 * PITCH, TOP + at), (50, 50, 50), 4)
        cv2.line(page, (LEFT + at, TOP), (LEFT + at, TOP + 4 * PITCH), (50, 50, 50), 4)
    for cell in range(16):
        x, y = LEFT + cell % 4 * PITCH, TOP + cell // 4 * PITCH
        if cell in black:
            cv2.rectangle(page, (x, y), (x + PITCH, y + PITCH), (40, 40, 40), -1)
            continue
        cv2.line(page, (x + 35, y + 35), (x + 95, y + 35), (pen,) * 3, 8)
        cv2.line(page, (x + 65, y + 35), (x + 65, y + 100), (pen,) * 3, 8)
    for cell in range(16):
        for other in ([cell + 1] if cell % 4 < 3 else []) + ([cell + 4] if cell < 12 else []):
            middle = np.mean([[c % 4 + 0.5, c // 4 + 0.5] for c in (cell, other)], axis=0) * PITCH + (LEFT, TOP)
            filled = dot_between(cell, other) in dots
            cv2.circle(page, middle.astype(int).tolist(), 12, (pen,) * 3 if filled else (245, 245, 245), -1)
            cv2.circle(page, middle.astype(int).tolist(), 12, (50, 50, 50), 2)
    return page


@pytest.mark.parametrize("pen", [50, 170])
def test_letters_black_cells_and_dots_are_read_and_a_person_is_called(pen: int) -> None:
    """By a pencil as by a pen."""
    dots = {dot_between(0, 1), dot_between(1, 2), dot_between(4, 8)}
    page = cv2.rotate(drawn({3, 10}, dots, pen), cv2.ROTATE_90_CLOCKWISE)
    photo = Photo("other.png", "0" * 64, page.shape[1], page.shape[0], np.asarray(page, np.uint8))
    verdict = judge(read_sheets(photo, SaysT())[0], {"TT", "TTT"})  # type: ignore[arg-type]
    assert verdict.reading.number is None
    document = photo_document(photo, [verdict], "en", [None])["sheets"][0]
    assert document["grid"] == ["TTT#", "TTTT", "TT#T", "TTTT"]
    assert {dot_between(*((r - 1) * 4 + c - 1 for r, c in pair)) for pair in document["dots"]} == dots
    assert document["needs_review"]
    assert "unknown-print" in document["reasons"]
    assert (document["least"], document["most"]) == (5, 7)  # TTT and TT; or TT before TTT
    assert "another print" in render_sheet(photo.name, verdict)


def test_both_grids_tell_the_game_where_no_number_does() -> None:
    rng = np.random.default_rng(3)
    picture = photograph(page(LAYOUTS[3], play(rng, english()), draw, rng), rng, 1600)
    data, referee = cv2.imencode(".jpg", picture)[1].tobytes(), Referee()
    assert judge_photo(referee, data, "other.jpg", {}).game.code == "q4"
    with pytest.raises(SheetNotFound):
        judge_photo(referee, data, "other.jpg", {}, "qwords")


def test_a_grid_of_another_game_is_neither() -> None:
    data = cv2.imencode(".png", drawn(set(), set()))[1].tobytes()
    with pytest.raises(SheetNotFound):
        judge_photo(Referee(), data, "other.png", {})


@pytest.mark.parametrize("seed", [700_003, 800_107])
def test_small_cells_and_those_far_from_the_letter_grid_are_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    layout = drawn_layout(rng)
    picture = photograph(page(layout, play(rng, english()), draw, rng), rng, 2000)
    assert all(find_grids(decode(cv2.imencode(".jpg", picture)[1].tobytes())))
