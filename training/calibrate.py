"""Fit each network's temperature on hands it was not trained on.

    python -m training.calibrate letters apart.pt apart-2.pt letters-3.pt [--met]
    python -m training.calibrate numbers numbers.pt

Letters: cells of whole sheets by the writers set apart and the validation writers, read by the networks that were
trained without them; their temperature is that of the shipped ones as well, which go on from them with all hands. With
`--met`, for networks that were trained on the writers set apart, by the validation writers alone.
Numbers: fields by the validation writers. Marks: rendered badges.
"""

import argparse
import itertools
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from scanner.readers.cnn import CnnReader
from scanner.readers.normalise import circle
from scanner.readers.ranking import fold_cases, number_rankings, softmax
from scanner.values import Pixels
from training.cells import CellMaker
from training.export import MODELS, export
from training.fields import NumberMaker
from training.glyphs import CAPITALS, SMALL, SYMBOLS
from training.hands import load_hands
from training.marks import MarkMaker
from training.pages import of_hand, strangers
from training.train import LETTERS, NETS

GRID = np.arange(0.5, 2.01, 0.02)
CELLS = 25
PAGES = (*[CAPITALS] * 6, *[SMALL] * 2)  # that every writer writes
PLAIN = 0.9  # share of cells in good light; in training most are harder than the cells of most sheets
RENDERED = 3000  # numbers, and badges


def reader_of(weights: dict[str, Path], hand: Path) -> CnnReader:
    """A reader with these weights, by the network's kind, without any temperature."""
    with TemporaryDirectory() as folder:
        for name in NETS:
            shutil.copy(MODELS / f"{name}.onnx", folder)
        for kind, file in weights.items():
            export(kind, file, 1.0, Path(folder) / f"{kind}.onnx", hand)
        return CnnReader(Path(folder))


def fit_letters(weights: Sequence[Path], hand: Path, met: bool = False) -> float:
    """The temperature with the best likelihood of the letters on sheets by hands set apart, for all three networks."""
    rng, reader = np.random.default_rng(11), reader_of(dict(zip(LETTERS, weights, strict=True)), hand)
    sheets: list[tuple[np.ndarray, list[str]]] = []
    for own, symbols in itertools.product(strangers(hand, not met), PAGES):
        maker = CellMaker(of_hand(own, symbols, rng), PLAIN)
        crops, labels = zip(*(maker.crop(rng) for _ in range(CELLS)), strict=True)
        sheets.append((reader.letter_logits(crops), [SYMBOLS[label[0]].upper() for label in labels]))

    def likelihood(warm: float) -> float:
        logs = []
        for logits, labels in sheets:
            names, folded = fold_cases(tuple(SYMBOLS), softmax(logits / np.float32(warm)))
            logs += [np.log(max(row[names.index(label)], 1e-6)) for row, label in zip(folded, labels, strict=True)]
        return float(np.mean(logs))

    return _best(likelihood)


def fit_numbers(weights: Path, hand: Path) -> float:
    """The temperature with the best likelihood of numbers by the validation writers."""
    rng = np.random.default_rng(11)
    maker = NumberMaker(hand, only=list(load_hands(hand / "validate" / "digilets_writers_strokes.json.gz").values()))
    fields: list[tuple[np.ndarray, str]] = []
    while len(fields) < RENDERED:
        fields += maker.crops(rng)
    crops, labels = zip(*fields, strict=True)
    logits = _in_parts(reader_of({"numbers": weights}, hand).number_logits, crops)

    def likelihood(warm: float) -> float:
        glyphs = number_rankings(logits / np.float32(warm), [circle(crop) for crop in crops])
        chances = [dict(glyph.ranking).get(label, 1e-4) for glyph, label in zip(glyphs, labels, strict=True)]
        return float(np.log(np.maximum(chances, 1e-6)).mean())

    return _best(likelihood)


def fit_marks(weights: Path, hand: Path) -> float:
    """The temperature with the best likelihood of badges drawn anew."""
    rng, maker = np.random.default_rng(11), MarkMaker(hand)
    crops, struck = zip(*(maker.crop(rng) for _ in range(RENDERED)), strict=True)
    logits, at = _in_parts(reader_of({"marks": weights}, hand).mark_logits, crops), np.array(struck, int)
    rows = np.arange(len(at))
    return _best(lambda warm: float(np.log(np.maximum(softmax(logits / np.float32(warm))[rows, at], 1e-6)).mean()))


def _in_parts(read: Callable[[Sequence[Pixels]], np.ndarray], crops: Sequence[Pixels]) -> np.ndarray:
    return np.concatenate([read(crops[at : at + 250]) for at in range(0, len(crops), 250)])


def _best(likelihood: Callable[[float], float]) -> float:
    return float(max(GRID, key=likelihood))


def main() -> None:
    """Print the temperature."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("letters", "numbers", "marks"))
    parser.add_argument("weights", type=Path, nargs="+", help="three files for letters, one for the others")
    parser.add_argument("--met", action="store_true", help="the hands set apart were trained on")
    parser.add_argument("--hand", type=Path, default=Path("../shared/hand"))
    options = parser.parse_args()
    if options.kind == "letters":
        warm = fit_letters(options.weights, options.hand, options.met)
    else:
        fit = {"numbers": fit_numbers, "marks": fit_marks}[options.kind]
        warm = fit(options.weights[0], options.hand)
    print(f"{warm:.2f}")


if __name__ == "__main__":
    main()
