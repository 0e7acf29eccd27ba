"""The crops that the pipeline cuts from photos with known truth, with their labels."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.truth import load
from scanner import geometry
from scanner.cut import cut
from scanner.frame import Frame
from scanner.rectify import rectify
from scanner.values import Cells, Lattice, Photo, Pixels


@dataclass(frozen=True, eq=False)
class Crop:
    """One crop and what is written in it; `case` parts capitals, small letters and the kinds of fields."""

    crop: Pixels
    label: str
    photo: str
    case: str


def crops_of(folder: Path, first: int = 0, last: int = 10**6) -> dict[str, list[Crop]]:
    """All letters, numbers and marks of the photos in a folder, cut where the truth says the grids lie."""
    found: dict[str, list[Crop]] = {"letters": [], "numbers": [], "marks": []}
    for photo in load(folder):
        if not photo.path.stem.isdecimal() or not first <= int(photo.path.stem) <= last:
            continue
        pixels = cv2.imread(str(photo.path))  # at full size, without the scanner's own decoder
        taken = Photo(photo.path.name, "", pixels.shape[1], pixels.shape[0], pixels)
        for number, sheet in enumerate(photo.sheets, start=1):
            cells = cut(rectify(taken, lattice(sheet.raw), turn=0))
            _label(found, f"{folder.name}/{photo.path.stem}-{number}", sheet.raw, cells)
    return found


def _label(found: dict[str, list[Crop]], name: str, sheet: dict[str, Any], cells: Cells) -> None:
    case, claimed = "small" if sheet["lowercase"] else "capitals", sheet["claimed"]
    letters = zip(cells.letters, "".join(sheet["grid"]), strict=True)
    found["letters"] += [Crop(crop, letter, name, case) for crop, letter in letters]
    for crops, labels in ((cells.rows, claimed["rows"]), (cells.columns, claimed["cols"])):
        found["numbers"] += [
            Crop(crop, label or "", name, "circles") for crop, label in zip(crops, labels, strict=False)
        ]
    if cells.total is not None:
        found["numbers"].append(Crop(cells.total, claimed["total"] or "", name, "totals"))
    marks = ((cells.bonus, claimed["bonus"] == "struck", "bonus"), (cells.joker, sheet["joker_crossed"], "joker"))
    for crop, struck, case in marks:
        if crop is not None:
            found["marks"].append(Crop(crop, "struck" if struck else "open", name, case))


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
