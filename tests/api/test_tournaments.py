"""Tournaments over HTTP: the whole way of an organiser, who may do what, and a service that is stopped in between."""

import csv
import gzip
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import openpyxl
import pytest
from planned_photos import ENGLISH, GRIDS, plan, plan_german, planned_scorer

from api import tournament_schemas as wire
from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings
from tests.hints import hint_of

V1 = "/v1/tournaments"
TOKEN = "only for creating"
MASTER = {"Authorization": f"Bearer {TOKEN}"}
PATIENCE = 60  # seconds; a busy machine is no fault of the service


PRIVATE = ("sheets", "sheets/abcd-1", "sheets/abcd-1/picture", "sheets/abcd-1/cells/1/1", "sheets/abcd-1/report",
           "review", "disagreements", "log", "exports/results.csv", "exports/results.xlsx")  # fmt: skip


class Organiser:
    """A client that holds a tournament's token."""

    def __init__(self, url: str, **agreed: Any) -> None:
        self.url = url
        created = httpx.post(url + V1, json={"name": "Cup", "lang": "en", **agreed}, headers=MASTER, timeout=PATIENCE)
        assert created.status_code == 201, created.text
        self.id, self.token, self.arbiter_token = (created.json()[name] for name in ("id", "token", "arbiter_token"))
        self.base = f"{url}{V1}/{self.id}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str = "", **more: str) -> httpx.Response:
        return httpx.get(f"{self.base}{path}", headers={**self.headers, **more}, timeout=PATIENCE)

    def post(self, path: str, value: Any) -> httpx.Response:
        return httpx.post(f"{self.base}{path}", json=value, headers=self.headers, timeout=PATIENCE)

    def add(self, *photos: Path, **fields: str) -> httpx.Response:
        files = [("photos", (photo.name, photo.read_bytes())) for photo in photos]
        return httpx.post(f"{self.base}/sheets", files=files, data=fields, headers=self.headers, timeout=PATIENCE)

    def wait(self) -> list[tuple[str, dict[str, int]]]:
        """All events until nothing is pending."""
        found, name = [], ""
        with httpx.stream("GET", f"{self.base}/events", timeout=PATIENCE) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    found.append((name, json.loads(line.removeprefix("data: "))))
        return found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, planning: ModuleType) -> Iterator[str]:
    settings = Settings(data=tmp_path_factory.mktemp("data"), workers=1, token=TOKEN)
    app = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    app.state.make_scorer = planned_scorer
    with planning.running(app) as url:
        yield url


@pytest.fixture(scope="module")
def scored(address: str, tmp_path_factory: pytest.TempPathFactory) -> Organiser:
    """A tournament of two rounds, scored; tests only read it."""
    folder = tmp_path_factory.mktemp("photos")
    organiser = Organiser(address, keep_photos=True)
    archive = folder / "round2.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(plan(folder / "z" / "Anna.jpg", GRIDS[3]), "Anna.jpg")
    torn = folder / "torn.jpg"
    torn.write_text("no photo")
    doubts = {"0": [["N", 0.9], ["S", 0.1]]}
    photos = [plan(folder / "Anna.jpg", ENGLISH, doubts=doubts), plan(folder / "Ben.jpg", GRIDS[1]), archive, torn]
    added = organiser.add(*photos)
    assert added.status_code == 202 and added.json()["pages"] == 4
    events = organiser.wait()
    assert events[-1] == ("done", {"done": 3, "rejected": 1, "pending": 0})
    return organiser


def test_status_says_what_went_in_and_out(scored: Organiser) -> None:
    found = scored.get().json()
    assert found["summary"]["pages"] == 4 and found["summary"]["scored"] == 3 and found["summary"]["rejected"] == 1
    assert found["name"] == "Cup" and "token" not in found
    listed = httpx.get(scored.url + V1).json()["tournaments"]
    assert scored.id in {entry["id"] for entry in listed} and "token" not in json.dumps(listed)


def test_standings_as_json_csv_and_html(scored: Organiser) -> None:
    places = scored.get("/standings").json()["places"]
    assert [place["player"] for place in places] == ["Anna", "Ben"] and set(places[0]["rounds"]) == {"1", "2"}
    as_csv = scored.get("/standings", Accept="text/csv")
    assert as_csv.headers["content-type"].startswith("text/csv")
    assert [line["player"] for line in csv.DictReader(io.StringIO(as_csv.content.decode("utf-8-sig")))] == [
        "Anna",
        "Ben",
    ]
    as_html = scored.get("/standings?format=html")
    assert as_html.text.startswith("<!doctype html>") and "provisional" in as_html.text


def test_the_queue_and_the_rejected_pages(scored: Organiser) -> None:
    found = scored.get("/review").json()
    assert [entry["player"] for entry in found["queue"]] == ["Anna"] and found["queue"][0]["doubts"][0]["or"] == "N"
    assert [(page["page"], page["code"]) for page in found["rejected"]] == [("torn.jpg", "not-an-image")]


def test_a_sheet_can_be_read_in_full(scored: Organiser) -> None:
    sheet = scored.get("/sheets").json()["sheets"][0]
    found = scored.get(f"/sheets/{sheet['sheet']}").json()
    assert found["total"] == sheet["total"] == 52 and len(found["lines"]) == 10


def test_an_arbiter_settles_the_language_of_one_sheet(address: str, tmp_path: Path) -> None:
    cup = Organiser(address, lang="en")
    cup.add(plan_german(tmp_path / "Anna.jpg"))
    cup.wait()
    (asked,) = cup.get("/review").json()["queue"]
    assert asked["open"] == ["doubt"] and "language" in cup.get(f"/sheets/{asked['sheet']}").json()["reasons"]
    answer = cup.post("/corrections", {"sheet": asked["sheet"], "who": "Eva", "language": "de"})
    assert answer.status_code == 201 and answer.json()["after"] == 52
    found = cup.get(f"/sheets/{asked['sheet']}").json()
    assert (found["language"], found["reasons"], found["total"]) == ("de", [], 52)
    assert cup.get("/review").json()["queue"] == []
    line = cup.get("/log").json()["log"][-1]
    assert (line["kind"], line["what"]) == ("language", {"language": "de"}) and "German" in line["sentence"]
    cup.post("/undo", {"who": "Eva", "entry": answer.json()["entry"]})
    assert "language" in cup.get(f"/sheets/{asked['sheet']}").json()["reasons"]
    refused = cup.post("/corrections", {"sheet": asked["sheet"], "who": "Eva", "language": "auto"})
    assert refused.status_code == 422


def test_spreadsheets(scored: Organiser) -> None:
    book = openpyxl.load_workbook(io.BytesIO(scored.get("/exports/results.xlsx").content))
    assert book["standings"]["B2"].value == "Anna"
    book.close()
    assert scored.get("/exports/rejected.csv").text.splitlines()[1].startswith("torn.jpg,not-an-image")
    assert scored.get("/exports/secrets.csv").status_code == 422


def test_correct_rule_and_publish(address: str, tmp_path: Path) -> None:
    organiser = Organiser(address)
    organiser.add(plan(tmp_path / "x.jpg", ENGLISH), player="Zoë", round="3")
    organiser.wait()
    (sheet,) = organiser.get("/sheets").json()["sheets"]
    assert (sheet["player"], sheet["round"], sheet["known_by"]) == ("Zoë", "3", "manifest")
    answer = organiser.post(
        "/corrections", {"sheet": sheet["sheet"], "who": "Eva", "cells": [{"row": 1, "column": 1, "letter": "N"}]}
    )
    assert answer.status_code == 201 and answer.json()["before"] == 52 and answer.json()["after"] < 52
    ahead = organiser.post("/rulings", {"word": "nuper", "allow": True, "who": "Eva", "preview": True}).json()
    ruled = organiser.post("/rulings", {"word": "nuper", "allow": True, "who": "Eva", "why": "we like it"})
    assert ahead["changed"] == ruled.json()["changed"], "the preview says what the ruling does"
    assert [change["player"] for change in ruled.json()["changed"]] == ["Zoë"]
    published = organiser.post("/publication", {"who": "Eva"}).json()
    assert published["published"] and published["final"]
    assert "final" in organiser.get("/standings?format=html").text
    log = organiser.get("/log?lang=de").json()["log"]
    assert [entry["sentence"] for entry in log] == [
        "Eva hat Zoë, Runde 3 korrigiert: Reihe 1, Spalte 1: N.",
        "Eva hat das Wort NUPER zugelassen.",
        "Eva hat die Rangliste veröffentlicht.",
    ]
    undone = organiser.post("/undo", {"entry": log[1]["id"], "who": "Max"})
    assert undone.status_code == 201 and undone.json()["kind"] == "ruling"
    assert organiser.get("/sheets").json()["sheets"][0]["total"] == answer.json()["after"]
    assert [entry["stands"] for entry in organiser.get("/log").json()["log"]] == [True, False, True, False]
    assert organiser.post("/undo", {"entry": log[1]["id"], "who": "Max"}).status_code == 422


def test_after_a_publication_no_change_goes_unsaid(address: str, tmp_path: Path) -> None:
    organiser = Organiser(address)

    def final() -> bool:
        found = [organiser.get().json(), organiser.get("/standings").json()]
        assert found[0]["final"] == found[1]["final"]
        assert (">final<" in organiser.get("/standings?format=html").text) == found[0]["final"]
        return bool(found[0]["final"])

    organiser.add(plan(tmp_path / "Anna.jpg", ENGLISH, salt=31), plan(tmp_path / "Ben.jpg", ".....", salt=31))
    organiser.add(plan(tmp_path / "Cleo.jpg", GRIDS[2], salt=31))
    organiser.wait()
    assert organiser.post("/publication", {"who": "Eva", "anyway": True}).json()["final"]
    organiser.add(plan(tmp_path / "Dora.jpg", GRIDS[1], salt=31))
    assert not final(), "it waits to be scored"
    organiser.wait()
    assert not final()
    _until(lambda: organiser.get("/log").json()["log"][-1]["kind"] == "moved")
    told = organiser.get("/log").json()["log"][-1]
    assert told["sentence"] == "The ranking changed after it was published: Dora – → 2; Cleo 2 → 3."
    assert "Cleo" in organiser.get("/exports/log.csv").text.splitlines()[-1]
    assert organiser.post("/undo", {"entry": told["id"], "who": "Eva"}).status_code == 422
    assert organiser.post("/publication", {"who": "Eva"}).json()["final"] and final()
    sheets = {row["player"]: row["sheet"] for row in organiser.get("/sheets").json()["sheets"]}
    organiser.post("/corrections", {"sheet": sheets["Anna"], "who": "Max", "withdraw": True})
    told = organiser.get("/log").json()["log"][-1]
    assert not final() and (told["kind"], told["who"]) == ("moved", "Max")
    assert told["what"]["moves"] == [["Dora", 2, 1], ["Cleo", 3, 2], ["Anna", 1, None]]
    organiser.post("/publication", {"who": "Eva"})
    assert final()
    organiser.post("/rulings", {"word": "super", "allow": False, "who": "Eva"})
    assert not final(), "the points are others, though nobody moved"


def test_open_cases_are_asked_about_before_publishing(address: str, tmp_path: Path) -> None:
    organiser = Organiser(address)
    organiser.add(plan(tmp_path / "Anna.jpg", ENGLISH, doubts={"0": [["N", 0.9], ["S", 0.1]]}, salt=3))
    organiser.wait()
    refused = organiser.post("/publication", {"who": "Eva"})
    assert (refused.status_code, refused.json()["code"]) == (409, "still-open")
    published = organiser.post("/publication", {"who": "Eva", "anyway": True}).json()
    assert published["published"] and not published["final"]


def test_one_sheet_has_one_total_at_every_door(address: str, tmp_path: Path) -> None:
    organiser = Organiser(address)
    organiser.add(plan(tmp_path / "Anna.jpg", ENGLISH, salt=9))
    organiser.wait()
    sheet = organiser.get("/sheets").json()["sheets"][0]["sheet"]
    organiser.post("/corrections", {"sheet": sheet, "who": "Eva", "cells": [{"row": 1, "column": 1, "letter": "N"}]})
    organiser.post("/rulings", {"word": "urn", "allow": False, "who": "Eva"})
    total = organiser.get(f"/sheets/{sheet}").json()["total"]
    assert total < 49
    assert organiser.get("/standings").json()["places"][0]["total"] == total
    assert organiser.get("/standings").json()["places"][0]["sheets"] == {"1": sheet}
    assert re.search(rf'class="total[^"]*">{total}<', organiser.get(f"/sheets/{sheet}/report").text)


def test_the_hall_s_screen_follows_the_ranking(address: str, tmp_path: Path) -> None:
    organiser = Organiser(address)
    organiser.add(plan(tmp_path / "Anna.jpg", ENGLISH, salt=11))
    organiser.wait()
    totals: list[int] = []
    revisions: list[int] = []
    with httpx.stream("GET", f"{organiser.base}/live", timeout=PATIENCE) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                revisions.append(int(line.removeprefix("data: ")))
                totals.append(organiser.get("/live/standings").json()["places"][0]["total"])
                if len(totals) == 2:
                    break
                organiser.post("/rulings", {"word": "urn", "allow": False, "who": "Eva"})
    assert totals == [52, 49] and revisions == sorted(set(revisions))


def test_hundreds_of_phones_are_sent_what_was_packed_once(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each revision is written and packed before it is told; a phone that has the ranking is not sent it again."""
    packed: list[bytes] = []
    compress = gzip.compress

    def counted(data: bytes, **how: Any) -> bytes:
        packed.append(data)
        return compress(data, **how)

    monkeypatch.setattr("api.large_answers.gzip.compress", counted)
    monkeypatch.setattr("api.large_answers.WORTH_PACKING", 1)
    cup = Organiser(address)
    cup.add(*(plan(tmp_path / f"Anna {number}.jpg", GRIDS[number], salt=19) for number in range(3)))
    cup.wait()
    with httpx.stream("GET", f"{cup.base}/live", timeout=PATIENCE) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data: "))
        next(lines)
        cup.post("/rulings", {"word": "urn", "allow": False, "who": "Eva"})
        next(lines)
        packed.clear()
        with ThreadPoolExecutor(20) as phones:
            heard = list(phones.map(lambda _: cup.get("/live/standings"), range(100)))
        tag, whole = heard[0].headers["etag"], heard[0].json()
        assert not packed and {answer.content for answer in heard} == {heard[0].content}
        assert heard[0].headers["content-encoding"] == "gzip" and whole == cup.get("/standings").json()
        again = cup.get("/live/standings", **{"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")


def test_large_answers_are_sent_again_only_when_they_have_changed(address: str, tmp_path: Path) -> None:
    cup = Organiser(address)
    doubts = {"0": [["N", 0.9], ["S", 0.1]]}
    cup.add(
        plan(tmp_path / "Anna.jpg", ENGLISH, doubts=doubts, salt=41), plan(tmp_path / "IMG_1.jpg", GRIDS[1], salt=41)
    )
    cup.wait()
    models = {
        "/standings": wire.StandingsOut, "/review": wire.ReviewOut, "/sheets": wire.SheetsOut, "/roster": wire.RosterOut
    }  # fmt: skip
    first = {path: cup.get(path) for path in models}
    for path, model in models.items():
        assert model.model_validate(_as_named(first[path].json())).model_dump(by_alias=True) == first[path].json()
        again = cup.get(path, **{"If-None-Match": first[path].headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert first[path].headers["cache-control"] == "private, no-cache"
    assert (
        httpx.get(f"{cup.base}/review", headers={"If-None-Match": first["/review"].headers["etag"]}).status_code == 401
    )
    sheet = first["/review"].json()["queue"][0]["sheet"]
    cup.post("/corrections", {"sheet": sheet, "who": "Eva", "player": "Cleo"})
    for path in ("/standings", "/review", "/sheets"):
        now = cup.get(path, **{"If-None-Match": first[path].headers["etag"]})
        assert now.status_code == 200 and now.json() != first[path].json()


def _as_named(value: Any) -> Any:
    """A document whose fields are called as in the model, where the wire calls one otherwise."""
    if isinstance(value, dict):
        return {"other" if name == "or" else name: _as_named(item) for name, item in value.items()}
    return [_as_named(item) for item in value] if isinstance(value, list) else value


def test_arbiters_at_once_lose_nothing_and_each_can_undo_the_own_word(address: str, tmp_path: Path) -> None:
    """Six arbiters correct one sheet and one of their own each, all at the same time."""
    cup = Organiser(address)
    cup.add(*(plan(tmp_path / f"Player{n}.jpg", GRIDS[n % len(GRIDS)], salt=600 + n) for n in range(7)))
    cup.wait()
    sheets = {row["player"]: row["sheet"] for row in cup.get("/sheets").json()["sheets"]}

    def settle(number: int) -> list[int]:
        said = {"who": f"Arbiter {number}", "cells": [{"row": 1, "column": 1 + number % 5, "letter": "X"}]}
        shown = [sheets["Player6"], sheets[f"Player{number}"]]
        answers = [cup.post("/corrections", {**said, "sheet": sheet}) for sheet in shown]
        assert [answer.status_code for answer in answers] == [201, 201]
        standing = cup.get("/sheets").json()["sheets"]  # whoever was answered sees it
        own = next(row for row in standing if row["player"] == f"Player{number}")
        assert own["grid"][0][number % 5] == "X"
        return [answer.json()["entry"] for answer in answers]

    with ThreadPoolExecutor(6) as pool:
        entries = dict(enumerate(pool.map(settle, range(6))))
    log = {line["id"]: line for line in cup.get("/log").json()["log"]}
    assert len(log) == 12 and len({entry for pair in entries.values() for entry in pair}) == 12
    for number, pair in entries.items():
        assert [log[entry]["who"] for entry in pair] == [f"Arbiter {number}"] * 2
        assert log[pair[0]]["sheet"].startswith(sheets["Player6"].split("-")[0])
    shared = next(row for row in cup.get("/sheets").json()["sheets"] if row["player"] == "Player6")
    assert shared["grid"][0] == "XXXXX" and len(shared["seen_by"]) == 6
    totals = {place["player"]: place["total"] for place in cup.get("/standings").json()["places"]}
    assert totals == {row["player"]: row["total"] for row in cup.get("/sheets").json()["sheets"] if not row["same_as"]}


def test_a_case_tells_whom_to_compare_and_the_log_of_one_sheet(address: str, tmp_path: Path) -> None:
    cup = Organiser(address)
    cup.add(plan(tmp_path / "Anna.jpg", GRIDS[0], salt=9), plan(tmp_path / "anna.jpg", GRIDS[1], salt=9))
    cup.add(plan(tmp_path / "IMG_1.jpg", GRIDS[2], code="QW1/2/A//Ben", salt=9), player="Ben", round="1")
    cup.wait()
    found = {case["page"]: case for case in cup.get("/review").json()["queue"]}
    first, second = found["Anna.jpg"], found["anna.jpg"]
    assert [rival["sheet"] for rival in first["rivals"]] == [second["sheet"]] and first["coded"] is None
    ben = found["IMG_1.jpg"]
    assert ben["open"] == ["identity"] and ben["coded"] == {"player": "Ben", "round": "2"}
    cup.post("/corrections", {"sheet": ben["sheet"], "who": "Eva", "player": "Ben", "round": "2"})
    cup.post("/corrections", {"sheet": second["sheet"], "who": "Eva", "withdraw": True})
    (line,) = cup.get(f"/log?sheet={second['sheet']}&lang=fr").json()["log"]
    assert line["kind"] == "withdraw" and "Eva" in line["sentence"]
    assert cup.get("/log?sheet=ffff-1").status_code == 404
    assert cup.get("/review").json()["queue"] == []


@pytest.mark.parametrize("fixed", ["dd910ceace1b029f", "916e9c8723af74c9"])
def test_a_code_brings_phones_to_the_live_page(address: str, fixed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenCV reads the codes of these tournaments at no size if they are drawn as the standard would have them."""
    import cv2
    import numpy as np

    with monkeypatch.context() as patched:
        patched.setattr("tournament.service.secrets.token_hex", lambda _: fixed)
        cup = Organiser(address)
    answer = httpx.get(f"{cup.base}/join.svg", headers={"Host": "hall.example"})
    assert answer.headers["content-type"] == "image/svg+xml"
    size = int(re.findall(r'viewBox="0 0 (\d+)', answer.text)[0])
    picture = np.full((size, size), 255, np.uint8)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1", answer.text):
        picture[int(y), int(x)] = 0
    for scale in (5, 8):
        seen = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=0)
        assert cv2.QRCodeDetector().detectAndDecode(seen)[0] == f"http://hall.example/page/live.html#/{fixed}"


def test_what_no_code_can_say_is_refused_at_once(address: str) -> None:
    answer = httpx.get(f"{Organiser(address).base}/join.svg", headers={"Host": "h" * 2000})
    assert answer.status_code == 422 and answer.json()["code"] == "unreadable-code"
    assert answer.json()["hint"] == hint_of("unreadable-code")


def test_double_entry_lists_disagreements(address: str, tmp_path: Path) -> None:
    organiser = Organiser(address, double_entry=True)
    organiser.add(plan(tmp_path / "Anna.jpg", ENGLISH, salt=7))
    organiser.wait()
    sheet = organiser.get("/sheets").json()["sheets"][0]["sheet"]
    for who, grid in (("Eva", ENGLISH), ("Max", ENGLISH.replace("SUPER", "NUPER"))):
        assert organiser.post("/corrections", {"sheet": sheet, "who": who, "grid": grid}).status_code == 201
    (found,) = organiser.get("/disagreements").json()["disagreements"]
    assert found["letters"] == {"Eva": "S", "Max": "N"}


def test_double_entry_is_not_made_by_one_person_with_two_spellings(address: str, tmp_path: Path) -> None:
    organiser = Organiser(address, double_entry=True)
    organiser.add(plan(tmp_path / "Anna.jpg", ENGLISH, salt=8))
    organiser.wait()
    sheet = organiser.get("/sheets").json()["sheets"][0]["sheet"]
    for who in ("Eve", "eve"):
        said = {"sheet": sheet, "who": who, "grid": ENGLISH.replace("SUPER", "NUPER")}
        assert organiser.post("/corrections", said).status_code == 201
    (row,) = organiser.get("/sheets").json()["sheets"]
    assert (row["total"], row["grid"][0], row["seen_by"]) == (52, "SUPER", ["Eve"])
    assert "second-arbiter" in row["open"]


@pytest.mark.parametrize("token", ["", "Bearer wrong", "Basic abc"])
def test_nothing_changes_without_the_token(scored: Organiser, token: str) -> None:
    headers = {"Authorization": token} if token else {}
    body = {"sheet": "abcd-1", "who": "X", "confirm": True}
    answers = [
        httpx.post(headers=headers, url=f"{scored.base}/corrections", json=body),
        httpx.post(headers=headers, url=f"{scored.base}/rulings", json={"word": "urn", "allow": False, "who": "X"}),
        httpx.post(headers=headers, url=f"{scored.base}/publication", json={"who": "X"}),
        httpx.post(headers=headers, url=f"{scored.base}/sheets", files={"photos": ("a.jpg", b"x")}),
        httpx.post(headers=headers, url=f"{scored.base}/undo", json={"entry": 1, "who": "X"}),
        *(httpx.get(headers=headers, url=f"{scored.base}/{path}") for path in PRIVATE),
    ]
    for answer in answers:
        assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
        assert answer.headers["content-type"] == "application/problem+json" and answer.json()["code"] == "token-needed"
    for path in ("", "/standings", "/standings?format=html"):
        assert httpx.get(headers=headers, url=f"{scored.base}{path}").status_code == 200, "figures are public"


def test_an_arbiter_corrects_and_rules_but_neither_adds_nor_publishes(scored: Organiser) -> None:
    headers = {"Authorization": f"Bearer {scored.arbiter_token}"}
    assert httpx.get(scored.base, headers=headers).json()["role"] == "arbiter"
    for path in ("sheets", "review", "log", "exports/results.csv"):
        assert httpx.get(f"{scored.base}/{path}", headers=headers).status_code == 200
    preview = {"word": "urn", "allow": False, "who": "Eva", "preview": True}
    assert httpx.post(f"{scored.base}/rulings", json=preview, headers=headers).status_code == 201
    assert httpx.post(f"{scored.base}/publication", json={"who": "Eva"}, headers=headers).status_code == 401
    files = {"photos": ("a.jpg", b"x")}
    assert httpx.post(f"{scored.base}/sheets", files=files, headers=headers).status_code == 401


def test_a_tournament_s_token_is_not_good_for_another(scored: Organiser, address: str) -> None:
    other = Organiser(address)
    other.token = scored.token
    assert other.post("/publication", {"who": "X"}).status_code == 401


@pytest.mark.parametrize("token", ["s3cret", ""])
def test_only_who_holds_the_service_s_token_creates(tmp_path: Path, planning: ModuleType, token: str) -> None:
    """Where none is set, the service makes one and keeps it in its data folder for its owner alone."""
    settings = Settings(data=tmp_path, token=token, workers=1)
    app = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    with planning.running(app) as url:
        assert httpx.post(url + V1, json={"name": "Cup"}).status_code == 401
        if not token:
            assert (tmp_path / "token").stat().st_mode & 0o077 == 0
        headers = {"Authorization": f"Bearer {token or (tmp_path / 'token').read_text().strip()}"}
        created = httpx.post(url + V1, json={"name": "Cup"}, headers=headers)
        assert created.status_code == 201
        own = {"Authorization": f"Bearer {created.json()['token']}"}
        path = f"{url}{V1}/{created.json()['id']}/publication"
        assert httpx.post(path, json={"who": "X"}, headers=own).status_code == 201


def test_what_does_not_exist_or_fit_is_a_problem_document(scored: Organiser) -> None:
    missing = [
        (httpx.get(f"{scored.url}{V1}/0123456789abcdef"), 404, "tournament-not-found"),
        (scored.get("/sheets/ffffffff-1"), 404, "sheet-unknown"),
        (scored.post("/corrections", {"sheet": "ffffffff-1", "who": "Eva", "confirm": True}), 404, "sheet-unknown"),
        (scored.post("/rulings", {"word": "x", "allow": True, "who": "Eva"}), 422, "bad-correction"),
        (httpx.post(f"{scored.base}/sheets", content=b"x", headers=scored.headers), 400, "bad-form"),
    ]
    for answer, status, code in missing:
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        own = {"bad-form": "Send the files in the field `photos`."}
        assert answer.json()["hint"] == own.get(code, hint_of(code))
    assert scored.post("/corrections", {"sheet": "ffffffff-1", "who": "Eva"}).status_code == 422


SERVE = """
import sys
from pathlib import Path
import uvicorn
from planned_photos import planned_scorer
from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings
if __name__ == "__main__":
    settings = Settings(data=Path(sys.argv[1]), workers=1, token="only for creating")
    app = create_app(settings, Referee(settings=settings))
    app.state.make_scorer = planned_scorer
    uvicorn.run(app, port=int(sys.argv[2]), log_level="warning")
"""


def test_a_service_killed_in_the_middle_goes_on_after_its_restart(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parent.parent.parent
    script = tmp_path / "serve.py"
    script.write_text(SERVE)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (root, root / "tests", root / "tests/tournament"))),
    }
    command = [sys.executable, str(script), str(tmp_path / "data"), str(port)]
    photos = [plan(tmp_path / f"Player{letter}.jpg", sleep=0.3, salt=letter) for letter in "ABCDEFGHIJ"]
    first = subprocess.Popen(command, env=environment)
    try:
        organiser = _organiser(f"http://127.0.0.1:{port}", first)
        assert organiser.add(*photos).json()["pages"] == 10
    finally:
        first.send_signal(signal.SIGKILL)
        first.wait()
    second = subprocess.Popen(command, env=environment)
    try:
        _until_up(f"http://127.0.0.1:{port}", second)
        assert organiser.wait()[-1] == ("done", {"done": 10, "rejected": 0, "pending": 0})
        pages = [sheet["page"] for sheet in organiser.get("/sheets").json()["sheets"]]
        assert sorted(pages) == [photo.name for photo in photos]
        said = {"who": "Eva", "anyway": True}
        assert organiser.post("/publication", said).status_code == 201, "the token is still good"
    finally:
        second.terminate()
        second.wait()
    assert not list((tmp_path / "data" / organiser.id / "inbox").iterdir()), "photos are not kept unless asked"


def test_a_kill_leaves_no_photo_behind_and_nobody_else_may_read_what_is_kept(tmp_path: Path) -> None:
    """Killed with one upload half sent, some photos scored and some waiting, in a data folder that was open to all."""
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    photos = [plan(tmp_path / f"Player{letter}.jpg", sleep=0.4, salt=letter) for letter in "ABCDEFGHIJ"]
    with _killed_at_the_end(tmp_path, data) as address:
        organiser = Organiser(address)
        assert organiser.add(*photos).json()["pages"] == 10
        inbox = data / organiser.id / "inbox"
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as half:
            half.sendall(
                f"POST {V1}/{organiser.id}/sheets HTTP/1.1\r\nHost: {host}\r\nContent-Length: 900000\r\n"
                f"Authorization: Bearer {organiser.token}\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n"
                '--x\r\nContent-Disposition: form-data; name="photos"; filename="half.jpg"\r\n\r\nbegun'.encode()
            )
            _until(lambda: bool(list(inbox.glob("*.tmp/half.jpg"))))
            _until(lambda: organiser.get().json()["summary"]["scored"] >= 2)
            assert organiser.get().json()["summary"]["pending"] > 0
            _all_private(data)
    _all_private(data)
    assert list(inbox.iterdir()), "nothing was cleared away yet"
    with _killed_at_the_end(tmp_path, data) as address:
        organiser.base = f"{address}{V1}/{organiser.id}"
        assert organiser.wait()[-1] == ("done", {"done": 10, "rejected": 0, "pending": 0}), "what was accepted is there"
        _until(lambda: not list(inbox.iterdir()))


@contextmanager
def _killed_at_the_end(folder: Path, data: Path) -> Iterator[str]:
    """A service in a process of its own under the usual umask, which gets no chance to end well."""
    root = Path(__file__).resolve().parent.parent.parent
    script = folder / "serve.py"
    script.write_text(SERVE)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    paths = os.pathsep.join(map(str, (root, root / "tests", root / "tests/tournament")))
    line = [sys.executable, str(script), str(data), str(port)]
    process = subprocess.Popen(line, env=os.environ | {"PYTHONPATH": paths}, umask=0o022)
    try:
        _until_up(f"http://127.0.0.1:{port}", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def _all_private(data: Path) -> None:
    """Nobody but the owner can come to any file, and the database and the uploads are closed by themselves too."""
    assert data.stat().st_mode & 0o777 == 0o700
    kept = [*data.glob("tournaments.sqlite*"), *data.glob("*/inbox/*/*")]
    folders = [*data.glob("*/inbox"), *data.glob("*/inbox/*")]
    assert kept and {path.stat().st_mode & 0o777 for path in kept} == {0o600}
    assert folders and {path.stat().st_mode & 0o777 for path in folders} == {0o700}


def _until(met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _organiser(url: str, process: subprocess.Popen[bytes]) -> Organiser:
    _until_up(url, process)
    return Organiser(url)


def _until_up(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        assert process.poll() is None
        try:
            if httpx.get(f"{url}/healthz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    pytest.fail("the service did not start")
