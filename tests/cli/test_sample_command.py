"""A folder for a report of a fault: what others need to see it, and nothing about who took the photo."""

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import main

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
PHOTO = SAMPLES / "classic-en" / "photo.jpg"


def sample(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["sample", *map(str, arguments)])


def test_a_sample_holds_the_photo_the_truth_the_verdict_and_the_versions(tmp_path: Path) -> None:
    taken, out = tmp_path / "Anna at home.jpg", tmp_path / "out"
    data = PHOTO.read_bytes()
    taken.write_bytes(data[:2] + b"\xff\xfe\x00\x08camera" + data[2:])
    assert sample(taken, "--answers", "1,1=F 5,5=t", "--out", out).exit_code == 0
    assert {path.name for path in out.iterdir()} == {"photo.jpg", "truth.toml", "verdict.json", "versions.json"}
    kept = b"".join(path.read_bytes() for path in out.iterdir())
    assert b"camera" not in kept and b"Anna" not in kept
    truth = tomllib.loads((out / "truth.toml").read_text(encoding="utf-8"))
    assert truth["grid"] == ["FUROA", "NOONR", "ORBIT", "TOWNS", "FLOUT"] and truth["answered"] == [[1, 1], [5, 5]]
    assert (truth["game"], truth["language"], truth["side"]) == ("qwords", "en", "A")
    verdict = json.loads((out / "verdict.json").read_text(encoding="utf-8"))
    assert verdict["sheets"][0]["grid"][0] == "EUROA", "as it was read, to be seen beside the truth"
    assert "letters.onnx" in json.loads((out / "versions.json").read_text(encoding="utf-8"))


def test_a_sample_of_another_game_says_so(tmp_path: Path) -> None:
    assert sample(SAMPLES / "q4-font" / "photo.jpg", "--out", tmp_path / "out").exit_code == 0
    truth = tomllib.loads((tmp_path / "out" / "truth.toml").read_text(encoding="utf-8"))
    assert truth["game"] == "q4" and truth["grid"][0] == "ENEB" and truth["answered"] == []


@pytest.mark.parametrize("answers", ["1,1", "1=E", "1,1=EE", "E"])
def test_an_answer_that_is_none_is_refused_before_anything_is_written(tmp_path: Path, answers: str) -> None:
    done = sample(PHOTO, "--answers", answers, "--out", tmp_path / "out")
    assert done.exit_code != 0 and "is not like 3,2=N" in done.stderr and not (tmp_path / "out").exists()


def test_what_is_no_photo_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("no photo")
    done = sample(tmp_path / "text.jpg", "--out", tmp_path / "out")
    assert done.exit_code == 4 and not (tmp_path / "out").exists()
