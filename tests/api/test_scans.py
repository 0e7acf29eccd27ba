"""Photos over HTTP: verdicts, pictures, refusals; nothing is kept, nothing collapses."""

import json
import logging
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import httpx
import pytest

from api.app import create_app
from api.schemas import VerdictOut
from referee.referee import Referee
from referee.settings import Settings

# An EXIF block with a GPS position and a camera's serial number.
SECRET = b"SERIAL-4711"


def send(client: httpx.Client, photo: bytes, address: str = "/v1/scans", **fields: str) -> httpx.Response:
    return client.post(address, files={"photo": ("p.jpg", photo, "image/jpeg")}, data=fields)


def test_a_photo_gives_a_verdict(client: httpx.Client, photo: bytes) -> None:
    answer = send(client, photo, lang="en")
    assert answer.status_code == 200
    verdict = answer.json()
    VerdictOut.model_validate(verdict)
    sheet = verdict["sheets"][0]
    assert verdict["photo"]["name"] == "p.jpg"
    assert sheet["grid"] == ["EUROA", "NOONR", "ORBIT", "TOWNS", "FLOUR"]
    assert sheet["needs_review"] is True
    assert sheet["doubts"][0] | {"p": 0, "total_if": 0} == {
        "kind": "letter", "row": 3, "column": 3, "letter": "B", "or": "P", "p": 0, "total_if": 0,
    }  # fmt: skip
    assert "picture" not in sheet
    assert answer.headers["cache-control"] == "no-store"


def test_the_same_photo_gives_the_same_bytes(client: httpx.Client, photo: bytes) -> None:
    assert send(client, photo).content == send(client, photo).content


def test_the_flattened_sheet_comes_on_demand(client: httpx.Client, photo: bytes) -> None:
    picture = send(client, photo, pictures="true").json()["sheets"][0]["picture"]
    assert picture["url"].startswith("data:image/jpeg;base64,")
    x, y = picture["origin"]
    assert x >= 0 and x + 5 * picture["pitch"] <= picture["width"]
    assert y >= 0 and y + 5 * picture["pitch"] <= picture["height"]


def test_corners_shown_by_a_person_are_used(client: httpx.Client, photo: bytes) -> None:
    shown = [[690, 555], [1096, 690], [958, 1115], [540, 960]]
    sheet = send(client, photo, corners=json.dumps(shown)).json()["sheets"][0]
    flat = [value for corner in sheet["corners"] for value in corner]
    assert flat == pytest.approx([value for corner in shown for value in corner], abs=12)


@pytest.mark.parametrize(
    "fields",
    [
        {"corners": "[[1,2],[3,4]]"},
        {"corners": "nonsense"},
        {"corners": "[[1,2],[3,4],[5,6],[7,1e999]]"},
        {"lang": "xx"},
        {"side": "C"},
        {"surprise": "1"},
        {"corrections": '[{"row":100,"column":1,"letter":"A"}]'},
        {"pictures": "perhaps"},
    ],
)
def test_fields_are_checked(client: httpx.Client, photo: bytes, fields: dict[str, str]) -> None:
    answer = send(client, photo, **fields)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-request")
    assert answer.json()["errors"][0]["where"][1] == next(iter(fields))


@pytest.mark.parametrize(
    "said", [{"row": 6, "column": 1, "letter": "A"}, {"kind": "dot", "place": [1], "value": "open"}]
)
def test_what_cannot_be_said_of_a_sheet_of_this_game_is_refused(
    client: httpx.Client, photo: bytes, said: dict[str, object]
) -> None:
    answer = send(client, photo, corrections=json.dumps([said]))
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-answer")


def test_nothing_of_the_metadata_comes_back(client: httpx.Client, photo: bytes) -> None:
    tagged = photo[:2] + b"\xff\xe1" + (len(SECRET) + 8).to_bytes(2, "big") + b"Exif\x00\x00" + SECRET + photo[2:]
    for address in ("/v1/scans", "/v1/reports"):
        answer = send(client, tagged, address)
        assert answer.status_code == 200
        assert SECRET not in answer.content


def test_a_report_shows_what_was_corrected(client: httpx.Client, photo: bytes) -> None:
    corrections = json.dumps([{"row": 3, "column": 3, "letter": "P"}])
    answer = send(client, photo, "/v1/reports", corrections=corrections)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    assert "ORPIT" in answer.text and "ORBIT" not in answer.text
    assert send(client, photo, "/v1/reports", format="pdf").content.startswith(b"%PDF-")


def test_typed_letters_have_a_report_too(client: httpx.Client) -> None:
    answer = client.post("/v1/reports/typed", json={"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE"})
    assert answer.status_code == 200
    assert "EPOCH" in answer.text


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"not a picture", 415, "not-an-image"),
        (b"\xff\xd8\xff\xe0" + bytes(200), 422, "broken-image"),
        (b"", 415, "not-an-image"),
    ],
)
def test_what_is_no_photo_is_refused(client: httpx.Client, data: bytes, status: int, code: str) -> None:
    answer = send(client, data)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_photo_without_a_sheet_says_so(client: httpx.Client) -> None:
    import cv2
    import numpy as np

    table = np.random.default_rng(1).integers(120, 140, (600, 800, 3), np.uint8)
    answer = send(client, cv2.imencode(".jpg", table)[1].tobytes())
    assert (answer.status_code, answer.json()["code"]) == (422, "sheet-not-found")


@pytest.mark.parametrize(
    "request_parts",
    [
        {"data": {"lang": "en"}},
        {"json": {"photo": "x"}},
        {"content": b"--x\r\ndamaged", "headers": {"Content-Type": "multipart/form-data; boundary=x"}},
        {"content": b"", "headers": {"Content-Type": "multipart/form-data"}},
        {"files": {"other": b"x"}},
        {"files": {"photo": b"x", "frame": b"x"}},
    ],
)
def test_a_form_without_one_photo_is_refused(client: httpx.Client, request_parts: dict[str, Any]) -> None:
    answer = client.post("/v1/scans", **request_parts)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-form")


def test_no_photo_touches_a_disk(client: httpx.Client, photo: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a photo was written to a temporary file")

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", refuse)
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", refuse)
    answer = send(client, photo + bytes(3_000_000))
    assert answer.status_code == 200


def test_logs_tell_nothing_of_the_photo(client: httpx.Client, photo: bytes, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "qwords")
    client.post("/v1/scans", files={"photo": ("anna-sheet.jpg", photo, "image/jpeg")})
    lines: list[str] = []
    for _ in range(100):  # the line is written after the answer has gone out
        lines = [str(vars(record)) for record in caplog.records if record.name.startswith("qwords")]
        if any("/v1/scans" in line for line in lines):
            break
        time.sleep(0.05)
    assert any("/v1/scans" in line for line in lines)
    assert not any("anna" in line or "EUROA" in line for line in lines)


@pytest.fixture
def gated(planning: ModuleType) -> Iterator[tuple[str, Any]]:
    """A service for one photo at a time, with room for one more, whose reader waits for the test; limit 2 MB."""
    gate = planning.Gate()

    class Slow(planning.PlannedReader):  # type: ignore[misc, name-defined]
        def letters(self, crops: Any) -> Any:
            gate.wait()
            return super().letters(crops)

    settings = Settings(workers=1, queue=1, max_megabytes=2)
    with planning.running(create_app(settings, Referee(reader=Slow(), settings=settings))) as address:
        yield address, gate
        gate.open.set()


def test_a_full_queue_is_refused_at_once_and_the_rest_goes_on(gated: tuple[str, Any], photo: bytes) -> None:
    address, gate = gated
    with httpx.Client(base_url=address, timeout=20) as client, ThreadPoolExecutor(2) as senders:
        first = senders.submit(send, client, photo)
        gate.waiting.acquire()
        second = senders.submit(send, client, photo)
        while client.get("/metrics").text.count("qwords_photos_in_work 2.0") == 0:
            pass
        refused = send(client, photo)
        assert (refused.status_code, refused.json()["code"]) == (429, "busy")
        assert 1 <= int(refused.headers["retry-after"]) <= 30
        assert client.get("/healthz").elapsed.total_seconds() < 0.5
        typed = client.post("/v1/scores", json={"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE"})
        assert typed.status_code == 200, "corrections must not wait behind photos"
        gate.open.set()
        assert (first.result().status_code, second.result().status_code) == (200, 200)
        assert send(client, photo).status_code == 200


def test_bodies_over_the_limit_are_refused(gated: tuple[str, Any]) -> None:
    address, _ = gated
    with httpx.Client(base_url=address, timeout=20) as client:
        declared = send(client, bytes(4_000_000))
        assert (declared.status_code, declared.json()["code"]) == (413, "body-too-large")

        def chunks() -> Iterator[bytes]:
            yield b'--x\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
            for _ in range(40):
                yield bytes(100_000)

        headers = {"Content-Type": "multipart/form-data; boundary=x"}
        chunked = client.post("/v1/scans", content=chunks(), headers=headers)
        assert (chunked.status_code, chunked.json()["code"]) == (413, "body-too-large")
        assert client.post("/v1/scores", content=bytes(500_000)).status_code == 413
        assert client.get("/healthz").status_code == 200
