"""A sheet is laid flat and upright, whichever way the photo was held."""

import cv2
import numpy as np
import pytest
from drawn_photos import as_seen, photograph

from benchmarks.drawn import PX, Design
from scanner import geometry
from scanner.canvas import MARGIN, area_around, paint
from scanner.field_network import VIEW
from scanner.frame import Frame
from scanner.image_pyramid import Pyramid
from scanner.rectify import rectify
from scanner.values import Floats, Lattice


def curled(inset: float = 0.0) -> Lattice:
    """The nodes of a bent sheet seen at an angle."""
    ticks = np.array([inset, 1, 2, 3, 4, 5 - inset])
    u, v = np.meshgrid(ticks, ticks)
    depth = 1 + 0.03 * u + 0.02 * v
    x, y = 300 + (70 * u + 6 * v) / depth, 200 + (65 * v - 4 * u + 1.5 * (u - 2.5) ** 2) / depth
    return Lattice(np.stack([x, y], -1).astype(np.float32), 1.0)


def places(frame: Frame, xs: Floats, ys: Floats) -> Floats:
    """Where places across and down, in pitches from the grid's corner, lie in the photo."""
    return frame.raster(xs + geometry.AROUND, ys + geometry.AROUND).transpose(1, 2, 0)


@pytest.mark.parametrize("inset", [0.0, 0.04, 0.08])
def test_the_frame_passes_through_every_node_and_knows_separate_boxes(inset: float) -> None:
    lattice = curled(inset)
    frame, found = geometry.spread(lattice)
    assert found == pytest.approx(inset, abs=0.012)
    ticks = np.array([found, 1, 2, 3, 4, 5 - found])
    assert np.abs(places(frame, ticks, ticks) - lattice.nodes).max() < 0.4  # of 70 pixels to a cell


def test_beyond_the_grid_the_frame_stays_near_the_plane() -> None:
    lattice = geometry.from_corners(np.array([[100, 100], [600, 120], [580, 640], [90, 600]], np.float32))
    frame, _ = geometry.spread(lattice)
    outside = places(frame, np.array([-4.0, 7.0]), np.array([-1.0, 8.0]))
    square = np.array([[0, 0], [5, 0], [5, 5], [0, 5]], np.float32)
    plane = cv2.getPerspectiveTransform(square, lattice.corners)
    corners = np.array([[[-4, -1], [7, -1], [-4, 8], [7, 8]]], np.float32)
    assert np.abs(outside.reshape(1, 4, 2) - cv2.perspectiveTransform(corners, plane)).max() < 1.0


def test_a_curl_goes_on_over_two_cells_around_the_grid() -> None:
    frame, _ = geometry.spread(curled())
    u, v = np.meshgrid(np.array([-2.0, 7.0]), np.arange(6.0))
    depth = 1 + 0.03 * u + 0.02 * v
    true = np.stack([300 + (70 * u + 6 * v) / depth, 200 + (65 * v - 4 * u + 1.5 * (u - 2.5) ** 2) / depth], -1)
    assert np.abs(places(frame, np.array([-2.0, 7.0]), np.arange(6.0)) - true).max() < 8


@pytest.mark.parametrize("turn", range(4))
def test_circles_tell_the_way_up(turn: int) -> None:
    photo, truth = photograph(Design(), turn=turn, seed=turn)
    sheet = rectify(photo, as_seen(truth))
    assert np.allclose(sheet.lattice.nodes, truth.nodes)
    assert sheet.turn_p > 0.9


def test_a_bare_grid_does_not_tell_its_way_up() -> None:
    photo, truth = photograph(Design(bare=True, side=None))
    sheet = rectify(photo, truth)
    assert sheet.turn_p == 0.25
    assert sheet.side is None
    assert not sheet.fields.rows


def test_the_flat_sheet_has_white_paper_and_square_cells() -> None:
    photo, truth = photograph(Design(grid=("....." * 5,) * 5, gap=0.0), seed=3)
    sheet = rectify(photo, truth)
    left, top = sheet.origin
    cell = sheet.pixels[top + 8 : top + sheet.pitch - 8, left + 8 : left + sheet.pitch - 8]
    assert np.abs(np.median(cell, axis=(0, 1)) - 245).max() < 8
    line = sheet.pixels[top + 4 : top + 5 * sheet.pitch - 4, left + sheet.pitch - 3 : left + sheet.pitch + 4]
    assert np.median(line.min(axis=(1, 2))) < 170


def test_a_reduced_photo_gives_the_same_picture() -> None:
    photo, truth = photograph(Design(), scale=2.0)
    half = cv2.resize(photo.pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    reduced = type(photo)(photo.name, photo.sha256, photo.width, photo.height, half)
    pitch = geometry.pitch_px(truth)
    assert pitch == pytest.approx(2 * PX, rel=0.15)
    frame, _ = geometry.spread(truth)
    area = area_around(truth)
    pictures = [paint(Pyramid(each.pixels), frame.scaled(each.scale), area, 24)[0] for each in (photo, reduced)]
    grid = np.s_[20:130, 20:130]
    assert np.abs(pictures[0][grid].astype(int) - pictures[1][grid]).mean() < 4


def test_a_legend_left_of_the_grid_is_painted_as_a_whole() -> None:
    photo, truth = photograph(Design(), seed=1)
    sheet = rectify(photo, truth)
    assert sheet.origin[0] == round(-VIEW.x * sheet.pitch)
    bare, truth = photograph(Design(bare=True, side=None), seed=1)
    assert rectify(bare, truth).origin == (round(MARGIN * sheet.pitch),) * 2
