"""The steps of the Dockerfile, run in a clean folder with a new virtual environment: no Docker is needed for that."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

NO_NETWORK = re.compile(r"NewConnectionError|ConnectTimeout|ProxyError|Temporary failure|No matching distribution")


def test_the_dockerfile_runs_the_tested_steps(root: Path) -> None:
    text = (root / "Dockerfile").read_text(encoding="utf-8")
    assert len(re.findall(r"^FROM python:[\d.]+-slim", text, re.MULTILINE)) == 2
    steps = re.findall(r"^RUN sh (\S+) (\w+) (\S+)$", text, re.MULTILINE)
    assert steps == [("image.sh", "dependencies", "/opt/qwords"), ("scripts/image.sh", "program", "/opt/qwords")]
    assert "tesseract-ocr" in text
    assert re.search(r"^HEALTHCHECK (.*\n)+?.*/readyz", text, re.MULTILINE), "a service without workers is not healthy"
    assert re.search(r"^USER qwords$", text, re.MULTILINE)


def test_containers_get_the_time_that_a_stop_takes(root: Path) -> None:
    told = re.findall(
        r"stop_grace_period: (\d+)s|--stop-timeout (\d+)",
        (root / "compose.yaml").read_text() + (root / "Dockerfile").read_text(),
    )
    assert len(told) == 2 and all(int(first or second) >= 30 for first, second in told)  # docker itself gives 10


def step(script: Path, part: str, target: Path, folder: Path) -> None:
    environment = os.environ | {"PYTHON": sys.executable, "PIP_NO_COMPILE": "1"}
    done = subprocess.run(
        ["sh", str(script), part, str(target)], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode and NO_NETWORK.search(done.stderr) and os.environ.get("CI") != "true":
        pytest.skip("the package index cannot be reached")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_what_the_image_holds_reads_a_photo(root: Path, tmp_path: Path) -> None:
    left_out = (root / ".dockerignore").read_text(encoding="utf-8").split()
    source, target = tmp_path / "source", tmp_path / "opt"
    shutil.copytree(root, source, ignore=shutil.ignore_patterns(*(name.removeprefix("**/") for name in left_out)))
    step(source / "scripts" / "image.sh", "dependencies", target, source)
    step(source / "scripts" / "image.sh", "program", target, source)
    shutil.rmtree(source)
    data = tmp_path / "data"
    data.mkdir()
    serve_and_scan(target, data, (root / "samples" / "classic-en" / "photo.jpg").read_bytes())


def serve_and_scan(target: Path, data: Path, photo: bytes) -> None:
    """Start the service as the image does, with nothing around it, send a photo, and stop it in good order."""
    environment = {
        "PATH": f"{target}/bin:/usr/bin:/bin",
        "QWORDS_PORT": "0",
        "QWORDS_WORKERS": "1",
        "QWORDS_DATA": str(data),
        "OMP_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    with subprocess.Popen(["qwords", "serve"], cwd="/", env=environment, stderr=subprocess.PIPE, text=True) as service:
        try:
            address = listening(service)
            ready(address)
            answer = httpx.post(f"{address}/v1/scans", files={"photo": photo}, data={"lang": "en"}, timeout=60)
            assert answer.status_code == 200, answer.text
            assert len(answer.json()["sheets"]) == 1
            service.send_signal(signal.SIGTERM)
            assert service.wait(30) == 0
        finally:
            service.kill()


def listening(service: "subprocess.Popen[str]") -> str:
    assert service.stderr
    for line in service.stderr:
        if found := re.search(r"Qwords referee: http://[\d.]+:(\d+)", line):
            return f"http://127.0.0.1:{found[1]}"
    raise AssertionError("the service did not start")


def ready(address: str) -> None:
    deadline = time.monotonic() + 60
    while httpx.get(f"{address}/readyz", timeout=5).status_code != 200:
        assert time.monotonic() < deadline, "the service did not become ready"
        time.sleep(0.1)
