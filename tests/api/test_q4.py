"""The second game through the service."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

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


def test_the_page_shows_a_checked_record(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record(player(turn("A", (3, 3)), turn("T", (3, 4), dice=[1, 1])))), encoding="utf-8")
    page.goto("/page/q4.html")
    page.set_input_files("#file", path)
    expect(page.locator("#result h2")).to_have_text("Pat: 0")
    expect(page.locator("#result li").first).to_contain_text("2: the dice 1,1 do not lead to")
    page.select_option("#tongue", "de")
    expect(page.locator("#result li").first).to_contain_text("Würfel")


def test_the_page_shows_a_scored_sheet(page: Page, client: httpx.Client) -> None:
    sent = client.post("/v1/scans", files={"photo": ("photo.jpg", SAMPLE.read_bytes())}, data={"game": "q4"}).json()
    page.route("**/v1/scans", lambda route: route.fulfill(json=sent))
    page.goto("/page/q4.html")
    page.set_input_files("#file", SAMPLE)
    expect(page.locator(".q4-board td.black")).to_have_count(2)
    expect(page.locator(".q4-text")).to_contain_text("any order of play gives")
