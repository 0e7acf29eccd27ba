"""The crops that the pipeline cuts from photos with known truth, with their labels."""

from dataclasses import dataclass
from pathlib import Path

from benchmarks.lattices import Truth, lattice, load, truths
from scanner.cut import cut
from scanner.rectify import rectify
from scanner.values import Cells, Pixels


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
    for truth in truths(folder, first, last):
        cells = cut(rectify(load(truth.path), lattice(truth.sheet), turn=0))
        _letters(found["letters"], truth, cells)
        _fields(found, truth, cells)
    return found


def _letters(rows: list[Crop], truth: Truth, cells: Cells) -> None:
    case = "small" if truth.sheet["lowercase"] else "capitals"
    for index, crop in enumerate(cells.letters):
        rows.append(Crop(crop, truth.sheet["grid"][index // 5][index % 5], truth.id, case))


def _fields(found: dict[str, list[Crop]], truth: Truth, cells: Cells) -> None:
    claimed = truth.sheet["claimed"]
    for crops, labels in ((cells.rows, claimed["rows"]), (cells.columns, claimed["cols"])):
        found["numbers"] += [
            Crop(crop, label or "", truth.id, "circles") for crop, label in zip(crops, labels, strict=False)
        ]
    if cells.total is not None:
        found["numbers"].append(Crop(cells.total, claimed["total"] or "", truth.id, "totals"))
    if cells.bonus is not None:
        found["marks"].append(
            Crop(cells.bonus, "struck" if claimed["bonus"] == "struck" else "open", truth.id, "bonus")
        )
    if cells.joker is not None:
        found["marks"].append(
            Crop(cells.joker, "struck" if truth.sheet["joker_crossed"] else "open", truth.id, "joker")
        )
