"""How large the program is, in code tokens: python -m tools.size [--json]

Tokens are counted without comments, docstrings and line ends, so that squeezing lines gains nothing.
"""

import argparse
import ast
import io
import json
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = ("benchmarks", "training", "tools", "scripts", "tests")
SMALL = 40  # lines
LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file: its text and its tree."""

    path: Path
    text: str
    tree: ast.Module

    @staticmethod
    def read(path: Path) -> "Module":
        """The file, parsed."""
        text = path.read_text("utf-8")
        return Module(path, text, ast.parse(text))

    def tokens(self) -> int:
        """The number of code tokens."""
        docstrings = {(node.lineno, node.col_offset) for node in _docstrings(self.tree)}
        found = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return sum(token.type not in LAYOUT and token.start not in docstrings for token in found)

    def functions(self) -> Iterator[Function]:
        """Every function and method."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))


def _docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | Function) and node.body:
            first = node.body[0]
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                yield first.value


def packages() -> list[str]:
    """The import packages of the wheel."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    return list(build["targets"]["wheel"]["packages"])


def modules(folder: str) -> list[Module]:
    """All Python files below a folder."""
    return [Module.read(path) for path in sorted((ROOT / folder).rglob("*.py"))]


def lone_helpers(files: list[Module]) -> list[str]:
    """Private functions and methods with a single place that uses them: their own file names them once more."""
    found = []
    for module in files:
        names = Counter(
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Name | ast.Attribute)
        )
        private = (node for node in module.functions() if node.name.startswith("_") and not node.name.endswith("__"))
        found += [
            f"{module.path.relative_to(ROOT)}:{node.lineno} {node.name}" for node in private if names[node.name] == 1
        ]
    return found


def longest_function(files: list[Module]) -> tuple[int, str]:
    """The lines of the longest function, and where it is."""
    lengths = (
        (
            (node.end_lineno or node.lineno) - node.lineno + 1,
            f"{module.path.relative_to(ROOT)}:{node.lineno} {node.name}",
        )
        for module in files
        for node in module.functions()
    )
    return max(lengths, default=(0, ""))


def measure() -> dict[str, object]:
    """All counts."""
    inside = {name: modules(name) for name in packages()}
    wheel = [module for files in inside.values() for module in files]
    lines, place = longest_function(wheel)
    return {
        "packages": len(inside),
        "files": len(wheel),
        "lines": sum(module.text.count("\n") for module in wheel),
        "tokens": {name: sum(module.tokens() for module in files) for name, files in inside.items()},
        "wheel_tokens": sum(module.tokens() for module in wheel),
        **{f"{name}_tokens": sum(module.tokens() for module in modules(name)) for name in OUTSIDE},
        "classes": sum(isinstance(node, ast.ClassDef) for module in wheel for node in ast.walk(module.tree)),
        "lone_helpers": len(lone_helpers(wheel)),
        "small_modules": sum(module.text.count("\n") < SMALL for module in wheel),
        "longest_function": lines,
        "longest_function_is": place,
    }


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--lone", action="store_true", help="name the helpers with one caller")
    asked = parser.parse_args()
    if asked.lone:
        print("\n".join(lone_helpers([module for name in packages() for module in modules(name)])))
        return
    counts = measure()
    if asked.json:
        json.dump(counts, sys.stdout, indent=1)
        print()
        return
    for name, value in counts.items():
        print(
            f"{name:22} {value if not isinstance(value, dict) else ', '.join(f'{k} {v:,}' for k, v in value.items())}"
        )


if __name__ == "__main__":
    main()
