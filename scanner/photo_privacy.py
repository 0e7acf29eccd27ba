"""Photos that are kept lose what they tell beside the picture: place, time, camera, previews."""

import re
import struct

import cv2
import numpy as np

from scanner.headers import BARE_MARKERS, MARK, read_header

START_OF_SCAN, END, JFIF, ADOBE = 0xDA, 0xD9, 0xE0, 0xEE
NEEDED = range(0xC0, 0xE0)  # segments without which a JPEG file cannot be decoded
NEXT = re.compile(rb"\xff[^\x00\xff]")  # mark outside of coded pixels
PNG_SIGN = b"\x89PNG\r\n\x1a\n"
PNG_KEPT = (b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"pHYs")


def without_metadata(data: bytes) -> tuple[bytes, str]:
    """The picture alone, the same pixels the same way up, and the suffix of its file."""
    header = read_header(data)
    if header.kind == "jpeg":
        return _jpeg(data, header.orientation), ".jpg"
    if header.kind == "png" and header.orientation == 1:
        return _png(data), ".png"
    if header.kind == "bmp":
        return data, ".bmp"
    return _again(data, header.kind), ".png"


def _jpeg(data: bytes, orientation: int) -> bytes:
    """Only what decoding needs, up to the picture's end: phones append films and second pictures."""
    kept, at = [data[:2], _orientation(orientation)], 2
    while (mark := NEXT.search(data, at)) and data[mark.start() + 1] != END:
        marker, at = data[mark.start() + 1], mark.end()
        if marker in BARE_MARKERS:
            continue
        at += int.from_bytes(data[at : at + 2], "big")
        if marker == START_OF_SCAN:
            after = MARK.search(data, at)
            at = after.start() if after else len(data)
        kept.append(_segment(marker, data[mark.start() : at]))
    return b"".join([*kept, bytes([0xFF, END])])


def _segment(marker: int, whole: bytes) -> bytes:
    """What is kept of a part of a JPEG file. JFIF may carry a preview, which may show more than the picture does."""
    if marker == JFIF and whole[4:9] == b"JFIF\0":
        return b"\xff\xe0\0\x10" + whole[4:16].ljust(12, b"\0") + b"\0\0"
    if marker == ADOBE and whole[4:9] == b"Adobe":  # says how colours are coded
        return b"\xff\xee\0\x0e" + whole[4:16].ljust(12, b"\0")
    return whole if marker in NEEDED else b""


def _orientation(turn: int) -> bytes:
    """An Exif segment that holds nothing but the way up; none where the picture stands upright."""
    if turn == 1:
        return b""
    tiff = struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, 0x0112, 3, 1, turn, 0, 0)
    return b"\xff\xe1" + struct.pack(">H", 8 + len(tiff)) + b"Exif\0\0" + tiff


def _png(data: bytes) -> bytes:
    kept, at = [PNG_SIGN], 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        if data[at + 4 : at + 8] in PNG_KEPT:
            kept.append(data[at : at + 12 + length])
        if data[at + 4 : at + 8] == b"IEND":
            break
        at += 12 + length
    return b"".join(kept)


def _again(data: bytes, kind: str) -> bytes:
    """The pixels written anew, upright and without loss."""
    if kind == "heif":
        from scanner.decode import decode

        photo = decode(data)
        pixels = np.asarray(cv2.resize(photo.pixels, (photo.width, photo.height)), np.uint8)
    else:
        pixels = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    return cv2.imencode(".png", pixels)[1].tobytes()
