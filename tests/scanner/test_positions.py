"""Where things lie after flattening and cutting, by marks drawn at known places: to a fraction of a cell."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_photos import as_seen, photograph

from benchmarks import drawn
from benchmarks.drawn import PX, Design, snapshot
from scanner.cut import AROUND, FIELD_PX, MARGIN, cut
from scanner.locate import locate
from scanner.rectify import rectify
from scanner.values import Fields, Floats, Lattice, Photo, Pixels, Sheet

CELLS = 0.03  # cells that a mark may lie off; 0.016 is the most on these sheets, a shift of 2 of 48 pixels is 0.042
CIRCLES = 0.05  # the same beside the grid, where circles have to be found; 0.035 is the most
DOT = 5  # pixels of the drawing: radius of a mark
EMPTY = Design(grid=(".....",) * 5, rows=("",) * 5, columns=("",) * 5)
DESIGNS = {
    "lines": EMPTY,
    "boxes": replace(EMPTY, gap=0.12),
    "side B": replace(EMPTY, side="B", distance=0.85, radius=0.4),
}


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets have a dot in the middle of every cell and every circle."""
    draw = drawn.draw

    def with_dots(design: Design) -> Pixels:
        sheet = draw(design)
        for x, y in (*cells(), *circles(design)):
            place = (round((design.left + x) * PX), round((design.above + y) * PX))
            cv2.circle(sheet, place, DOT, drawn.PEN, -1, cv2.LINE_AA)
        return cv2.GaussianBlur(sheet, (3, 3), 0)

    monkeypatch.setattr(drawn, "draw", with_dots)


def cells() -> list[tuple[float, float]]:
    return [(column + 0.5, row + 0.5) for row in range(5) for column in range(5)]


def circles(design: Design) -> list[tuple[float, float]]:
    at = 5 + design.distance
    return [*((at, row + 0.5) for row in range(5)), *((column + 0.5, at) for column in range(5))]


def middle_of_dot(picture: Pixels) -> Floats:
    """Where the ink in a picture lies on average, from its middle, across and down."""
    grey = picture.astype(float) if picture.ndim == 2 else picture.astype(float).mean(axis=2)
    ink = np.maximum(np.median(grey) - grey - 40, 0)
    assert ink.sum() > 0, "no dot"
    ys, xs = np.mgrid[: grey.shape[0], : grey.shape[1]]
    half = (np.array(grey.shape[::-1]) - 1) / 2
    return np.array([(ink * xs).sum(), (ink * ys).sum()]) / ink.sum() - half


def on_flat_sheet(sheet: Sheet, places: Sequence[tuple[float, float]]) -> Floats:
    """How far off marks at these places lie on a flat sheet, in cells."""
    half, found = round(0.2 * sheet.pitch), []
    for place in places:
        left, top = (round(at + shift * sheet.pitch) for at, shift in zip(sheet.origin, place, strict=True))
        found.append(middle_of_dot(sheet.pixels[top - half : top + half, left - half : left + half]) / sheet.pitch)
    return np.array(found)


def in_crops(sheet: Sheet) -> tuple[Floats, Floats]:
    """How far off the marks lie in the crops of cells and circles, in cells."""
    crops = cut(sheet)
    letters = [middle_of_dot(crop[8:-8, 8:-8]) * (1 + 2 * MARGIN) / crop.shape[0] for crop in crops.letters]
    boxes, rim = (*sheet.fields.rows, *sheet.fields.columns), FIELD_PX // 3
    rings = [middle_of_dot(crop[rim:-rim, rim:-rim]) for crop in (*crops.rows, *crops.columns)]
    return np.array(letters), np.array(rings) * [[box.width * AROUND / FIELD_PX] for box in boxes]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
@pytest.mark.parametrize("located", [False, True], ids=["true lattice", "located"])
def test_marks_lie_in_the_middle_of_flat_cells_circles_and_crops(design: Design, seed: int, located: bool) -> None:
    photo, truth = photograph(design, turn=seed % 4, seed=seed)
    sheet = rectify(photo, the_one(photo, truth) if located else as_seen(truth))
    flat = on_flat_sheet(sheet, cells()), on_flat_sheet(sheet, circles(design))
    for letters, rings in (flat, in_crops(sheet)):
        assert np.abs(letters).max() < CELLS
        assert np.abs(rings).max() < CIRCLES


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
@pytest.mark.parametrize("located", [False, True], ids=["true lattice", "located"])
def test_marks_lie_in_the_middle_of_cells_seen_from_aside(design: Design, seed: int, located: bool) -> None:
    photo, truth = snapshot(design, seed, 0.15)
    sheet = rectify(photo, the_one(photo, truth) if located else truth)
    assert np.abs(on_flat_sheet(sheet, cells())).max() < CELLS
    crops = cut(replace(sheet, fields=Fields())).letters
    assert max(np.abs(middle_of_dot(crop[8:-8, 8:-8])).max() / sheet.pitch for crop in crops) < CELLS


def the_one(photo: Photo, truth: Lattice) -> Lattice:
    """The lattice that the locator finds where the sheet lies."""
    middle = truth.nodes.mean(axis=(0, 1))
    return min(locate(photo), key=lambda found: float(np.linalg.norm(found.nodes.mean(axis=(0, 1)) - middle)))
