"""How fast a tournament is scored, and how much memory that takes, beside merely decoding the same photos.

    python -m benchmarks.tournament [--sheets N] [--memory N N] [--megapixels M] [--cluster]

The samples' photos are brought to one size and repeated; every copy differs in a few bytes, so each is a new photo.
All runs use `qwords tournament run` as an organiser would, in processes of their own. Rates are by the clock; processor
time is given as well, since on a busy machine only that tells. Progress goes to stderr, figures to stdout.
`--memory 100 5000` needs 2.5 GB for the photos, and some minutes; `--memory` alone leaves this part out. `--cluster`
brings up a real dask cluster on this machine and measures it with one and with two workers.
"""

import argparse
import itertools
import json
import multiprocessing as mp
import os
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.truth import SAMPLES

QUALITY = 88  # of the copies: what phones use
WORKERS = (1, 2)
RATE, GAIN = 1500, 1.8  # targets: sheets a minute on two cores, two workers over one


@dataclass(frozen=True)
class Cost:
    """What it took to go through some photos: seconds by the clock, and of processor time."""

    photos: int
    wall: float
    cpu: float

    @property
    def rate(self) -> float:
        """Photos a minute by the clock."""
        return self.photos / self.wall * 60

    @property
    def each(self) -> float:
        """Milliseconds of processor time a photo."""
        return self.cpu / self.photos * 1000


def make_photos(folder: Path, count: int, megapixels: float) -> list[Path]:
    """Write `count` different photos of one size."""
    folder.mkdir(parents=True)
    pictures = []
    for path in sorted(set(SAMPLES.glob("*/photo.jpg")) - set(SAMPLES.glob("q4-*/photo.jpg"))):
        pixels = cv2.imread(str(path))
        assert pixels is not None
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


def say(text: str) -> None:
    """Tell how far it has come."""
    print(text, file=sys.stderr, flush=True)


def decode_all(paths: Sequence[Path]) -> None:
    """Decode the photos, nothing else."""
    for path in paths:
        cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)


def decoding(paths: Sequence[Path], workers: int) -> Cost:
    """What decoding alone takes."""
    context = mp.get_context("fork")
    processes = [context.Process(target=decode_all, args=(paths[start::workers],)) for start in range(workers)]

    def work() -> float:
        began = time.perf_counter()
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        return time.perf_counter() - began

    return _cost(len(paths), work)


def _cost(photos: int, work: Callable[[], float]) -> Cost:
    """The cost of work done in child processes, which gives its seconds by the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(photos, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


class Run:
    """One run of the command, watched: its cost, its summary, and the greatest memory of all its processes."""

    def __init__(self, source: Path, out: Path, *who: str) -> None:
        self._command = [str(Path(sys.executable).with_name("qwords")), "tournament", "run", str(source)]
        self._command += ["--out", str(out), *who, "--json"]
        self.peak_mb = 0.0
        self.summary: dict[str, int] = {}
        self.cost = _cost(len(list(source.iterdir())), self._run)

    def _run(self) -> float:
        """The seconds that the command itself counts: from the first page to the last."""
        process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        watcher = threading.Thread(target=self._watch, args=(process,))
        watcher.start()
        rate = 0.0
        assert process.stderr is not None and process.stdout is not None
        for line in process.stderr:
            sys.stderr.write(f"  {line}")
            if " a minute" in line:
                rate = float(line.partition(" a minute")[0].rpartition(" ")[2])
        output = process.stdout.read()
        if process.wait() not in (0, 3):
            raise SystemExit("the run failed")
        watcher.join()
        self.summary = json.loads(output)
        return self.summary["pages"] / rate * 60

    def _watch(self, process: subprocess.Popen[str]) -> None:
        while process.poll() is None:
            pids = [process.pid, *_children(process.pid)]
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
    say(f"writing {sheets} photos")
    paths = make_photos(folder / "photos", sheets, megapixels)
    print(f"{sheets} photos of {megapixels:g} MP, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    rates = []
    for workers in WORKERS:
        say(f"{workers} worker(s): decoding, then the tournament")
        decoded = decoding(paths, workers)
        run = Run(folder / "photos", folder / f"out{workers}", "--jobs", str(workers))
        rates.append(run.cost.rate)
        print(
            f"{workers} worker(s): {run.cost.rate:6.0f} sheets a minute, decoding alone {decoded.rate:6.0f} "
            f"({decoded.rate / run.cost.rate:.1f} x the time of decoding); "
            f"processor time {run.cost.each:.0f} ms a sheet, decoding {decoded.each:.1f} ms",
            flush=True,
        )
    print(f"sheets a minute on two cores: {rates[1]:.0f} (target ≥ {RATE})")
    print(f"two workers over one: {rates[1] / rates[0]:.2f} (target ≥ {GAIN})")
    print(f"pages in {run.summary['pages']}, scored {run.summary['scored']}, rejected {run.summary['rejected']}")


def cluster(folder: Path) -> None:
    """Rates of the same photos on a dask cluster of this machine, each worker a process with one thread."""
    rates = []
    for workers in WORKERS:
        with dask_cluster(folder, workers) as address:
            Run(folder / "photos", folder / f"warm{workers}", "--cluster", address)  # workers load their networks once
            rates.append(Run(folder / "photos", folder / f"dask{workers}", "--cluster", address).cost.rate)
        print(f"dask, {workers} worker(s): {rates[-1]:6.0f} sheets a minute", flush=True)
    print(f"dask, two workers over one: {rates[1] / rates[0]:.2f}")


@contextmanager
def dask_cluster(folder: Path, workers: int) -> Iterator[str]:
    """A scheduler and its workers, as docs/cluster.md brings them up."""
    import distributed

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    own = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder))
    lines = [("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")]
    lines += [("worker", address, *own)] * workers
    begun = [_in_silence(f"distributed.cli.dask_{part}", *more) for part, *more in lines]
    try:
        with distributed.Client(address, timeout=60) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(workers, timeout=60)  # type: ignore[no-untyped-call]
        yield address
    finally:
        for process in begun:
            process.terminate()
            process.wait()


def _in_silence(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def memory(folder: Path, counts: Sequence[int], megapixels: float) -> None:
    """The greatest memory of runs of different length."""
    peaks = []
    for count in counts:
        say(f"memory: writing {count} photos")
        make_photos(folder / f"photos{count}", count, megapixels)
        run = Run(folder / f"photos{count}", folder / f"memory{count}", "--jobs", "2")
        peaks.append(run.peak_mb)
        print(
            f"{count:5d} sheets: {run.peak_mb:6.0f} MB in three processes, {run.cost.rate:.0f} a minute, "
            f"processor time {run.cost.each:.0f} ms a sheet",
            flush=True,
        )
    if len(peaks) > 1:
        print(f"memory from {counts[0]} to {counts[-1]} sheets: {peaks[-1] / peaks[0]:.2f} times")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=150)
    parser.add_argument("--memory", type=int, nargs="*", default=[100, 1000], metavar="N", help="for example 100 5000")
    parser.add_argument("--cluster", action="store_true", help="measure a dask cluster of this machine as well")
    parser.add_argument("--megapixels", type=float, default=3.0)
    options = parser.parse_args()
    cv2.setNumThreads(1)  # OpenCV's threads do not survive the fork: a child that uses them waits for ever
    with tempfile.TemporaryDirectory(prefix="qwords-bench-") as folder:
        speed(Path(folder), options.sheets, options.megapixels)
        if options.cluster:
            cluster(Path(folder))
        memory(Path(folder), options.memory, options.megapixels)


if __name__ == "__main__":
    main()
