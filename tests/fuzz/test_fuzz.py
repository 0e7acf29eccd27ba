"""A bounded part of the fuzzing: a few files of every kind end as a verdict or a code."""

import json
from pathlib import Path

import pytest

from tests.fuzz.mutations import KINDS, file
from tests.fuzz.work import build

PART = 8  # files of each kind


def test_damaged_files_of_every_kind_end_as_a_verdict_or_a_code() -> None:
    pytest.importorskip("pillow_heif")
    work = build()
    said = [work(number)[0] for number in range(30_000, 30_000 + PART * len(KINDS))]
    assert all(said) and len(set(said)) > 3


def test_a_number_gives_the_same_file_again() -> None:
    pytest.importorskip("pillow_heif")
    assert [file(number) for number in range(22)] == [file(number) for number in range(22)]


def test_the_recorded_run_was_long_and_clean() -> None:
    record = json.loads(Path(__file__).with_name("record.json").read_text(encoding="utf-8"))
    assert record["files"] >= 20_000 and not record["failures"]
