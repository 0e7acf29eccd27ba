"""The organiser's page in a real browser: create, upload many, watch, review, rule, publish."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from axe_core_python.sync_playwright import Axe
from planned_photos import ENGLISH, GRIDS, plan, planned_scorer
from playwright.sync_api import Browser, Page, expect, sync_playwright

from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings

PATIENCE = 60_000  # milliseconds; a busy machine is no fault of the page


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, planning: ModuleType) -> Iterator[str]:
    settings = Settings(data=tmp_path_factory.mktemp("data"), workers=1, token="master")
    app = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    app.state.make_scorer = planned_scorer
    with planning.running(app) as url:
        yield url


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The organiser's page at phone size; it must not fail, nor break the policy, nor ask anyone else for anything."""
    size = {"width": 390, "height": 844}
    context = browser.new_context(viewport=size, locale="en-GB", base_url=address, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
    page.on("request", lambda sent: None if sent.url.startswith((address, "blob:")) else faults.append(sent.url))
    page.goto("/page/organiser.html")
    yield page
    assert faults == []
    context.close()


def create(page: Page, name: str) -> None:
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=service]").fill("master")
    page.locator("form [type=submit]").click()
    expect(page.locator(".token code")).to_be_visible()


def assert_accessible(page: Page) -> None:
    found = Axe().run(page)
    serious = [item["id"] for item in found["violations"] if item["impact"] in ("serious", "critical")]
    assert serious == []


def test_from_a_stack_of_photos_to_published_standings(page: Page, tmp_path: Path) -> None:
    photos = [
        plan(tmp_path / "Anna.jpg", ENGLISH, doubts={"0": [["S", 0.7], ["N", 0.3]]}, total="52"),
        plan(tmp_path / "Ben.jpg", GRIDS[1]),
        plan(tmp_path / "IMG_1.jpg", GRIDS[2]),
    ]
    (tmp_path / "torn.jpg").write_text("torn")
    create(page, "Spring Cup")
    page.locator("#files").set_input_files([*photos, tmp_path / "torn.jpg"])
    expect(page.locator(".ranking tbody tr")).to_have_count(2)
    expect(page.locator(".figure").first).to_contain_text("4")

    page.locator("#tab-review").click()
    page.locator("#who").fill("Eva")
    anna = page.locator(".case", has_text="Anna")
    expect(anna.locator("input.doubtful")).to_have_count(1)
    assert_accessible(page)
    anna.locator("input.doubtful").fill("N")
    anna.locator("button", has_text="Save corrections").click()
    expect(page.locator(".case", has_text="Anna")).to_have_count(0)
    nameless = page.locator(".case")
    nameless.locator("input[name=player]").fill("Cleo")
    nameless.locator("button", has_text="Save the name").click()
    expect(page.locator(".case")).to_have_count(0)
    expect(page.locator("#panel")).to_contain_text("torn.jpg")

    page.locator("#tab-rulings").click()
    page.locator("input[name=word]").fill("urn")
    page.locator("button[value=deny]").click()
    expect(page.locator(".arrow")).to_contain_text("→")

    page.locator("#tab-standings").click()
    expect(page.locator(".ranking tbody tr")).to_have_count(3)
    page.locator("button", has_text="Publish").click()
    expect(page.locator(".pill").first).to_have_text("final")
    assert_accessible(page)
    page.locator("a", has_text="Wall sheet").click()
    expect(page.locator(".state")).to_have_text("final")
    assert page.locator("main").evaluate("element => getComputedStyle(element).borderRadius") != "", "the style applies"


def test_strangers_read_and_cannot_change(page: Page, browser: Browser, address: str) -> None:
    create(page, "Cup of Strangers")
    other = browser.new_context(base_url=address)
    stranger = other.new_page()
    stranger.goto(page.url)
    expect(stranger.locator("input[name=token]")).to_be_visible()
    assert stranger.locator("#files").count() == 0 and stranger.locator("button", has_text="Publish").count() == 0
    other.close()


def test_four_languages(page: Page) -> None:
    for tag, word in (("de", "Turniere"), ("fr", "Tournois"), ("it", "Tornei"), ("en", "Tournaments")):
        page.locator("#tongue").select_option(tag)
        expect(page.locator("h1")).to_have_text(word)
        assert page.locator("html").get_attribute("lang") == tag
    assert_accessible(page)
