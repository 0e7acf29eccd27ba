"""What stands beside a case, and the desk of a folder: opened in the browser, ended with Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result
from planned_photos import GRIDS, plan
from playwright.sync_api import expect, sync_playwright
from test_arbiter import score
from test_run import inline

from cli.tournament_command import command
from tournament.cases import cases
from tournament.entities import Player, TournamentSpec
from tournament.session import Session, start

ROSTER = tuple(Player(name) for name in ("Anna", "Ben", "Cleo", "Dora"))
LETTER = {"0": [["P", 0.7], ["F", 0.3]]}  # PMHHE or FMHHE


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Anna has two sheets, one sheet has no name, Cleo's code says another round than the list, Dora is missing."""
    photos = tmp_path / "in"
    plan(photos / "Anna.jpg", GRIDS[0])
    plan(photos / "anna.jpg", GRIDS[1])
    plan(photos / "IMG_1.jpg", GRIDS[2])
    plan(photos / "IMG_2.jpg", GRIDS[3], code="QW1/2/A//Cleo")
    (tmp_path / "who.csv").write_text("file,player,round\nIMG_2.jpg,Cleo,1\n")
    with start(tmp_path / "cup", TournamentSpec("Cup")) as opened:
        opened.set_roster(ROSTER)
        inline(opened, [photos], tmp_path / "who.csv")
        opened.export()
        yield opened


class Desk:
    """The command in a process of its own, and what the page that it opens would send."""

    def __init__(self, folder: Path, *more: str) -> None:
        opened = folder.parent / "opened"
        browser = folder.parent / "browser.sh"
        browser.write_text(f'printf %s "$1" > "{opened}.part" && mv "{opened}.part" "{opened}"\n')
        line = [sys.executable, "-m", "cli", "tournament", "review", str(folder), *more]
        self.process = subprocess.Popen(
            line, env=os.environ | {"BROWSER": f"sh {browser} %s"}, stderr=subprocess.PIPE, text=True, umask=0o022
        )
        assert self.process.stderr
        self.told = next(line for line in self.process.stderr if "Qwords referee" in line).split()[-1]
        self.address, _, self.place = self.told.partition("#/")
        self.id, self.token, self.tab = self.place.split("/")
        self.base = f"{self.address.partition('/page/')[0]}/v1/tournaments"
        self.opened = opened

    def ask(self, path: str, **sent: object) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"}
        method = "POST" if sent else "GET"
        return httpx.request(method, f"{self.base}/{self.id}{path}", headers=headers, timeout=120, **sent)  # type: ignore[arg-type]

    def end(self) -> tuple[int, str]:
        """Ctrl-C; gives the exit code and what was said last."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=120)
        return self.process.returncode, said

    def __enter__(self) -> "Desk":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def test_a_case_comes_with_who_may_be_meant_and_what_it_is_in_conflict_with(session: Session) -> None:
    found = {case.row.page: case for case in cases(session.overview())}
    assert found["in/IMG_1.jpg"].offers == ("Ben", "Dora"), "who has no sheet in this round"
    first, second = found["in/Anna.jpg"], found["in/anna.jpg"]
    assert (first.rivals, second.rivals) == ((second.row,), (first.row,))
    coded = found["in/IMG_2.jpg"].row.coded
    assert coded and (coded.player, coded.round) == ("Cleo", "2")


def test_the_desk_opens_in_the_browser_and_what_is_decided_there_is_in_the_files(session: Session) -> None:
    (row,) = (row for row in session.overview().rows if row.page == "in/IMG_1.jpg")
    session.store.close()
    with Desk(session.out) as desk:
        assert desk.address.startswith("http://127.0.0.1:") and desk.tab == "review"
        queue = desk.ask("/review").json()["queue"]
        assert len(queue) == 4
        assert httpx.get(f"{desk.base}/{desk.id}/review").status_code == 401, "nobody without the token"
        said = {"sheet": row.id, "who": "Eva", "player": "Dora"}
        assert desk.ask("/corrections", json=said).status_code == 201
        deadline = time.monotonic() + 60
        while not desk.opened.exists():
            assert time.monotonic() < deadline, "no browser was opened"
            time.sleep(0.02)
        assert desk.opened.read_text() == desk.told
        code, told = desk.end()
    assert code == 3 and "4 pages in" in told
    assert "Dora" in (session.out / "standings.csv").read_text(encoding="utf-8-sig")
    log = CliRunner().invoke(command, ["log", str(session.out), "--csv"]).stdout.splitlines()
    assert [line.split(",")[2:4] for line in log[1:]] == [["Eva", "player"]]
    assert (session.out / "standings.csv").stat().st_mode & 0o777 == 0o644, "as every command writes them"


def test_the_address_shows_the_waiting_sheets_and_keeps_no_token(session: Session, chromium: str) -> None:
    session.store.close()
    with Desk(session.out) as desk, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(locale="en-GB")
        page.goto(desk.told)
        expect(page.locator("#tab-review")).to_have_attribute("aria-selected", "true", timeout=60_000)
        page.locator("#who").fill("Eva")
        expect(page.locator(".case")).to_have_count(1, timeout=60_000)
        assert desk.token not in page.url
        browser.close()


def test_a_photo_sent_to_the_desk_of_a_folder_is_scored_and_kept_with_the_others(tmp_path: Path) -> None:
    cup = tmp_path / "cup"
    with start(cup, TournamentSpec("Cup", keep_photos=True)) as opened:
        opened.set_roster(ROSTER)
    photo = Path(__file__).parents[2] / "samples/classic-en/photo.jpg"
    with Desk(cup) as desk:
        sent = desk.ask("/sheets", files={"photos": ("Anna.jpg", photo.read_bytes(), "image/jpeg")})
        assert sent.status_code in (200, 201, 202), sent.text
        deadline = time.monotonic() + 120
        while desk.ask("").json()["summary"]["scored"] < 1:
            assert time.monotonic() < deadline, "the photo was not scored"
            time.sleep(0.2)
        (sheet,) = desk.ask("/sheets").json()["sheets"]
        assert b"data:image/jpeg" in desk.ask(f"/sheets/{sheet['sheet']}/report?format=html").content
        assert desk.end()[0] in (0, 3)
    assert len(list((cup / "photos").iterdir())) == 1
    assert "Anna" in (cup / "results.csv").read_text(encoding="utf-8-sig")


def test_a_tournament_deleted_at_the_desk_leaves_no_files(tmp_path: Path) -> None:
    cup = tmp_path / "cup"
    with start(cup, TournamentSpec("Cup")) as opened:
        opened.export()
    (cup / "mine.txt").write_text("not the program's")
    with Desk(cup) as desk:
        assert desk.ask("/deletion", json={"name": "Cup"}).status_code in (200, 201)
        code, told = desk.end()
    assert code == 0 and "deleted" in told
    assert [path.name for path in cup.iterdir()] == ["mine.txt"]


def test_what_arbiters_see_differently_is_settled_by_whoever_chooses(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg", GRIDS[3], doubts=LETTER)
    with start(tmp_path / "cup", TournamentSpec("Cup", double_entry=True)) as opened:
        score(opened, tmp_path / "in")
        opened.arbiter("Ben").letters("in/Anna.jpg", ["1,1=F"])
        opened.arbiter("Eva").letters("in/Anna.jpg", ["1,1=P"])
        (row,) = opened.overview().rows
        assert "disputed" in row.open
        opened.arbiter("Eva").settle(row, ["1,1=P"])
        (row,) = opened.overview().rows
        assert (row.open, row.result.grid[0]) == ((), "PMHHE")
        again = opened.arbiter("Cleo").settle(row, ["1,1=F"])
        assert again.result.grid[0] == "FMHHE"


def test_with_double_entry_a_correction_says_that_it_waits_and_the_next_sheet_is_asked(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg", GRIDS[0], doubts={"0": [["F", 0.9], ["S", 0.1]]})
    with start(tmp_path / "cup", TournamentSpec("Cup", double_entry=True)) as opened:
        score(opened, tmp_path / "in")
    said = ["correct", str(tmp_path / "cup"), "in/Anna.jpg", "1,1=F", "--who"]
    first = CliRunner().invoke(command, [*said, " Eva "])
    assert first.stdout.endswith(", waits for a second arbiter\n"), first.stdout
    second = CliRunner().invoke(command, [*said, "Max"])
    assert "waits" not in second.stdout


def test_one_arbiter_who_spells_the_name_otherwise_is_still_one(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg", GRIDS[3], doubts=LETTER)
    with start(tmp_path / "cup", TournamentSpec("Cup", double_entry=True)) as opened:
        score(opened, tmp_path / "in")
        read = opened.overview().rows[0].total
    said = ["correct", str(tmp_path / "cup"), "in/Anna.jpg", "--grid", GRIDS[0], "--who"]
    for who in ("Zoë_Lang", "zoë lang", " ZOE\u0308  LANG "):  # also with the accent beside its letter
        told = CliRunner().invoke(command, [*said, who]).stdout
        assert f": {read} → {read}, waits for a second arbiter" in told, who
    second = CliRunner().invoke(command, [*said, "Max"]).stdout
    assert "waits" not in second and f"{read} → 52" in second
    assert CliRunner().invoke(command, ["disagreements", str(tmp_path / "cup")]).exit_code == 0


def test_a_tournament_begins_before_there_is_a_photo(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("player,team\nAnna,Reds\nBen,Reds\nanna,Blues\n")
    folder = tmp_path / "cup"

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(command, [str(argument) for argument in arguments])

    begun = run("new", folder, "--roster", tmp_path / "players.csv", "--lang", "de", "--rounds", 2)
    assert begun.exit_code == 0 and "two players are called Anna" in begun.stderr
    assert json.loads(run("status", folder, "--json").stdout)["missing"] == 6
    assert run("sheets", folder, "--side", "A", "--out", tmp_path / "sheets.pdf").exit_code == 0
    refused = run("new", folder, "--lang", "en")
    assert refused.exit_code != 0 and "lang is de, asked for en" in refused.stderr


def test_the_log_speaks_in_sentences_of_the_organiser_s_language(session: Session) -> None:
    arbiter = session.arbiter("Eva")
    arbiter.rule("urn", allow=False, why="not at this table")
    arbiter.undo(1)

    def log(*more: str) -> list[str]:
        return CliRunner().invoke(command, ["log", str(session.out), *more]).stdout.splitlines()

    ruled, undone = log("--lang", "de")
    assert " × " in ruled and "URN" in ruled and "(not at this table)" in ruled
    assert "1" in undone and "Eva" in undone and ruled != log()[0]
    assert log("--csv")[0].startswith("number,at,who")
