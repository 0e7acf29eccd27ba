"""What a picture file says about itself: kind, size and turn, read from its first bytes without decoding it."""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from scanner.scan_errors import BrokenImage, NotAnImage

START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
SEQUENTIAL = frozenset({0xC0, 0xC1, 0xC3})  # kinds of frames that are read in one pass, if that has all colours
BARE_MARKERS = frozenset({0x01, *range(0xD0, 0xD9)})
HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
WIDTH_TAG, HEIGHT_TAG, BITS_TAG, ORIENTATION_TAG, SAMPLES_TAG = 256, 257, 258, 274, 277
FILL = re.compile(rb"\xff+")
MARK = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]")  # of a part, within coded pixels
USUAL_PASSES = 12  # cameras and browsers make 10
MOST_PARTS = 20_000  # segments or chunks; the largest photo in the smallest common pieces has 5,000


@dataclass(frozen=True)
class Header:
    """Kind, stored size and EXIF orientation (1 to 8) of a picture file; size 0 x 0 where the header hides it."""

    kind: str
    width: int
    height: int
    orientation: int = 1
    passes: int = 1  # over its pixels, by which a progressive JPEG gets sharper
    pixel_bits: int = 24  # where the kind of file allows more than 64

    @property
    def displayed(self) -> tuple[int, int]:
        """Width and height once the picture is upright."""
        return (self.height, self.width) if self.orientation >= 5 else (self.width, self.height)


def read_header(data: bytes) -> Header:
    """Read the header of a picture file, or raise NotAnImage or BrokenImage."""
    kind = sniff(data)
    if kind == "heif":
        return Header(kind, 0, 0)
    try:
        header = {"jpeg": _jpeg, "png": _png, "webp": _webp, "tiff": _tiff, "bmp": _bmp}[kind](data)
    except (struct.error, IndexError) as error:
        raise BrokenImage(f"the {kind.upper()} header is cut short") from error
    if header.width < 1 or header.height < 1:
        raise BrokenImage(f"the {header.kind.upper()} header gives no size")
    return header


def sniff(data: bytes) -> str:
    """Name the kind of file by its first bytes; the file's name plays no part."""
    if data[:3] == b"\xff\xd8\xff":
        return "jpeg"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if data[:4] in (b"II*\0", b"MM\0*"):
        return "tiff"
    if data[:2] == b"BM" and len(data) > 18 and struct.unpack_from("<I", data, 14)[0] in (12, 40, 52, 56, 64, 108, 124):
        return "bmp"
    if data[4:8] == b"ftyp" and data[8:12] in HEIF_BRANDS:
        return "heif"
    raise NotAnImage("the file is empty" if not data else "the file is not a picture of a known kind")


def _jpeg(data: bytes) -> Header:
    width = height = components = orientation = 0
    progressive = False
    at = 2
    for _ in range(MOST_PARTS):
        fill = FILL.match(data, at)
        if fill is None:
            raise BrokenImage("the JPEG header is damaged")
        marker = data[fill.end()]
        at = fill.end() + 1
        if marker in BARE_MARKERS:
            continue
        (length,) = struct.unpack_from(">H", data, at)
        if marker in START_OF_FRAME:
            height, width, components = struct.unpack_from(">HHB", data, at + 3)
            progressive = marker not in SEQUENTIAL
        elif marker == 0xE1 and not orientation and data[at + 2 : at + 8] == b"Exif\0\0":  # the first one counts
            orientation = _exif_orientation(data[at + 8 : at + length])
        elif marker == 0xDA:
            break
        elif marker == 0xD9:
            raise BrokenImage("the JPEG file holds no picture")
        at += length
    else:
        raise BrokenImage("the JPEG header has no end")
    # Within the coded picture 0xFF is always followed by a stuffed zero or a restart mark, so this is the real end.
    if data.rfind(b"\xff\xd9", at) < 0:  # sought from behind, where it mostly is
        raise BrokenImage("the JPEG file is cut short")
    several = progressive or data[at + 2] < components
    return Header("jpeg", width, height, orientation or 1, _passes(data, at) if several else 1)


def _passes(data: bytes, at: int) -> int:
    """How often a JPEG goes over its pixels, from within the first pass on."""
    most = 1 + data.count(b"\xff\xda", at)
    if most <= USUAL_PASSES:
        return most
    passes = 1  # what follows the picture, a film for instance, may hold such bytes by chance: only marks count
    for _ in range(MOST_PARTS):
        mark = MARK.search(data, at)
        if mark is None or mark[0] == b"\xff\xd9":
            return passes
        passes += mark[0] == b"\xff\xda"
        at = mark.end() + int.from_bytes(data[mark.end() : mark.end() + 2], "big")
    return most  # so many parts are there to hide passes


def _png(data: bytes) -> Header:
    width, height = struct.unpack_from(">II", data, 16)
    orientation = 0
    at = 8
    for _ in range(MOST_PARTS):
        if data[at + 4 : at + 8] == b"IEND":
            return Header("png", width, height, orientation or 1)
        if at + 12 > len(data):
            raise BrokenImage("the PNG file is cut short")
        (length,) = struct.unpack_from(">I", data, at)
        if data[at + 4 : at + 8] == b"eXIf" and not orientation:
            orientation = _exif_orientation(data[at + 8 : at + 8 + length])
        at += 12 + length
    raise BrokenImage("the PNG file has too many parts")


def _webp(data: bytes) -> Header:
    (length,) = struct.unpack_from("<I", data, 4)
    if length + 8 > len(data) + 1:  # an odd last chunk may lack its padding byte
        raise BrokenImage("the WebP file is cut short")
    form = data[12:16]
    if form == b"VP8X":
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
    elif form == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    elif form == b"VP8 ":
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    else:
        raise BrokenImage("the WebP header is damaged")
    orientation = next((_exif_orientation(body) for name, body in _riff_chunks(data) if name == b"EXIF"), 1)
    return Header("webp", width, height, orientation)


def _riff_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    for _ in range(MOST_PARTS):
        if at + 8 > len(data):
            return
        (length,) = struct.unpack_from("<I", data, at + 4)
        yield data[at : at + 4], data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _tiff(data: bytes) -> Header:
    tags = _tiff_tags(data)
    width, height, turn = tags.get(WIDTH_TAG, 0), tags.get(HEIGHT_TAG, 0), _turn(tags.get(ORIENTATION_TAG, 1))
    return Header("tiff", width, height, turn, pixel_bits=tags.get(BITS_TAG, 1) * tags.get(SAMPLES_TAG, 1))


def _bmp(data: bytes) -> Header:
    (offset,) = struct.unpack_from("<I", data, 10)
    if struct.unpack_from("<I", data, 14)[0] == 12:
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        packing = 0
    else:
        width, height, _, bits, packing = struct.unpack_from("<iiHHI", data, 18)
    row = (width * bits + 31) // 32 * 4
    if packing in (0, 3) and offset + row * abs(height) > len(data):
        raise BrokenImage("the BMP file is cut short")
    return Header("bmp", width, abs(height))


def _exif_orientation(block: bytes) -> int:
    """The orientation in an EXIF block; 1 where the block is damaged, since a turn is no reason to refuse a photo."""
    block = block.removeprefix(b"Exif\0\0")
    try:
        return _turn(_tiff_tags(block).get(ORIENTATION_TAG, 1))
    except (struct.error, BrokenImage):
        return 1


def _turn(value: int) -> int:
    return value if 1 <= value <= 8 else 1


def _tiff_tags(block: bytes) -> dict[int, int]:
    """The short and long single values of the first directory of a TIFF or EXIF block, and the bits of a value."""
    order = {b"II": "<", b"MM": ">"}.get(block[:2])
    if order is None:
        raise BrokenImage("the TIFF header is damaged")
    (start,) = struct.unpack_from(order + "I", block, 4)
    (count,) = struct.unpack_from(order + "H", block, start)
    tags: dict[int, int] = {}
    seen: set[int] = set()
    for index in range(count):
        at = start + 2 + 12 * index
        tag, kind, values = struct.unpack_from(order + "HHI", block, at)
        if tag in seen:  # whoever reads the file after us might take the other one
            raise BrokenImage("a value stands twice in the TIFF header")
        seen.add(tag)
        if kind in (3, 4):
            elsewhere = tag == BITS_TAG and values > 2  # one number for each colour
            place = struct.unpack_from(order + "I", block, at + 8)[0] if elsewhere else at + 8
            (tags[tag],) = struct.unpack_from(order + ("H" if kind == 3 else "I"), block, place)
    return tags
