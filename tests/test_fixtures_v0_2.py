"""What 0.2.0 wrote opens in this version, or is refused with a sentence that says what to do.

Everything goes through commands and addresses, since modules move and those do not. `tests/fixtures/v0_2/README.md`
says what the files are.
"""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import cv2
import httpx
import private_postgres
import pypdfium2
import pytest
from at_the_table import ARGUMENTS, PATIENCE
from click.testing import CliRunner, Result
from playwright.sync_api import Browser, expect, sync_playwright

FROZEN = Path(__file__).resolve().parent / "fixtures" / "v0_2"
SAMPLES = Path(__file__).resolve().parent.parent / "samples"
FIGURES = ("place", "player", "total", "rounds", "team", "table")
REPORTS = json.loads((FROZEN / "expected/reports.json").read_text(encoding="utf-8"))
ADDRESSES = (FROZEN / "addresses.txt").read_text(encoding="utf-8").split()
TOKENS = json.loads((FROZEN / "data/tokens.json").read_text(encoding="utf-8"))
CODES = json.loads((FROZEN / "printed/codes.json").read_text(encoding="utf-8"))


def qwords(*arguments: object) -> Result:
    """Run a command of whatever is installed; it may refuse, but never fall."""
    (command,) = distribution("qwords-referee").entry_points.select(group="console_scripts", name="qwords")
    result = CliRunner().invoke(command.load(), [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert "Traceback" not in result.output
    return result


def frozen(name: str) -> Any:
    return json.loads((FROZEN / name).read_text(encoding="utf-8"))


def copy(name: str, to: Path) -> Path:
    """A copy to work on: opening may bring a store up to date."""
    return Path(shutil.copytree(FROZEN / name, to / name))


def figures(standings: dict[str, Any]) -> list[dict[str, Any]]:
    """What a ranking says of each player; how much is open may be judged more strictly later."""
    return [{name: place[name] for name in FIGURES} for place in standings["places"]]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Path]:
    with private_postgres.server() as socket:
        yield socket


@pytest.fixture(params=["cup", "q4-cup", "postgresql"])
def cup(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[str]]:
    """A tournament's folder, and the options that name its store."""
    folder = copy(request.param, tmp_path)
    if request.param != "postgresql":
        return folder, []
    import psycopg

    url = private_postgres.new_database(request.getfixturevalue("postgresql"))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute((FROZEN / "postgresql/dump.sql").read_bytes())
    return folder, ["--store", url]


def test_a_store_opens_and_stands_as_it_stood(cup: tuple[Path, list[str]]) -> None:
    folder, store = cup
    shown = qwords("tournament", "standings", folder, "--format", "json", *store)
    then, now = frozen(f"expected/{folder.name}-standings.json"), json.loads(shown.stdout)
    assert figures(now) == figures(then)
    assert (now["tournament"], now["published"], now["teams"]) == (then["tournament"], True, then["teams"])
    assert {name: now["summary"][name] for name in ("pages", "scored", "rejected", "sheets")} == {
        name: then["summary"][name] for name in ("pages", "scored", "rejected", "sheets")
    }


def test_the_log_says_what_it_said(cup: tuple[Path, list[str]]) -> None:
    folder, store = cup
    then = rows((FROZEN / f"expected/{folder.name}-log.csv").read_text(encoding="utf-8"))
    now = rows(qwords("tournament", "log", folder, "--csv", *store).stdout)
    assert [{name: line[name] for name in then[0]} for line in now] == then
    assert qwords("tournament", "log", folder, "--lang", "de", *store).exit_code == 0


def test_a_stored_tournament_goes_on(cup: tuple[Path, list[str]]) -> None:
    """It is corrected, the line is undone, and it stands as before; another word list must be agreed to first."""
    folder, store = cup
    before = json.loads(qwords("tournament", "standings", folder, "--format", "json", *store).stdout)
    leader = before["places"][0]
    sheet = next(iter(leader["sheets"].values()))
    said = ["--score", 33] if folder.name == "q4-cup" else ["1,1=Q"]
    arbiters = ("Eva", "Max") if folder.name == "postgresql" else ("Max",)
    done = [qwords("tournament", "correct", folder, sheet, *said, "--who", who, *store) for who in arbiters]
    if "[word-list-changed]" in done[0].stderr:
        assert qwords("tournament", "rejudge", folder, "--who", "Max", *store).exit_code in (0, 3)
        before = json.loads(qwords("tournament", "standings", folder, "--format", "json", *store).stdout)
        done = [qwords("tournament", "correct", folder, sheet, *said, "--who", who, *store) for who in arbiters]
    assert all(result.exit_code in (0, 3) for result in done), done[0].output
    changed = json.loads(qwords("tournament", "standings", folder, "--format", "json", *store).stdout)
    total = {place["player"]: place["total"] for place in changed["places"]}
    assert total[leader["player"]] < leader["total"]
    lines = rows(qwords("tournament", "log", folder, "--csv", *store).stdout)[-len(arbiters) :]
    for line in reversed(lines):
        assert qwords("tournament", "undo", folder, line["number"], "--who", line["who"], *store).exit_code in (0, 3)
    after = json.loads(qwords("tournament", "standings", folder, "--format", "json", *store).stdout)
    assert figures(after) == figures(before)


def test_a_sheet_of_a_stored_tournament_is_reported_with_its_kept_photo(tmp_path: Path) -> None:
    folder = copy("cup", tmp_path)
    (photo,) = (folder / "photos").iterdir()
    made = qwords("tournament", "report", folder, f"{photo.name[:10]}-1", "--report", tmp_path / "report.html")
    assert made.exit_code in (0, 3), made.output
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Ben" in page and "data:image" in page


def shape(told: Any) -> set[str]:
    """Every path of names in a document."""
    if isinstance(told, dict):
        return {
            f"{name}{rest}" for name, value in told.items() for rest in {"", *(f".{path}" for path in shape(value))}
        }
    if isinstance(told, list):
        return {f"[]{rest}" for value in told for rest in {"", *(f".{path}" for path in shape(value))}}
    return set()


def scored_words(folder: Path) -> Path:
    """A list of the words scored on the sample of the second game."""
    truth = tomllib.loads((SAMPLES / "q4-colour" / "truth.toml").read_text(encoding="utf-8"))
    path = folder / "scored.txt"
    path.write_text("\n".join(truth["words"]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "name", ["classic-en", "professional-de", "creased-professional-fr", "homeprint-it", "q4-colour"]
)
def test_a_verdict_still_has_all_that_programs_read_in_it(name: str, tmp_path: Path) -> None:
    lang = "en" if name.startswith("q4") else name[-2:]
    own = ["--words", scored_words(tmp_path)] if name.startswith("q4") else []  # the game's own list has changed
    told = json.loads(qwords("score", SAMPLES / name / "photo.jpg", "--lang", lang, "--json", *own).stdout)
    then = frozen(f"verdicts/{name}.json")
    assert told["schema"] == then["schema"]
    # A doubt, a finding or another letter need not be there today: what may be absent is not asked for.
    free = ("doubts.", "findings.", "others", "disputable.", "totals.", "claims.", "reasons.")
    gone = {path for path in shape(then) - shape(told) if not any(part in path for part in free)}
    assert not gone
    sheet, before = told["sheets"][0], then["sheets"][0]
    assert sheet["grid"] == before["grid"]
    if not before["needs_review"]:
        assert sheet["total"] == before["total"]


def test_letters_words_and_records_are_judged_as_they_were() -> None:
    then = frozen("verdicts/grid.json")
    told = json.loads(qwords("grid", "/".join(then["sheets"][0]["grid"]), "--side", "A", "--json").stdout)
    assert shape(then) <= shape(told) and told["sheets"][0]["total"] == then["sheets"][0]["total"] == 52
    scored = [[(line["word"], line["points"]) for line in document["sheets"][0]["lines"]] for document in (then, told)]
    assert scored[0] == scored[1]
    then = frozen("verdicts/word.json")
    told = json.loads(qwords("word", "UDON", "--lang", "de", "--json").stdout)
    assert shape(then) <= shape(told) and told["words"][0]["valid"] == then["words"][0]["valid"]
    then = frozen("verdicts/q4-check.json")
    checked = qwords("q4", "check", FROZEN / "verdicts/q4-record.json", "--json")
    told = json.loads(checked.stdout)
    assert checked.exit_code in (0, 3) and shape(then) <= shape(told)
    assert [player["score"] for player in told["players"]] == [player["score"] for player in then["players"]]


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_made_before_reports_were_signed_is_refused_with_what_to_do(name: str) -> None:
    photo = [] if name.startswith("typed") else [SAMPLES / "homeprint-en" / "photo.jpg"]
    told = qwords("verify", FROZEN / "reports" / name, *photo)
    assert told.exit_code == 4 and "before reports were signed" in told.output
    assert re.search(r"(\S+ ){5,}\S+\.$", told.output, re.MULTILINE), f"no sentence says what to do: {told.output}"


def test_a_roster_and_a_log_of_rolls_are_read(tmp_path: Path) -> None:
    made = qwords("tournament", "new", tmp_path / "cup", "--roster", FROZEN / "roster.csv", "--lang", "de")
    assert made.exit_code == 0, made.output
    shown = qwords("tournament", "roster", tmp_path / "cup").output
    lines = {name: line for line in shown.splitlines() for name in CODES["own"] if name in line}
    assert lines.keys() == CODES["own"].keys() and "Blaue" in lines["Łucja"] and "2" in lines["Łucja"]
    rolled = qwords("grid", "SUPER/TRIPH/RNLOI/ATECT/PMHHE", "--rolls", FROZEN / "rolls.csv", "--json")
    assert rolled.exit_code in (0, 3) and json.loads(rolled.stdout)["sheets"][0]["total"] == 52


def test_the_code_on_a_printed_sheet_names_its_player_and_round(tmp_path: Path) -> None:
    arguments = ["--out", tmp_path / "cup", "--roster", FROZEN / "roster.csv", "--jobs", 1]
    done = qwords("tournament", "run", FROZEN / "printed/IMG_9.jpg", *arguments)
    assert done.exit_code in (0, 3), done.output
    (line,) = (tmp_path / "cup/results.jsonl").read_text(encoding="utf-8").splitlines()
    sheet = json.loads(line)
    assert {name: sheet[name] for name in CODES["read"]} == CODES["read"]


def test_printed_pages_hold_the_codes_that_were_printed() -> None:
    """A page of each player: the QR code by another reader than ours, and the code in letters."""
    document = pypdfium2.PdfDocument(FROZEN / "printed/sheets.pdf")
    assert len(document) == len(CODES["own"])
    for page, (name, own) in zip(document, CODES["own"].items(), strict=True):
        text = page.get_textpage().get_text_bounded()
        assert name in text and own in text.replace(" ", "")
    pixels = document[0].render(scale=300 / 72).to_numpy()[:, :, :3].copy()
    assert cv2.QRCodeDetector().detectAndDecode(pixels)[0] == CODES["sheet"]
    document.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service on the frozen data folder."""
    data = copy("data", tmp_path_factory.mktemp("service"))
    start = "from importlib.metadata import distribution as d; "
    start += "[e.load()() for e in d('qwords-referee').entry_points if e.name == 'qwords']"
    environment = {**os.environ, "QWORDS_DATA": str(data), "QWORDS_WORKERS": "1", "QWORDS_TOKEN": "master"}
    line = [sys.executable, "-c", start, "serve", "--port", "0"]
    with subprocess.Popen(line, env=environment, stderr=subprocess.PIPE, text=True, cwd=data) as running:
        try:
            assert running.stderr
            seen = []
            for row in running.stderr:
                seen.append(row)
                if found := re.search(r"(http://[\d.]+:\d+)", row):
                    break
            else:
                raise AssertionError("".join(seen))
            yield found[1]
        finally:
            running.terminate()
            running.wait(60)


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_still_leads_somewhere(service: str, address: str) -> None:
    path = address.partition("#")[0]
    deadline = 200 if path == "/readyz" else 1  # ready once its worker is
    for _ in range(deadline):
        answer = httpx.get(service + path, follow_redirects=True, timeout=60)
        if answer.status_code != 503:
            break
        httpx.get(f"{service}/v1/meta", timeout=60)
    assert answer.status_code == 200


def test_the_service_s_store_stands_as_it_stood(service: str) -> None:
    base = f"{service}/v1/tournaments/{TOKENS['id']}"
    assert figures(httpx.get(f"{base}/standings?format=json").json()) == figures(frozen("expected/data-standings.json"))
    own = httpx.get(f"{base}/players/{TOKENS['code']}").json()
    assert (own["player"], [sheet["total"] for sheet in own["sheets"]]) == ("Ben", [43])
    for role in ("organiser", "arbiter"):
        log = httpx.get(f"{base}/log?lang=en", headers={"Authorization": f"Bearer {TOKENS[role]}"}).json()["log"]
        kept = [{name: line[name] for name in ("id", "at", "who", "kind", "why", "sentence")} for line in log]
        assert kept == [{name: line[name] for name in kept[0]} for line in frozen("expected/data-log.json")["log"]]


@pytest.mark.parametrize("name", ["classic-en", "professional-de", "creased-professional-fr"])
def test_evidence_judged_again_gives_its_total_and_letters(service: str, name: str) -> None:
    for sheet in frozen(f"evidence/{name}.json"):
        asked = {"evidence": sheet["evidence"], "lang": sheet["lang"]}
        answer = httpx.post(f"{service}/v1/scores", json=asked, timeout=60)
        assert answer.status_code == 200, answer.text
        (told,) = answer.json()["sheets"]
        assert (told["total"], told["grid"]) == (sheet["total"], sheet["grid"])


def test_evidence_of_the_second_game_judged_again_gives_its_score(service: str, tmp_path: Path) -> None:
    scored = scored_words(tmp_path).read_text(encoding="utf-8")
    for sheet in frozen("evidence/q4-colour.json")["sheets"]:  # by today's own list of the game, EMI is no word
        asked = {"evidence": sheet["evidence"], "words": scored}
        answer = httpx.post(f"{service}/v1/q4/sheets", json=asked, timeout=60)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        told = told["sheets"][0] if "sheets" in told else told
        assert (told["total"], told["grid"]) == (sheet["total"], sheet["grid"])


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.mark.parametrize("address", [address for address in ADDRESSES if TOKENS["id"] in address and "#" in address])
def test_what_stands_after_the_hash_is_still_understood(service: str, browser: Browser, address: str) -> None:
    """The service never sees it: only a browser tells."""
    page = browser.new_page(base_url=service, locale="en-GB")
    page.goto(address)
    if TOKENS["code"] in address:
        expect(page.get_by_text("43").first).to_be_visible()
    elif "live" in address:
        expect(page.get_by_text("Anna Weber").first).to_be_visible()
    else:
        expect(page.get_by_text("Service Cup").first).to_be_visible()
    page.close()
