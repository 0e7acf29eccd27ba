"""Fit each network's temperature on writers, fonts and photos it was not trained on.

    python -m training.calibrate letters letters.pt [--photos ../shared/photos]

Letters: glyphs of the validation writers rendered as cells, and the cells cut from the photos set apart for choosing.
Marks: those photos and rendered badges.
"""

import argparse
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.crops import crops_of
from scanner.readers.cnn import CnnReader
from scanner.readers.normalise import circle
from scanner.readers.ranking import fold_cases, number_rankings, softmax
from scanner.values import Pixels
from training.cells import CellMaker
from training.export import MODELS, export
from training.glyphs import SYMBOLS, label_of, load_fonts
from training.marks import MarkMaker
from training.train import NETS

GRID = np.arange(0.5, 2.01, 0.02)
RENDERED = 1300  # cells by writers never trained on, about as many as those of photos
PLAIN = 0.9  # share of them in good light; in training most are harder than the cells of most sheets
RENDERED_MARKS = 1500  # on photos too few are read wrongly to tell how sure one may be


class Unseen:
    """Capitals of the validation writers and of the fonts held out, one after the other at random."""

    def __init__(self, hand: Path) -> None:
        self.glyphs: list[tuple[np.ndarray, tuple[int, int]]] = []
        for name in ("chars74k_writers_1_25", "upv_shebna"):
            with np.load(hand / "validate" / f"{name}.npz") as data:
                pairs = zip(data["native64"], data["labels"].astype(str), strict=True)
                self.glyphs += [(image, label_of(label)) for image, label in pairs if label.isupper()]
        fonts = load_fonts(hand, SYMBOLS[:26], held_out=True)
        self.glyphs += list(zip(fonts.images, fonts.labels, strict=True))

    def sample(self, rng: np.random.Generator) -> tuple[np.ndarray, tuple[int, int]]:
        """One glyph and its label."""
        return self.glyphs[rng.integers(len(self.glyphs))]


def logits_of(kind: str, weights: Path, hand: Path, crops: list[Pixels]) -> np.ndarray:
    """The answers that the reader would get from these weights, before any temperature."""
    with TemporaryDirectory() as folder:
        for name in NETS:
            shutil.copy(MODELS / f"{name}.onnx", folder)
        export(kind, weights, 1.0, Path(folder) / f"{kind}.onnx", hand)
        reader = CnnReader(Path(folder))
    read = {"letters": reader.letter_logits, "numbers": reader.number_logits, "marks": reader.mark_logits}[kind]
    return np.concatenate([read(crops[at : at + 250]) for at in range(0, len(crops), 250)])


def likelihood(kind: str, logits: np.ndarray, labels: list[str], groups: list[str], crops: list[Pixels]) -> float:
    """Mean log probability that the reader would give the right symbols."""
    chances = []
    if kind == "letters":
        for group in dict.fromkeys(groups):
            at = [index for index, name in enumerate(groups) if name == group]
            names, folded = fold_cases(tuple(SYMBOLS), softmax(logits[at]))
            chances += [float(row[names.index(labels[index])]) for row, index in zip(folded, at, strict=True)]
    elif kind == "numbers":
        glyphs = number_rankings(logits, [circle(crop) for crop in crops])
        chances = [dict(glyph.ranking).get(label, 1e-4) for glyph, label in zip(glyphs, labels, strict=True)]
    else:
        chances = [
            float(row[["open", "struck"].index(label)]) for row, label in zip(softmax(logits), labels, strict=True)
        ]
    return float(np.log(np.maximum(chances, 1e-6)).mean())


def examples(kind: str, hand: Path, photos: Path) -> tuple[list[Pixels], list[str], list[str]]:
    """Crops, labels and sheets to fit on."""
    rows = crops_of(photos / "render", first=2000)[kind]
    crops, labels, groups = [row.crop for row in rows], [row.label for row in rows], [row.photo for row in rows]
    if kind == "letters":
        maker, rng = CellMaker(Unseen(hand), PLAIN), np.random.default_rng(11)
        for number in range(RENDERED):
            crop, label = maker.crop(rng)
            crops.append(crop)
            labels.append(SYMBOLS[label[0]].upper())
            groups.append(f"rendered {number // 25}")
    if kind == "marks":
        badges, rng = MarkMaker(hand), np.random.default_rng(11)
        for _ in range(RENDERED_MARKS):
            crop, struck = badges.crop(rng)
            crops.append(crop)
            labels.append("struck" if struck else "open")
            groups.append("rendered")
    return crops, labels, groups


def fit(kind: str, weights: Path, hand: Path, photos: Path) -> float:
    """The temperature with the best likelihood."""
    crops, labels, groups = examples(kind, hand, photos)
    raw = logits_of(kind, weights, hand, crops)
    return float(max(GRID, key=lambda warm: likelihood(kind, raw / np.float32(warm), labels, groups, crops)))


def main() -> None:
    """Print the temperature."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("letters", "numbers", "marks"))
    parser.add_argument("weights", type=Path)
    parser.add_argument("--hand", type=Path, default=Path("../shared/hand"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    options = parser.parse_args()
    print(f"{fit(options.kind, options.weights, options.hand, options.photos):.2f}")


if __name__ == "__main__":
    main()
