"""A process that does one job after the other, within limits of time and memory, and is replaced when it dies."""

import contextlib
import multiprocessing as mp
import pickle
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from referee.coded import coded
from referee.confine import confine
from referee.referee_errors import WorkerNotStarted
from scanner.scan_errors import TookTooLong, WorkerLost

START_SECONDS = 120.0  # to load models and word lists on a busy machine
Work = Callable[..., Any]


class WorkerProcess:
    """Runs what `build(*arguments)` gives, in a process of its own; one call at a time."""

    def __init__(self, build: Callable[..., Work], arguments: tuple[object, ...] = (), seconds: float = 60.0) -> None:
        self._build, self._arguments, self.seconds = build, arguments, seconds
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    def call(self, *job: object) -> Any:
        """The result of a job, or the error it raised; one that kills its process is tried once more."""
        try:
            return self._call(job)
        except WorkerLost:
            return self._call(job)

    def kill(self) -> None:
        """End the process at once, whatever it does; a call that waits for it hears WorkerLost."""
        process = self._process
        if process is not None and process.is_alive():
            process.kill()

    def close(self) -> None:
        """End the process and start no other."""
        self._closed = True
        self.kill()

    def _call(self, job: tuple[object, ...]) -> Any:
        pipe = self._ready()
        deadline = time.monotonic() + self.seconds
        watch = threading.Timer(self.seconds, self.kill)  # also where the job is stuck half way into the pipe
        watch.daemon = True
        watch.start()
        try:
            pipe.send(job)
            done, answer = pipe.recv()
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            self._discard()
            raise (WorkerLost if time.monotonic() < deadline else TookTooLong) from error
        finally:
            watch.cancel()
        if done:
            return answer
        raise answer

    def _ready(self) -> Connection:
        """The pipe to a process that has loaded everything."""
        if self._closed:
            raise WorkerLost
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._discard()
        context = mp.get_context("spawn")  # a fork would copy the threads' locks
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._build, self._arguments), daemon=True)
        try:
            process.start()
            self._process = process  # one that never started cannot be waited for
            theirs.close()
            if self._pipe.poll(START_SECONDS) and self._pipe.recv():
                return self._pipe
        except (EOFError, OSError):
            pass
        self._discard()
        raise WorkerNotStarted

    def _discard(self) -> None:
        self.kill()
        if self._process is not None:
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _serve(pipe: Connection, build: Callable[..., Work], arguments: tuple[object, ...]) -> None:
    """The life of the process: build the work once, then do what comes through the pipe until it closes."""
    work = build(*arguments)
    confine()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send(True)  # ready
        while True:
            job = pipe.recv()
            pipe.send(_answer(work, job))


def _answer(work: Work, job: tuple[object, ...]) -> tuple[bool, Any]:
    """The result or the error of a job; one without a code is hidden behind ours, since it may name anything."""
    try:
        return True, work(*job)
    except Exception as error:  # noqa: BLE001 - whatever it is, the caller must hear of it
        return False, coded(error)
