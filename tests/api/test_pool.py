"""The pool: bounded, off the event loop, and alive after a worker has died."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from api.problems import Busy, NotReady
from api.scan_pool import Pool
from referee.referee_errors import WorkerNotStarted
from referee.worker_process import WorkerProcess
from scanner.scan_errors import InternalError, OutOfMemory, TookTooLong, WorkerLost


def build() -> Callable[..., Any]:
    """Work that evaluates what it is told."""
    return eval


def build_nothing() -> Callable[..., Any]:
    raise RuntimeError("no model")


class Thread:
    """A worker that works in the calling thread."""

    def call(self, *job: object) -> Any:
        return eval(str(job[0]))

    def close(self) -> None:
        pass


def process_pool(seconds: float = 20.0) -> Pool:
    return Pool(lambda: WorkerProcess(build, (), seconds), workers=1, queue=1)


def thread_pool(workers: int = 1, queue: int = 1) -> Pool:
    return Pool(Thread, workers, queue)


def test_work_happens_in_another_process_and_survives_its_death() -> None:
    async def story() -> None:
        pool = process_pool()
        worker = await pool.run("__import__('os').getpid()")
        assert worker != os.getpid()
        os.kill(worker, signal.SIGKILL)
        again = await pool.run("__import__('os').getpid()")
        assert again not in (worker, os.getpid())
        pool.close()

    asyncio.run(story())


def test_a_machine_that_has_no_process_to_give_for_a_moment_harms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(process: BaseProcess) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    worker = WorkerProcess(build, (), 20.0)
    with monkeypatch.context() as full:
        full.setattr(BaseProcess, "start", fail)
        for _ in range(2):
            with pytest.raises(WorkerNotStarted):
                worker.call("1 + 1")
    assert worker.call("1 + 1") == 2
    worker.close()


def test_a_job_that_kills_its_worker_is_given_up_after_a_second_try_and_harms_no_other() -> None:
    async def story() -> None:
        pool = process_pool()
        killer, other = pool.run("__import__('os')._exit(1)"), pool.run("6 * 7")
        results = await asyncio.gather(killer, other, return_exceptions=True)
        assert isinstance(results[0], WorkerLost)
        assert results[1] == 42
        pool.close()

    asyncio.run(story())


def test_a_job_that_takes_too_long_is_ended_and_the_next_one_is_done() -> None:
    async def story() -> None:
        pool = process_pool(seconds=1)
        assert await pool.run("1") == 1  # the start of a process does not count
        began = time.monotonic()
        with pytest.raises(TookTooLong):
            await pool.run("__import__('time').sleep(60)")
        assert time.monotonic() - began < 10
        assert await pool.run("6 * 7") == 42
        pool.close()

    asyncio.run(story())


def test_a_worker_that_takes_nothing_from_its_pipe_is_replaced() -> None:
    async def story() -> None:
        pool = process_pool(seconds=1)
        worker = await pool.run("__import__('os').getpid()")
        os.kill(worker, signal.SIGSTOP)
        with pytest.raises(TookTooLong):
            await pool.run(repr("x" * 10_000_000))  # more than the pipe holds
        assert await pool.run("6 * 7") == 42
        pool.close()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_job_that_wants_all_memory_is_told_so() -> None:
    async def story() -> None:
        pool = process_pool()
        with pytest.raises(OutOfMemory):
            await pool.run("len(bytes(8 << 30))")
        assert await pool.run("6 * 7") == 42
        pool.close()

    asyncio.run(story())


def test_a_close_ends_a_worker_that_hangs() -> None:
    async def story() -> float:
        pool = process_pool(seconds=60)
        await pool.run("1")
        job = asyncio.ensure_future(pool.run("__import__('time').sleep(60)"))
        await asyncio.sleep(0.2)
        began = time.monotonic()
        await asyncio.to_thread(pool.close, 0.5)
        with pytest.raises(WorkerLost):
            await job
        return time.monotonic() - began

    assert asyncio.run(story()) < 5


def test_a_pool_whose_workers_cannot_start_says_so() -> None:
    async def story() -> str:
        pool = Pool(lambda: WorkerProcess(build_nothing), workers=1, queue=1)
        with pytest.raises(WorkerNotStarted):
            await pool.run("1")
        pool.close()
        return pool.trouble

    assert asyncio.run(story())


def test_places_are_limited_and_come_back() -> None:
    pool = thread_pool(workers=1, queue=1)
    with pool.place(), pool.place():
        with pytest.raises(Busy) as refusal, pool.place():
            pass
        assert int(refusal.value.headers["Retry-After"]) >= 1
    with pool.place():
        assert pool.accepted == 1
    pool.close()
    with pytest.raises(NotReady), pool.place():
        pass


def test_the_event_loop_turns_while_work_is_done() -> None:
    async def story() -> int:
        pool = thread_pool()
        job = asyncio.ensure_future(pool.run("__import__('time').sleep(0.2)"))
        turns = 0
        while not job.done():
            await asyncio.sleep(0.001)
            turns += 1
        pool.close()
        return turns

    assert asyncio.run(story()) > 10


def test_an_error_without_a_code_reaches_the_caller_without_its_message() -> None:
    async def story() -> None:
        pool = process_pool()
        with pytest.raises(InternalError) as failure:
            await pool.run("{}['Anna']")
        assert "Anna" not in str(failure.value) and failure.value.places[-1] == "KeyError"
        pool.close()

    asyncio.run(story())


def test_closing_waits_for_what_runs() -> None:
    async def story() -> float:
        pool = thread_pool()
        began = time.monotonic()
        job = asyncio.ensure_future(pool.run("__import__('time').sleep(0.3)"))
        await asyncio.sleep(0.05)
        await asyncio.to_thread(pool.close)
        await job
        return time.monotonic() - began

    assert asyncio.run(story()) >= 0.29
