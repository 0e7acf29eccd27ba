"""A photo at halving sizes, each made when it is first needed."""

from typing import cast

import cv2

from scanner.values import Pixels


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
