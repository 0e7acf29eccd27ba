"""What each number with a name in the scanner is worth: it is made smaller and larger, and photos are read again.

    python -m benchmarks.thresholds --set render --only line_removal ink

Every number of the stages from a photo to its crops is multiplied by 0.8 and by 1.25, one at a time. Photos are
located, laid flat, cut and read anew; the line says what changed: lattices found and false, corners, fields, ways up
and sides, and the mean loss of letters and numbers (the negative logarithm of the probability of what is written), z
its difference in standard errors. A number that changes nothing can go; one that is better elsewhere is moved. The
first 40 photos of a set are looked at, unless --count says otherwise.
"""

import argparse
import ast
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from benchmarks.locate import CLOSE, SAME, SHARED, Item, items
from benchmarks.scanner import sheet_documents
from benchmarks.stages import laid_flat, read_sheet, seen_fields
from scanner import make_reader
from scanner.canvas import CELL_PX
from scanner.decode import decode, sharpened
from scanner.locate import locate
from scanner.pipeline import SHARP
from scanner.readers import Reader
from scanner.values import Photo

ROOT = Path(__file__).resolve().parent.parent / "scanner"
FACTORS = (0.8, 1.25)
LETTERS, NUMBERS, LOST = 25, 11, 7.0  # of a sheet; the loss of each where it is not found
FOREIGN = ("decode", "headers")  # these meet foreign bytes: their numbers are limits, not thresholds


@dataclass(frozen=True)
class Outcome:
    """What came of all photos."""

    found: int
    false: int
    close: int
    right: int  # ways up, sides and fields
    letters: tuple[float, ...]  # losses
    numbers: tuple[float, ...]

    def against(self, before: "Outcome") -> str:
        """What changed, in a line."""
        parts = [
            f"{name} {now - then:+d}"
            for name, now, then in (
                ("found", self.found, before.found),
                ("false", self.false, before.false),
                ("within 2 %", self.close, before.close),
                ("fields", self.right, before.right),
            )
            if now != then
        ]
        for name, now, then in (("letters", self.letters, before.letters), ("numbers", self.numbers, before.numbers)):
            if len(now) == len(then) and now != then:
                steps = np.array(now) % 100 - np.array(then) % 100
                wrong = int((np.array(now) >= 100).sum() - (np.array(then) >= 100).sum())
                z = steps.mean() / max(steps.std() / np.sqrt(len(steps)), 1e-9)
                parts.append(f"{name} {steps.mean():+.4f} (z {z:+.1f}, {wrong:+d} wrong)")
        return ", ".join(parts) or "nothing"


def named_numbers(only: list[str]) -> Iterator[tuple[str, str]]:
    """Module and name of each number that can be made smaller and larger."""
    for path in sorted(ROOT.rglob("*.py")):
        if path.parent.name == "readers" or path.stem in FOREIGN or (only and path.stem not in only):
            continue
        module = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        for node in ast.parse(path.read_text("utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            names = [part.id for target in targets if target for part in ast.walk(target) if isinstance(part, ast.Name)]
            yield from ((module, name) for name in names if name.isupper())


def varied(value: Any, factor: float) -> Any:
    """A number, or each of several, so many times as large; None where it is no number. Odd numbers stay odd."""
    if isinstance(value, bool) or not isinstance(value, int | float | tuple | np.generic | np.ndarray):
        return None
    if isinstance(value, tuple):
        parts = [varied(part, factor) for part in value]
        return None if None in parts else tuple(parts)
    if isinstance(value, int):
        step = 2 if value % 2 and value > 2 else 1
        return value + step * (1 if factor > 1 else -1) * max(1, round(abs(factor - 1) * value / step))
    return value * type(value)(factor) if isinstance(value, np.generic) else value * factor


@contextmanager
def replaced(module: str, name: str, value: Any) -> Iterator[None]:
    """The number changed wherever it was imported."""
    before = getattr(importlib.import_module(module), name)
    holders = [
        held
        for held in list(sys.modules.values())
        if isinstance(held, ModuleType) and held.__name__.startswith("scanner") and vars(held).get(name) is before
    ]
    for held in holders:
        setattr(held, name, value)
    try:
        yield
    finally:
        for held in holders:
            setattr(held, name, before)


def measure(photos: list[tuple[Item, Photo]], documents: dict[str, list[dict[str, Any]]], reader: Reader) -> Outcome:
    """Locate, lay flat, cut and read every photo."""
    found = false = close = right = 0
    letters: list[float] = []
    numbers: list[float] = []
    for item, photo in photos:
        lattices = list(locate(photo))
        for truth, known in zip(item.truths, documents[item.name], strict=True):
            best = min(lattices, key=truth.error, default=None)
            if best is None or truth.error(best) > SAME:
                letters += [LOST] * LETTERS
                numbers += [LOST] * NUMBERS
                continue
            lattices = [lattice for lattice in lattices if lattice is not best]
            found, close = found + 1, close + int(truth.error(best) < CLOSE)
            pitch = float(np.linalg.norm(best.nodes[0, 1] - best.nodes[0, 0]))
            sheet, upright, _ = laid_flat(sharpened(photo, SHARP * CELL_PX / pitch), best, known)
            right += upright + sum(seen_fields(sheet, known).values())
            record = read_sheet(sheet, known, reader)
            letters += record["letters"]
            printed = known["layout_name"] != "handruled"  # others have no fields to be found
            numbers += record.get("numbers", [LOST if printed else 0.0] * NUMBERS)
        false += len(lattices)
    return Outcome(found, false, close, right, tuple(letters), tuple(numbers))


def main() -> None:
    """Say what every number is worth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, nargs="?", default=SHARED)
    parser.add_argument("--set", default="render")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--only", nargs="*", default=[], help="modules, by name")
    options = parser.parse_args()
    if not (options.photos / options.set).is_dir():
        print("skipped: the photos beside the project are missing")
        return
    cv2.setNumThreads(1)
    chosen = list(items(options.photos, options.set, (0, 0)))[: options.count]
    photos = [(item, decode(item.data, item.name)) for item in chosen]
    documents = sheet_documents(options.photos / options.set)
    reader = make_reader("cnn")
    before = measure(photos, documents, reader)
    wrong = [sum(loss >= 100 for loss in kind) for kind in (before.letters, before.numbers)]
    print(
        f"{len(photos)} photos: {before.found} found, {before.false} false, {before.close} within 2 %, {wrong[0]} of "
        f"{len(before.letters)} letters and {wrong[1]} of {len(before.numbers)} numbers wrong",
        flush=True,
    )
    for module, name in named_numbers(options.only):
        value = getattr(importlib.import_module(module), name)
        for factor in FACTORS:
            other = varied(value, factor)
            if other is None:
                continue
            with replaced(module, name, other):
                try:
                    told = measure(photos, documents, reader).against(before)
                except Exception as error:  # noqa: BLE001 - a number may be bound to another by the shape of arrays
                    told = f"fails: {type(error).__name__}"
            shown = other if not isinstance(other, np.ndarray) or other.size < 5 else "array"
            print(f"{module.removeprefix('scanner.')} {name} = {shown}: {told}", flush=True)


if __name__ == "__main__":
    main()
