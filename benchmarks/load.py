"""A service under load: many clients, slow ones among them, for a while, on this machine only.

    python -m benchmarks.load [--clients 200] [--slow 50] [--seconds 60]

Every client sends the classic sample again and again, and comes again after the seconds of Retry-After where it is told
to. Slow ones send a byte every four seconds. Reported: how quickly /healthz answers meanwhile, what became of every
request, and the memory of the service before, during and after. A request that gets no answer at all is lost.
"""

import argparse
import http.client
import socket
import threading
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from benchmarks.service import BOUNDARY, body, children, service, status

SAMPLE = Path(__file__).resolve().parent.parent / "samples" / "classic-en" / "photo.jpg"
TARGET_MS = 100.0
KIND = f"multipart/form-data; boundary={BOUNDARY}"


def memory(process: int) -> int:
    """Megabytes that a process and its children hold, each by its proportional share."""
    total = 0
    for pid in (process, *children(process)):
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return total // 1024


def client(number: int, port: int, content: bytes, stop: threading.Event, told: Counter[str]) -> None:
    """One phone; each has an address of its own on the loopback."""
    source = (f"127.0.{1 + number // 250}.{1 + number % 250}", 0)
    while not stop.is_set():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=source)
        try:
            connection.request("POST", "/v1/scans", content, {"Content-Type": KIND})
            answer = connection.getresponse()
            answer.read()
            told[str(answer.status)] += 1
            pause = float(answer.headers.get("Retry-After") or 0)
        except OSError as error:
            told[f"lost: {type(error).__name__}"] += 1
            pause = 1.0
        finally:
            connection.close()
        stop.wait(pause)


def slow_client(number: int, port: int, stop: threading.Event, told: Counter[str]) -> None:
    """One that sends a byte every four seconds."""
    head = f"POST /v1/scans HTTP/1.1\r\nHost: x\r\nContent-Type: {KIND}\r\nContent-Length: 100000\r\n\r\n"
    while not stop.is_set():
        try:
            with socket.create_connection(("127.0.0.1", port), 30, (f"127.0.9.{1 + number}", 0)) as opened:
                opened.sendall(head.encode())
                while not stop.wait(4.0):
                    opened.sendall(b"-")
        except OSError:
            told["slow ones cut off"] += 1


def watch(port: int, seconds: float) -> list[float]:
    """How long /healthz takes, asked again and again; in a process of its own, since the clients keep ours busy."""
    milliseconds, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.1)
        began = time.perf_counter()
        status(port, "/healthz")
        milliseconds.append((time.perf_counter() - began) * 1000)
    return milliseconds


def main() -> None:
    """Print what the service did under load."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--slow", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    content, told, stop = body(SAMPLE.read_bytes()), Counter[str](), threading.Event()
    with service(0) as (port, process), ProcessPoolExecutor(1, get_context("spawn")) as watcher:
        for number in range(20):
            client_once(port, content, number)
        before = memory(process)
        threads = [threading.Thread(target=client, args=(n, port, content, stop, told)) for n in range(given.clients)]
        threads += [threading.Thread(target=slow_client, args=(n, port, stop, told)) for n in range(given.slow)]
        watching = watcher.submit(watch, port, given.seconds)
        for thread in threads:
            thread.start()
        health = watching.result()
        during = memory(process)
        stop.set()
        for thread in threads:
            thread.join()
        time.sleep(5)
        after = memory(process)
    health.sort()
    print(f"{given.clients} clients and {given.slow} slow ones for {given.seconds:.0f} s: {dict(sorted(told.items()))}")
    print(
        f"/healthz: median {median(health):.1f} ms, 99 % within {health[int(len(health) * 0.99)]:.1f} ms, worst "
        f"{health[-1]:.1f} ms of {len(health)} (target {TARGET_MS:.0f})"
    )
    print(f"memory: {before} MB before, {during} MB during, {after} MB after, x{after / before:.2f}")


def client_once(port: int, content: bytes, number: int) -> None:
    """One photo, so that everything is loaded."""
    stop, told = threading.Event(), Counter[str]()
    thread = threading.Thread(target=client, args=(number, port, content, stop, told))
    thread.start()
    while not told:
        time.sleep(0.05)
    stop.set()
    thread.join()


if __name__ == "__main__":
    main()
