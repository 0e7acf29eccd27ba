"""A photo to the middles of what may be cells, by a small network."""

from functools import cache
from importlib.resources import files
from typing import Any, cast

import cv2
import numpy as np

from scanner.frame import between_samples
from scanner.image_pyramid import Pyramid
from scanner.onnx_session import network_input, start_session
from scanner.values import Floats, Pixels

# STRIDE is as in training (training/locate_photos.py); the others were chosen on render from 2000 on.
NEARLY = 0.9  # of the size asked for: a picture that is at hand and differs by no more serves as well
STRIDE = 4  # pixels of its input to a pixel of its heat maps
LIKELY = 0.25  # heat of a peak that is taken for a cell


def cell_middles(pyramid: Pyramid, side: int) -> Floats:
    """Show the network the whole photo, its longer side `side` pixels long: middles of cells in its pixels, (k, 2)."""
    picture, ratio = _input(pyramid, side)
    heat = cast(Floats, _session().run(None, {"photo": network_input(picture)})[0][0, 0])
    return _peaks(heat, cv2.dilate(heat, np.ones((3, 3), np.uint8))) * STRIDE / ratio


@cache
def _session() -> Any:
    return start_session((files("scanner") / "models" / "locate.onnx").read_bytes())


def _input(pyramid: Pyramid, side: int) -> tuple[Pixels, float]:
    """The photo about `side` pixels long, and its pixels to one of the photo as decoded."""
    height, width = pyramid.level(0).shape[:2]
    longer = max(height, width)
    level = pyramid.above(side * NEARLY)
    small, ratio = pyramid.level(level), 0.5**level
    if not side * NEARLY <= longer * ratio <= side / NEARLY:
        ratio = side / longer
        size = (max(1, round(width * ratio)), max(1, round(height * ratio)))
        small = cast(Pixels, cv2.resize(small, size, interpolation=cv2.INTER_LINEAR))
    return small, ratio


def _peaks(heat: Floats, around: Any) -> Floats:
    """Local maxima of a heat map, to a fraction of its pixels, as (x, y)."""
    y, x = np.nonzero((heat >= around) & (heat > LIKELY))
    inside = (x > 0) & (y > 0) & (x < heat.shape[1] - 1) & (y < heat.shape[0] - 1)
    x, y = x[inside], y[inside]
    dx = between_samples(heat[y, x - 1], heat[y, x], heat[y, x + 1])
    dy = between_samples(heat[y - 1, x], heat[y, x], heat[y + 1, x])
    return np.column_stack([x + dx + 0.5, y + dy + 0.5]).astype(np.float64)
