"""A photo to heat maps by a small network: where the middles of cells and where the nodes between them are."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, cast

import cv2
import numpy as np

from scanner.frame import between_samples
from scanner.image_pyramid import Pyramid
from scanner.onnx_session import network_input, start_session
from scanner.values import Floats, Pixels

NEARLY = 0.9  # of the size asked for: a picture that is at hand and differs by no more serves as well
STRIDE = 4  # pixels of its input to a pixel of its heat maps
LIKELY = 0.25  # heat of a peak that is taken for a cell


@dataclass(frozen=True, eq=False)
class Hints:
    """What the network saw. Points are in pixels of the photo as decoded."""

    cells: Floats  # (k, 2) middles
    heat: Floats  # (rows, columns), each value the highest around
    scale: float  # heat pixels to a photo pixel

    def cell_heat(self, points: Floats) -> Floats:
        """How much each point looks like the middle of a cell, 0 to 1; 0 outside the photo."""
        spots = points * self.scale - 0.5
        x, y = spots[..., 0].astype(np.float32), spots[..., 1].astype(np.float32)
        return cast(Floats, cv2.remap(self.heat, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT))


def look(pyramid: Pyramid, side: int) -> Hints:
    """Show the network the whole photo, its longer side `side` pixels long."""
    picture, ratio = _input(pyramid, side)
    heat = cast(Floats, _session().run(None, {"photo": network_input(picture)})[0][0, 0])
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    scale = ratio / STRIDE
    return Hints(_peaks(heat, around) / scale, cast(Floats, around), scale)


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
