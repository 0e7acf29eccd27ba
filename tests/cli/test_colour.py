"""Colour on a terminal, none where NO_COLOR is set, whatever the command."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

COMMANDS = {
    "grid": ["grid", "SUPER/TRIPH/RNLOI/ATECT/PMHHE"],
    "word": ["word", "udon"],
    "judge": ["word", "--judge", "strap"],
    "doctor": ["doctor"],
    "error": ["grid", "SUPER"],
}


def on_a_terminal(arguments: list[str], root: Path, **variables: str) -> str:
    """What a command shows on a terminal of its own."""
    ours, theirs = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    program = [sys.executable, "-c", "from cli import main; main()", *arguments]
    process = subprocess.Popen(program, cwd=root, env=clean | variables, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:  # how a terminal says that the last writer has left
        pass
    process.wait()
    os.close(ours)
    return shown.decode("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_no_color_is_heeded(name: str, root: Path) -> None:
    assert "\x1b[" in on_a_terminal(COMMANDS[name], root)
    plain = on_a_terminal(COMMANDS[name], root, NO_COLOR="1")
    assert plain and "\x1b" not in plain
