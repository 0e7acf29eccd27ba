"""How long one photo takes: warm beside OpenCV's decoding of the same file, and cold from the command line.

    python -m benchmarks.latency [--repeats N] [SAMPLE...]

The photos are the samples, or those named, brought to 3 and to 12 megapixels. Everything runs on one core. Times are
processor time, and decoding and judging take turns, so that a busy machine slows both alike.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median

import cv2
import numpy as np

from benchmarks.truth import SAMPLES
from referee.options import Options
from referee.referee import Referee
from report.document import document

TARGETS = {3: 4.0, 12: 2.0}  # megapixels: times the decoding of the same file
COLD = 1.5  # seconds
QUALITY = 88  # of the enlarged photos: what phones use


def enlarged(sample: str, megapixels: float) -> bytes:
    """A sample photo at this size, as JPEG."""
    picture = cv2.imread(str(SAMPLES / sample / "photo.jpg"))
    assert picture is not None
    scale = (megapixels * 1e6 / (picture.shape[0] * picture.shape[1])) ** 0.5
    picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


def in_turns(repeats: int, *actions: Callable[[], object]) -> list[float]:
    """The median processor time of each action in milliseconds, once warm."""
    times: list[list[float]] = [[] for _ in actions]
    for number in range(repeats + 1):
        for action, own in zip(actions, times, strict=True):
            started = time.process_time()
            action()
            if number:
                own.append(1000 * (time.process_time() - started))
    return [median(own) for own in times]


def warm(samples: Sequence[str], repeats: int) -> None:
    """Print the time of whole verdicts as a multiple of decoding, for both sizes."""
    referee = Referee()
    for megapixels, target in TARGETS.items():
        decoding, judging = [], []
        for sample in samples:
            data = enlarged(sample, megapixels)
            pixels = np.frombuffer(data, np.uint8)
            decode, whole = in_turns(
                repeats,
                lambda pixels=pixels: cv2.imdecode(pixels, cv2.IMREAD_COLOR),  # type: ignore[misc]
                lambda data=data: document(referee.photo(data, "p.jpg", Options())),  # type: ignore[misc]
            )
            decoding.append(decode)
            judging.append(whole)
            times = f"{whole:7.1f} ms, decoding alone {decode:6.1f} ms, ratio {whole / decode:5.2f}"
            print(f"{megapixels:>2} MP {sample:24s} {times}", flush=True)
        ratios = [whole / decode for whole, decode in zip(judging, decoding, strict=True)]
        span = f"median ratio {median(ratios):.2f}, best {min(ratios):.2f}, worst {max(ratios):.2f}"
        together = f"all photos together {sum(judging) / sum(decoding):.2f}"
        print(f"{megapixels:>2} MP warm: {span}, {together} (target ≤ {target:g})", flush=True)


def cold() -> None:
    """Print the wall time of the whole command, beside an interpreter that only imports OpenCV."""
    photo = str(SAMPLES / "classic-en" / "photo.jpg")
    command = [sys.executable, "-c", "from cli import main; main()", "score", photo, "--json"]
    bare = [sys.executable, "-c", "import cv2"]
    times: dict[str, list[float]] = {"whole": [], "bare": []}
    for _ in range(5):
        for name, line in (("whole", command), ("bare", bare)):
            started = time.perf_counter()
            subprocess.run(line, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            times[name].append(time.perf_counter() - started)
    whole, alone = median(times["whole"]), median(times["bare"])
    print(f"cold: {whole:.2f} s (target ≤ {COLD}), importing OpenCV alone {alone:.2f} s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "samples",
        nargs="*",
        default=sorted(
            {path.parent.name for path in SAMPLES.glob("*/photo.jpg")} - {path.name for path in SAMPLES.glob("q4-*")}
        ),
    )
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    warm(options.samples, options.repeats)
    cold()


if __name__ == "__main__":
    main()
