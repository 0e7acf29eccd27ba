"""`qwords locate` prints where lattices lie."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from cli.locate_command import command


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    """A picture of a 4x4 lattice whose corners lie at (100, 80) and (500, 480)."""
    pixels = np.full((600, 800, 3), 240, np.uint8)
    for line in range(5):
        cv2.line(pixels, (100 + 100 * line, 80), (100 + 100 * line, 480), (40, 40, 40), 3)
        cv2.line(pixels, (100, 80 + 100 * line), (500, 80 + 100 * line), (40, 40, 40), 3)
    path = tmp_path / "puzzle.png"
    cv2.imwrite(str(path), pixels)
    return path


def test_corners_as_json(puzzle: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(command, [str(puzzle), "--cells", "4x4", "--json", "--debug", str(tmp_path / "debug")])
    assert result.exit_code == 0, result.output
    (grid,) = json.loads(result.stdout)["grids"]
    assert np.abs(np.array(grid["corners"]) - [[100, 80], [500, 80], [500, 480], [100, 480]]).max() < 6
    assert 0 < grid["confidence"] <= 1
    assert len(list((tmp_path / "debug").glob("*.jpg"))) == 2


def test_nothing_found_is_exit_4(puzzle: Path) -> None:
    result = CliRunner().invoke(command, [str(puzzle), "--cells", "6x6", "--json"])
    assert result.exit_code == 4
    assert json.loads(result.stdout)["error"]["code"] == "sheet-not-found"
    assert "sheet-not-found" in result.stderr


def test_not_an_image_is_exit_4(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"hello")
    result = CliRunner().invoke(command, [str(tmp_path / "photo.jpg")])
    assert result.exit_code == 4 and "not-an-image" in result.stderr


def test_a_bad_size_is_a_usage_error(puzzle: Path) -> None:
    assert CliRunner().invoke(command, [str(puzzle), "--cells", "5"]).exit_code == 2
