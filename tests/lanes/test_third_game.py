"""A third game lies in one folder outside the program, and goes through every door while the first game is hidden."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GRID = ("HANDLES", "OPEN.AR", "TRAILED", "SEVENTY")
SCAN = """
import json, sys
from starlette.testclient import TestClient
from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings
client = TestClient(create_app(Settings(), Referee()))
photo = open(sys.argv[1], "rb").read()
said = json.dumps([{"kind": "stamp", "place": [2], "value": "yes"}])
first_lane = {"game": "lanes", "double": "1", "corrections": said}
scan = client.post("/v1/scans", files={"photo": ("p.png", photo)}, data=first_lane)
wrong = client.post("/v1/scans", files={"photo": ("p.png", photo)}, data={"game": "lanes", "double": "9"})
report = client.post("/v1/reports", files={"photo": ("p.png", photo)}, data={"game": "lanes"})
first = client.post("/v1/scans", files={"photo": ("p.png", photo)}, data={"game": "qwords"})
print(json.dumps([scan.json(), wrong.status_code, report.text, first.json()]))
"""


def qwords(
    *words: object, python: tuple[str, ...] = ("-m", "cli"), hidden: bool = True
) -> subprocess.CompletedProcess[str]:
    paths = [HERE / "installed", *([HERE / "hidden"] if hidden else []), ROOT]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *python, *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT, timeout=240)


def draw(path: Path, rows: tuple[str, ...] = GRID) -> Path:
    """A photo of a filled sheet on a dark table."""
    cell, edge = 110, 140
    height, width = 2 * edge + 4 * cell, 2 * edge + 7 * cell
    page = np.full((height, width, 3), 245, np.uint8)
    for at in range(5):
        cv2.line(page, (edge, edge + at * cell), (width - edge, edge + at * cell), (40, 40, 40), 4)
    for at in range(8):
        cv2.line(page, (edge + at * cell, edge), (edge + at * cell, height - edge), (40, 40, 40), 4)
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters.replace(".", " ")):
            place = edge + column * cell + 28, edge + row * cell + 82
            cv2.putText(page, letter, place, cv2.FONT_HERSHEY_SIMPLEX, 2.4, (90, 40, 20), 6, cv2.LINE_AA)
    photo = np.full((height + 200, width + 200, 3), 60, np.uint8)
    photo[100 : 100 + height, 100 : 100 + width] = page
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), photo)
    return path


def test_the_command_reads_reports_types_and_prints(tmp_path: Path) -> None:
    photo = draw(tmp_path / "p.png")
    scored = qwords("score", photo, "--game", "lanes", "--double", "2", "--json", "--report", tmp_path / "r.html")
    assert scored.returncode in (0, 3), scored.stderr
    (sheet,) = json.loads(scored.stdout)["sheets"]
    assert [len(row) for row in sheet["grid"]] == [7, 7, 7, 7] and sheet["total"] == 7 + 2 * 6 + 7 + 7
    assert "total 33" in (tmp_path / "r.html").read_text(encoding="utf-8")
    typed = qwords("grid", "/".join(GRID), "--game", "lanes", "--json")
    assert json.loads(typed.stdout)["sheets"][0]["total"] == 27
    printed = qwords("sheet", "--game", "lanes", "--frame", "--out", tmp_path / "s.pdf", "--copies", 2)
    assert printed.returncode == 0 and (tmp_path / "s.pdf").read_bytes()[:4] == b"%PDF"
    refused = qwords("grid", "/".join(GRID), "--game", "qwords")
    assert refused.returncode == 1 and "[broken-game]" in refused.stderr


def test_the_game_is_told_by_its_lattice(tmp_path: Path) -> None:
    told = qwords("score", draw(tmp_path / "p.png"), "--json", hidden=False)
    assert json.loads(told.stdout)["game"] == "lanes", told.stderr


def test_the_service_reads_and_reports(tmp_path: Path) -> None:
    ran = qwords("-c", SCAN, draw(tmp_path / "p.png"), python=())
    assert ran.returncode == 0, ran.stderr
    scan, wrong, report, first = json.loads(ran.stdout)
    assert scan["sheets"][0]["lanes"] == [14, 11, 7, 7] and wrong == 422
    assert "total 27" in report and first["code"] == "broken-game"


@pytest.mark.slow
def test_a_tournament_of_three_players(tmp_path: Path) -> None:
    other = ("QUARTZY", "BOX.ING", "JUMPED.", "WIZARDS")
    third = ("MOUNTED", "CRY.PTS", "FLANKED", "VIBRATE")
    for player, rows in (("Ann", GRID), ("Ben", other), ("Cleo", third)):
        draw(tmp_path / "in" / f"{player}.png", rows)
    twice = cv2.imread(str(tmp_path / "in" / "Ann.png"))
    cv2.imwrite(str(tmp_path / "in" / "Ann-again.png"), np.clip(twice.astype(int) + 4, 0, 255).astype(np.uint8))
    cup = tmp_path / "cup"
    ran = qwords("tournament", "run", tmp_path / "in", "--out", cup, "--game", "lanes", "--double", "4", "--jobs", 1)
    assert ran.returncode in (0, 3), ran.stderr
    rows = {
        row["page"].split("/")[-1]: row
        for row in csv.DictReader(io.StringIO((cup / "results.csv").read_text(encoding="utf-8-sig")))
    }
    assert {name: row["total"] for name, row in rows.items()} == {
        "Ann.png": "34", "Ann-again.png": "34", "Ben.png": "33", "Cleo.png": "34",
    }  # fmt: skip
    assert rows["Ann.png"]["same as"] or rows["Ann-again.png"]["same as"], "photographed twice"
    said = qwords("tournament", "correct", cup, "in/Ben.png", "4,7=.", "stamp 4=yes", "--who", "Eva")
    assert said.returncode == 0 and said.stdout.rstrip().endswith("33 → 41"), said.stderr + said.stdout
    refused = qwords("tournament", "correct", cup, "in/Ben.png", "5,1=A", "--who", "Eva")
    assert refused.returncode == 1 and "[bad-correction]" in refused.stderr
    assert '"total":41' in (cup / "results.jsonl").read_text(encoding="utf-8")
    assert "Ben" in (cup / "standings.csv").read_text(encoding="utf-8-sig").splitlines()[1]
    report = qwords("tournament", "report", cup, "in/Ben.png", "--report", tmp_path / "ben.html")
    assert report.returncode == 0 and "total 41" in (tmp_path / "ben.html").read_text(encoding="utf-8")
