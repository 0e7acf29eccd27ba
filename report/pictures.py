"""The pictures of the evidence: the photo outlined, the flat sheet with words, crops of doubtful letters."""

from base64 import b64encode
from collections.abc import Sequence

import cv2
import numpy as np

from referee.verdict import SheetVerdict
from scanner.values import Photo, Pixels, Scan

INK, PAPER, BLUE, ORANGE, AMBER = (74, 38, 22), (244, 252, 255), (181, 91, 31), (6, 87, 200), (46, 199, 255)  # BGR
PITCH_PX = 72  # pixels a cell of a sheet laid flat by its corners alone
LEFT, ABOVE, RIGHT, BELOW = 4.6, 1.2, 1.8, 1.8  # pitches of paper around that grid
SHOWN_QUALITY = 80  # of the JPEG of a flat sheet: letters stay crisp, some 60 kB a sheet
LONGEST = 1000  # pixels of the longer side of a photo in a report


def outlined(scans: tuple[Scan, ...]) -> Pixels:
    """The photo at a handy size with every sheet's grid outlined and numbered."""
    photo = scans[0].photo
    scale = min(1.0, LONGEST / max(photo.pixels.shape[:2]))
    picture = cv2.resize(photo.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for number, scan in enumerate(scans, start=1):
        corners = np.round(scan.sheet.lattice.corners * photo.scale * scale).astype(np.int32)
        cv2.polylines(picture, [corners], True, AMBER, 4, cv2.LINE_AA)
        cv2.circle(picture, corners[0].tolist(), 7, AMBER, -1, cv2.LINE_AA)
        if len(scans) > 1:
            x, y = (corners.mean(axis=0)).astype(int).tolist()
            cv2.circle(picture, (x, y), 34, INK, -1, cv2.LINE_AA)
            cv2.putText(picture, str(number), (x - 16, y + 18), cv2.FONT_HERSHEY_DUPLEX, 1.6, PAPER, 3, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


def annotated(verdict: SheetVerdict) -> Pixels:
    """The flat sheet around its grid: every scoring word outlined as on the page, every doubtful letter framed."""
    assert verdict.scan
    sheet = verdict.scan.sheet
    pitch, (left, top) = sheet.pitch, sheet.origin
    picture = sheet.pixels.copy()
    for line in verdict.card.lines:
        if line.word and line.start:
            _outline(picture, line.line.axis, line.line.index, line.start, len(line.word), pitch, (left, top))
    for doubt in verdict.doubts:
        if doubt.row and doubt.column:
            corner = left + (doubt.column - 1) * pitch, top + (doubt.row - 1) * pitch
            cv2.rectangle(picture, corner, (corner[0] + pitch, corner[1] + pitch), AMBER, pitch // 14, cv2.LINE_AA)
    _letters(picture, verdict)
    around = round(0.35 * pitch)
    height, width = picture.shape[:2]
    right, bottom = min(width, left + 7 * pitch), min(height, top + 7 * pitch)
    return picture[max(0, top - around) : bottom, max(0, left - around) : right]


def _outline(
    picture: Pixels, axis: str, index: int, start: int, length: int, pitch: int, origin: tuple[int, int]
) -> None:
    """A rounded frame around a word; rows and columns keep apart by their insets."""
    inset = 0.1 if axis == "row" else 0.16
    along, across = start - 1 + inset / 2, index - 1 + inset
    size = np.array([length - inset, 1 - 2 * inset])
    corner = np.array([along, across])
    if axis != "row":
        corner, size = corner[::-1], size[::-1]
    first = np.round(np.array(origin) + corner * pitch).astype(int)
    last = np.round(np.array(origin) + (corner + size) * pitch).astype(int)
    radius, colour, thick = round(0.28 * pitch), BLUE if axis == "row" else ORANGE, max(2, pitch // 22)
    (x0, y0), (x1, y1) = first.tolist(), last.tolist()
    for ends in (((x0 + radius, y0), (x1 - radius, y0)), ((x0 + radius, y1), (x1 - radius, y1)),
                 ((x0, y0 + radius), (x0, y1 - radius)), ((x1, y0 + radius), (x1, y1 - radius))):  # fmt: skip
        cv2.line(picture, *ends, colour, thick, cv2.LINE_AA)
    for centre, turn in (((x0 + radius, y0 + radius), 180), ((x1 - radius, y0 + radius), 270),
                         ((x1 - radius, y1 - radius), 0), ((x0 + radius, y1 - radius), 90)):  # fmt: skip
        cv2.ellipse(picture, centre, (radius, radius), turn, 0, 90, colour, thick, cv2.LINE_AA)


def _letters(picture: Pixels, verdict: SheetVerdict) -> None:
    """Each letter as it was read, small, at the foot of its cell."""
    assert verdict.scan
    pitch, (left, top) = verdict.scan.sheet.pitch, verdict.scan.sheet.origin
    size, box = pitch / 130, round(0.3 * pitch)
    for row, letters in enumerate(verdict.card.grid.rows):
        for column, letter in enumerate(letters):
            x, y = left + (column + 1) * pitch - box - 2, top + (row + 1) * pitch - box - 2
            cv2.rectangle(picture, (x, y), (x + box, y + box), PAPER, -1)
            (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, size, 1)
            where = x + (box - width) // 2, y + (box + height) // 2
            cv2.putText(picture, letter, where, cv2.FONT_HERSHEY_DUPLEX, size, INK, max(1, round(size)), cv2.LINE_AA)


def crop(verdict: SheetVerdict, row: int, column: int) -> Pixels:
    """The cell of a letter, as it stands on the flat sheet."""
    assert verdict.scan
    sheet = verdict.scan.sheet
    pitch, (left, top) = sheet.pitch, sheet.origin
    margin = pitch // 8
    x, y = left + (column - 1) * pitch, top + (row - 1) * pitch
    height, width = sheet.pixels.shape[:2]
    return sheet.pixels[
        max(0, y - margin) : min(height, y + pitch + margin), max(0, x - margin) : min(width, x + pitch + margin)
    ]


def around_grid(photo: Photo, corners: Sequence[Sequence[float]]) -> Pixels:
    """The sheet upright, with paper around its grid; corners are clockwise from the grid's own top left."""
    square = np.array([[0, 0], [5, 0], [5, 5], [0, 5]], np.float32) + np.array([LEFT, ABOVE], np.float32)
    size = (round((LEFT + 5 + RIGHT) * PITCH_PX), round((ABOVE + 5 + BELOW) * PITCH_PX))
    found = np.array(corners, np.float32) * np.float32(photo.scale)
    homography = cv2.getPerspectiveTransform(found, (square * PITCH_PX).astype(np.float32))
    flat = cv2.warpPerspective(photo.pixels, homography, size, flags=cv2.INTER_AREA, borderValue=(255, 255, 255))
    return np.asarray(flat, np.uint8)


def jpeg(picture: Pixels, quality: int = 85) -> bytes:
    """A picture as JPEG bytes; no metadata of the photo is carried over."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return bytes(data)


def shown(picture: Pixels) -> dict[str, object]:
    """A flat sheet for a page: its address, and its size in pixels."""
    height, width = picture.shape[:2]
    return {"url": data_url(picture, SHOWN_QUALITY), "width": width, "height": height}


def data_url(picture: Pixels, quality: int = 85) -> str:
    """A picture as an address that holds it."""
    return "data:image/jpeg;base64," + b64encode(jpeg(picture, quality)).decode("ascii")
