"""Crops to network input: even paper, dark-on-light or light-on-dark alike, ink framed at an even size.

Training uses these very functions, so a network never meets an input that was prepared in another way.
"""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.values import Pixels

Darkness = NDArray[np.float32]
Window = tuple[float, float, float]  # centre x, centre y, height

WORK = 64  # pixels of a crop's shorter side while it is prepared
PAPER_KERNEL = np.ones((17, 17), np.uint8)  # wider than any stroke, narrower than a shadow
DEEPEST_SHADOW = 0.55  # share of the light that reaches the darkest paper of a crop
FAINTEST = 0.22  # darkness that is still raised to full ink; below it lies paper noise
RIM = 0.16  # outer share of a crop in which printed lines and neighbours' strokes are expected
DISC = 0.36  # radius of the part of a circle in which no printed ring is expected, per side
MARGIN = 1.28  # window height per height of the ink's box
WIDE = 1.3  # width per height above which a field is a box and not a circle
SMALLEST, LARGEST = 0.55, 1.25  # window height per crop side: a dot must not grow into a letter


def darkness(crop: Pixels) -> Darkness:
    """How dark each pixel is against its paper, 0 to 1, ink at about 1; the shorter side is 64 pixels."""
    grey = _working_size(_grey(crop))
    if _light_on_dark(grey):
        grey = np.asarray(255 - grey, np.uint8)
    paper = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, PAPER_KERNEL, borderType=cv2.BORDER_REPLICATE)
    paper = cv2.blur(paper, (9, 9), borderType=cv2.BORDER_REPLICATE)
    floor = max(DEEPEST_SHADOW * float(paper.max()), 1.0)  # a blot wider than the kernel is not paper
    dark = np.asarray(1 - cv2.divide(grey, np.maximum(paper, np.uint8(floor)), dtype=cv2.CV_32F), np.float32)
    height, width = dark.shape
    y, x = int(height * RIM), int(width * RIM)
    top = float(cv2.blur(dark[y : height - y, x : width - x], (3, 3)).max())
    dark *= 1 / max(top, FAINTEST)
    return np.asarray(np.clip(dark, 0, 1, out=dark), np.float32)


def ink_window(dark: Darkness, aspect: float = 1.0, ring: bool = False) -> Window:
    """A window around what was written, `aspect` times as wide as high; the whole crop where nothing stands out.

    Ink that lies in the rim alone is a printed line or a neighbour's stroke; with `ring`, the rim leaves a disc.
    """
    height, width = dark.shape
    tallest = max(height, width / aspect)
    whole = (width / 2, height / 2, tallest)
    count, marks, stats, _ = cv2.connectedComponentsWithStats((dark > 0.4).view(np.uint8), connectivity=8)
    middle = _middle(height, width, ring)
    inside = np.bincount(marks.ravel()[middle], minlength=count).tolist()
    boxes = []
    for mark, (x, y, w, h, area) in enumerate(stats.tolist()):
        if mark == 0 or area < 6 or inside[mark] < 3 or _ruled(w / width, h / height, width > WIDE * height):
            continue
        if w > (0.75 if ring else 0.9) * width and h > (0.75 if ring else 0.9) * height:  # it touches the printed frame
            ys, xs = np.divmod(middle[marks.ravel()[middle] == mark], width)
            x, y, w, h = int(xs.min()), int(ys.min()), int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1
        boxes.append((x, y, x + w, y + h))
    if not boxes:
        return whole
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, upper, right, lower = min(lefts), min(tops), max(rights), max(bottoms)
    side = max((right - left) / aspect, lower - upper) * MARGIN
    side = min(max(side, SMALLEST * min(height, width)), LARGEST * tallest)
    return (left + right) / 2, (upper + lower) / 2, side


def _ruled(across: float, down: float, box: bool) -> bool:
    """Whether ink of that share of a crop's width and height is a ruled line; no written dash is as long as a box."""
    return (across > (0.6 if box else 0.85) and down < 0.15) or (down > 0.95 and across < 0.06)


@lru_cache(maxsize=64)
def _middle(height: int, width: int, ring: bool) -> NDArray[np.intp]:
    """The pixels, counted row by row, where writing is expected; the rim is left out."""
    middle = np.zeros((height, width), np.uint8)
    if ring:
        axes = (round(width * DISC), round(height * DISC))
        cv2.ellipse(middle, (width // 2, height // 2), axes, 0, 0, 360, 1, -1)
    else:
        y, x = round(height * RIM), round(width * RIM)
        middle[y : height - y, x : width - x] = 1
    return np.flatnonzero(middle)


def look_through(dark: Darkness, window: Window, shape: tuple[int, int]) -> Pixels:
    """What the window shows, as `shape` (height, width) bytes, ink light on black; outside the crop lies paper."""
    x, y, side = window
    height, width = shape
    across = side * width / height
    left, upper = round(x - across / 2), round(y - side / 2)
    right, lower = max(round(x + across / 2), left + 2), max(round(y + side / 2), upper + 2)
    view = np.zeros((lower - upper, right - left), np.float32)
    rows, columns = dark.shape
    top, bottom, start, stop = max(upper, 0), min(lower, rows), max(left, 0), min(right, columns)
    if top < bottom and start < stop:
        view[top - upper : bottom - upper, start - left : stop - left] = dark[top:bottom, start:stop]
    how = cv2.INTER_AREA if view.shape[0] >= height else cv2.INTER_LINEAR
    seen: Pixels = (cv2.resize(view, (width, height), interpolation=how) * 255).astype(np.uint8)
    return seen


def prepare_letter(crop: Pixels, shape: tuple[int, int]) -> Pixels:
    """A cell of any size as network input."""
    dark = darkness(crop)
    return look_through(dark, ink_window(dark), shape)


def prepare_number(crop: Pixels, shape: tuple[int, int]) -> Pixels:
    """A circle or a box of any size as network input."""
    dark = darkness(crop)
    return look_through(dark, number_window(dark, shape), shape)


def number_window(dark: Darkness, shape: tuple[int, int]) -> Window:
    """A window around a written number, in a circle or in a wide box."""
    return ink_window(dark, shape[1] / shape[0], ring=circle(dark))


def circle(crop: Pixels | Darkness) -> bool:
    """Whether a number's crop is as high as wide, as those of circles are; those of boxes are wider."""
    return bool(crop.shape[1] <= WIDE * crop.shape[0])


def prepare_mark(crop: Pixels, shape: tuple[int, int]) -> Pixels:
    """A badge or a small box of any size as network input, unframed."""
    dark = darkness(crop)
    return look_through(dark, (dark.shape[1] / 2, dark.shape[0] / 2, float(max(dark.shape))), shape)


def _grey(crop: Pixels) -> Pixels:
    if crop.size == 0:
        return np.full((WORK, WORK), 255, np.uint8)
    if crop.ndim == 3:
        crop = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) if crop.shape[2] >= 3 else crop[:, :, 0], crop.dtype)
    if crop.dtype != np.uint8:
        crop = np.clip(crop * 255.0 if crop.dtype.kind == "f" and crop.max() <= 1.0 else crop, 0, 255).astype(np.uint8)
    return crop


def _working_size(grey: Pixels) -> Pixels:
    height, width = grey.shape
    scale = WORK / min(height, width)
    size = (min(round(width * scale), 6 * WORK), min(round(height * scale), 6 * WORK))
    if size == (width, height):
        return grey
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(grey, size, interpolation=how), np.uint8)


def _light_on_dark(grey: Pixels) -> bool:
    """Whether most of the crop is nearly as dark as its darkest part, as no paper with writing on it is."""
    low, high, _, _ = cv2.minMaxLoc(grey)
    if high - low < 50 or 2 * grey.mean() >= low + high:
        return False
    return float(np.median(grey)) < low + 0.2 * (high - low)
