"""Every benchmark runs, in its shortest form: a figure that nobody can measure again is no figure."""

import subprocess
import sys
from pathlib import Path

import pytest

SHORT = {  # benchmark: arguments of its shortest run on what the project itself holds
    "claims": ("samples",),
    "fame": (),
    "languages": ("samples",),
    "latency": ("classic-en", "--repeats", "1"),
    "lexicons": (),
    "locate": ("--set", "drawn", "--seeds", "0", "2"),
    "memory": (),
    "q4": ("--speed",),
    "scoring": ("--grids", "2000"),
    "service": ("--photos", "2", "--rounds", "1"),
    "stage_times": ("--count", "1", "--repeats", "1"),
    "tournament": ("--sheets", "4", "--memory"),
    "tournament_scale": ("--sheets", "20", "--phones", "2", "--arbiters", "1", "--seconds", "3", "--scoring", "2"),
    "verdict": ("samples", "--only", "classic-en/*", "--quiet"),
}
BESIDE = {  # benchmark: the same where it needs the handwriting sets or photos beside the project
    "certainty": ("--sheets", "2"),
    "hands": ("--most", "1"),
    "numbers": ("--no-photos", "--count", "4"),
    "q4": ("--sheets", "2"),
    "q4_auto": ("--drawn", "1", "--every", "60"),
    "q4_other": ("--sheets", "2"),
    "reading": ("--limit", "20"),
}
# Compared with what was committed by tests/referee/test_quality.py; takes what readers wrote, as
# tests/lexicons/test_readers.py does; plays the day that tests/tournament/test_whole_day.py plays in a shorter form.
# Readings of photos are kept for minutes of work on them alone: evidence, and those that take what it kept.
ELSEWHERE = {"blind", "evidence", "likeness", "quality", "readers", "redealt", "tournament_day"}


def run(root: Path, name: str, *arguments: str) -> str:
    command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_every_benchmark_has_a_short_run(root: Path) -> None:
    runnable = {file.stem for file in (root / "benchmarks").glob("*.py") if "def main(" in file.read_text("utf-8")}
    assert runnable - {"__main__"} == {*SHORT, *BESIDE, *ELSEWHERE}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT)
def test_a_benchmark_runs(root: Path, name: str) -> None:
    assert run(root, name, *SHORT[name]).strip()


@pytest.mark.slow
@pytest.mark.parametrize("name", BESIDE)
def test_a_benchmark_that_needs_what_lies_beside_runs(root: Path, shared: Path, name: str) -> None:
    assert run(root, name, *BESIDE[name]).strip()
