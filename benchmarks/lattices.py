"""Sheets with ground truth, one by one, and the lattice their truth describes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner import geometry
from scanner.frame import Frame
from scanner.values import Lattice, Photo


@dataclass(frozen=True)
class Truth:
    """One sheet of one photo, and what is known of it."""

    id: str
    path: Path
    sheet: dict[str, Any]


def truths(folder: Path, first: int = 0, last: int = 10**6) -> Iterator[Truth]:
    """Every sheet with truth in a folder, photos numbered from `first` to `last`."""
    for path in sorted(folder.glob("[0-9]*.json")):
        if first <= int(path.stem) <= last:
            document = json.loads(path.read_text())
            for number, sheet in enumerate(document.get("sheets", [document])):
                suffix = f"-{number + 1}" if "sheets" in document else ""
                yield Truth(f"{folder.name}/{path.stem}{suffix}", path.with_suffix(".jpg"), sheet)


def load(path: Path) -> Photo:
    """The photo at full size, decoded without the scanner's own decoder."""
    pixels = cv2.imread(str(path))
    return Photo(path.name, "", pixels.shape[1], pixels.shape[0], pixels)


def _at(frame: Frame, ticks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where lines that run at these places across and down meet, in cells from the first node of a lattice."""
    places = ticks + geometry.AROUND
    return frame.raster(places, places).transpose(1, 2, 0)


def lattice(sheet: dict[str, Any]) -> Lattice:
    """All 36 nodes, from the true cell centres and outer corners."""
    inner, _ = geometry.spread(Lattice(np.array(sheet["cell_centers"], np.float32), 1.0))
    corners = np.array(sheet["grid_corners"], np.float32)
    insets = np.arange(-0.02, 0.13, 0.0025)  # half the gap between separate boxes, in pitches
    misses = []
    for inset in insets:
        rim = np.array([-0.5 + inset, 4.5 - inset])
        misses.append(np.abs(_at(inner, rim)[[0, 0, 1, 1], [0, 1, 1, 0]] - corners).sum())
    ticks = np.arange(6) - 0.5
    ticks[[0, -1]] += np.array([1, -1]) * insets[int(np.argmin(misses))]
    nodes = _at(inner, ticks)
    nodes[[0, 0, -1, -1], [0, -1, -1, 0]] = corners
    return Lattice(nodes, 1.0)
