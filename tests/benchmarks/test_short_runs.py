"""Every benchmark runs, in its shortest form: a figure that nobody can measure again is no figure."""

import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = "classic-en"
SHORT = {  # benchmark: arguments of its shortest run on what the project itself holds
    "claims": ("samples",),
    "latency": (SAMPLE, "--repeats", "1"),
    "lexicons": (),
    "locate": ("--set", "samples"),
    "q4": ("--speed",),
    "q4_other": ("--sheets", "2"),
    "scoring": ("--grids", "2000"),
    "verdict": ("samples", "--only", f"*{SAMPLE}*", "--quiet"),
}
NEEDS_HANDS = {  # benchmark: the same for what needs the handwriting sets or photos beside the project
    "certainty": ("--sheets", "2"),
    "q4": ("--sheets", "2"),
    "reading": ("--limit", "20"),
}


def run(root: Path, name: str, *arguments: str) -> str:
    command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT)
def test_a_benchmark_runs(root: Path, name: str) -> None:
    assert run(root, name, *SHORT[name]).strip()


@pytest.mark.slow
@pytest.mark.parametrize("name", NEEDS_HANDS)
def test_a_benchmark_on_handwriting_runs(root: Path, shared: Path, name: str) -> None:
    pytest.importorskip(
        "torch", reason="this benchmark draws its sheets with the training tools"
    ) if name == "x" else None
    assert run(root, name, *NEEDS_HANDS[name]).strip()
