"""How well written numbers are read: drawn ones, a writer at a time, and those that the pipeline cuts from photos.

    python -m benchmarks.numbers [--models DIR] [--count N] [--seed S] [--no-photos]

Drawn numbers are by the validation writers, whom no network was trained on: their pen strokes in any style, on whole
sheets that the scanner cuts (`training/number_sheets.py`), and in fields drawn by themselves, many of them too dark,
blurred or cut off to be read (`training/fields.py`). Photos: circles and total boxes of every set, cut where the truth
says the grids lie.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from benchmarks.crops import crops_of
from benchmarks.hands import Hand, Result
from benchmarks.truth import SHARED
from scanner.readers.cnn import MODELS, CnnReader
from scanner.readers.ranking import HIGHEST_TOTAL
from scanner.values import Pixels
from training.fields import POINTS, NumberMaker
from training.hands import load_hands
from training.number_sheets import sheet_numbers

PHOTOS = ("render", "composite", "several", "writers")
TOGETHER = 200  # crops read at once
SHOWN = 8  # mistakes and writers


def drawn(hand: Path, count: int, seed: int, sheets: bool) -> Iterator[Hand]:
    """So many numbers by each validation writer: from sheets that the scanner cuts, or drawn by themselves."""
    writers = load_hands(hand / "validate" / "digilets_writers_strokes.json.gz")
    maker = NumberMaker(hand)
    for writer, own in writers.items():
        maker.only, rng = [own], np.random.default_rng((seed, writer))
        fields: list[tuple[Pixels, str]] = []
        while len(fields) < count:
            fields += sheet_numbers(maker.hand(rng), _entry, rng) if sheets else [maker.crop(rng)]
        crops, labels = zip(*fields[:count], strict=True)
        yield Hand(f"digilets_writers/{writer}", crops, labels)


def _entry(wide: bool, rng: np.random.Generator) -> str:
    """What players write: points of lines into circles, one in ten left empty, and totals into boxes."""
    if rng.random() < 0.1:
        return ""
    return str(rng.integers(HIGHEST_TOTAL + 1)) if wide else str(rng.choice(POINTS))


def photographed(photos: Path) -> Iterator[Hand]:
    """Circles and total boxes of the sets of photos."""
    for folder in PHOTOS:
        rows = crops_of(photos / folder)["numbers"]
        for case in ("circles", "totals"):
            own = [row for row in rows if row.case == case]
            if own:
                yield Hand(f"{folder}, {case}", *zip(*((row.crop, row.label) for row in own), strict=True))


def read(numbers: Hand, reader: CnnReader) -> Result:
    """What the reader takes them for."""
    crops = numbers.crops
    glyphs = [g for at in range(0, len(crops), TOGETHER) for g in reader.numbers(crops[at : at + TOGETHER])]
    return Result(numbers.name, numbers.labels, tuple(glyphs))


def pairs(results: Sequence[Result]) -> list[tuple[str, str]]:
    """What was written and what was read."""
    return [
        (label, glyph.symbol) for result in results for label, glyph in zip(result.labels, result.glyphs, strict=True)
    ]


def mistaken_digits(results: Sequence[Result]) -> Counter[str]:
    """Which digit was taken for which, where as many digits were read as were written; other faults by their kind."""
    wrong: Counter[str] = Counter()
    for label, seen in (pair for pair in pairs(results) if pair[0] != pair[1]):
        if len(label) == len(seen) and (label + seen).isdigit():
            wrong.update(f"{a} as {b}" for a, b in zip(label, seen, strict=True) if a != b)
        else:
            wrong[f"{_kind(label)} as {_kind(seen)}"] += 1
    return wrong


def _kind(entry: str) -> str:
    return {"": "nothing", "-": "dash"}.get(entry, f"{len(entry)} digits")


def describe(name: str, results: Sequence[Result]) -> str:
    """Share right over all numbers, and what was mistaken for what."""
    read_as = pairs(results)
    good = sum(label == seen for label, seen in read_as)
    wrong = mistaken_digits(results).most_common(SHOWN)
    mistakes = ", ".join(f"{pair} ({count})" for pair, count in wrong) or "none"
    return f"{name}: {good} of {len(read_as)}, {100 * good / len(read_as):.2f} %\n    mistakes: {mistakes}"


def main() -> None:
    """Print the figures of every source."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--count", type=int, default=300, help="numbers drawn for each writer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-photos", action="store_true")
    options = parser.parse_args()
    if not (SHARED / "hand").is_dir():
        print("skipped: the handwriting sets beside the project are missing")
        return
    cv2.setNumThreads(1)
    reader = CnnReader(options.models)
    for title, sheets in (("on sheets that the scanner cuts", True), ("drawn by themselves", False)):
        writers = drawn(SHARED / "hand", options.count, options.seed, sheets)
        results = [read(numbers, reader) for numbers in writers]
        print(describe(f"validation writers, {title}", results))
        worst = sorted(results, key=lambda result: result.right)
        print("    worst: " + ", ".join(f"{one.hand} {100 * one.right:.1f}" for one in worst[:SHOWN]), flush=True)
    if options.no_photos:
        return
    found = [read(numbers, reader) for numbers in photographed(SHARED / "photos")]
    for result in found:
        print(describe(result.hand, [result]))
    for case in ("circles", "totals"):
        print(describe(f"all photos, {case}", [one for one in found if one.hand.endswith(case)]))


if __name__ == "__main__":
    main()
