"""Files of strangers are opened in a process of their own: what stops a library stops nobody else."""

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any

from referee.worker_process import WorkerProcess
from scanner.photo_privacy import without_metadata
from scanner.scan_errors import OutOfMemory, TookTooLong, WorkerLost
from tournament import archives
from tournament import tournament_errors as errors
from tournament.entities import Page

SECONDS = 30.0  # for one page, or to count them all
_lock = Lock()  # a worker takes one call at a time


def count_pages(path: str, place: int = -1) -> int:
    """The number of pages of a PDF file, or of the one at this place of a ZIP file."""
    return int(_ask("count", path, place))


def read_page(page: Page, max_pixels: int = archives.PDF_PIXEL_LIMIT) -> bytes:
    """The picture of a page; as `archives.read_page`, but from outside of a worker."""
    if page.kind != "pdf":
        return archives.read_page(page)
    data: bytes = _ask("page", page.path, page.part, max_pixels)
    return data


def kept_picture(page: Page) -> tuple[bytes, str]:
    """The picture of a page without metadata, as it is kept, and the suffix of its file."""
    picture: tuple[bytes, str] = _ask("kept", page, "")
    return picture


def _ask(*job: object) -> Any:
    try:
        with _lock:
            return _worker().call(*job)
    except (WorkerLost, TookTooLong, OutOfMemory) as error:
        raise errors.BadPdf(f"the file stops the program that opens it [{error.code}]") from error


@cache
def _worker() -> WorkerProcess:
    return WorkerProcess(_build, (), SECONDS)


def _build() -> Callable[..., Any]:
    def work(what: str, path: Any, where: Any, max_pixels: int = 0) -> Any:
        if what == "kept":
            return without_metadata(archives.read_page(path))
        if what == "count":
            return len(archives.open_pdf(path, where))
        return archives.read_pdf_page(path, where, max_pixels)

    return work
