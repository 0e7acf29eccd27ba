"""Reading a photo asks no host for anything and leaves no file behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SECONDS = 16.0  # the library that runs the networks looked its vendor up after some ten
READ = """
import sys, time
from pathlib import Path
from scanner import make_reader
from scanner.decode import decode
from scanner.pipeline import scan
scan(decode(Path(sys.argv[1]).read_bytes()), make_reader("cnn"))
time.sleep(float(sys.argv[2]))
"""


def read(root: Path, home: Path, *before: str, seconds: float = 0.5) -> None:
    photo = root / "samples" / "classic-en" / "photo.jpg"
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    environment |= {"HOME": str(home), "TMPDIR": str(home), "XDG_CACHE_HOME": str(home / ".cache")}
    environment |= {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    line = [*before, sys.executable, "-c", READ, str(photo), str(seconds)]
    subprocess.run(line, env=environment, cwd=home, check=True, timeout=120)


def test_reading_leaves_no_file_behind(root: Path, tmp_path: Path) -> None:
    read(root, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_reading_opens_no_connection(root: Path, strace: str, tmp_path: Path) -> None:
    trace, home = tmp_path / "trace", tmp_path / "home"
    home.mkdir()
    read(root, home, strace, "-f", "-e", "trace=socket,connect,sendto", "-o", str(trace), seconds=SECONDS)
    assert "socket(" not in trace.read_text(encoding="utf-8")
