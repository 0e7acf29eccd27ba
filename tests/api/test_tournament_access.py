"""Who may do what: every route of tournaments by every role. A route that is not in the table fails."""

import io
import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from PIL import Image
from planned_photos import ENGLISH, plan, planned_scorer

from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings

PATIENCE = 60  # seconds; a busy machine is no fault of the service
MASTER = "only for creating"
PUBLIC, ARBITER, ORGANISER, CREATOR = range(4)
NEEDS = {
    "GET /v1/tournaments": PUBLIC,
    "POST /v1/tournaments": CREATOR,
    "GET /v1/leagues": PUBLIC,
    "GET /v1/tournaments/{id}": PUBLIC,
    "GET /v1/tournaments/{id}/events": PUBLIC,
    "GET /v1/tournaments/{id}/live": PUBLIC,
    "GET /v1/tournaments/{id}/live/standings": PUBLIC,
    "GET /v1/tournaments/{id}/join.svg": PUBLIC,
    "GET /v1/tournaments/{id}/standings": PUBLIC,
    "GET /v1/tournaments/{id}/players/{code}": PUBLIC,  # for those who know a code
    "POST /v1/tournaments/{id}/players/{code}/sheets": PUBLIC,
    "GET /v1/tournaments/{id}/sheets": ARBITER,
    "GET /v1/tournaments/{id}/sheets/{sheet}": ARBITER,
    "GET /v1/tournaments/{id}/sheets/{sheet}/report": ARBITER,
    "GET /v1/tournaments/{id}/sheets/{sheet}/picture": ARBITER,
    "GET /v1/tournaments/{id}/sheets/{sheet}/cells/{row}/{column}": ARBITER,
    "GET /v1/tournaments/{id}/review": ARBITER,
    "GET /v1/tournaments/{id}/disagreements": ARBITER,
    "GET /v1/tournaments/{id}/log": ARBITER,
    "GET /v1/tournaments/{id}/roster": ARBITER,
    "GET /v1/tournaments/{id}/exports/{name}": ARBITER,
    "POST /v1/tournaments/{id}/corrections": ARBITER,
    "POST /v1/tournaments/{id}/rulings": ARBITER,
    "POST /v1/tournaments/{id}/undo": ARBITER,
    "PUT /v1/tournaments/{id}/roster": ORGANISER,
    "POST /v1/tournaments/{id}/sheets": ORGANISER,
    "POST /v1/tournaments/{id}/publication": ORGANISER,
    "POST /v1/tournaments/{id}/rejudgement": ORGANISER,
    "POST /v1/tournaments/{id}/deletion": ORGANISER,
    "POST /v1/tournaments/{id}/photos/deletion": ORGANISER,
    "GET /v1/tournaments/{id}/prints/sheets.pdf": ORGANISER,
    "GET /v1/tournaments/{id}/prints/{name}": ORGANISER,
}
VALUES = {"{code}": "AAAAAAAA", "{row}": "1", "{column}": "1"}


class Cup:
    """A tournament with one sheet, its tokens, and the folder of its service."""

    def __init__(self, url: str, data: Path, photo: Path) -> None:
        self.url, self.data = url, data
        headers = {"Authorization": f"Bearer {MASTER}"}
        made = httpx.post(
            f"{url}/v1/tournaments", json={"name": "Cup", "keep_photos": True}, headers=headers, timeout=PATIENCE
        ).json()
        self.id = made["id"]
        self.tokens = {PUBLIC: "", ARBITER: made["arbiter_token"], ORGANISER: made["token"], CREATOR: MASTER}
        self.send("POST", "/sheets", ORGANISER, files={"photos": ("Anna.jpg", photo.read_bytes())})
        self.wait()
        self.sheet = self.send("GET", "/sheets", ARBITER).json()["sheets"][0]["sheet"]

    def send(self, method: str, path: str, role: int, **more: object) -> httpx.Response:
        return httpx.request(
            method, f"{self.url}/v1/tournaments/{self.id}{path}", headers=self.bearer(role), timeout=PATIENCE, **more
        )  # type: ignore[arg-type]

    def bearer(self, role: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[role]}"} if self.tokens[role] else {}

    def wait(self) -> None:
        with httpx.stream("GET", f"{self.url}/v1/tournaments/{self.id}/events", timeout=PATIENCE) as stream:
            stream.read()


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory, planning: ModuleType) -> Iterator[Cup]:
    data = tmp_path_factory.mktemp("data")
    settings = Settings(data=data, workers=1, token=MASTER)
    app = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    app.state.make_scorer = planned_scorer
    with planning.running(app) as url:
        doubts = {"0": [["N", 0.9], ["S", 0.1]]}
        yield Cup(url, data, plan(tmp_path_factory.mktemp("photos") / "Anna.jpg", ENGLISH, doubts=doubts))


def test_the_table_names_every_route(cup: Cup) -> None:
    paths = httpx.get(f"{cup.url}/openapi.json", timeout=PATIENCE).json()["paths"]
    known = {
        f"{method.upper()} {path}"
        for path, methods in paths.items()
        if path.startswith(("/v1/tournaments", "/v1/leagues"))
        for method in methods
    }
    assert known == set(NEEDS)


@pytest.mark.parametrize("route", NEEDS)
@pytest.mark.parametrize("role", [PUBLIC, ARBITER, ORGANISER, CREATOR])
def test_a_route_opens_to_its_role_and_to_no_lesser_one(cup: Cup, route: str, role: int) -> None:
    method, _, path = route.partition(" ")
    values = {**VALUES, "{id}": cup.id, "{sheet}": cup.sheet}
    values["{name}"] = "certificates.pdf" if "prints" in path else "log.csv"
    address = cup.url + re.sub(r"\{\w+\}", lambda found: values[found[0]], path)
    sent: dict[str, dict[str, str]] = (
        {} if method == "GET" else {"json": {}}
    )  # nothing is asked for, so nothing changes
    with httpx.stream(method, address, headers=cup.bearer(role), timeout=PATIENCE, **sent) as answer:  # type: ignore[arg-type]
        status = answer.status_code
    if role < NEEDS[route]:
        assert status == 401
    else:
        assert status not in (401, 403) and status < 500


@pytest.mark.parametrize("token", ["x", "' OR 1=1", "Ł"])
def test_a_wrong_token_is_nobody_s(cup: Cup, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}".encode()}
    for path in ("log", "sheets", "review", "prints/slips.pdf"):
        assert (
            httpx.get(f"{cup.url}/v1/tournaments/{cup.id}/{path}", headers=headers, timeout=PATIENCE).status_code == 401
        )


def test_a_photo_that_is_kept_has_lost_its_place(cup: Cup) -> None:
    exif = Image.Exif()
    exif[0x010F] = "SecretCamera"
    exif.get_ifd(0x8825)[1] = "N"
    stream = io.BytesIO()
    Image.new("RGB", (640, 480), "white").save(stream, "JPEG", exif=exif)
    assert b"SecretCamera" in stream.getvalue()
    cup.send("POST", "/sheets", ORGANISER, files={"photos": ("gps.jpg", stream.getvalue())})
    cup.wait()
    (kept,) = (cup.data / cup.id / "photos").glob("*.jpg")
    assert b"SecretCamera" not in kept.read_bytes()
    with Image.open(kept) as picture:
        assert not picture.getexif().get_ifd(0x8825)
    deadline = time.monotonic() + PATIENCE
    while [path for path in (cup.data / cup.id / "inbox").rglob("*.jpg")]:
        assert time.monotonic() < deadline, "an upload is removed once it is scored"
        time.sleep(0.05)
    assert not [path for path in cup.data.rglob("*") if path.is_file() and b"SecretCamera" in path.read_bytes()]
