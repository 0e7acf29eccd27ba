"""The pool: bounded, off the event loop, and alive after a worker has died."""

import asyncio
import multiprocessing
import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from api.problems import Busy, NotReady, WorkerLost
from api.scan_pool import Pool


def process_pool() -> Pool:
    """A pool of one process that evaluates what it is told."""
    context = multiprocessing.get_context("spawn")
    return Pool(lambda count: ProcessPoolExecutor(count, context), eval, workers=1, queue=1)


def thread_pool(workers: int = 1, queue: int = 1) -> Pool:
    return Pool(ThreadPoolExecutor, eval, workers, queue)


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


def test_a_job_that_kills_its_worker_is_given_up_after_a_second_try() -> None:
    async def story() -> None:
        pool = process_pool()
        with pytest.raises(WorkerLost):
            await pool.run("__import__('os')._exit(1)")
        assert await pool.run("6 * 7") == 42
        pool.close()

    asyncio.run(story())


def test_a_job_that_kills_its_worker_harms_no_other() -> None:
    async def story() -> None:
        pool = process_pool()
        killer, other = pool.run("__import__('os')._exit(1)"), pool.run("6 * 7")
        results = await asyncio.gather(killer, other, return_exceptions=True)
        assert isinstance(results[0], WorkerLost)
        assert results[1] == 42
        pool.close()

    asyncio.run(story())


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


def test_errors_of_a_job_reach_the_caller() -> None:
    async def story() -> None:
        pool = process_pool()
        with pytest.raises(ZeroDivisionError):
            await pool.run("1 / 0")
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
