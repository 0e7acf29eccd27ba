"""Fill a folder with chunks of training inputs: `python -m training.generate letters --out pool --chunks 20`."""

import argparse
import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

CHUNK = 10_000  # inputs

Chunk = dict[str, np.ndarray]


def inputs(kind: str, hand: Path, count: int, seed: int, sets: str = "free", rejects: Path | None = None) -> Chunk:
    """So many training inputs of a kind with their labels; the same seed gives the same."""
    maker = _maker(kind, hand, sets, rejects)
    rng = np.random.default_rng(seed)
    pairs = [maker.input(rng) for _ in range(count)]
    labels = np.array([label for _, label in pairs], np.int16)
    return {"x": np.stack([x for x, _ in pairs]), "y": labels if labels.ndim > 1 else np.column_stack([labels, labels])}


@cache
def _maker(kind: str, hand: Path, sets: str, rejects: Path | None) -> Any:
    if kind == "letters":
        from training.cells import CellMaker
        from training.glyphs import LetterSource

        bad = json.loads(rejects.read_text()) if rejects and rejects.exists() else None
        return CellMaker(LetterSource(hand, sets, bad))
    if kind == "numbers":
        from training.fields import NumberMaker

        return NumberMaker(hand)
    from training.marks import MarkMaker

    return MarkMaker(hand)


def main() -> None:
    """Write the chunks asked for; chunks that exist are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("letters", "numbers", "marks"))
    parser.add_argument("--hand", type=Path, default=Path("../shared/hand"))
    parser.add_argument("--sets", choices=("free", "rest"), default="free")
    parser.add_argument("--rejects", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--chunks", type=int, default=20)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.chunks):
        target = options.out / f"{options.kind}-{options.sets}-{number:04d}.npz"
        if target.exists():
            continue
        seed = number * 7919 + {"free": 1, "rest": 2}[options.sets]
        chunk = inputs(options.kind, options.hand, CHUNK, seed, options.sets, options.rejects)
        half = target.with_suffix(".part")
        with half.open("wb") as file:
            np.savez(file, **chunk)
        half.rename(target)
        print(target.name, flush=True)


if __name__ == "__main__":
    main()
