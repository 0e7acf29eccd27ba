"""Score pages in worker processes. A worker that dies or hangs costs one page at most, never the run."""

import contextlib
import multiprocessing as mp
import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from referee.confine import confine
from referee.referee_errors import WorkerNotStarted
from referee.scoring_spec import ScoringSpec
from scanner.scan_errors import ScanError, TookTooLong, WorkerLost
from tournament.archives import rendered_pixels
from tournament.entities import Outcome, Page
from tournament.work import MakeScorer, referee_scorer, refusal, work

Job = tuple[Page, str]  # a page and the hash of its content
AHEAD = 2  # pages a worker holds: one in work and one waiting, so that it never waits for the parent
ATTEMPTS = 2  # a page during which a worker died is tried once more, then rejected
PAGE_SECONDS = 60.0  # a page in work longer than this is stopped
START_SECONDS = 120.0  # to load models and word lists on a busy machine
STARTS = 3  # workers in a row that may fail to start before the run gives up


def serve(pipe: Connection, spec: ScoringSpec, make_scorer: MakeScorer, niceness: int = 0) -> None:
    """The life of a worker: score what comes through the pipe until it closes."""
    os.nice(niceness)
    os.putenv("OMP_NUM_THREADS", "1")  # one worker a core: threads inside it would only fight
    scorer, max_pixels = make_scorer(spec), rendered_pixels(spec)
    confine()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send(None)  # ready
        while True:
            page, content = pipe.recv()
            pipe.send(work(scorer, page, content, max_pixels=max_pixels))


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

    def __init__(
        self,
        spec: ScoringSpec,
        workers: int,
        page_seconds: float = PAGE_SECONDS,
        make_scorer: MakeScorer = referee_scorer,
        niceness: int = 0,
    ) -> None:
        self._spec, self._make_scorer, self._niceness = spec, make_scorer, niceness
        self._count = workers
        self._page_seconds = page_seconds
        self._context = mp.get_context("spawn")  # models and threads of this process must not be copied
        self._workers: list[Worker] = []
        self._again: deque[Job] = deque()
        self._attempts: dict[str, int] = {}
        self._unstarted = 0
        self._aborted = False

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
                if self._aborted:
                    return
        finally:
            self._stop()

    def abort(self) -> None:
        """End all workers at once; `scores` ends with what was done so far. May be called from another thread."""
        self._aborted = True
        for worker in self._workers:
            worker.process.kill()

    def _start(self) -> Worker:
        ours, theirs = self._context.Pipe()
        given = (theirs, self._spec, self._make_scorer, self._niceness)
        process = self._context.Process(target=serve, args=given, daemon=True)
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
                yield from self._bury(worker, WorkerLost)
                continue
            worker.since = time.monotonic()
            if outcome is None:
                worker.ready, self._unstarted = True, 0
            else:
                yield worker.held.popleft(), outcome
        for worker in list(self._workers):
            limit = self._page_seconds if worker.ready else START_SECONDS
            if worker.held and time.monotonic() - worker.since > limit:
                worker.process.kill()
                yield from self._bury(worker, TookTooLong)

    def _bury(self, worker: Worker, cause: type[ScanError]) -> Iterator[tuple[Job, Outcome]]:
        """Replace a lost worker; blame the page it was at, give the others to someone else."""
        worker.process.join()
        worker.pipe.close()
        if self._aborted:
            return
        if not worker.ready:
            self._unstarted += 1
            if self._unstarted >= STARTS:
                raise WorkerNotStarted
        elif worker.held:
            page, content = worker.held.popleft()
            self._attempts[content] = self._attempts.get(content, 0) + 1
            if cause is TookTooLong or self._attempts[content] >= ATTEMPTS:
                yield (page, content), refusal(content, cause.code, cause.hint, str(cause()))
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
