"""Every error has a code and a hint, one hint for each code, and stands in docs/errors.md."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from scripts.docs import error_classes
from tests.test_architecture import ROOMS

ROOT = Path(__file__).resolve().parent.parent


def _codes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ClassDef):
        set_there = [line for line in node.body if isinstance(line, ast.Assign)]
        values = [line.value for line in set_there if getattr(line.targets[0], "id", "") == "code"]
    else:
        made = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "problem"
        values = node.args[2:3] if made and isinstance(node, ast.Call) else []
    yield from (value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str))


def codes_in_the_source() -> dict[str, str]:
    """Every text that is set as a `code` of a class, or given as the code of a problem, and where."""
    found = {}
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for code in _codes(node):
                found[code] = str(path.relative_to(ROOT))
    return found


def test_every_code_is_in_the_list_of_errors() -> None:
    listed = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    found = codes_in_the_source()
    assert len(found) > 50
    assert not {code: where for code, where in found.items() if f"| `{code}` |" not in listed}


def test_one_code_has_one_hint() -> None:
    hints = defaultdict(set)
    for error in error_classes():
        hints[error.code].add(error.hint)
    assert not {code: found for code, found in hints.items() if len(found) > 1 or not all(found)}


def test_every_hint_is_a_sentence_that_says_what_to_do() -> None:
    """Of its own, not the meaning again; it may end in a command, to be copied."""
    for error in error_classes():
        words = error.hint.split()
        assert len(words) >= 3 and error.hint[0].isupper() and error.hint.endswith((".", "'")), (error.code, error.hint)
        assert error.hint != (error.__doc__ or "").strip(), error.code
