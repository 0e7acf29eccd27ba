"""The page's files under one version: what changes together is fetched together, so no phone mixes old and new."""

import gzip
import mimetypes
import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from sheets import fonts

FOLDER = Path(__file__).resolve().parent / "page"
FONTS = fonts.FOLDER  # the fonts of printed pages: names that the page's own font lacks are shown by them
ORGANISER = re.compile(r"^(organiser|q4|live)")  # pages of their own, for a desk with a connection
NOT_STORED = re.compile(
    r"(^|/)(OFL\.txt|Noto.*\.ttf|sw\.js|.*\.d\.ts|jsconfig\.json|icon-512\.png|icon-maskable\.png|api\..*|shots/.*)$"
)
# Comments on lines of their own, and the blanks around lines: an eighth of what is sent.
COMMENTS = re.compile(rb"^\s*(?:/\*.*?\*/|//[^\n]*)\n?", re.DOTALL | re.MULTILINE)
EDGES = re.compile(rb"^[ \t]+|[ \t]+$", re.MULTILINE)
TYPES = {
    ".ttf": "font/ttf",
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class PageFile:
    """One file as it is sent."""

    body: bytes
    media_type: str

    @cached_property
    def etag(self) -> str:
        """Its content in short, as HTTP quotes it."""
        return f'"{sha256(self.body).hexdigest()[:16]}"'

    @cached_property
    def packed(self) -> bytes:
        """Its body as gzip, compressed once: a large font takes a tenth of a second, during which nobody is served."""
        return gzip.compress(self.body, 6, mtime=0)


class PageFiles:
    """All files of the page, read once. Under /page/<version>/ each is what it was when that version was served."""

    def __init__(self, extra: dict[str, bytes] | None = None) -> None:
        files = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in FOLDER.rglob("*") if path.is_file()}
        files |= {f"fonts/{path.name}": path.read_bytes() for path in FONTS.glob("*.ttf")}
        files |= extra or {}
        digest = sha256()
        for name, body in sorted(files.items()):
            digest.update(f"{name}\0{len(body)}\0".encode())
            digest.update(body)
        self.version = digest.hexdigest()[:12]
        self._files = {name: self._sent(name, body) for name, body in files.items()}

    def _sent(self, name: str, body: bytes) -> PageFile:
        suffix = Path(name).suffix
        if suffix in {".js", ".css"}:
            body = EDGES.sub(b"", COMMENTS.sub(b"", body))
        if suffix in {".html", ".webmanifest"}:
            body = body.replace(b'"/page/', f'"/page/{self.version}/'.encode())
        return PageFile(body, TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream")

    def get(self, path: str) -> tuple[PageFile | None, bool]:
        """The file of a path below /page/, and whether the path names this version and so never changes."""
        first, _, rest = path.partition("/")
        if first == self.version:
            return self._files.get(rest), True
        return self._files.get(path), False

    def service_worker(self) -> PageFile:
        """The worker with its version and the list of what it stores."""
        stored = sorted(name for name in self._files if not ORGANISER.search(name) and not NOT_STORED.search(name))
        names = ",\n  ".join(f'"/page/{self.version}/{name}"' for name in stored)
        body = self._files["sw.js"].body.replace(b"VERSION", self.version.encode()).replace(b'"FILES"', names.encode())
        return PageFile(body, "text/javascript")
