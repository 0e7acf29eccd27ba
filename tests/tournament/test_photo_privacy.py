"""Photos that are kept show the same pixels the same way up, and tell nothing else."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from scanner.headers import read_header
from tournament.photo_privacy import without_metadata

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
