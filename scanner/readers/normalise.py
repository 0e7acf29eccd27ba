"""Crops to network input: even paper, dark-on-light or light-on-dark alike, ink framed at an even size.

Training uses these very functions, so a network never meets an input that was prepared in another way.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

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
TOGETHER = 100  # crops that are worked upon at once; OpenCV takes no more than 128 channels
SMALLEST, LARGEST = 0.55, 1.25  # window height per crop side: a dot must not grow into a letter


def darkness(crop: Pixels) -> Darkness:
    """How dark each pixel is against its paper, 0 to 1, ink at about 1; the shorter side is 64 pixels."""
    dark: Darkness = _darkness(np.stack([_working_size(_grey(crop))]))[0]
    return dark


def _darkness(greys: Pixels) -> Darkness:
    """The darkness of crops of one size (n, height, width), all worked upon at once: they are a picture's channels."""
    flat = greys.reshape(len(greys), -1)
    means = cv2.reduce(flat, 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F)
    facts = (flat.min(1).tolist(), flat.max(1).tolist(), means.ravel().tolist())
    for crop, low, high, mean in zip(flat, *facts, strict=True):
        if _light_on_dark(crop, low, high, mean):
            np.subtract(255, crop, out=crop)
    piled = cv2.transpose(flat).reshape(*greys.shape[1:], -1)
    paper = _channels(cv2.morphologyEx(piled, cv2.MORPH_CLOSE, PAPER_KERNEL, borderType=cv2.BORDER_REPLICATE))
    paper = _channels(cv2.blur(paper, (9, 9), borderType=cv2.BORDER_REPLICATE))
    floor = np.maximum(DEEPEST_SHADOW * paper.max((0, 1)), 1.0)  # a blot wider than the kernel is not paper
    dark = 1 - _channels(cv2.divide(piled, np.maximum(paper, floor.astype(np.uint8)), dtype=cv2.CV_32F))
    height, width = greys.shape[1:]
    y, x = int(height * RIM), int(width * RIM)
    top = _channels(cv2.blur(dark[y : height - y, x : width - x], (3, 3))).max((0, 1)).astype(np.float64)
    dark *= (1 / np.maximum(top, FAINTEST)).astype(np.float32)
    dark = np.clip(dark, 0, 1, out=dark).reshape(-1, len(greys))
    return np.asarray(cv2.transpose(dark), np.float32).reshape(greys.shape)


def _channels(picture: NDArray[Any]) -> NDArray[Any]:
    """A picture with its last dimension, which OpenCV drops where it is one channel."""
    return picture if picture.ndim == 3 else picture[..., None]


def ink_window(dark: Darkness, aspect: float = 1.0, ring: bool = False) -> Window:
    """A window around what was written, `aspect` times as wide as high; the whole crop where nothing stands out.

    Ink that lies in the rim alone is a printed line or a neighbour's stroke; with `ring`, the rim leaves a disc.
    """
    return _ink_windows(dark[None], aspect, ring)[0]


def _ink_windows(darks: Darkness, aspect: float, ring: bool) -> list[Window]:
    """The windows of crops of one size (n, height, width): their ink is sought in one tall picture of them all."""
    crops, height, width = darks.shape
    mosaic = np.zeros((crops, height + 1, width), np.uint8)  # a row of paper below each
    np.greater(darks, 0.4, out=mosaic[:, :height].view(np.bool_))
    numbers = cv2.CV_16U if mosaic.size < 4 * 2**16 else cv2.CV_32S  # the shorter ones are three times as fast
    count, marks, stats, _ = cv2.connectedComponentsWithStats(mosaic.reshape(-1, width), connectivity=8, ltype=numbers)
    marks = marks.reshape(crops, -1)
    middle = _middle(height, width, ring)
    inside = np.bincount(marks[:, middle].ravel(), minlength=count)
    frame = 0.75 if ring else 0.9
    boxes: list[list[tuple[int, int, int, int]]] = [[] for _ in range(crops)]
    for mark in (np.flatnonzero((stats[1:, cv2.CC_STAT_AREA] >= 3) & (inside[1:] >= 2)) + 1).tolist():
        x, y, w, h, _ = stats[mark].tolist()
        crop, y = divmod(y, height + 1)
        if _ruled(w / width, h / height, width > WIDE * height):
            continue
        if w > frame * width and h > frame * height:  # it touches the printed frame
            ys, xs = np.divmod(middle[marks[crop, middle] == mark], width)
            x, y, w, h = int(xs.min()), int(ys.min()), int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1
        boxes[crop].append((x, y, x + w, y + h))
    return [_window(own, height, width, aspect) for own in boxes]


def _window(boxes: list[tuple[int, int, int, int]], height: int, width: int, aspect: float) -> Window:
    """A window around boxes (left, top, right, bottom) in a crop."""
    tallest = max(height, width / aspect)
    if not boxes:
        return width / 2, height / 2, tallest
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


def prepare_letters(crops: Sequence[Pixels], shape: tuple[int, int]) -> Pixels:
    """Cells of any size as network input, two views each: what was written at an even size, and the whole crop.

    The whole crop tells what the framed view cannot: a stroke that reaches in from a neighbour, a start dot by its
    size, the faint dot of an i.
    """
    return _prepared(crops, shape, lambda darks: [_ink_windows(darks, 1.0, ring=False), whole_windows(darks)])


def prepare_numbers(crops: Sequence[Pixels], shape: tuple[int, int]) -> Pixels:
    """Circles and boxes of any size as network input."""
    return _prepared(crops, shape, lambda darks: [_ink_windows(darks, shape[1] / shape[0], ring=circle(darks[0]))])


def prepare_marks(crops: Sequence[Pixels], shape: tuple[int, int]) -> Pixels:
    """Badges and small boxes of any size as network input, unframed."""
    return _prepared(crops, shape, lambda darks: [whole_windows(darks)])


def whole_windows(darks: Darkness) -> list[Window]:
    """Windows that show crops of one size (n, height, width) whole."""
    return [_window([], darks.shape[1], darks.shape[2], 1.0)] * len(darks)


def _prepared(
    crops: Sequence[Pixels], shape: tuple[int, int], views: Callable[[Darkness], list[list[Window]]]
) -> Pixels:
    """What each view's windows show of each crop: (crop, view, height, width). Crops of one size go together."""
    sizes: dict[tuple[int, ...], list[int]] = {}
    greys = [_working_size(_grey(crop)) for crop in crops]
    for at, grey in enumerate(greys):
        sizes.setdefault(grey.shape, []).append(at)
    parts = [alike[at : at + TOGETHER] for alike in sizes.values() for at in range(0, len(alike), TOGETHER)]
    prepared: dict[int, Pixels] = {}
    for alike in parts:
        darks = _darkness(np.stack([greys[at] for at in alike]))
        for at, dark, *windows in zip(alike, darks, *views(darks), strict=True):
            prepared[at] = np.stack([look_through(dark, window, shape) for window in windows])
    return np.stack([prepared[at] for at in range(len(crops))])


def number_window(dark: Darkness, shape: tuple[int, int]) -> Window:
    """A window around a written number, in a circle or in a wide box."""
    return ink_window(dark, shape[1] / shape[0], ring=circle(dark))


def circle(crop: Pixels | Darkness) -> bool:
    """Whether a number's crop is as high as wide, as those of circles are; those of boxes are wider."""
    return bool(crop.shape[1] <= WIDE * crop.shape[0])


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


def _light_on_dark(crop: Pixels, low: int, high: int, mean: float) -> bool:
    """Whether most of the crop is nearly as dark as its darkest part, as no paper with writing on it is."""
    if high - low < 50 or 2 * mean >= low + high:
        return False
    return float(np.median(crop)) < low + 0.2 * (high - low)
