"""Score pages in worker processes. A worker that dies or hangs costs one page at most, never the run."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue

from referee.scoring_spec import ScoringSpec
from referee.worker_process import WorkerProcess
from scanner.scan_errors import TookTooLong, WorkerLost
from tournament.archives import rendered_pixels
from tournament.entities import Outcome, Page
from tournament.work import MakeScorer, referee_scorer, refusal, work

Job = tuple[Page, str]  # a page and the hash of its content
AHEAD = 2  # pages under way for each worker: one in work and one waiting, so that it never waits for the parent
PAGE_SECONDS = 60.0  # a page in work longer than this is stopped


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
        arguments = (spec, make_scorer, niceness)
        self._workers = [WorkerProcess(build, arguments, page_seconds) for _ in range(workers)]
        self._aborted = False

    def scores(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]:
        """The outcome of every job, as they become ready; jobs are taken only as fast as they are done."""
        source, under_way = iter(jobs), dict[Future[Outcome], Job]()
        idle: SimpleQueue[WorkerProcess] = SimpleQueue()
        for worker in self._workers:
            idle.put(worker)
        with ThreadPoolExecutor(len(self._workers), "scores") as threads:  # each waits for one worker
            try:
                while True:
                    while len(under_way) < AHEAD * len(self._workers) and (job := next(source, None)):
                        under_way[threads.submit(_score, idle, job)] = job
                    for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                        job, outcome = under_way.pop(future), future.result()
                        if self._aborted:
                            return
                        yield job, outcome
                    if not under_way:
                        return
            finally:
                for future in under_way:
                    future.cancel()
                for worker in self._workers:
                    worker.close()

    def abort(self) -> None:
        """End all workers at once; `scores` ends with what was done so far. May be called from another thread."""
        self._aborted = True
        for worker in self._workers:
            worker.close()


def _score(idle: SimpleQueue[WorkerProcess], job: Job) -> Outcome:
    """The outcome of a page by the first worker that is free; a page during which workers die is rejected."""
    worker = idle.get()
    try:
        outcome: Outcome = worker.call(*job)
        return outcome
    except (WorkerLost, TookTooLong) as error:
        return refusal(job[1], error.code, error.hint, str(error))
    finally:
        idle.put(worker)


def build(spec: ScoringSpec, make_scorer: MakeScorer, niceness: int) -> Callable[[Page, str], Outcome]:
    """What a worker does: score one page after the other, with a scorer of its own."""
    os.nice(niceness)
    os.putenv("OMP_NUM_THREADS", "1")  # one worker a core: threads inside it would only fight
    scorer, max_pixels = make_scorer(spec), rendered_pixels(spec)
    return lambda page, content: work(scorer, page, content, max_pixels=max_pixels)
