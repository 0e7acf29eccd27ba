"""Fill a folder with chunks of training inputs: `python -m training.generate letters --out pool --chunks 20`."""

import argparse
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.cells import INPUT, CellMaker, framed
from training.fields import NumberMaker
from training.flat_sheets import sheet_cells
from training.glyphs import DIGITS
from training.marks import MarkMaker
from training.pages import Library

CHUNK = 10_000  # inputs
PAGE = 25  # letters
DIGIT_BOOKS = ("unipen", "unipen", "digilets", "uji_pen_v1")
SHEETS = 0.55  # share of pages that are cut out of a whole sheet

Chunk = dict[str, np.ndarray]


def inputs(kind: str, hand: Path, count: int, seed: int, free: bool = False) -> Chunk:
    """So many training inputs of a kind with their labels; the same seed gives the same."""
    rng = np.random.default_rng(seed)
    if kind in ("letters", "digits"):
        return _letters(hand, count, rng, kind == "digits")
    maker = _maker(kind, hand, free)
    pairs: list[tuple[np.ndarray, Any]] = []
    while len(pairs) < count:
        pairs += maker.inputs(rng)
    pairs = pairs[:count]
    labels = np.array([label for _, label in pairs], np.int16)
    return {
        "x": np.stack([x for x, _ in pairs])[:, None],
        "y": labels if labels.ndim > 1 else np.column_stack([labels, labels]),
    }


def _letters(hand: Path, count: int, rng: np.random.Generator, digits: bool) -> Chunk:
    """Letters, or people's digits, page by page, each page one hand's; `s` says whose. Half of the pages are cut out
    of a whole sheet."""
    library = _library(hand)
    xs, ys, sources = [], [], []
    while len(xs) < count:
        name, page = library.page_of(str(rng.choice(DIGIT_BOOKS)), DIGITS, rng) if digits else library.page(rng)
        if rng.random() < SHEETS:
            crops, labels = sheet_cells(page, rng)
        else:
            maker = CellMaker(page)
            crops, labels = zip(*(maker.crop(rng) for _ in range(PAGE)), strict=True)
        xs += [framed(crop, rng, INPUT) for crop in crops]
        ys += labels
        sources += [name] * len(labels)
    return {"x": np.stack(xs)[:count], "y": np.array(ys, np.int16)[:count], "s": np.array(sources)[:count]}


@cache
def _library(hand: Path) -> Library:
    return Library(hand)


@cache
def _maker(kind: str, hand: Path, free: bool) -> NumberMaker | MarkMaker:
    return NumberMaker(hand, free) if kind == "numbers" else MarkMaker(hand)


def main() -> None:
    """Write the chunks asked for; chunks that exist are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("letters", "digits", "numbers", "marks"))
    parser.add_argument("--hand", type=Path, default=Path("../shared/hand"))
    parser.add_argument("--free", action="store_true", help="numbers of sets with a licence; letters say whose")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--chunks", type=int, default=20)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.chunks):
        target = options.out / f"{options.kind}-{number:04d}.npz"
        if target.exists():
            continue
        chunk = inputs(options.kind, options.hand, CHUNK, number * 7919 + 1, options.free)
        half = target.with_suffix(".part")
        with half.open("wb") as file:
            np.savez(file, **chunk)
        half.rename(target)
        print(target.name, flush=True)


if __name__ == "__main__":
    main()
