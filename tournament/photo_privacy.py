"""Photos that are kept lose what they tell beside the picture: place, time, camera, previews."""

import struct

import cv2
import numpy as np

from scanner.headers import BARE_MARKERS, FILL, read_header

START_OF_SCAN, END = 0xDA, 0xD9
KEPT_APPS = (0xE0, 0xEE)  # JFIF, and Adobe's word on how colours are coded
PNG_SIGN, PNG_PRIVATE = b"\x89PNG\r\n\x1a\n", (b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME")


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
    kept, at = [data[:2], _orientation(orientation)], 2
    while (fill := FILL.match(data, at)) and (marker := data[fill.end()]) != START_OF_SCAN:
        at = fill.end() - 1  # a mark may have more than one FF before it
        if marker in BARE_MARKERS:
            at += 2
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        private = 0xE0 <= marker <= 0xEF and marker not in KEPT_APPS
        if not private and marker != 0xFE:
            kept.append(data[at : at + 2 + length])
        at += 2 + length
    return b"".join([*kept, data[at : _end(data, at)]])


def _end(data: bytes, at: int) -> int:
    """Where the picture ends; phones append films and second pictures with their own metadata."""
    while True:
        at = data.index(b"\xff", at)
        marker = data[at + 1]
        if marker == END:
            return at + 2
        if marker == 0 or marker == 0xFF or 0xD0 <= marker <= 0xD7:
            at += 1 if marker == 0xFF else 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")


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
        if data[at + 4 : at + 8] not in PNG_PRIVATE:
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
