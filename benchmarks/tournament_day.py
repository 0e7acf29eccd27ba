"""A whole tournament, played through the page in a real browser and through the command line, beside the truth.

    python -m benchmarks.tournament_day [--players 60] [--rounds 3] [--photos DIR] [--door page]

Sheets are printed by the page, filled by hands the networks have not seen (a plotter font without the handwriting
sets), photographed and sent. One player a round is missing, one sheet comes twice, one has no code, a manifest
contradicts a code on the command line. An arbiter answers every case by what is on the paper, a second one confirms, a
word is denied and the standings are published. Every figure is compared with the truth. It can be done in parts: photos
that lie in `--photos` already are not made again, `--door photos --most 60` makes some of them and no more, and
`--door` page or command goes through one of the two doors only.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which
from typing import Any

import httpx

from benchmarks.played_tournament import (
    PlayedSheet,
    hands,
    photograph_sheet,
    play,
    rasterise,
    roster,
    roster_csv,
)

ROOT = Path(__file__).resolve().parent.parent
TOKEN = "for the day"


@dataclass
class Day:
    """What was done, and what did not agree with the truth."""

    sheets: int = 0
    asked: int = 0
    unflagged: list[str] = field(default_factory=list)  # wrong as read, and nobody was asked
    wrong: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    def compare(self, door: str, found: dict[str, dict[str, int]], truth: Sequence[PlayedSheet]) -> None:
        """Note every figure of a door's standings that is not the truth."""
        wanted: dict[str, dict[str, int]] = {}
        for sheet in truth:
            wanted.setdefault(sheet.player, {})[sheet.round] = sheet.ruled_total
        for player in sorted(wanted.keys() | found.keys()):
            if found.get(player) != wanted.get(player):
                self.wrong.append(f"{door}: {player} {found.get(player)} instead of {wanted.get(player)}")


@contextmanager
def service(folder: Path, workers: int = 1) -> Iterator[str]:
    """The real service on a port of its own."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        "QWORDS_TOKEN": TOKEN,
        "QWORDS_DATA": str(folder / "data"),
        "QWORDS_WORKERS": str(workers),
        "QWORDS_LOG_LEVEL": "warning",
    }
    command = ["-m", "cli", "serve", "--port", str(port)]
    process = subprocess.Popen([sys.executable, *command], cwd=ROOT, env={**_environ(), **environment})
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                if httpx.get(f"{url}/readyz").status_code == 200:
                    break
            except httpx.TransportError:
                pass
            time.sleep(0.2)
        yield url
    finally:
        process.terminate()
        process.wait()


def _environ() -> dict[str, str]:
    import os

    return dict(os.environ)


class Organiser:
    """A person at the organiser's page."""

    def __init__(self, page: Any, url: str) -> None:
        self.page, self.url = page, url

    def create(self, name: str) -> str:
        """Create the tournament; gives the arbiters' link."""
        self.page.goto(f"{self.url}/page/organiser.html")
        self.page.locator("input[name=name]").fill(name)
        self.page.locator("input[name=service]").fill(TOKEN)
        self.page.locator("form .main[type=submit]").click()
        return str(self.page.locator(".token code").nth(1).inner_text())

    @property
    def id(self) -> str:
        """The tournament's id."""
        return str(self.page.url.split("#/")[1])

    def tab(self, name: str) -> None:
        """Open a tab."""
        self.page.locator(f"#tab-{name}").click()
        self.page.wait_for_selector(f"#tab-{name}[aria-selected=true]")

    def give_roster(self, csv: str) -> None:
        """Paste the roster."""
        self.tab("roster")
        self.page.locator("textarea").fill(csv)
        self.page.locator("#panel .button.main").first.click()
        self.page.wait_for_selector("#panel .list li")

    def upload(self, photos: Sequence[Path]) -> None:
        """Drop in photos and wait until all are scored."""
        self.tab("standings")
        before = self._finished()
        self.page.locator("#files").set_input_files(photos)
        self.page.wait_for_function(
            "count => { const bar = document.querySelector('[role=progressbar]');"
            " return bar && bar.ariaValueNow === bar.ariaValueMax && Number(bar.ariaValueMax) >= count; }",
            arg=before + len(photos),
            timeout=1_200_000,
        )

    def _finished(self) -> int:
        return int(self.page.locator("[role=progressbar]").first.get_attribute("aria-valuemax") or 0)

    def print(self, what: str) -> bytes:
        """A PDF of the tournament."""
        token = self.page.evaluate("id => JSON.parse(localStorage.getItem('qwords-tokens'))[id]", self.id)
        url, headers = f"{self.url}/v1/tournaments/{self.id}/prints/{what}", {"Authorization": f"Bearer {token}"}
        return httpx.get(url, headers=headers, timeout=120).raise_for_status().content


def settle_all(desk: Organiser, who: str, truth: dict[tuple[str, str], str], day: Day, nameless: str) -> None:
    """Answer every case by what is on the paper, with one key where that is enough."""
    page = desk.page
    desk.tab("review")
    page.locator("#who").fill(who)
    for _ in range(2000):
        page.wait_for_timeout(60)
        sheet = str(page.evaluate("document.querySelector('.case')?.dataset.sheet ?? ''"))  # waits for nothing
        if not sheet:
            if not _get(desk, "/review")["queue"]:
                return
            page.wait_for_timeout(500)  # the desk is still being drawn
            continue
        entry = _entry(desk, sheet)
        if entry is None:
            page.reload()
            desk.tab("review")
            continue
        before = len(_log(desk))
        _answer(page, entry, truth, nameless)
        day.asked += 1
        for _ in range(100):
            if len(_log(desk)) > before:
                break
            page.wait_for_timeout(50)
    raise SystemExit("the desk never came to an end")


def _answer(page: Any, entry: dict[str, Any], truth: dict[tuple[str, str], str], nameless: str) -> None:
    reasons = set(entry["open"])
    if "repeated" in reasons or "conflict" in reasons:
        page.locator(".case .danger").click()
        return
    if reasons & {"nameless", "unknown-player", "identity"}:
        page.locator("input[name=player]").fill(nameless)
        page.locator(".case form [type=submit]").click()
        return
    letters = truth[entry["player"], entry["round"]].replace("/", "")
    doubt = next(iter(entry["doubts"]), None)
    if doubt and doubt["row"]:
        wanted = letters[doubt["row"] * 5 + doubt["column"] - 6]
        for number, offered in ((1, doubt["letter"]), (2, doubt["or"])):
            if offered == wanted:
                page.locator(".desk").focus()
                page.keyboard.press(str(number))
                return
    wrong = [n for n, (said, wanted) in enumerate(zip("".join(entry["grid"]), letters, strict=True)) if said != wanted]
    for n in wrong:
        page.locator(f".case [data-cell='{n // 5 + 1},{n % 5 + 1}']").fill(letters[n])
    if wrong:
        page.locator(".case .actions button").nth(1).click()
    else:
        page.locator(".desk").focus()
        page.keyboard.press("c")


BEARER = """const bearer = { Authorization: `Bearer ${JSON.parse(localStorage.getItem("qwords-tokens"))[id]}` };"""


def _get(desk: Organiser, path: str) -> Any:
    """What the service answers to whoever sits at this page."""
    script = f"""async ([id, path]) => {{ {BEARER}
        return (await fetch(`/v1/tournaments/${{id}}${{path}}`, {{ headers: bearer }})).json(); }}"""
    return desk.page.evaluate(script, [desk.id, path])


def _post(desk: Organiser, path: str, body: dict[str, Any]) -> Any:
    """The same for what is sent."""
    script = f"""async ([id, path, body]) => {{ {BEARER}
        const headers = {{ "Content-Type": "application/json", ...bearer }};
        const sent = {{ method: "POST", headers, body: JSON.stringify(body) }};
        return (await fetch(`/v1/tournaments/${{id}}${{path}}`, sent)).json(); }}"""
    return desk.page.evaluate(script, [desk.id, path, body])


def _entry(desk: Organiser, sheet: str) -> dict[str, Any] | None:
    return next((entry for entry in _get(desk, "/review")["queue"] if entry["sheet"] == sheet), None)


def _log(desk: Organiser) -> list[Any]:
    return list(_get(desk, "/log")["log"])


def sent_of(players: Sequence[str], rounds: int, kept: Path) -> tuple[list[PlayedSheet], set[tuple[str, str]]]:
    """The sheets that were played and sent, and who is missing in which round.

    The grids lie with the photos: a newer word list would have the players write other words.
    """
    missing = {(players[-number], str(number)) for number in range(1, rounds + 1)}
    file = kept / f"grids-{len(players)}x{rounds}.txt"
    played = play(players, rounds, grids=file.read_text(encoding="ascii").split() if file.exists() else None)
    file.write_text("\n".join(sheet.grid for sheet in played), encoding="ascii")
    return [sheet for sheet in played if (sheet.player, sheet.round) not in missing], missing


@contextmanager
def organiser(folder: Path, players: Sequence[str]) -> Iterator[tuple[Organiser, str]]:
    """The organiser at a real browser with a tournament and its roster, and the arbiters' link."""
    from playwright.sync_api import sync_playwright

    chromium = which("chromium") or which("chromium-browser") or which("google-chrome")
    with service(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
        context.set_default_timeout(120_000)
        desk = Organiser(context.new_page(), url)
        link = desk.create("The Day")
        desk.give_roster(roster_csv(players))
        yield desk, link
        browser.close()


def by_page(
    folder: Path,
    players: Sequence[str],
    sent: Sequence[PlayedSheet],
    missing: set[tuple[str, str]],
    day: Day,
    kept: Path,
) -> None:
    """The day through the page."""
    with organiser(folder, players) as (desk, link):
        make_photos(desk, kept, players, sent)
        began = time.perf_counter()
        for number in sorted({sheet.round for sheet in sent}):
            desk.upload([_photo(kept, place) for place, sheet in enumerate(sent) if sheet.round == number])
            listed = {(absence["player"], absence["round"]) for absence in _get(desk, "/roster")["missing"]}
            named = {pair for pair in missing if pair[1] == number} | {(sent[0].player, "1")}
            if {pair for pair in listed if pair[1] == number} - named:
                day.wrong.append(f"page: round {number} misses {sorted(listed)}")
        day.seconds["upload and scoring"] = time.perf_counter() - began
        twice = folder / "IMG_twice.jpg"
        twice.write_bytes(_photo(kept, 1).read_bytes() + b"again")
        desk.upload([twice])
        _note_unflagged(desk, sent, day)
        truth = {(sheet.player, sheet.round): sheet.grid for sheet in sent}
        began = time.perf_counter()
        settle_all(desk, "Eva", truth, day, sent[0].player)
        day.seconds["review"] = time.perf_counter() - began
        _second_arbiter(link, desk, sent[2])
        _protest(desk, sent[0].ruled)
        _correct_unflagged(desk, sent)
        settle_all(desk, "Eva", truth, day, sent[0].player)  # a ruling may open cases again
        _publish(desk)
        day.compare("page", _standings(httpx.get(f"{desk.url}/v1/tournaments/{desk.id}/standings").json()), sent)
        _live(desk)


def make_photos(
    desk: Organiser, folder: Path, players: Sequence[str], sent: Sequence[PlayedSheet], most: int | None = None
) -> None:
    """Print by the page, fill and photograph what is not there yet; the first sheet of all is one without a code."""
    writers = hands()
    wanted = [place for place in range(len(sent)) if not _photo(folder, place).exists()][:most]
    pdfs: dict[str, bytes] = {}
    for place in wanted:
        sheet = sent[place]
        if sheet.round not in pdfs:
            pdfs[sheet.round] = desk.print(f"sheets.pdf?side=A&round={sheet.round}&paper=A6&per_page=1")
        page = rasterise(pdfs[sheet.round], players.index(sheet.player))
        if place == 0:
            page[page.shape[0] * 7 // 10 :, : page.shape[1] // 4] = 255  # someone has cut the code off
        hand = writers[players.index(sheet.player) % len(writers)]
        part = _photo(folder, place).with_suffix(".part")
        part.write_bytes(photograph_sheet(page, sheet, hand, place))
        part.rename(_photo(folder, place))


def _photo(folder: Path, place: int) -> Path:
    return folder / f"IMG_{place:04d}.jpg"


def _note_unflagged(desk: Organiser, sent: Sequence[PlayedSheet], day: Day) -> None:
    truth = {(sheet.player, sheet.round): sheet for sheet in sent}
    for row in _get(desk, "/sheets")["sheets"]:
        played = truth.get((row["player"], row["round"]))
        day.sheets += 1
        if played and not row["open"] and row["total"] != played.total:
            day.unflagged.append(f"{row['player']} {row['round']}: {row['total']} instead of {played.total}")


def _second_arbiter(link: str, desk: Organiser, sheet: PlayedSheet) -> None:
    """A second arbiter joins by the link, and what was corrected wrongly is undone."""
    context = desk.page.context.browser.new_context(locale="de-DE")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(link)
    page.wait_for_selector("#tab-log")
    other = Organiser(page, desk.url)
    row = next(r for r in _get(other, "/sheets")["sheets"] if (r["player"], r["round"]) == (sheet.player, sheet.round))
    wrong = {"sheet": row["sheet"], "who": "Max", "cells": [{"row": 1, "column": 1, "letter": "X"}]}
    _post(other, "/corrections", wrong)
    page.evaluate("localStorage.setItem('qwords-arbiter', 'Max')")
    other.tab("log")
    page.locator(".list li").first.locator("button").click()
    page.wait_for_selector(".list li.void")
    context.close()


def _protest(desk: Organiser, word: str) -> None:
    """The table denies a word: whom that changes is looked at first."""
    desk.tab("rulings")
    page = desk.page
    page.locator("input[name=word]").fill(word)
    page.locator("button[value='deny preview']").click()
    page.wait_for_selector("#panel section h2")
    page.locator("button[value='deny rule']").click()
    page.wait_for_function(
        "word => document.querySelector('#panel').innerText.includes('denied the word ' + word)", arg=word
    )


def _correct_unflagged(desk: Organiser, sent: Sequence[PlayedSheet]) -> None:
    """Players protest against totals that are wrong and were not flagged: their letters are corrected."""
    truth = {(sheet.player, sheet.round): sheet.grid for sheet in sent}
    for row in _get(desk, "/sheets")["sheets"]:
        grid = truth.get((row["player"], row["round"]))
        if grid and "/".join(row["grid"]) != grid and not row["same_as"] and not row["withdrawn"]:
            _post(desk, "/corrections", {"sheet": row["sheet"], "who": "Eva", "why": "protest", "grid": grid})


def _publish(desk: Organiser) -> None:
    desk.tab("standings")
    desk.page.on("dialog", lambda dialog: dialog.accept())
    desk.page.locator(".actions .button.main").click()
    desk.page.wait_for_selector(".pill.good")


def _live(desk: Organiser) -> None:
    """The live page shows the ranking."""
    page = desk.page.context.new_page()
    page.goto(f"{desk.url}/page/live.html#/{desk.id}")
    page.wait_for_selector(".live-ranking tbody tr")


def _standings(document: dict[str, Any]) -> dict[str, dict[str, int]]:
    return {place["player"]: place["rounds"] for place in document["places"]}


def by_command(folder: Path, players: Sequence[str], sent: Sequence[PlayedSheet], day: Day, kept: Path) -> None:
    """The same photos through the command line, corrected by the same truth."""
    photos, out, csv = folder / "photos", folder / "cup", folder / "players.csv"
    photos.mkdir()
    csv.write_text(roster_csv(players), encoding="utf-8")
    contradicted = sent[1]
    manifest = folder / "who.csv"
    lines = [f"IMG_0000.jpg,{sent[0].player},1", f"IMG_0001.jpg,{contradicted.player},99"]
    manifest.write_text("\n".join(["file,player,round", *lines]), encoding="utf-8")
    began = time.perf_counter()
    for place in range(len(sent)):
        (photos / _photo(kept, place).name).write_bytes(_photo(kept, place).read_bytes())
    qwords("run", photos, "--out", out, "--roster", csv, "--manifest", manifest, "--lang", "en")
    day.seconds["command line, scoring"] = time.perf_counter() - began
    conflict = json.loads(qwords("review", out, "--json"))["queue"]
    if not any("identity" in entry["why"] for entry in conflict):
        day.wrong.append("command line: the manifest overruled the code")
    qwords("correct", out, "photos/IMG_0001.jpg", "--player", contradicted.player, "--round", "1", "--who", "Eva")
    truth = {(sheet.player, sheet.round): sheet.grid for sheet in sent}
    for line in (out / "results.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        grid = truth.get((row.get("player"), row.get("round")))
        if grid and ("/".join(row["grid"]) != grid or "doubt" in row["open"]):
            qwords("correct", out, row["sheet"], "--grid", grid, "--who", "Eva")
    qwords("rule", out, sent[0].ruled, "--deny", "--who", "Eva")
    qwords("publish", out, "--who", "Eva")
    day.compare("command line", _standings(json.loads(qwords("standings", out, "--format", "json"))), sent)


def qwords(*arguments: object) -> str:
    """Run a tournament command; what it prints."""
    command = [sys.executable, "-m", "cli", "tournament", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        raise SystemExit(f"{arguments}: {done.stderr}")
    return done.stdout


def whole_day(
    players: int, rounds: int, photos: Path | None = None, door: str = "both", most: int | None = None
) -> Day:
    """Play it through both doors, or through one of them with the photos that are there."""
    day, names = Day(), roster(players)
    with tempfile.TemporaryDirectory(prefix="qwords-day-") as folder:
        kept = photos or Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        sent, missing = sent_of(names, rounds, kept)
        if door == "photos":
            with organiser(Path(folder), names) as (desk, _):
                make_photos(desk, kept, names, sent, most)
        if door in ("both", "page"):
            by_page(Path(folder), names, sent, missing, day, kept)
        if door in ("both", "command"):
            by_command(Path(folder), names, sent, day, kept)
    return day


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--photos", type=Path, help="keep the photos here, and use those that are there")
    parser.add_argument("--door", choices=("both", "page", "command", "photos"), default="both")
    parser.add_argument("--most", type=int, help="with --door photos: make no more than these now")
    options = parser.parse_args()
    day = whole_day(options.players, options.rounds, options.photos, options.door, options.most)
    print(f"{options.players} players, {options.rounds} rounds: {day.sheets} sheets, {day.asked} answers at the desk")
    print(f"wrong as read and nobody asked: {len(day.unflagged)}", *day.unflagged, sep="\n  ")
    print(f"figures that are not the truth in the end: {len(day.wrong)}", *day.wrong, sep="\n  ")
    for name, seconds in day.seconds.items():
        print(f"{name}: {seconds:.0f} s")
    sys.exit(1 if day.wrong else 0)


if __name__ == "__main__":
    main()
