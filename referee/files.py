"""Files written whole or not at all."""

import filecmp
import io
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from referee.referee_errors import RefereeError


class NotWritable(RefereeError):
    """A file cannot be written there."""

    code = "not-writable"
    hint = "Choose a folder that you may write to, on a disk with room left; then run the same command again."


def make_folder(path: Path) -> None:
    """Make a folder and those above it, where they are missing."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritable(f"{path}: {error.strerror}") from error


def make_private(path: Path) -> None:
    """Make a folder that only its owner may look into; one that is there already is closed to others."""
    make_folder(path.parent)
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        found = path.stat()
        shared = found.st_mode & stat.S_ISVTX  # as /tmp is: a folder of everybody stays one
        if found.st_uid == os.geteuid() and found.st_mode & 0o077 and not shared:
            path.chmod(0o700)
    except OSError as error:
        raise NotWritable(f"{path}: {error.strerror}") from error


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` in one step when all is written, and leaves no trace when not.

    Where `path` says the same already it stays as it is.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            if path.is_file() and filecmp.cmp(name, path, shallow=False):
                Path(name).unlink()
            else:
                Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise NotWritable(f"{path}: {error.strerror}") from error


def write_atomically(path: Path, content: bytes) -> None:
    """Put the content under the name in one step, so that a reader never sees half a file."""
    with replacing(path) as file:
        file.write(content)


@contextmanager
def replacing_text(path: Path) -> Iterator[TextIO]:
    """The same for text in UTF-8, with line ends as they are written."""
    with replacing(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        yield text
        text.flush()
        text.detach()
