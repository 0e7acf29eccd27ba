"""How long one photo takes: warm beside OpenCV's decoding of the same file, and cold from the command line.

    python -m benchmarks.latency [--repeats N] [SAMPLE...]
    python -m benchmarks.latency --check | --write

The photos are the samples, or those named, brought to 3 and to 12 megapixels. Everything runs on one core. Times are
processor time, and decoding and judging take turns, so that a busy machine slows both alike. Each size has a process of
its own, in which all photos went through once before any is timed, and in which freed memory is kept, as in the workers
of service and tournament: by default the allocator gives large pictures back or not, depending on what it met before,
which alone makes decoding two to three times slower or faster, and the order of the photos must not count.

`--check` takes the samples at 3 megapixels and ten hard photos made of them (`hard_photos.py`), and fails where the
median or the worst ratio of judging to decoding is more than 15 % above the committed one in each of three tries; it
takes under a minute. Processors differ in what they are good at: the same program on the same files gave medians of
6.2 on one and 7.1 on another. So a yardstick, fixed work of the kinds that a verdict is made of, is timed in the same
turns, and what is allowed rises and falls with it. `--write` commits to the lowest of three tries.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from benchmarks.hard_photos import hard_photos, jpeg, picture, sized
from benchmarks.truth import SAMPLES
from referee.machine import keep_freed_memory
from referee.options import Options
from referee.referee import Referee
from report.document import document

TARGETS = {3: 4.0, 12: 2.0}  # megapixels: times the decoding of the same file
COLD = 1.5  # seconds
BASELINE = Path(__file__).with_name("latency.json")
SLOWER = 1.15  # times the committed ratios, from which on the check fails
TRIES = 3

Ratios = dict[str, float]


def enlarged(sample: str, megapixels: float) -> bytes:
    """A sample photo at this size, as JPEG."""
    return jpeg(sized(picture(sample), megapixels))


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


def yardstick() -> None:
    """Fixed work, about a quarter each of interpreter, small arrays, pictures and products of matrices."""
    words = sorted(f"{number * 7919 % 6007:04}" for number in range(6000))
    assert len({word[::-1] for word in words}) == len(words)
    small = np.linspace(0, 1, 25 * 27).reshape(25, 27)
    for _ in range(400):
        small = np.sort(small / small.sum(axis=1, keepdims=True), axis=1)[:, ::-1]
    square = np.tile(np.arange(1000, dtype=np.uint8), (1000, 1))
    turned = cv2.warpPerspective(square, np.array([[0.9, 0.1, 0], [-0.1, 0.9, 99], [0, 1e-5, 1]]), (700, 700))
    cv2.connectedComponents(cv2.adaptiveThreshold(turned, 255, 0, 0, 31, 5))
    weights = np.ones((400, 400), np.float32)
    for _ in range(4):
        weights = weights @ weights / 400


def ratios(photos: Mapping[str, bytes], repeats: int) -> Ratios:
    """How many times its decoding each photo takes: every repeat goes through all photos, so that none has a bad time.

    The median and the worst stand with them, and the yardstick over the median decoding.
    """
    referee = Referee()
    actions = [each for data in photos.values() for each in (_decoding(data), _judging(referee, data))]
    *times, fixed = in_turns(repeats, *actions, yardstick)
    found = {name: times[2 * at + 1] / times[2 * at] for at, name in enumerate(photos)}
    whole = {"yardstick": fixed / median(times[::2]), "median": median(found.values()), "worst": max(found.values())}
    return whole | found


def slower(baseline: Ratios, measured: Ratios) -> list[str]:
    """The ratios that have risen too far for this machine, in words."""
    machine = measured["yardstick"] / baseline["yardstick"]
    return [
        f"the {name} ratio is {measured[name]:.2f}, committed {baseline[name]:.2f}, {baseline[name] * machine:.2f} here"
        for name in ("median", "worst")
        if measured[name] > SLOWER * baseline[name] * machine
    ]


def check(measure: Callable[[], Ratios]) -> list[str]:
    """What has become slower in every one of the tries; nothing as soon as one try is as fast as was committed."""
    baseline: Ratios = json.loads(BASELINE.read_text(encoding="utf-8"))
    risen: list[str] = []
    for number in range(1, TRIES + 1):
        measured = measure()
        risen = slower(baseline, measured)
        print(f"try {number}: median {measured['median']:.2f}, worst {measured['worst']:.2f}; ", end="")
        print("; ".join(risen) or "as fast as committed", flush=True)
        if not risen:
            break
    return risen


def write(measure: Callable[[], Ratios]) -> None:
    """Commit to the lowest ratios of the tries: the check passes by its best one, too."""
    tries = [measure() for _ in range(TRIES)]
    for each in tries:
        print(f"median {each['median']:.2f}, worst {each['worst']:.2f}, yardstick {each['yardstick']:.2f}")
    lowest = {name: round(min(each[name] for each in tries), 3) for name in tries[0]}
    lowest["yardstick"] = round(median(each["yardstick"] for each in tries), 3)  # its lowest would allow for more
    BASELINE.write_text(json.dumps(lowest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


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


def main() -> int:
    """Measure and print; 1 where the check fails."""
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
    parser.add_argument("--check", action="store_true", help="fail where judging has become slower than committed")
    parser.add_argument("--write", action="store_true", help="commit to the ratios of this run")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    keep_freed_memory()  # as the workers do; else the allocator changes its ways with the pictures it has met
    if options.check or options.write:
        photos = {name: enlarged(name, 3) for name in options.samples} | dict(hard_photos())
        measure = partial(ratios, photos, options.repeats)
        if options.write:
            write(measure)
        return int(options.check and bool(check(measure)))
    if options.size:
        warm(options.samples, options.size, options.repeats)
        return 0
    for size in TARGETS:
        again = [sys.executable, "-m", "benchmarks.latency", *options.samples, "--repeats", str(options.repeats)]
        subprocess.run([*again, "--size", str(size)], check=True)
    cold()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
