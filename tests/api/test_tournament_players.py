"""Players and the roster over HTTP: roll call, prints, a player's own sheets by code, and photos that players send."""

import csv
import io
import zipfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from types import ModuleType
from typing import Any

import httpx
import pypdfium2
import pytest
from planned_photos import ENGLISH, GRIDS, plan, plan_beside_blanks, planned_scorer

from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings
from tests.hints import hint_of
from tournament.player_codes import player_code
from tournament.store import Store

MASTER = {"Authorization": "Bearer master"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def cup(data: Path, tmp_path_factory: pytest.TempPathFactory, planning: ModuleType) -> Iterator[httpx.Client]:
    """A tournament with a roster of three and two sheets; the client holds the organiser's token."""
    settings = Settings(data=data, workers=1, token="master", max_megabytes=1)
    app = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    app.state.make_scorer = planned_scorer
    folder = tmp_path_factory.mktemp("photos")
    with planning.running(app) as url:
        made = httpx.post(
            f"{url}/v1/tournaments", json={"name": "Cup", "tie_break": "best-round"}, headers=MASTER, timeout=60
        ).json()
        base, headers = f"{url}/v1/tournaments/{made['id']}/", {"Authorization": f"Bearer {made['token']}"}
        with httpx.Client(base_url=base, headers=headers, timeout=30) as client:
            roster = "name;mannschaft;tisch\nAnna;Reds;1\nBen;Reds;2\nŁucja;Blues;3\n"
            assert client.put("roster", json={"csv": roster}).status_code == 200
            photos = [plan(folder / "Anna.jpg", ENGLISH), plan(folder / "Bem.jpg", GRIDS[1])]
            client.post("sheets", files=[("photos", (photo.name, photo.read_bytes())) for photo in photos])
            wait(client)
            yield client


def wait(client: httpx.Client) -> None:
    with client.stream("GET", "events", timeout=60) as stream:
        for _ in stream.iter_lines():
            pass


def code_of(data: Path, cup: httpx.Client, player: str) -> str:
    store = Store.open(f"sqlite:///{data / 'tournaments.sqlite'}")
    secret = store.tournament(str(cup.base_url).rstrip("/").rpartition("/")[2]).secret
    store.close()
    return player_code(secret, player)


def test_the_roll_call_names_who_is_missing_and_whom_a_sheet_may_mean(cup: httpx.Client) -> None:
    found = cup.get("roster").json()
    assert [player["name"] for player in found["players"]] == ["Anna", "Ben", "Łucja"]
    assert [(absence["player"], absence["round"]) for absence in found["missing"]] == [("Ben", "1"), ("Łucja", "1")]
    (unknown,) = cup.get("review").json()["queue"]
    assert unknown["open"] == ["unknown-player"] and unknown["suggestions"] == ["Ben"]
    assert cup.put("roster", json={"csv": "\n"}).json()["code"] == "bad-manifest"
    said = cup.put("roster", json={"csv": "jugador;equipo;mesa;correo\nAnna;Reds;1;\nBen;Reds;2;\nŁucja;Blues;3;\n"})
    assert said.json()["players"] == found["players"] and said.json()["passed_over"] == ["correo"]
    refused = cup.put("roster", json={"csv": "hráč,team\nAnna,Reds\n"}).json()
    assert refused["code"] == "bad-manifest" and "hráč" in refused["detail"]
    lines = list(csv.reader(io.StringIO(cup.get("exports/missing.csv").content.decode("utf-8-sig"))))
    assert lines[1] == ["1", "Ben", "Reds", "2"]


@pytest.mark.parametrize(
    ("name", "pages"),
    [("sheets.pdf?side=AB", 2), ("certificates.pdf?lang=de", 2), ("slips.pdf", 1), ("invitations.pdf?lang=it", 1)],
)
def test_what_is_printed_bears_the_players_names(cup: httpx.Client, name: str, pages: int) -> None:
    answer = cup.get(f"prints/{name}")
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/pdf"
    document = pypdfium2.PdfDocument(answer.content)
    assert len(document) == pages and "Anna" in document[0].get_textpage().get_text_bounded()
    document.close()
    assert httpx.get(str(cup.base_url) + f"prints/{name}").status_code == 401


@pytest.mark.parametrize("number", ["\0", "a\r\nb: c", "Finale für Ł", "日本"])
def test_sheets_are_printed_for_a_round_of_any_name(cup: httpx.Client, number: str) -> None:
    answer = cup.get("prints/sheets.pdf", params={"round": number})
    assert answer.status_code == 200 and answer.content.startswith(b"%PDF")


def test_a_code_shows_its_player_s_sheets_and_no_others(cup: httpx.Client, data: Path) -> None:
    stranger = httpx.Client(base_url=cup.base_url)
    own = stranger.get(f"players/{code_of(data, cup, 'Anna').lower()}").json()
    assert own["player"] == "Anna" and own["place"]["place"] == 1
    assert [sheet["total"] for sheet in own["sheets"]] == [52] and len(own["sheets"][0]["lines"]) == 10
    assert stranger.get("players/AAAAAAAA").status_code == 404
    assert stranger.get(f"players/{code_of(data, cup, 'Łucja')}").json()["sheets"] == []
    stranger.close()


def test_a_player_cannot_flood_the_tournament_with_one_file(cup: httpx.Client, data: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number in range(500):
            archive.writestr(f"{number}.jpg", f"no photo {number}")
    before = cup.get("../" + str(cup.base_url).rstrip("/").rpartition("/")[2]).json()["summary"]["pages"]
    path = f"players/{code_of(data, cup, 'Ben')}/sheets"
    with httpx.Client(base_url=cup.base_url) as stranger:
        answer = stranger.post(path, files={"photo": ("mine.zip", stream.getvalue())})
    assert (answer.status_code, answer.json()["code"]) == (422, "too-many-pages")
    assert cup.get("../" + str(cup.base_url).rstrip("/").rpartition("/")[2]).json()["summary"]["pages"] == before


@pytest.mark.parametrize("number", ["7", "99", "0", "-1", "1.5", "=1+1", "<b>", "１", "9" * 20])
def test_a_player_s_code_opens_no_round(cup: httpx.Client, data: Path, tmp_path: Path, number: str) -> None:
    before = cup.get("standings").json()
    photo = plan(tmp_path / "IMG_7.jpg", GRIDS[3]).read_bytes()
    with httpx.Client(base_url=cup.base_url) as stranger:
        path = f"players/{code_of(data, cup, 'Ben')}/sheets"
        answer = stranger.post(path, files={"photo": ("IMG_7.jpg", photo)}, data={"round": number})
    assert (answer.status_code, answer.json()["code"]) == (422, "round-not-open")
    assert answer.json()["hint"] == hint_of("round-not-open")
    assert cup.get("standings").json() == before


def test_neither_code_nor_name_of_a_player_s_photo_opens_a_round(planning: ModuleType, tmp_path: Path) -> None:
    """Three rounds are agreed; what is printed on the sheet tells them apart, a forged fourth is a case."""
    settings = Settings(data=tmp_path / "data", workers=1, token="master")
    app = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    app.state.make_scorer = planned_scorer
    with planning.running(app) as url:
        made = httpx.post(f"{url}/v1/tournaments", json={"name": "Cup", "rounds": 3}, headers=MASTER, timeout=60).json()
        base, headers = f"{url}/v1/tournaments/{made['id']}/", {"Authorization": f"Bearer {made['token']}"}
        with httpx.Client(base_url=base, headers=headers, timeout=30) as client:
            client.put("roster", json={"csv": "Anna\nBen\n"})
            for player, name, more, told in (
                ("Anna", "r8.jpg", {"code": "QW1/2/A//Anna"}, ""), ("Anna", "IMG_2.jpg", {}, "03"),
                ("Ben", "IMG_3.jpg", {"code": "QW1/7/A//Ben"}, ""), ("Ben", "round 9.jpg", {}, ""),
            ):  # fmt: skip
                grid = GRIDS[len(client.get("standings").json()["rounds"]) % 4]
                photo = plan(tmp_path / name, grid, **more).read_bytes()
                path = f"players/{code_of(settings.data, client, player)}/sheets"
                sent = {"files": {"photo": (name, photo)}, "data": {"round": told}}
                assert httpx.post(base + path, **sent).status_code == 202  # type: ignore[arg-type]
                wait(client)
            found = client.get("standings").json()
            assert set(found["rounds"]) <= {"1", "2", "3"}
            anna = next(place for place in found["places"] if place["player"] == "Anna")
            assert set(anna["rounds"]) == {"2", "3"} and anna["open"] == 0
            assert any("identity" in entry["open"] for entry in client.get("review").json()["queue"])


def test_a_player_sends_a_photo_with_the_code_on_the_sheet(cup: httpx.Client, data: Path, tmp_path: Path) -> None:
    stranger = httpx.Client(base_url=cup.base_url)
    path = f"players/{code_of(data, cup, 'Łucja')}/sheets"
    photo = plan(tmp_path / "IMG_9.jpg", GRIDS[2], salt=4).read_bytes()
    assert stranger.post(path, files={"photo": ("IMG_9.jpg", photo)}, data={"round": "1"}).status_code == 202
    wait(cup)
    places = {place["player"]: place for place in cup.get("standings").json()["places"]}
    assert places["Łucja"]["rounds"].keys() == {"1"} and places["Łucja"]["team"] == "Blues"
    large = stranger.post(path, files={"photo": ("x.jpg", b"x" * 1_500_000)})
    assert (large.status_code, large.json()["code"]) == (413, "body-too-large")
    assert stranger.post(path, data={"round": "1"}).status_code == 400
    statuses = [stranger.post(path, files={"photo": (f"{n}.jpg", photo)}).status_code for n in range(14)]
    assert statuses[-1] == 429 and statuses.count(202) == 11
    stranger.close()


ALTERED = "N" + ENGLISH[1:]  # another first letter, and another total
UNSURE: dict[str, Any] = {"doubts": {"0": [["N", 0.9], ["S", 0.1]]}}
SWAYED: dict[str, Any] = {"doubts": {"0": [["N", 0.7], ["S", 0.3]]}}  # read as the altered one, but not surely


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((ENGLISH, {}), (ALTERED, {})),
        ((ALTERED, {}), (ENGLISH, {})),
        ((ENGLISH, UNSURE), (ALTERED, {})),
        ((ALTERED, {}), (ENGLISH, UNSURE)),
        ((ALTERED, {}), (ENGLISH, SWAYED)),
        ((ENGLISH, SWAYED), (ALTERED, {})),
    ],
    ids=["after", "before", "after a doubt", "before a doubt", "before one read alike", "after one read alike"],
)
@pytest.mark.parametrize("sender", ["player", "organiser", "nobody"])
def test_photos_of_one_sheet_that_differ_or_leave_a_doubt_are_a_case(
    planned_cup: tuple[httpx.Client, Path], tmp_path: Path, first: tuple[str, dict[str, Any]],
    second: tuple[str, dict[str, Any]], sender: str,
) -> None:  # fmt: skip
    client, data = planned_cup
    made = httpx.post(
        str(client.base_url).rstrip("/"), json={"name": "Cup", "rounds": 1}, headers=MASTER, timeout=60
    ).json()
    base, headers = f"{client.base_url}{made['id']}/", {"Authorization": f"Bearer {made['token']}"}
    with httpx.Client(base_url=base, headers=headers, timeout=30) as cup:
        cup.put("roster", json={"csv": "Anna\n"})
        for number, (grid, more) in enumerate((first, second)):
            photo = plan(tmp_path / f"{number}.jpg", grid, **more).read_bytes()
            if sender == "player" and grid == ALTERED:
                path, field, told = f"players/{code_of(data, cup, 'Anna')}/sheets", "photo", {"round": "1"}
            else:
                path, field = "sheets", "photos"
                told = {} if sender == "nobody" and number else {"player": "Anna", "round": "1"}
            assert cup.post(path, files={field: ("IMG.jpg", photo)}, data=told).status_code == 202
            wait(cup)
        standing = cup.get("standings").json()
        assert standing["summary"]["doubtful"] > 0 and cup.get("review").json()["queue"]
        assert cup.post("publication", json={"who": "Eva", "publish": True, "anyway": False}).status_code == 409
        assert len(standing["places"]) == 1
        assert cup.post("publication", json={"who": "Eva", "publish": True, "anyway": True}).status_code == 201
        assert cup.get("standings").json()["final"] is False


@pytest.fixture(scope="module")
def planned_cup(tmp_path_factory: pytest.TempPathFactory, planning: ModuleType) -> Iterator[tuple[httpx.Client, Path]]:
    """A service whose photos are planned, and its data folder."""
    data = tmp_path_factory.mktemp("data")
    settings = Settings(data=data, workers=1, token="master")
    app = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    app.state.make_scorer = planned_scorer
    with planning.running(app) as url, httpx.Client(base_url=f"{url}/v1/tournaments/", timeout=30) as client:
        yield client, data


def test_a_blank_sheet_in_the_background_takes_no_name_and_no_number(
    planned_cup: tuple[httpx.Client, Path], tmp_path: Path
) -> None:
    client, _ = planned_cup
    made = httpx.post(str(client.base_url).rstrip("/"), json={"name": "Cup"}, headers=MASTER, timeout=60).json()
    base, headers = f"{client.base_url}{made['id']}/", {"Authorization": f"Bearer {made['token']}"}
    with httpx.Client(base_url=base, headers=headers, timeout=30) as cup:
        cup.put("roster", json={"csv": "Anna\nBen\nCleo\nDora\n"})
        for name, grids, said in (
            ("Anna.jpg", ("", ENGLISH), {}), ("Ben + Cleo.jpg", (GRIDS[1], "", GRIDS[2]), {}),
            ("IMG_1.jpg", ("", GRIDS[3], ""), {"player": "Dora", "round": "1"}),
        ):  # fmt: skip
            photo = plan_beside_blanks(tmp_path / name, *grids).read_bytes()
            assert cup.post("sheets", files={"photos": (name, photo)}, data=said).status_code == 202
        wait(cup)
        found = cup.get("standings").json()
        assert {place["player"]: place["open"] for place in found["places"]} == dict.fromkeys(
            ("Anna", "Ben", "Cleo", "Dora"), 0
        )
        assert found["summary"]["doubtful"] == 0 and found["summary"]["missing"] == 0
        named = [(sheet["player"], sheet["total"]) for sheet in cup.get("sheets").json()["sheets"] if sheet["player"]]
        assert len(named) == 4 and all(total for _, total in named), "no blank sheet bears a name"
        assert cup.post("publication", json={"who": "Eva", "publish": True}).json()["final"] is True


def test_of_thirty_photos_sent_at_once_a_player_gets_in_no_more_than_twelve(cup: httpx.Client, data: Path) -> None:
    assert cup.put("roster", json={"csv": "player\nAnna\nBen\nŁucja\nHasty\n"}).status_code == 200
    path = f"{cup.base_url}players/{code_of(data, cup, 'Hasty')}/sheets"
    together = Barrier(30)

    def send(number: int) -> tuple[int, str]:
        together.wait()
        photo = ("photo", (f"{number}.jpg", b"no photo %d" % number))
        answer = httpx.post(path, files=[photo], data={"round": "1"}, timeout=60)
        return answer.status_code, answer.json().get("code", "")

    with ThreadPoolExecutor(30) as pool:
        answers = Counter(pool.map(send, range(30)))
    assert answers == {(202, ""): 12, (429, "quota-reached"): 18}
    wait(cup)
    own = httpx.get(path.removesuffix("/sheets")).json()
    assert len(own["sent"]) == 12
