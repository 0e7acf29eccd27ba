"""A tournament of the second game, as an organiser types it."""

import csv
import io
import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.tournament_command import command
from q4.sheet_verdict import judge
from q4.stored_reading import corrected, reading_from_json
from q4.words import english, parse_words

SAMPLES = {"Pat": "q4-colour", "Zoe": "q4-too-high", "Kim": "classic-en"}


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    folder = tmp_path_factory.mktemp("q4")
    (folder / "photos").mkdir()
    for player, sample in SAMPLES.items():
        photo = (root / "samples" / sample / "photo.jpg").read_bytes()
        (folder / "photos" / f"{player}.jpg").write_bytes(photo)
    truths = (tomllib.loads((root / "samples" / name / "truth.toml").read_text("utf-8")) for name in SAMPLES.values())
    scored = {word for truth in truths for word in truth.get("words", ())}
    (folder / "words.txt").write_text("\n".join(sorted(english().words | scored)), encoding="utf-8")
    said = ["--game", "q4", "--words", str(folder / "words.txt"), "--jobs", "1"]
    ran = typed("run", str(folder / "photos"), "--out", str(folder / "cup"), *said)
    assert ran.exit_code == 3, ran.output
    return folder / "cup"


def typed(*words: str) -> Result:
    return CliRunner().invoke(command, [*words], catch_exceptions=False)


def table(cup: Path, name: str) -> dict[str, dict[str, str]]:
    text = (cup / f"{name}.csv").read_text(encoding="utf-8-sig")
    return {line["page"].split("/")[-1]: line for line in csv.DictReader(io.StringIO(text))}


def test_sheets_are_scored_and_what_is_no_such_sheet_is_rejected(cup: Path) -> None:
    rows = table(cup, "results")
    assert rows["Pat.jpg"]["grid"] == "E#KH/AIME/HAL#/IRVR"
    pat = rows["Pat.jpg"]
    assert (pat["total"], pat["claimed"], pat["open"]) == ("44", "44", ""), "running scores are a chain"
    assert table(cup, "rejected")["Kim.jpg"]["code"] == "sheet-not-found"


def test_a_score_that_no_order_of_play_gives_counts_as_the_nearest_and_calls_a_person(cup: Path) -> None:
    row = table(cup, "results")["Zoe.jpg"]
    assert (row["total"], row["claimed"], row["open"]) == ("25", "79", "doubt")


def test_people_correct_letters_and_score_and_everything_is_judged_again(cup: Path) -> None:
    def correct(*said: str) -> Result:
        return typed("correct", str(cup), "photos/Zoe.jpg", *said, "--who", "Anna")

    assert correct("5,1=A").exit_code == 1  # the grid has four rows
    assert correct("--grid", "SUPER/TRIPH/RNLOI/ATECT/PMHHE").exit_code == 1
    assert correct("--score", "23", "--confirm").output.endswith("25 → 23\n")
    row = table(cup, "results")["Zoe.jpg"]
    assert (row["total"], row["open"], row["corrected"]) == ("23", "", "1")
    written = [json.loads(line) for line in (cup / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    zoe = next(line for line in written if line["page"].endswith("Zoe.jpg"))
    assert (zoe["claimed"], zoe["total"]) == (23, 23)
    assert correct("1,1=Z").exit_code == 0
    assert table(cup, "results")["Zoe.jpg"]["grid"].startswith("Z")
    typed("undo", str(cup), "--who", "Anna")


def test_a_ruling_on_a_word_changes_what_the_dots_may_claim(cup: Path) -> None:
    told = typed("rule", str(cup), "HAL", "--deny", "--who", "Anna")
    assert told.exit_code == 0
    row = table(cup, "results")["Pat.jpg"]
    assert row["total"] == "44"  # still an order of play that gives it


def test_the_report_shows_the_sheet_as_it_stands(cup: Path, tmp_path: Path) -> None:
    assert typed("report", str(cup), "photos/Pat.jpg", "--report", str(tmp_path / "pat.html")).exit_code == 0
    assert "AIME" in (tmp_path / "pat.html").read_text(encoding="utf-8")


def test_a_stored_reading_is_judged_as_it_was(cup: Path) -> None:
    written = [json.loads(line) for line in (cup / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    pat = next(line for line in written if line["page"].endswith("Pat.jpg"))
    listed = parse_words((cup.parent / "words.txt").read_text(encoding="utf-8"), "words.txt")
    again = judge(reading_from_json(pat["evidence"]), listed)
    assert (again.outcome.claimed, round(again.certainty, 3)) == (44, round(pat["certainty"], 3))
    other = judge(corrected(reading_from_json(pat["evidence"]), {(1, 1): "Q"}), listed)
    assert other.sheet.letters[0] == "Q"
