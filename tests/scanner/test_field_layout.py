"""Fields are found around the grid whatever the sheet's proportions, and the side is told from its marks."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_photos import as_seen, fields_right, photograph, unusual_design

from benchmarks.drawn import Design, any_design, snapshot
from scanner import geometry
from scanner.field_layout import find_circles, find_fields
from scanner.field_network import KINDS, VIEW, FieldMaps
from scanner.known_forms import forms, nearness, parse
from scanner.rectify import rectify


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


@pytest.mark.parametrize("seed", [0, 1, 2, 5, 9])
def test_unusual_designs_are_found(seed: int) -> None:
    design = unusual_design(seed)
    photo, truth = photograph(design, turn=seed % 4, seed=seed)
    sheet = rectify(photo, as_seen(truth))
    assert np.allclose(sheet.lattice.nodes, truth.nodes)
    assert fields_right(design, sheet.fields) == {"circles": True, "total": True, "bonus": True, "joker": True}


def maps(*spots: tuple[str, float, float, float, float]) -> FieldMaps:
    """What the network would show of fields of a kind, heat, middle and size."""
    rows, columns = round(VIEW.height * 6), round(VIEW.width * 6)
    heat, shapes = np.zeros((len(KINDS), rows, columns), np.float32), np.zeros((4, rows, columns), np.float32)
    y, x = np.mgrid[:rows, :columns]
    for kind, hot, u, v, size in spots:
        across, down = (u - VIEW.x) * 6 - 0.5, (v - VIEW.y) * 6 - 0.5
        own = hot * np.exp(-((x - across) ** 2 + (y - down) ** 2) / 2)
        near = own > heat.max(axis=0)
        shapes[:, near] = np.stack([across - x, down - y, *[np.full(x.shape, np.log(size))] * 2])[:, near]
        heat[KINDS.index(kind)] = np.maximum(heat[KINDS.index(kind)], own)
    return FieldMaps(heat, shapes, np.array([0.2, 0.5, 0.3], np.float32))


def circles(off: float = 0.0, hot: float = 0.9) -> list[tuple[str, float, float, float, float]]:
    """Ten circles, the third of the rows a little off or cold."""
    right = [("circle", hot if line == 2 else 0.9, 5.7 + off * (line == 2), line + 0.5, 0.7) for line in range(5)]
    return right + [("circle", 0.9, line + 0.5, 5.8, 0.7) for line in range(5)]


def test_a_place_is_told_to_a_fraction_of_a_sample() -> None:
    (spot,) = maps(("total", 0.8, -2.03, 4.41, 1.3)).peaks("total", 0.2)
    assert (spot.box.x + 0.65, spot.box.y + 0.65, spot.box.width) == pytest.approx((-2.03, 4.41, 1.3), abs=0.01)
    assert spot.heat == pytest.approx(0.8, abs=0.15)


@pytest.mark.parametrize(("off", "hot"), [(0.2, 0.9), (0.0, 0.02)])
def test_a_circle_that_is_off_or_cold_is_put_in_line(off: float, hot: float) -> None:
    found = find_circles(maps(*circles(off, hot)))
    assert [box.x + box.width / 2 for box in found.rows] == pytest.approx([5.7] * 5, abs=0.02)
    assert [box.y + box.height / 2 for box in found.rows] == pytest.approx([0.5, 1.5, 2.5, 3.5, 4.5], abs=0.02)


def test_circles_on_one_side_only_are_cold() -> None:
    assert find_circles(maps(*circles()[:5])).heat < 0.01


def test_a_known_form_helps_a_faint_field_and_only_there() -> None:
    known = forms()[0].total
    place = known.x + known.width / 2, known.y + known.height / 2
    faint = maps(*circles(), ("total", 0.35, *place, 1.0))
    elsewhere = maps(*circles(), ("total", 0.35, 3.0, 8.0, 1.0))
    for seen, found in ((faint, True), (elsewhere, False)):
        assert (find_fields(seen, find_circles(seen), lambda _: True).total is not None) == found


def test_what_the_photo_does_not_show_is_no_field() -> None:
    seen = maps(*circles(), ("total", 0.9, -2.0, 4.0, 1.0))
    assert find_fields(seen, find_circles(seen), lambda _: False).total is None


def test_forms_are_measured_in_millimetres() -> None:
    field = "x = {}\ny = 20.0\nwidth = 10.0\nheight = 5.0\n"
    text = "pitch_mm = 10.0\n" + "".join(f"[{name}]\n{field.format(30)}" for name in ("total", "bonus", "joker"))
    form = parse("mine", text)
    assert (form.total.x, form.total.y, form.total.width, form.total.height) == (3.0, 2.0, 1.0, 0.5)
    box = forms()[0].total
    assert nearness("total", (box.x + box.width / 2, box.y + box.height / 2)) == pytest.approx(1)
    assert nearness("total", (40.0, 40.0)) < 0.01
