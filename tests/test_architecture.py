"""The rooms keep apart: who may import whom, and which third-party packages may appear where."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CORE = {"scanner", "lexicons", "scoring", "referee", "texts"}
ROOMS = {  # room: what it may import
    "scanner": {"scanner"},
    "lexicons": {"lexicons"},
    "scoring": {"scoring"},
    "texts": {"texts"},
    "referee": {"referee", "scanner", "lexicons", "scoring"},
    "sheets": {"sheets", "texts", "scanner"},
    "proof": {"proof", "q4", "sheets", *CORE},
    "report": {"report", "proof", "sheets", "q4", *CORE},
    "tournament": {"tournament", "proof", "report", "sheets", *CORE},
    "q4": {"q4", "referee", "scanner", "lexicons", "texts"},
    "cli": {"cli", "proof", "api", "q4", "tournament", "report", "sheets", *CORE},
    "api": {"api", "proof", "q4", "tournament", "report", "sheets", *CORE},
}
OURS = {*ROOMS, "training", "benchmarks", "tests"}
CONFINED = {  # package: path prefixes that may import it
    "torch": ("training/",),
    "onnxruntime": ("scanner/onnx_session.py",),
    "pytesseract": ("scanner/readers/tesseract.py",),
    "sqlalchemy": ("tournament/",),
    "alembic": ("tournament/",),
    "distributed": ("tournament/",),
    "wordfreq": ("lexicons/",),
    "fastapi": ("api/",),
    "cryptography": ("proof/keys.py", "api/certificate.py"),
    "jinja2": ("report/templating.py",),
    "click": ("cli/", "report/terminal.py", "api/server.py"),
}


def imports(path: Path) -> Iterator[str]:
    """Top-level names of all packages that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.split(".")[0]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    for path in sorted((ROOT / room).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        foreign = (set(imports(path)) & OURS) - ROOMS[room]
        assert not foreign, f"{name} imports {sorted(foreign)}"


def test_heavy_packages_stay_where_they_belong() -> None:
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for package in set(imports(path)) & set(CONFINED):
            assert name.startswith(CONFINED[package]), f"{name} imports {package}"


def test_the_environment_is_read_in_one_place() -> None:
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name != "referee/settings.py":
            assert "os.environ" not in path.read_text(encoding="utf-8"), f"{name} reads the environment"


def module_imports(path: Path, modules: dict[str, Path]) -> Iterator[str]:
    """The modules of ours that a file imports while it is imported itself; what a function imports comes later."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            parts = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in modules else node.module for name in parts)


def test_no_module_imports_itself_by_way_of_others() -> None:
    modules = {}
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    graph = {name: set(module_imports(path, modules)) & modules.keys() - {name} for name, path in modules.items()}
    while ready := {name for name, needed in graph.items() if not needed & graph.keys()}:
        graph = {name: needed for name, needed in graph.items() if name not in ready}
    assert not graph, f"these import each other, or what does: {sorted(graph)}"


@pytest.mark.parametrize("room", ROOMS)
def test_each_module_name_stands_for_one_thing(room: str) -> None:
    seen: dict[str, str] = {}
    for path in sorted((ROOT / room).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if path.stem not in ("__init__", "__main__"):
            assert path.stem not in seen, f"{name} and {seen[path.stem]}"
            seen[path.stem] = name


GAMES = {"report/qwords_game.py": "report.qwords_game", "report/q4_game.py": "report.q4_game"}


def test_only_the_registry_knows_a_game() -> None:
    """Nobody imports one, and nobody compares its code."""
    for path in sorted(path for room in ("referee", "report", "tournament", "cli", "api") for path in room_files(room)):
        name, tree = path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert node.module not in GAMES.values(), f"{name} imports {node.module}"
            if isinstance(node, ast.Compare):
                compared = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
                assert not compared & {"qwords", "q4"}, f"{name}:{node.lineno} asks for the game"


def room_files(room: str) -> Iterator[Path]:
    yield from (ROOT / room).rglob("*.py")
