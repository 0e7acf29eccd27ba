"""The QR code of our own sheets, read where the sheet's design puts it; a millisecond where there is none."""

import cv2
import numpy as np

from referee.sheets.design import CODE
from referee.verdict import PhotoVerdict
from scanner.values import Lattice, Photo, Pixels

PITCH_PX = (130, 230)  # pixels a cell pitch where the code is painted: five a module, ten for a hard one
QUIET = 0.16  # share of the code's width kept around it: its own quiet zone, and slack for bent paper
CONTRAST = 60  # grey levels between the light and the dark of a crop that may hold a code
DARK = (0.2, 0.6)  # share of dark pixels in such a crop


def read_codes(verdict: PhotoVerdict) -> list[str]:
    """The text of each sheet's code, "" where there is none."""
    return [read_code(sheet.scan.photo, sheet.scan.sheet.lattice) if sheet.scan else "" for sheet in verdict.sheets]


def read_code(photo: Photo, lattice: Lattice) -> str:
    """The text of the code beside a lattice."""
    detector = cv2.QRCodeDetector()
    for pitch in PITCH_PX:
        crop = paint_code(photo, lattice, pitch)
        low, high = np.percentile(crop[::4, ::4], (10, 80))
        dark = float((crop < (low + high) / 2).mean())
        if high - low < CONTRAST or not DARK[0] < dark < DARK[1]:
            return ""
        text, *_ = detector.detectAndDecode(crop)
        if text:
            return str(text)
    return ""


def paint_code(photo: Photo, lattice: Lattice, pitch: int) -> Pixels:
    """The place of the code, painted flat."""
    rows, columns = np.mgrid[0 : lattice.nodes.shape[0], 0 : lattice.nodes.shape[1]]
    quiet = QUIET * CODE.width
    flat = np.stack([columns - CODE.x + quiet, rows - CODE.y + quiet], axis=-1) * pitch
    homography, _ = cv2.findHomography(lattice.nodes.reshape(-1, 2) * photo.scale, flat.reshape(-1, 2))
    side = round((1 + 2 * QUIET) * CODE.width * pitch)
    painted = cv2.warpPerspective(photo.pixels, homography, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(painted, cv2.COLOR_BGR2GRAY), np.uint8)
