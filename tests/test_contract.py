"""The contract with programs that call this one: commands, flags, exit codes, JSON shapes, library and HTTP routes.

What stands here may be added to, and never renamed, removed or given another type.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from api.app import create_app
from cli import main
from referee.settings import Settings
from scanner import make_reader

ENGLISH = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"
FLAGS = {
    "score": "lang side rules policy fairness house rolls reader json report debug",
    "grid": "lang side rules policy house rolls json",
    "word": "lang policy house json",
    "locate": "cells json",
    "tournament run": "out jobs cluster lang side rules policy fairness house rolls reader",
    "sheet": "side out players game",
    "serve": "host port",
    "doctor": "",
    "q4 check": "words json",
}
TEXT, NUMBER, WHOLE, YES = str, (int, float), int, bool
OR_NONE = type(None)
CORNERS = [[NUMBER]]
SHEET: dict[str, Any] = {
    "language": TEXT, "policy": TEXT, "side": (str, OR_NONE), "side_p": NUMBER, "rules": TEXT,
    "joker_crossed": (bool, OR_NONE), "grid": [TEXT], "bonus": WHOLE, "total": WHOLE, "rating": TEXT,
    "lines": [{"axis": TEXT, "index": WHOLE, "letters": TEXT, "word": (str, OR_NONE), "start": (int, OR_NONE),
               "points": WHOLE, "doubled": YES, "category": (str, OR_NONE), "sources": [TEXT],
               "claimed": (str, OR_NONE), "why_code": (str, OR_NONE), "fame": (float, int, OR_NONE)}],
    "findings": [{"kind": TEXT, "where": TEXT, "claimed": TEXT, "computed": TEXT, "text": TEXT}],
    "certainty": NUMBER, "totals": [[NUMBER]], "needs_review": YES,
    "doubts": [{"kind": TEXT, "row": (int, OR_NONE), "column": (int, OR_NONE), "letter": TEXT, "or": TEXT, "p": NUMBER,
                "total_if": WHOLE}],
    "reasons": [TEXT], "language_p": NUMBER, "languages": [[(str, int, float)]],
    "disputable": [{"word": TEXT, "line": TEXT, "total_without": WHOLE}],
}  # fmt: skip
CLAIMED = {"rows": [TEXT], "columns": [TEXT], "bonus": (bool, OR_NONE), "total": TEXT}
CELL = {"letter": TEXT, "p": NUMBER, "others": [[(str, int, float)]]}
READ_SHEET = {**SHEET, "corners": CORNERS, "cells": [[CELL]], "claimed": CLAIMED}
PHOTO = {"name": TEXT, "sha256": TEXT, "width": WHOLE, "height": WHOLE}
WORD = {"word": TEXT, "language": TEXT, "valid": YES, "tier": (str, OR_NONE), "category": (str, OR_NONE),
        "spellings": [TEXT], "sources": [TEXT], "frequency": NUMBER, "why": TEXT}  # fmt: skip
KINDS = {"sum", "points", "missed", "invalid", "bonus", "impossible", "rolls"}
ROUTES = {
    "GET": ("/healthz", "/readyz", "/metrics", "/v1/meta", "/v1/words/{lang}/{word}", "/v1/tournaments",
            "/v1/tournaments/{id}", "/v1/tournaments/{id}/standings"),
    "POST": ("/v1/scans", "/v1/scores", "/v1/tournaments", "/v1/tournaments/{id}/sheets",
             "/v1/tournaments/{id}/corrections", "/v1/tournaments/{id}/rulings"),
}  # fmt: skip


def run(*arguments: object, **environment: str) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], env=environment)


def has_shape(value: Any, shape: Any, where: str = "document") -> None:
    """Fail unless the value has all keys of the shape, and values of its types."""
    if isinstance(shape, Mapping):
        assert isinstance(value, dict) and not shape.keys() - value.keys(), (where, shape.keys() - value.keys())
        for name, part in shape.items():
            has_shape(value[name], part, f"{where}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list), where
        for number, item in enumerate(value):
            has_shape(item, shape[0], f"{where}[{number}]")
    else:
        assert isinstance(value, shape), (where, value)
        assert not isinstance(value, bool) or shape is bool or (isinstance(shape, tuple) and bool in shape), where


@pytest.fixture(scope="module")
def sample(root: Path) -> Path:
    return root / "samples" / "classic-en" / "photo.jpg"


@pytest.fixture(scope="module")
def verdict(sample: Path) -> Any:
    result = run("score", sample, "--lang", "en", "--json")
    assert result.exit_code in (0, 3)
    return json.loads(result.stdout)


@pytest.mark.parametrize("command", FLAGS)
def test_every_command_has_its_flags(command: str) -> None:
    found: click.Command = main
    for name in command.split():
        assert isinstance(found, click.Group)
        child = found.get_command(click.Context(found), name)
        assert child
        found = child
    known = {option for parameter in found.params for option in parameter.opts}
    assert {f"--{flag}" for flag in FLAGS[command].split()} <= known


def test_the_verdict_of_a_photo(verdict: Any) -> None:
    assert verdict["schema"] == "qwords.verdict/1"
    has_shape(verdict["photo"], PHOTO)
    (sheet,) = verdict["sheets"]
    has_shape(sheet, READ_SHEET)
    assert len(sheet["corners"]) == 4 and [len(row) for row in sheet["cells"]] == [5] * 5
    assert [(line["axis"], line["index"]) for line in sheet["lines"]] == [
        (axis, index) for axis in ("row", "column") for index in range(1, 6)
    ]
    assert {finding["kind"] for finding in sheet["findings"]} <= KINDS
    assert sheet["total"] == sheet["totals"][0][0] == sum(line["points"] for line in sheet["lines"]) + sheet["bonus"]
    assert sheet["needs_review"] == bool(sheet["reasons"])
    assert sheet["languages"][0][0] == "en" and len(sheet["languages"][0]) == 3


def test_several_photos_give_an_array_and_bad_ones_an_error(sample: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "blank.png"), np.full((600, 600), 200, np.uint8))
    result = run("score", tmp_path / "bad.jpg", sample, tmp_path / "blank.png", "--json")
    assert result.exit_code == 4
    bad, good, blank = json.loads(result.stdout)
    has_shape(good["sheets"], [READ_SHEET])
    for document, code in ((bad, "not-an-image"), (blank, "sheet-not-found")):
        has_shape(document, {"schema": TEXT, "photo": {"name": TEXT, "sha256": TEXT}, "error": {"hint": TEXT}})
        assert document["error"]["code"] == code and "sheets" not in document


def test_typed_letters() -> None:
    result = run("grid", ENGLISH, "--lang", "en", "--json")
    document = json.loads(result.stdout)
    (sheet,) = document["sheets"]
    has_shape(sheet, SHEET)
    assert (result.exit_code, document["schema"]) == (0, "qwords.verdict/1")
    assert "photo" not in document and not {"corners", "cells"} & sheet.keys() and sheet["claimed"] is None
    assert (sheet["total"], sheet["certainty"], sheet["rating"]) == (52, 1, "Strong")


def test_words_in_the_order_asked() -> None:
    result = run("word", "udon", "dach", "--lang", "de", "--json")
    udon, dach = json.loads(result.stdout)["words"]
    has_shape([udon, dach], [WORD])
    assert (udon["word"], udon["valid"], udon["tier"], udon["spellings"]) == ("UDON", False, "B", ["Udon"])
    assert (dach["word"], dach["valid"], dach["language"]) == ("DACH", True, "de")


def test_lattices(sample: Path) -> None:
    result = run("locate", sample, "--json")
    assert result.exit_code == 0
    (grid,) = json.loads(result.stdout)["grids"]
    has_shape(grid, {"corners": CORNERS, "confidence": NUMBER})
    assert run("locate", sample, "--cells", "9x9", "--json").exit_code == 4


def test_exit_codes(tmp_path: Path, sample: Path) -> None:
    (tmp_path / "text.txt").write_text("nothing of use", encoding="utf-8")
    assert run("grid", ENGLISH).exit_code == 0
    assert run("grid", ENGLISH, QWORDS_LANG="xx").exit_code == 1
    assert run("grid", ENGLISH, "--side", "C").exit_code == 2
    assert run("score", sample, "--lang", "de").exit_code == 3, "English words judged in German"
    assert run("score", sample, QWORDS_MAX_MEGAPIXELS="1").exit_code == 4
    assert run("grid", "SUPER").exit_code == 5
    assert run("grid", ENGLISH, "--house", tmp_path / "text.txt").exit_code == 5
    assert run("grid", ENGLISH, "--rolls", tmp_path / "text.txt").exit_code == 5


def test_data_on_stdout_everything_else_on_stderr(tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_bytes(b"no picture")
    failed = run("score", tmp_path / "bad.jpg")
    assert failed.stdout == "" and "not-an-image" in failed.stderr
    assert json.loads(run("score", tmp_path / "bad.jpg", "--json").stdout)["error"]


def test_sheets_are_printed(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("player,round\nAnna,1\nBen,1\n", encoding="utf-8")
    for more in ([], ["--players", tmp_path / "players.csv"]):
        assert run("sheet", "--side", "B", "--out", tmp_path / "sheet.pdf", *more).exit_code == 0
        assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


def test_a_tournament_writes_results_standings_and_queue(tmp_path: Path, sample: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "Anna.jpg").write_bytes(sample.read_bytes())
    result = run("tournament", "run", tmp_path / "in", "--out", tmp_path / "cup", "--jobs", "1", "--lang", "en")
    assert result.exit_code in (0, 3), result.output
    names = {path.name for path in (tmp_path / "cup").iterdir()}
    assert {"results.csv", "results.jsonl", "standings.csv", "standings.html", "review.csv"} <= names
    line = json.loads((tmp_path / "cup" / "results.jsonl").read_text(encoding="utf-8"))
    has_shape(line, READ_SHEET)


def test_the_reader_reads_crops_of_any_size() -> None:
    reader = make_reader("cnn")
    letter = cv2.putText(np.full((64, 48), 245, np.uint8), "E", (8, 50), cv2.FONT_HERSHEY_SIMPLEX, 1.6, 20, 3)
    number = cv2.putText(np.full((90, 90), 245, np.uint8), "6", (20, 70), cv2.FONT_HERSHEY_SIMPLEX, 2, 20, 4)
    glyphs = [*reader.letters([letter, np.full((31, 77), 250, np.uint8)]), *reader.numbers([number])]
    assert [glyph.ranking[0][0] for glyph in glyphs] == ["E", ".", "6"]
    for glyph in glyphs:
        chances = [p for _, p in glyph.ranking]
        assert isinstance(glyph.ranking, tuple) and chances == sorted(chances, reverse=True) and 0 < chances[0] <= 1


def test_the_routes_of_the_service() -> None:
    described = create_app(Settings()).openapi()["paths"]
    for method, paths in ROUTES.items():
        assert not [path for path in paths if method.lower() not in described.get(path, {})]
