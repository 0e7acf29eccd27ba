"""What everyone watches at once: looked up once for each change, however many phones follow."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial

from starlette.concurrency import run_in_threadpool

from tournament.exports import standings_document
from tournament.service import TournamentService

TICK_SECONDS = 0.5  # how often a tournament that is watched is looked at
BEAT_SECONDS = 15.0  # how often a quiet stream says that it lives


@dataclass(frozen=True)
class Snapshot:
    """A tournament at one revision: how many pages are in which state, and the standings as text."""

    revision: int
    counts: dict[str, int]
    standings: str


class _Channel:
    """One tournament that is watched: one task looks, everyone else waits for it."""

    def __init__(self, service: TournamentService, id: str) -> None:
        self._service, self._id = service, id
        self._changed = asyncio.Condition()
        self._latest: Snapshot | None = None
        self.followers = 0
        self.task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while True:
            revision = await run_in_threadpool(self._service.store.revision, self._id)
            if self._latest is None or revision != self._latest.revision:
                latest = await run_in_threadpool(self._snapshot)
                async with self._changed:
                    self._latest = latest
                    self._changed.notify_all()
            await asyncio.sleep(TICK_SECONDS)

    def _snapshot(self) -> Snapshot:
        """What can be had now; where that is not the latest revision yet, the next look takes it again."""
        counts = self._service.store.counts(self._id)
        view = self._service.view(self._id).overview(patient=False)
        return Snapshot(view.tournament.revision, counts, json.dumps(standings_document(view), ensure_ascii=False))

    async def after(self, seen: Snapshot | None) -> Snapshot | None:
        """The next snapshot; None where nothing has changed for a while."""
        try:
            async with asyncio.timeout(BEAT_SECONDS), self._changed:
                await self._changed.wait_for(lambda: self._latest is not None and self._latest is not seen)
        except TimeoutError:
            return None
        return self._latest


class Broadcast:
    """The channels of all tournaments that are watched now."""

    def __init__(self, service: TournamentService) -> None:
        self._service = service
        self._channels: dict[str, _Channel] = {}

    async def follow(self, id: str) -> AsyncIterator[Snapshot | None]:
        """Every snapshot of a tournament, the first at once; None now and then while nothing changes."""
        channel = self._channels.get(id)
        if channel is None or channel.task.done():
            channel = self._channels[id] = _Channel(self._service, id)
        channel.followers += 1
        seen: Snapshot | None = None
        try:
            while not channel.task.done():
                latest = await channel.after(seen)
                seen = latest or seen
                yield latest
        finally:
            channel.followers -= 1
            if channel.followers == 0:
                channel.task.cancel()

    async def close(self) -> None:
        """Stop looking."""
        for channel in self._channels.values():
            channel.task.cancel()


async def progress_events(broadcast: Broadcast, id: str) -> AsyncIterator[str]:
    """`progress` whenever counts change, and `done` when nothing is pending; then the stream ends."""
    last: dict[str, int] = {}
    async for snapshot in broadcast.follow(id):
        if snapshot is None:
            yield ": still here\n\n"
        elif snapshot.counts != last:
            last = snapshot.counts
            yield _event("progress", json.dumps(last))
        if last and not last["pending"]:
            yield _event("done", json.dumps(last))
            return


async def standings_events(broadcast: Broadcast, id: str) -> AsyncIterator[str]:
    """`standings` with the whole ranking, at once and whenever it changes."""
    last = ""
    async for snapshot in broadcast.follow(id):
        if snapshot is None:
            yield ": still here\n\n"
        elif snapshot.standings != last:
            last = snapshot.standings
            yield _event("standings", last)


_event = partial("event: {}\ndata: {}\n\n".format)
