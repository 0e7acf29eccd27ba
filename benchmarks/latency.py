"""How long one photo takes: warm beside OpenCV's decoding of the same file, and cold from the command line.

    python -m benchmarks.latency [--repeats N] [SAMPLE...]

The photos are the samples, or those named, brought to 3 and to 12 megapixels. Everything runs on one core. Times are
processor time, and decoding and judging take turns, so that a busy machine slows both alike. Each size has a process of
its own, in which all photos went through once before any is timed, and in which freed memory is kept, as in the workers
of service and tournament: by default the allocator gives large pictures back or not, depending on what it met before,
which alone makes decoding two to three times slower or faster, and the order of the photos must not count.
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
from referee.machine import keep_freed_memory
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


def warm(samples: Sequence[str], megapixels: int, repeats: int) -> None:
    """Print the time of whole verdicts as a multiple of decoding, for one size."""
    referee = Referee()
    photos = {sample: enlarged(sample, megapixels) for sample in samples}
    actions = {sample: (_decoding(data), _judging(referee, data)) for sample, data in photos.items()}
    for decode, judge in actions.values():
        decode()
        judge()
    rows = []
    for sample, pair in actions.items():
        decoding, judging = in_turns(repeats, *pair)
        rows.append((decoding, judging))
        times = f"{judging:7.1f} ms, decoding alone {decoding:6.1f} ms, ratio {judging / decoding:5.2f}"
        print(f"{megapixels:>2} MP {sample:24s} {times}", flush=True)
    ratios = [judging / decoding for decoding, judging in rows]
    span = f"median ratio {median(ratios):.2f}, best {min(ratios):.2f}, worst {max(ratios):.2f}"
    together = f"all photos together {sum(judging for _, judging in rows) / sum(decoding for decoding, _ in rows):.2f}"
    print(f"{megapixels:>2} MP warm: {span}, {together} (target ≤ {TARGETS[megapixels]:g})", flush=True)


def _decoding(data: bytes) -> Callable[[], object]:
    pixels = np.frombuffer(data, np.uint8)
    return lambda: cv2.imdecode(pixels, cv2.IMREAD_COLOR)


def _judging(referee: Referee, data: bytes) -> Callable[[], object]:
    return lambda: document(referee.photo(data, "p.jpg", Options()))


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
    parser.add_argument("--size", type=int, choices=tuple(TARGETS), help="this size alone, in this process")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    keep_freed_memory()  # as the workers do; else the allocator changes its ways with the pictures it has met
    if options.size:
        warm(options.samples, options.size, options.repeats)
        return
    for size in TARGETS:
        again = [sys.executable, "-m", "benchmarks.latency", *options.samples, "--repeats", str(options.repeats)]
        subprocess.run([*again, "--size", str(size)], check=True)
    cold()


if __name__ == "__main__":
    main()
