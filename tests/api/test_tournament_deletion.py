"""Deleting through the service: confirmed, for the organiser only, nothing is left. Seasons, and what players see."""

import contextlib
import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from planned_photos import ENGLISH, GRIDS, plan, planned_scorer

from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings
from tests.hints import hint_of
from tournament.player_codes import player_code
from tournament.store import Store

PATIENCE = 60  # seconds; a busy machine is no fault of the service
MASTER = {"Authorization": "Bearer master"}


class Place:
    """A running service and its data folder."""

    def __init__(self, url: str, data: Path) -> None:
        self.url, self.data = url, data
        self.opened = contextlib.ExitStack()

    def cup(self, name: str, *photos: Path, **agreed: Any) -> httpx.Client:
        """A tournament with these photos scored; the client holds the organiser's token."""
        asked = {"name": name, "lang": "en", "keep_photos": True, **agreed}
        made = httpx.post(f"{self.url}/v1/tournaments", json=asked, headers=MASTER, timeout=PATIENCE).json()
        headers = {"Authorization": f"Bearer {made['token']}"}
        client = httpx.Client(base_url=f"{self.url}/v1/tournaments/{made['id']}/", headers=headers, timeout=PATIENCE)
        self.opened.enter_context(client)
        client.arbiter = {"Authorization": f"Bearer {made['arbiter_token']}"}  # type: ignore[attr-defined]
        if photos:
            client.post("sheets", files=[("photos", (photo.name, photo.read_bytes())) for photo in photos])
            wait(client)
        return client

    def store(self) -> Store:
        return Store.open(f"sqlite:///{self.data / 'tournaments.sqlite'}")


def id_of(client: httpx.Client) -> str:
    return str(client.base_url).rstrip("/").rpartition("/")[2]


def wait(client: httpx.Client) -> None:
    with client.stream("GET", "events", timeout=60) as stream:
        stream.read()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, planning: ModuleType) -> Iterator[Place]:
    data = tmp_path_factory.mktemp("data")
    settings = Settings(data=data, workers=1, token="master")
    app = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    app.state.make_scorer = planned_scorer
    with planning.running(app) as url:
        place = Place(url, data)
        with place.opened:
            yield place


def test_a_tournament_is_deleted_by_its_name_and_nothing_is_left(place: Place, tmp_path: Path) -> None:
    doubts = {"0": [["N", 0.9], ["S", 0.1]]}
    cup = place.cup(
        "Spring Cup", plan(tmp_path / "Anna.jpg", ENGLISH, doubts=doubts), plan(tmp_path / "Ben.jpg", GRIDS[1])
    )
    other = place.cup("Other Cup", plan(tmp_path / "x" / "Cleo.jpg", GRIDS[2]))
    cup.put("roster", json={"csv": "Anna\nBen\n"})
    refused = cup.post("deletion", json={"name": "spring"})
    assert (refused.status_code, refused.json()["code"]) == (422, "not-confirmed")
    assert cup.post("deletion", json={"name": "Spring Cup"}, headers=cup.arbiter).status_code == 401  # type: ignore[attr-defined]
    assert cup.get("standings").status_code == 200
    with cup.stream("GET", "live") as stream:  # someone follows it
        lines = stream.iter_lines()
        assert next(lines) == "event: revision"
        assert cup.get("live/standings").status_code == 200
        assert cup.post("deletion", json={"name": " Spring  Cup "}).json() == {"deleted": id_of(cup)}
        assert cup.get("live/standings").status_code == 404
    for path in ("standings", "sheets", "live", "live/standings", "join.svg"):
        assert cup.get(path).status_code == 404
    assert not (place.data / id_of(cup)).exists()
    store = place.store()
    assert not store.has(id_of(cup)) and store.page_count(id_of(cup)) == 0 and store.log(id_of(cup)) == []
    assert store.players(id_of(cup)) == () and not list(store.documents(id_of(cup)))
    store.close()
    assert other.get("standings").json()["places"][0]["player"] == "Cleo", "the others stay"


def test_a_tournament_deleted_while_it_is_scored_leaves_nothing_and_stops_nobody(place: Place, tmp_path: Path) -> None:
    cup = place.cup("Slow Cup")
    slow = [plan(tmp_path / f"{n}.jpg", ENGLISH, sleep=0.3, salt=n) for n in range(8)]
    cup.post("sheets", files=[("photos", (photo.name, photo.read_bytes())) for photo in slow])
    deadline = time.monotonic() + PATIENCE
    while not cup.get("standings").json()["summary"]["scored"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert cup.post("deletion", json={"name": "Slow Cup"}).status_code == 200
    other = place.cup("Next Cup", plan(tmp_path / "Dora.jpg", GRIDS[3]))
    assert other.get("standings").json()["places"][0]["player"] == "Dora"
    deadline = time.monotonic() + PATIENCE
    while (place.data / id_of(cup)).exists():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert httpx.get(f"{place.url}/readyz", timeout=PATIENCE).status_code == 200, "it is no trouble"


def test_a_photo_is_deleted_with_its_crops_and_stays_in_the_log(place: Place, tmp_path: Path) -> None:
    doubts = {"0": [["N", 0.9], ["S", 0.1]]}
    cup = place.cup(
        "Photo Cup", plan(tmp_path / "Anna.jpg", ENGLISH, doubts=doubts), plan(tmp_path / "Ben.jpg", GRIDS[1])
    )
    anna, ben = cup.get("sheets").json()["sheets"]
    photos = place.data / id_of(cup) / "photos"
    for number, sheet in enumerate((anna, ben)):  # planned photos are no pictures, so none was kept
        photos.mkdir(exist_ok=True)
        (key,) = [page.content for page in _pages(place, cup) if page.page.name == sheet["page"]]
        (photos / f"{key}.jpg").write_bytes(b"%d" % number)
    before = cup.get("standings").json()
    asked = {"who": "Eva", "sheet": anna["sheet"], "why": "wish of the player"}
    assert cup.post("photos/deletion", json=asked, headers=cup.arbiter).status_code == 401  # type: ignore[attr-defined]
    assert cup.post("photos/deletion", json=asked).json() == {"sheets": [anna["sheet"]]}
    assert [path.read_bytes() for path in photos.iterdir()] == [b"1"]
    assert cup.get(f"sheets/{anna['sheet']}/cells/1/1").status_code == 404
    assert cup.get("standings").json()["places"] == before["places"], "what was read stays"
    line = cup.get("log", params={"lang": "de"}).json()["log"][-1]
    assert line["sentence"] == "Eva hat das Foto von Anna, Runde 1 gelöscht." and line["why"] == "wish of the player"
    undo = cup.post("undo", json={"who": "Eva", "entry": line["id"]})
    assert undo.status_code == 422 and "brought back" in undo.json()["detail"]
    assert cup.post("photos/deletion", json={"who": "Eva"}).status_code == 200
    assert list(photos.iterdir()) == []
    assert cup.get("log").json()["log"][-1]["sentence"] == "Eva deleted all photos."


def _pages(place: Place, cup: httpx.Client) -> list[Any]:
    store = place.store()
    found = list(store.pages(id_of(cup)))
    store.close()
    return found


def test_a_season_adds_up_several_tournaments(place: Place, tmp_path: Path) -> None:
    first = place.cup("Spring", plan(tmp_path / "a" / "Anna.jpg", ENGLISH), plan(tmp_path / "a" / "Ben.jpg", GRIDS[1]))
    second = place.cup("Summer", plan(tmp_path / "b" / "anna.jpg", GRIDS[2]))
    spring, summer = id_of(first), id_of(second)
    won = {p["player"]: p["total"] for p in first.get("standings").json()["places"]}
    more = second.get("standings").json()["places"][0]["total"]
    asked = {"tournament": [spring, summer]}
    table = httpx.get(f"{place.url}/v1/leagues", params=asked, timeout=PATIENCE).json()
    assert [cup["name"] for cup in table["tournaments"]] == ["Spring", "Summer"]
    lines = {p["player"]: (p["points"], p["played"], p["by_tournament"]) for p in table["places"]}
    assert lines["Anna"] == (won["Anna"] + more, 2, {spring: won["Anna"], summer: more})
    assert lines["Ben"] == (won["Ben"], 1, {spring: won["Ben"]})
    places = httpx.get(f"{place.url}/v1/leagues", params={**asked, "by": "places", "best": 1}, timeout=PATIENCE).json()[
        "places"
    ]
    assert {p["player"]: p["points"] for p in places}["Anna"] == 25
    sheet = httpx.get(f"{place.url}/v1/leagues", params={**asked, "format": "csv"}, timeout=PATIENCE).content
    assert sheet.startswith(b"\xef\xbb\xbf"), "spreadsheets need it"
    head, *_ = csv.reader(io.StringIO(sheet.decode("utf-8-sig")))
    assert head == ["place", "player", "Spring", "Summer", "points", "played"]
    assert httpx.get(f"{place.url}/v1/leagues", params={"tournament": ["0" * 16]}, timeout=PATIENCE).status_code == 404
    assert httpx.get(f"{place.url}/v1/leagues", timeout=PATIENCE).status_code == 422


def test_a_player_sees_rounds_in_order_and_what_became_of_a_photo(place: Place, tmp_path: Path) -> None:
    photos = [plan(tmp_path / "Anna r2.jpg", GRIDS[1]), plan(tmp_path / "Anna r1.jpg", ENGLISH)]
    cup = place.cup("Own Cup", *photos)
    store = place.store()
    code = player_code(store.tournament(id_of(cup)).secret, "Anna")
    store.close()
    player = httpx.Client(base_url=cup.base_url, timeout=PATIENCE)
    assert [sheet["round"] for sheet in player.get(f"players/{code}").json()["sheets"]] == ["1", "2"]
    assert player.post(f"players/{code}/sheets", files={"photo": ("torn.jpg", b"torn")}).status_code == 202
    wait(cup)
    (sent,) = player.get(f"players/{code}").json()["sent"]
    assert (sent["state"], sent["code"]) == ("rejected", "not-an-image") and sent["hint"] == hint_of("not-an-image")
    cup.post("publication", json={"who": "Eva", "anyway": True})
    late = player.post(f"players/{code}/sheets", files={"photo": ("late.jpg", b"late")})
    assert (late.status_code, late.json()["code"]) == (409, "already-published")
    player.close()


def test_the_wall_sheet_speaks_the_reader_s_language_and_says_how_ties_are_broken(place: Place, tmp_path: Path) -> None:
    cup = place.cup("Wall Cup", plan(tmp_path / "Anna.jpg", ENGLISH), tie_break="best-round")
    cup.put("roster", json={"csv": "player,team\nAnna,Reds\n"})
    text = cup.get("standings", params={"format": "html", "lang": "de"}).text
    assert "Rangliste" in text and "Reds" in text and "Mannschaft" in text
    assert "beste Runde" in text and "teilen den Platz" not in text
