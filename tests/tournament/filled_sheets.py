"""Printed sheets, filled in by an imagined hand and photographed: a picture with known letters and no camera."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pypdfium2

from scanner.values import Pixels
from sheets import design as d

DPI = 300
PEN = (110, 45, 25)  # blue ink, BGR
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX)


def rasterise(pdf: bytes, page: int = 0, dpi: int = DPI) -> Pixels:
    """A page of a PDF as pixels."""
    document = pypdfium2.PdfDocument(pdf)
    pixels = document[page].render(scale=dpi / 72).to_numpy()[:, :, :3].copy()
    document.close()
    return np.asarray(pixels, np.uint8)


Hand = Callable[[str, int, np.random.Generator], Pixels]  # text, height in pixels → ink on black


def plotter(text: str, height: int, rng: np.random.Generator) -> Pixels:
    """Strokes of a plotter font, for where there is no real hand."""
    thick = max(2, round(0.1 * height))
    size = 3 * height
    tile = np.zeros((size, size), np.uint8)
    font = FONTS[int(rng.integers(len(FONTS)))]
    scale = cv2.getFontScaleFromHeight(font, height, thick)
    (width, tall), _ = cv2.getTextSize(text, font, scale, thick)
    cv2.putText(tile, text, ((size - width) // 2, (size + tall) // 2), font, scale, 255, thick, cv2.LINE_AA)
    return tile


def fill(
    paper: Pixels, grid: str, rows: Sequence[str] = (), columns: Sequence[str] = (), total: str = "", seed: int = 0,
    hand: Hand = plotter,
) -> Pixels:  # fmt: skip
    """Write letters and points onto a sheet that fills the picture, each a little askew."""
    rng = np.random.default_rng(seed)
    unit = paper.shape[1] / d.WIDTH
    paper = paper.copy()
    for number, letter in enumerate(grid.replace("/", "")):
        row, column = divmod(number, 5)
        middle = (d.GRID_X + (column + 0.5) * d.PITCH, d.GRID_Y + (row + 0.5) * d.PITCH)
        _write(paper, letter, middle, 0.52 * d.PITCH, unit, rng, hand)
    across, down = d.GRID_X + d.GRID + d.RING_GAP, d.GRID_Y + d.GRID + d.RING_GAP
    for number, text in enumerate(rows):
        _write(paper, text, (across, d.GRID_Y + (number + 0.5) * d.PITCH), 4.2, unit, rng, hand)
    for number, text in enumerate(columns):
        _write(paper, text, (d.GRID_X + (number + 0.5) * d.PITCH, down), 4.2, unit, rng, hand)
    x, y, width, height = d.TOTAL
    _write(paper, total, (x + width / 2, y + height / 2), 6.5, unit, rng, hand)
    return paper


def _write(
    paper: Pixels, text: str, middle: tuple[float, float], height: float, unit: float, rng: np.random.Generator,
    hand: Hand,
) -> None:  # fmt: skip
    """A hand's text, turned, slanted and sized by chance, around a point in millimetres."""
    if not text.strip("."):
        return
    tile = hand(text, round(height * unit), rng)
    size = tile.shape[0]
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(rng.normal(0, 4)), float(rng.uniform(0.9, 1.1)))
    turn[0, 1] += rng.normal(0, 0.06)
    tile = cv2.warpAffine(tile, turn, (size, size))
    left = round((middle[0] + rng.normal(0, 0.4)) * unit - size / 2)
    top = round((middle[1] + rng.normal(0, 0.4)) * unit - size / 2)
    ink = tile[:, :, None] / 255.0
    y0, y1, x0, x1 = max(top, 0), min(top + size, paper.shape[0]), max(left, 0), min(left + size, paper.shape[1])
    part = ink[y0 - top : y1 - top, x0 - left : x1 - left]
    region = paper[y0:y1, x0:x1]
    region[:] = (region * (1 - part) + np.array(PEN) * part).astype(np.uint8)


def photograph(paper: Pixels, width: int = 2000, height: int = 1500, seed: int = 0, fill_share: float = 0.72) -> bytes:
    """The sheet on a dark table, from a little aside, in uneven light, as a JPEG."""
    rng = np.random.default_rng(seed)
    tall, wide = paper.shape[:2]
    span = width * fill_share
    high = span * tall / wide
    left, top = (width - span) / 2, (height - high) / 2
    corners = np.array([[left, top], [left + span, top], [left + span, top + high], [left, top + high]])
    corners += rng.normal(0, width * 0.015, (4, 2))
    source = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    homography = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    table = np.clip(rng.normal(95, 8, (height // 4, width // 4, 3)), 0, 255).astype(np.uint8)
    scene = cv2.resize(table, (width, height), interpolation=cv2.INTER_CUBIC)
    flat = cv2.warpPerspective(paper, homography, (width, height), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(paper.shape[:2], 255, np.uint8), homography, (width, height))[:, :, None] / 255.0
    scene = scene * (1 - mask) + flat * mask
    light = np.linspace(1.0, 0.72, width)[None, :, None] * np.linspace(0.95, 1.0, height)[:, None, None]
    scene = cv2.GaussianBlur(scene * light, (0, 0), 0.9) + rng.normal(0, 3, (height, width, 1))
    return cv2.imencode(".jpg", np.clip(scene, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
