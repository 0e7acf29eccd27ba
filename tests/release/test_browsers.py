"""What people do on the page in WebKit (all browsers of iPhones) and Firefox. `make test` leaves these walks out."""

import asyncio
import importlib.util
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from at_the_table import CLASSIC
from fastapi import Request, Response
from planned_photos import ENGLISH, plan, planned_scorer
from release.browsers import PATIENCE, Driven, Firefox, firefox, webkit
from starlette.middleware.base import RequestResponseEndpoint

from api.app import create_app
from api.page_files import FOLDER, PageFiles
from api.page_texts import page_texts
from referee.referee import Referee
from referee.settings import Settings
from texts import text

pytestmark = pytest.mark.release
TOKEN = "only for creating"
ROUNDS = 12
DISTANCE = 0.03  # seconds
# What goes wrong is kept for the walk to see; with ?old in the address the browser lacks timeouts.
WATCH = b"""
window.faults = [];
addEventListener('error', ({ message }) => window.faults.push(message));
addEventListener('unhandledrejection', ({ reason }) => window.faults.push(String(reason)));
if (location.search === '?old') delete AbortSignal.timeout;
"""
# A phone that shares files, as the specification has it: only soon after a tap. The report takes longer than that.
SLOW_SHARE = """
window.shared = [];
navigator.canShare = () => true;
navigator.share = async ({ files }) => {
    if (!navigator.userActivation.isActive) throw new DOMException('the tap was too long ago', 'NotAllowedError');
    if (window.cancel) throw new DOMException('closed', 'AbortError');
    window.shared.push(files[0].name);
};
const fetched = window.fetch;
window.fetch = async (...asked) => {
    while (navigator.userActivation.isActive) await new Promise((resolve) => setTimeout(resolve, 50));
    return fetched(...asked);
};
"""
# A camera that is refused after longer thought than a tap counts, where the browser has none of its own to ask about.
SLOW_REFUSAL = """
const getUserMedia = async () => {
    while (navigator.userActivation.isActive) await new Promise((resolve) => setTimeout(resolve, 50));
    throw new DOMException('refused', 'NotAllowedError');
};
Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
"""
# Nothing is stored, so every part of the page is fetched again.
FORGET = """
localStorage.clear();
for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
for (const name of await caches.keys()) await caches.delete(name);
"""
# Whether a chooser would open, and which one: the click is seen, and none is opened.
CHOOSERS = """
window.choosers = [];
for (const id of ['camera', 'album']) document.getElementById(id).addEventListener('click', (event) => {
    window.choosers.push([id, navigator.userActivation.isActive]);
    event.preventDefault();
});
"""


def _planned() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release_planned", Path(__file__).parents[1] / "api" / "planned.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that reads words of other languages, and whose page keeps what goes wrong."""
    planned = _planned()
    settings = Settings(data=tmp_path_factory.mktemp("data"), workers=1, token=TOKEN)
    reader = planned.PlannedReader("SUPERTDACHAOIHAUNDSIBASER")
    app = create_app(settings, Referee(reader=reader, settings=settings))
    app.state.make_scorer = planned_scorer
    name = "old-browser.js"
    app.state.page = PageFiles(page_texts() | {name: WATCH + (FOLDER / name).read_bytes()})

    @app.middleware("http")
    async def from_afar(request: Request, answer: RequestResponseEndpoint) -> Response:
        """As over a hall's network: each script takes a moment, and is not there already."""
        if not request.url.path.endswith(".js"):
            return await answer(request)
        await asyncio.sleep(DISTANCE)
        response = await answer(request)
        response.headers["Cache-Control"] = "no-store"
        return response

    with planned.running(app) as url:
        while httpx.get(f"{url}/readyz").status_code != 200:
            time.sleep(0.05)
        yield url


@pytest.fixture(scope="module", params=["webkit", "firefox"])
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    """Each of the two browsers, with a home folder of its own."""
    home = tmp_path_factory.mktemp(request.param)
    if request.param == "webkit":
        request.getfixturevalue("webkit_driver")
        with webkit(home) as driven:
            yield driven
    else:
        with firefox(request.getfixturevalue("firefox_program"), home) as driven:
            yield driven


def begin(browser: Driven, address: str) -> None:
    """Open the page as somebody does who was never there."""
    browser.open(f"{address}/page/api.html")
    browser.run(FORGET)
    browser.open(f"{address}/")
    browser.wait("document.querySelector('h1')")


@pytest.fixture
def page(browser: Driven, address: str) -> Iterator[Driven]:
    """The page, opened anew; afterwards it must not have failed."""
    begin(browser, address)
    yield browser
    assert browser.run("return window.faults;") == []


def scanned(page: Driven) -> None:
    """A photo of a sheet, read."""
    page.give("#album", CLASSIC)
    page.wait("document.querySelector('.sheet-view .total-box')")


def test_the_organisers_report_is_saved(browser: Driven, address: str, tmp_path: Path) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    base = f"{address}/v1/tournaments"
    with httpx.Client(timeout=PATIENCE) as client:
        cup = client.post(base, json={"name": "Cup", "lang": "en"}, headers=headers).json()
        own = {"Authorization": f"Bearer {cup['token']}"}
        photo = plan(tmp_path / "Anna.jpg", ENGLISH)
        client.post(f"{base}/{cup['id']}/sheets", files=[("photos", (photo.name, photo.read_bytes()))], headers=own)
    browser.open(f"{address}/page/organiser.html")
    browser.run(
        "localStorage.setItem('qwords-tokens', JSON.stringify({ [given[0]]: given[1] }));", cup["id"], cup["token"]
    )
    browser.open(f"{address}/page/organiser.html?again#/{cup['id']}")
    browser.click(".ranking button.link")
    browser.wait("[...document.querySelectorAll('.why button')].some((one) => one.innerText.includes('HTML'))")
    browser.run(
        "[...document.querySelectorAll('.why button')].find((one) => one.innerText.includes('HTML')).id = 'html';"
    )
    browser.click("#html")
    report = browser.saved(".html")
    assert "Anna" in report.read_text(encoding="utf-8")
    assert browser.run("return window.faults;") == []
    browser.open(report.as_uri())
    assert "Anna" in browser.text("body")
    assert browser.run("return document.querySelector('svg').getBoundingClientRect().width;") < 100, "without its style"


def test_the_language_that_people_keep_settles_the_sheet(page: Driven) -> None:
    scanned(page)
    box = "document.querySelector('.sheet-view .total-box')"
    read = page.wait(f"{box}.innerText")
    assert read.endswith("?")
    page.click("[data-key=keep-language]")
    page.wait("!document.querySelector('[data-key=keep-language]')")
    while asked := page.text(".questions"):  # what else is in doubt, answered as it was read
        page.click(".questions .answer, .questions [data-key=confirm-all]")
        page.wait("(document.querySelector('.questions')?.innerText ?? '') !== given[0]", asked)
    page.wait(f"{box}.dataset.standing === 'sure'")
    assert page.text(".sheet-view .total-box") == read.removesuffix("?")
    assert page.text(".questions") == ""
    page.click("#to-table")
    page.wait("document.querySelector('.rank-total.sure')")


def test_a_report_that_came_too_late_waits_for_a_fresh_tap(page: Driven) -> None:
    scanned(page)
    page.run(SLOW_SHARE)
    page.click("[data-key=more]")
    page.click("dialog [data-key=report]")
    page.wait("document.querySelector('[data-key=share-file]')")
    assert page.run("return window.shared;") == []
    assert page.text("#toast") == ""
    page.run("window.cancel = true;")
    page.click("[data-key=share-file]")
    assert page.text("#toast") == "", "a share that was cancelled is met with silence"
    page.run("window.cancel = false;")
    page.click("[data-key=share-file]")
    page.wait("document.getElementById('toast').innerText === given[0]", text("page.report-shared", "en"))
    assert page.run("return window.shared;") == ["qwords-Sheet-1.html"]
    page.wait("!document.getElementById('dialog').open")


def test_a_camera_refused_after_some_thought_asks_for_another_tap(page: Driven) -> None:
    page.run(CHOOSERS)
    if isinstance(page, Firefox):
        page.click("[data-key=camera]")
        with page.in_its_own_window():
            page.wait("window.PopupNotifications.panel.firstElementChild?.secondaryButton")
        page.wait("!navigator.userActivation.isActive")
        with page.in_its_own_window():
            page.run("window.PopupNotifications.panel.firstElementChild.secondaryButton.click();")
    else:
        page.run(SLOW_REFUSAL)
        page.click("[data-key=camera]")
    page.wait("document.querySelector('dialog [data-key=choose-camera]')")
    assert text("page.camera-refused", "en") in page.text("#dialog")
    assert page.run("return window.choosers;") == []
    page.click("[data-key=choose-camera]")
    page.wait("!document.getElementById('dialog').open")
    assert page.run("return window.choosers;") == [["camera", True]]
    page.give("#camera", CLASSIC)
    page.wait("document.querySelector('.sheet-view .total-box')")


def test_a_photo_given_while_the_page_still_loads_is_shown(page: Driven, address: str) -> None:
    """The view of a sheet is then asked for a second time before it has come."""
    for number in range(ROUNDS):
        begin(page, address)
        scanned(page)
        assert page.run("return window.faults;") == [], f"round {number + 1}"


def test_a_browser_that_is_too_old_is_told_so(browser: Driven, address: str) -> None:
    for path in ("/", "/page/organiser.html", "/page/live.html", "/page/q4.html"):
        browser.open(f"{address}{path}?old")
        browser.wait("document.getElementById('old-browser')")
        assert browser.text("#old-browser") == text("page.old-browser", "en")
        browser.open(f"{address}{path}?new")
        browser.wait("document.readyState === 'complete'")
        assert browser.text("#old-browser") == ""
