"""What everyone watches at once: looked up, written and compressed once for each change, however many phones follow."""

import asyncio
import contextlib
import json
import time
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cached_property

from starlette.concurrency import run_in_threadpool

from tournament.service import TournamentService
from tournament.tournament_errors import UnknownTournament

TICK_SECONDS = 0.5  # how often a tournament that is watched is looked at
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


@dataclass(frozen=True)
class Snapshot:
    """A tournament at one revision: how many pages are in which state, and the standings as an event."""

    revision: int
    counts: dict[str, int]
    standings: Event


BEAT = Event(b": still here\n\n")


class _Channel:
    """One tournament that is watched: one task looks, everyone else waits for it."""

    def __init__(self, service: TournamentService, id: str) -> None:
        self._service, self._id = service, id
        self._changed = asyncio.Condition()
        self._latest: Snapshot | None = None
        self.followers = 0
        self.task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        with contextlib.suppress(UnknownTournament):  # it was deleted: nobody is told anything more
            while True:
                rest = TICK_SECONDS
                revision = await run_in_threadpool(self._service.store.revision, self._id)
                if self._latest is None or revision != self._latest.revision:
                    began = time.monotonic()
                    latest = await run_in_threadpool(self._snapshot)
                    async with self._changed:
                        self._latest = latest
                        self._changed.notify_all()
                    await asyncio.sleep(0)  # every stream takes its piece before this one sleeps
                    rest = min(max(rest, REST * (time.monotonic() - began)), LONGEST_REST)
                await asyncio.sleep(rest)

    def _snapshot(self) -> Snapshot:
        """What can be had now; where that is not the latest revision yet, the next look takes it again."""
        counts = self._service.store.counts(self._id)
        view = self._service.view(self._id).overview(patient=False)
        event = Event(_event("standings", view.standings_json))
        assert event.packed  # made here, in a thread of its own, and not in the loop that serves everyone
        return Snapshot(view.tournament.revision, counts, event)

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


async def progress_events(broadcast: Broadcast, id: str) -> AsyncIterator[bytes]:
    """`progress` whenever counts change, and `done` when nothing is pending; then the stream ends."""
    last: dict[str, int] = {}
    async for snapshot in broadcast.follow(id):
        if snapshot is None:
            yield BEAT.plain
        elif snapshot.counts != last:
            last = snapshot.counts
            yield _event("progress", json.dumps(last).encode())
        if last and not last["pending"]:
            yield _event("done", json.dumps(last).encode())
            return


async def standings_events(broadcast: Broadcast, id: str, packed: bool = False) -> AsyncIterator[bytes]:
    """`standings` with the whole ranking, at once and whenever it changes; `packed` for a stream encoded as gzip."""
    last = b""
    if packed:
        yield GZIP_HEAD
    async for snapshot in broadcast.follow(id):
        event = snapshot.standings if snapshot else BEAT
        if snapshot and event.plain == last:
            continue
        last = event.plain if snapshot else last
        yield event.packed if packed else event.plain


def _event(name: str, data: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)
