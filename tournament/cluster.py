"""The same work on a dask.distributed cluster: a worker that dies costs nothing but time."""

from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from typing import Any

from referee.referee_errors import MissingExtra, install
from referee.scoring_spec import ScoringSpec
from scanner.scan_errors import WorkerLost
from tournament import tournament_errors as errors
from tournament.archives import rendered_pixels
from tournament.entities import Outcome, Page
from tournament.page_worker import read_page
from tournament.run import Scores
from tournament.work import MakeScorer, Scorer, referee_scorer, refusal, work
from tournament.worker_pool import Job

AHEAD = 4  # pages sent for each thread of the cluster, so that the network never keeps it waiting
RETRIES = 2  # times a page is tried again after its worker died

_scorers: dict[tuple[ScoringSpec, str], Scorer] = {}  # one for each process, built on its first page


def score_there(spec: ScoringSpec, make_scorer: MakeScorer, page: Page, content: str, data: bytes) -> Outcome:
    """Score one page in a worker of the cluster; the picture travels with the request, the scorer stays there."""
    key = (spec, make_scorer.__qualname__)
    if key not in _scorers:
        _scorers[key] = make_scorer(spec)
    return work(_scorers[key], page, content, data)


def cluster_scores(
    spec: ScoringSpec, address: str, wait_seconds: float = 30.0, make_scorer: MakeScorer = referee_scorer
) -> Scores:
    """Score on the cluster whose scheduler listens at `address`."""
    try:
        import distributed
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise MissingExtra("--cluster needs dask.distributed.", install("cluster")) from error
    dask: Any = distributed  # its functions bear no types

    def scores(jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]:
        try:
            yield from on_cluster(jobs)
        except (
            OSError,
            TimeoutError,
            CancelledError,
            RuntimeError,
        ) as error:  # what it says when the scheduler is gone
            raise errors.ClusterUnavailable(f"{address} went away: {type(error).__name__}") from error

    def on_cluster(jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]:
        with _connect(dask.Client, address, wait_seconds) as client:
            limit = AHEAD * max(1, sum(client.nthreads().values()))
            waiting: dict[Any, Job] = {}
            finished = dask.as_completed()
            source = iter(jobs)
            while True:
                while len(waiting) < limit and (job := next(source, None)) is not None:
                    future, refused = _submit(client, spec, make_scorer, job)
                    if refused:
                        yield job, refused
                    else:
                        waiting[future] = job
                        finished.add(future)
                if not waiting:
                    return
                future = next(finished)
                job = waiting.pop(future)
                try:
                    yield job, future.result()
                except KilledWorker as error:
                    yield job, refusal(job[1], WorkerLost.code, WorkerLost.hint, str(error))

    return scores


def _submit(client: Any, spec: ScoringSpec, make_scorer: MakeScorer, job: Job) -> tuple[Any, Outcome | None]:
    page, content = job
    try:
        data = read_page(page, rendered_pixels(spec))
    except errors.PageError as error:
        return None, refusal(content, error.code, error.hint, str(error))
    return client.submit(score_there, spec, make_scorer, page, content, data, pure=False, retries=RETRIES), None


def _connect(client: Any, address: str, wait_seconds: float) -> Any:
    try:
        connected = client(address, timeout=wait_seconds)
    except (OSError, TimeoutError, ValueError) as error:
        raise errors.ClusterUnavailable(f"{address}: {error}") from error
    try:
        connected.wait_for_workers(1, timeout=wait_seconds)
    except TimeoutError as error:
        connected.close()
        raise errors.ClusterUnavailable(f"{address} has no workers") from error
    return connected
