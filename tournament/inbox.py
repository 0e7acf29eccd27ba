"""Uploads: written straight to where they stay, listed and noted before they count as received."""

import fcntl
import os
import secrets
import shutil
from collections.abc import Callable, Collection
from pathlib import Path
from types import TracebackType
from typing import IO

from referee.files import NotWritable, make_private
from tournament.entities import Page
from tournament.intake import clean, list_pages
from tournament.tournament_errors import DiskFull, TooManyPages, UnknownTournament

RESERVE = 500 * 2**20  # bytes of the disk that uploads leave free


class Inbox:
    """The files of one upload. Leaving it without `accept` removes whatever has been written."""

    def __init__(self, folder: Path, enter: Callable[[list[Page], str, str, int], None]) -> None:
        self._folder, self._enter = folder, enter
        self._begun: list[tuple[Path, IO[bytes]]] = []
        self._done: list[Path] = []

    def __enter__(self) -> "Inbox":
        make_private(self._folder.parent)
        make_private(self._folder)
        if shutil.disk_usage(self._folder).free < RESERVE:
            raise DiskFull
        self._mark = os.open(self._folder, os.O_RDONLY)
        fcntl.flock(self._mark, fcntl.LOCK_SH)  # says that someone is sending; goes with the process, however it ends
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for path, stream in self._begun:
            stream.close()
            shutil.rmtree(path, ignore_errors=True)
        if kind is not None:
            for path in self._done:
                shutil.rmtree(path, ignore_errors=True)
        os.close(self._mark)
        if isinstance(error, OSError | NotWritable) and not self._folder.exists():
            raise UnknownTournament("The tournament was deleted meanwhile.") from error
        if isinstance(error, OSError):
            raise DiskFull(f"the disk says: {error.strerror}") from error

    def open(self, name: str) -> IO[bytes]:
        """A new file to be written; `accept` closes it."""
        upload = self._folder / f"{secrets.token_hex(8)}.tmp"  # half-written, it is never looked at
        try:
            upload.mkdir(mode=0o700)
            file = upload / (clean(name).replace("/", "_") or "photo")
            stream = os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
        except OSError as error:
            raise NotWritable(f"{error.strerror}") from error
        self._begun.append((upload, stream))
        return stream

    def accept(self, player: str = "", round: str = "", quota: int = 0) -> list[Page]:
        """Put every file on the disk for good, and note its pages and who played them, who has a quota of them."""
        while self._begun:
            upload, stream = self._begun[0]
            stream.flush()
            os.fsync(stream.fileno())
            stream.close()
            self._done.append(upload.rename(upload.with_suffix("")))
            self._begun.pop(0)
        pages = [page for whole in self._done for page in list_pages(sorted(whole.iterdir()))]
        if quota and len(pages) > quota:
            raise TooManyPages(f"{len(pages)} pages; {quota} may be sent in all", "Send one photo of your own sheet.")
        self._enter(pages, player, round, quota)
        return pages


def sweep(inbox: Path, pending: Callable[[], Collection[Page]]) -> bool:
    """Remove the uploads that no pending page lies in: a kill left them, half sent or scored already.

    False where someone is just sending: then nothing was looked at.
    """
    try:
        mark = os.open(inbox, os.O_RDONLY)
    except FileNotFoundError:
        return True
    try:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        waiting = {Path(page.path).parent.name for page in pending()}  # asked when nobody can be sending any more
        for upload in inbox.iterdir():
            if upload.name not in waiting:
                shutil.rmtree(upload, ignore_errors=True)
    except BlockingIOError:
        return False
    finally:
        os.close(mark)
    return True
