"""A reader that says what the test planned, and a server on a port of its own."""

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from scanner.values import Glyph, Pair, Pixels

LETTERS = "EUROANOONRORBITTOWNSFLOUR"
# Row 3 and column 3 fit neither B nor P in the middle, so that what is written settles nothing.
NUMBERS = ("6", "10", "6", "10", "10", "3", "1", "6", "1", "6", "70")


class PlannedReader:
    """Reads the classic sample as it is, but doubts some cells: by number from 0, with their rankings."""

    name = "planned"
    version = "1"

    def __init__(
        self, letters: str = LETTERS, doubts: Mapping[int, tuple[tuple[str, float], ...]] | None = None
    ) -> None:
        self.glyphs = [Glyph(((letter, 0.9999), ("Z", 0.0001))) for letter in letters]
        for place, ranking in (doubts or {}).items():
            self.glyphs[place] = Glyph(ranking)

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        return [self.glyphs[place % 25] for place in range(len(crops))]

    def alike(self, crops: Sequence[Pixels], read: Sequence[Glyph]) -> tuple[Pair, ...]:
        return ()

    def numbers(self, crops: Sequence[Pixels]) -> list[Glyph]:
        return [Glyph(((NUMBERS[place % 11], 1.0),)) for place in range(len(crops))]

    def marks(self, crops: Sequence[Pixels]) -> list[Glyph]:
        return [Glyph((("open", 1.0),)) for _ in crops]


class Gate:
    """Holds jobs until the test lets them go on."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.waiting = threading.Semaphore(0)

    def wait(self) -> None:
        self.waiting.release()
        assert self.open.wait(20), "the test never opened the gate"


@contextmanager
def running(app: FastAPI) -> Iterator[str]:
    """Serve an app on a free port; gives its address."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False, timeout_graceful_shutdown=5))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        deadline = time.monotonic() + 20
        while not server.started:
            assert thread.is_alive() and time.monotonic() < deadline, "the server did not start"
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)
