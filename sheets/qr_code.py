"""QR codes drawn as one path, with the strongest error correction: a third may be cut off or dirty.

A code may be right by its standard and still not be read: OpenCV, which reads our own sheets, misses one in 300 however
it looks at it. So each is looked at when it is made, and drawn with another mask or larger until it is read.
"""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import cv2
import numpy as np

from scanner.values import Pixels

LEVEL = "H"  # restores 30 %
QUIET_MODULES = 4
LOOKS = ((5, 2), (8, 4))  # pixels a module and white modules around: what our prints leave at least, and the norm
TRIES = 12  # of a short text 1 in 50 fails, of one with 350 letters every second
# Of codes of 61 modules with three pixels each, 82 % are missed at their own size, 10 to 60 % at one other, 3 % at all.
SCALES = (1.0, 2.0, 1.5, 1.25, 0.7)
LONGEST = 1000  # letters; of those with more, fewer than half can be read at all
MASKS = 8


class UnreadableCode(Exception):
    """A QR code that our own reader can read cannot be drawn for this text."""

    code = "unreadable-code"
    hint = "Shorten what the code says: the player's name, the table, or the address of the service."


def modules(text: str, level: str = LEVEL) -> list[list[bool]]:
    """The dark modules, row by row, of a code that can be read; UnreadableCode where none can."""
    if len(text) <= LONGEST:
        plain = _plain(text, level)
        drawn = chain((_rows(plain),), _others(text, level, plain.version))
        for rows in islice(drawn, TRIES):
            if is_read(rows, text):
                return rows
    raise UnreadableCode(f"No code can be drawn for {text[:80]!r} ({len(text)} letters).")


def modules_at_best(text: str, level: str = LEVEL) -> list[list[bool]]:
    """The same where the text stands elsewhere, too: a code that may not be read is better than none."""
    try:
        return modules(text, level)
    except UnreadableCode:
        return _rows(_plain(text, level))


def read_qr(picture: Pixels) -> str:
    """The text of the code in a picture of paper or of a screen, looked at near and far; "" where none can be read."""
    detector = cv2.QRCodeDetector()
    for scale in SCALES:
        text = detector.detectAndDecode(picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale))[0]
        if text:
            return str(text)
    return ""


def is_read(rows: list[list[bool]], text: str) -> bool:
    """Whether our own reader reads a code, near and far."""
    ink = np.where(np.array(rows), 0, 255).astype(np.uint8)
    detector = cv2.QRCodeDetector()
    for pixels, quiet in LOOKS:
        around = np.pad(ink, quiet, constant_values=255)
        seen: Pixels = np.asarray(np.kron(around, np.ones((pixels, pixels), np.uint8)), np.uint8)
        if detector.detectAndDecode(seen)[0] != text:
            return False
    return True


def _plain(text: str, level: str) -> Any:
    """The smallest code, with the mask that its standard holds to be the best."""
    code = _code(text, level)
    code.make()
    return code


def _others(text: str, level: str, version: int) -> Iterator[list[list[bool]]]:
    """The same text in this size and in larger ones, with each mask."""
    for larger in range(version, version + 3):
        code = _code(text, level, larger)
        for mask in range(MASKS):
            code.makeImpl(False, mask)
            yield _rows(code)


def _code(text: str, level: str, version: int | None = None) -> Any:
    from reportlab.graphics.barcode.qr import QrCodeWidget

    return QrCodeWidget(text, barLevel=level, qrVersion=version).qr


def _rows(code: Any) -> list[list[bool]]:
    count = code.getModuleCount()
    return [[bool(code.isDark(row, column)) for column in range(count)] for row in range(count)]


def qr_svg(text: str) -> str:
    """A code as a picture for the page, with its quiet edge."""
    dark = modules(text, "M")
    size = len(dark) + 2 * QUIET_MODULES
    path = "".join(
        f"M{column + QUIET_MODULES} {row + QUIET_MODULES}h1v1h-1z"
        for row, line in enumerate(dark)
        for column, is_dark in enumerate(line)
        if is_dark
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
    return f'{svg}<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{path}"/></svg>'


def draw_qr(canvas: Any, text: str, x: float, y: float, size: float, down: bool = False) -> None:
    """A code with its corner at (x, y), on white; `down` where the canvas points downward."""
    dark = modules(text)
    module = size / len(dark)
    quiet = QUIET_MODULES * module
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(x - quiet / 2, y - quiet / 2, size + quiet, size + quiet, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    path = canvas.beginPath()
    for row, line in enumerate(dark if down else dark[::-1]):
        for column, is_dark in enumerate(line):
            if is_dark:
                path.rect(x + column * module, y + row * module, module, module)
    canvas.drawPath(path, stroke=0, fill=1)
