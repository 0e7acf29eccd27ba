"""The audit of packages says what it has looked up, and never calls well what it could not look up."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "audit.sh"


@pytest.mark.parametrize(
    ("said", "code", "expected", "leaves"),
    [
        ("No known vulnerabilities found", 0, "No known vulnerabilities found", 0),
        ("No known vulnerabilities found\nclick  Dependency not found and could not be audited", 0, "not audited", 0),
        ("requests.exceptions.ConnectionError", 1, "not audited", 0),
        ("Found 1 known vulnerability", 1, "Found 1 known vulnerability", 1),
    ],
)
def test_the_audit_tells_what_it_found(tmp_path: Path, said: str, code: int, expected: str, leaves: int) -> None:
    tool = tmp_path / ".venv" / "audit" / "bin" / "pip-audit"
    tool.parent.mkdir(parents=True)
    tool.write_text(f"#!/bin/sh\ncat <<'END'\n{said}\nEND\nexit {code}\n", encoding="utf-8")
    tool.chmod(0o755)
    done = subprocess.run(
        ["sh", str(SCRIPT), sys.executable], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    told = done.stdout + done.stderr
    assert done.returncode == leaves and expected in told
    assert code or ("No known" in told) == (expected == said)
