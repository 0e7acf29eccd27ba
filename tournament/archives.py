"""Bytes of one page out of a file, a ZIP file or a PDF file. Nothing is ever unpacked to disk under a foreign name."""

import hashlib
import zipfile
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from tournament import errors
from tournament.entities import Page

MEMBER_LIMIT = 64 * 2**20  # bytes; no photo the decoder takes is larger
RATIO_LIMIT = 100  # photos shrink by some per cent in a ZIP file, bombs by a factor of 1000
RATIO_FROM = 2**20  # bytes; small files of one colour may shrink a lot
DPI = 200  # an A6 sheet becomes 1160 px wide, which the reader likes; office scans have 200 to 300
PDF_PIXEL_LIMIT = 24_000_000  # a page of poster size is rendered smaller instead


@lru_cache(maxsize=2)
def open_zip(path: str) -> zipfile.ZipFile:
    """An open ZIP file; the last two stay open, since its members come one after the other."""
    try:
        return zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise errors.BadArchive(f"{Path(path).name}: {error}") from error


@lru_cache(maxsize=2)
def open_pdf(path: str, place: int = -1) -> Any:
    """An open PDF file, or the one at this place of a ZIP file; the last two stay open."""
    try:
        import pypdfium2
    except ImportError as error:
        raise errors.PartMissing("PDF files need pypdfium2") from error
    try:
        return pypdfium2.PdfDocument(path if place < 0 else read_member(path, place))
    except (OSError, pypdfium2.PdfiumError) as error:
        locked = "password" in str(error).lower()
        raise (errors.LockedFile if locked else errors.BadPdf)(f"{Path(path).name}: {error}") from error


def check_member(info: zipfile.ZipInfo) -> None:
    """Raise where a member of a ZIP file must not be unpacked."""
    if info.flag_bits & 0x1:
        raise errors.LockedFile(info.filename)
    if info.file_size > MEMBER_LIMIT:
        raise errors.HostileArchive(f"{info.filename} claims {info.file_size} bytes")
    if info.file_size > RATIO_FROM and info.file_size > RATIO_LIMIT * max(info.compress_size, 1):
        raise errors.HostileArchive(f"{info.filename} unpacks to {info.file_size} bytes")


def read_member(path: str, place: int) -> bytes:
    """One member of a ZIP file, by its place in the directory, bounded whatever its header claims."""
    archive = open_zip(path)
    info = archive.infolist()[place]
    check_member(info)
    try:
        with archive.open(info) as stream:
            data = stream.read(MEMBER_LIMIT + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise errors.BadArchive(f"{info.filename}: {error}") from error
    if len(data) > MEMBER_LIMIT:
        raise errors.HostileArchive(info.filename)
    return data


def read_pdf_page(path: str, part: str) -> bytes:
    """One page of a PDF file as a picture without loss; the part is its number, or PLACE#NUMBER inside a ZIP file."""
    import cv2
    import pypdfium2

    place, number = pdf_part(part)
    document = open_pdf(path, place)
    try:
        page = document[number - 1]
        width, height = page.get_size()
        scale = min(DPI / 72, (PDF_PIXEL_LIMIT / max(width * height, 1.0)) ** 0.5)
        bitmap = page.render(scale=scale, rev_byteorder=False)
        pixels = bitmap.to_numpy()[:, :, :3].copy()
        bitmap.close()
        page.close()
    except (pypdfium2.PdfiumError, ValueError, MemoryError) as error:
        raise errors.BadPdf(f"{Path(path).name}, page {number}: {error}") from error
    return cv2.imencode(".bmp", pixels)[1].tobytes()


def pdf_part(part: str) -> tuple[int, int]:
    """The place in a ZIP file, -1 without one, and the page number."""
    place, _, number = part.rpartition("#")
    return int(place or -1), int(number)


def read_file(path: str) -> bytes:
    """A file of ordinary size."""
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(MEMBER_LIMIT + 1)
    except OSError as error:
        raise errors.UnreadableFile(f"{Path(path).name}: {error.strerror}") from error
    if len(data) > MEMBER_LIMIT:
        raise errors.UnreadableFile(f"{Path(path).name} is larger than 64 MB", "Save the photo in a smaller size.")
    return data


def read_page(page: Page) -> bytes:
    """The picture of a page, as an encoded image."""
    if page.kind == "zip":
        return read_member(page.path, int(page.part))
    if page.kind == "pdf":
        return read_pdf_page(page.path, page.part)
    return read_file(page.path)


@lru_cache(maxsize=2)
def _file_hash(path: str, size: int, changed: int) -> str:
    with Path(path).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def page_hash(page: Page) -> str:
    """The hash of what is on a page; a page of a PDF file is known by the file's hash and its number."""
    if page.kind == "bad":
        return hashlib.sha256(f"bad!{page.location}".encode()).hexdigest()
    if page.kind == "pdf":
        try:
            stat = Path(page.path).stat()
            whole = _file_hash(page.path, stat.st_size, stat.st_mtime_ns)
        except OSError as error:
            raise errors.UnreadableFile(f"{Path(page.path).name}: {error.strerror}") from error
        return hashlib.sha256(f"{whole}#{page.part}".encode()).hexdigest()
    return hashlib.sha256(read_page(page)).hexdigest()
