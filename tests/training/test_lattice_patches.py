"""What the lattice network is taught is where drawings really have their lines."""

import numpy as np
import pytest

from training.lattice_patches import HEATS, MAPS, PITCH, SIDE, STRIDE, _show, turned
from training.locate_papers import soft_box, soft_strokes

COUNT = SIDE * PITCH // STRIDE


def shown(x: float) -> np.ndarray:
    """The maps of an upright outline at x, over the whole patch."""
    truth = np.zeros((MAPS, COUNT, COUNT), np.float32)
    _show(truth, np.ones((SIDE * PITCH,) * 2, bool), np.array([x, 0.0]), np.array([x, SIDE * PITCH]), outline=True)
    return truth


def test_a_line_is_shown_from_both_sides() -> None:
    truth = shown(101.0)
    seen = np.flatnonzero(truth[1, 5])
    assert int(seen.mean()) == 25 and not truth[[0, 2, 3]].any()
    assert (seen + 0.5) * STRIDE + truth[HEATS, 5, seen] * PITCH == pytest.approx(101.0)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_turned_patch_has_its_lines_where_they_went(quarters: int, mirrored: bool) -> None:
    picture = np.zeros((SIDE * PITCH, SIDE * PITCH, 3), np.uint8)
    picture[:, 101] = 255  # covers 101 to 102
    after, truth = turned(picture, shown(101.5).astype(np.float16), quarters, mirrored)
    way = quarters % 2
    spot = int(np.flatnonzero(after[:, 0, 0] if way else after[0, :, 0])[0]) + 0.5
    maps = truth.transpose(0, 2, 1) if way else truth
    seen = np.flatnonzero(maps[2 * way + 1, 5])
    assert (seen + 0.5) * STRIDE + maps[HEATS + way, 5, seen].astype(float) * PITCH == pytest.approx(spot, abs=0.02)


@pytest.mark.parametrize("width", [0.8, 1.0, 2.3, 4.0])
def test_lines_are_drawn_as_wide_as_they_are_told(width: float) -> None:
    boxed, stroked = (np.zeros((60, 60, 3), np.uint8) for _ in range(2))
    soft_box(boxed, (20.3, 20.3, 39.6, 39.6), 3, (255, 255, 255), width)
    soft_strokes(stroked, [(np.array([[20.3, 5], [20.3, 55]]), width)], (255, 255, 255))
    for canvas in (boxed, stroked):
        across = canvas[30, :30, 0] / 255
        assert across.sum() == pytest.approx(width, abs=0.35)
        assert across @ np.arange(30) / across.sum() == pytest.approx(20.3, abs=0.15)


def test_a_filled_box_ends_where_it_is_told_to() -> None:
    canvas = np.zeros((60, 60, 3), np.uint8)
    soft_box(canvas, (10.3, 12.0, 40.7, 30.0), 0, (255, 255, 255))
    assert canvas[20, :, 0].sum() / 255 == pytest.approx(30.4, abs=0.02)
    assert canvas[:, 20, 0].sum() / 255 == pytest.approx(18, abs=0.02)
