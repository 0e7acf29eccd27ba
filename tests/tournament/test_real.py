"""A small tournament with the real scanner: printed sheets, filled in, photographed, scored by the command."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

from filled_sheets import fill, photograph, rasterise

from sheets.identity_code import Identity
from sheets.sheet_pdf import sheets_pdf

SHEETS = {
    "Anna Weber": ("SUPER/TRIPH/RNLOI/ATECT/PMHHE", 1),
    "Ben Okafor": ("EUROA/NOONR/ORBIT/TOWNS/FLOUR", 2),
}


def qwords(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=Path(__file__).parents[2])


def test_printed_filled_photographed_scored_and_ranked(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number, (player, (grid, seed)) in enumerate(SHEETS.items()):
        paper = fill(rasterise(sheets_pdf("A", [Identity(player, "1")])), grid, seed=seed)
        (folder / f"IMG_{number}.jpg").write_bytes(photograph(paper, seed=seed))
    (folder / "blank.pdf").write_bytes(sheets_pdf("A", [Identity("Cleo", "1")]))
    result = qwords("tournament", "run", folder, "--out", tmp_path / "cup", "--lang", "en", "--jobs", 2, "--json")
    assert result.returncode in (0, 3), result.stderr
    summary = json.loads(result.stdout)
    assert (summary["pages"], summary["scored"], summary["sheets"], summary["empty"]) == (3, 3, 3, 1)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "cup" / "results.csv").read_text(encoding="utf-8-sig"))))
    found = {row["player"]: row["grid"] for row in rows if row["empty"] == "0"}
    assert found == {player: grid for player, (grid, _) in SHEETS.items()}
    assert {row["known by"] for row in rows} == {"qr"}
    report = qwords("tournament", "report", tmp_path / "cup", rows[0]["sheet"], "--report", tmp_path / "evidence.html")
    assert report.returncode == 0 and "52" in (tmp_path / "evidence.html").read_text(encoding="utf-8"), report.stderr
