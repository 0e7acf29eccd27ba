"""What the samples' verdicts and the reader's certainty are worth, beside the figures that were committed.

    python -m benchmarks.quality [--write]

A few seconds: `make test` holds every figure to `quality.json` within the bounds below, so that a reader that is too
sure of itself, or crops that slipped, are noticed where all totals may still be right. `--write` renews the file after
a change that is meant to move a figure.

The samples are read nearly without fault, which tells nothing of how sure a reader may be. So each is read once more
as a small, blurred and noisy picture. The scale of a kind of symbol is the factor that fits the logarithms of its odds
on these best to the truth: a reader whose odds are raised to the power of 1.3 has a scale 1.3 times smaller.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.truth import SAMPLES, load
from benchmarks.verdict import Tally, compare_photo, figures
from referee.options import Options
from referee.referee import Referee
from scanner import make_reader
from scanner.decode import decode
from scanner.pipeline import scan
from scanner.readers import Reader
from scanner.values import Floats, Glyph, Points

BASELINE = Path(__file__).with_name("quality.json")
SMALL, BLUR, NOISE = 20, 1.0, 6  # of a spoiled sample: pixels to a cell, and what is done then; a tenth is misread
SCALES = np.geomspace(0.4, 2.5, 184)  # steps of one per cent
LEAST = 1e-9  # of a symbol that a ranking lacks

Figures = dict[str, float]


@dataclass(frozen=True)
class Bound:
    """How far a figure may lie below and above the committed one; shares of it where `relative`."""

    below: float = float("inf")
    above: float = float("inf")
    relative: bool = False

    def holds(self, baseline: float, measured: float) -> bool:
        """Whether a figure is near enough to the committed one."""
        unit = baseline if self.relative else 1.0
        return baseline - self.below * unit - 1e-9 <= measured <= baseline + self.above * unit + 1e-9


# Set by what faults do on the samples: log odds times 1.3 move a scale by 23 %, crops 6 % beside their cells triple the
# questions; ten per cent is more than what another processor's rounding does.
BOUNDS = {
    "cells": Bound(below=0),
    "numbers": Bound(below=0),
    "marks": Bound(below=0),
    "totals_right": Bound(below=0),
    "totals_right_unasked": Bound(below=0),
    "questions_per_sheet": Bound(above=0.2),
    "certainty": Bound(below=0.01, above=0.02),
    "spoiled_letters": Bound(below=0.01),
    "spoiled_numbers": Bound(below=0.02),
    "letters_scale": Bound(below=0.1, above=0.1, relative=True),
    "numbers_scale": Bound(below=0.1, above=0.1, relative=True),
}


def measure(reader: Reader | None = None) -> Figures:
    """All figures."""
    reader = reader or make_reader("cnn")
    return {**of_verdicts(reader), **of_spoiled(reader)}


def of_verdicts(reader: Reader) -> Figures:
    """How good the verdicts of the samples are."""
    referee, tally = Referee(reader), Tally()
    for photo in load(SAMPLES):
        options = Options(lang=photo.sheets[0].language)
        compare_photo(photo, list(referee.photo(photo.path.read_bytes(), photo.path.name, options).sheets), tally)
    found = figures(tally) | {"certainty": float(np.mean([certainty for certainty, _ in tally.certainties]))}
    return {name: float(found[name]) for name in BOUNDS if name in found}


def of_spoiled(reader: Reader) -> Figures:
    """How well and how surely the reader reads samples that are hard to read."""
    letters: list[tuple[str, Glyph]] = []
    numbers: list[tuple[str, Glyph]] = []
    for seed, photo in enumerate(load(SAMPLES)):
        truth = photo.sheets[0]
        picture, corners = _spoiled(photo.path.read_bytes(), truth.corners, seed)
        reading = scan(decode(picture), reader, corners)[0].reading
        letters += zip("".join(truth.grid), reading.letters, strict=True)
        if reading.rows and truth.has_fields:
            numbers += zip((*truth.rows, *truth.columns), (*reading.rows, *reading.columns), strict=True)
    found = {}
    for name, pairs in (("letters", letters), ("numbers", numbers)):
        found[f"spoiled_{name}"] = float(np.mean([true == glyph.symbol for true, glyph in pairs]))
        found[f"{name}_scale"] = fitted_scale(pairs)
    return found


def _spoiled(photo: bytes, corners: Floats, seed: int) -> tuple[bytes, Points]:
    """A sample as a small picture, blurred and with noise, and where the corners of its grid lie then."""
    picture = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    scale = 5 * SMALL / np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()
    small = cv2.resize(np.asarray(picture), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(seed).normal(0, NOISE, small.shape)
    spoiled = (cv2.GaussianBlur(small, (0, 0), BLUR) + noise).clip(0, 255).astype(np.uint8)
    return cv2.imencode(".png", spoiled)[1].tobytes(), (corners * scale).astype(np.float32)


def fitted_scale(pairs: Sequence[tuple[str, Glyph]]) -> float:
    """The factor of the logarithms of the odds that makes the true symbols likeliest."""
    seen = np.log([[max(p, LEAST) for p in dict(glyph.ranking).values()] for _, glyph in pairs])
    right = np.log([max(dict(glyph.ranking).get(true, 0.0), LEAST) for true, glyph in pairs])
    likeliest = [scale * right.sum() - np.log(np.exp(scale * seen).sum(axis=1)).sum() for scale in SCALES]
    return float(SCALES[int(np.argmax(likeliest))])


def fallen(baseline: Figures, measured: Figures) -> list[str]:
    """The figures that lie beyond their bounds, each with what was committed."""
    return [
        f"{name}: {measured[name]:.4f}, committed {baseline[name]:.4f}"
        for name, bound in BOUNDS.items()
        if name in measured and not bound.holds(baseline[name], measured[name])
    ]


def committed() -> Figures:
    """The figures to compare with."""
    found: Figures = json.loads(BASELINE.read_text(encoding="utf-8"))
    return found


def main() -> int:
    """Print the figures beside the committed ones; with `--write`, commit to them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="take these figures as those to compare with")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    measured = measure()
    if arguments.write:
        rounded = {name: round(value, 6) for name, value in measured.items()}
        BASELINE.write_text(json.dumps(rounded, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    baseline = committed()
    for name in BOUNDS:
        print(f"{name:<24} {measured[name]:.4f}   committed {baseline[name]:.4f}")
    print(*fallen(baseline, measured), sep="\n")
    return int(bool(fallen(baseline, measured)))


if __name__ == "__main__":
    raise SystemExit(main())
