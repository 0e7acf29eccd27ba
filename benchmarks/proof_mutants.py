"""Breaks signature, comparison and role checks one by one: python -m benchmarks.proof_mutants

The breaks are in proof_mutants.toml; each must be noticed by a test. A copy of the project is broken, never the project
itself.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = shutil.ignore_patterns(".venv", ".git", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache")


@dataclass(frozen=True)
class Break:
    """One line made wrong, and the tests that must notice."""

    file: str
    right: str
    wrong: str
    tests: str


def noticed(folder: Path, one: Break) -> bool:
    """Whether a test fails when the line is wrong."""
    path = folder / one.file
    text = path.read_text(encoding="utf-8")
    if text.count(one.right) != 1:
        raise SystemExit(f"{one.file}: {one.right!r} stands there {text.count(one.right)} times")
    path.write_text(text.replace(one.right, one.wrong), encoding="utf-8")
    try:
        line = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", one.tests]
        return subprocess.run(line, cwd=folder, capture_output=True, check=False).returncode == 1
    finally:
        path.write_text(text, encoding="utf-8")


def main() -> int:
    """Break one line after the other, and name those that nobody misses."""
    missed = 0
    listed = tomllib.loads((ROOT / "benchmarks" / "proof_mutants.toml").read_text(encoding="utf-8"))["break"]
    breaks = [Break(**one) for one in listed]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(shutil.copytree(ROOT, Path(name) / "project", ignore=LEFT_OUT))
        for one in breaks:
            if not noticed(folder, one):
                missed += 1
                print(f"  nobody notices: {one.file}: {one.wrong.strip()}", flush=True)
    print(f"{len(breaks)} checks broken one by one, {len(breaks) - missed} noticed by a test")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
