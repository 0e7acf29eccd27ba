"""`qwords serve --lan`: what the desk prints is what a phone finds, over https, camera included."""

import itertools
import os
import re
import shutil
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
import pypdfium2
import pytest
from at_the_table import ARGUMENTS, PATIENCE, PHONE
from playwright.sync_api import expect, sync_playwright

from api.certificate import certificate_for
from referee.files import NotWritable
from sheets.qr_code import read_qr

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
        code = np.array(rows, np.uint8)
        # OpenCV misses one code in 500 at a single size and margin; phones look more than once, too.
        looks = (
            np.kron(np.pad(code, margin, constant_values=255), np.ones((size, size), np.uint8))
            for margin, size in itertools.product((4, 2, 0), (4, 5, 8, 12))
        )
        return next(filter(None, (cv2.QRCodeDetector().detectAndDecode(look)[0] for look in looks)), "")

    def _found(self, pattern: str) -> str:
        found = re.search(pattern, self.text, re.MULTILINE)
        assert found, self.text
        return found[1]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    environment = {
        **os.environ,
        "QWORDS_DATA": str(tmp_path_factory.mktemp("data")),
        "QWORDS_WORKERS": "1",
        "QWORDS_HOSTS": "desk.test",
    }
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


def test_the_codes_of_reports_lead_to_that_address(desk: Desk) -> None:
    trusted = ssl.create_default_context(cafile=desk.certificate)
    asked = {"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE", "format": "pdf"}
    made = httpx.post(f"{desk.address}v1/reports/typed", json=asked, verify=trusted, timeout=60).content
    with pypdfium2.PdfDocument(made) as document:
        page = np.ascontiguousarray(document[len(document) - 1].render(scale=3).to_numpy()[:, :, :3])
    code = read_qr(page)
    assert code.startswith(f"{desk.address}proof/")
    assert "Genuine" in httpx.get(code, verify=trusted, timeout=60).text


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


def openssl(*arguments: str | Path) -> bool:
    return subprocess.run(["openssl", *map(str, arguments)], capture_output=True, check=False).returncode == 0


needs_openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")


@needs_openssl
def test_the_root_that_phones_install_vouches_for_no_other_address(desk: Desk, tmp_path: Path) -> None:
    """Whoever has the whole folder cannot sign for a bank: by the root, or by what the root has signed."""
    root, folder = desk.certificate, desk.certificate.parent
    keys = [path for path in folder.parent.rglob("*") if path.is_file() and b"PRIVATE KEY" in path.read_bytes()]
    signers = [path for path in folder.iterdir() if b"BEGIN CERTIFICATE" in path.read_bytes()]
    assert keys and openssl("verify", "-CAfile", root, folder / "certificate.pem")
    bank, request, names = tmp_path / "bank.pem", tmp_path / "bank.csr", tmp_path / "names.txt"
    names.write_text("subjectAltName=DNS:www.bank.example")
    own = ("-newkey", "rsa:2048", "-nodes", "-keyout", tmp_path / "bank.key", "-subj", "/CN=www.bank.example")
    assert openssl("req", "-new", *own, "-out", request)
    for signer, key in itertools.product(signers, keys):
        made = openssl(
            *("x509", "-req", "-in", request, "-CA", signer, "-CAkey", key, "-CAcreateserial", "-CAserial"),
            *(tmp_path / "serial", "-extfile", names, "-out", bank),
        )
        trusted = ("-verify_hostname", "www.bank.example", "-CAfile", root, "-untrusted", signer)
        assert not (made and openssl("verify", *trusted, bank)), (signer.name, key.name)


@needs_openssl
def test_a_root_whose_key_was_kept_is_replaced(tmp_path: Path) -> None:
    """As versions before 0.2.1 made them: one certificate that is its own root."""
    first = certificate_for(("127.0.0.1",), tmp_path)
    own = ("-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", first.key, "-subj", "/CN=Qwords referee")
    assert openssl("req", *own, "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-out", first.certificate)
    kept = first.key.read_bytes()
    for root in (b"", first.certificate.read_bytes()):
        first.root.write_bytes(root)
        assert certificate_for(("127.0.0.1",), tmp_path).key.read_bytes() != kept


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
