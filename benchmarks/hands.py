"""How well letters are read one hand at a time: 25 cells of a person together, as on a sheet; the worst hands by name.

    python -m benchmarks.hands [--models DIR] [--folds DIR] [--photos]

Clean glyphs of writers that no network was trained on, capitals and small letters apart, and with `--photos` the cells
that the pipeline cuts from photos, one photo a hand. The hands that are trained on are read only with `--folds DIR`:
its folders 0 to 4 hold networks (`letters.onnx`) that were trained without a fifth of the writers each, and without
the cards of `sse_letters` (`training/reader.py --folds`).
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.crops import crops_of
from benchmarks.reading import calibration_error
from benchmarks.truth import SHARED
from scanner.readers.cnn import MODELS, CnnReader
from scanner.values import Glyph, Pixels

CELLS = 25  # read together
TIMES = 4  # every glyph is read so often, each time among others of its hand
LEAST = 10  # letters of a hand that is counted
FOLDS = 5
PHOTOS = ("render", "composite", "several", "writers")
CASES = {"capitals": str.isupper, "small letters": str.islower}


@dataclass(frozen=True, eq=False)
class Hand:
    """The letters of one person."""

    name: str
    crops: tuple[Pixels, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """How a hand was read."""

    hand: str
    labels: tuple[str, ...]
    glyphs: tuple[Glyph, ...]

    @property
    def right(self) -> float:
        """The share of letters that were read right."""
        return float(np.mean([g.symbol == label for g, label in zip(self.glyphs, self.labels, strict=True)]))


def clean_hands(path: Path, case: str, glyphs: str = "images") -> list[Hand]:
    """The hands of a set of glyphs, in capitals or in small letters."""
    with np.load(path) as data:
        labels = data["labels"].astype(str)
        writers = data["writers"] if "writers" in data else np.zeros(len(labels), int)
        images = data[glyphs]
    found = []
    for writer in np.unique(writers):
        pick = [at for at in np.flatnonzero(writers == writer) if CASES[case](labels[at])]
        if len(pick) >= LEAST:
            crops, own = tuple(_cell(images[at]) for at in pick), tuple(labels[at].upper() for at in pick)
            found.append(Hand(f"{path.stem}/{writer}", crops, own))
    return found


def _cell(glyph: Pixels) -> Pixels:
    """White ink on black as dark ink in a cell of white paper."""
    large = cv2.resize(glyph, (56, 56), interpolation=cv2.INTER_CUBIC)
    return np.asarray(255 - np.pad(large, 8), np.uint8)


def photo_hands(folder: Path, case: str) -> list[Hand]:
    """The cells of photos, each photo a hand."""
    sheets: dict[str, list[tuple[Pixels, str]]] = {}
    for row in crops_of(folder)["letters"]:
        if row.case == {"capitals": "capitals", "small letters": "small"}[case]:
            sheets.setdefault(row.photo, []).append((row.crop, row.label))
    return [Hand(name, *zip(*cells, strict=True)) for name, cells in sheets.items()]


def read(hand: Hand, reader: CnnReader, times: int = TIMES) -> Result:
    """All letters of a hand, read some 25 at a time in an order that is the same in every run."""
    rng = np.random.default_rng(len(hand.labels))
    labels: list[str] = []
    glyphs: list[Glyph] = []
    for _ in range(times):
        order = rng.permutation(len(hand.labels))
        for part in np.array_split(order, max(round(len(order) / CELLS), 1)):
            glyphs += reader.letters([hand.crops[at] for at in part])
            labels += [hand.labels[at] for at in part]
    return Result(hand.name, tuple(labels), tuple(glyphs))


def describe(name: str, results: Sequence[Result]) -> str:
    """Mean and worst hands, calibration within hands, and what was mistaken for what."""
    shares = np.sort([result.right for result in results])
    worst = sorted(results, key=lambda result: result.right)[:5]
    pairs = [(g, label) for r in results for g, label in zip(r.glyphs, r.labels, strict=True)]
    error = calibration_error(np.array([g.p for g, _ in pairs]), np.array([g.symbol == label for g, label in pairs]))
    wrong = Counter(f"{label}>{g.symbol}" for g, label in pairs if g.symbol != label)
    tenth = shares[: max(round(len(shares) / 10), 1)]
    return (
        f"{name}: {len(results)} hands, {100 * shares.mean():.2f} %, worst tenth {100 * tenth.mean():.1f} %, "
        f"faultless {100 * (shares == 1).mean():.0f} %, calibration error {100 * error:.2f} %\n"
        f"    worst: {', '.join(f'{r.hand} {100 * r.right:.1f}' for r in worst)}\n"
        f"    mistakes in 1,000: {', '.join(f'{p} {1000 * n / len(pairs):.1f}' for p, n in wrong.most_common(8))}"
    )


def measure(reader: CnnReader, folds: Sequence[CnnReader], hand: Path) -> None:
    """Print the figures on clean glyphs."""
    strangers = {"digilets_writers": "images", "chars74k_writers_1_25": "native64", "upv_shebna": "native64"}
    for case in CASES:
        for name, glyphs in strangers.items():
            hands = clean_hands(hand / "validate" / f"{name}.npz", case, glyphs)
            print(describe(f"{case}, {name}", [read(one, reader) for one in hands]), flush=True)
        if not folds:
            continue
        hands = clean_hands(hand / "train" / "digilets.npz", case)
        results = [read(one, folds[int(one.name.rpartition("/")[2]) % FOLDS]) for one in hands]
        others = clean_hands(hand / "validate" / "digilets_writers.npz", case)
        results += [read(one, folds[at % FOLDS]) for at, one in enumerate(others)]
        print(describe(f"{case}, cross-validated digilets", results), flush=True)
        cards = clean_hands(hand / "train" / "sse_letters.npz", case, "native64")
        results = [read(one, folds[at % FOLDS]) for at, one in enumerate(cards)]
        if results:
            print(describe(f"{case}, cards never trained on", results), flush=True)


def main() -> None:
    """Print the figures of every source."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--folds", type=Path)
    parser.add_argument("--photos", action="store_true", help="cells of photos as well")
    options = parser.parse_args()
    if not (SHARED / "hand").is_dir():
        print("skipped: the handwriting sets beside the project are missing")
        return
    cv2.setNumThreads(1)
    reader = CnnReader(options.models)
    folds = [CnnReader(options.folds / str(fold)) for fold in range(FOLDS)] if options.folds else []
    measure(reader, folds, SHARED / "hand")
    for folder in PHOTOS if options.photos else ():
        for case in CASES:
            hands = photo_hands(SHARED / "photos" / folder, case)
            if hands:
                print(describe(f"{case}, photos {folder}", [read(one, reader, 1) for one in hands]), flush=True)


if __name__ == "__main__":
    main()
