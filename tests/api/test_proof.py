"""What the service says of its reports, and which requests it takes at all."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest
import uvicorn

from api.app import create_app
from api.connection_limits import LimitedProtocol
from api.server import known_hosts
from proof.claim import MARK
from proof.keys import Signer, replace_key, signer, text_of, trust
from proof.verify import verify
from referee.referee import Referee
from referee.settings import Settings
from sheets.qr_code import read_qr
from tests.hints import hint_of
from texts import languages

GRID = {"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE", "player": "Ada", "event": "Cup"}


@pytest.fixture
def ours(tmp_path: Path) -> Settings:
    keys = str(tmp_path / "keys")
    return Settings(
        data=tmp_path, workers=1, keys=keys, name="Club", address="https://club.example", hosts="club.example"
    )


@pytest.fixture
def client(planning: ModuleType, ours: Settings) -> Iterator[httpx.Client]:
    app = create_app(ours, Referee(reader=planning.PlannedReader(), settings=ours))
    with planning.running(app) as url, httpx.Client(base_url=url) as opened:
        yield opened


def report(client: httpx.Client, **more: str) -> bytes:
    return client.post("/v1/reports/typed", json={**GRID, **more}).content


def code_of(data: bytes, ours: Settings) -> str:
    """The text of the code of a report, as a phone would read it."""
    import numpy as np
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        pages = [page.render(scale=3).to_numpy()[:, :, :3] for page in document]
    return read_qr(np.ascontiguousarray(pages[-1]))


def test_a_report_of_the_service_is_genuine_and_its_keys_are_published(client: httpx.Client, ours: Settings) -> None:
    for kind in ("html", "pdf"):
        outcome = verify(report(client, format=kind), None, ours)
        assert outcome.exit_code == 3 and outcome.document()["made_by"]["name"] == "Club"
    first = signer(ours).key
    listed = client.get("/v1/keys").json()
    assert listed["name"] == "Club" and [one["key"] for one in listed["keys"]] == [text_of(first)]
    trust(ours, text_of(Signer(b"o" * 32).key), "Next door")
    second = replace_key(ours).key
    states = [(one["state"], one["key"]) for one in client.get("/v1/keys").json()["keys"]]
    assert states == [("own", text_of(second)), ("former", text_of(first))]


def test_the_code_of_a_report_leads_to_a_page_that_says_whether_it_is_genuine(
    client: httpx.Client, ours: Settings
) -> None:
    code = code_of(report(client, format="pdf"), ours)
    assert code.startswith("https://club.example/proof/" + MARK)
    path = code.removeprefix("https://club.example")
    page = client.get(path)
    assert page.status_code == 200 and ">52</p>" in page.text and "Ada" in page.text and "Genuine" in page.text
    assert (
        "default-src 'none'" in page.headers["content-security-policy"] and "no-store" in page.headers["cache-control"]
    )
    for language in languages():
        shown = client.get(path, headers={"Accept-Language": f"xx,{language}-CH;q=0.9,en;q=0.1"}).text
        assert f'<html lang="{language}">' in shown and "52" in shown
    replace_key(ours)
    assert ">52</p>" in client.get(path).text, "a former key's codes stay genuine"
    for forged in (path[:-2], path.replace(MARK, MARK + "A"), "/proof/x", "/proof/"):
        assert "Not genuine" in client.get(forged).text and ">52</p>" not in client.get(forged).text


def test_a_code_of_another_key_is_not_shown_as_genuine(client: httpx.Client, ours: Settings) -> None:
    from proof.claim import claim_text
    from proof.statement import qwords_statement
    from referee.options import Options

    stated = qwords_statement(Referee().grid(GRID["grid"], Options()), player="<b>Eve", event="")
    eve = Signer(b"e" * 32)
    page = client.get(f"/proof/{claim_text(stated, eve)}").text
    assert "unknown here" in page and ">52</p>" not in page and "Eve" not in page
    trust(ours, text_of(eve.key), "Eve's club")
    page = client.get(f"/proof/{claim_text(stated, eve)}").text
    assert ">52</p>" in page and "&lt;b&gt;Eve" in page and "Eve&#39;s club" in page


@pytest.mark.parametrize(
    ("host", "taken"),
    [
        ("club.example", True), ("CLUB.example:8000", True), ("club.example.", True), ("127.0.0.1:8000", True),
        ("[::1]:8000", True), ("192.168.1.20", True), ("evil.example", False), ("club.example.evil.example", False),
        ("127.0.0.1.evil.example", False), ("evil.example:club.example", False), ("", False),
    ],
)  # fmt: skip
def test_only_requests_for_its_own_names_are_answered(client: httpx.Client, host: str, taken: bool) -> None:
    """A page of a stranger whose name leads to this machine could otherwise read what is on it (DNS rebinding)."""
    answer = client.get("/v1/meta", headers={"Host": host})
    assert answer.status_code == (200 if taken else 421)
    if not taken:
        assert answer.json()["code"] == "unknown-host" and answer.json()["hint"] == hint_of("unknown-host")


def test_the_names_of_a_service_are_those_of_its_machine_and_those_it_is_told() -> None:
    own = socket.gethostname()
    alone = known_hosts(Settings()).split(",")
    assert {"localhost", own, f"{own}.local", "127.0.0.1"} == set(alone)
    assert "localhost" in known_hosts(Settings(host="0.0.0.0"), lan=True)
    assert known_hosts(Settings(host="0.0.0.0")) == "", "behind a proxy elsewhere nobody knows its names"
    told = known_hosts(Settings(host="0.0.0.0", address="https://club.example:444/q", hosts="a.example, b.example"))
    assert {"club.example", "a.example", " b.example", "localhost"} <= set(told.split(","))


@pytest.fixture(scope="module")
def strict(planning: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """A service behind the protocol that it is really served with."""
    import threading
    import time

    settings = Settings(data=tmp_path_factory.mktemp("data"), workers=1)
    app = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False, http=LimitedProtocol))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[:2]
    server.should_exit = True
    thread.join(20)


def answer_to(address: tuple[str, int], *parts: bytes) -> bytes:
    with socket.create_connection(address, 20) as opened:
        for part in parts:
            opened.sendall(part)
        answer = b""
        while part := opened.recv(65536):
            answer += part
    return answer


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /healthz HTTP/1.1\nHost: x\n\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\nX-A: b\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\n",
        b"GET /healthz HTTP/1.1\nHost: x\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: b\r\n\tc\r\n\r\n",
    ],
)
def test_headers_that_can_be_read_in_two_ways_are_refused(strict: tuple[str, int], request_: bytes) -> None:
    for at in (0, 20, len(request_) - 1):
        assert answer_to(strict, request_[:at], request_[at:]).startswith(b"HTTP/1.1 400"), at
    good = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    answer = answer_to(strict, good + request_)
    assert answer.startswith(b"HTTP/1.1 200") and answer.count(b"HTTP/1.1 400") == 1, "also behind a good one"


def test_a_body_may_hold_what_headers_may_not(strict: tuple[str, int]) -> None:
    body = b'{"grid":\n\n "SUPER/TRIPH/RNLOI/ATECT/PMHHE",\n "lang": "en"}'
    head = b"POST /v1/scores HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    answer = answer_to(
        strict, head % len(body) + body + b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    )
    assert answer.count(b"HTTP/1.1 200") == 2 and re.search(rb'"total": ?52', answer)
    chunked = head.replace(b"Content-Length: %d", b"Connection: close\r\nTransfer-Encoding: chunked")
    assert answer_to(strict, chunked + b"%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n").startswith(b"HTTP/1.1 200")


def test_how_often_its_own_word_was_wrong_is_counted_for_the_installation(client: httpx.Client) -> None:
    shown = client.get("/metrics").text
    for outcome in ("certain_then_corrected", "asked_but_right"):
        assert f'qwords_sheets_by_outcome{{outcome="{outcome}"}} 0.0' in shown
