"""A photo at halving sizes, each made when it is first needed, and any part of it laid flat."""

from typing import Any, cast

import cv2
import numpy as np

from scanner.frame import Frame
from scanner.values import Pixels

STEP = 4  # pixels between those of a flat picture that are placed exactly; 197 sheets are read as well with 2 and 8


class Pyramid:
    """Level 0 is the photo as decoded; each further level is half as large."""

    def __init__(self, pixels: Pixels) -> None:
        self.levels = [pixels]

    def level(self, number: int) -> Pixels:
        """The picture at one level."""
        while len(self.levels) <= number:
            half = cv2.resize(self.levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self.levels.append(cast(Pixels, half))
        return self.levels[number]

    def above(self, side: float) -> int:
        """The smallest level whose longer side still has so many pixels; 0 where none has."""
        number = 0
        while max(self.levels[0].shape[:2]) / 2 ** (number + 1) >= side:
            number += 1
        return number

    def flat(
        self, frame: Frame, origin: tuple[float, float], pitch: int, size: tuple[int, int], least: float
    ) -> Pixels:
        """A flat picture of `size` (width, height), `pitch` pixels to a cell, the frame's first node at `origin`.

        It is taken from the level that has at least `least` pixels to a pixel of it.
        """
        level = self.above(max(self.levels[0].shape[:2]) * least * pitch / frame.pitch)
        xs, ys = ((np.arange(-STEP / 2, n + STEP, STEP) - at) / pitch for n, at in zip(size, origin, strict=True))
        exact = (frame.scaled(0.5**level).raster(xs, ys) - 0.5).astype(np.float32)  # a pixel's middle is 0 to OpenCV
        picture = self.level(level)
        limit = np.array(picture.shape[1::-1])
        low = np.clip(exact.min(axis=(1, 2)), 0, limit - 1).astype(int)
        high = np.clip(exact.max(axis=(1, 2)) + 2, low + 1, limit).astype(int)
        part = cv2.cvtColor(picture[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2BGRA)  # sampled thrice as fast
        coarse = cv2.merge(list(exact - low[:, None, None].astype(np.float32)))
        spots = cv2.resize(coarse, None, fx=STEP, fy=STEP, interpolation=cv2.INTER_LINEAR)
        spots = spots[STEP : STEP + size[1], STEP : STEP + size[0]]
        nowhere = cast(Any, None)
        seen = cv2.remap(part, spots, nowhere, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
        return cast(Pixels, cv2.cvtColor(seen, cv2.COLOR_BGRA2BGR))
