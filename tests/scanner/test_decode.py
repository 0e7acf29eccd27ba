"""Foreign bytes become upright BGR pixels, or a clear error."""

import io
import struct
import sys
import zlib
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image, ImageOps

from scanner.decode import decode, sharpened
from scanner.headers import read_header
from scanner.scan_errors import BrokenImage, ImageTooLarge, NotAnImage, ScanError
from tests import needs
from tests.hints import hint_of

RED, BLUE, WHITE = (0, 0, 255), (255, 0, 0), (255, 255, 255)
KINDS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP")


@pytest.fixture
def picture() -> Image.Image:
    pixels = np.full((60, 100, 3), 255, np.uint8)
    pixels[:20, :30] = (255, 0, 0)
    pixels[40:, 70:] = (0, 0, 255)
    return Image.fromarray(pixels)


def encoded(picture: Image.Image, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def near(pixel: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool(np.abs(pixel.astype(int) - colour).max() < 12)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_decoded(picture: Image.Image, kind: str) -> None:
    photo = decode(encoded(picture, kind), "p")
    assert (photo.width, photo.height, photo.scale) == (100, 60, 1.0)
    assert near(photo.pixels[5, 5], RED) and near(photo.pixels[55, 95], BLUE) and near(photo.pixels[30, 50], WHITE)
    assert not photo.pixels.flags.writeable


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("turn", range(1, 9))
def test_exif_turns_are_applied(picture: Image.Image, kind: str, turn: int) -> None:
    exif = Image.Exif()
    exif[274] = turn
    data = encoded(picture, kind, tiffinfo={274: turn}) if kind == "TIFF" else encoded(picture, kind, exif=exif)
    expected = np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGB"))[:, :, ::-1]
    photo = decode(data)
    assert (photo.height, photo.width) == expected.shape[:2] == photo.pixels.shape[:2]
    assert np.abs(photo.pixels.astype(int) - expected).max() < 4


def test_cmyk_and_grey(picture: Image.Image) -> None:
    cmyk = decode(encoded(picture.convert("CMYK"), "JPEG", quality=95)).pixels
    assert near(cmyk[5, 5], RED) and near(cmyk[30, 50], WHITE)
    grey = decode(encoded(picture.convert("L"), "JPEG")).pixels
    assert grey.shape == (60, 100, 3) and near(grey[5, 5], (76, 76, 76))


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_transparent_is_white(picture: Image.Image, kind: str) -> None:
    alpha = np.zeros((60, 100), np.uint8)
    alpha[:, 50:] = 255
    picture.putalpha(Image.fromarray(alpha))
    photo = decode(encoded(picture, kind, **({"lossless": True} if kind == "WEBP" else {})))
    assert near(photo.pixels[5, 5], WHITE) and near(photo.pixels[55, 95], BLUE)


def test_sixteen_bits_keep_their_brightness() -> None:
    ramp = np.arange(6000, dtype=np.uint16).reshape(60, 100) * 10
    for suffix in (".png", ".tiff"):
        photo = decode(cv2.imencode(suffix, ramp)[1].tobytes())
        assert photo.pixels[59, 99].tolist() == [int(ramp[59, 99]) >> 8] * 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.3, 0.9, 0.99])
def test_cut_short_is_broken(kind: str, share: float) -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 255, (90, 120, 3), np.uint8))
    data = encoded(noise, kind)
    with pytest.raises(BrokenImage) as caught:
        decode(data[: int(len(data) * share)])
    assert caught.value.code == "broken-image" and caught.value.hint == hint_of("broken-image")


@pytest.mark.parametrize("data", [b"", b"hello world", b"GIF89a" + bytes(40), b"%PDF-1.7", b"BM" + bytes(60)])
def test_other_files_are_not_images(data: bytes) -> None:
    with pytest.raises(NotAnImage):
        decode(data, "photo.jpg")


def test_the_name_does_not_matter(picture: Image.Image) -> None:
    assert decode(encoded(picture, "PNG"), "really.jpg").width == 100


def test_damaged_header_is_broken(picture: Image.Image) -> None:
    data = bytearray(encoded(picture, "JPEG"))
    data[2:4] = b"\0\0"
    with pytest.raises(NotAnImage):
        decode(bytes(data))


def test_size_limits_come_from_the_header(picture: Image.Image) -> None:
    data = encoded(picture, "PNG")
    with pytest.raises(ImageTooLarge):
        decode(data, max_bytes=len(data) - 1)
    with pytest.raises(ImageTooLarge, match=r"0\.005999 MP") as caught:
        decode(data, max_pixels=5999)
    assert "50" not in caught.value.hint, "the hint names no limit other than the one set"
    assert decode(data, max_pixels=6000).width == 100


def test_a_decompression_bomb_is_refused_unopened() -> None:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")
    with pytest.raises(ImageTooLarge, match="60000 x 60000"):
        decode(bomb)


@pytest.mark.parametrize(
    ("size", "scale"), [((4000, 3000), 0.25), ((2003, 1500), 0.5), ((1999, 1500), 1.0), ((1500, 2003), 0.5)]
)
def test_large_jpegs_are_decoded_smaller(size: tuple[int, int], scale: float) -> None:
    photo = decode(encoded(Image.new("RGB", size, "white"), "JPEG"))
    assert (photo.width, photo.height) == size and photo.scale == scale
    assert photo.pixels.shape[:2] == tuple(-int(-side * scale // 1) for side in reversed(size))
    assert decode(encoded(Image.new("RGB", size, "white"), "PNG")).scale == 1


@pytest.mark.parametrize("turn", [1, 6])
def test_more_can_be_had_of_a_reduced_photo(turn: int) -> None:
    exif = Image.Exif()
    exif[274] = turn
    ramp = np.linspace(0, 255, 4000).astype(np.uint8)
    data = encoded(Image.fromarray(np.tile(ramp, (3000, 1))), "JPEG", exif=exif)
    photo = decode(data, "p")
    assert photo.scale == 0.25
    assert sharpened(photo, 0.2) is photo
    half, whole = sharpened(photo, 0.3), sharpened(photo, 0.9)
    assert (half.scale, whole.scale) == (0.5, 1.0)
    assert sharpened(half, 0.7).scale == 1.0 and sharpened(whole, 2.0) is whole
    for sharp in (half, whole):
        assert (sharp.name, sharp.sha256, sharp.width, sharp.height) == ("p", photo.sha256, photo.width, photo.height)
        small = cv2.resize(sharp.pixels, photo.pixels.shape[1::-1], interpolation=cv2.INTER_AREA)
        assert np.abs(small.astype(int) - photo.pixels).max() < 4
        assert not sharp.pixels.flags.writeable


def test_heic_without_its_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    with pytest.raises(NotAnImage) as caught:
        decode(b"\0\0\0\x18ftypheic" + bytes(20))
    assert "heic" in caught.value.hint


def test_heic_with_its_extra(picture: Image.Image) -> None:
    heif = needs.package("pillow_heif", because="the extra `heic` is not installed")
    buffer = io.BytesIO()
    heif.from_pillow(picture.resize((200, 120))).save(buffer)
    photo = decode(buffer.getvalue())
    assert (photo.width, photo.height) == (200, 120) and near(photo.pixels[10, 10], RED)
    with pytest.raises(BrokenImage):
        decode(buffer.getvalue()[: len(buffer.getvalue()) // 2])
    with pytest.raises(ImageTooLarge):
        decode(buffer.getvalue(), max_pixels=100)


@pytest.mark.parametrize("kind", KINDS)
def test_any_damage_is_our_own_error(picture: Image.Image, kind: str) -> None:
    data = encoded(picture, kind)
    random = np.random.default_rng(5)
    for _ in range(60):
        broken = bytearray(data)
        for place in random.integers(0, min(len(data), 200), 3):
            broken[place] = random.integers(256)
        try:
            assert decode(bytes(broken), max_pixels=10**6).width > 0
        except ScanError as error:
            assert error.code


def test_the_header_of_a_jpeg_with_a_thumbnail(picture: Image.Image) -> None:
    thumb = encoded(picture.resize((16, 16)), "JPEG")
    data = encoded(picture, "JPEG")
    segment = b"\xff\xe2" + struct.pack(">H", len(thumb) + 2) + thumb
    whole = data[:2] + segment + data[2:]
    assert (read_header(whole).width, read_header(whole).height) == (100, 60)
    with pytest.raises(BrokenImage):
        read_header(whole[: len(segment) + len(data) // 2])
