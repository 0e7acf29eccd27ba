"""Folders, ZIP files, PDF files and photos → pages. What cannot be used is a page too, so that nothing gets lost."""

import hashlib
import os
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tournament import archives, page_worker
from tournament import tournament_errors as errors
from tournament.entities import Page

SYSTEM_FILES = frozenset({"thumbs.db", "desktop.ini", "__macosx"})  # made by file managers, never photos
NAME_LIMIT = 200  # bytes of a name that is shown; file systems take 255


def list_pages(sources: Iterable[str | Path], skip: Iterable[str | Path] = ()) -> list[Page]:
    """All pages of the sources, in the order of their names; `skip` names what holds no photos: manifest, output."""
    left_out = {Path(path).resolve() for path in skip}
    pages: list[Page] = []
    names: set[str] = set()
    for source in sources:
        path = Path(source)
        if not path.exists():
            raise errors.SourceNotFound(f"{source}: there is no such file or folder")
        for page in _source_pages(path.resolve(), left_out):
            if page.name in names:  # two sources of one name: the whole path tells them apart
                page = Page(page.location.replace("!", "/"), page.kind, page.path, page.part, page.fault)
            names.add(page.name)
            pages.append(page)
    return pages


def _source_pages(path: Path, left_out: set[Path]) -> Iterator[Page]:
    if not path.is_dir():
        yield from _file_pages(path, clean(path.name))
        return
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not is_system(name) and Path(folder) / name not in left_out)
        for name in sorted(files):
            file = Path(folder) / name
            if not is_system(name) and file not in left_out:
                yield from _file_pages(file, clean(f"{path.name}/{file.relative_to(path).as_posix()}"))


def _file_pages(path: Path, name: str) -> Iterator[Page]:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        yield _misnamed(name, path)
        return
    try:
        if not archives.is_regular(path):
            raise OSError
        with path.open("rb") as stream:
            start = stream.read(8)
    except OSError:
        yield _bad(name, path, errors.UnreadableFile())
        return
    if start.startswith(b"PK\x03\x04") or start.startswith(b"PK\x05\x06"):
        yield from _zip_pages(path, name)
    elif start.startswith(b"%PDF"):
        yield from _pdf_pages(path, name)
    elif path.suffix.lower() == ".zip":
        yield _bad(name, path, errors.BadArchive())
    elif path.suffix.lower() == ".pdf":
        yield _bad(name, path, errors.BadPdf())
    else:
        yield Page(name, "file", str(path))


def _zip_pages(path: Path, name: str) -> Iterator[Page]:
    try:
        members = archives.open_zip(str(path)).infolist()
    except errors.PageError as error:
        yield _bad(name, path, error)
        return
    order = sorted(range(len(members)), key=lambda place: members[place].filename)
    for place in order:
        info = members[place]
        parts = clean(info.filename).split("/")
        if info.is_dir() or any(is_system(part) for part in parts if part):
            continue
        yield from _member_pages(path, f"{name}/{'/'.join(parts)}", place, info)


def _member_pages(path: Path, name: str, place: int, info: zipfile.ZipInfo) -> Iterator[Page]:
    try:
        archives.check_member(info)
        if name.lower().endswith(".zip"):
            raise errors.NestedArchive()
    except errors.PageError as error:
        yield _bad(name, path, error, str(place))
        return
    if name.lower().endswith(".pdf"):
        yield from _pdf_pages(path, name, place)
    else:
        yield Page(name, "zip", str(path), str(place))


def _pdf_pages(path: Path, name: str, place: int = -1) -> Iterator[Page]:
    inside = "" if place < 0 else f"{place}#"
    try:
        count = page_worker.count_pages(str(path), place)
        if count > archives.PDF_PAGES_LIMIT:
            raise errors.TooManyPages(f"{count} pages")
    except errors.PageError as error:
        yield _bad(name, path, error, inside)
        return
    for number in range(1, count + 1):
        yield Page(f"{name}#{number}", "pdf", str(path), f"{inside}{number}")


def _bad(name: str, path: Path, error: errors.PageError, part: str = "") -> Page:
    return Page(name, "bad", str(path), part, _fault(error))


def _fault(error: errors.PageError) -> tuple[str, str]:
    return error.code, error.hint


def _misnamed(name: str, path: Path) -> Page:
    """A page for a file whose name is no text: it is shown as well as may be, and the raw name tells it from others."""
    raw = os.fsencode(path)
    shown = raw.decode("utf-8", "replace")
    return Page(name, "bad", shown, hashlib.sha256(raw).hexdigest()[:16], _fault(errors.BadFileName()))


def is_system(name: str) -> bool:
    """Whether a file is one that file managers leave behind."""
    return name.startswith(".") or name.lower() in SYSTEM_FILES


def clean(name: str) -> str:
    """A name that is safe to show: no way up, no drive, no control characters, of bounded length."""
    parts = name.replace("\\", "/").split("/")
    kept = [part for part in parts if part not in ("", ".", "..") and not part.endswith(":")]
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in "/".join(kept))
    raw = text.encode("utf-8", "surrogateescape")
    return text if len(raw) <= NAME_LIMIT else "…" + raw[-NAME_LIMIT + 3 :].decode("utf-8", "ignore")
