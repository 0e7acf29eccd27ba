"""How many lattices are found, how exactly, how fast, and how many are found where there is none.

    python -m benchmarks.locate [PHOTOS] [--set NAME...] [--seeds FIRST LAST] [--negatives] [--verbose]

PHOTOS holds the folders render, composite, several and grids; by default ../shared/photos. Photos of render numbered
below 2000 are reported as `render`, the others, on which the figures in the code were chosen, as `chosen-on`. The set
`drawn` needs no photos: sheets of chance designs and colours, drawn as seen from any side, small and large.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.drawn import any_grid, snapshot
from scanner.decode import decode
from scanner.locate import locate
from scanner.values import Lattice

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "photos"
SETS = ("render", "chosen-on", "composite", "several", "grids", "drawn")
DRAWN = (0, 59)  # seeds of the drawn photos, first and last
SHARES = (0.04, 0.12, 0.35)  # of a drawn photo that the grid fills; the sheet fills about three times as much
NEGATIVE_SIZES = {5: (4, 6, 9), 9: (4, 5, 6)}  # sizes asked for where only the size of the key is there
SAME = 0.15  # of the side: a find farther off than this is no find
CLOSE = 0.02


@dataclass(frozen=True, eq=False)
class Truth:
    """A lattice that is in a photo."""

    corners: NDArray[np.float64]
    centres: NDArray[np.float64] | None

    @property
    def side(self) -> float:
        """The mean length of its sides."""
        return float(np.hypot(*(self.corners - np.roll(self.corners, 1, 0)).T).mean())

    def error(self, lattice: Lattice) -> float:
        """The worst corner's distance as a share of the side, whichever corner is called the first."""
        return min(
            float(np.hypot(*(np.roll(lattice.corners, k, 0) - self.corners).T).max()) / self.side for k in range(4)
        )

    def centre_error(self, lattice: Lattice) -> float:
        """The worst cell centre's distance as a share of the side."""
        nodes = lattice.nodes
        middles = (nodes[1:, 1:] + nodes[:-1, 1:] + nodes[1:, :-1] + nodes[:-1, :-1]) / 4
        assert self.centres is not None
        return min(
            float(np.hypot(*(np.rot90(middles, k) - self.centres).transpose(2, 0, 1)).max()) / self.side
            for k in range(4)
        )


@dataclass
class Tally:
    """What came of one set."""

    errors: list[float] = field(default_factory=list)
    centre_errors: list[float] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    asked: int = 0
    ratios: list[float] = field(default_factory=list)
    extra_ms: list[float] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Item:
    """A photo's file and the lattices that are in it."""

    name: str
    data: bytes
    truths: list[Truth]


def photos(root: Path, name: str) -> Iterator[tuple[Path, list[Truth]]]:
    """The photos of a set with the lattices in each."""
    if name == "grids":
        for entry in json.loads((root / name / "truth.json").read_text()):
            yield root / name / entry["photo"], [Truth(np.array(entry["corners"]), None)]
        return
    folder = root / ("render" if name == "chosen-on" else name)
    for path in sorted(folder.glob("[0-9]*.json")):
        if folder.name == "render" and (int(path.stem) >= 2000) != (name == "chosen-on"):
            continue
        document: dict[str, Any] = json.loads(path.read_text())
        sheets = document.get("sheets", [document])
        yield (
            path.with_suffix(".jpg"),
            [Truth(np.array(sheet["grid_corners"]), np.array(sheet["cell_centers"])) for sheet in sheets],
        )


def items(root: Path, name: str, seeds: Sequence[int]) -> Iterator[Item]:
    """The photos of a set as files, drawn ones among them."""
    if name != "drawn":
        for path, truths in photos(root, name):
            yield Item(path.stem, path.read_bytes(), truths)
        return
    for seed in range(seeds[0], seeds[1] + 1):
        photo, lattice = snapshot(any_grid(seed), seed, SHARES[seed % len(SHARES)])
        coded = cv2.imencode(".jpg", photo.pixels, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        yield Item(str(seed), coded.tobytes(), [Truth(lattice.corners.astype(np.float64), None)])


def measure(root: Path, name: str, negatives: bool, seeds: Sequence[int] = DRAWN) -> Tally:
    """Locate in every photo of a set; also ask for sizes that are not there."""
    tally = Tally()
    cells = 9 if name == "grids" else 5
    for item in items(root, name, seeds):
        started = time.process_time()
        cv2.imdecode(np.frombuffer(item.data, np.uint8), cv2.IMREAD_COLOR)
        plain = time.process_time() - started
        photo = decode(item.data, item.name)
        started = time.process_time()
        found = list(locate(photo, cells, cells))
        seconds = time.process_time() - started
        tally.ratios.append(seconds / plain)
        tally.extra_ms.append(1000 * seconds)
        for truth in item.truths:
            best = min(found, key=truth.error, default=None)
            if best is None or truth.error(best) > SAME:
                tally.missed.append(item.name)
                continue
            found.remove(best)
            tally.errors.append(truth.error(best))
            if truth.centres is not None:
                tally.centre_errors.append(truth.centre_error(best))
        tally.false += [f"{item.name} {cells}x{cells}"] * len(found)
        for size in NEGATIVE_SIZES[cells] if negatives else ():
            tally.asked += 1
            tally.false += [f"{item.name} {size}x{size}" for _ in locate(photo, size, size)]
    return tally


def report(name: str, tally: Tally) -> str:
    """One line of the table."""
    errors = np.array(tally.errors or [np.nan])
    centres = np.array(tally.centre_errors or [np.nan])
    lattices = len(tally.errors) + len(tally.missed)
    return (
        f"| {name} | {len(tally.errors)}/{lattices} | {len(tally.false)} | {np.median(errors):.2%} | "
        f"{np.percentile(errors, 95):.2%} | {(errors < CLOSE).sum() / max(lattices, 1):.1%} | "
        f"{np.percentile(centres, 95):.2%} | {np.mean(tally.extra_ms):.0f} ms | "
        f"{max(tally.extra_ms):.0f} ms | {np.median(tally.ratios):.2f} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, nargs="?", default=SHARED)
    parser.add_argument("--set", action="append", choices=SETS)
    parser.add_argument("--seeds", type=int, nargs=2, default=DRAWN, metavar=("FIRST", "LAST"), help="of drawn photos")
    parser.add_argument("--negatives", action="store_true", help="also ask for sizes that are not in the photos")
    parser.add_argument("--verbose", action="store_true", help="name the photos that failed")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    locate(snapshot(any_grid(0), 0, SHARES[0])[0])  # loads the network, which is not timed
    print("| set | found | false | corner, median | 95 % | within 2 % | centre, 95 % | time, mean | worst | x decode |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name in options.set or SETS:
        tally = measure(options.photos, name, options.negatives, options.seeds)
        print(report(name, tally), flush=True)
        if options.verbose:
            print("  missed:", *tally.missed, "\n  false:", *tally.false, flush=True)


if __name__ == "__main__":
    main()
