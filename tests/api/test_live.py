"""The stream that everyone follows: never left behind, whoever else is looking, and written once for all."""

import asyncio
import zlib
from types import SimpleNamespace
from typing import Any

import pytest

from api import live


def test_a_picture_taken_while_a_newer_one_is_being_made_is_taken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction makes revision 2; the first look still gets the overview of revision 1."""
    views = iter([1, 2])

    def overview(patient: bool) -> SimpleNamespace:
        number = next(views)
        return SimpleNamespace(tournament=SimpleNamespace(revision=number), standings_json=b'{"revision": %d}' % number)

    store = SimpleNamespace(revision=lambda id: 2, counts=lambda id: {"done": 1, "pending": 0})
    service: Any = SimpleNamespace(store=store, view=lambda id: SimpleNamespace(overview=overview))
    monkeypatch.setattr(live, "TICK_SECONDS", 0.01)

    async def first_two() -> list[bytes]:
        broadcast, told = live.Broadcast(service), []
        async for event in live.standings_events(broadcast, "cup"):
            told.append(event)
            if len(told) == 2:
                break
        await broadcast.close()
        return told

    stale, fresh = asyncio.run(asyncio.wait_for(first_two(), 20))
    assert b'"revision": 1' in stale and b'"revision": 2' in fresh


def test_a_compressed_stream_can_be_joined_at_any_event() -> None:
    events = [live.Event(b"event: standings\ndata: %d\n\n" % number * 50) for number in range(4)]
    for first in range(4):
        reader = zlib.decompressobj(wbits=31)  # as a browser reads gzip
        heard = [reader.decompress(live.GZIP_HEAD)]
        heard += [reader.decompress(event.packed) for event in events[first:]]
        assert heard == [b"", *(event.plain for event in events[first:])], "each arrives whole, as it is sent"
