"""How much an answer that contradicts the reading says about cells that were read alike.

    python -m benchmarks.lookalikes [--sheets N] [--apart DIR]

On sheets by writers that no network was trained on (as in `certainty.py`) every misread letter is told in turn. Fits
the two figures of `referee/lookalikes.py`, and counts how many of the other letters are right before and after.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

import lexicons
from benchmarks.certainty import HAND, SMALL_SHEETS, Writer, any_grid, hands_unseen, words_played, written
from referee.lookalikes import after_answers, likeness
from scanner.readers.cnn import MODELS, CnnReader
from scanner.values import Glyph
from training.hands import Hand, Style

LEAST = 1e-6  # probabilities nearer to 0 or 1 are taken as this near
STEPS = 30  # of Newton's method


def sheets(count: int, reader: CnnReader, writers: list[Hand], seed: int) -> Iterator[tuple[list[Glyph], str]]:
    """What was read, and what was written."""
    rng = np.random.default_rng(seed)
    words = {lang: words_played(lang) for lang in lexicons.LANGUAGES}
    for number in range(count):
        grid = any_grid(*words[lexicons.LANGUAGES[number % len(lexicons.LANGUAGES)]], rng)
        writer = Writer(writers[rng.integers(len(writers))], Style.any(rng))
        cells = written(grid, writer, 0.9, rng.random() < SMALL_SHEETS, rng)
        yield reader.letters(cells), "".join(grid.rows)


def pairs(read: list[Glyph], true: str) -> Iterator[tuple[float, float, bool]]:
    """For each letter told and each other cell: the log odds of that letter there, the likeness, and the truth."""
    for at, glyph in enumerate(read):
        if glyph.symbol == true[at]:
            continue
        for other, cell in enumerate(read):
            p = min(max(dict(cell.ranking).get(true[at], 0.0), LEAST), 1 - LEAST)
            if other != at:
                yield float(np.log(p / (1 - p))), likeness(cell, glyph), true[other] == true[at]


def fit(rows: list[tuple[float, float, bool]]) -> tuple[float, float]:
    """The logistic regression of the truth on the likeness, beside the odds as read."""
    odds, alike, truth = (np.array(column, float) for column in zip(*rows, strict=True))
    inputs = np.stack([np.ones(len(alike)), alike], 1)
    found = np.zeros(2)
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-(odds + inputs @ found)))
        curve = inputs.T @ (inputs * (p * (1 - p))[:, None]) + 1e-3 * np.eye(2)
        found = found + np.linalg.solve(curve, inputs.T @ (truth - p))
    return float(found[0]), float(found[1])


def main() -> None:
    """Fit and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=600)
    parser.add_argument("--apart", type=Path)
    parser.add_argument("--hand", type=Path, default=HAND)
    options = parser.parse_args()
    if not options.hand.is_dir():
        print(f"skipped: {options.hand} is missing; the handwriting to measure on does not come with the project")
        return
    cv2.setNumThreads(1)
    reader = CnnReader(options.apart or MODELS)
    writers = hands_unseen(options.hand, options.apart is not None)
    rows: list[tuple[float, float, bool]] = []
    others = before = after = told = 0
    for read, true in sheets(options.sheets, reader, writers, seed=3):
        rows += pairs(read, true)
        wrong = [at for at, glyph in enumerate(read) if glyph.symbol != true[at]]
        told += len(wrong)
        for at in wrong:
            light = after_answers(read, {at: true[at]})
            others += 24
            before += len(wrong) - 1
            after += sum(glyph.symbol != true[place] for place, glyph in enumerate(light))
    if not rows:
        print(f"no letter of {options.sheets} sheets was misread; nothing can be told")
        return
    otherwise, alike = fit(rows)
    print(f"{told} letters told on {options.sheets} sheets: OTHERWISE {otherwise:.2f}, ALIKE {alike:.2f}")
    print(f"other letters of those sheets wrong: {before} of {others} before, {after} after")


if __name__ == "__main__":
    main()
