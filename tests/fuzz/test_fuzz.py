"""A bounded part of the fuzzing: a few files of every kind end as a verdict or a code."""

import json
import subprocess
import sys
from pathlib import Path

from tests import needs
from tests.fuzz.mutations import KINDS, file
from tests.fuzz.work import build

PART = 8  # files of each kind
needs.package("pillow_heif", because="the extra `heic` is not installed")


def test_damaged_files_of_every_kind_end_as_a_verdict_or_a_code() -> None:
    work = build()
    said = [work(number)[0] for number in range(30_000, 30_000 + PART * len(KINDS))]
    assert all(said) and len(set(said)) > 3


def test_a_number_gives_the_same_file_again() -> None:
    assert [file(number) for number in range(22)] == [file(number) for number in range(22)]


def test_a_run_records_every_file_and_a_later_part_is_added(root: Path, tmp_path: Path) -> None:
    """The first files of the recorded run, in two parts: each is counted, and says what is recorded of its kind."""
    record = tmp_path / "record.json"
    for first in (0, PART):
        options = ["--first", str(first), "--files", str(PART), "--record", str(record)]
        subprocess.run([sys.executable, "-m", "tests.fuzz.run", *options], cwd=root, check=True, capture_output=True)
    made = json.loads(record.read_text(encoding="utf-8"))
    assert (made["first"], made["files"], made["failures"]) == (0, 2 * PART, [])
    assert sum(sum(said.values()) for said in made["outcomes"].values()) == 2 * PART
    recorded = json.loads(Path(__file__).with_name("record.json").read_text(encoding="utf-8"))["outcomes"]
    assert all(set(said) <= set(recorded[kind]) for kind, said in made["outcomes"].items())
