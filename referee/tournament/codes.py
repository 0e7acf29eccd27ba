"""The QR code of our own sheets, read where the sheet's design puts it; two milliseconds, not a search of the photo."""

import cv2
import numpy as np

from referee.sheets.design import CODE
from referee.verdict import PhotoVerdict, SheetVerdict
from scanner import geometry
from scanner.values import Pixels

PITCH_PX = 230  # pixels a cell pitch where the code is painted: some ten for each of its modules
QUIET = 0.16  # share of the code's width kept around it: its own quiet zone, and slack for bent paper
CONTRAST = 60  # grey levels between the light and the dark of a crop that may hold a code


def read_codes(verdict: PhotoVerdict) -> list[str]:
    """The text of each sheet's code, "" where there is none."""
    return [read_code(sheet) for sheet in verdict.sheets]


def read_code(sheet: SheetVerdict) -> str:
    """The text of a sheet's code."""
    if sheet.scan is None:
        return ""
    crop = _crop(sheet)
    low, high = np.percentile(crop, (10, 80))
    dark = float((crop < (low + high) / 2).mean())
    if high - low < CONTRAST or not 0.2 < dark < 0.6:
        return ""
    detector = cv2.QRCodeDetector()
    sharp = cv2.addWeighted(crop, 2.0, cv2.GaussianBlur(crop, (0, 0), 4), -1.0, 0)
    binary = cv2.threshold(crop, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
    for picture in (crop, sharp, binary):
        text, *_ = detector.detectAndDecode(picture)
        if text:
            return str(text)
    return ""


def _crop(sheet: SheetVerdict) -> Pixels:
    """The place of the code, painted flat."""
    assert sheet.scan is not None
    photo, lattice = sheet.scan.photo, sheet.scan.sheet.lattice
    side = round((1 + 2 * QUIET) * CODE.width * PITCH_PX)
    quiet = QUIET * CODE.width
    origin = ((quiet - CODE.x) * PITCH_PX, (quiet - CODE.y) * PITCH_PX)
    map_x, map_y = geometry.fit(lattice).maps(origin, PITCH_PX, side, side, photo.scale)
    painted = cv2.remap(
        photo.pixels,
        map_x.astype(np.float32),
        map_y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cv2.cvtColor(painted, cv2.COLOR_BGR2GRAY), np.uint8)
