"""How a large tournament answers: 5,000 sheets, ten arbiters, 300 phones on the live page, on one machine.

    python -m benchmarks.tournament_scale [--sheets 5000] [--phones 300] [--arbiters 10] [--seconds 60] [--workers 1]
    python -m benchmarks.tournament_scale --filled DIR [--fill-only]

The store is filled with sheets whose evidence is known (no pixels: this measures the service, not the reader). Then
the real service runs in a process of its own. Phones hold the live stream open; arbiters do what their page does: they
follow the stream, fetch the queue when something changed, open a case and answer it; strangers look at the standings;
and photos of the samples are scored all the time, as more come in whenever few wait. All on loopback, with one client
process. Times are of whole answers, as a client sees them. In the end the ranking that some phones show is compared
with the one that the service gives. Filling takes a while: with `--filled` the store
lies in a folder and is used again, and `--fill-only` does no more than that.
"""

import argparse
import asyncio
import contextlib
import hashlib
import json
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from benchmarks.live_phone import Phone
from benchmarks.played_tournament import random_grid, roster, roster_csv
from benchmarks.tournament_day import service
from referee.evidence import Evidence
from referee.judge import judge
from referee.options import Options
from referee.verdict import PhotoVerdict
from scanner.values import Glyph, Reading
from sheets.identity_code import Identity
from tournament.arbiter import Arbiter
from tournament.entities import Known, Page, TournamentSpec
from tournament.overview import TournamentView
from tournament.roster import parse_roster
from tournament.run import fingerprint
from tournament.service import TournamentService
from tournament.store import Store
from tournament.work import ScoredPhoto, work

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
CHECKED = 3  # phones that unpack what they hear; the others leave that to the cores they would have in a hall
DESK_SECONDS = 2.0  # how often a desk that hears of changes fetches the queue at most, as the page does
TARGET_MS = 200  # at the 95th percentile
CORNERS = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0))


def filled_store(folder: Path, sheets: int, pause: float = 0.0) -> dict[str, str]:
    """A data folder with one large tournament, made if it is not there; gives the tournament's id and token."""
    note = folder / "scale.json"
    if not note.exists():
        service = TournamentService(folder)
        made, tokens = service.create(TournamentSpec("Scale"))
        service.store.set_players(made.id, parse_roster(roster_csv(roster_names(max(sheets // 3, 1)))))
        service.close()
        began = time.perf_counter()
        fill_store(f"sqlite:///{folder}/tournaments.sqlite", made.id, sheets, pause)
        print(f"{sheets} sheets judged and stored in {time.perf_counter() - began:.0f} s", file=sys.stderr)
        note.write_text(json.dumps({"id": made.id, "token": tokens.organiser}), encoding="utf-8")
    found: dict[str, str] = json.loads(note.read_text(encoding="utf-8"))
    return found


def fill_store(url: str, id: str, sheets: int, pause: float = 0.0) -> None:
    """Sheets with known evidence, every twentieth with a doubt; judged once each as a worker would."""
    store = Store.open(url)
    tournament = store.tournament(id)
    mark, options = fingerprint(tournament), Options("en")
    players = roster_names(max(sheets // 3, 1))
    rng = np.random.default_rng(3)
    batch, places, known = [], [], []
    for number in range(sheets):
        player, turn = players[number % len(players)], str(number // len(players) + 1)
        page = Page(f"{number}.jpg", "file", f"/scale/{number}.jpg")
        known.append((page, Known(Identity(), {0: Identity(player, turn, "", "manifest")})))
        content = hashlib.sha256(str(number).encode()).hexdigest()
        evidence = _evidence(random_grid(rng), rng if number % 20 == 0 else None)
        scored = ScoredPhoto(PhotoVerdict(None, (judge(evidence, options),)), ("",))
        batch.append(work(lambda data, name, scored=scored: scored, page, content, b""))
        places.append((page, content))
        if len(batch) == 500 or number == sheets - 1:
            store.add_pages(id, known)
            store.record(id, mark, batch, places)
            batch, places, known = [], [], []
            time.sleep(pause)
    store.close()


def correction_cost(url: str, id: str, count: int = 7) -> float:
    """Milliseconds of processor time from a correction to the new ranking in writing: the middle one of some."""
    store = Store.open(url)
    view = TournamentView(store, id)
    arbiter, costs = Arbiter(view, "Arbiter"), []
    rows = [row for row in view.overview().queue if row.result.doubts and row.result.doubts[0].row][:count]
    for row in rows:
        doubt = row.result.doubts[0]
        began = time.process_time()
        arbiter.letters(row, [f"{doubt.row},{doubt.column}={doubt.letter}"])
        assert view.overview().standings_json
        costs.append((time.process_time() - began) * 1000)
    store.close()
    return statistics.median(costs)


def roster_names(count: int) -> list[str]:
    """As many different names as are needed."""
    return [f"{name} {number}" for number in range(-(-count // 112)) for name in roster(112)][:count]


def _evidence(grid: str, rng: np.random.Generator | None) -> Evidence:
    letters = [Glyph(((letter, 1.0),)) for letter in grid.replace("/", "")]
    if rng is not None:
        place = int(rng.integers(25))
        other = "EARIO"[int(rng.integers(5))]
        if other != letters[place].symbol:
            letters[place] = Glyph(((letters[place].symbol, 0.6), (other, 0.4)))
    return Evidence(Reading(tuple(letters)), "A", corners=CORNERS)


def _client(number: int) -> httpx.AsyncClient:
    """A client with an address of its own: the service limits the connections of each."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)  # as phones that come and go
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{number}", limits=limits)
    return httpx.AsyncClient(timeout=60, transport=transport)


class Load:
    """The clients: how long each kind of answer took, what phones heard, and for how long photos were scored."""

    def __init__(self, base: str, token: str, seconds: float, batch: int) -> None:
        self.base, self.seconds, self.batch = base, seconds, batch
        self.until = time.monotonic() + seconds
        self.headers = {"Authorization": f"Bearer {token}"}
        self.times: dict[str, list[float]] = {}
        self.phones: list[Phone] = []
        self.looks = self.busy = 0  # how often was looked whether photos are being scored, and how often they were

    async def timed(
        self, client: httpx.AsyncClient, name: str, method: str, path: str, **more: object
    ) -> httpx.Response:
        """One request, its time noted."""
        began = time.perf_counter()
        answer = await client.request(method, f"{self.base}{path}", **more)  # type: ignore[arg-type]
        self.times.setdefault(name, []).append((time.perf_counter() - began) * 1000)
        if answer.status_code >= 400:
            raise SystemExit(f"{name}: {answer.status_code} {answer.text[:200]}")
        return answer

    async def arbiter(self, client: httpx.AsyncClient, number: int) -> None:
        """Take a case, look at the sheet, answer; a person needs some seconds. What others settle is heard of."""
        desk = _Desk(self, client, number)
        await asyncio.sleep(random.uniform(0, 3))
        while time.monotonic() < self.until:
            await desk.answer_one()
            thinking = time.monotonic() + random.uniform(3, 6)
            while (left := thinking - time.monotonic()) > 0:
                await asyncio.sleep(min(left, DESK_SECONDS))
                await desk.refresh()

    async def stranger(self, client: httpx.AsyncClient) -> None:
        """Someone who looks at the standings now and then."""
        while time.monotonic() < self.until:
            await self.timed(client, "standings", "GET", "/standings")
            await self.timed(client, "status", "GET", "")
            await asyncio.sleep(random.uniform(0.5, 1.5))

    async def organiser(self, client: httpx.AsyncClient) -> None:
        """Bring more photos whenever few wait to be scored."""
        sent = 0
        while time.monotonic() < self.until:
            pending = (await client.get(self.base)).json()["summary"]["pending"]
            self.looks, self.busy = self.looks + 1, self.busy + bool(pending)
            if pending < self.batch:
                files = more_photos(sent, self.batch)
                (await client.post(f"{self.base}/sheets", files=files, headers=self.headers)).raise_for_status()
                sent += self.batch
            await asyncio.sleep(1)

    async def run(self, phones: int, arbiters: int) -> None:
        """All at once; the time begins when all phones have joined."""
        async with contextlib.AsyncExitStack() as opened:
            client = await opened.enter_async_context(_client(1))
            players = len((await client.get(f"{self.base}/standings")).json()["places"])
            spread = 3 + players / 100  # as the page has it
            self.phones = [
                Phone(f"{self.base}/live", f"127.0.0.{2 + n % 4}", n < CHECKED, spread) for n in range(phones)
            ]
            streams = [asyncio.create_task(phone.follow()) for phone in self.phones]
            feeding = asyncio.create_task(self.organiser(client))
            async with asyncio.timeout(120):
                while not all(phone.heard for phone in self.phones):
                    await asyncio.sleep(0.1)
            self.until = time.monotonic() + self.seconds
            await asyncio.gather(
                *(self.arbiter(client, number) for number in range(arbiters)),
                *(self.stranger(client) for _ in range(5)),
            )
            await feeding
            await self.compare(client)
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)

    async def compare(self, client: httpx.AsyncClient) -> None:
        """What the phones show in the end must be what the service says, as soon as they have heard of it."""
        for _ in range(60):
            now = (await client.get(f"{self.base}/standings")).json()
            if all(phone.shown == now for phone in self.phones[:CHECKED]):
                return
            await asyncio.sleep(0.5)
        raise SystemExit("phones show another ranking than the service")


class _Desk:
    """What an arbiter's page asks for."""

    def __init__(self, load: Load, client: httpx.AsyncClient, number: int) -> None:
        self._load, self._client, self._number = load, client, number
        self._queue: list[dict[str, Any]] = []
        self._tag, self._heard = "", -1

    async def refresh(self, force: bool = False) -> None:
        """Fetch the queue where the stream told of a change; browsers ask only for what they do not have."""
        heard = self._load.phones[0].heard if self._load.phones else 0
        if heard == self._heard and not force:
            return
        self._heard = heard
        headers = self._load.headers | ({"If-None-Match": self._tag} if self._tag else {})
        found = await self._load.timed(self._client, "review queue", "GET", "/review", headers=headers)
        if found.status_code == 200:
            self._queue, self._tag = found.json()["queue"], found.headers["etag"]

    async def answer_one(self) -> None:
        """Open a case and answer its first doubt by what was read."""
        await self.refresh(force=True)
        cases = [entry for entry in self._queue if entry["doubts"]]
        if not cases:
            return
        entry, load, headers = cases[self._number % len(cases)], self._load, self._load.headers
        await load.timed(self._client, "log of a sheet", "GET", f"/log?sheet={entry['sheet']}", headers=headers)
        await load.timed(self._client, "one sheet", "GET", f"/sheets/{entry['sheet']}", headers=headers)
        doubt = entry["doubts"][0]
        cells = [{"row": doubt["row"], "column": doubt["column"], "letter": doubt["letter"]}]
        answer = {"cells": cells} if doubt["row"] else {"confirm": True}
        said = {"sheet": entry["sheet"], "who": f"Arbiter {self._number}", **answer}
        await load.timed(self._client, "correction", "POST", "/corrections", headers=headers, json=said)
        await self.refresh(force=True)


def more_photos(first: int, count: int) -> list[tuple[str, tuple[str, bytes]]]:
    """New photos of the samples."""
    pictures = [path.read_bytes() for path in sorted(SAMPLES.glob("*-en/photo.jpg"))]
    numbers = range(first, first + count)
    return [("photos", (f"late {n}.jpg", pictures[n % len(pictures)] + f"copy {n}".encode())) for n in numbers]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=5000)
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--arbiters", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--scoring", type=int, default=40, help="photos that come whenever fewer wait to be scored")
    parser.add_argument("--workers", type=int, default=1, help="processes that score them")
    parser.add_argument("--filled", type=Path, help="keep the filled store in this folder, and use the one there")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds after 500 sheets, beside other work")
    parser.add_argument("--fill-only", action="store_true", help="fill the store and measure nothing")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="qwords-scale-") as folder:
        kept = options.filled or Path(folder) / "kept"
        head = filled_store(kept, options.sheets, options.pause)
        if not options.fill_only:
            shutil.copytree(kept, Path(folder) / "data")
            measure(Path(folder), head, options)


def measure(folder: Path, head: dict[str, str], options: argparse.Namespace) -> None:
    """Bring up the service on a filled store, let all come at once, and print."""
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {options.workers} workers")
    with service(folder, options.workers) as url:
        base, token = f"{url}/v1/tournaments/{head['id']}", head["token"]
        cost = correction_cost(f"sqlite:///{folder}/data/tournaments.sqlite", head["id"])
        print(f"a correction and the ranking after it: {cost:.0f} ms of processor time")
        began = time.perf_counter()
        httpx.get(f"{base}/standings", timeout=120)
        print(f"first look at the standings: {time.perf_counter() - began:.2f} s")
        before = httpx.get(base, timeout=120).json()["summary"]["scored"]
        load = Load(base, token, options.seconds, options.scoring)
        asyncio.run(load.run(options.phones, options.arbiters))
        report(load)
        print(f"load of the machine after: {os.getloadavg()[0]:.1f}")
        counts = httpx.get(base, timeout=120).json()["summary"]
        print(f"scored meanwhile: {counts['scored'] - before}; photos waited in {load.busy} of {load.looks} looks")


def report(load: Load) -> None:
    """The percentiles of each kind of answer, and what phones heard."""
    events, size = sum(phone.heard for phone in load.phones), sum(phone.bytes for phone in load.phones)
    lost = sum(phone.lost for phone in load.phones)
    fetched = sum(phone.fetched for phone in load.phones)
    told = f"{events} events heard, {fetched} rankings asked for, {size / 1e6:.1f} MB sent, {lost} streams lost"
    print(f"{len(load.phones)} phones on the live page, {told}; {os.cpu_count()} cores")
    everything = sorted(time for times in load.times.values() for time in times)
    for name, times in {**load.times, "all": everything}.items():
        if len(times) < 2:
            print(f"{name:<14} {len(times):5d} answers: too few to tell")
            continue
        late = statistics.quantiles(times, n=20)[-1]
        middle = statistics.median(times)
        print(f"{name:<14} {len(times):5d} answers, median {middle:6.1f} ms, 95 % within {late:6.1f} ms")
    if len(everything) < 2:
        return
    late = statistics.quantiles(everything, n=20)[-1]
    print(f"95th percentile of all answers: {late:.0f} ms (target < {TARGET_MS})")
    print(json.dumps({"p95_ms": round(late, 1)}), file=sys.stderr)


if __name__ == "__main__":
    main()
