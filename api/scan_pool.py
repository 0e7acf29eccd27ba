"""A bounded pool: heavy work runs off the event loop, and jobs beyond the queue are refused at once."""

import asyncio
import logging
import math
import os
import queue
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from api.jobs import PhotoJobs
from api.problems import Busy, NotReady
from lexicons import LexiconError
from referee.machine import usable_cores
from referee.referee_errors import RefereeError, WorkerNotStarted
from referee.settings import Settings
from referee.worker_process import WorkerProcess
from scanner.scan_errors import InternalError, ReaderUnavailable, TookTooLong, WorkerLost

log = logging.getLogger("qwords.pool")
CLOSE_SECONDS = 3.0  # what still runs when the pool closes has had the server's own patience before


class Worker(Protocol):
    """Does one job at a time: a process, or in tests a thread."""

    def call(self, *job: object) -> Any:
        """The result of a job."""

    def close(self) -> None:
        """Give up at once."""


class Pool:
    """Runs jobs in workers, each job in a worker of its own; at most `workers + queue` are accepted at a time."""

    def __init__(self, make: Callable[[], Worker], workers: int, queue: int) -> None:
        self._make = make
        self.workers, self.capacity = workers, workers + queue
        self.accepted = 0
        self.closed = True
        self.trouble = ""  # why no photo can be read at the moment
        self._seconds = 0.5  # what a job takes; follows the last ones
        self.open()

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
        """The result of a job."""
        if self.closed:
            raise NotReady()
        began = time.monotonic()
        result = await asyncio.wrap_future(self._threads.submit(self._do, job, *arguments))
        self._seconds += 0.1 * (time.monotonic() - began - self._seconds)
        return result

    def _do(self, job: str, *arguments: object) -> Any:
        worker = self._idle.get()
        try:
            result = worker.call(job, *arguments)
        except WorkerNotStarted:
            self.trouble = "no worker can start"
            raise
        except (WorkerLost, TookTooLong, InternalError) as error:
            log.warning("a photo failed", extra={"job": job, "code": error.code, "places": error.places})
            raise
        finally:
            self._idle.put(worker)
        self.trouble = ""
        return result

    def open(self) -> None:
        """Take work, also after a close."""
        if self.closed:
            self.closed = False
            self._threads = ThreadPoolExecutor(self.workers, "qwords")  # each waits for one worker
            self._all = [self._make() for _ in range(self.workers)]
            self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
            for worker in self._all:
                self._idle.put(worker)

    def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """Give what runs a moment to finish, then end it; drop what waits."""
        self.closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        deadline = time.monotonic() + seconds
        while self._idle.qsize() < self.workers and time.monotonic() < deadline:
            time.sleep(0.02)
        for worker in self._all:
            worker.close()


def process_pool(settings: Settings) -> Pool:
    """A pool of processes, each with a referee of its own that is loaded once."""
    workers = settings.workers or usable_cores()
    return Pool(lambda: WorkerProcess(build_jobs, (settings,), settings.photo_seconds), workers, settings.queue)


def thread_pool(jobs: PhotoJobs, settings: Settings) -> Pool:
    """A pool of threads around a referee that was handed in."""
    return Pool(lambda: ThreadWorker(jobs), settings.workers or 2, settings.queue)


class ThreadWorker:
    """Does its jobs in the thread that calls it."""

    def __init__(self, jobs: PhotoJobs) -> None:
        self._jobs = jobs

    def call(self, *job: object) -> Any:
        """The result of a job."""
        name, *arguments = job
        return getattr(self._jobs, str(name))(*arguments)

    def close(self) -> None:
        """A thread cannot be ended; it goes with the process."""


def build_jobs(settings: Settings) -> Callable[..., Any]:
    """What a worker process does: the jobs of a referee of its own, loaded before the first photo comes."""
    os.nice(5)  # the event loop goes first: a full queue must not delay an answer that takes no time
    import cv2

    from referee.machine import keep_freed_memory
    from referee.referee import Referee

    cv2.setNumThreads(1)  # one photo a core; threads within a photo would only wait for each other
    keep_freed_memory()
    worker = ThreadWorker(PhotoJobs(Referee(settings=settings)))
    with suppress(RefereeError, ReaderUnavailable, LexiconError):  # each job will say it, in words
        worker.call("warm")
    return worker.call
