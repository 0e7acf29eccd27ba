"""A network looks at a sheet laid flat and shows where its fields lie, and which side it is."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np

from scanner.onnx_session import network_input, start_session
from scanner.values import Box, Floats, Pixels

# All as in training (training/field_sheets.py, training/field_train.py).
LOOK_PX = 24  # pixels per cell pitch of the picture that the network is shown
VIEW = Box(-5.25, -0.75, 14.75, 9.25)  # what it is shown, in pitches from the grid's corner: legends lie there
STRIDE = 4  # pixels of that picture to a sample of the maps
KINDS = ("circle", "total", "bonus", "joker", "A", "B")  # each has a map of heat; the last two are printed letters


@dataclass(frozen=True)
class Spot:
    """A place that looks like a field: how much so, 0 to 1, and where it lies."""

    heat: float
    box: Box


@dataclass(frozen=True, eq=False)
class FieldMaps:
    """What the network shows, sample by sample."""

    heat: Floats  # (kind, down, across), 0 to 1
    shapes: Floats  # (4, down, across): the way to the field's middle in samples, logarithms of its sides in pitches
    sides: Floats  # probabilities that the side is untold, A, B

    def hottest(self, kind: str, area: Box) -> Spot:
        """The hottest sample of a kind in an area, be it ever so cold."""
        heat, (x0, y0, x1, y1) = self.heat[KINDS.index(kind)], _samples(area)
        y, x = divmod(int(heat[y0:y1, x0:x1].argmax()), x1 - x0)
        return self._spot(heat, x0 + x, y0 + y)

    def peaks(self, kind: str, least: float) -> list[Spot]:
        """All places that look like fields of a kind and are no cooler than asked for."""
        heat = self.heat[KINDS.index(kind)]
        tops = np.argwhere((heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat >= least))
        return [self._spot(heat, x, y) for y, x in tops.tolist()]

    def _spot(self, heat: Floats, x: int, y: int) -> Spot:
        """What the samples around a place tell of the field there, each as much as it is hot."""
        rows, columns = slice(max(0, y - 1), y + 2), slice(max(0, x - 1), x + 2)
        weights = heat[rows, columns] / max(float(heat[rows, columns].sum()), 1e-6)
        down, across = np.ogrid[rows, columns]
        off_x, off_y, wide, high = self.shapes[:, rows, columns]
        middles = ((across[:, : weights.shape[1]] + off_x) * weights, (down[: len(weights)] + off_y) * weights)
        u, v = ((float(middle.sum()) + 0.5) * STRIDE / LOOK_PX for middle in middles)
        width, height = (float(np.exp((side * weights).sum())) for side in (wide, high))
        return Spot(float(heat[y, x]), Box(u + VIEW.x - width / 2, v + VIEW.y - height / 2, width, height))


def _samples(area: Box) -> tuple[int, int, int, int]:
    """The first and last samples across and down that lie in an area."""
    left, top = area.x - VIEW.x, area.y - VIEW.y
    edges = (left, top, left + area.width, top + area.height)
    x0, y0, x1, y1 = (max(0, int(edge * LOOK_PX / STRIDE)) for edge in edges)
    return x0, y0, x1, y1


def show(picture: Pixels) -> FieldMaps:
    """What the network makes of VIEW, painted flat."""
    maps = _session().run(None, {"sheet": network_input(picture)})[0][0]
    heats, shapes = len(KINDS), len(KINDS) + 4
    middle_x, middle_y, *_ = _samples(Box(2.5, 2.5, 0, 0))
    sides = np.exp(maps[shapes:, middle_y, middle_x] - maps[shapes:, middle_y, middle_x].max())
    return FieldMaps(maps[:heats], maps[heats:shapes], sides / sides.sum())


@cache
def _session() -> Any:
    return start_session((files("scanner") / "models" / "fields.onnx").read_bytes())
