"""The QR code of our own sheets, read where the sheet's design puts it; a millisecond where there is none."""

import cv2
import numpy as np

from scanner.decode import sharpened
from scanner.values import Lattice, Photo, Pixels, Sheet
from sheets.design import CODE

PITCH_PX = (130, 230)  # pixels a cell pitch where the code is painted: five a module, ten for a hard one
QUIET = 0.16  # share of the code's width kept around it: its own quiet zone, and slack for bent paper
CONTRAST = 60  # grey levels between the light and the dark of a place that may hold a code
CHANGES = 6.0  # times a line across a code turns from light to dark or back, at least, on average; print has fewer


def read_code(photo: Photo, sheet: Sheet) -> str:
    """The text of the code beside a sheet's grid; sought only where the flat sheet looks like one."""
    if not looks_coded(sheet):
        return ""
    photo, detector = sharpened(photo, 1.0), cv2.QRCodeDetector()
    for pitch in PITCH_PX:
        text, *_ = detector.detectAndDecode(paint_code(photo, sheet.lattice, pitch))
        if text:
            return str(text)
    return ""


def looks_coded(sheet: Sheet) -> bool:
    """Whether the place of the code on the flat sheet is as busy as a code."""
    left, top = (
        round(start + offset * sheet.pitch) for start, offset in zip(sheet.origin, (CODE.x, CODE.y), strict=True)
    )
    side = round(CODE.width * sheet.pitch)
    if left < 0 or top < 0:
        return False
    place = sheet.pixels[top : top + side, left : left + side, 1].astype(np.int16)
    low, high = np.percentile(place[::3, ::3], (15, 85)) if place.size else (0, 0)
    dark = place < (low + high) / 2
    return bool(high - low > CONTRAST and np.diff(dark, axis=1).sum(axis=1).mean() >= CHANGES)


def paint_code(photo: Photo, lattice: Lattice, pitch: int) -> Pixels:
    """The place of the code, painted flat."""
    rows, columns = np.mgrid[0 : lattice.nodes.shape[0], 0 : lattice.nodes.shape[1]]
    quiet = QUIET * CODE.width
    flat = np.stack([columns - CODE.x + quiet, rows - CODE.y + quiet], axis=-1) * pitch
    homography, _ = cv2.findHomography(lattice.nodes.reshape(-1, 2) * photo.scale, flat.reshape(-1, 2))
    side = round((1 + 2 * QUIET) * CODE.width * pitch)
    painted = cv2.warpPerspective(photo.pixels, homography, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(painted, cv2.COLOR_BGR2GRAY), np.uint8)
