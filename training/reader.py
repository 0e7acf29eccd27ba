"""From handwriting to the reader's ONNX files: `python -m training.reader --work build/reader --minutes 60`.

Each step leaves its result in the work folder and is skipped where that exists. With `--free` only sets whose licence
is stated are used. Two networks of letters are trained twice: first without the hands that are set apart, by which
they are measured and calibrated, then on with them.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from training.calibrate import fit_letters, fit_marks, fit_numbers
from training.export import MODELS, export

CHUNKS = {"letters": 60, "digits": 10, "numbers": 20, "marks": 40}
SHARE = {  # of the time
    "apart": 0.32,
    "letters": 0.05,
    "apart-2": 0.18,
    "letters-2": 0.05,
    "forms": 0.12,
    "letters-3": 0.08,
    "numbers": 0.12,
    "marks": 0.08,
}
LIKENESS_WARM = 2.0  # of 1, 1.5, 2 and 3 the best on photos/writers and photos/strangers, alone and beside rankings
FORMS = ("--forms", 4)  # the second and third network see scanned forms more often
ON = 8e-4  # rate at which a trained network learns on
KEPT, KEPT_FORMS = (
    0.4,
    0.55,
)  # shares of the weights it began with that it keeps; chosen on validation hands, photos


def run(module: str, *arguments: object) -> None:
    """One step as a process of its own."""
    subprocess.run([sys.executable, "-m", f"training.{module}", *map(str, arguments)], check=True)


def train(kind: str, work: Path, name: str, minutes: float, *options: object) -> Path:
    """The weights of a network, trained unless they are there."""
    weights = work / f"{name}.pt"
    if not weights.exists():
        part = work / f"{name}.part"
        run("train", kind, "--pool", work / "pool", "--out", part, "--minutes", minutes, *options)
        part.rename(weights)
    return weights


def _on(weights: Path, keep: float) -> tuple[object, ...]:
    """The options by which training goes on from some weights."""
    return "--start", weights, "--rate", ON, "--keep", keep


def make(hand: Path, work: Path, minutes: float, free: bool, models: Path) -> None:
    """Run all steps."""
    licensed = ("--free",) if free else ()
    for kind, chunks in CHUNKS.items():
        run("generate", kind, "--hand", hand, "--out", work / "pool", "--chunks", chunks, *licensed)
    how = {"letters": licensed, "letters-2": (*licensed, *FORMS)}
    apart = {
        kind: train(kind, work, name, minutes * SHARE[name], *how[kind], "--apart")
        for kind, name in (("letters", "apart"), ("letters-2", "apart-2"))
    }
    letters = {
        kind: train(kind, work, kind, minutes * SHARE[kind], *how[kind], *_on(weights, KEPT))
        for kind, weights in apart.items()
    }
    forms = train("letters-3", work, "forms", minutes * SHARE["forms"], "--free", "--apart", *FORMS)
    further = (*how["letters-2"], "--apart", *_on(forms, KEPT_FORMS))
    third = train("letters-3", work, "letters-3", minutes * SHARE["letters-3"], *further)
    numbers = train("numbers", work, "numbers", minutes * SHARE["numbers"])
    marks = train("marks", work, "marks", minutes * SHARE["marks"])
    export("letters-3", third, 1.0, models / "letters-3.onnx", hand)
    warm = fit_letters((*apart.values(), third), hand)  # all three share it
    for kind, weights in letters.items():
        export(kind, weights, warm, models / f"{kind}.onnx", hand)
    run("likeness", "--pool", work / "pool", "--out", work / "likeness.pt")
    export("likeness", work / "likeness.pt", LIKENESS_WARM, models / "likeness.onnx", hand)
    export("numbers", numbers, fit_numbers(numbers, hand), models / "numbers.onnx", hand)
    export("marks", marks, fit_marks(marks, hand), models / "marks.onnx", hand)
    measured = work / "apart"  # a reader for benchmarks/hands.py --apart
    for kind, weights in apart.items():
        export(kind, weights, warm, measured / f"{kind}.onnx", hand)
    for kind in ("letters-3", "likeness", "numbers", "marks"):
        shutil.copy(models / f"{kind}.onnx", measured)


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hand", type=Path, default=Path("../shared/hand"))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60.0, help="of processor time for all training together")
    parser.add_argument("--free", action="store_true", help="only sets whose licence is stated")
    parser.add_argument("--models", type=Path, default=MODELS)
    options = parser.parse_args()
    make(options.hand, options.work, options.minutes, options.free, options.models)


if __name__ == "__main__":
    main()
