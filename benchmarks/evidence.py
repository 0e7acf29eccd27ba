"""Readings of photos with truth, kept in a folder, so that what weighs them is measured without reading them again.

    python -m benchmarks.evidence OUT [FOLDER ...]     read the photos of these folders that OUT does not hold yet

Each sheet becomes one JSON file: its evidence, its truth, whose hand it is, and whether it is one to choose constants
on or one to judge by. A hand is wholly on one side: constants chosen on a hand say nothing of strangers.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.truth import SHARED, PhotoTruth, SheetTruth, load, sheet_truth
from referee.evidence import Evidence
from scanner import make_reader
from scanner.decode import decode
from scanner.pipeline import scan
from scanner.readers import Reader
from scanner.scan_errors import ScanError
from scanner.values import Scan

SETS = ("render", "composite", "several", "writers", "strangers")
TO_REPORT = range(1000, 1048)  # of render/: the part that its README sets aside to report on
CHOOSE, JUDGE = "choose", "judge"


@dataclass(frozen=True, eq=False)
class Read:
    """A sheet as it was read, with its truth."""

    name: str
    hand: str
    part: str  # choose or judge
    evidence: Evidence
    truth: SheetTruth


def stored(folder: Path, part: str = "") -> Iterator[Read]:
    """The sheets that a folder holds: all, or those of one part."""
    for file in sorted(folder.glob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        if not part or data["part"] == part:
            evidence = Evidence.from_json(data["evidence"])
            yield Read(file.stem, data["hand"], data["part"], evidence, sheet_truth(data["truth"]))


def part_of(folder: str, name: str, hand: str) -> str:
    """Which half a photo belongs to: as its README says, elsewhere by the hand."""
    if folder == "render":
        return JUDGE if int(name) in TO_REPORT else CHOOSE
    return (CHOOSE, JUDGE)[hashlib.sha256(hand.encode()).digest()[0] % 2]


def hand_of(raw: dict[str, Any]) -> str:
    """Whose hand wrote a sheet, as its truth names it."""
    source = raw.get("glyph_source") or {}
    return str(source.get("name", "")) or "unknown"


def read(photo: PhotoTruth, reader: Reader) -> Iterator[tuple[SheetTruth, Scan]]:
    """The sheets of a photo that were found, upright or not, beside their truth."""
    data = photo.path.read_bytes()
    scans = list(scan(decode(data, photo.path.name, max_bytes=10**9, max_pixels=10**9), reader))
    for truth in photo.sheets:
        side = np.linalg.norm(truth.corners[0] - truth.corners[2]) / np.sqrt(2)
        for found in scans:
            offset = found.sheet.lattice.corners.mean(axis=0) - truth.corners.mean(axis=0)
            if np.linalg.norm(offset) < 0.3 * side:
                yield truth, found
                break
        else:
            print(f"{photo.path}: a sheet was not found", file=sys.stderr)


def keep(out: Path, folder: str, photo: PhotoTruth, reader: Reader) -> None:
    """Read a photo and write its sheets."""
    for number, (truth, found) in enumerate(read(photo, reader)):
        hand, evidence = hand_of(truth.raw), Evidence.of_scan(found)
        name = f"{folder}-{photo.path.stem}" + (f"-{number}" if len(photo.sheets) > 1 else "")
        document = {
            "part": part_of(folder, photo.path.stem, hand),
            "hand": hand,
            "evidence": evidence.to_json(),
            "truth": truth.raw,
        }
        crops = [np.asarray(crop, np.uint8) for crop in found.cells.letters]
        np.savez_compressed(out / f"{name}.npz", *crops)
        (out / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")


def main() -> None:
    """Read what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", nargs="*", type=Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    reader = make_reader("cnn")
    folders = options.folders or [SHARED / "photos" / name for name in SETS]
    photos = [(folder.name, index, photo) for folder in folders for index, photo in enumerate(load(folder))]
    for folder, _, photo in sorted(photos, key=lambda item: item[1]):  # of every source some, should it be stopped
        if any(options.out.glob(f"{folder}-{photo.path.stem}*.json")):
            continue
        try:
            keep(options.out, folder, photo, reader)
        except ScanError as error:
            print(f"{photo.path}: {error.code}", file=sys.stderr)


if __name__ == "__main__":
    main()
