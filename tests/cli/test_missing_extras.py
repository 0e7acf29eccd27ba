"""Without an extra, a command that needs it says what to install; all others work."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cli.extras import EXTRAS

BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocker())
from cli import main
main(sys.argv[2:])
"""
MODULES = {"python-multipart": "multipart", "psycopg[binary]": "psycopg", "pillow-heif": "pillow_heif",
           "prometheus-client": "prometheus_client"}  # fmt: skip


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    blocked = ",".join(module for modules in EXTRAS.values() for module in modules)
    line = [sys.executable, "-c", BLOCKED, blocked, *arguments]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("tournament", "tournament run photos --out cup"),
        ("tournament", "tournament status photos"),
        ("tournament", "sheet --side A --out sheet.png"),
        ("tournament", "house show photos"),
        ("api", "serve"),
    ],
)
def test_a_command_says_what_to_install(tmp_path: Path, extra: str, arguments: str) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "tournament.json").write_text("{}")
    result = run(tmp_path, *arguments.split())
    assert result.returncode == 1 and "[missing-extra]" in result.stderr, result.stderr
    assert f"pip install '.[{extra}]'" in result.stderr and "Traceback" not in result.stderr


def test_a_photo_is_scored_and_reported_without_any_extra(tmp_path: Path, root: Path) -> None:
    photo = root / "samples" / "classic-en" / "photo.jpg"
    result = run(tmp_path, "score", str(photo), "--report", "evidence.pdf")
    assert result.returncode in (0, 3), result.stderr
    assert (tmp_path / "evidence.pdf").read_bytes().startswith(b"%PDF")


def test_every_extra_is_known_by_its_modules(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {
        extra: sorted(MODULES.get(name, name) for name in (line.partition(">")[0] for line in lines))
        for extra, lines in project["optional-dependencies"].items()
        if extra != "all"
    }
    assert declared == {extra: sorted(modules) for extra, modules in EXTRAS.items()}
