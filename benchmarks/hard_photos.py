"""Photos that take long, made from the samples: shadows, small sheets, several sheets, a second lattice, 12 MP."""

from collections.abc import Mapping
from functools import partial

import cv2
import numpy as np

from benchmarks.truth import SAMPLES
from scanner.values import Pixels

QUALITY = 88  # of the photos as JPEG: what phones use
LARGE = 12  # megapixels of two of them; the others have 3
SHADE = 0.35  # of the light is left in a shadow
SMALL = 0.3  # of the width of a photo in which the sheet is small
ROOM = 900  # pixels for each of several sheets
TABLE = (96, 112, 128)  # BGR


def hard_photos() -> Mapping[str, bytes]:
    """Ten photos by name, as JPEG."""
    made = {
        "shadow": partial(shaded, "classic-en"),
        "shadow across": partial(shaded, "homeprint-de", 0.5),
        "small": partial(small, "professional-en"),
        "small, off the middle": partial(small, "rounded-professional-it", 0.7),
        "three sheets": partial(several, ("homeprint-en", "professional-de", "small-letters-de")),
        "four sheets": partial(several, ("cloth-rounded-en", "homeprint-en", "small-letters-de", "professional-it")),
        "beside a crossword": partial(beside_a_lattice, "corrected-en", 9),
        "beside a table": partial(beside_a_lattice, "creased-professional-fr", 14),
    }
    photos = {name: jpeg(sized(make())) for name, make in made.items()}
    large = {f"{LARGE} MP, {name}": jpeg(sized(picture(name), LARGE)) for name in ("handruled-en", "handruled-fr")}
    return photos | large


def picture(sample: str) -> Pixels:
    """A sample's photo."""
    return np.asarray(cv2.imread(str(SAMPLES / sample / "photo.jpg")), np.uint8)


def sized(pixels: Pixels, megapixels: float = 3) -> Pixels:
    """A picture brought to this size."""
    scale = (megapixels * 1e6 / (pixels.shape[0] * pixels.shape[1])) ** 0.5
    return np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)


def jpeg(pixels: Pixels) -> bytes:
    """A picture as phones write it."""
    return bytes(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


def shaded(sample: str, slope: float = -1.0) -> Pixels:
    """A sample with the soft edge of a shadow across its middle."""
    pixels = picture(sample)
    height, width = pixels.shape[:2]
    y, x = np.mgrid[:height, :width]
    beyond = ((y - height / 2) - slope * (x - width / 2)) / (0.03 * width)
    light = SHADE + (1 - SHADE) / (1 + np.exp(-beyond.clip(-30, 30)))
    return np.asarray((pixels * light[..., None]).round(), np.uint8)


def small(sample: str, place: float = 0.5) -> Pixels:
    """A sample that fills a small part of a larger picture, whose place is a share of what is left."""
    pixels = picture(sample)
    height, width = pixels.shape[:2]
    table = _table(round(height / SMALL), round(width / SMALL))
    top, left = round(place * (table.shape[0] - height)), round(place * (table.shape[1] - width))
    table[top : top + height, left : left + width] = pixels
    return table


def several(samples: tuple[str, ...]) -> Pixels:
    """Samples in rows of two, on a table."""
    table = _table(ROOM * ((len(samples) + 1) // 2), 2 * ROOM)
    for number, pixels in enumerate(map(picture, samples)):
        scale = 0.95 * ROOM / max(pixels.shape)
        shown = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        top, left = ROOM * (number // 2), ROOM * (number % 2)
        table[top : top + shown.shape[0], left : left + shown.shape[1]] = shown
    return table


def beside_a_lattice(sample: str, lines: int) -> Pixels:
    """A sample beside a printed lattice of so many cells each way, some of them black."""
    pixels = picture(sample)
    side = pixels.shape[0]
    page, step = np.full((side, side, 3), 235, np.uint8), 0.8 * side / lines
    random = np.random.default_rng(lines)
    for row, column in np.argwhere(random.random((lines, lines)) < 0.15):
        corner = [round(0.1 * side + at * step) for at in (column, row)]
        cv2.rectangle(page, corner, [round(at + step) for at in corner], (40, 40, 40), -1)
    for line in range(lines + 1):
        at, near, far = round(0.1 * side + line * step), round(0.1 * side), round(0.9 * side)
        cv2.line(page, (at, near), (at, far), (40, 40, 40), max(2, side // 400))
        cv2.line(page, (near, at), (far, at), (40, 40, 40), max(2, side // 400))
    return np.hstack([pixels, page])


def _table(height: int, width: int) -> Pixels:
    """A table with some grain."""
    grain = np.random.default_rng(1).normal(0, 6, (height // 4 + 1, width // 4 + 1, 1))
    wood = cv2.resize(TABLE + grain, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(wood.clip(0, 255), np.uint8)
