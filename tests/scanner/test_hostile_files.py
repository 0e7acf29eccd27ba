"""Files made to harm: each is refused with a code, at once, and costs no more memory than a photo."""

import io
import struct
import time
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from scanner import make_reader
from scanner.decode import decode
from scanner.headers import read_header
from scanner.pipeline import scan
from scanner.scan_errors import BadCorners, BrokenImage, ImageTooLarge, ImageTooSmall, ScanError
from tests import needs


def encoded(width: int, height: int, kind: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(np.full((height, width, 3), 200, np.uint8)).save(stream, kind, **options)
    return stream.getvalue()


def tiff_with_doubled_sizes(width: int, height: int) -> bytes:
    """A TIFF header that gives a small size first and a huge one after it."""
    tags = [(256, 3, 100), (256, 4, width), (257, 3, 100), (257, 4, height), (258, 3, 8), (259, 3, 1), (262, 3, 1)]
    body = b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags)
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + body + bytes(20_000)


def tiff(width: int, height: int, strip: bytes, bits: int, colours: int, more: dict[int, int] | None = None) -> bytes:
    """A deflated TIFF file with one strip for each row, each of the same bytes."""
    strips = struct.pack(f"<{height}I", *(8 + row * len(strip) for row in range(height)))
    lengths = struct.pack(f"<{height}I", *[len(strip)] * height)
    depths, kinds = struct.pack(f"<{colours}H", *[bits] * colours), struct.pack(f"<{colours}H", *[3] * colours)
    single = {256: width, 257: height, 259: 8, 262: 2, 277: colours, 278: 1} | (more or {})
    entries = {tag: (4, 1, struct.pack("<I", value)) for tag, value in single.items()}
    entries |= {258: (3, colours, depths), 273: (4, height, strips), 279: (4, height, lengths)}
    entries |= {339: (3, colours, kinds)} if bits > 16 else {}
    out = bytearray(strip * height)
    places = {}
    for tag, (_, _, values) in entries.items():
        if len(values) > 4:
            places[tag] = 8 + len(out)
            out += values
    at = 8 + len(out)
    out += struct.pack("<H", len(entries))
    for tag, (kind, count, values) in sorted(entries.items()):
        value = struct.pack("<I", places[tag]) if tag in places else values.ljust(4, b"\0")
        out += struct.pack("<HHI", tag, kind, count) + value
    return b"II*\0" + struct.pack("<I", at) + bytes(out) + bytes(4)


def packed(length: int) -> bytes:
    return zlib.compress(bytes(length), 9)


def progressive(passes: int) -> bytes:
    """A progressive JPEG whose last pass over the pixels is repeated."""
    noise = np.random.default_rng(1).integers(0, 255, (1500, 2000, 3), np.uint8)
    data = cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_QUALITY, 1])[1].tobytes()
    start = data.rindex(b"\xff\xda")
    return data[:-2] + data[start:-2] * passes + b"\xff\xd9"


def with_hidden_passes() -> bytes:
    """A progressive JPEG with more parts before its many passes than anyone counts."""
    data = progressive(0)
    scan = data.rindex(b"\xff\xda")
    return data[:-2] + b"\xff\xfe\x00\x02" * 20_001 + data[scan : scan + 60] * 2000 + b"\xff\xd9"


def exif(tags: int) -> bytes:
    """An EXIF block with many values, none of them of use."""
    body = b"".join(struct.pack("<HHII", 1000 + tag, 4, 1, 1) for tag in range(tags))
    return b"II*\0" + struct.pack("<IH", 8, tags) + body


def jpeg_of_exif() -> bytes:
    """A sound JPEG behind 600 large EXIF blocks, which would be looked through one after the other."""
    block = b"Exif\0\0" + exif(5400)
    segment = b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block
    data = encoded(100, 100, "JPEG")
    return data[:2] + segment * 600 + data[2:]


HOSTILE = {
    "tiff with doubled sizes": (lambda: tiff_with_doubled_sizes(60_000, 60_000), BrokenImage),
    "deflated tiff of long numbers": (lambda: tiff(7000, 7000, packed(112_000), 32, 4), ImageTooLarge),
    "deflated tiff of a hundred colours": (lambda: tiff(4000, 4000, packed(400_000), 8, 100), ImageTooLarge),
    "deflated tiff of huge tiles": (
        lambda: tiff(1000, 1000, packed(3000), 8, 3, {322: 60_000, 323: 60_000, 324: 8, 325: 20}),
        BrokenImage,
    ),
    "deflated tiff of more pixels than allowed": (lambda: tiff(7200, 7200, packed(21_600), 8, 3), ImageTooLarge),
    "jpeg of filling bytes": (lambda: b"\xff\xd8" + b"\xff" * 39_000_000, BrokenImage),
    "jpeg of empty segments": (lambda: b"\xff\xd8" + b"\xff\xe0\x00\x02" * 9_000_000, BrokenImage),
    "jpeg of restart marks": (lambda: b"\xff\xd8" + b"\xff\xd0" * 19_000_000, BrokenImage),
    "jpeg of 2000 passes": (lambda: progressive(2000), ImageTooLarge),
    "jpeg of hidden passes": (with_hidden_passes, ImageTooLarge),
    "png of empty chunks": (
        lambda: encoded(100, 100, "PNG")[:33] + (struct.pack(">I", 0) + b"tEXt" + bytes(4)) * 3_000_000,
        BrokenImage,
    ),
    "5 x 5000": (lambda: encoded(5, 5000, "PNG"), ImageTooSmall),
    "1 x 65500": (lambda: encoded(1, 65500, "JPEG"), ImageTooSmall),
    "5000 x 60": (lambda: encoded(5000, 60, "JPEG"), ImageTooSmall),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_at_once(name: str) -> None:
    make, kind = HOSTILE[name]
    data = make()
    began = time.process_time()
    with pytest.raises(kind):
        decode(data)
    assert time.process_time() - began < 1.0


def test_what_a_deflated_strip_holds_beyond_its_rows_is_not_unpacked() -> None:
    data = tiff(400, 40, packed(100_000_000), 8, 3)  # 4 GB in all
    began = time.process_time()
    assert decode(data).pixels.shape == (40, 400, 3)
    assert time.process_time() - began < 1.0


def test_deep_tiff_files_of_ordinary_size_are_read() -> None:
    for bits in (8, 16, 32):
        assert decode(tiff(200, 100, packed(600 * bits // 8), bits, 3)).pixels.shape == (100, 200, 3)


def test_many_exif_blocks_cost_no_more_than_one() -> None:
    data, png = jpeg_of_exif(), encoded(100, 100, "PNG")
    chunk = struct.pack(">I", len(exif(60_000))) + b"eXIf" + exif(60_000) + bytes(4)
    began = time.process_time()
    assert read_header(data).width == read_header(png[:33] + chunk * 50 + png[33:]).width == 100
    assert time.process_time() - began < 0.5


def test_a_film_behind_a_photo_is_no_hostile_file() -> None:
    film = np.random.default_rng(2).integers(0, 255, 20_000_000, np.uint8).tobytes()
    photo = decode(progressive(0) + film)
    assert (photo.width, photo.height) == (2000, 1500)


def test_a_heic_file_with_any_byte_wrong_is_decoded_or_refused() -> None:
    pillow_heif = needs.package("pillow_heif", because="the extra `heic` is not installed")
    stream = io.BytesIO()
    pillow_heif.from_pillow(Image.new("RGB", (64, 64), "white")).save(stream)
    data = stream.getvalue()
    for place in range(0, 400):
        torn = bytearray(data)
        torn[place] ^= 0xFF
        try:
            decode(bytes(torn))
        except ScanError:
            continue


@pytest.mark.parametrize(
    "corners",
    [
        [[0, 0], [0, 0], [0, 0], [0, 0]],
        [[10, 10], [100, 10], [190, 10], [300, 10]],
        [[100, 100], [500, 500], [500, 100], [100, 500]],
        [[100, 100], [100, 500], [500, 500], [500, 100]],
        [[100, 100], [500, 100], [200, 200], [100, 500]],
        [[1e5, 1e5], [1e5 + 500, 1e5], [1e5 + 500, 1e5 + 500], [1e5, 1e5 + 500]],
        [[float("nan"), 0], [500, 0], [500, 500], [0, 500]],
    ],
)
def test_corners_that_enclose_no_grid_are_refused(root: Path, corners: list[list[float]]) -> None:
    photo = decode((root / "samples" / "classic-en" / "photo.jpg").read_bytes())
    with pytest.raises(BadCorners):
        scan(photo, make_reader("cnn"), np.array(corners, np.float32))
