"""`qwords serve --lan`: what the desk prints is what a phone finds, over https, camera included."""

import os
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import httpx
import numpy as np
import pytest
from at_the_table import ARGUMENTS, PATIENCE, PHONE
from playwright.sync_api import expect, sync_playwright

from api.certificate import certificate_for
from referee.files import NotWritable

HALVES = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
LAST = "To trust it for good, install "


@dataclass(frozen=True)
class Desk:
    """What a started service has printed."""

    text: str

    @property
    def address(self) -> str:
        return self._found(r"Qwords referee: (\S+)")

    @property
    def fingerprint(self) -> str:
        return self._found(r"^  ([0-9A-F:]{95})$")

    @property
    def certificate(self) -> Path:
        return Path(self._found(f"{LAST}(.+) on the phone"))

    def code(self) -> str:
        """What a phone reads in the code, printed as half blocks."""
        lines = [line for line in self.text.splitlines() if line and set(line) <= set(HALVES)]
        rows = [[HALVES[sign][half] for sign in line] for line in lines for half in (0, 1)]
        quiet = np.pad(np.array(rows, np.uint8), 4, constant_values=255)
        # OpenCV misses one code in 150 at a single size; phones look more than once, too.
        sizes = (np.kron(quiet, np.ones((size, size), np.uint8)) for size in (4, 8, 12))
        return next(filter(None, (cv2.QRCodeDetector().detectAndDecode(picture)[0] for picture in sizes)), "")

    def _found(self, pattern: str) -> str:
        found = re.search(pattern, self.text, re.MULTILINE)
        assert found, self.text
        return found[1]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    environment = {**os.environ, "QWORDS_DATA": str(tmp_path_factory.mktemp("data")), "QWORDS_WORKERS": "1"}
    command = [sys.executable, "-m", "cli", "serve", "--lan", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stderr
        printed = ""
        for line in process.stderr:
            printed += line
            if line.startswith(LAST):
                break
        yield Desk(printed)
        process.terminate()
        process.stderr.read()
        assert process.wait(60) == 0


def test_the_code_leads_to_the_page(desk: Desk) -> None:
    assert desk.code() == desk.address
    assert urlsplit(desk.address).scheme == "https" and urlsplit(desk.address).port
    assert "choose Advanced" in desk.text
    trusted = ssl.create_default_context(cafile=desk.certificate)
    answer = httpx.get(desk.code(), verify=trusted, timeout=60)
    assert answer.status_code == 200 and "Qwords referee" in answer.text
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(desk.address, timeout=60)


def test_the_certificate_is_the_one_that_was_printed(desk: Desk) -> None:
    where = urlsplit(desk.address)
    trusted = ssl.create_default_context(cafile=desk.certificate)
    for name in ("127.0.0.1", "localhost"):
        with (
            socket.create_connection((str(where.hostname), where.port or 0), timeout=60) as plain,
            trusted.wrap_socket(plain, server_hostname=name) as spoken,
        ):
            shown = sha256(spoken.getpeercert(binary_form=True) or b"").hexdigest().upper()
        assert shown == desk.fingerprint.replace(":", "")
    assert (desk.certificate.parent / "key.pem").stat().st_mode & 0o777 == 0o600


def test_cameras_work_at_that_address(desk: Desk, chromium: str) -> None:
    """By a name that no browser trusts without https, unlike 127.0.0.1 itself."""
    camera = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    near = ["--host-resolver-rules=MAP desk.test 127.0.0.1"]
    address = desk.address.replace("127.0.0.1", "desk.test")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, *camera, *near])
        context = browser.new_context(
            viewport=PHONE, locale="en-GB", ignore_https_errors=True, permissions=["camera"], service_workers="block"
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(address)
        assert page.evaluate("isSecureContext && location.protocol") == "https:"
        page.locator("[data-key=camera]").click()
        page.wait_for_function("() => document.querySelector('.camera video')?.videoWidth > 0")
        browser.close()


def test_a_certificate_is_kept_while_it_fits(tmp_path: Path) -> None:
    first = certificate_for(("192.0.2.7", "127.0.0.1"), tmp_path)
    assert certificate_for(("192.0.2.7", "127.0.0.1"), tmp_path) == first
    moved = certificate_for(("192.0.2.8", "127.0.0.1"), tmp_path)
    assert moved.fingerprint != first.fingerprint
    assert certificate_for(("desk.local", "127.0.0.1"), tmp_path).fingerprint != moved.fingerprint
    (tmp_path / "key.pem").unlink()
    assert certificate_for(("desk.local", "127.0.0.1"), tmp_path).key.is_file()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "tls").touch()
    with pytest.raises(NotWritable):
        certificate_for(("127.0.0.1",), tmp_path / "tls")
