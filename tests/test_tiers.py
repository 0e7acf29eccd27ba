"""Every test runs in exactly one tier."""

import re
import subprocess
import sys
from pathlib import Path

import pytest


def collected(root: Path, tier: str, *more: str) -> tuple[set[str], int]:
    """The tests of a tier, and how many it leaves out of what it imports."""
    line = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "--tier", tier, *more]
    done = subprocess.run(line, cwd=root, capture_output=True, text=True, check=False)
    left_out = re.search(r"(\d+)/\d+ tests collected \((\d+) deselected\)", done.stdout)
    assert done.returncode == 0 and left_out, done.stdout[-2000:] + done.stderr
    names = [line for line in done.stdout.splitlines() if "::" in line]
    assert len(set(names)) == len(names) == int(left_out[1])
    return set(names), int(left_out[2])


@pytest.mark.slow
def test_the_two_tiers_are_all_tests_and_share_none(root: Path) -> None:
    fast, _ = collected(root, "fast")
    rest, left_out = collected(root, "rest")
    released, _ = collected(root, "rest", "-m", "release")
    assert not fast & rest and left_out == len(fast) + len(released), "what the rest leaves out runs elsewhere"
    assert len(fast) > 1000 and any("test_samples.py" in name for name in rest), "the slow ones are in the rest"


def test_ci_and_a_newcomer_run_the_same_command_and_nothing_twice(root: Path) -> None:
    commands = (root / ".ci" / "run").read_text(encoding="utf-8")
    assert commands.count("make test") == 1 and "make coverage" not in commands, "`make test` runs that part itself"
    assert "make test" in (root / "README.md").read_text(encoding="utf-8")
