"""`qwords house` collects rulings of the desk and of tables into the file that `--house` takes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import main
from tournament.decisions import house_of_log
from tournament.entities import LogEntry


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def entry(number: int, kind: str, what: dict[str, object], who: str = "Eva", why: str = "") -> LogEntry:
    return LogEntry(number, f"2026-05-01T10:00:0{number}+00:00", who, kind, "", what, why)


def test_the_log_of_a_tournament_gives_its_standing_rulings_signed() -> None:
    log = [
        entry(1, "ruling", {"word": "UDON", "allow": False}, why="no"),
        entry(2, "ruling", {"word": "udon", "allow": True}, "Max", "yes"),
        entry(3, "ruling", {"word": "LOL", "allow": False}),
        entry(4, "undo", {"entry": 3}),
    ]
    house = house_of_log(log, "cup")
    assert [ruling.line() for ruling in house.rulings] == ["allow UDON yes  # Max, 2026-05-01T10:00:02+00:00"]


def test_collected_rulings_judge_words(tmp_path: Path) -> None:
    table, page, file = tmp_path / "table.txt", tmp_path / "page.json", tmp_path / "house.txt"
    table.write_text("deny dach we had enough of it\n", encoding="utf-8")
    page.write_text('[{"word": "UDON", "allow": true, "at": "2026-05-01T10:00:00Z"}]', encoding="utf-8")
    result = run("house", "collect", str(table), str(page), "--to", str(file), "--lang", "de")
    assert result.exit_code == 0, result.output
    words = json.loads(run("word", "udon", "dach", "--lang", "de", "--house", str(file), "--json").stdout)["words"]
    assert [word["valid"] for word in words] == [True, False]
    exported = json.loads(run("house", "export", str(file), "--lang", "de").stdout)
    assert {item["word"]: item["allow"] for item in exported["rulings"]} == {"UDON": True, "dach": False}


def test_a_contradiction_writes_nothing(tmp_path: Path) -> None:
    table, file = tmp_path / "table.txt", tmp_path / "house.txt"
    file.write_text("allow UDON  # Eva, 2026-05-01T10:00:00Z\n", encoding="utf-8")
    table.write_text("deny udon  # Max, 2026-05-02T10:00:00Z\n", encoding="utf-8")
    before = file.read_text(encoding="utf-8")
    result = run("house", "collect", str(table), "--to", str(file), "--lang", "de")
    assert result.exit_code == 5 and "house-conflict" in result.stderr and "Max" in result.stderr
    assert file.read_text(encoding="utf-8") == before
    result = run("house", "collect", str(table), "--to", str(file), "--lang", "de", "--latest")
    assert result.exit_code == 0 and file.read_text(encoding="utf-8").startswith("deny udon")
    assert "# overruled: allow UDON" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["allow Nerone", "perhaps UDON"])
def test_what_could_not_be_used_is_not_collected(tmp_path: Path, text: str) -> None:
    table, file = tmp_path / "table.txt", tmp_path / "house.txt"
    table.write_text(text, encoding="utf-8")
    result = run("house", "collect", str(table), "--to", str(file), "--lang", "it")
    assert result.exit_code == 5 and not file.exists()
