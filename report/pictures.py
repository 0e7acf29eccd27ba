"""The pictures of the evidence: the photo outlined, the flat sheet with words, crops of doubtful letters."""

import cv2
import numpy as np

from referee.verdict import SheetVerdict
from scanner.values import Pixels, Scan

GREEN, AMBER, RED = (96, 150, 40), (0, 150, 230), (60, 60, 210)  # BGR


def outlined(scans: tuple[Scan, ...], longest: int = 1000) -> Pixels:
    """The photo at a handy size with every sheet's grid outlined and numbered."""
    photo = scans[0].photo
    scale = min(1.0, longest / max(photo.pixels.shape[:2]))
    picture = cv2.resize(photo.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for number, scan in enumerate(scans, start=1):
        corners = np.round(scan.sheet.lattice.corners * photo.scale * scale).astype(np.int32)
        cv2.polylines(picture, [corners], True, GREEN, 3, cv2.LINE_AA)
        cv2.circle(picture, corners[0].tolist(), 7, GREEN, -1, cv2.LINE_AA)
        if len(scans) > 1:
            where = (corners.mean(axis=0)).astype(int).tolist()
            cv2.putText(picture, str(number), where, cv2.FONT_HERSHEY_DUPLEX, 2, RED, 3, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


def annotated(verdict: SheetVerdict) -> Pixels:
    """The flat sheet with a bar under every scoring word and a frame around every doubtful letter."""
    assert verdict.scan
    sheet = verdict.scan.sheet
    picture = sheet.pixels.copy()
    pitch, (left, top) = sheet.pitch, sheet.origin
    bar = max(2, pitch // 14)
    for line in verdict.card.lines:
        if not line.word or not line.start:
            continue
        first, last = line.start - 1, line.start - 1 + len(line.word)
        across = line.line.index - 1
        if line.line.axis == "row":
            y = top + across * pitch + pitch - bar
            ends = (left + first * pitch + bar, y), (left + last * pitch - bar, y)
        else:
            x = left + across * pitch + pitch - bar
            ends = (x, top + first * pitch + bar), (x, top + last * pitch - bar)
        cv2.line(picture, *ends, GREEN, bar, cv2.LINE_AA)
    for doubt in verdict.doubts:
        if doubt.row and doubt.column:
            corner = left + (doubt.column - 1) * pitch, top + (doubt.row - 1) * pitch
            cv2.rectangle(picture, corner, (corner[0] + pitch, corner[1] + pitch), AMBER, bar, cv2.LINE_AA)
    _letters(picture, verdict)
    return picture


def _letters(picture: Pixels, verdict: SheetVerdict) -> None:
    assert verdict.scan
    pitch, (left, top) = verdict.scan.sheet.pitch, verdict.scan.sheet.origin
    size = pitch / 110
    for row, letters in enumerate(verdict.card.grid.rows):
        for column, letter in enumerate(letters):
            where = (left + column * pitch + pitch // 14, top + row * pitch + round(22 * size) + pitch // 14)
            cv2.putText(
                picture, letter, where, cv2.FONT_HERSHEY_SIMPLEX, size, RED, max(1, round(2 * size)), cv2.LINE_AA
            )


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


def jpeg(picture: Pixels, quality: int = 85) -> bytes:
    """A picture as JPEG bytes; no metadata of the photo is carried over."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return bytes(data)
