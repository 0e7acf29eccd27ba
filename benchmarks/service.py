"""How much of the machine's reading speed is left over HTTP, and how quickly /healthz answers meanwhile.

    python -m benchmarks.service [--photos N] [--rounds N]

The same 3-megapixel photos are read by the same number of processes, in turns without and with the service in front,
so that whatever else runs on the machine slows both. The client shares the cores with the service.
"""

import argparse
import http.client
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from benchmarks.latency import enlarged
from referee.machine import usable_cores
from referee.options import Options
from referee.referee import Referee
from report.document import document

BOUNDARY = "qwords"
TARGET_SHARE, TARGET_MS = 0.8, 50.0
_referee: Referee
_photo: bytes


def _start(photo: bytes) -> None:
    global _referee, _photo
    import cv2

    os.nice(5)  # as the service's workers do
    cv2.setNumThreads(1)
    _referee, _photo = Referee(), photo
    _scan(0)


def _scan(_number: int) -> int:
    return len(document(_referee.photo(_photo, "p.jpg", Options()))["sheets"])


def body(photo: bytes) -> bytes:
    """The multipart body of one photo, made once: the client shall cost as little as it can."""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
    return head.encode() + photo + f"\r\n--{BOUNDARY}--\r\n".encode()


def send(port: int, content: bytes, count: int) -> None:
    """Send a photo so many times over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(count):
        connection.request("POST", "/v1/scans", content, {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
    connection.close()


@contextmanager
def service(workers: int) -> Iterator[tuple[int, int]]:
    """A service in a process of its own; gives its port and its process id."""
    with tempfile.TemporaryDirectory() as data:
        environment = os.environ | {"QWORDS_PORT": "0", "QWORDS_WORKERS": str(workers), "QWORDS_DATA": data}
        line = [sys.executable, "-c", "from cli import main; main()", "serve"]
        with subprocess.Popen(line, env=environment, stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stderr
                port = next(int(m[1]) for row in process.stderr if (m := re.search(r"Qwords referee: \S+:(\d+)", row)))
                threading.Thread(target=process.stderr.read, daemon=True).start()
                while status(port, "/readyz") != 200:
                    time.sleep(0.1)
                yield port, process.pid
            finally:
                process.terminate()


def status(port: int, path: str) -> int:
    """The status of a GET over a new connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def cpu_seconds(process: int) -> float:
    """The processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    listed = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for file in listed for child in file.read_text(encoding="utf-8").split()]


def watch(port: int, stop: threading.Event, milliseconds: list[float]) -> None:
    """Ask /healthz again and again, and note how long it takes."""
    while not stop.wait(0.02):
        began = time.perf_counter()
        status(port, "/healthz")
        milliseconds.append((time.perf_counter() - began) * 1000)


def main() -> None:
    """Print both speeds, their ratio, and the times of /healthz."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=int, default=24, help="photos a round")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    cores = usable_cores()
    senders = 3 * cores  # some photos always wait, as they do when a service sends them
    photo = enlarged("classic-en", 3)
    content, each = body(photo), max(given.photos // senders, 1)
    context = multiprocessing.get_context("spawn")
    health: list[float] = []
    alone, served = [], []
    with (
        ProcessPoolExecutor(cores, context, _start, (photo,)) as pool,
        service(cores) as (port, main),
        ThreadPoolExecutor(senders) as clients,
    ):
        list(pool.map(_scan, range(2 * cores)))
        list(clients.map(lambda _: send(port, content, 2), range(senders)))
        workers = children(main)
        used = cpu_seconds(main), sum(map(cpu_seconds, workers))
        for _ in range(given.rounds):
            began = time.perf_counter()
            list(pool.map(_scan, range(each * senders)))
            alone.append(each * senders / (time.perf_counter() - began))
            stop = threading.Event()
            watcher = threading.Thread(target=watch, args=(port, stop, health))
            watcher.start()
            began = time.perf_counter()
            list(clients.map(lambda _: send(port, content, each), range(senders)))
            served.append(each * senders / (time.perf_counter() - began))
            stop.set()
            watcher.join()
        doors, reading = cpu_seconds(main) - used[0], sum(map(cpu_seconds, workers)) - used[1]
    photos = given.rounds * each * senders
    shares = [with_ / without for with_, without in zip(served, alone, strict=True)]
    health.sort()
    print(f"{len(photo) / 1e6:.1f} MB photos of 3 MP, {cores} cores, {given.rounds} rounds of {each * senders}")
    print(f"without the service {median(alone):.1f}/s, with it {median(served):.1f}/s")
    print(f"share {median(shares):.2f} (rounds {min(shares):.2f} to {max(shares):.2f}; target ≥ {TARGET_SHARE})")
    print(
        f"processor time a photo: {reading / photos * 1000:.0f} ms reading, {doors / photos * 1000:.1f} ms before it; "
        f"share {reading / (reading + doors):.2f}, whatever else the machine does"
    )
    print(
        f"/healthz meanwhile: median {median(health):.1f} ms, 99 % within {health[int(len(health) * 0.99)]:.1f} ms, "
        f"worst {health[-1]:.1f} ms of {len(health)} (target < {TARGET_MS:.0f})"
    )


if __name__ == "__main__":
    main()
