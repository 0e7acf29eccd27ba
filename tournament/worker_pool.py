"""Score pages in worker processes. A worker that dies or hangs costs one page at most, never the run."""

import contextlib
import multiprocessing as mp
import os
import signal
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from tournament import errors
from tournament.entities import Outcome, Page, Recipe
from tournament.work import make_scorer, refusal, work

Job = tuple[Page, str]  # a page and the hash of its content
AHEAD = 2  # pages a worker holds: one in work and one waiting, so that it never waits for the parent
ATTEMPTS = 2  # a page during which a worker died is tried once more, then rejected
PAGE_SECONDS = 120.0  # a page in work longer than this is stopped


def serve(pipe: Connection, recipe: Recipe) -> None:
    """The life of a worker: score what comes through the pipe until it closes."""
    os.putenv("OMP_NUM_THREADS", "1")  # one worker a core: threads inside it would only fight
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends its workers
    scorer = make_scorer(recipe)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send(None)  # ready
        while True:
            page, content = pipe.recv()
            pipe.send(work(scorer, page, content))


@dataclass
class Worker:
    """A process, the pipe to it, and the jobs it holds."""

    process: BaseProcess
    pipe: Connection
    held: deque[Job] = field(default_factory=deque)
    since: float = 0.0  # when the job in front was begun
    ready: bool = False


class Pool:
    """Worker processes that score pages one by one."""

    def __init__(self, recipe: Recipe, workers: int, page_seconds: float = PAGE_SECONDS) -> None:
        self._recipe = recipe
        self._count = workers
        self._page_seconds = page_seconds
        self._context = mp.get_context("spawn")  # models and threads of this process must not be copied
        self._workers: list[Worker] = []
        self._again: deque[Job] = deque()
        self._attempts: dict[str, int] = {}

    def scores(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]:
        """The outcome of every job, as they become ready; jobs are taken only as fast as they are done."""
        source = iter(jobs)
        first = next(source, None)
        if first is None:  # all known: no need to start anyone
            return
        self._again.append(first)
        try:
            self._workers = [self._start() for _ in range(self._count)]
            while True:
                self._feed(source)
                if not any(worker.held for worker in self._workers):
                    return
                yield from self._collect()
        finally:
            self._stop()

    def _start(self) -> Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs, self._recipe), daemon=True)
        process.start()
        theirs.close()
        return Worker(process, ours)

    def _feed(self, source: Iterator[Job]) -> None:
        for depth in range(1, AHEAD + 1):  # evenly: everyone gets a first page before anyone gets a second
            for worker in self._workers:
                if len(worker.held) < depth:
                    job = self._again.popleft() if self._again else next(source, None)
                    if job is None:
                        return
                    self._give(worker, job)

    def _give(self, worker: Worker, job: Job) -> None:
        if not worker.held:
            worker.since = time.monotonic()
        worker.held.append(job)
        with contextlib.suppress(OSError):  # a dead worker is noticed when its pipe is read
            worker.pipe.send(job)

    def _collect(self) -> Iterator[tuple[Job, Outcome]]:
        pipes = {worker.pipe: worker for worker in self._workers}
        for pipe in wait(list(pipes), timeout=1.0):
            worker = pipes[pipe]  # type: ignore[index]
            try:
                outcome: Outcome | None = worker.pipe.recv()
            except (EOFError, OSError):
                yield from self._bury(worker, errors.WorkerLost)
                continue
            worker.since = time.monotonic()
            if outcome is None:
                worker.ready = True
            else:
                yield worker.held.popleft(), outcome
        for worker in list(self._workers):
            if worker.ready and worker.held and time.monotonic() - worker.since > self._page_seconds:
                worker.process.kill()
                yield from self._bury(worker, errors.TookTooLong)

    def _bury(self, worker: Worker, cause: type[errors.PageError]) -> Iterator[tuple[Job, Outcome]]:
        """Replace a lost worker; blame the page it was at, give the others to someone else."""
        worker.process.join()
        worker.pipe.close()
        if not worker.ready:
            raise errors.PartMissing("A worker could not start.", "Run `qwords doctor` to see what is missing.")
        if worker.held:
            page, content = worker.held.popleft()
            self._attempts[content] = self._attempts.get(content, 0) + 1
            if cause is errors.TookTooLong or self._attempts[content] >= ATTEMPTS:
                yield (page, content), refusal(page, content, cause.code, cause.hint, str(cause()))
            else:
                self._again.append((page, content))
        self._again.extend(worker.held)
        self._workers[self._workers.index(worker)] = self._start()

    def _stop(self) -> None:
        for worker in self._workers:
            worker.pipe.close()  # an idle worker ends by itself
        for worker in self._workers:
            worker.process.join(timeout=0.5)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._workers = []
