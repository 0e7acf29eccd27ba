"""Files written whole or not at all."""

import os
import tempfile
from pathlib import Path

from referee.errors import RefereeError


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


def write_atomically(path: Path, content: bytes) -> None:
    """Put the content under the name in one step, so that a reader never sees half a file."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise NotWritable(f"{path}: {error.strerror}") from error
