"""What routes are handed: the parts of the app that were built at its start."""

from asyncio import Lock, Semaphore
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, TypeVar, cast
from weakref import WeakValueDictionary

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool

from api.metrics import Metrics
from api.scan_pool import Pool
from referee.settings import Settings

Result = TypeVar("Result")
AT_A_TIME = 2  # threads; each may block the event loop for some milliseconds


class Compute:
    """Runs work in threads, a few at a time: more would slow down the event loop and so every other answer."""

    def __init__(self) -> None:
        self._turns = Semaphore(AT_A_TIME)

    async def __call__(self, work: Callable[[], Result]) -> Result:
        """The result of some work."""
        async with self._turns:
            return await run_in_threadpool(work)


class FairShare:
    """Turns at work that takes long, such as drawing reports: one at a time, for whoever has waited longest.

    Each client waits with one request alone, however many it sends: nobody stands behind all of another's.
    """

    def __init__(self) -> None:
        self._own: WeakValueDictionary[str, Lock] = WeakValueDictionary()  # of each client that has work here
        self._turn = Semaphore(1)

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncIterator[None]:
        """Wait for this request's turn, and keep it."""
        own = self._own.setdefault(request.client.host if request.client else "", Lock())
        async with own, self._turn:
            yield


def _settings(request: Request) -> Settings:
    return cast(Settings, request.app.state.settings)


def _pool(request: Request) -> Pool:
    return cast(Pool, request.app.state.pool)


def _metrics(request: Request) -> Metrics:
    return cast(Metrics, request.app.state.metrics)


def _drawing(request: Request) -> FairShare:
    return cast(FairShare, request.app.state.drawing)


def _compute(request: Request) -> Compute:
    return cast(Compute, request.app.state.compute)


SettingsDep = Annotated[Settings, Depends(_settings)]
PoolDep = Annotated[Pool, Depends(_pool)]
MetricsDep = Annotated[Metrics, Depends(_metrics)]
ComputeDep = Annotated[Compute, Depends(_compute)]
DrawingDep = Annotated[FairShare, Depends(_drawing)]
