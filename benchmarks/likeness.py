"""How well the network that compares two cells tells what the rankings leave open, on hands that it never met.

    python -m benchmarks.likeness READINGS [--model FILE] [--sheets N]

Pairs that matter: two cells that by their rankings may be one letter with a chance of 5 to 95 %. Sheets of photos
(READINGS is a folder that `benchmarks.evidence` filled) and sheets drawn from the strokes of UNIPEN's validation
writers. Wrong at one half: the share of pairs that each witness gets wrong, and the loss (negative logarithm of what
it gives the truth). "Both": a logistic mixture, fitted on one half of the hands and measured on the other.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.evidence import stored
from benchmarks.truth import SHARED
from scanner import make_reader
from scanner.readers.cnn import MODELS
from scanner.readers.likeness import SHAPE, Likeness, doubtful_pairs
from scanner.readers.normalise import prepare_letters
from scanner.values import Glyph, Pixels
from training.flat_sheets import sheet_cells
from training.glyphs import CAPITALS, SMALL, SYMBOLS
from training.hands import load_hands
from training.pages import of_hand

LOW, HIGH = 0.05, 0.95  # chances between which a pair matters
WRITTEN = "validate/unipen_writers_{}_strokes.json.gz"


@dataclass(frozen=True, eq=False)
class Sheet:
    """The cells of a sheet, how they were read, and what they are."""

    hand: str
    crops: tuple[Pixels, ...]
    read: tuple[Glyph, ...]
    letters: str


def photographed(readings: Path, folder: str) -> list[Sheet]:
    """The sheets that were read from the photos of a folder."""
    found = []
    for read in stored(readings):
        if read.name.startswith(folder):
            with np.load(readings / f"{read.name}.npz") as data:
                crops = tuple(data[name] for name in data.files)
            found.append(Sheet(read.hand, crops, read.evidence.reading.letters, "".join(read.truth.grid)))
    return found


def drawn(case: str, sheets: int) -> Iterator[Sheet]:
    """Sheets by each of the validation writers, capitals or small letters; each sample is written once."""
    reader, rng = make_reader("cnn"), np.random.default_rng(5)
    symbols = CAPITALS if case == "capitals" else SMALL
    for writer, hand in load_hands(SHARED / "hand" / WRITTEN.format(case)).items():
        for _ in range(sheets):
            crops, labels = sheet_cells(of_hand(hand, symbols, rng), rng)
            letters = "".join(SYMBOLS[label].upper() for label, _ in labels)
            yield Sheet(writer, tuple(crops), tuple(reader.letters(crops)), letters)


def pairs_of(sheets: list[Sheet], model: Likeness) -> tuple[np.ndarray, np.ndarray]:
    """Of every pair that matters: chance by rankings, by the network, whether it is one letter, readers right at both;
    and whose it is."""
    rows, hands = [], []
    for sheet in sheets:
        ones, twos = doubtful_pairs(sheet.read)
        if not len(ones):
            continue
        chances = np.array([[dict(glyph.ranking).get(letter, 0.0) for letter in CAPITALS] for glyph in sheet.read])
        ranked = (chances[ones] * chances[twos]).sum(1)
        odds = model.log_odds(prepare_letters(sheet.crops, SHAPE), ones, twos)
        for one, two, by_rankings, log_odds in zip(ones, twos, ranked, odds, strict=True):
            if LOW <= by_rankings <= HIGH and {sheet.letters[one], sheet.letters[two]} <= set(CAPITALS):
                same = sheet.letters[one] == sheet.letters[two]
                rows.append((by_rankings, 1 / (1 + np.exp(-log_odds)), same))
                hands.append(sheet.hand)
    return np.array(rows, float).reshape(-1, 3), np.array(hands)


def loss(chances: np.ndarray, same: np.ndarray) -> float:
    """What chances of the truth cost."""
    return float(-np.log(np.where(same > 0.5, chances, 1 - chances)).mean())


def mixed(witnesses: np.ndarray, same: np.ndarray, hands: np.ndarray) -> np.ndarray:
    """Chances by a logistic mixture of witnesses (n, k), each half of the hands fitted on the other."""
    logits = np.log(witnesses / (1 - witnesses))
    names = sorted(set(hands))
    half = np.isin(hands, names[::2])
    found = np.zeros(len(same))
    for part in (half, ~half):
        x, y = np.column_stack([logits[part], np.ones(part.sum())]), same[part]
        weights = np.zeros(x.shape[1])
        for _ in range(50):  # Newton's method, a little held back
            p = 1 / (1 + np.exp(-x @ weights))
            slope = x.T @ (p - y) + 0.1 * weights
            weights -= np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + 0.1 * np.eye(len(weights)), slope)
        found[~part] = 1 / (1 + np.exp(-np.column_stack([logits[~part], np.ones((~part).sum())]) @ weights))
    return found


def describe(name: str, sheets: list[Sheet], model: Likeness) -> str:
    """The figures of some sheets."""
    rows, hands = pairs_of(sheets, model)
    rows[:, :2] = np.clip(rows[:, :2], 1e-4, 1 - 1e-4)
    ranked, alike, same = rows.T
    both = mixed(rows[:, :2], same, hands)
    wrong = [100 * float(((p > 0.5) != (same > 0.5)).mean()) for p in (ranked, alike, both)]
    losses = [loss(p, same) for p in (ranked, alike, both)]
    related = np.corrcoef(np.abs(same - ranked), np.abs(same - alike))[0, 1]
    return (
        f"{name}: {len(same)} pairs, {100 * same.mean():.0f} % alike, {len(sheets)} sheets, {len(set(hands))} hands; "
        "wrong: rankings {:.1f} %, network {:.1f} %, both {:.1f} %; ".format(*wrong)
        + "loss: {:.3f}, {:.3f}, {:.3f}; ".format(*losses)
        + f"errors related {related:.2f}"
    )


def main() -> None:
    """Print the figures of each source, and the time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("readings", type=Path)
    parser.add_argument("--model", type=Path, default=MODELS / "likeness.onnx")
    parser.add_argument("--sheets", type=int, default=6, help="drawn by each writer")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    model, photos = Likeness(options.model), photographed(options.readings, "")
    begun = time.process_time()
    given = [model.alike(sheet.crops, sheet.read) for sheet in photos]
    spent = 1000 * (time.process_time() - begun) / len(photos)
    print(f"{spent:.2f} ms and {np.mean([len(own) for own in given]):.1f} pairs a sheet of photos")
    for folder in ("writers", "strangers", ""):
        print(describe(f"photos {folder or 'all'}", photographed(options.readings, folder), model))
    for case in ("capitals", "small"):
        print(describe(f"UNIPEN {case}", list(drawn(case, options.sheets)), model))


if __name__ == "__main__":
    main()
