"""What everyone watches at once: looked up, written and compressed once for each revision, however many phones follow.

A stream says only that there is a new revision; who hears it fetches the standings, which are packed by then and are
not sent again to those who have them.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool

from api.large_answers import Body
from tournament.overview import Overview
from tournament.service import TournamentService
from tournament.tournament_errors import UnknownTournament

TICK_SECONDS = 0.5  # how often a tournament that is watched is looked at
PUSH_SECONDS = 1.0  # changes that come faster are told together
REST = 8  # times as long as a look took does the next one wait: a large ranking must leave room for answers
LONGEST_REST = 5.0  # seconds
BEAT_SECONDS = 15.0  # how often a quiet stream says that it lives
BEAT = b": still here\n\n"


@dataclass(frozen=True)
class Snapshot:
    """A tournament at one revision: how many pages are in which state, beside the standings."""

    view: Overview

    @property
    def revision(self) -> int:
        """What counts its changes."""
        return self.view.tournament.revision

    @property
    def counts(self) -> dict[str, int]:
        """The pages by their state."""
        summary = self.view.summary
        return {"done": summary.scored, "rejected": summary.rejected, "pending": summary.pending}


def standings_body(view: Overview) -> Body:
    """The ranking as an answer, made once for each revision."""
    return view.once("standings", lambda: Body(view.standings_json))


class _Channel:
    """One tournament that is watched: one task looks, everyone else waits for it."""

    def __init__(self, service: TournamentService, id: str) -> None:
        self._service, self._id = service, id
        self._news = asyncio.Event()
        self.latest: Snapshot | None = None
        self.followers = 0
        self.task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        with contextlib.suppress(UnknownTournament):  # it was deleted: nobody is told anything more
            while True:
                rest, began = TICK_SECONDS, time.monotonic()
                revision = await run_in_threadpool(self._service.store.revision, self._id)
                if self.latest is None or revision != self.latest.revision:
                    latest = await run_in_threadpool(self._snapshot)
                    if latest is not None:
                        self.latest, news, self._news = latest, self._news, asyncio.Event()
                        news.set()
                        took = time.monotonic() - began
                        rest = min(max(PUSH_SECONDS, REST * took), LONGEST_REST)
                await asyncio.sleep(rest)

    def _snapshot(self) -> Snapshot | None:
        """What can be had now; where that is what was told already, the next look takes it again."""
        view = self._service.view(self._id).overview(patient=False)
        if self.latest and self.latest.view is view:
            return None
        standings_body(view).pack()
        return Snapshot(view)

    async def after(self, seen: Snapshot | None) -> Snapshot | None:
        """The next snapshot; None where nothing has changed for a while."""
        if self.latest is seen:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._news.wait()
        return self.latest if self.latest is not seen else None


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

    def told(self, id: str) -> Overview | None:
        """How a tournament stood when its followers were last told; None where nobody follows."""
        channel = self._channels.get(id)
        return channel.latest.view if channel and channel.latest and not channel.task.done() else None

    def forget(self, id: str) -> None:
        """Nothing more is told of a tournament that was deleted."""
        self._channels.pop(id, None)

    async def close(self) -> None:
        """Stop looking."""
        for channel in self._channels.values():
            channel.task.cancel()


async def progress_events(broadcast: Broadcast, id: str, since: int = 0) -> AsyncIterator[bytes]:
    """`progress` whenever counts change, and `done` when nothing is pending; then the stream ends.

    What was before the revision `since` is not told: whoever has just sent photos must not hear that all are done.
    """
    last: dict[str, int] = {}
    async for snapshot in broadcast.follow(id):
        if snapshot is None:
            yield BEAT
        elif snapshot.revision < since:
            continue
        elif snapshot.counts != last:
            last = snapshot.counts
            yield _event("progress", last)
        if last and not last["pending"]:
            yield _event("done", last)
            return


async def revision_events(broadcast: Broadcast, id: str) -> AsyncIterator[bytes]:
    """`revision` with its number at once and whenever there is a new one; its standings are packed by then."""
    async for snapshot in broadcast.follow(id):
        yield BEAT if snapshot is None else _event("revision", snapshot.revision, snapshot.revision)


def _event(name: str, data: object, id: int | None = None) -> bytes:
    number = f"id: {id}\n" if id is not None else ""
    return f"event: {name}\n{number}data: {json.dumps(data)}\n\n".encode()
