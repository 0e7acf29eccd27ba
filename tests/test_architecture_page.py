"""The architecture page and the Python quick start match the tree."""

import re
from pathlib import Path

from test_architecture import ROOMS


def test_every_place_on_the_architecture_page_exists(root: Path) -> None:
    page = (root / "docs/architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z0-9_]+/[\w/.\-]*)`", page))
    assert len(named) > 25
    assert not [name for name in sorted(named) if not (root / name).exists()]


def test_every_room_is_on_the_architecture_page(root: Path) -> None:
    page = (root / "docs/architecture.md").read_text(encoding="utf-8")
    assert not [room for room in ROOMS if f"`{room}/`" not in page]


def test_the_page_says_what_each_room_may_import(root: Path) -> None:
    page = (root / "docs/architecture.md").read_text(encoding="utf-8")
    told: dict[str, set[str]] = {}
    for room, may in re.findall(r"^\| `(\w+)/` \|.*\| ([^|]+) \|$", page, re.M):
        named = set() if may == "nothing of ours" else set(told) if may == "the rooms above" else set(may.split(", "))
        told[room] = named | {room}
    assert told == ROOMS


def test_the_python_quick_start_runs(root: Path) -> None:
    page = (root / "docs/python.md").read_text(encoding="utf-8")
    program = "\n".join(re.findall(r"```python\n(.*?)```", page, re.S)).replace('Path("', f'Path("{root}/')
    exec(compile(program, "docs/python.md", "exec"), {})
