"""How fast a tournament is scored, and how much memory that takes, beside merely decoding the same photos.

    python -m benchmarks.tournament [--sheets N] [--memory SMALL LARGE] [--megapixels M]

The samples' photos are brought to one size and repeated; every copy differs in a few bytes, so each is a new photo.
All runs use `qwords tournament run` as an organiser would, in processes of their own.
"""

import argparse
import itertools
import json
import multiprocessing as mp
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
QUALITY = 88  # of the copies: what phones use


def make_photos(folder: Path, count: int, megapixels: float) -> list[Path]:
    """Write `count` different photos of one size."""
    folder.mkdir(parents=True)
    pictures = []
    for path in sorted(SAMPLES.glob("*/photo.jpg")):
        pixels = cv2.imread(str(path))
        scale = (megapixels * 1e6 / (pixels.shape[0] * pixels.shape[1])) ** 0.5
        pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        pictures.append(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
    paths = []
    for number, picture in zip(range(count), itertools.cycle(pictures), strict=False):
        path = folder / f"Player {_letters(number)}.jpg"
        path.write_bytes(picture + f"copy {number}".encode())  # decoders ignore what follows the picture
        paths.append(path)
    return paths


def _letters(number: int) -> str:
    return "".join(chr(65 + number // 26**place % 26) for place in (2, 1, 0))


def decode_all(paths: Sequence[Path]) -> None:
    """Decode the photos, nothing else."""
    cv2.setNumThreads(1)
    for path in paths:
        cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)


def decode_rate(paths: Sequence[Path], workers: int) -> float:
    """Photos a minute by decoding alone."""
    context = mp.get_context("fork")
    parts = [paths[start::workers] for start in range(workers)]
    processes = [context.Process(target=decode_all, args=(part,)) for part in parts]
    began = time.perf_counter()
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return len(paths) / (time.perf_counter() - began) * 60


class Run:
    """One run of the command, watched: its rate, its summary, and the greatest memory of all its processes."""

    def __init__(self, source: Path, out: Path, workers: int) -> None:
        program = str(Path(sys.executable).with_name("qwords"))
        command = [program, "tournament", "run", str(source), "--out", str(out)]
        self._process = subprocess.Popen(
            [*command, "--jobs", str(workers), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.peak_mb = 0.0
        watcher = threading.Thread(target=self._watch)
        watcher.start()
        output, errors = self._process.communicate()
        watcher.join()
        if self._process.returncode not in (0, 3):
            raise SystemExit(errors)
        self.summary = json.loads(output)
        line = next(line for line in reversed(errors.splitlines()) if " a minute" in line)
        self.rate = float(line.partition(" a minute")[0].rpartition(" ")[2])

    def _watch(self) -> None:
        while self._process.poll() is None:
            pids = [self._process.pid, *_children(self._process.pid)]
            self.peak_mb = max(self.peak_mb, sum(_memory_mb(pid) for pid in pids))
            time.sleep(0.2)


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _memory_mb(pid: int) -> float:
    """Resident memory that is the process's own, without files shared with others."""
    try:
        pages = [int(field) for field in Path(f"/proc/{pid}/statm").read_text().split()]
    except OSError:
        return 0.0
    return (pages[1] - pages[2]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def speed(folder: Path, sheets: int, megapixels: float) -> None:
    """Rates with one and two workers, beside decoding in the same run."""
    paths = make_photos(folder / "photos", sheets, megapixels)
    decoded = [decode_rate(paths, workers) for workers in (1, 2)]
    runs = [Run(folder / "photos", folder / f"out{workers}", workers) for workers in (1, 2)]
    print(f"{sheets} photos of {megapixels:g} MP, {os.cpu_count()} cores")
    for workers, rate, run in zip((1, 2), decoded, runs, strict=True):
        share = f"{rate / run.rate:.1f} x the time of decoding"
        print(f"{workers} worker(s): {run.rate:6.0f} sheets a minute, decoding alone {rate:6.0f} ({share})")
    print(f"two workers are {runs[1].rate / runs[0].rate:.2f} x as fast as one")
    summary = runs[1].summary
    print(f"pages in {summary['pages']}, scored {summary['scored']}, rejected {summary['rejected']}")


def memory(folder: Path, counts: Sequence[int], megapixels: float) -> None:
    """The greatest memory of runs of different length."""
    for count in counts:
        make_photos(folder / f"photos{count}", count, megapixels)
        run = Run(folder / f"photos{count}", folder / f"memory{count}", 2)
        print(f"{count:5d} sheets: {run.peak_mb:6.0f} MB in three processes, {run.rate:.0f} a minute")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=150)
    parser.add_argument("--memory", type=int, nargs="*", default=[], metavar="N", help="for example 100 5000")
    parser.add_argument("--megapixels", type=float, default=3.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="qwords-bench-") as folder:
        speed(Path(folder), options.sheets, options.megapixels)
        memory(Path(folder), options.memory, options.megapixels)


if __name__ == "__main__":
    main()
