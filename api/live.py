"""What everyone watches at once: looked up, written and compressed once for each change, however many phones follow.

Who joins hears the whole ranking; from then on only what changes, as steps from the ranking before to the one of now.
"""

import asyncio
import contextlib
import json
import time
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from starlette.concurrency import run_in_threadpool

from tournament.overview import Overview
from tournament.service import TournamentService
from tournament.standings import steps
from tournament.tournament_errors import UnknownTournament

TICK_SECONDS = 0.5  # how often a tournament that is watched is looked at
PUSH_SECONDS = 1.0  # changes that come faster are told together
REST = 8  # times as long as a look took does the next one wait: a large ranking must leave room for answers
LONGEST_REST = 5.0  # seconds
BEAT_SECONDS = 15.0  # how often a quiet stream says that it lives
GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # of a compressed stream that never ends, so that no sum follows


@dataclass(frozen=True)
class Event:
    """A piece of a stream; compressed, it needs nothing that was sent before it, so all streams share its bytes."""

    plain: bytes

    @cached_property
    def packed(self) -> bytes:
        """The same compressed, from and to a byte's edge."""
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return packer.compress(self.plain) + packer.flush(zlib.Z_FULL_FLUSH)

    def piece(self, packed: bool) -> bytes:
        """What is sent."""
        return self.packed if packed else self.plain


class Snapshot:
    """A tournament at one revision: how many pages are in which state, the standings, and what changed in them."""

    def __init__(self, view: Overview, before: "Snapshot | None" = None) -> None:
        self.view, self.revision = view, view.tournament.revision
        summary = view.summary
        self.counts = {"done": summary.scored, "rejected": summary.rejected, "pending": summary.pending}
        self.follows = before.revision if before else -1
        self.change = Event(_event("change", _change(before.view, view), self.revision)) if before else None
        self._making = asyncio.Lock()
        self._whole: Event | None = None

    async def whole(self, packed: bool) -> Event:
        """The standings as one event; made when the first one joins, and not in the loop that serves everyone."""
        async with self._making:
            if self._whole is None:
                self._whole = await run_in_threadpool(
                    lambda: Event(_event("standings", self.view.standings_json, self.revision))
                )
            if packed:
                await run_in_threadpool(lambda event: event.packed, self._whole)
        return self._whole


BEAT = Event(b": still here\n\n")


class _Channel:
    """One tournament that is watched: one task looks, everyone else waits for it."""

    def __init__(self, service: TournamentService, id: str) -> None:
        self._service, self._id = service, id
        self._news = asyncio.Event()
        self._latest: Snapshot | None = None
        self.followers = 0
        self.task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        with contextlib.suppress(UnknownTournament):  # it was deleted: nobody is told anything more
            while True:
                rest, began = TICK_SECONDS, time.monotonic()
                revision = await run_in_threadpool(self._service.store.revision, self._id)
                if self._latest is None or revision != self._latest.revision:
                    latest = await run_in_threadpool(self._snapshot)
                    if latest is not None:
                        self._latest, news, self._news = latest, self._news, asyncio.Event()
                        news.set()
                        took = time.monotonic() - began
                        rest = min(max(PUSH_SECONDS, REST * took), LONGEST_REST)
                await asyncio.sleep(rest)

    def _snapshot(self) -> Snapshot | None:
        """What can be had now; where that is what was told already, the next look takes it again."""
        view = self._service.view(self._id).overview(patient=False)
        if self._latest and self._latest.view is view:
            return None
        return Snapshot(view, self._latest)

    async def after(self, seen: Snapshot | None) -> Snapshot | None:
        """The next snapshot; None where nothing has changed for a while."""
        if self._latest is seen:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._news.wait()
        return self._latest if self._latest is not seen else None


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


async def progress_events(broadcast: Broadcast, id: str, since: int = 0) -> AsyncIterator[bytes]:
    """`progress` whenever counts change, and `done` when nothing is pending; then the stream ends.

    What was before the revision `since` is not told: whoever has just sent photos must not hear that all are done.
    """
    last: dict[str, int] = {}
    async for snapshot in broadcast.follow(id):
        if snapshot is None:
            yield BEAT.plain
        elif snapshot.revision < since:
            continue
        elif snapshot.counts != last:
            last = snapshot.counts
            yield _event("progress", json.dumps(last).encode())
        if last and not last["pending"]:
            yield _event("done", json.dumps(last).encode())
            return


async def standings_events(broadcast: Broadcast, id: str, packed: bool = False) -> AsyncIterator[bytes]:
    """`standings` with the whole ranking at once, then `change` whenever there is one; `packed` for gzip.

    Who has missed a change, because the line is slow, hears the whole ranking again.
    """
    told = -1
    if packed:
        yield GZIP_HEAD
    async for snapshot in broadcast.follow(id):
        if snapshot is None:
            yield BEAT.piece(packed)
            continue
        event = snapshot.change if snapshot.change and snapshot.follows == told else await snapshot.whole(packed)
        told = snapshot.revision
        yield event.piece(packed)


def _change(before: Overview, now: Overview) -> bytes:
    """What makes the ranking of now out of the one before; `places` are steps."""
    document: dict[str, Any] = now.head_document | {"from": before.tournament.revision}
    if now.teams == before.teams:
        del document["teams"]
    document["places"] = steps(before.places, now.places)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _event(name: str, data: bytes, id: int | None = None) -> bytes:
    number = b"id: %d\n" % id if id is not None else b""
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), number, data)
