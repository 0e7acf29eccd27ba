"""Photos with their truth: the project's samples, or any folder of NNNN.jpg with NNNN.json beside it."""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples"
SHARED = ROOT.parent / "shared"


@dataclass(frozen=True, eq=False)
class SheetTruth:
    """What is on one sheet. Claims are the text as written: "" nothing; bonus "struck", "10" or ""."""

    language: str
    side: str | None
    grid: tuple[str, ...]
    corners: NDArray[np.float64]  # clockwise from the grid's own top left
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    total: str
    bonus: str
    has_fields: bool
    joker_crossed: bool | None
    lowercase: bool
    corrected: frozenset[tuple[int, int]]  # row and column from 1
    raw: dict[str, Any]


@dataclass(frozen=True, eq=False)
class PhotoTruth:
    """A photo and the sheets that lie in it."""

    path: Path
    sheets: tuple[SheetTruth, ...]


def load(folder: Path) -> Iterator[PhotoTruth]:
    """All photos with truth in a folder: sample folders with truth.toml, or pictures with a JSON file beside them."""
    for toml in sorted(folder.glob("*/truth.toml")):
        raw = tomllib.loads(toml.read_text(encoding="utf-8"))
        if raw.get("game", "qwords") != "qwords":
            continue
        yield PhotoTruth(toml.with_name("photo.jpg"), tuple(map(sheet_truth, raw.get("sheets", [raw]))))
    for file in sorted(folder.glob("*.json")):
        if (photo := file.with_suffix(".jpg")).exists():
            raw = json.loads(file.read_text(encoding="utf-8"))
            yield PhotoTruth(photo, tuple(map(sheet_truth, raw.get("sheets", [raw]))))


def sheet_truth(raw: dict[str, Any]) -> SheetTruth:
    """One sheet of a truth file."""
    claimed = raw.get("claimed") or {}
    five = [None] * 5
    return SheetTruth(
        language=raw["language"],
        side=raw.get("side"),
        grid=tuple(raw["grid"]),
        corners=np.array(raw["grid_corners"], float),
        rows=tuple(text or "" for text in claimed.get("rows") or five),
        columns=tuple(text or "" for text in claimed.get("cols") or five),
        total=claimed.get("total") or "",
        bonus=claimed.get("bonus") or "",
        has_fields=raw.get("layout_name") != "handruled",
        joker_crossed=raw.get("joker_crossed"),
        lowercase=bool(raw.get("lowercase")),
        corrected=frozenset((row + 1, column + 1) for row, column in (fix["cell"] for fix in raw.get("corrected", []))),
        raw=raw,
    )
