"""The picture of one sheet, cut out of its kept photo and laid flat, for those who review it."""

from collections.abc import Sequence

import cv2
import numpy as np

from tournament.tournament_errors import UnreadableFile

PITCH_PX = 72  # pixels a cell
LEFT, ABOVE, RIGHT, BELOW = 4.6, 1.2, 1.8, 1.8  # pitches of paper around the grid
QUALITY = 82


def sheet_picture(photo: bytes, corners: Sequence[Sequence[float]]) -> bytes:
    """A JPEG of the sheet, upright; corners are clockwise from the grid's own top left."""
    pixels = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)  # turns it as its EXIF says
    if pixels is None:
        raise UnreadableFile("the kept photo")
    square = np.array([[0, 0], [5, 0], [5, 5], [0, 5]], np.float32) + np.array([LEFT, ABOVE], np.float32)
    target = square * PITCH_PX
    size = (round((LEFT + 5 + RIGHT) * PITCH_PX), round((ABOVE + 5 + BELOW) * PITCH_PX))
    homography = cv2.getPerspectiveTransform(np.array(corners, np.float32), target.astype(np.float32))
    flat = cv2.warpPerspective(pixels, homography, size, flags=cv2.INTER_AREA, borderValue=(255, 255, 255))
    return cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
