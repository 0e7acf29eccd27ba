"""The service as it is installed: worker processes, the real reader, the real command."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest

from api.app import create_app
from referee.options import Options
from referee.referee import Referee
from referee.settings import Settings
from report.document import document
from tests.hints import hint_of


@pytest.fixture(scope="module")
def real(planning: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a service with one worker process."""
    app = create_app(Settings(workers=1, queue=2, data=tmp_path_factory.mktemp("data")))
    with planning.running(app) as address, httpx.Client(base_url=address, timeout=60) as client:
        deadline = time.monotonic() + 60
        while client.get("/readyz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield client


@pytest.mark.parametrize("sample", ["classic-en", "professional-de", "empty-neighbour-fr"])
def test_the_answer_is_the_referees_own(real: httpx.Client, root: Path, sample: str) -> None:
    photo = (root / "samples" / sample / "photo.jpg").read_bytes()
    language = sample[-2:]
    answer = real.post("/v1/scans", files={"photo": ("p.jpg", photo)}, data={"lang": language})
    verdict = Referee().photo(photo, "p.jpg", Options(lang=language))
    assert answer.json() == json.loads(json.dumps(document(verdict)))


def test_meta_names_the_reader(real: httpx.Client) -> None:
    assert real.get("/v1/meta").json()["reader"]["name"] == "cnn"


def test_refusals_cross_the_process_boundary(real: httpx.Client) -> None:
    answer = real.post("/v1/scans", files={"photo": ("p.jpg", b"nothing")})
    assert (answer.status_code, answer.json()["code"]) == (415, "not-an-image")
    assert answer.json()["hint"] == hint_of("not-an-image")


def test_the_command_serves_and_stops_in_good_order(tmp_path: Path) -> None:
    line = [sys.executable, "-c", "from cli import main; main()", "serve", "--port", "0"]
    environment = {"PATH": "/usr/bin:/bin", "QWORDS_DATA": str(tmp_path), "QWORDS_WORKERS": "1"}
    with subprocess.Popen(line, env=environment, stderr=subprocess.PIPE, text=True) as service:
        try:
            assert service.stderr
            seen = []
            for row in service.stderr:
                seen.append(row)
                if found := re.search(r"Qwords referee: (http://[\d.]+:\d+)", row):
                    break
            else:
                raise AssertionError("".join(seen))
            assert httpx.get(f"{found[1]}/healthz", timeout=20).json() == {"status": "ok"}
            service.send_signal(signal.SIGTERM)
            rest = service.stderr.read()
            assert service.wait(40) == 0
            assert all(json.loads(row)["level"] for row in rest.splitlines()), "every log line is JSON"
        finally:
            service.kill()


def test_without_the_extra_the_command_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "uvicorn.py").write_text("raise ModuleNotFoundError(\"No module named 'uvicorn'\", name='uvicorn')\n")
    line = [sys.executable, "-c", "from cli import main; main()", "serve"]
    done = subprocess.run(line, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "uvicorn" in done.stderr and "pip install '.[api]'" in done.stderr
