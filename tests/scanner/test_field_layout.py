"""Fields are found around the grid whatever the sheet's proportions, and the side is told from its marks."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.drawn import Design, any_design, as_seen, fields_right, photograph, snapshot
from scanner import geometry
from scanner.known_forms import forms, nearness, parse
from scanner.rectify import rectify
from scanner.side import PATCH, RINGS, TINT, letter_patch


@pytest.mark.parametrize("seed", [0, 2, 3, 4, 5, 7, 17, 73, 121, 163, 167])
def test_every_field_is_found_on_sheets_of_chance_design(seed: int) -> None:
    design = any_design(seed)
    photo, truth = photograph(design, turn=seed % 4, seed=seed)
    sheet = rectify(photo, as_seen(truth))
    assert fields_right(design, sheet.fields) == {"circles": True, "total": True, "bonus": True, "joker": True}
    assert sheet.side == design.side


@pytest.mark.parametrize("seed", [1, 5, 6])
def test_fields_in_faint_print_are_found(seed: int) -> None:
    design = any_design(seed)
    photo, truth = photograph(design, seed=seed)
    faint = (240 - (240 - photo.pixels.astype(np.float32)) / 4).clip(0, 255).astype(np.uint8)
    fields = rectify(replace(photo, pixels=faint), as_seen(truth)).fields
    assert fields_right(design, fields) == {"circles": True, "total": True, "bonus": True, "joker": True}


@pytest.mark.parametrize("mark", ["tint", "lines", "rings"])
def test_side_b_is_told_by_each_of_its_marks(mark: str) -> None:
    photo, truth = photograph(Design(side="B", mark=mark))
    sheet = rectify(photo, truth)
    assert sheet.side == "B"
    assert sheet.side_p > 0.9


def test_what_is_struck_out_is_still_found() -> None:
    design = Design(side="B", struck=True)
    photo, truth = photograph(design)
    found = fields_right(design, rectify(photo, truth).fields)
    assert found == {"circles": True, "total": True, "bonus": True, "joker": True}


def test_nothing_is_invented_on_a_bare_grid() -> None:
    photo, truth = photograph(Design(bare=True, side=None), seed=5)
    sheet = rectify(photo, truth)
    fields = sheet.fields
    assert (fields.rows, fields.columns, fields.total, fields.bonus, fields.joker) == ((), (), None, None, None)


def test_a_crossed_joker_box_is_no_bonus_badge() -> None:
    design = Design(side="B", struck=True, bonus=(20.0, 20.0, 0.36))  # none on the sheet
    photo, truth = photograph(design)
    fields = rectify(photo, truth).fields
    assert fields_right(design, fields)["joker"]
    assert fields.bonus is None


@pytest.mark.parametrize("joker", [(-0.6, 6.6, 0.7), (0.2, 6.7, 0.65)])
@pytest.mark.parametrize("struck", [False, True])
def test_the_joker_box_may_lie_below_the_circles(joker: tuple[float, float, float], struck: bool) -> None:
    places = {"total": (3.0, 6.6, 1.7, 0.8), "bonus": (1.8, 7.0, 0.36), "joker": joker}
    design = Design(side="B", below=True, struck=struck, size=(11.6, 9.6), **places)
    photo, truth = photograph(design, seed=3)
    assert all(fields_right(design, rectify(photo, truth).fields).values())


def test_a_box_among_others_like_it_is_no_joker_box() -> None:
    design = Design(side="B", joker=(20.0, 20.0, 0.75), below=True, total=(3.0, 6.5, 1.7, 0.8), bonus=(1.5, 6.9, 0.36))
    photo, truth = photograph(design)
    pixels = photo.pixels.copy()
    frame, _ = geometry.spread(truth)
    across, down = np.arange(-3.0, -0.5, 0.7) + geometry.AROUND, np.arange(1.0, 4.0, 0.7) + geometry.AROUND
    corners = frame.raster(across, down).transpose(1, 2, 0)
    for line in (*corners, *corners.transpose(1, 0, 2)):
        cv2.polylines(pixels, [line.round().astype(np.int32)], False, (60, 60, 60), 2)
    fields = rectify(replace(photo, pixels=pixels), truth).fields
    assert fields.joker is None
    assert fields_right(design, fields)["total"]


def test_what_the_photo_cuts_off_is_not_found() -> None:
    photo, truth = snapshot(any_design(74), seed=74, share=0.36)
    fields = rectify(photo, as_seen(truth)).fields
    assert len(fields.rows) == 5
    assert (fields.total, fields.bonus, fields.joker) == (None, None, None)


def test_clues_are_weighed_within_limits() -> None:
    assert TINT.odds(TINT.middle) == 0
    assert TINT.odds(1e6) == TINT.most
    assert RINGS.odds(0.0) == RINGS.least
    assert RINGS.odds(None) == 0


def test_no_letter_is_seen_on_bare_paper() -> None:
    assert letter_patch(np.full((24, 24), 3, np.uint8), 24) is None


def test_a_letter_fills_its_patch() -> None:
    window = np.zeros((24, 24), np.uint8)
    window[8:17, 9:15] = 200
    patch = letter_patch(window, 24)
    assert patch is not None
    assert patch.shape == (PATCH, PATCH)
    assert patch[PATCH // 2, PATCH // 2] == 1
    assert not patch[0].any()


def test_forms_are_measured_in_millimetres() -> None:
    field = "x = {}\ny = 20.0\nwidth = 10.0\nheight = 5.0\n"
    text = "pitch_mm = 10.0\n" + "".join(f"[{name}]\n{field.format(30)}" for name in ("total", "bonus", "joker"))
    form = parse("mine", text)
    assert (form.total.x, form.total.y, form.total.width, form.total.height) == (3.0, 2.0, 1.0, 0.5)
    box = forms()[0].total
    assert nearness("total", (box.x + box.width / 2, box.y + box.height / 2)) == pytest.approx(1)
    assert nearness("total", (40.0, 40.0)) < 0.01
