"""Foreign bytes to a Photo: kind and size are checked in the header before anything is decoded."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import cast

import cv2
import numpy as np

from scanner.headers import Header, read_header
from scanner.scan_errors import BrokenImage, ImageTooLarge, ImageTooSmall, NotAnImage, OutOfMemory, ScanError
from scanner.values import Photo, Pixels

MAX_BYTES = 40_000_000
MAX_PIXELS = 50_000_000
MAX_PIXEL_BITS = 64  # of the largest picture; what has more for each pixel may have fewer pixels
MIN_SIDE = 40  # pixels; five cells in fewer cannot be read
MAX_RATIO = 12  # of the longer to the shorter side; panoramas have 4
MAX_PASSES = 10**9  # pixels times the passes of a progressive JPEG over them: 20 over the largest photo; cameras use 10
FIRST_LOOK = 1000  # pixels of the longer side in which sheets are found as well as in more

_REDUCED = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}
_TURNS = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_CLOCKWISE, 8: cv2.ROTATE_90_COUNTERCLOCKWISE}
_HEIC_HINT = (
    "Send the photo as JPEG, or install the extra for iPhone photos: pip install '.[heic]' in the source folder, or "
    "pip install 'FILE.whl[heic]'."
)


@dataclass(frozen=True, eq=False)
class Reduced(Photo):
    """A photo of which a reduced copy was decoded; its file is kept, so that more can be had of it."""

    data: bytes
    header: Header
    reduction: int

    @property
    def scale(self) -> float:
        """Pixels of the array per pixel of the displayed picture, exactly; an odd last pixel is a part of one."""
        return 1 / self.reduction


def decode(data: bytes, name: str = "", *, max_bytes: int = MAX_BYTES, max_pixels: int = MAX_PIXELS) -> Photo:
    """Decode a picture file into a Photo, upright as its EXIF says; large JPEGs for a first look only."""
    if len(data) > max_bytes:
        raise ImageTooLarge(f"the file has more than {max_bytes / 1e6:g} MB")
    header = read_header(data)
    digest = sha256(data).hexdigest()
    if header.kind == "heif":
        pixels = _decode_heif(data, max_pixels)
        pixels.flags.writeable = False
        return Photo(name, digest, pixels.shape[1], pixels.shape[0], pixels)
    _check_size(header.width, header.height, max_pixels)
    if header.width * header.height * header.passes > MAX_PASSES:
        raise ImageTooLarge(f"the JPEG file has {header.passes} passes over its pixels; common ones have 10")
    if header.width * header.height * header.pixel_bits > max_pixels * MAX_PIXEL_BITS:
        raise ImageTooLarge(f"the picture has {header.pixel_bits} bits for each pixel; common ones have 24")
    reduction = _reduction(header)
    pixels = _decode_upright(data, header, reduction)
    width, height = header.displayed
    if reduction == 1:
        return Photo(name, digest, width, height, pixels)
    return Reduced(name, digest, width, height, pixels, data, header, reduction)


def sharpened(photo: Photo, scale: float) -> Photo:
    """The photo with at least `scale` pixels per displayed pixel, as far as its file has them."""
    if not isinstance(photo, Reduced) or photo.scale >= scale:
        return photo
    reduction = max((factor for factor in _REDUCED if 1 / factor >= scale), default=1)
    pixels = _decode_upright(photo.data, photo.header, reduction)
    if reduction == 1:
        return Photo(photo.name, photo.sha256, photo.width, photo.height, pixels)
    return replace(photo, pixels=pixels, reduction=reduction)


def _check_size(width: int, height: int, max_pixels: int) -> None:
    if width * height > max_pixels:
        raise ImageTooLarge(f"the picture is {width} x {height}; the limit is {max_pixels / 1e6:g} MP")
    if min(width, height) < MIN_SIDE or max(width, height) > MAX_RATIO * min(width, height):
        raise ImageTooSmall(f"the picture is {width} x {height}")


def _decode_upright(data: bytes, header: Header, reduction: int) -> Pixels:
    """The pixels as displayed, fewer by `reduction` in width and height."""
    pixels = _decode_stored(data, header, reduction)
    if header.kind != "tiff":  # OpenCV turns TIFF files by itself, whatever it is told
        pixels = _upright(pixels, header.orientation)
    width, height = header.displayed
    if abs(pixels.shape[0] * width - pixels.shape[1] * height) > 8 * max(width, height):
        raise BrokenImage("the picture's size is not what its header says")
    pixels.flags.writeable = False
    return pixels


def _decode_stored(data: bytes, header: Header, reduction: int) -> Pixels:
    """The pixels as stored, before any turn, as BGR on white."""
    flags = _REDUCED.get(reduction, cv2.IMREAD_COLOR)
    if header.kind not in ("jpeg", "bmp"):  # the fourth byte of a BMP pixel is mostly unused, not alpha
        flags = cv2.IMREAD_UNCHANGED
    if flags != cv2.IMREAD_UNCHANGED:
        flags |= cv2.IMREAD_IGNORE_ORIENTATION
    try:
        raw = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as error:
        if error.code == cv2.Error.StsNoMem:
            raise OutOfMemory from error
        raise BrokenImage(f"the {header.kind.upper()} file cannot be decoded") from error
    if raw is None:
        raise BrokenImage(f"the {header.kind.upper()} file cannot be decoded")
    return _as_bgr(np.asarray(raw))


def _reduction(header: Header) -> int:
    """The strongest reduction of a JPEG that is enough for a first look; other kinds have none."""
    longer = max(header.width, header.height) if header.kind == "jpeg" else 0
    return max((factor for factor in _REDUCED if longer / factor >= FIRST_LOOK), default=1)


def _as_bgr(raw: np.ndarray) -> Pixels:
    """Eight-bit BGR from grey, alpha (laid on white), sixteen-bit or float pixels."""
    if raw.dtype == np.uint16:
        raw = (raw >> 8).astype(np.uint8)
    elif raw.dtype != np.uint8:
        raw = _stretch(raw)
    if raw.ndim == 2 or raw.shape[2] == 1:
        return cast(Pixels, cv2.cvtColor(raw, cv2.COLOR_GRAY2BGR))
    if raw.shape[2] == 4:
        alpha = raw[:, :, 3:].astype(np.uint16)
        raw = ((raw[:, :, :3] * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)
    return np.ascontiguousarray(raw[:, :, :3])


def _stretch(raw: np.ndarray) -> Pixels:
    """Pixels of a scientific format, stretched from their darkest to their brightest value."""
    values = np.nan_to_num(raw.astype(np.float32), posinf=0, neginf=0)
    low, high = float(values.min()), float(values.max())
    return ((values - low) * (255 / max(high - low, 1e-9))).astype(np.uint8)


def _upright(pixels: Pixels, orientation: int) -> Pixels:
    """Undo the camera's turn: EXIF orientation 1 to 8."""
    if orientation in (2, 4):
        return cast(Pixels, cv2.flip(pixels, 1 if orientation == 2 else 0))
    if orientation in (5, 7):
        across = cv2.transpose(pixels)
        return cast(Pixels, across if orientation == 5 else cv2.rotate(across, cv2.ROTATE_180))
    return cast(Pixels, cv2.rotate(pixels, _TURNS[orientation])) if orientation in _TURNS else pixels


def _decode_heif(data: bytes, max_pixels: int) -> Pixels:
    try:
        import pillow_heif
    except ImportError as error:
        raise NotAnImage("this is a HEIC file, and the extra that reads it is not installed", _HEIC_HINT) from error
    try:
        picture = pillow_heif.open_heif(data)
        _check_size(picture.size[0], picture.size[1], max_pixels)
        pixels = np.asarray(picture)
    except (ScanError, MemoryError):
        raise
    except Exception as error:  # the library raises what it likes
        raise BrokenImage("the HEIC file cannot be decoded") from error
    code = cv2.COLOR_RGBA2BGRA if pixels.ndim == 3 and pixels.shape[2] == 4 else cv2.COLOR_RGB2BGR
    return _as_bgr(np.asarray(cv2.cvtColor(pixels, code)) if pixels.ndim == 3 else pixels)
