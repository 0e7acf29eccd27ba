"""An installation with something missing or half made: it is named, with what to do, and the rest works."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WHOLE = {"de", "en", "es", "fr", "it"}


@pytest.fixture
def tree(root: Path, tmp_path: Path) -> Path:
    """Our own words and forms in folders that a test may spoil; all other rooms as they are."""
    for room, spoilt in (("lexicons", ("de", "en")), ("scanner", ("forms",))):
        (tmp_path / room).mkdir()
        for path in (root / room).iterdir():
            if path.name in spoilt:
                shutil.copytree(path, tmp_path / room / path.name)
            elif path.name != "__pycache__":
                (tmp_path / room / path.name).symlink_to(path)
    return tmp_path


def run(tree: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    environment.pop("QWORDS_LANG", None)
    command = [sys.executable, "-m", "cli", *arguments]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.mark.parametrize("name", ["lexicon.tsv", "frequencies.txt", "language.toml"])
def test_doctor_names_a_missing_list_and_what_to_do(tree: Path, name: str) -> None:
    (tree / "lexicons" / "de" / name).unlink()
    done = run(tree, "doctor", "--json")
    said = json.loads(done.stdout)["lexicons"]
    assert done.returncode == 1 and set(said) == WHOLE
    assert f"lexicons/de/{name} is missing" in said["de"] and "make lexicons" in said["de"]
    assert not any(said[code].startswith("not usable") for code in WHOLE - {"de"})


@pytest.mark.parametrize("name", ["lexicon.tsv", "frequencies.txt"])
def test_doctor_names_a_damaged_list(tree: Path, name: str) -> None:
    (tree / "lexicons" / "de" / name).write_bytes(b"half a list")
    done = run(tree, "doctor")
    assert done.returncode == 1 and "make lexicons" in done.stdout and "not usable" in done.stdout


@pytest.mark.parametrize(
    ("files", "lacking"),
    [
        (("language.toml", "frequencies.txt"), "lexicons/nl/lexicon.tsv is missing"),
        (("language.toml",), "lexicons/nl/lexicon.tsv and lexicons/nl/frequencies.txt are missing"),
        (("lexicon.tsv",), "lexicons/nl/language.toml and lexicons/nl/frequencies.txt are missing"),
        (("lexicon.tsv", "frequencies.txt", "wrong.toml"), "lexicons/nl/language.toml has no 'look_up'"),
    ],
)
def test_a_half_made_language_is_left_out_with_a_warning(
    root: Path, tree: Path, files: tuple[str, ...], lacking: str
) -> None:
    (tree / "lexicons" / "nl").mkdir()
    for name in files:
        if name == "wrong.toml":
            (tree / "lexicons" / "nl" / "language.toml").write_text('name = "Nederlands"\nenglish = "Dutch"\n')
        else:
            shutil.copy(root / "lexicons" / "de" / name, tree / "lexicons" / "nl" / name)
    for command in (
        ("score", str(root / "samples" / "classic-en" / "photo.jpg")),
        ("grid", "SUPER/TRIPH/RNLOI/ATECT/PMHHE"),
    ):
        whole, done = run(root, *command, "--json"), run(tree, *command, "--json")
        assert done.returncode == whole.returncode and done.stdout == whole.stdout
        assert (
            "nl cannot be played" in done.stderr and lacking in done.stderr and "cannot be played" not in whole.stderr
        )
    assert run(tree, "grid", "SUPER/TRIPH/RNLOI/ATECT/PMHHE", "--lang", "nl").returncode == 2
    assert lacking in json.loads(run(tree, "doctor", "--json").stdout)["lexicons"]["nl"]


@pytest.mark.parametrize("lost", ["en", "de"])
def test_no_sheet_is_judged_without_a_language_that_it_may_be_in(tree: Path, lost: str) -> None:
    """Whatever is asked for: a German sheet would get an English total, and nothing would seem in doubt."""
    (tree / "lexicons" / lost / "lexicon.tsv").unlink()
    for command in (
        ("grid", "SUPER/TRIPH/RNLOI/ATECT/PMHHE"),
        ("tournament", "run", str(tree), "--out", "cup"),
        ("serve",),
    ):
        done = run(tree, *command)
        assert done.returncode == 5 and not done.stdout, command
        assert "[broken-lexicon]" in done.stderr and f"lexicons/{lost}/lexicon.tsv is missing" in done.stderr


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("width = 28.0", "widht = 28.0", ("`width` of [total]", "`widht` of [total]")),
        ("[bonus]", "[bonsu]", ("`bonus`", "`bonsu`")),
        ("pitch_mm = 14.0", "pitch = 14.0", ("`pitch_mm`", "`pitch`")),
        ("pitch_mm = 14.0", "pitch_mm = 0", ()),
        ("[bonus]", "[bonus", ()),
    ],
)
def test_a_mistake_in_a_form_is_named(root: Path, tree: Path, before: str, after: str, named: tuple[str, ...]) -> None:
    path = tree / "scanner" / "forms" / "own-card.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    done = run(tree, "score", str(root / "samples" / "classic-en" / "photo.jpg"))
    assert done.returncode == 1 and "[broken-form]" in done.stderr and "add-a-form.md" in done.stderr
    assert all(name in done.stderr for name in ("scanner/forms/own-card.toml", *named)), done.stderr
    doctor = run(tree, "doctor")
    assert doctor.returncode == 1 and "add-a-form.md" in doctor.stdout
    assert all(name in doctor.stdout for name in ("scanner/forms/own-card.toml", *named)), doctor.stdout
