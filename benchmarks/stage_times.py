"""How long finding, laying flat and cutting one sheet take, stage by stage, beside decoding the same photo.

    python -m benchmarks.stage_times [PHOTOS] [--set render] [--count 16] [--repeats 12]

Photos of some 3 megapixels are taken. Everything runs on one core; the stages of all photos take turns, and the least
time of each counts, so that a busy machine disturbs little.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from benchmarks.locate import SHARED
from benchmarks.truth import SAMPLES
from referee.machine import keep_freed_memory
from scanner.canvas import CELL_PX
from scanner.cut import cut
from scanner.decode import decode, sharpened
from scanner.geometry import pitch_px
from scanner.locate import locate
from scanner.pipeline import SHARP
from scanner.rectify import rectify

STAGES = ("decode", "locate", "rectify", "cut")
TARGET = 30.0  # milliseconds of the last three together
SIZES = (2.2e6, 4.2e6)  # pixels of photos that are taken
Result = TypeVar("Result")


def photos(root: Path, name: str, count: int) -> list[bytes]:
    """Some photos of about the size wanted; samples where there are no others."""
    folder = root / name
    paths = sorted(folder.glob("*.jpg")) if folder.is_dir() else sorted(SAMPLES.glob("*/photo.jpg"))
    sized = []
    for path in paths:
        data = path.read_bytes()
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE).size
        if SIZES[0] < pixels < SIZES[1] and locate(decode(data, path.name)):
            sized.append(data)
        if len(sized) == count:
            break
    return sized


def timed(spent: list[float], call: Callable[[], Result]) -> Result:
    """What a call gives; its milliseconds are noted."""
    started = time.perf_counter()
    result = call()
    spent.append(1000 * (time.perf_counter() - started))
    return result


def stage_times(data: bytes) -> list[float]:
    """The milliseconds of each stage on the first sheet of a photo."""
    spent: list[float] = []
    timed(spent, lambda: cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))
    photo = decode(data, "p.jpg")
    lattice = timed(spent, lambda: locate(photo))[0]
    sharp = sharpened(photo, SHARP * CELL_PX / pitch_px(lattice))
    sheet = timed(spent, lambda: rectify(sharp, lattice))
    timed(spent, lambda: cut(sheet))
    return spent


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, nargs="?", default=SHARED)
    parser.add_argument("--set", default="render")
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--repeats", type=int, default=12)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    keep_freed_memory()
    chosen = photos(options.photos, options.set, options.count)
    if not chosen:
        print("skipped: no photo of some 3 megapixels")
        return
    runs = np.array([[stage_times(data) for data in chosen] for _ in range(options.repeats + 1)][1:])
    least = runs.min(axis=0).mean(axis=0)
    print(f"{len(chosen)} photos, milliseconds:", *(f"{a} {ms:.1f}" for a, ms in zip(STAGES, least, strict=True)))
    whole = least[1:].sum()
    print(f"locate + rectify + cut {whole:.1f} ms (target ≤ {TARGET:g}), {whole / least[0]:.2f} times decoding")


if __name__ == "__main__":
    main()
