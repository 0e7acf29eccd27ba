"""How well letters are read one hand at a time: 25 cells of a person together, as on a sheet; the worst hands by name.

    python -m benchmarks.hands [--models DIR] [--apart DIR] [--photos] [--most N]

Clean glyphs of writers that no network was trained on, capitals and small letters apart, and with `--photos` the cells
that the pipeline cuts from photos, one photo a hand. DIR holds a reader whose letters were trained without the hands
set apart (`training/reader.py` leaves it in its work folder): with `--apart` it reads those hands too, one in five of
the writers trained on, all cards of `sse_letters` and all writers of `uji_pen_v1`.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from benchmarks.crops import crops_of
from benchmarks.reading import calibration_error
from benchmarks.truth import SHARED
from scanner.readers.cnn import MODELS, CnnReader
from scanner.values import Glyph, Pixels
from training.pages import set_apart

CELLS = 25  # read together
TIMES = 2  # every glyph is read so often, each time among others of its hand
LEAST = 10  # letters of a hand that is counted
APART = "hands set apart"
PHOTOS = ("render", "composite", "several", "writers")
STRANGERS = {"digilets_writers": "images", "chars74k_writers_1_25": "native64", "upv_shebna": "native64"}
CASES = {"capitals": str.isupper, "small letters": str.islower}


@dataclass(frozen=True, eq=False)
class Hand:
    """Letters or numbers of one person, or of one set of photos."""

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
        """The share that was read right."""
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


class LetterReader(Protocol):
    """Whatever reads the cells of one sheet together."""

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """What each cell is, all of them one writer's."""


def read(hand: Hand, reader: LetterReader, times: int = TIMES) -> Result:
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


@dataclass(frozen=True)
class Summary:
    """How well hands were read: shares of letters, and of hands."""

    hands: int
    mean: float
    worst_tenth: float  # mean of the worst tenth of the hands
    faultless: float
    calibration: float  # expected calibration error


def summary(results: Sequence[Result]) -> Summary:
    """The figures of some hands."""
    shares = np.sort([result.right for result in results])
    sure = np.array([glyph.p for result in results for glyph in result.glyphs])
    right = np.array([g.symbol == label for r in results for g, label in zip(r.glyphs, r.labels, strict=True)])
    tenth = shares[: max(round(len(shares) / 10), 1)]
    return Summary(
        hands=len(results),
        mean=float(shares.mean()),
        worst_tenth=float(tenth.mean()),
        faultless=float((shares == 1).mean()),
        calibration=calibration_error(sure, right),
    )


def confusions(results: Sequence[Result], most: int = 8) -> str:
    """What was most often mistaken for what, in a thousand letters."""
    pairs = [(g.symbol, label) for r in results for g, label in zip(r.glyphs, r.labels, strict=True)]
    wrong = Counter(f"{label} as {symbol}" for symbol, label in pairs if symbol != label)
    return ", ".join(f"{pair} {1000 * count / len(pairs):.1f}" for pair, count in wrong.most_common(most)) or "none"


def describe(name: str, results: Sequence[Result]) -> str:
    """Mean and worst hands, calibration, and what was mistaken for what."""
    sums, worst = summary(results), sorted(results, key=lambda result: result.right)[:5]
    return (
        f"{name}: {sums.hands} hands, {100 * sums.mean:.2f} %, worst tenth {100 * sums.worst_tenth:.1f} %, "
        f"faultless {100 * sums.faultless:.0f} %, calibration error {100 * sums.calibration:.2f} %\n"
        f"    worst: {', '.join(f'{result.hand} {100 * result.right:.1f}' for result in worst)}\n"
        f"    mistakes in 1,000: {confusions(results)}"
    )


def clean_results(
    reader: CnnReader, apart: CnnReader | None, hand: Path, most: int | None = None
) -> Iterator[tuple[str, list[Result]]]:
    """How clean glyphs are read, source by source; of each source at most so many hands."""
    for case in CASES:
        for name, glyphs in STRANGERS.items():
            hands = clean_hands(hand / "validate" / f"{name}.npz", case, glyphs)
            yield f"{case}, {name}", [read(one, reader) for one in hands[:most]]
        if apart is None:
            continue
        both = clean_hands(hand / "train" / "digilets.npz", case)
        both = [one for one in both if set_apart(*one.name.split("/"))]
        both += clean_hands(hand / "validate" / "digilets_writers.npz", case)
        yield f"{case}, {APART}, digilets", [read(one, apart) for one in both[:most]]
        pens = clean_hands(hand / "train" / "uji_pen_v1.npz", case)
        yield f"{case}, {APART}, uji pens", [read(one, apart) for one in pens[:most]]
        cards = clean_hands(hand / "train" / "sse_letters.npz", case, "native64")
        if cards:
            yield f"{case}, {APART}, sse cards", [read(one, apart) for one in cards[:most]]


def photo_results(reader: CnnReader, photos: Path) -> Iterator[tuple[str, list[Result]]]:
    """How the cells of photos are read, folder by folder."""
    for folder in PHOTOS:
        for case in CASES:
            hands = photo_hands(photos / folder, case)
            if hands:
                yield f"{case}, photos {folder}", [read(one, reader, 1) for one in hands]


def main() -> None:
    """Print the figures of every source."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--apart", type=Path)
    parser.add_argument("--photos", action="store_true", help="cells of photos as well")
    parser.add_argument("--most", type=int, help="hands of each source; default: all")
    options = parser.parse_args()
    if not (SHARED / "hand").is_dir():
        print("skipped: the handwriting sets beside the project are missing")
        return
    cv2.setNumThreads(1)
    reader = CnnReader(options.models)
    apart = CnnReader(options.apart) if options.apart else None
    for name, results in clean_results(reader, apart, SHARED / "hand", options.most):
        print(describe(name, results), flush=True)
    for name, results in photo_results(reader, SHARED / "photos") if options.photos else ():
        print(describe(name, results), flush=True)


if __name__ == "__main__":
    main()
