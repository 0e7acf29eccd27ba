"""Fill a folder with chunks of training inputs: `python -m training.generate letters --out pool --chunks 20`."""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

CHUNK = 10_000


def letters(hand: Path, sets: str, rejects: Path | None, seed: int) -> dict[str, np.ndarray]:
    """One chunk of letter cells."""
    from training.cells import CellMaker
    from training.glyphs import LetterSource

    bad = json.loads(rejects.read_text()) if rejects and rejects.exists() else None
    maker = _cached(("letters", sets), lambda: CellMaker(LetterSource(hand, sets, bad)))
    rng = np.random.default_rng(seed)
    pairs = [maker.input(rng) for _ in range(CHUNK)]
    return {"x": np.stack([x for x, _ in pairs]), "y": np.array([y for _, y in pairs], np.int16)}


def numbers(hand: Path, sets: str, rejects: Path | None, seed: int) -> dict[str, np.ndarray]:
    """One chunk of number fields."""
    from training.fields import NumberMaker

    maker = _cached("numbers", lambda: NumberMaker(hand))
    rng = np.random.default_rng(seed)
    pairs = [maker.input(rng) for _ in range(CHUNK)]
    return {"x": np.stack([x for x, _ in pairs]), "y": np.array([y for _, y in pairs], np.int16)}


def marks(hand: Path, sets: str, rejects: Path | None, seed: int) -> dict[str, np.ndarray]:
    """One chunk of badges and joker boxes."""
    from training.marks import MarkMaker

    maker = _cached("marks", lambda: MarkMaker(hand))
    rng = np.random.default_rng(seed)
    pairs = [maker.input(rng) for _ in range(CHUNK)]
    return {"x": np.stack([x for x, _ in pairs]), "y": np.array([[y, y] for _, y in pairs], np.int16)}


_MAKERS: dict[object, Any] = {}


def _cached(key: object, make):
    if key not in _MAKERS:
        _MAKERS[key] = make()
    return _MAKERS[key]


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
        chunk = globals()[options.kind](options.hand, options.sets, options.rejects, seed)
        half = target.with_suffix(".part")
        with half.open("wb") as file:
            np.savez(file, **chunk)
        half.rename(target)
        print(target.name, flush=True)


if __name__ == "__main__":
    main()
