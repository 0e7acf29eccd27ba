"""The stream that everyone follows: never left behind, whoever else is looking, and written once for all."""

import asyncio
import json
import random
import zlib
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from api import live
from benchmarks.live_phone import applied
from tournament.entities import Place
from tournament.standings import steps


def view(revision: int, places: Sequence[Place] = (), pending: int = 0) -> SimpleNamespace:
    """How a tournament stands at a revision."""
    head = {"tournament": "Cup", "places": [], "teams": []}
    whole = head | {"places": [place.document for place in places]}
    summary = SimpleNamespace(scored=1, rejected=0, pending=pending)
    return SimpleNamespace(
        tournament=SimpleNamespace(revision=revision), places=tuple(places), teams=(), summary=summary,
        head_document=head, standings_json=json.dumps(whole).encode(),
    )  # fmt: skip


def heard(
    views: Iterator[SimpleNamespace], count: int, wait: float = 0.0, events: Any = live.standings_events
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


def test_who_joins_hears_the_whole_ranking_and_then_what_changes() -> None:
    anna, ben = Place(1, "Anna", 52, {"1": 52}, 0), Place(2, "Ben", 40, {"1": 40}, 0)
    better = Place(1, "Ben", 60, {"1": 60}, 0)
    told = heard(iter([view(7, [anna, ben]), view(9, [better, Place(2, "Anna", 52, {"1": 52}, 0)])]), 2)
    assert [event["event"] for event in told] == ["standings", "change"]
    change = json.loads(told[1]["data"])
    assert (change["from"], told[1]["id"]) == (7, "9") and "teams" not in change
    assert change["places"] == [better.document, [0, 1, 1]], "Anna is as she was, one place further down"


def test_who_missed_a_change_hears_the_whole_ranking_again() -> None:
    """A slow phone takes the first event when two more changes have been told."""
    told = heard(iter([view(number) for number in range(1, 400)]), 2, wait=0.3)
    assert [event["event"] for event in told] == ["standings", "standings"] and int(told[1]["id"]) > 2


def test_steps_lead_from_any_ranking_to_any_other() -> None:
    rng = random.Random(18)

    def ranking(names: Sequence[str]) -> list[Place]:
        totals = sorted((rng.randrange(30) for _ in names), reverse=True)
        numbers = [1 + sum(other > total for other in totals) for total in totals]
        return [Place(n, name, total, {"1": total}, 0) for n, name, total in zip(numbers, names, totals, strict=True)]

    names = [f"Player {number}" for number in range(40)]
    before = ranking(names[:30])
    for _ in range(300):
        some = rng.sample(names, rng.randrange(len(names)))
        keep = {place.player: place for place in before}
        after = [
            keep[place.player] if place.player in keep and rng.random() < 0.8 else place for place in ranking(some)
        ]
        document = json.loads(json.dumps(steps(before, after)))
        assert applied([place.document for place in before], document) == [place.document for place in after]
        before = after


def test_a_correction_among_many_is_a_short_message() -> None:
    before = [Place(number, f"Player {number}", 2000 - number, {"1": 2000 - number}, 0) for number in range(1, 1001)]
    moved = [*before[:500], *before[501:]]
    moved.insert(400, Place(0, "Player 501", 1598, {"1": 1598}, 0))
    after = [Place(number, place.player, place.total, place.rounds, 0) for number, place in enumerate(moved, 1)]
    assert len(steps(before, after)) == 4 and len(json.dumps(steps(before, after))) < 250


def test_a_compressed_stream_can_be_joined_at_any_event() -> None:
    events = [live.Event(b"event: standings\ndata: %d\n\n" % number * 50) for number in range(4)]
    for first in range(4):
        reader = zlib.decompressobj(wbits=31)  # as a browser reads gzip
        heard = [reader.decompress(live.GZIP_HEAD)]
        heard += [reader.decompress(event.packed) for event in events[first:]]
        assert heard == [b"", *(event.plain for event in events[first:])], "each arrives whole, as it is sent"
