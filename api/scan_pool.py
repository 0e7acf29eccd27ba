"""A bounded pool: heavy work leaves the event loop, and what does not fit into the queue is refused at once."""

import asyncio
import logging
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

from api.jobs import PhotoJobs
from api.problems import Busy, NotReady, WorkerLost
from lexicons import LexiconError
from referee.errors import RefereeError
from referee.settings import Settings
from scanner.errors import ReaderUnavailable

log = logging.getLogger("qwords.pool")
_desk: PhotoJobs | None = None  # of a worker process; set once, by its initialiser


class Pool:
    """Runs a jobs's jobs in workers; at most `workers + queue` are accepted at a time.

    `start` makes an executor with so many workers, `call` is what they run: a job's name and its arguments.
    """

    def __init__(self, start: Callable[[int], Executor], call: Callable[..., Any], workers: int, queue: int) -> None:
        self._start, self._call = start, call
        self._executor = start(workers)
        self.workers, self.capacity = workers, workers + queue
        self.accepted = 0
        self.closed = False
        self._seconds = 0.5  # what a job takes; follows the last ones

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold one of the places in the queue; refuse when there is none."""
        if self.closed:
            raise NotReady()
        if self.accepted >= self.capacity:
            wait = math.ceil(self.accepted * self._seconds / self.workers)
            raise Busy(headers={"Retry-After": str(min(max(wait, 1), 30))})
        self.accepted += 1
        try:
            yield
        finally:
            self.accepted -= 1

    async def run(self, job: str, *arguments: object) -> Any:
        """The result of a job of the jobs. If its worker dies it is tried once more."""
        began = time.monotonic()
        executor = self._executor
        try:
            result = await asyncio.wrap_future(executor.submit(self._call, job, *arguments))
        except BrokenExecutor:
            log.warning("a worker died", extra={"job": job})
            self._renew(executor)
            return await self._run_alone(job, *arguments)
        self._seconds += 0.1 * (time.monotonic() - began - self._seconds)
        return result

    async def _run_alone(self, job: str, *arguments: object) -> Any:
        # One of the jobs that ran just now has killed its worker; on its own it harms nobody else.
        alone = self._start(1)
        try:
            return await asyncio.wrap_future(alone.submit(self._call, job, *arguments))
        except BrokenExecutor as error:
            raise WorkerLost() from error
        finally:
            alone.shutdown(wait=False)

    def _renew(self, broken: Executor) -> None:
        if self._executor is broken and not self.closed:
            self._executor = self._start(self.workers)

    def open(self) -> None:
        """Take work, also after a close."""
        if self.closed:
            self.closed, self._executor = False, self._start(self.workers)

    def close(self) -> None:
        """Finish what runs, drop what waits."""
        self.closed = True
        self._executor.shutdown(wait=True, cancel_futures=True)


def process_pool(settings: Settings) -> Pool:
    """A pool of processes, each with a referee of its own that is loaded once."""
    workers = settings.workers or len(os.sched_getaffinity(0))
    context = multiprocessing.get_context("spawn")  # a fork would copy the threads' locks
    return Pool(
        lambda count: ProcessPoolExecutor(count, context, _start_worker, (settings,)), _call, workers, settings.queue
    )


def thread_pool(jobs: PhotoJobs, settings: Settings) -> Pool:
    """A pool of threads around a referee that was handed in."""
    workers = settings.workers or 2
    return Pool(
        lambda count: ThreadPoolExecutor(count, "qwords"),
        lambda job, *arguments: getattr(jobs, job)(*arguments),
        workers,
        settings.queue,
    )


def _start_worker(settings: Settings) -> None:
    global _desk
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    os.nice(5)  # the event loop goes first: a full queue must not delay an answer that takes no time
    threading.Thread(target=_follow_parent, daemon=True).start()
    import cv2

    from referee.memory import keep_freed_memory
    from referee.referee import Referee

    cv2.setNumThreads(1)  # one photo a core; threads within a photo would only wait for each other
    keep_freed_memory()
    _desk = PhotoJobs(Referee(settings=settings))
    with suppress(RefereeError, ReaderUnavailable, LexiconError):  # each job will say it, in words
        _desk.warm()


def _follow_parent() -> None:
    # A server that was killed cannot end its workers: they must notice.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(job: str, *arguments: object) -> Any:
    return getattr(_desk, job)(*arguments)
