"""The service with a planned reader, on a real socket."""

import importlib.util
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Literal

import httpx
import pytest
from at_the_table import ARGUMENTS, PATIENCE, PHONE
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings

ROOT = Path(__file__).resolve().parent.parent.parent


def _load(name: str) -> ModuleType:
    # Tests are imported one by one, so what they share must be loaded by path.
    spec = importlib.util.spec_from_file_location(f"api_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


planned = _load("planned")
# Row 3, column 3: P by its shape, or B, and ORBIT is a word: a letter that its shape hardly says is asked about.
DOUBTS = {12: (("P", 0.82), ("B", 0.17), ("R", 0.01))}


@pytest.fixture(scope="session")
def photo() -> bytes:
    """The classic sample."""
    return (ROOT / "samples" / "classic-en" / "photo.jpg").read_bytes()


@pytest.fixture(scope="session")
def planning() -> ModuleType:
    """The planned reader and the server."""
    return planned


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service whose reader doubts one letter."""
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    app = create_app(settings, Referee(reader=planned.PlannedReader(doubts=DOUBTS), settings=settings))
    with planned.running(app) as url:
        deadline = time.monotonic() + 20
        while httpx.get(f"{url}/readyz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield url


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    """A client of that service."""
    with httpx.Client(base_url=address, timeout=20) as client:
        yield client


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for a module of tests."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A phone of its own. What passes through a service worker cannot be intercepted: only some tests have one."""
    workers: Literal["allow", "block"] = "allow" if request.node.get_closest_marker("service_worker") else "block"
    context = browser.new_context(
        viewport=PHONE, locale="en-GB", base_url=address, reduced_motion="reduce", service_workers=workers
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """The page, opened; afterwards it must not have failed, nor have asked anyone else for anything."""
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
    page.on(
        "request", lambda sent: None if sent.url.startswith((address, "data:", "blob:")) else faults.append(sent.url)
    )
    page.goto("/")
    yield page
    assert faults == []


@pytest.fixture(scope="module")
def two_doubts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service whose reader doubts two letters, and both matter."""
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    doubts = {**DOUBTS, 7: (("I", 0.75), ("O", 0.25))}  # NOON, or no word: 10 is written, which fits neither
    with planned.running(
        create_app(settings, Referee(reader=planned.PlannedReader(doubts=doubts), settings=settings))
    ) as url:
        yield url
