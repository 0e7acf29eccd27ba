"""Bytes of one page out of a file, a ZIP file or a PDF file. Nothing is ever unpacked to disk under a foreign name."""

import hashlib
import os
import stat
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.confine import in_child
from referee.referee_errors import MissingExtra, install
from referee.scoring_spec import ScoringSpec
from tournament import tournament_errors as errors
from tournament.entities import Page

MEMBER_LIMIT = 64 * 2**20  # bytes; no photo the decoder takes is larger
RATIO_LIMIT = 100  # photos shrink by some per cent in a ZIP file, bombs by a factor of 1000
RATIO_FROM = 2**20  # bytes; small files of one colour may shrink a lot
DPI = 200  # an A6 sheet becomes 1160 px wide, which the reader likes; office scans have 200 to 300
PDF_PIXEL_LIMIT = 12_000_000  # a page of poster size, or a scan that claims 72 dpi, is rendered smaller instead
ROUNDING = 0.995  # sides are rounded up, and the file has a header
BYTES_A_PIXEL = 3  # of the pictures that pages of PDF files become
ZIP_FILES_LIMIT = 5_000  # in one ZIP file; a large tournament has some hundreds
PDF_PAGES_LIMIT = 1_000  # in one PDF file
PDF_SECONDS, PDF_MEGABYTES = 5, 700  # to draw one page; a scan of 35 megapixels takes half a second and 300 MB
DIRECTORY_LIMIT = 4 * 2**20  # bytes; 5,000 files with long names take a quarter of it
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what all file managers use; others claim memory as they like
ODD_METHOD = "Pack the photos again as an ordinary ZIP file, or give the folder itself."


@contextmanager
def as_page_error(kind: type[errors.PageError], name: str) -> Iterator[None]:
    """Whatever a library says of a foreign file, it means that this one file cannot be used."""
    try:
        yield
    except errors.PageError:
        raise
    except Exception as error:  # libraries for foreign files raise what they like
        raise kind(f"{name}: {error}") from error


@lru_cache(maxsize=2)
def open_zip(path: str) -> zipfile.ZipFile:
    """An open ZIP file; the last two stay open, since its members come one after the other."""
    with as_page_error(errors.BadArchive, Path(path).name):
        if (size := _directory_bytes(path)) > DIRECTORY_LIMIT:
            raise errors.TooManyPages(f"its list of files takes {size} bytes")
        archive = zipfile.ZipFile(path)
        if (count := len(archive.infolist())) > ZIP_FILES_LIMIT:
            archive.close()
            raise errors.TooManyPages(f"it holds {count} files; the limit is {ZIP_FILES_LIMIT}")
        if sum(info.compress_size for info in archive.infolist()) > Path(path).stat().st_size:
            archive.close()
            raise errors.HostileArchive("its files lie upon each other")
        return archive


def _directory_bytes(path: str) -> int:
    """The size of a ZIP file's list of files, known before the list is loaded."""
    with Path(path).open("rb") as stream:
        stream.seek(-min(os.fstat(stream.fileno()).st_size, 66_000), os.SEEK_END)
        end = stream.read()
    at = end.rfind(b"PK\x05\x06")
    small = int.from_bytes(end[at + 12 : at + 16], "little") if at >= 0 else 0
    large = end.rfind(b"PK\x06\x06")  # the same in the form for very large files
    return max(
        small if small < 2**32 - 1 else 0, int.from_bytes(end[large + 40 : large + 48], "little") if large >= 0 else 0
    )


@lru_cache(maxsize=2)
def open_pdf(path: str, place: int = -1) -> Any:
    """An open PDF file, or the one at this place of a ZIP file; the last two stay open."""
    try:
        import pypdfium2
    except ImportError as error:
        raise MissingExtra("PDF files need pypdfium2.", install("tournament")) from error
    with as_page_error(errors.BadPdf, Path(path).name):
        source = path if place < 0 else read_member(path, place)
        try:
            return pypdfium2.PdfDocument(source)
        except pypdfium2.PdfiumError as error:
            if "password" in str(error).lower():
                raise errors.LockedFile(Path(path).name) from error
            raise


def check_member(info: zipfile.ZipInfo) -> None:
    """Raise where a member of a ZIP file must not be unpacked."""
    if info.flag_bits & 0x1:
        raise errors.LockedFile(info.filename)
    if info.compress_type not in METHODS:
        raise errors.BadArchive(f"{info.filename} is packed by an unusual method", ODD_METHOD)
    if info.file_size > MEMBER_LIMIT:
        raise errors.HostileArchive(f"{info.filename} claims {info.file_size} bytes")
    if info.file_size > RATIO_FROM and info.file_size > RATIO_LIMIT * max(info.compress_size, 1):
        raise errors.HostileArchive(f"{info.filename} unpacks to {info.file_size} bytes")


def read_member(path: str, place: int) -> bytes:
    """One member of a ZIP file, by its place in the directory, bounded whatever its header claims."""
    with as_page_error(errors.BadArchive, Path(path).name):
        archive = open_zip(path)
        info = archive.infolist()[place]
        check_member(info)
        with archive.open(info) as stream:
            data = stream.read(MEMBER_LIMIT + 1)
    if len(data) > MEMBER_LIMIT:
        raise errors.HostileArchive(info.filename)
    return data


def rendered_pixels(spec: ScoringSpec) -> int:
    """How many pixels a page of a PDF file may become, so that the limits on photos let it pass."""
    limit = min(PDF_PIXEL_LIMIT, spec.max_megapixels * 10**6, spec.max_megabytes * 10**6 / BYTES_A_PIXEL)
    return int(limit * ROUNDING)


def read_pdf_page(path: str, part: str, max_pixels: int = PDF_PIXEL_LIMIT) -> bytes:
    """One page of a PDF file as a picture without loss; the part is its number, or PLACE#NUMBER inside a ZIP file."""
    import cv2
    import numpy as np

    place, number = pdf_part(part)
    with as_page_error(errors.BadPdf, f"{Path(path).name}, page {number}"):
        file = open_pdf(path, place)
        drawn = in_child(lambda: _draw(file[number - 1], max_pixels), PDF_SECONDS, PDF_MEGABYTES)
        height, width = struct.unpack_from("II", drawn)
        pixels = np.frombuffer(drawn, np.uint8, offset=8).reshape(height, width, 3)
    return cv2.imencode(".bmp", pixels)[1].tobytes()


def _draw(page: Any, max_pixels: int) -> bytes:
    """Height, width and pixels of a page; a few bytes of a hostile one may ask for hours and all memory there is."""
    width, height = page.get_size()
    scale = min(DPI / 72, (max_pixels / max(width * height, 1.0)) ** 0.5)
    pixels = page.render(scale=scale, rev_byteorder=False).to_numpy()[:, :, :3]
    return struct.pack("II", *pixels.shape[:2]) + bytes(pixels.tobytes())


def pdf_part(part: str) -> tuple[int, int]:
    """The place in a ZIP file, -1 without one, and the page number."""
    place, _, number = part.rpartition("#")
    return int(place or -1), int(number)


def is_regular(path: str | Path) -> bool:
    """Whether a path leads to an ordinary file; opening a pipe or a device may wait for ever."""
    return stat.S_ISREG(Path(path).stat().st_mode)


def read_file(path: str) -> bytes:
    """A file of ordinary size."""
    try:
        if not is_regular(path):
            raise errors.UnreadableFile(f"{Path(path).name} is a pipe, a socket or a device")
        with Path(path).open("rb") as stream:
            data = stream.read(MEMBER_LIMIT + 1)
    except (OSError, ValueError) as error:
        raise errors.UnreadableFile(f"{Path(path).name}: {getattr(error, 'strerror', error)}") from error
    if len(data) > MEMBER_LIMIT:
        raise errors.UnreadableFile(f"{Path(path).name} is larger than 64 MB", "Save the photo in a smaller size.")
    return data


def read_page(page: Page, max_pixels: int = 0) -> bytes:
    """The picture of a page, as an encoded image; `max_pixels` bounds pages of PDF files that are rendered."""
    if page.kind == "zip":
        return read_member(page.path, int(page.part))
    if page.kind == "pdf":
        return read_pdf_page(page.path, page.part, max_pixels or PDF_PIXEL_LIMIT)
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
