"""The doors: exit codes, JSON on stdout, everything else on stderr."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cli import COMMANDS, main
from lexicons import LANGUAGES
from tests.hints import hint_of

ENGLISH = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"


def run(*arguments: str, **kwargs: str) -> Result:
    return CliRunner().invoke(main, list(arguments), env=kwargs)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"qwords {command}" in result.stdout


def test_grid_gives_the_contracts_document() -> None:
    result = run("grid", ENGLISH, "--lang", "en", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    sheet = found["sheets"][0]
    assert (sheet["total"], sheet["rating"], sheet["certainty"], sheet["needs_review"]) == (52, "Strong", 1.0, False)
    assert "photo" not in found and "corners" not in sheet and "cells" not in sheet
    assert sheet["lines"][2]["word"] is None and sheet["lines"][2]["points"] == 0


def test_grid_on_side_b_doubles_the_central_lines() -> None:
    sheet = json.loads(run("grid", ENGLISH, "--side", "B", "--json").stdout)["sheets"][0]
    assert (sheet["total"], sheet["rules"], sheet["side"]) == (58, "professional", "B")
    sheet = json.loads(run("grid", ENGLISH, "--side", "B", "--rules", "standard", "--json").stdout)["sheets"][0]
    assert (sheet["total"], sheet["rules"]) == (52, "standard")


@pytest.mark.parametrize("letters", ["SUPER/TRIPH", "SUPER/TRIPH/RNLOI/ATECT/PMHH1", ""])
def test_bad_letters_are_exit_code_5_with_a_code(letters: str) -> None:
    result = run("grid", letters, "--json")
    assert result.exit_code == 5
    error = json.loads(result.stdout)["error"]
    assert error["code"] == "bad-grid" and error["hint"] == hint_of("bad-grid")
    assert "qwords:" in result.stderr


def test_grid_folds_lower_case_and_umlauts() -> None:
    sheet = json.loads(run("grid", "super/tdach/aoiha/undsi/brser", "--lang", "de", "--json").stdout)["sheets"][0]
    assert sheet["total"] == 52


def test_language_comes_from_the_environment() -> None:
    assert json.loads(run("grid", ENGLISH, "--json", QWORDS_LANG="it").stdout)["sheets"][0]["language"] == "it"
    assert run("grid", ENGLISH, QWORDS_LANG="xx").exit_code == 1
    assert run("grid", ENGLISH, "--lang", "xx").exit_code == 2


@pytest.mark.parametrize("command", [("word", "strap"), ("house", "show", "house.txt")])
def test_where_no_sheet_can_tell_the_language_auto_is_english(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.txt").write_text("allow QAT\n", encoding="utf-8")
    automatic, english = run(*command, QWORDS_LANG="auto"), run(*command, QWORDS_LANG="en")
    assert (automatic.exit_code, automatic.stdout) == (0, english.stdout)


def test_a_file_that_is_no_report_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "letter.pdf").write_bytes(b"%PDF-1.4 Dear Ada")
    result = run("verify", str(tmp_path / "letter.pdf"))
    assert result.exit_code == 4 and result.stdout.startswith("✗ Not genuine: there is no signature")


def test_a_grid_for_people_is_a_table_with_the_total() -> None:
    result = run("grid", ENGLISH)
    assert "[TRIP]H" in result.stdout and "Total: 52" in result.stdout
    assert "\x1b" not in result.stdout


def test_house_rulings_win_and_bad_files_are_refused(tmp_path: Path) -> None:
    house = tmp_path / "house.txt"
    house.write_text("deny TRIP our table does not travel\n", encoding="utf-8")
    sheet = json.loads(run("grid", ENGLISH, "--house", str(house), "--json").stdout)["sheets"][0]
    assert sheet["lines"][1]["word"] != "TRIP"
    house.write_text("perhaps TRIP\n", encoding="utf-8")
    assert run("grid", ENGLISH, "--house", str(house)).exit_code == 5


def test_unusable_photos_are_exit_code_4_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_bytes(b"not a picture")
    (tmp_path / "empty.png").write_bytes(b"")
    result = run("score", str(tmp_path / "text.jpg"), str(tmp_path / "empty.png"), str(tmp_path / "gone.jpg"), "--json")
    assert result.exit_code == 4
    documents = json.loads(result.stdout)
    assert [d["error"]["code"] for d in documents] == ["not-an-image", "not-an-image", "file-unreadable"]
    assert all(d["error"]["hint"] == hint_of(d["error"]["code"]) for d in documents)


def test_a_file_is_named_once_in_a_message(tmp_path: Path) -> None:
    for command in ("score", "locate", "verify"):
        assert run(command, str(tmp_path / "gone.jpg")).stderr.count("gone.jpg") == 1


def test_photos_of_one_name_in_two_folders_get_their_own_reports_and_pictures(root: Path, tmp_path: Path) -> None:
    for name in ("classic-en", "homeprint-en", "q4-font"):
        (tmp_path / name).mkdir()
        shutil.copy(root / "samples" / name / "photo.jpg", tmp_path / name / "photo.jpg")
    photos = sorted(map(str, tmp_path.glob("*/photo.jpg")))
    made = tmp_path / "made"
    run("score", *photos, "--report", str(tmp_path / "evidence.HTML"), "--debug", str(made))
    pages = [(tmp_path / f"evidence-photo{more}.HTML").read_text(encoding="utf-8") for more in ("", "-2", "-3")]
    assert len(set(pages)) == 3
    assert {path.name.split("-sheet")[0] for path in made.iterdir()} == {"photo", "photo-2"}


def test_an_unknown_kind_of_report_is_refused_before_any_work(tmp_path: Path) -> None:
    result = run("score", str(tmp_path / "gone.jpg"), "--report", str(tmp_path / "evidence.docx"))
    assert "[unknown-report]" in result.stderr and "gone.jpg" not in result.stderr


def test_an_empty_log_of_rolls_is_not_taken_for_none(tmp_path: Path) -> None:
    (tmp_path / "rolls.csv").write_text("\n", encoding="utf-8")
    result = run("grid", ENGLISH, "--rolls", str(tmp_path / "rolls.csv"))
    assert result.exit_code == 5 and "rolls.csv is empty" in result.stderr


def test_a_service_that_cannot_listen_is_a_matter_of_set_up(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        command = [sys.executable, "-m", "cli", "serve", "--port", str(taken.getsockname()[1])]
        environment = {**os.environ, "QWORDS_DATA": str(tmp_path / "data")}
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 1 and "[cannot-listen]" in result.stderr and "--port" in result.stderr


def test_rolls_that_are_no_text_are_exit_code_5(tmp_path: Path) -> None:
    (tmp_path / "rolls.csv").write_bytes(b"\xff\xfe\x00")
    result = run("grid", ENGLISH, "--rolls", str(tmp_path / "rolls.csv"), "--json")
    assert (result.exit_code, json.loads(result.stdout)["error"]["code"]) == (5, "unreadable-choice")


def test_typed_letters_that_the_dice_cannot_give_are_exit_code_3(tmp_path: Path) -> None:
    offered = "".join(filter(str.isalpha, ENGLISH))
    for third, code in ((offered[2], 0), ("A", 3)):  # the third round offers its P, or no P at all
        rolls = [f"{n},{third if n == 3 else letter},Z" for n, letter in enumerate(offered, 1)]
        (tmp_path / "rolls.csv").write_text("\n".join(rolls), encoding="utf-8")
        result = run("grid", ENGLISH, "--rolls", str(tmp_path / "rolls.csv"), "--json")
        sheet = json.loads(result.stdout)["sheets"][0]
        assert (result.exit_code, sheet["reasons"]) == (code, ["rolls"] if code else [])


def test_choices_are_understood_in_any_case() -> None:
    def parameters(command: click.Command) -> Iterator[click.Parameter]:
        yield from command.params
        for child in getattr(command, "commands", {}).values():
            yield from parameters(child)

    commands = [main.get_command(click.Context(main), name) for name in COMMANDS]
    choices = [p.type for c in commands if c for p in parameters(c) if isinstance(p.type, click.Choice)]
    assert len(choices) > 20
    assert not any(choice.case_sensitive for choice in choices)
    assert "'c' is not one of 'auto', 'A', 'B'" in run("grid", ENGLISH, "--side", "c").stderr


def test_the_language_of_a_printed_sheet_is_checked(tmp_path: Path) -> None:
    from pypdfium2 import PdfDocument

    def printed(**env: str) -> str:
        result = run("sheet", "--side", "a", "--out", str(tmp_path / "sheet.pdf"), **env)
        assert result.exit_code == 0, result.output
        with PdfDocument(tmp_path / "sheet.pdf") as pdf:
            return str(pdf[0].get_textpage().get_text_range())

    assert printed(QWORDS_LANG="DE") == printed(QWORDS_LANG="de") != printed(QWORDS_LANG="auto")
    assert run("sheet", "--side", "A", "--out", str(tmp_path / "no.pdf"), QWORDS_LANG="xx").exit_code == 1


def test_doctor_names_models_and_lexicons() -> None:
    state = json.loads(run("doctor", "--json").stdout)
    assert set(state["lexicons"]) == set(LANGUAGES)
    assert any(name.endswith(".onnx") for name in state["models"])


def test_odd_files_among_photos_stop_nothing(root: Path, tmp_path: Path) -> None:
    photo = root / "samples" / "classic-en" / "photo.jpg"
    pipe, device = tmp_path / "pipe.jpg", tmp_path / "zero.jpg"
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/M\xfcller.jpg"))
    os.mkfifo(pipe)  # nobody writes to it
    device.symlink_to("/dev/zero")
    shutil.copy(photo, odd)
    report = tmp_path / "report.html"
    result = run(
        "score", str(pipe), str(device), str(tmp_path), str(odd), str(photo), "--json", "--report", str(report)
    )
    assert result.exit_code == 4
    found = json.loads(result.stdout)
    codes = [entry["error"]["code"] if "error" in entry else "" for entry in found]
    assert codes == ["not-an-image", "image-too-large", "file-unreadable", "", ""]
    assert found[3]["photo"]["name"] == "M\N{REPLACEMENT CHARACTER}ller.jpg"
    assert len(list(tmp_path.glob("report-*.html"))) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")
@pytest.mark.parametrize("more", [["--json"], []])
def test_output_that_cannot_be_written_is_told_by_a_code(more: list[str]) -> None:
    line = [sys.executable, "-c", "from cli import main; main()", "grid", ENGLISH, *more]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1 and "[not-writable]" in done.stderr
    assert "Traceback" not in done.stderr and "ignored" not in done.stderr
