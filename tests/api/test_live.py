"""The stream that everyone follows: never left behind, whoever else is looking."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from api import live


def test_a_picture_taken_while_a_newer_one_is_being_made_is_taken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction makes revision 2; the first look still gets the overview of revision 1."""
    views = iter([1, 2])
    seen = SimpleNamespace(overview=lambda patient: SimpleNamespace(tournament=SimpleNamespace(revision=next(views))))
    store = SimpleNamespace(revision=lambda id: 2, counts=lambda id: {"done": 1, "pending": 0})
    service: Any = SimpleNamespace(store=store, view=lambda id: seen)
    monkeypatch.setattr(live, "standings_document", lambda view: {"revision": view.tournament.revision})
    monkeypatch.setattr(live, "TICK_SECONDS", 0.01)

    async def first_two() -> list[str]:
        broadcast, told = live.Broadcast(service), []
        async for event in live.standings_events(broadcast, "cup"):
            told.append(event)
            if len(told) == 2:
                break
        await broadcast.close()
        return told

    stale, fresh = asyncio.run(asyncio.wait_for(first_two(), 20))
    assert '"revision": 1' in stale and '"revision": 2' in fresh
