"""Files of every kind, damaged in every way: each is given by a number, and the same number gives the same file."""

import io
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "classic-en" / "photo.jpg"
SIDE = 240  # pixels of the longer side: small, so that thousands take minutes
EXTREMES = (b"\x00\x00\x00\x00", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f", b"\x00\x00\x00\x01")
HEAD = 600  # bytes in which most of what a file says of itself stands

Random = np.random.Generator


def _picture(kind: str, **options: object) -> bytes:
    with Image.open(SAMPLE) as photo:
        photo.thumbnail((SIDE, SIDE))
        stream = io.BytesIO()
        photo.save(stream, kind, **options)
    return stream.getvalue()


def _heic() -> bytes:
    import pillow_heif

    with Image.open(SAMPLE) as photo:
        photo.thumbnail((SIDE, SIDE))
        stream = io.BytesIO()
        pillow_heif.from_pillow(photo).save(stream)
    return stream.getvalue()


def _zip() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("Anna_1.jpg", "round 2/Zoë.jpg", "scan.pdf"):
            archive.writestr(name, seed("pdf" if name.endswith("pdf") else "jpeg"))
    return stream.getvalue()


def _pdf() -> bytes:
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(150, 200), pageCompression=1)
    for number in (1, 2):
        canvas.drawString(20, 180, f"page {number}")
        canvas.drawImage(ImageReader(io.BytesIO(seed("jpeg"))), 10, 10, 100, 130)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _frames(kind: str) -> bytes:
    """A short film, as phones and messengers send them in place of a photo."""
    with Image.open(SAMPLE) as photo:
        photo.thumbnail((SIDE, SIDE))
        stream = io.BytesIO()
        turned = [photo.rotate(angle) for angle in (3, 6)]
        photo.save(stream, kind, save_all=True, append_images=turned, duration=100)
    return stream.getvalue()


def _deep_png() -> bytes:
    """Sixteen bits a colour, with transparency."""
    with Image.open(SAMPLE) as photo:
        photo.thumbnail((SIDE, SIDE))
        pixels = np.asarray(photo.convert("RGBA"), np.uint16) * 257
    return cv2.imencode(".png", pixels)[1].tobytes()


KINDS: dict[str, Callable[[], bytes]] = {
    "jpeg": lambda: _picture("JPEG", quality=80),
    "progressive": lambda: _picture("JPEG", quality=80, progressive=True),
    "png": lambda: _picture("PNG"),
    "webp": lambda: _picture("WEBP", quality=80),
    "lossless webp": lambda: _picture("WEBP", lossless=True),
    "tiff": lambda: _picture("TIFF"),
    "packed tiff": lambda: _picture("TIFF", compression="tiff_adobe_deflate"),
    "bmp": lambda: _picture("BMP"),
    "LZW tiff": lambda: _picture("TIFF", compression="tiff_lzw"),
    "deep png": _deep_png,
    "png film": lambda: _frames("PNG"),
    "webp film": lambda: _frames("WEBP"),
    "heic": _heic,
    "zip": _zip,
    "pdf": _pdf,
}


@cache
def seed(kind: str) -> bytes:
    """A sound file of this kind."""
    return KINDS[kind]()


def file(number: int) -> tuple[str, bytes]:
    """The kind of a damaged file, and its bytes."""
    random = np.random.default_rng(number)
    kind = list(KINDS)[number % len(KINDS)]
    data = seed(kind)
    for _ in range(int(random.integers(1, 5))):
        data = MUTATIONS[int(random.integers(len(MUTATIONS)))](data, random)
    return kind, data


def _place(data: bytes, random: Random) -> int:
    """Mostly near the beginning or the end, where formats say what they hold."""
    where = random.random()
    if where < 0.5:
        return int(random.integers(max(1, min(len(data), HEAD))))
    if where < 0.7:
        return max(0, len(data) - int(random.integers(1, HEAD)))
    return int(random.integers(max(1, len(data))))


def _flip(data: bytes, random: Random) -> bytes:
    out = bytearray(data)
    for _ in range(int(random.integers(1, 9))):
        if out:
            out[_place(data, random) % len(out)] ^= 1 << int(random.integers(8))
    return bytes(out)


def _overwrite(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + random.bytes(int(random.integers(1, 40))) + data[at + 20 :]


def _extreme(data: bytes, random: Random) -> bytes:
    at, value = _place(data, random), EXTREMES[int(random.integers(len(EXTREMES)))]
    length = int(random.integers(1, 5))
    return data[:at] + value[:length] + data[at + length :]


def _cut(data: bytes, random: Random) -> bytes:
    return data[: _place(data, random)]


def _leave_out(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + data[at + int(random.integers(1, 2000)) :]


def _double(data: bytes, random: Random) -> bytes:
    at, length = _place(data, random), int(random.integers(1, 4000))
    return data[: at + length] + data[at : at + length] * int(random.integers(1, 20)) + data[at + length :]


def _splice(data: bytes, random: Random) -> bytes:
    other = seed(list(KINDS)[int(random.integers(6))])
    return data[: _place(data, random)] + other[_place(other, random) :]


MUTATIONS = (_flip, _flip, _overwrite, _extreme, _extreme, _cut, _leave_out, _double, _splice)


def numbers(first: int, count: int) -> Iterator[int]:
    """The numbers of a run."""
    return iter(range(first, first + count))
