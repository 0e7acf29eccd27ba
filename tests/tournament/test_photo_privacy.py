"""Photos that are kept show the same pixels the same way up, and tell nothing else."""

import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from scanner.headers import read_header
from scanner.photo_privacy import without_metadata

SAMPLE = Path(__file__).parents[2] / "samples/corrected-en/photo.jpg"


def with_metadata(kind: str, orientation: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "SecretCamera"
    gps = exif.get_ifd(0x8825)
    gps[1], gps[2] = "N", (48.0, 12.0, 30.0)
    picture = Image.open(SAMPLE).resize((640, 480))
    stream = io.BytesIO()
    picture.save(stream, kind, exif=exif)
    return stream.getvalue() + (b"trailing film SecretCamera" if kind == "JPEG" else b"")


def shown(data: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", [1, 6])
def test_place_and_camera_are_gone_and_the_picture_stays(kind: str, orientation: int) -> None:
    data = with_metadata(kind, orientation)
    assert b"SecretCamera" in data
    kept, suffix = without_metadata(data)
    assert b"SecretCamera" not in kept and b"GPS" not in kept and suffix in (".jpg", ".png")
    assert not Image.open(io.BytesIO(kept)).getexif().get_ifd(0x8825)
    assert read_header(kept).displayed == read_header(data).displayed
    if kind != "TIFF":  # OpenCV does not turn these
        assert np.array_equal(shown(kept), shown(data))


def test_a_sample_keeps_its_pixels() -> None:
    kept, _ = without_metadata(SAMPLE.read_bytes())
    assert np.array_equal(shown(kept), shown(SAMPLE.read_bytes()))


@pytest.mark.parametrize("before", [b"\xff" * 5, b"\xff\x01", b"\xff\xff\xff\x01\xff"])
def test_marks_that_say_nothing_hide_no_metadata(before: bytes) -> None:
    data = with_metadata("JPEG", 6)
    padded = data[:2] + before + data[2:]
    kept, _ = without_metadata(padded)
    assert b"SecretCamera" not in kept and b"GPS" not in kept
    assert np.array_equal(shown(kept), shown(data))


def jpeg_segment(marker: int, body: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


PREVIEW = bytes(range(1, 28))  # nine pixels in three colours
HIDDEN = {
    "preview of JFIF": jpeg_segment(0xE0, b"JFIF\0" + struct.pack(">HBHHBB", 0x0102, 0, 1, 1, 3, 3) + PREVIEW),
    "preview of an extension": jpeg_segment(0xE0, b"JFXX\0\x13" + b"\3\3" + PREVIEW),
    "behind Adobe's word": jpeg_segment(0xEE, b"Adobe" + bytes([0, 100, 0, 0, 0, 0, 1]) + PREVIEW),
    "reserved": jpeg_segment(0xF3, PREVIEW),
    "comment": jpeg_segment(0xFE, PREVIEW),
}


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("between_passes", [False, True])
def test_no_part_of_a_jpeg_file_brings_a_preview_along(name: str, between_passes: bool) -> None:
    stream = io.BytesIO()
    Image.open(SAMPLE).resize((320, 240)).save(stream, "JPEG", progressive=True)
    data = stream.getvalue()
    at = data.rindex(b"\xff\xda") if between_passes else data.index(b"\xff\xdb")
    kept, _ = without_metadata(data[:at] + HIDDEN[name] + data[at:])
    assert PREVIEW not in kept and np.array_equal(shown(kept), shown(data))


@pytest.mark.parametrize("chunk", [b"iCCP", b"caBX", b"fdAT", b"prVt", b"eXIf", b"zTXt"])
def test_no_part_of_a_png_file_tells_more_than_its_pixels(chunk: bytes) -> None:
    stream = io.BytesIO()
    Image.open(SAMPLE).resize((320, 240)).save(stream, "PNG")
    data, body = stream.getvalue(), chunk + b"SecretCamera"
    foreign = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    kept, suffix = without_metadata(data[:33] + foreign + data[33:])
    assert b"SecretCamera" not in kept and suffix == ".png" and np.array_equal(shown(kept), shown(data))
