"""Limits of the service: size, pace and number of requests, who is asked first, and a stop that comes in time."""

import asyncio
import gc
import gzip
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from types import ModuleType

import httpx
import pytest
import uvicorn

from api import app, body_limits, connection_limits, middleware, scan_pool
from api.app import create_app
from api.deps import AT_A_TIME, Compute
from api.jobs import PhotoJobs
from api.logs import JsonLines
from api.routes import word_routes
from api.scan_pool import ThreadWorker
from referee.referee import Referee
from referee.referee_errors import WorkerNotStarted
from referee.settings import Settings
from report.qwords_game import QwordsGame
from report.subject import Subject
from tests.hints import hint_of

V1 = "/v1/tournaments"
TOKEN = "s3cret"
BEARER = f"Authorization: Bearer {TOKEN}"


def create(url: str) -> str:
    """The path of a new tournament."""
    answer = httpx.post(url + V1, json={"name": "Cup"}, headers={"Authorization": f"Bearer {TOKEN}"})
    return f"{V1}/{answer.json()['id']}"


@contextmanager
def service(planning: ModuleType, data: Path, **more: int) -> Iterator[str]:
    settings = Settings(data=data, workers=1, token=TOKEN, **more)  # type: ignore[arg-type]
    with planning.running(create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))) as url:
        yield url


@pytest.fixture(scope="module")
def planned_url(planning: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with service(planning, tmp_path_factory.mktemp("data")) as url:
        yield url


def until(met: Callable[[], bool]) -> None:
    """Wait for what is under way."""
    deadline = time.monotonic() + 20
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def connect(url: str, source: str = "127.0.0.1") -> socket.socket:
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), 20, (source, 0))


def begin(url: str, path: str, length: int, *headers: str) -> socket.socket:
    """A request whose body has not come yet."""
    opened = connect(url)
    kind = "Content-Type: multipart/form-data; boundary=x"
    lines = [f"POST {path} HTTP/1.1", "Host: x", kind, f"Content-Length: {length}", *headers, "", ""]
    opened.sendall("\r\n".join(lines).encode())
    return opened


def code(opened: socket.socket) -> str:
    """The code of the problem that is answered."""
    answer = b""
    while part := opened.recv(65536):
        answer += part
    return str(json.loads(answer.partition(b"\r\n\r\n")[2])["code"])


def test_json_is_small_on_every_tournament_path_and_the_token_comes_first(
    planning: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "DRAIN_SECONDS", 0.2)
    with service(planning, tmp_path) as url:
        base = create(url)
        for path in ("/corrections", "/rulings", "/publication"):
            with begin(url, base + path, 400_000_000, BEARER) as opened:
                assert code(opened) == "body-too-large"
        for path in ("/corrections", "/sheets"):  # nothing of the body is sent: the answer does not wait for it
            with begin(url, base + path, 100_000, "Authorization: Bearer wrong") as opened:
                assert code(opened) == "token-needed"
        with begin(url, V1, 400_000_000) as opened:
            assert code(opened) == "body-too-large"


def test_slow_senders_keep_no_place_and_are_cut_off(
    planning: ModuleType, tmp_path: Path, photo: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body_limits, "GRACE_SECONDS", 2.0)
    with service(planning, tmp_path, queue=1) as url, ExitStack() as held:
        slow = [held.enter_context(begin(url, "/v1/scans", 100_000)) for _ in range(20)]
        for opened in slow:
            opened.sendall(b"-")
        answer = httpx.post(url + "/v1/scans", files={"photo": ("p.jpg", photo)}, timeout=20)
        assert answer.status_code == 200
        with ThreadPoolExecutor(20) as pool:
            assert set(pool.map(code, slow)) == {"too-slow"}


def test_one_client_has_so_many_requests_under_way(planning: ModuleType, tmp_path: Path) -> None:
    with service(planning, tmp_path, client_requests=2) as url:
        asked = {"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE"}
        with begin(url, "/v1/scans", 100), begin(url, "/v1/scans", 100):
            until(lambda: httpx.post(url + "/v1/scores", json=asked).status_code == 429)  # both are under way
            refused = httpx.post(url + "/v1/scores", json=asked)
            assert (refused.status_code, refused.json()["code"]) == (429, "client-busy")
            assert refused.headers["retry-after"]
        until(lambda: httpx.post(url + "/v1/scores", json=asked).status_code == 200)


def test_behind_a_proxy_each_client_is_counted_for_itself(planning: ModuleType, tmp_path: Path) -> None:
    with service(planning, tmp_path, client_requests=1) as url:
        asked = {"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE"}

        def told(client: str) -> int:
            return httpx.post(url + "/v1/scores", json=asked, headers={"X-Forwarded-For": client}).status_code

        with begin(url, "/v1/scans", 100, "X-Forwarded-For: 192.0.2.1"):
            until(lambda: told("192.0.2.1") == 429)
            assert told("192.0.2.2") == 200


def test_trouble_on_this_side_is_told_without_hosts_and_folders(
    planning: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournament.service import TournamentService
    from tournament.tournament_errors import StoreUnavailable

    def away(_service: object) -> object:
        raise StoreUnavailable("connection to server at 10.1.2.3 failed for user anna")

    with service(planning, tmp_path) as url:
        monkeypatch.setattr(TournamentService, "store", property(away))
        answer = httpx.get(url + V1)
        assert (answer.status_code, answer.json()["code"]) == (503, "store-unavailable")
        assert "10.1.2.3" not in answer.text


def test_a_database_that_hangs_holds_up_nobody_else(
    planning: ModuleType, tmp_path: Path, photo: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournament.service import TournamentService
    from tournament.tournament_errors import StoreUnavailable

    entered, released = Event(), Event()

    def hanging(_service: object) -> object:
        entered.set()
        released.wait(20)
        raise StoreUnavailable

    with service(planning, tmp_path) as url, ThreadPoolExecutor(1) as pool:
        path = f"{create(url)}/players/ABCD2345/sheets"
        monkeypatch.setattr(TournamentService, "store", property(hanging))
        sent = pool.submit(lambda: httpx.post(url + path, files={"photo": photo}, timeout=20).status_code)
        assert entered.wait(20)
        assert httpx.get(url + "/healthz", timeout=20).status_code == 200 and not sent.done()
        released.set()
        assert sent.result() == 503


def test_a_service_is_ready_again_by_itself_when_workers_can_start(
    planning: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Worker(ThreadWorker):
        def call(self, *job: object) -> object:
            if not able:
                raise WorkerNotStarted
            return super().call(*job)

    able = False
    monkeypatch.setattr(app, "TEND_SECONDS", 0.1)
    monkeypatch.setattr(scan_pool, "ThreadWorker", Worker)
    with service(planning, tmp_path) as url:
        for ready in (False, True, False, True):  # from the start, and in the middle
            able = ready
            deadline = time.monotonic() + 20
            while (httpx.get(url + "/readyz").status_code == 200) is not ready:
                assert time.monotonic() < deadline
                httpx.post(url + "/v1/frames", content=b"x", timeout=20)
                time.sleep(0.05)


def test_bodies_in_memory_are_bounded_together(
    planning: ModuleType, tmp_path: Path, photo: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with service(planning, tmp_path) as url:
        send = {"photo": ("p.jpg", photo)}
        monkeypatch.setattr(body_limits, "HELD_BYTES", len(photo) // 2)
        refused = httpx.post(url + "/v1/scans", files=send, timeout=20)
        assert (refused.status_code, refused.json()["code"]) == (429, "busy")
        monkeypatch.setattr(body_limits, "HELD_BYTES", len(photo) + 10_000)
        for _ in range(3):  # what was held is given back
            assert httpx.post(url + "/v1/scans", files=send, timeout=20).status_code == 200


@contextmanager
def patient(app: object) -> Iterator[str]:
    """The app behind the protocol of `qwords serve`."""
    import threading

    config = uvicorn.Config(app, port=0, log_config=None, http=connection_limits.LimitedProtocol, ws="none")  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)


async def hello(scope: dict[str, object], receive: object, send: object) -> None:
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})  # type: ignore[operator]
        await send({"type": "http.response.body", "body": b""})  # type: ignore[operator]


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nX-A: b\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET"])
def test_headers_that_do_not_come_end_the_connection(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(connection_limits, "HEADER_SECONDS", 0.4)
    with patient(hello) as url, connect(url) as opened:
        began = time.monotonic()
        opened.sendall(sent)
        while opened.recv(4096):
            pass
        assert time.monotonic() - began < 10  # after an answer uvicorn waits 5 seconds for the next request


def test_one_address_holds_so_many_connections_unless_it_is_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "PER_CLIENT", 3)
    with patient(hello) as url, ExitStack() as held:
        opened = [held.enter_context(connect(url, "127.0.0.7")) for _ in range(3)]
        with connect(url, "127.0.0.7") as fourth:
            assert fourth.recv(10) == b""
        trusted = [held.enter_context(connect(url)) for _ in range(5)]  # a proxy on this machine speaks for many
        for kept in (opened[0], trusted[-1]):
            kept.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert kept.recv(4096).startswith(b"HTTP/1.1 200")


def test_an_upload_that_breaks_off_leaves_nothing_behind(planning: ModuleType, tmp_path: Path) -> None:
    with service(planning, tmp_path) as url:
        base = create(url)
        part = b'--x\r\nContent-Disposition: form-data; name="photos"; filename="a.zip"\r\n\r\n' + b"z" * 3_000_000
        inbox = tmp_path / base.rpartition("/")[2] / "inbox"
        with begin(url, f"{base}/sheets", 100_000_000, BEARER) as opened:
            opened.sendall(part)
            deadline = time.monotonic() + 10
            while not sum(path.stat().st_size for path in inbox.glob("*/*")):  # it goes to the disk as it comes
                assert time.monotonic() < deadline
                time.sleep(0.02)
        while list(inbox.iterdir()):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        named = {"photos": ("ü" * 300 + ".jpg", b"no photo")}
        headers = {"Authorization": f"Bearer {TOKEN}"}
        answer = httpx.post(f"{url}{base}/sheets", files=named, headers=headers)
        assert answer.status_code == 202 and len(answer.json()["names"]) == 1


def test_an_upload_to_a_tournament_deleted_meanwhile_is_told_so(planning: ModuleType, tmp_path: Path) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n' + b"z" * 3_000_000
    end = b"\r\n--x--\r\n"
    with service(planning, tmp_path) as url:
        base = create(url)
        inbox = tmp_path / base.rpartition("/")[2] / "inbox"
        with begin(url, f"{base}/sheets", len(part + end), BEARER, "Connection: close") as opened:
            opened.sendall(part)
            deadline = time.monotonic() + 20
            while not list(inbox.glob("*/*")):
                assert time.monotonic() < deadline
                time.sleep(0.02)
            headers = {"Authorization": f"Bearer {TOKEN}"}
            assert httpx.post(f"{url}{base}/deletion", json={"name": "Cup"}, headers=headers).status_code == 200
            opened.sendall(end)
            assert code(opened) == "tournament-not-found"


def test_a_form_that_cannot_be_read_is_answered_at_once(planning: ModuleType, tmp_path: Path) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    with service(planning, tmp_path) as url:
        began = time.monotonic()
        answer = httpx.post(url + "/v1/scans", content=b"no form at all", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-form")
        assert time.monotonic() - began < middleware.DRAIN_SECONDS / 2


def test_few_things_are_computed_at_a_time_so_that_the_others_are_served() -> None:
    running, most = 0, 0

    def work() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        time.sleep(0.02)
        running -= 1

    async def story() -> None:
        compute = Compute()
        await asyncio.gather(*(compute(work) for _ in range(20)))

    asyncio.run(story())
    assert most == AT_A_TIME


GRID = {"grid": ["SUPER", "TRIPH", "RNLOI", "ATECT", "PMHHE"]}


@contextmanager
def two_at_work(planning: ModuleType, data: Path) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    """A service with two workers, and clients at two addresses."""
    settings = Settings(data=data, workers=2, token=TOKEN)
    with planning.running(create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))) as url:
        homes = [httpx.HTTPTransport(local_address=f"127.0.0.{home}", limits=httpx.Limits()) for home in (2, 3)]
        first, second = (httpx.Client(base_url=url, transport=home, timeout=30) for home in homes)
        with first, second:
            yield first, second


def test_one_client_s_typed_reports_leave_room_for_scores_and_for_another_s_report(
    planning: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, drawn = planning.Gate(), list[str]()

    def held(verdict: object, kind: str, texts: str, subject: Subject) -> bytes:
        drawn.append(subject.player)
        gate.wait()
        return b"%PDF"

    monkeypatch.setattr(QwordsGame, "report", lambda _, *given: held(*given))
    with two_at_work(planning, tmp_path) as (greedy, other), ThreadPoolExecutor(33) as pool:
        typed = {**GRID, "format": "pdf"}
        many = [pool.submit(greedy.post, "/v1/reports/typed", json={**typed, "player": "greedy"}) for _ in range(31)]
        gate.waiting.acquire(timeout=20)
        assert other.post("/v1/scores", json=GRID).json()["sheets"][0]["total"] == 52, "while all 31 are under way"
        one = pool.submit(other.post, "/v1/reports/typed", json={**typed, "player": "other"})
        assert other.post("/v1/scores", json=GRID).status_code == 200
        gate.open.set()
        assert {answer.result().status_code for answer in (*many, one)} == {200}
    assert drawn.index("other") <= 3, "after one or two of the 31, not behind them all"


def test_one_client_s_reports_of_photos_leave_a_worker_for_scores(
    planning: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, photo: bytes
) -> None:
    gate = planning.Gate()

    def held(jobs: PhotoJobs, *job: object) -> bytes:
        gate.wait()
        return b"%PDF"

    monkeypatch.setattr(PhotoJobs, "report", held)
    with two_at_work(planning, tmp_path) as (greedy, other), ThreadPoolExecutor(31) as pool:
        sent = {"files": {"photo": ("p.jpg", photo)}, "data": {"format": "pdf"}}
        many = [pool.submit(greedy.post, "/v1/reports", **sent) for _ in range(31)]
        gate.waiting.acquire(timeout=20)
        assert other.post("/v1/scans", files={"photo": ("p.jpg", photo)}).status_code == 200
        gate.open.set()
        assert {answer.result().status_code for answer in many} == {200}, "each has its turn, none is refused"


def test_a_file_of_the_page_is_packed_once(
    planning: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed: list[int] = []
    pack = gzip.compress

    def counted(body: bytes, *more: int, **named: int) -> bytes:
        packed.append(len(body))
        return pack(body, *more, **named)

    monkeypatch.setattr("api.page_files.gzip.compress", counted)
    with service(planning, tmp_path) as url:
        for _ in range(3):
            answer = httpx.get(url + "/page/fonts/NotoSansJP-Bold.ttf")
            assert answer.headers["content-encoding"] == "gzip" and len(answer.content) == packed[0]
    assert len(packed) == 1


def test_a_word_list_is_written_and_packed_once(planned_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    word_routes._listed.cache_clear()
    first = httpx.get(planned_url + "/v1/lexicons/it")
    monkeypatch.setattr("api.page_files.gzip.compress", None)
    packed = word_routes._listed("it", "official", False).packed
    for _ in range(3):
        with httpx.stream("GET", planned_url + "/v1/lexicons/it") as again:
            assert again.headers["content-encoding"] == "gzip" and b"".join(again.iter_raw()) == packed
    assert gzip.decompress(packed).decode() == first.text and word_routes._listed.cache_info().misses == 1


@pytest.mark.parametrize("depth", [100, 500, 600, 800, 960, 5000])
@pytest.mark.parametrize("field", ["grid", "evidence", "house", "claims"])
def test_json_of_any_depth_is_refused_with_a_code(planned_url: str, depth: int, field: str) -> None:
    for inner in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        body = f'{{"{field}": {inner}}}'
        answer = httpx.post(planned_url + "/v1/scores", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in {400, 422} and answer.json()["code"] == "bad-request"


def test_made_up_methods_are_counted_as_one(planned_url: str) -> None:
    for number in range(5):
        assert httpx.request(f"MADEUP{number}", planned_url + "/healthz").status_code == 405
    counted = [line for line in httpx.get(planned_url + "/metrics").text.splitlines() if 'status="405"' in line]
    assert not any("MADEUP" in line for line in counted) and any('method="other"' in line for line in counted)


def test_a_request_with_two_lengths_hides_no_second_one(planned_url: str) -> None:
    hidden = b"GET /v1/meta HTTP/1.1\r\nHost: x\r\n\r\n"
    head = b"POST /v1/scores HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with connect(planned_url) as opened:
        opened.sendall(head + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden)
        answer = b""
        while part := opened.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 400") and answer.count(b"HTTP/1.1 ") == 1 and b"bad-request" in answer


def test_a_task_that_fails_unheard_leaves_no_message_in_the_log() -> None:
    said = "Task exception was never retrieved\nfuture: <Task exception=OperationalError('host 10.0.0.3, Anna')>"
    line = JsonLines().format(logging.LogRecord("asyncio", logging.ERROR, "", 1, said, None, None))
    assert "Task exception" in line and "Anna" not in line and "10.0.0.3" not in line


def test_the_garbage_collector_passes_over_the_word_lists_of_a_service(planning: ModuleType, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, workers=1)
    service = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    service.state.alone = True  # as where the process is the service's own
    try:
        asyncio.run(app._warm(service))
        assert service.state.ready.is_set() and gc.get_freeze_count() > len(gc.get_objects())
    finally:
        gc.unfreeze()
        service.state.pool.close()


async def much(scope: dict[str, object], receive: object, send: object) -> None:
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})  # type: ignore[operator]
        await send({"type": "http.response.body", "body": b"x" * 20_000_000})  # type: ignore[operator]


def test_a_client_that_does_not_take_its_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(connection_limits, "RATE", 10**9)
    with patient(much) as url, connect(url, "127.0.0.9") as opened:
        opened.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        deadline = time.monotonic() + 20  # uvicorn waits 5 seconds for the next request
        while not connection_limits._open["127.0.0.9"]:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        while connection_limits._open["127.0.0.9"]:
            assert time.monotonic() < deadline
            time.sleep(0.05)


SERVE = """
import sys
from pathlib import Path
from api import server
from referee.settings import Settings
if __name__ == "__main__":
    server.GRACE_SECONDS = 2
    server.serve(Settings(data=Path(sys.argv[1]), workers=1, port=0))
"""


@pytest.mark.slow
def test_a_stop_comes_in_time_while_a_worker_hangs(root: Path, tmp_path: Path, photo: bytes) -> None:
    (tmp_path / "serve.py").write_text(SERVE)
    line = [sys.executable, str(tmp_path / "serve.py"), str(tmp_path / "data")]
    environment = os.environ | {"PYTHONPATH": str(root)}
    with subprocess.Popen(line, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        port = next(int(m[1]) for row in process.stderr if (m := re.search(r"Qwords referee: \S+:(\d+)", row)))
        url = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + 60
        while httpx.get(url + "/readyz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        children = Path(f"/proc/{process.pid}/task").glob("*/children")
        for child in {int(pid) for file in children for pid in file.read_text().split()}:
            if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                os.kill(child, signal.SIGSTOP)
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(lambda: httpx.post(url + "/v1/scans", files={"photo": ("p.jpg", photo)}, timeout=60))
            until(lambda: "qwords_photos_in_work 1.0" in httpx.get(url + "/metrics").text)
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            process.stderr.read()
            process.wait(30)
            answer = waiting.result()
        assert time.monotonic() - began < 15
        assert (answer.status_code, answer.json()["code"]) == (503, "not-ready")
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["hint"] == hint_of("not-ready")
