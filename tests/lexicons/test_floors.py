"""The measured quality of the lexicons can only rise."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_no_figure_is_below_its_floor(root: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.lexicons"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "rulebook" in done.stdout
