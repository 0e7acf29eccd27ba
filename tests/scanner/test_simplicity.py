"""The scanner stays simple enough to be changed: short functions, few branches, modules with names of their own."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

LONGEST = 40  # lines of a function
BRANCHES = 10  # McCabe's complexity


def modules(root: Path) -> list[Path]:
    return sorted((root / "scanner").rglob("*.py"))


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef))


def test_functions_are_short(root: Path) -> None:
    spans = {
        f"{path.name} {function.name}": (function.end_lineno or 0) - function.lineno + 1
        for path in modules(root)
        for function in functions(path)
    }
    assert not {name: lines for name, lines in spans.items() if lines > LONGEST}


def test_functions_have_few_branches(root: Path) -> None:
    options = ["--isolated", "--select", "C901", "--config", f"lint.mccabe.max-complexity={BRANCHES}"]
    check = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", *options, str(root / "scanner")],
        capture_output=True,
        text=True,
        check=False,
    )
    if "No module named ruff" in check.stderr:
        pytest.skip("ruff is not installed")
    assert check.returncode == 0, check.stdout


def test_each_module_of_the_scanner_has_a_name_of_its_own(root: Path) -> None:
    names = [path.stem for path in modules(root) if path.stem not in ("__init__", "errors")]
    assert len(names) == len(set(names))
