"""Lattices are found where they are, and only there."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.drawn import any_grid, snapshot
from scanner.cell_network import _input, cell_middles
from scanner.frame import Frame, fit_frame, unit_nodes
from scanner.image_pyramid import Pyramid
from scanner.lattice.node_fit import onto_lines
from scanner.lattice.outline_edge import with_edges
from scanner.lattice.region_growing import Group, grow_lattices, split
from scanner.lattice_network import Lines, Pieces, see_lines
from scanner.locate import locate, look_again
from scanner.locate_corners import locate_at
from scanner.values import Lattice, Photo


def as_photo(pixels: np.ndarray) -> Photo:
    return Photo("drawn", "", pixels.shape[1], pixels.shape[0], pixels)


def drawn(columns: int = 5, rows: int = 5, gap: float = 0.0, pitch: int = 80, circles: bool = True) -> np.ndarray:
    """A sheet with a lattice whose corner lies at (200, 150), with letters, and circles beside it."""
    sheet = np.full((150 + (rows + 3) * pitch, 200 + (columns + 3) * pitch, 3), 245, np.uint8)
    for row in range(rows):
        for column in range(columns):
            inset = int(gap * pitch / 2)
            x, y = 200 + column * pitch, 150 + row * pitch
            cv2.rectangle(sheet, (x + inset, y + inset), (x + pitch - inset, y + pitch - inset), (60, 50, 40), 3)
            letter = chr(65 + (row * 7 + column * 3) % 26)
            cv2.putText(sheet, letter, (x + 25, y + 55), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (120, 40, 20), 3, cv2.LINE_AA)
    if circles:
        spots = [(200 + columns * pitch + 55, 150 + i * pitch + pitch // 2) for i in range(rows)]
        spots += [(200 + i * pitch + pitch // 2, 150 + rows * pitch + 55) for i in range(columns)]
        for spot in spots:
            cv2.circle(sheet, spot, 34, (60, 50, 40), 3, cv2.LINE_AA)
    return sheet


def seen(sheet: np.ndarray, columns: int, rows: int, turn: float, tilt: float) -> tuple[np.ndarray, np.ndarray]:
    """The sheet on a dark table, turned and tilted, with the true corners of its lattice."""
    height, width = sheet.shape[:2]
    angle = np.radians(turn)
    cos, sin = np.cos(angle), np.sin(angle)
    flat = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ [[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]]
    rotation, _ = cv2.Rodrigues(np.radians([tilt, 0.0, 0.0]))
    focal = 1800.0
    view = np.diag([focal, focal, 1.0]) @ np.column_stack([rotation[:, :2], [0, 0, focal * 1.1]])
    matrix = np.array([[1, 0, 800], [0, 1, 600], [0, 0, 1]]) @ view @ flat
    pixels = cv2.warpPerspective(
        sheet, matrix, (1600, 1200), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=(70, 90, 100)
    )
    right, bottom = 200 + columns * 80, 150 + rows * 80
    corners = np.array([[200, 150], [right, 150], [right, bottom], [200, bottom]], float)
    return pixels, cv2.perspectiveTransform(corners.reshape(-1, 1, 2), matrix).reshape(-1, 2)


def corner_error(lattice: Lattice, corners: np.ndarray) -> float:
    side = np.hypot(*(corners[1] - corners[0]))
    return min(float(np.hypot(*(np.roll(lattice.corners, k, 0) - corners).T).max() / side) for k in range(4))


@pytest.mark.parametrize("gap", [0.0, 0.14])
@pytest.mark.parametrize(("turn", "tilt"), [(0, 0), (37, 0), (100, 25), (200, 35)])
def test_a_lattice_is_found_at_any_angle(gap: float, turn: float, tilt: float) -> None:
    pixels, corners = seen(drawn(gap=gap), 5, 5, turn, tilt)
    found = locate(as_photo(pixels))
    assert len(found) == 1
    assert found[0].nodes.shape == (6, 6, 2)
    inset = 0.03 if gap else 0.0
    assert corner_error(found[0], corners) < 0.02 + inset
    assert 0 < found[0].confidence <= 1


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (6, 6), (9, 9), (4, 6)])
def test_other_sizes_are_found_when_asked_for(columns: int, rows: int) -> None:
    pixels, corners = seen(drawn(columns, rows, circles=False), columns, rows, 5, 10)
    found = locate(as_photo(pixels), columns, rows)
    assert len(found) == 1 and found[0].nodes.shape == (rows + 1, columns + 1, 2)
    assert corner_error(found[0], corners) < 0.02


@pytest.mark.parametrize("size", [4, 6, 9])
def test_part_of_a_larger_lattice_is_no_lattice(size: int) -> None:
    pixels, _ = seen(drawn(size, size, circles=False), size, size, 5, 10)
    assert locate(as_photo(pixels), 5, 5) == ()


def on_coloured_paper() -> np.ndarray:
    """White boxes and white circles with outlines on yellow paper, the centre lines tinted like it."""
    sheet = np.full((790, 840, 3), (110, 190, 215), np.uint8)
    for row in range(5):
        for column in range(5):
            x, y = 200 + column * 80, 150 + row * 80
            fill = (90, 180, 225) if 2 in (row, column) else (245, 245, 245)
            cv2.rectangle(sheet, (x + 5, y + 5), (x + 75, y + 75), fill, -1)
            cv2.rectangle(sheet, (x + 5, y + 5), (x + 75, y + 75), (40, 40, 110), 2)
            letter = chr(65 + (row * 7 + column * 3) % 26)
            cv2.putText(sheet, letter, (x + 25, y + 55), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (60, 50, 50), 3, cv2.LINE_AA)
    for spot in [(646, 190 + i * 80) for i in range(5)] + [(240 + i * 80, 596) for i in range(5)]:
        cv2.circle(sheet, spot, 33, (245, 245, 245), -1)
        cv2.circle(sheet, spot, 33, (40, 40, 110), 2, cv2.LINE_AA)
    return sheet


@pytest.mark.parametrize("gap", [0.0, 0.14])
@pytest.mark.parametrize("size", [4, 6, 9])
def test_cells_and_circles_make_no_lattice_of_another_size(size: int, gap: float) -> None:
    pixels, _ = seen(drawn(gap=gap), 5, 5, 100, 15)
    assert locate(as_photo(pixels), size, size) == ()


def test_white_circles_on_coloured_paper_are_no_cells() -> None:
    pixels, corners = seen(on_coloured_paper(), 5, 5, 8, 10)
    found = locate(as_photo(pixels))
    assert len(found) == 1 and corner_error(found[0], corners) < 0.03
    assert locate(as_photo(pixels), 6, 6) == ()


def test_steps_of_squares_are_no_lattice() -> None:
    sheet = np.full((600, 800, 3), 240, np.uint8)
    for row in range(4):
        for column in range(row + 2):
            x, y = 300 + column * 40, 200 + row * 40
            cv2.rectangle(sheet, (x + 4, y + 4), (x + 36, y + 36), (150, 90, 40), -1)
    assert locate(as_photo(sheet), 4, 4) == ()


def test_the_first_corner_is_top_left_and_the_rest_go_clockwise() -> None:
    pixels, _ = seen(drawn(), 5, 5, 170, 0)
    corners = locate(as_photo(pixels))[0].corners
    assert corners[0].sum() == min(corners.sum(axis=1))
    assert cv2.contourArea(corners, oriented=True) > 0


def test_two_sheets_are_found_from_the_left() -> None:
    one = cv2.resize(seen(drawn(), 5, 5, 4, 0)[0], (800, 600), interpolation=cv2.INTER_AREA)
    found = locate(as_photo(np.hstack([one, one])))
    assert len(found) == 2
    assert found[0].corners[:, 0].mean() < found[1].corners[:, 0].mean()


@pytest.mark.parametrize("kind", ["plain", "noise", "checked", "squared", "lines"])
def test_nothing_is_found_where_nothing_is(kind: str) -> None:
    random = np.random.default_rng(4)
    pixels = np.full((900, 1200, 3), 230, np.uint8)
    if kind == "noise":
        pixels = random.integers(0, 255, pixels.shape, np.uint8)
    elif kind == "checked":
        y, x = np.mgrid[:900, :1200] // 40
        pixels[(x + y) % 2 == 0] = (160, 80, 60)
    elif kind in ("squared", "lines"):
        pixels[::40] = 90
        if kind == "squared":
            pixels[:, ::40] = 90
    assert locate(as_photo(pixels)) == ()


@pytest.mark.parametrize("shape", [(1, 1), (3, 700), (40, 40)])
def test_tiny_pictures_hold_nothing(shape: tuple[int, int]) -> None:
    assert locate(as_photo(np.full((*shape, 3), 200, np.uint8))) == ()


def test_neighbours_are_grouped_with_their_places() -> None:
    places = np.array([(c, r) for r in range(4) for c in range(5) if (c, r) not in ((2, 1), (4, 3))], float)
    points = places @ np.array([[30.0, 6.0], [-5.0, 28.0]]) + 100
    groups = grow_lattices(points)
    assert len(groups) == 1 and len(groups[0].points) == 18
    assert sorted(groups[0].span) == [4, 5]


def test_points_without_order_make_no_large_group() -> None:
    points = np.random.default_rng(2).uniform(0, 1000, (40, 2))
    assert all(len(group.points) < 10 for group in grow_lattices(points))
    assert grow_lattices(np.zeros((9, 2))) == []


TILED = [seed for seed in range(40) if any_grid(seed).tiles][:4]
CROSSED = [seed for seed in range(100, 300) if any_grid(seed).tiles and any_grid(seed).side == "B"][:3]


@pytest.mark.parametrize("seed", TILED)
@pytest.mark.parametrize("share", [0.06, 0.3])
def test_tinted_cells_need_no_outlines(seed: int, share: float) -> None:
    photo, truth = snapshot(any_grid(seed), seed, share)
    found = locate(photo)
    assert len(found) == 1
    assert corner_error(found[0], truth.corners) < 0.03


@pytest.mark.parametrize("seed", CROSSED)
def test_tinted_cells_may_be_of_two_colours(seed: int) -> None:
    photo, truth = snapshot(replace(any_grid(seed), mark="tint"), seed, 0.12)
    found = locate(photo)
    assert len(found) == 1
    assert corner_error(found[0], truth.corners) < 0.03


def test_the_network_is_shown_a_picture_that_is_at_hand() -> None:
    pyramid = Pyramid(np.full((750, 1000, 3), 200, np.uint8))
    assert [_input(pyramid, side)[1] for side in (512, 640, 1024)] == [0.5, 0.64, 1]


def test_points_out_of_line_are_no_part_of_a_lattice() -> None:
    own = [(c * 30.0, r * 30.0) for r in range(5) for c in range(5)]
    other = [(c * 30.0 + 5, r * 30.0 - 5) for r in range(-9, 0) for c in range(9)]
    groups = grow_lattices(np.array(own + other) + 400)
    assert len(groups[0].points) > 80
    parts = [{(float(x), float(y)) for x, y in part.points - 400} for part in split(groups[0], 5, 5)]
    assert any(part == set(own) for part in parts)


def test_a_lattice_that_grew_together_with_another_is_looked_at_alone() -> None:
    places = [(c, r) for r in range(5) for c in range(5)] + [(c, r) for r in range(6, 15) for c in range(9)] + [(2, 5)]
    points = np.array(places, float) * 30 + 100
    groups = grow_lattices(points)
    assert [len(group.points) for group in groups] == [len(points)]
    parts = split(groups[0], 5, 5)
    own = {(float(x), float(y)) for x, y in points[:25]}
    assert any(own <= {(float(x), float(y)) for x, y in part.points} for part in parts)
    assert all(max(part.span) <= 7 for part in parts)


def test_the_pitch_of_a_group_is_that_of_its_cells() -> None:
    at = np.array([(c, r) for r in range(5) for c in range(5) if (c + r) % 3])
    points = at @ np.array([[30.0, 0.0], [0.0, 20.0]]) @ np.array([[0.6, 0.8], [-0.8, 0.6]])
    assert Group(points, at).pitch == pytest.approx(np.sqrt(600))


def test_the_network_sees_every_cell_and_no_plain_paper() -> None:
    pixels, corners = seen(drawn(), 5, 5, 20, 10)
    cells = cell_middles(Pyramid(pixels), 640)
    homography = cv2.getPerspectiveTransform(
        np.array([[0, 0], [5, 0], [5, 5], [0, 5]], np.float32), np.float32(corners)
    )
    units = np.stack(np.meshgrid(np.arange(5) + 0.5, np.arange(5) + 0.5), -1).reshape(-1, 1, 2)
    middles = cv2.perspectiveTransform(units, homography)
    away = np.linalg.norm(middles - cells[None], axis=2).min(axis=1)
    assert away.max() < 0.1 * np.hypot(*(corners[1] - corners[0])) / 5
    assert cell_middles(Pyramid(np.full((600, 800, 3), 230, np.uint8)), 640).shape == (0, 2)


def test_the_lattice_network_sees_which_lines_are_the_outline_and_where_they_lie() -> None:
    pyramid = Pyramid(drawn())
    right = fit_frame(unit_nodes(5, 5) * 80 + (200, 150))
    aside = Frame(right.homography, right.bend + np.array([6.0, -4.0]))
    lines = see_lines(pyramid, aside.resized(1, 1, 1, 1)).part(1, 1, 5, 5)
    for pieces, shift in ((lines.upright, -6 / 80), (lines.level, 4 / 80)):
        assert pieces.outline[:, [0, -1]].min() > 0.5 > pieces.outline[:, 1:-1].max()
        assert pieces.inner[:, 1:-1].min() > 0.5 > pieces.inner[:, [0, -1]].max()
        assert np.abs(pieces.aside[:, 1:-1] - shift).max() < 0.03
    assert np.abs(look_again(pyramid, aside).frame.nodes - right.nodes).max() < 4


def pieces(aside: np.ndarray) -> Pieces:
    return Pieces(np.ones_like(aside), np.ones_like(aside), aside)


def test_nodes_move_onto_lines_and_past_pieces_that_are_wrong() -> None:
    frame = fit_frame(unit_nodes(5, 5) * 40)
    bowed = 0.05 * ((np.arange(10) + 0.5) / 5 - 1) ** 2  # two pieces to a cell
    across, down = np.repeat(bowed[:, None], 6, axis=1), np.full((10, 6), -0.03)
    across[4, 3] += 0.2
    moved = (onto_lines(frame, Lines(pieces(across), pieces(down))).nodes - frame.nodes) / 40
    assert np.abs(moved[..., 1] + 0.03).max() < 0.005
    assert np.abs(moved[..., 0] - 0.05 * np.linspace(-1, 1, 6)[:, None] ** 2).max() < 0.015


def test_the_outline_need_not_follow_the_inner_lines() -> None:
    frame = fit_frame(unit_nodes(5, 4) * 40)
    across, down = np.zeros((8, 6)), np.zeros((10, 5))
    across[:, 0] = -0.08
    moved = (onto_lines(frame, Lines(pieces(across), pieces(down))).nodes - frame.nodes) / 40
    assert moved[:, 0, 0] == pytest.approx(-0.08, abs=0.005)
    assert np.abs(moved[:, 1:]).max() < 0.005


def test_the_outline_is_where_its_line_ends() -> None:
    sheet = np.full((400, 400, 3), 240, np.uint8)
    sheet[:, 98:102] = sheet[:, 298:302] = 40
    frame = fit_frame(100 + 40 * unit_nodes(5, 5))
    found = with_edges(Pyramid(sheet), frame, Lines(pieces(np.zeros((10, 6))), pieces(np.zeros((10, 6)))))
    assert 40 * found.upright.aside[:, 0] == pytest.approx(-2, abs=0.8)
    assert 40 * found.upright.aside[:, -1] == pytest.approx(2, abs=0.8)
    assert not found.upright.aside[:, 1:-1].any()


def test_a_lattice_is_as_sure_as_its_weakest_line() -> None:
    inner, outline = np.zeros((8, 7)), np.zeros((8, 7))  # of 8x8 cells, with a lattice of 5x5 from the second on
    inner[1:6, 1:5], outline[1:6, [0, 5]] = 0.9, 0.8
    aside = np.zeros((16, 7))
    clear = Pieces(inner.repeat(2, axis=0), outline.repeat(2, axis=0), aside)
    assert np.allclose(Lines(clear, clear).scores(5, 5), [[0.8, 0], [0, 0]])
    inner[2:5, 2] = 0
    broken = Pieces(inner.repeat(2, axis=0), outline.repeat(2, axis=0), aside)
    assert Lines(clear, broken).scores(5, 5)[0, 0] == pytest.approx(0.36)
    assert Lines(clear, clear).scores(4, 4).max() == 0 and Lines(clear, clear).scores(6, 5).max() == 0


@pytest.mark.parametrize("seed", range(4))
def test_corners_shown_by_a_person_are_moved_onto_the_lines(seed: int) -> None:
    pixels, corners = seen(drawn(), 5, 5, 100, 20)
    side = np.hypot(*(corners[1] - corners[0]))
    shown = corners + np.random.default_rng(seed).uniform(-0.04, 0.04, (4, 2)) * side
    lattice = locate_at(as_photo(pixels), shown.astype(np.float32))
    off = np.hypot(*(lattice.corners - corners).T).max() / side
    assert off < 0.02  # the first corner stays the first


def test_corners_shown_where_no_lines_are_stay() -> None:
    shown = np.array([[300, 200], [700, 220], [690, 600], [310, 590]], np.float32)
    lattice = locate_at(as_photo(np.full((900, 1200, 3), 230, np.uint8)), shown)
    assert np.allclose(lattice.corners, shown, atol=0.01)


def bent_frame() -> Frame:
    nodes = unit_nodes(5, 4) @ np.array([[40.0, 6.0], [-5.0, 38.0]]) + (130, 90)
    return fit_frame(nodes + np.random.default_rng(1).normal(0, 2, nodes.shape))


def test_points_on_a_raster_lie_where_a_frame_places_them() -> None:
    frame = bent_frame()
    xs, ys = np.linspace(-1.5, 6.5, 9), np.linspace(-1.5, 5.5, 7)
    points = np.stack(np.meshgrid(xs, ys), axis=-1)
    assert np.allclose(frame.raster(xs, ys).transpose(1, 2, 0), frame.place(points))


def test_a_frame_may_be_turned_over() -> None:
    nodes = np.stack(np.meshgrid(np.arange(5.0) * 20, np.arange(4.0) * 30), -1) + 7
    assert np.allclose(fit_frame(nodes).turned().nodes, nodes.transpose(1, 0, 2))
