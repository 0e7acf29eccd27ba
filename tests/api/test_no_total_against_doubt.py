"""No total is certain against what the verdict itself doubts: another language, an unseen side, a far-off claim."""

import json
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest
from click.testing import CliRunner, Result
from drawn_photos import photograph
from planned_scans import plan_scan

from benchmarks.drawn import Design
from cli import main
from referee.evidence import Evidence
from scanner.values import Scan

FRENCH = "DUOPOSSAUTKIWISINESTSEPHA"  # 51; English makes 57 of it and is a fifth as likely
ENGLISH = "SUPERTRIPHRNLOIATECTPMHHE"
HALF = "SUPER/TRIPH/RNLOI/ATECT/SEPHA"  # French 58, English 50: neither much likelier
CLAIMS = {"rows": ("10", "6", "-", "3", "1"), "columns": ("10", "3", "6", "10", "3")}


def run(*arguments: object, answers: str = "") -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=answers)


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A photo in which the scanner sees the French sheet, with nothing written around its grid."""
    return seen(tmp_path, monkeypatch, plan_scan(FRENCH))


def seen(folder: Path, monkeypatch: pytest.MonkeyPatch, scan: Scan) -> Path:
    monkeypatch.setattr("scanner.pipeline.scan", lambda *_: (scan,))
    path = folder / "photo.png"
    path.write_bytes(cv2.imencode(".png", np.full((300, 300, 3), 220, np.uint8))[1].tobytes())
    return path


def test_a_total_in_a_less_likely_language_is_never_certain(photo: Path) -> None:
    asked = run("score", photo, "--game", "qwords", "--lang", "en")
    assert asked.exit_code == 3, "57 points in English must not stand unasked where French is likelier"
    assert "57" in asked.stdout and "French" in asked.stdout and "51" in asked.stdout
    (sheet,) = json.loads(run("score", photo, "--game", "qwords", "--lang", "en", "--json").stdout)["sheets"]
    assert sheet["reasons"] == ["language"] and sheet["languages"][0][:2] == ["fr", 51]
    assert run("score", photo, "--game", "qwords", "--lang", "fr").exit_code == 0, "much likelier than any other"


@pytest.mark.parametrize(("answer", "total"), [("fr", 51), ("en", 57), ("", 57)])
def test_the_review_asks_for_the_language_and_is_answered(photo: Path, answer: str, total: int) -> None:
    told = run("score", photo, "--game", "qwords", "--lang", "en", "--review", "--json", answers=f"{answer}\n")
    assert told.exit_code == 0, told.output
    assert "side A" in told.stderr and "standard" in told.stderr, "side and rules are to be seen"
    (sheet,) = json.loads(told.stdout)["sheets"]
    assert (sheet["total"], sheet["reasons"]) == (total, [])


def test_auto_does_not_take_one_of_two_like_languages_for_certain() -> None:
    asked = run("grid", HALF, "--lang", "auto")
    assert asked.exit_code == 3
    assert "50" in asked.stdout and "French" in asked.stdout and "58" in asked.stdout
    assert run("grid", HALF, "--lang", "en").exit_code == 0, "who types letters and a language has chosen it"


def test_languages_of_the_same_total_ask_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one_word = "CHAT" + "." * 21
    path = seen(tmp_path, monkeypatch, plan_scan(one_word))
    (sheet,) = json.loads(run("score", path, "--game", "qwords", "--lang", "en", "--json").stdout)["sheets"]
    near = [fit for fit in sheet["languages"] if fit[2] >= 0.03]
    assert len(near) > 1 and {total for _, total, _ in near} == {sheet["total"]}
    assert "language" not in sheet["reasons"]


def test_a_side_that_no_mark_tells_is_asked_with_both_totals(tmp_path: Path) -> None:
    """A hand-ruled grid with its centre shaded and no letter, no joker box: it looked like side B at 0.9997."""
    photo, lattice = photograph(Design(bare=True, side="B"), seed=0)
    nodes = lattice.nodes
    pixels, shaded = photo.pixels.copy(), photo.pixels.copy()
    for corners in (nodes[[0, 0, 5, 5], [2, 3, 3, 2]], nodes[[2, 3, 3, 2], [0, 0, 5, 5]]):
        cv2.fillConvexPoly(shaded, corners.astype(np.int32), (190, 200, 200))
    pixels = np.minimum(pixels, shaded)
    move = cv2.getPerspectiveTransform(
        np.array([[0, 0], [5, 0], [5, 5], [0, 5]], np.float32), nodes[[0, 0, 5, 5], [0, 5, 5, 0]].astype(np.float32)
    )
    for at in (1.95, 3.05):
        for line in ([[at, 0], [at, 5]], [[0, at], [5, at]]):
            ends = cv2.perspectiveTransform(np.array([line], np.float32), move).astype(np.int32)
            cv2.polylines(pixels, [ends[0]], False, (60, 50, 45), 2, cv2.LINE_AA)
    path = tmp_path / "ruled.png"
    path.write_bytes(cv2.imencode(".png", pixels)[1].tobytes())
    asked = run("score", path, "--game", "qwords", "--lang", "en", "--json")
    (sheet,) = json.loads(asked.stdout)["sheets"]
    assert asked.exit_code == 3 and "side" in sheet["reasons"]
    assert sheet["side"] == "B" and sheet["side_p"] <= 0.9
    (doubt,) = [doubt for doubt in sheet["doubts"] if doubt["row"] is None]
    plain = json.loads(run("score", path, "--game", "qwords", "--lang", "en", "--side", "A", "--json").stdout)
    assert doubt["total_if"] == plain["sheets"][0]["total"] < sheet["total"]
    told = run("score", path, "--game", "qwords", "--lang", "en")
    assert f"{sheet['total']}" in told.stdout and f"{doubt['total_if']}" in told.stdout and "side B" in told.stdout


@pytest.mark.parametrize(("written", "reasons"), [("52", []), ("66", []), ("67", ["far-from-claim"]), ("-", [])])
def test_a_total_far_from_the_written_one_calls_a_person(
    client: httpx.Client, written: str, reasons: list[str]
) -> None:
    evidence = Evidence.of_scan(plan_scan(ENGLISH, **CLAIMS, total=written, bonus="struck")).to_json()
    sheet = client.post("/v1/scores", json={"evidence": evidence, "lang": "en"}).json()["sheets"][0]
    assert (sheet["total"], sheet["reasons"], sheet["needs_review"]) == (52, reasons, bool(reasons))
    letters = [
        {"row": place // 5 + 1, "column": place % 5 + 1, "letter": letter} for place, letter in enumerate(ENGLISH)
    ]
    confirmed = client.post("/v1/scores", json={"evidence": evidence, "lang": "en", "answers": letters}).json()
    assert confirmed["sheets"][0]["reasons"] == [], "whoever confirms every letter has seen it"
