"""Crops hold the ink and little else."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_photos import photograph

from benchmarks.drawn import Design
from scanner import make_reader
from scanner.cut import FIELD_PX, cut
from scanner.ink import as_crop, from_inside, gain, without_ghosts
from scanner.line_removal import without_lines
from scanner.rectify import rectify
from scanner.values import Cells


def cells_of(design: Design, seed: int = 0) -> Cells:
    photo, truth = photograph(design, seed=seed)
    return cut(rectify(photo, truth))


@pytest.fixture(scope="module")
def cells() -> Cells:
    return cells_of(Design(side="B", mark="tint", grid=("SUPER", "TRI.H", "RNLOI", "ATECT", "PMHHE")))


def darkest(crop: np.ndarray) -> float:
    return float(255 - np.quantile(crop, 0.01))


def test_every_field_has_its_crop(cells: Cells) -> None:
    assert len(cells.letters) == 25
    assert len({crop.shape for crop in cells.letters}) == 1
    assert [crop.shape for crop in (*cells.rows, *cells.columns)] == [(FIELD_PX, FIELD_PX)] * 10
    assert cells.total is not None and cells.total.shape[0] == FIELD_PX < cells.total.shape[1]
    assert cells.bonus is not None and cells.joker is not None


def test_letters_are_dark_and_an_empty_cell_is_not(cells: Cells) -> None:
    empty = cells.letters[8]
    assert darkest(empty) < 70
    assert min(darkest(crop) for index, crop in enumerate(cells.letters) if index != 8) > 110


def test_printed_lines_and_tint_are_gone(cells: Cells) -> None:
    empty = cells.letters[8]
    assert np.median(empty) > 235
    tinted = cells.letters[12]
    assert np.median(tinted) > 235


def test_rounded_gaps_between_boxes_leave_little() -> None:
    cells = cells_of(Design(gap=0.12, grid=("SUPER", "TRI.H", "RNLOI", "ATECT", "PMHHE")), seed=2)
    assert (cells.letters[8] < 150).mean() < 0.03


PITCH, RIM = 48, 24
BLACK, ORANGE, BLUE = (70, 70, 70), (60, 150, 250), (170, 70, 40)  # BGR


def ruled(colour: tuple[int, int, int] = BLACK, above: int = 1, below: int = 1) -> np.ndarray:
    """White paper with the six lines between the rows of a grid."""
    light = np.full((5 * PITCH + 2 * RIM, 5 * PITCH + 2 * RIM, 3), 255, np.uint8)
    for line in range(6):
        light[RIM + line * PITCH - above : RIM + line * PITCH + below] = colour
    return light


def ink_on(light: np.ndarray) -> np.ndarray:
    """What is left of the darkness of a picture without its lines."""
    return without_lines(255 - np.asarray(cv2.cvtColor(light, cv2.COLOR_BGR2GRAY), np.uint8), PITCH, RIM, 0.0, 5)


def test_a_stroke_across_a_line_stays_whole() -> None:
    light = ruled(above=1, below=2)
    stem = slice(RIM + PITCH - 14, RIM + PITCH + 14), slice(100, 104)
    light[stem] = 75  # hardly darker than the line
    bare = ink_on(light)
    assert bare[stem].min() > 100
    assert bare[RIM + 2 * PITCH - 1 : RIM + 2 * PITCH + 2].max() == 0


def test_a_line_is_followed_where_it_wanders() -> None:
    straight, light = ruled(), ruled()
    for column in range(light.shape[1]):
        light[:, column] = np.roll(straight[:, column], round(2 * np.sin(column / 60)), axis=0)
    left = ink_on(cv2.GaussianBlur(light, (5, 5), 0))[:, RIM:-RIM]
    assert (left > 40).mean() < 0.005


def test_a_stroke_through_a_line_of_another_colour_is_seen() -> None:
    light = ruled(ORANGE, above=3, below=3)
    bar = slice(RIM + PITCH - 2, RIM + PITCH + 2), slice(RIM + 54, RIM + 84)  # all of it on the line
    light[bar] = np.array(ORANGE) * np.array(BLUE) // 255
    bare = ink_on(light)
    assert bare[bar].mean() > 120
    assert bare[RIM + 3 * PITCH - 8 : RIM + 3 * PITCH + 8].max() < 12


def test_cells_without_lines_are_left_alone() -> None:
    light = np.full((5 * PITCH + 2 * RIM, 5 * PITCH + 2 * RIM, 3), 255, np.uint8)
    light[60:90, 60:64] = 30
    assert (ink_on(light) == 255 - light[..., 0]).all()


def test_faint_writing_is_strengthened_within_a_limit() -> None:
    letters = np.zeros((25, 40, 40), np.uint8)
    letters[:, 10:30, 18:22] = 150
    assert gain(letters) == pytest.approx(1.7)
    assert gain(letters // 100) == 3.0
    assert as_crop(letters, 1.5).min() == 30


def test_a_bare_grid_has_letters_only() -> None:
    cells = cells_of(Design(bare=True, side=None))
    assert len(cells.letters) == 25
    assert (cells.rows, cells.columns, cells.total, cells.bonus, cells.joker) == ((), (), None, None, None)


def test_numbers_and_bare_circles_are_read_with_the_ring_around_them() -> None:
    cells = cells_of(Design(rows=("10", "", "-", "3", "1"), columns=("", "3", "6", "10", "")))
    read = [glyph.symbol for glyph in make_reader("cnn").numbers([*cells.rows, *cells.columns])]
    assert read == ["10", "", "-", "3", "1", "", "3", "6", "10", ""]


def test_a_stroke_along_a_line_stays() -> None:
    light = ruled()
    bar = slice(RIM + PITCH - 1, RIM + PITCH + 5), slice(RIM + 54, RIM + 90)  # the top of a T, on the line
    light[bar] = 65
    bare = ink_on(light)
    assert bare[RIM + PITCH + 2 : RIM + PITCH + 5, bar[1]].mean() > 140
    assert bare[RIM + 3 * PITCH - 1 : RIM + 3 * PITCH + 2].max() == 0


def test_only_strokes_from_inside_reach_a_cells_edge() -> None:
    cells = np.zeros((2, 58, 58), np.uint8)
    cells[0, 2:40, 27:31] = 200  # a stem that leaves the cell
    cells[0, 50:58, 50:58] = 180  # the corner between rounded boxes
    cells[1, 0:6, 10:40] = 190  # a neighbour's stroke
    kept = from_inside(cells, 11)
    assert (kept[0, 2:40, 27:31] == 200).all()
    assert kept[0, 50:, 50:].max() == 0
    assert kept[1].max() == 0


def test_paper_noise_in_an_empty_field_fades_and_writing_does_not() -> None:
    fields = np.zeros((2, 56, 56), np.uint8)
    fields[:, ::2, ::2] = 14
    fields[1, 20:36, 26:30] = 90
    bare = without_ghosts(fields, 1.5)
    assert bare[0].max() == 0
    assert (bare[1] == fields[1]).all()


def test_faint_strokes_show_on_a_coloured_badge_and_the_panel_around_it_pales() -> None:
    sheet = rectify(*photograph(Design(panel=(170, 150, 60))))
    box = sheet.fields.bonus
    assert box is not None
    x, y = (round(at + side * sheet.pitch) for at, side in zip(sheet.origin, (box.x, box.y), strict=True))
    size = round(box.width * sheet.pitch)
    pixels = sheet.pixels.copy()
    badge = pixels[y : y + size, x : x + size]
    badge[size // 4, size // 4 : -size // 4] = badge[size // 4, size // 4 : -size // 4] * 0.85  # a pencil's line
    plain, struck = cut(sheet).bonus, cut(replace(sheet, pixels=pixels)).bonus
    assert plain is not None
    assert struck is not None
    assert (plain.astype(int) - struck).max() > 15
    assert plain[FIELD_PX // 2, -3:].min() > 130  # the panel
