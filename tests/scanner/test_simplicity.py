"""The scanner stays simple enough to be changed: short functions, few branches, modules with names of their own."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.needs import skip_or_fail

LONGEST = 40  # lines of a function
BRANCHES = 10  # McCabe's complexity

# What the stages from a photo to its crops have; these may only fall.
LINES = 2047
NAMED = 75  # numbers with a name of their own at the top of a module
INLINE = 21  # other numbers in its functions that are not plain arithmetic
ARITHMETIC = {0, 1, 2, 3, 4, 8, 16, 0.5, 90, 180, 255, 360, 1000, 1e-6, 1e-9}


def modules(root: Path) -> list[Path]:
    return sorted((root / "scanner").rglob("*.py"))


def stages(root: Path) -> list[Path]:
    """The modules without readers, and without those that meet foreign bytes."""
    return [path for path in modules(root) if path.parent.name != "readers" and path.stem not in ("decode", "headers")]


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
        skip_or_fail("ruff is not installed")
    assert check.returncode == 0, check.stdout


def test_each_module_of_the_scanner_has_a_name_of_its_own(root: Path) -> None:
    names = [path.stem for path in modules(root) if path.stem not in ("__init__", "errors")]
    assert len(names) == len(set(names))


def top_level(tree: ast.Module) -> list[ast.Assign | ast.AnnAssign]:
    return [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None]


def numbers(node: ast.AST) -> list[ast.Constant]:
    return [part for part in ast.walk(node) if isinstance(part, ast.Constant) and type(part.value) in (int, float)]


def named(tree: ast.Module) -> list[ast.Name]:
    """The names in capitals that a module gives to numbers."""
    found = []
    for node in top_level(tree):
        names = [part for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
        found += [name for name in names if name.id.isupper() and node.value is not None and numbers(node.value)]
    return found


def test_the_stages_only_ever_get_smaller(root: Path) -> None:
    texts = [path.read_text("utf-8") for path in stages(root)]
    trees = [ast.parse(text) for text in texts]
    inline = 0
    for tree in trees:
        settled = {id(part) for node in top_level(tree) for part in numbers(node)}
        inline += sum(id(part) not in settled and part.value not in ARITHMETIC for part in numbers(tree))
    assert sum(len(text.splitlines()) for text in texts) <= LINES
    assert sum(len(named(tree)) for tree in trees) <= NAMED
    assert inline <= INLINE


def test_each_number_with_a_name_says_what_it_is(root: Path) -> None:
    for path in stages(root):
        text = path.read_text("utf-8")
        lines = text.splitlines()
        for name in named(ast.parse(text)):
            near = lines[max(0, name.lineno - 2) : name.lineno]
            assert any("#" in line for line in near), f"{path.name}: {name.id}"
