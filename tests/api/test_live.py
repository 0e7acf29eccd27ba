"""The stream that everyone follows: never left behind, whoever else is looking."""

import asyncio
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from api import live
from api.large_answers import Body


def view(revision: int, pending: int = 0) -> SimpleNamespace:
    """How a tournament stands at a revision."""
    summary = SimpleNamespace(scored=1, rejected=0, pending=pending)
    tournament = SimpleNamespace(revision=revision)
    return SimpleNamespace(tournament=tournament, summary=summary, once=lambda name, make: Body(b"{}"))


def heard(
    views: Iterator[SimpleNamespace], count: int, wait: float = 0.0, events: Any = live.revision_events
) -> list[dict[str, str]]:
    """The first events that a phone hears while these views come one after the other; it may take its time."""
    state = SimpleNamespace(now=next(views))

    def overview(patient: bool) -> SimpleNamespace:
        found, state.now = state.now, next(views, state.now)
        return found

    store = SimpleNamespace(revision=lambda id: -1)  # always another one than was seen
    service: Any = SimpleNamespace(store=store, view=lambda id: SimpleNamespace(overview=overview))

    async def listen() -> list[bytes]:
        broadcast, told = live.Broadcast(service), []
        async for event in events(broadcast, "cup"):
            told.append(event)
            if len(told) == count:
                break
            await asyncio.sleep(wait)
        await broadcast.close()
        return told

    found = asyncio.run(asyncio.wait_for(listen(), 20))
    return [dict(line.split(": ", 1) for line in event.decode().strip().splitlines()) for event in found]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(live, "PUSH_SECONDS", 0.01)
    monkeypatch.setattr(live, "REST", 0)


def test_a_picture_taken_while_a_newer_one_is_being_made_is_taken_again() -> None:
    """A correction makes revision 2; the first looks still get the overview of revision 1, which is told once."""
    first = view(1)
    told = heard(iter([first, first, first, view(2)]), 2)
    assert [event["id"] for event in told] == ["1", "2"]


def test_who_has_just_sent_photos_does_not_hear_that_all_are_done() -> None:
    """The photos made revision 3; the picture at hand is of revision 2, when nothing was pending."""
    views = iter([view(2), view(3, pending=1), view(4)])
    told = heard(views, 3, events=lambda broadcast, id: live.progress_events(broadcast, id, since=3))
    assert [(event["event"], json.loads(event["data"])["pending"]) for event in told] == [
        ("progress", 1), ("progress", 0), ("done", 0)
    ]  # fmt: skip


def test_a_slow_phone_hears_of_the_newest_revision() -> None:
    """It takes the first event when more revisions have come; those between concern nobody any more."""
    told = heard(iter([view(number) for number in range(1, 400)]), 2, wait=0.3)
    assert [event["event"] for event in told] == ["revision", "revision"] and int(told[1]["data"]) > 2
