"""The second game through the service."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from at_the_table import fits
from axe_core_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from api.app import create_app
from cli import main
from referee.referee import Referee
from referee.settings import Settings
from tests.q4.conftest import player, record, turn

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "q4-colour" / "photo.jpg"


@pytest.fixture(scope="module")
def client(planning: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    app = create_app(settings, Referee(settings=settings))
    with planning.running(app) as url, httpx.Client(base_url=url, timeout=60) as served:
        yield served


def test_a_record_is_checked(client: httpx.Client) -> None:
    game = record(player(turn("A", (3, 3)), turn("T", (3, 4), ("AT", [[3, 3], [3, 4]]), dice=[1, 1])))
    answer = client.post("/v1/q4/checks", json=game)
    assert answer.status_code == 200
    assert [one["code"] for one in answer.json()["players"][0]["violations"]] == ["letter-not-rolled"]
    german = client.post("/v1/q4/checks", params={"texts": "de"}, json=game).json()
    assert "Würfel" in german["players"][0]["violations"][0]["text"]


def test_a_table_says_its_list_and_how_it_played(client: httpx.Client, scanned: dict[str, Any]) -> None:
    own = {"record": GAME, "words": "ta\nab\n", "words_name": "club.txt"}
    answer = client.post("/v1/q4/checks", json=own).json()
    assert answer["words"] == "club.txt" and answer["players"][0]["name"] == "Pat"
    assert client.post("/v1/q4/checks", json=own | {"lists": 1}).json()["code"] == "bad-record"
    asked = {"evidence": scanned["evidence"], "mode": "friendly", "words": "AIM\n"}
    sheet = client.post("/v1/q4/sheets", json=asked).json()["sheets"][0]
    assert (sheet["mode"], sheet["words"]) == ("friendly", "list")
    refused = client.post("/v1/q4/sheets", json=asked | {"words": "1 2 3"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-word-file")


def test_a_bad_record_is_a_problem(client: httpx.Client) -> None:
    answer = client.post("/v1/q4/checks", json={"players": []})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "bad-record"


def test_the_schema_of_a_record_is_published(client: httpx.Client) -> None:
    answer = client.get("/v1/q4/record.schema.json")
    assert answer.headers["content-type"] == "application/schema+json"
    assert answer.json()["$id"] == "qwords.q4-record/1"


def test_a_photo_is_scored_as_the_command_does(client: httpx.Client) -> None:
    answer = client.post("/v1/scans", files={"photo": ("photo.jpg", SAMPLE.read_bytes())}, data={"game": "q4"})
    assert answer.status_code == 200
    ran = CliRunner().invoke(main, ["score", str(SAMPLE), "--game", "q4", "--json"])
    assert answer.json() == json.loads(ran.stdout)


@pytest.mark.parametrize(("sample", "game"), [("q4-low-ink", "q4"), ("classic-en", None)])
def test_command_and_service_tell_the_game_alike(client: httpx.Client, sample: str, game: str | None) -> None:
    photo = SAMPLE.parents[1] / sample / "photo.jpg"
    answer = client.post("/v1/scans", files={"photo": ("photo.jpg", photo.read_bytes())}).json()
    assert answer.get("game") == game
    assert answer == json.loads(CliRunner().invoke(main, ["score", str(photo), "--json"]).stdout)


GAME = record(player(turn("A", (3, 3)), turn("T", (3, 4), ("AT", [[3, 3], [3, 4]]), dice=[1, 1])))


def test_a_record_comes_back_as_it_was_understood_and_with_the_coach(client: httpx.Client) -> None:
    answer = client.post("/v1/q4/checks", params={"record": True, "coach": True}, json=GAME).json()
    assert answer["record"] == GAME
    assert [move["round"] for move in answer["coach"][0]["moves"]] == [1, 2]
    plain = client.post("/v1/q4/checks", json=GAME).json()
    assert plain.keys() == {"schema", "mode", "words", "players", "standings"}


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[1]", b'{"players": NaN}', b"[" * 100_000, b"player,dice\n"]
)
def test_whatever_is_no_record_is_a_problem(client: httpx.Client, body: bytes) -> None:
    for kind in ("application/json", "text/csv", "text/plain"):
        answer = client.post("/v1/q4/checks", content=body, headers={"Content-Type": kind})
        assert answer.status_code == 422, answer.text
        assert answer.json()["code"] in {"bad-record", "bad-json"}


@pytest.fixture(scope="module")
def scanned(client: httpx.Client) -> dict[str, Any]:
    fields = {"game": "q4", "pictures": "true"}
    answer = client.post("/v1/scans", files={"photo": ("photo.jpg", SAMPLE.read_bytes())}, data=fields)
    sheet: dict[str, Any] = answer.json()["sheets"][0]
    return sheet


def test_a_number_struck_out_beside_the_circled_one_is_asked_about(client: httpx.Client) -> None:
    """A circle stays a circle when it is struck out: the higher number must not count unasked."""
    photo = SAMPLE.parents[1] / "q4-font" / "photo.jpg"
    words = "\n".join(tomllib.loads((photo.parent / "truth.toml").read_text(encoding="utf-8"))["words"])
    fields = {"game": "q4", "pictures": "true", "words": words}
    sheet = client.post("/v1/scans", files={"photo": ("a.jpg", photo.read_bytes())}, data=fields).json()["sheets"][0]
    assert (sheet["circled"], sheet["total"], sheet["reasons"]) == ([27], 27, [])
    evidence = sheet["evidence"]
    evidence["circled"][28] = 0.999
    asked = client.post("/v1/q4/sheets", json={"evidence": evidence, "words": words}).json()["sheets"][0]
    assert asked["circled"] == [27, 28] and asked["needs_review"] and "several-scores" in asked["reasons"]
    assert "27,28" in next(f["text"] for f in asked["findings"] if f["kind"] == "several-scores")
    told = [{"kind": "score", "place": [27]}]
    settled = client.post("/v1/q4/sheets", json={"evidence": evidence, "answers": told, "words": words}).json()[
        "sheets"
    ][0]
    assert (settled["total"], settled["reasons"]) == (27, []), "whoever says which one counts is not asked again"


def test_a_sheet_is_judged_again_as_it_was(client: httpx.Client, scanned: dict[str, Any]) -> None:
    assert len(scanned["picture"]["cells"]) == 16
    again = client.post("/v1/q4/sheets", json={"evidence": scanned["evidence"]}).json()["sheets"][0]
    only_photo = {"picture", "evidence", "text"}
    assert {key: again[key] for key in again if key != "text"} == {
        key: scanned[key] for key in scanned if key not in only_photo
    }


def test_what_people_say_changes_the_verdict(client: httpx.Client, scanned: dict[str, Any]) -> None:
    answers = [
        {"kind": "letter", "place": [1, 1], "value": "X"},
        {"kind": "dot", "place": [1, 3, 2, 3], "value": "open"},
        {"kind": "cross", "place": [1, 1], "value": "marked"},
        {"kind": "score", "place": [99]},
    ]
    said = client.post("/v1/q4/sheets", json={"evidence": scanned["evidence"], "answers": answers}).json()["sheets"][0]
    assert said["grid"][0][0] == "X"
    assert said["claimed"] == 99 and said["total"] is None
    assert len(said["dots"]) == len(scanned["dots"]) - 1
    assert [1, 1] in said["crossed"]
    mended = [*answers, {"kind": "letter", "place": [1, 1], "value": "E"}, {"kind": "score", "place": [44]}]
    said = client.post("/v1/q4/sheets", json={"evidence": scanned["evidence"], "answers": mended}).json()["sheets"][0]
    assert (said["grid"][0][0], said["claimed"]) == ("E", 44)


@pytest.mark.parametrize(
    "answer",
    [
        {"kind": "letter", "place": [5, 1], "value": "A"},
        {"kind": "letter", "place": [1, 1], "value": "marked"},
        {"kind": "dot", "place": [1, 1, 2, 2], "value": "open"},
        {"kind": "dot", "place": [1, 1], "value": "open"},
        {"kind": "cross", "place": [7, 1], "value": "open"},
        {"kind": "circle", "place": [1], "value": ""},
        {"kind": "score", "place": [-1]},
        {"kind": "mood", "place": [1]},
    ],
)
def test_an_answer_about_nothing_is_refused(
    client: httpx.Client, scanned: dict[str, Any], answer: dict[str, Any]
) -> None:
    refused = client.post("/v1/q4/sheets", json={"evidence": scanned["evidence"], "answers": [answer]})
    assert refused.status_code == 422


@pytest.mark.parametrize(
    "wrong",
    [
        {"dots": [0.5] * 23},
        {"dots": [2.0] * 24},
        {"crossed": []},
        {"blocks": [0.1]},
        {"letters": [[1, 1, []]]},
        {"letters": [[1, 1, [["A", 1.0]]], [1, 1, [["A", 1.0]]]]},
        {"letters": [[1, 2, [["A", 1.0]]]]},  # blacked out on this sheet
        {"design": {"letter_grid": ["ABCDEF"], "play_grid": ["...."] * 4, "bonus_row": 1, "bonus_column": 1}},
    ],
)
def test_evidence_that_no_scan_gave_is_refused(
    client: httpx.Client, scanned: dict[str, Any], wrong: dict[str, Any]
) -> None:
    assert client.post("/v1/q4/sheets", json={"evidence": scanned["evidence"] | wrong}).status_code == 422


def test_the_report_says_what_people_said(client: httpx.Client) -> None:
    said = json.dumps([{"kind": "score", "place": [77]}])
    fields = {"game": "q4", "format": "html", "q4_answers": said}
    answer = client.post("/v1/reports", files={"photo": ("photo.jpg", SAMPLE.read_bytes())}, data=fields)
    assert answer.status_code == 200
    assert "77 is circled" in answer.text
    pdf = client.post("/v1/reports", files={"photo": ("p.jpg", SAMPLE.read_bytes())}, data=fields | {"format": "pdf"})
    assert pdf.content.startswith(b"%PDF")


def at_q4(page: Page) -> Page:
    page.goto("/page/q4.html")
    expect(page.locator("h1")).to_be_visible()
    return page


def accessible(page: Page) -> None:
    found = Axe().run(page)["violations"]
    assert [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found] == []


def test_the_page_shows_a_checked_record(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GAME), encoding="utf-8")
    at_q4(page).set_input_files("#file", path)
    expect(page.locator("[data-status]")).to_have_text("1 rule broken")
    expect(page.locator(".q4-list li")).to_contain_text("Round 2")
    expect(page.locator(".q4-list li")).to_contain_text("The dice 1,1 do not lead to")
    expect(page.locator(".q4-cell.fresh")).to_have_text("T")
    page.click("[data-key=previous]")
    expect(page.locator(".q4-cell.fresh")).to_have_text("A")
    expect(page.locator(".q4-cell:not(.blank, .black)")).to_have_count(1)
    accessible(page)
    page.select_option("#tongue", "de")
    expect(page.locator(".q4-list li")).to_contain_text("Würfel")


def test_a_record_can_be_pasted_and_what_is_wrong_with_it_is_said(page: Page) -> None:
    at_q4(page).click("[data-key=paste]")
    accessible(page)
    page.fill("textarea", json.dumps(GAME | {"players": [*GAME["players"], {"name": "Sam"}]}))
    page.click("dialog button[type=submit]")
    expect(page.locator(".problem")).to_contain_text("players[1].letter_grid")
    accessible(page)
    page.click("[data-key=again]")
    page.click("[data-key=paste]")
    page.fill("textarea", json.dumps(GAME))
    page.click("dialog button[type=submit]")
    expect(page.locator(".total-box")).to_have_text("0")


def test_the_example_game_shows_two_players(page: Page) -> None:
    at_q4(page).click("[data-key=example]")
    expect(page.locator(".q4-standing")).to_have_count(2)
    page.click("[data-key=player-Sam]")
    expect(page.locator("[data-status=bad]")).to_have_text("2 rules broken")
    expect(page.locator(".q4-round")).to_have_count(14)
    page.click("[data-key=round-3]")
    expect(page.locator(".q4-step")).to_contain_text("Round 3")
    accessible(page)


def test_the_table_says_how_it_played_and_by_which_list_once(page: Page, tmp_path: Path) -> None:
    at_q4(page).set_input_files("#file", SAMPLE)
    expect(page.locator(".q4-answer")).to_be_visible()
    page.set_input_files(
        "[data-key=list]", {"name": "club.txt", "mimeType": "text/plain", "buffer": b"aim\nhe\nlonger\n"}
    )
    expect(page.get_by_text("Word list: club.txt")).to_be_visible()
    page.locator("[data-key=mode-friendly]").check(force=True)
    expect(page.locator("[data-key=mode-friendly]")).to_be_checked()
    accessible(page)
    page.reload()
    page.set_input_files("#file", SAMPLE)
    expect(page.locator("[data-key=mode-friendly]")).to_be_checked()
    expect(page.get_by_text("Word list: club.txt")).to_be_visible()


def test_every_sheet_of_a_photo_can_be_looked_at(page: Page, tmp_path: Path) -> None:
    one, two = (cv2.imread(str(SAMPLE.parents[1] / f"q4-{name}" / "photo.jpg")) for name in ("colour", "font"))
    both = tmp_path / "both.jpg"
    cv2.imwrite(str(both), np.hstack([one, cv2.resize(two, one.shape[1::-1])]))
    at_q4(page).set_input_files("#file", both)
    expect(page.locator("[data-total='44']")).to_be_visible()
    page.locator("[data-key=sheet-2]").check(force=True)
    expect(page.locator("[data-total='27']")).to_be_visible()
    accessible(page)


def test_a_sheet_of_this_game_finds_its_page(page: Page) -> None:
    """Photographed on the page of Qwords, it is told, and read there without another photo."""
    page.goto("/")
    page.set_input_files("#album", SAMPLE)
    expect(page.locator(".problem")).to_have_attribute("data-code", "other-game")
    accessible(page)
    page.click("[data-key=other-game]")
    expect(page.locator(".q4-answer")).to_be_visible()
    assert page.url.endswith("/page/q4.html")


def test_a_doubt_is_settled_with_one_tap(page: Page) -> None:
    """A letter was not crossed off, so the circles are no chain: which of them counts is asked."""
    at_q4(page).set_input_files("#file", SAMPLE.parents[1] / "q4-not-crossed" / "photo.jpg")
    expect(page.locator(".q4-answer")).to_be_visible()
    expect(page.locator(".questions")).to_be_visible()
    expect(page.locator(".question .q4-crop")).to_be_visible()
    accessible(page)
    page.locator(".question .answer").first.click()
    expect(page.locator("[data-key=undo]")).to_be_visible()
    page.click("[data-key=undo]")
    expect(page.locator("[data-key=undo]")).to_be_hidden()
    page.click("[data-key='cell-1,1']")
    accessible(page)
    page.keyboard.press("q")
    expect(page.locator("[data-key='cell-1,1']")).to_have_text("Q")
    page.click("[data-key=view-letters]")
    expect(page.locator(".q4-board.on-photo")).to_have_count(0)
    page.click("[data-key='letter-1,1']")
    expect(page.locator("[data-key='letter-1,1']")).to_have_attribute("aria-pressed", "true")
    page.click("[data-key=set-score]")
    page.fill("dialog input", "12")
    page.click("dialog button[type=submit]")
    expect(page.locator("[data-total='12']")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "size"), [("de", (320, 640)), ("fr", (844, 390)), ("it", (390, 844)), ("es", (1280, 900))]
)
def test_every_language_fits_every_screen(browser: Browser, address: str, language: str, size: tuple[int, int]) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, base_url=address, color_scheme="dark"
    )
    page = at_q4(context.new_page())
    fits(page, language)
    page.click("[data-key=example]")
    expect(page.locator(".q4-rounds")).to_be_visible()
    fits(page, language)
    accessible(page)
    assert "page.q4" not in page.content() and ">q4-" not in page.content()
    page.click("[data-key=again]")
    page.set_input_files("#file", SAMPLE)
    expect(page.locator(".q4-answer")).to_be_visible()
    fits(page, language)
    accessible(page)
    assert ">q4-" not in page.content()
    context.close()


def test_without_a_connection_the_page_says_so_and_tries_again(page: Page) -> None:
    at_q4(page)
    page.route("**/v1/scans", lambda route: route.abort())
    page.set_input_files("#file", SAMPLE)
    expect(page.locator(".problem")).to_have_attribute("data-code", "network")
    page.unroute("**/v1/scans")
    page.click("[data-key=retry]")
    expect(page.locator(".q4-answer")).to_be_visible()
    before = page.locator(".q4-answer").inner_text()
    page.route("**/v1/q4/sheets", lambda route: route.abort())
    page.click("[data-key='letter-1,1']")
    expect(page.locator("#toast")).to_be_visible()
    assert page.locator(".q4-answer").inner_text() == before
