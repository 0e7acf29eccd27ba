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
from tournament.player_codes import player_code
from tournament.store import Store

DATA: list[Path] = []  # the data folder of the service
PATIENCE = 60_000  # milliseconds; a busy machine is no fault of the page


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, planning: ModuleType) -> Iterator[str]:
    DATA.append(tmp_path_factory.mktemp("data"))
    settings = Settings(data=DATA[0], workers=1, token="master")
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
    expect(page.locator(".token code").first).to_be_visible()


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
    page.locator("#tab-roster").click()
    page.locator("textarea").fill("player,team\nAnna,Reds\nBen,Reds\nCleo,Blues\nDora,Blues")
    page.locator("button", has_text="Save the roster").click()
    expect(page.locator(".missing li")).to_have_text(["Cleo", "Dora"])

    page.locator("#tab-review").click()
    page.locator("#who").fill("Eva")
    expect(page.locator(".case")).to_have_count(1)
    assert_accessible(page)
    nameless = page.locator(".case", has_text="IMG_1.jpg")
    if not nameless.count():
        page.locator("#next").click()
    nameless.locator("input[name=player]").fill("Cleo")
    nameless.locator("button", has_text="Save the name").click()
    anna = page.locator(".case", has_text="Anna")
    expect(anna.locator("input.doubtful")).to_have_count(1)
    page.locator(".desk").focus()
    page.keyboard.press("2")
    expect(page.locator(".case")).to_have_count(0)
    expect(page.locator("#panel")).to_contain_text("torn.jpg")

    page.locator("#tab-rulings").click()
    page.locator("input[name=word]").fill("urn")
    page.locator("button[value='deny preview']").click()
    expect(page.locator(".arrow")).to_contain_text("→")
    page.locator("button[value='deny rule']").click()
    expect(page.locator("#panel")).to_contain_text("Eva denied the word URN.")

    page.locator("#tab-standings").click()
    expect(page.locator(".ranking:not(.teams) tbody tr")).to_have_count(3)
    expect(page.locator(".teams tbody tr")).to_have_count(2)
    page.locator("tr", has_text="Anna").locator("button.link").first.click()
    expect(page.locator(".why")).to_contain_text("Eva corrected Anna")
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.locator("button", has_text="Publish").click()
    expect(page.locator(".pill").first).to_have_text("final")
    assert_accessible(page)
    page.locator("a", has_text="Wall sheet").click()
    expect(page.locator(".state")).to_have_text("final")
    assert page.locator("main").evaluate("element => getComputedStyle(element).borderRadius") != "", "the style applies"


def test_the_desk_undoes_steps_and_keeps_what_is_typed(
    page: Page, browser: Browser, address: str, tmp_path: Path
) -> None:
    doubts = {"0": [["S", 0.7], ["N", 0.3]]}
    photos = [
        plan(tmp_path / f"{name}.jpg", GRIDS[n], doubts=d)
        for n, (name, d) in enumerate(
            [("Anna", doubts), ("Ben", {"5": [["S", 0.8], ["N", 0.2]]}), ("Cleo", {"15": [["S", 0.75], ["N", 0.25]]})]
        )
    ]
    create(page, "Two Arbiters")
    link = page.locator(".token code").nth(1).inner_text()
    page.locator("#files").set_input_files(photos)
    expect(page.locator(".ranking tbody tr")).to_have_count(3)
    page.locator("#tab-review").click()
    page.locator("#who").fill("Eva")
    first = page.locator(".case h3").inner_text()
    page.locator(".case [data-cell='3,3']").fill("Q")

    other = browser.new_context(base_url=address, locale="en-GB")
    other.set_default_timeout(PATIENCE)
    arbiter = other.new_page()
    arbiter.goto(link)
    arbiter.locator("#tab-review").click()
    assert "#" in arbiter.url and len(arbiter.url.split("#/")[1]) == 16, "the token is not left in the address"
    assert arbiter.locator("#files").count() == 0, "arbiters do not add sheets"
    arbiter.locator("#who").fill("Max")
    arbiter.locator("#next").click()
    expect(arbiter.locator(".case h3")).not_to_have_text(first)
    second = arbiter.locator(".case h3").inner_text()
    arbiter.locator("[data-answer='1']").click()
    expect(arbiter.locator(".desk-progress")).to_contain_text("settled here: 1")
    expect(page.locator(".desk-progress")).to_contain_text("of 2")
    assert page.locator(".case h3").inner_text() == first
    assert page.locator(".case [data-cell='3,3']").input_value() == "Q", "nothing typed is lost"
    arbiter.locator("#undo").click()
    expect(arbiter.locator(".case h3")).to_have_text(second)
    expect(page.locator(".desk-progress")).to_contain_text("of 3")
    other.close()


def test_strangers_see_figures_only(page: Page, browser: Browser, address: str) -> None:
    create(page, "Cup of Strangers")
    other = browser.new_context(base_url=address)
    stranger = other.new_page()
    stranger.goto(page.url)
    expect(stranger.locator("input[name=token]")).to_be_visible()
    assert stranger.locator("#files").count() == 0 and stranger.locator("button", has_text="Publish").count() == 0
    assert stranger.locator("#tab-review").count() == 0
    other.close()


def test_the_screen_in_the_hall_and_a_player_s_own_sheet(page: Page, address: str, tmp_path: Path) -> None:
    create(page, "Live Cup")
    page.locator("#files").set_input_files([plan(tmp_path / "Anna.jpg", ENGLISH, salt=5)])
    expect(page.locator(".ranking tbody tr")).to_have_count(1)
    id = page.url.split("#/")[1]
    page.locator("a", has_text="Screen for the hall").click()
    expect(page.locator(".live-ranking .sum")).to_have_text("52")
    expect(page.locator(".pill")).to_have_text("provisional")
    assert_accessible(page)
    store = Store.open(f"sqlite:///{DATA[0] / 'tournaments.sqlite'}")
    page.locator("input[name=code]").fill(player_code(store.tournament(id).secret, "Anna").lower())
    store.close()
    page.locator("button", has_text="Show my sheets").click()
    page.locator("summary").click()
    expect(page.locator(".own .lines tbody tr")).to_have_count(10)
    expect(page.locator("tr.me")).to_contain_text("Anna")
    assert_accessible(page)


def test_four_languages(page: Page) -> None:
    for tag, word in (("de", "Turniere"), ("fr", "Tournois"), ("it", "Tornei"), ("en", "Tournaments")):
        page.locator("#tongue").select_option(tag)
        expect(page.locator("h1")).to_have_text(word)
        assert page.locator("html").get_attribute("lang") == tag
    assert_accessible(page)
