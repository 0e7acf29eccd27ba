"""The second game through the service."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from click.testing import CliRunner

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


def test_a_photo_is_scored_as_the_command_does(client: httpx.Client) -> None:
    answer = client.post("/v1/scans", files={"photo": ("photo.jpg", SAMPLE.read_bytes())}, data={"game": "q4"})
    assert answer.status_code == 200
    ran = CliRunner().invoke(main, ["score", str(SAMPLE), "--game", "q4", "--json"])
    assert answer.json() == json.loads(ran.stdout)
