"""From handwriting to the reader's four ONNX files: `python -m training.reader --work build/reader --minutes 60`.

Each step leaves its result in the work folder and is skipped where that exists.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from training.calibrate import fit
from training.export import MODELS, export

CHUNKS = {"letters": 60, "numbers": 20, "marks": 40}
SHARE = {"letters": 0.38, "letters-2": 0.32, "numbers": 0.2, "marks": 0.1}  # of the training time


def run(module: str, *arguments: object) -> None:
    """One step as a process of its own."""
    subprocess.run([sys.executable, "-m", f"training.{module}", *map(str, arguments)], check=True)


def make(hand: Path, photos: Path, work: Path, minutes: float, rest: bool, models: Path) -> None:
    """Run all steps; sets that state no licence are cleaned before they are used."""
    pool = work / "pool"
    for kind, chunks in CHUNKS.items():
        run("generate", kind, "--hand", hand, "--out", pool, "--chunks", chunks)
    for kind in SHARE:
        weights = work / f"{kind}.pt"
        if not weights.exists():
            run("train", kind, "--pool", pool, "--out", weights, "--steps", 10**6, "--minutes", minutes * SHARE[kind])
    letters = work / "letters.pt"
    if rest:
        run("clean", letters, "--hand", hand, "--out", work / "rejects.json")
        run(
            "generate",
            "letters",
            "--hand",
            hand,
            "--sets",
            "rest",
            "--rejects",
            work / "rejects.json",
            "--out",
            pool,
            "--chunks",
            20,
        )
        both = work / "letters-rest.pt"
        run(
            "train",
            "letters",
            "--pool",
            pool,
            "--sets",
            "free",
            "rest",
            "--start",
            letters,
            "--out",
            both,
            "--rate",
            1e-3,
            "--steps",
            10**6,
            "--minutes",
            minutes / 4,
        )
        letters = both
    # The second network shares the first one's temperature.
    export("letters-2", work / "letters-2.pt", 1.0, models / "letters-2.onnx", hand)
    for kind in CHUNKS:
        weights = letters if kind == "letters" else work / f"{kind}.pt"
        warm = fit(kind, weights, hand, photos)
        print(kind, f"temperature {warm:.2f}", export(kind, weights, warm, models / f"{kind}.onnx", hand))


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hand", type=Path, default=Path("../shared/hand"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rest", action="store_true", help="use the sets that state no licence too")
    parser.add_argument("--models", type=Path, default=MODELS)
    options = parser.parse_args()
    make(options.hand, options.photos, options.work, options.minutes, options.rest, options.models)


if __name__ == "__main__":
    main()
