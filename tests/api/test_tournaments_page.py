"""The organiser's page in a real browser: create, upload many, watch, review, rule, publish."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from planned_photos import ENGLISH, GRIDS, plan, plan_german, planned_scorer
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings
from texts import text
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
    page.locator("form .main[type=submit]").click()
    expect(page.locator(".token code").first).to_be_visible()


def assert_accessible(page: Page) -> None:
    found = Axe().run(page)
    serious = [item["id"] for item in found["violations"] if item["impact"] in ("serious", "critical")]
    assert serious == []


def test_from_a_stack_of_photos_to_published_standings(page: Page, tmp_path: Path) -> None:
    photos = [
        plan(tmp_path / "Anna.jpg", ENGLISH, doubts={"0": [["N", 0.9], ["S", 0.1]]}, total="52"),
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


def test_the_desk_says_why_a_person_must_look(page: Page, tmp_path: Path) -> None:
    create(page, "Language Cup")
    page.locator("#files").set_input_files([plan_german(tmp_path / "Anna.jpg")])
    page.locator("#tab-review").click()
    expect(page.locator(".case")).to_contain_text(text("reason.other-language", "en"))


def test_the_last_answer_is_undone_by_a_key_and_the_tabs_count_what_waits(page: Page, tmp_path: Path) -> None:
    create(page, "Last Word Cup")
    page.locator("#files").set_input_files(
        [plan(tmp_path / "Anna.jpg", ENGLISH, doubts={"0": [["N", 0.9], ["S", 0.1]]})]
    )
    expect(page.locator("#tab-review b")).to_have_text("1")
    page.locator("#tab-review").click()
    page.locator("#who").fill("Eva")
    expect(page.locator(".case .ask")).to_be_visible()
    page.locator(".desk").focus()
    page.keyboard.press("2")
    expect(page.locator("#panel")).to_contain_text("Nothing to look at.")
    expect(page.locator("#tab-review b")).to_have_count(0)
    page.locator(".desk").focus()
    page.keyboard.press("u")
    expect(page.locator(".case .ask")).to_be_visible()
    expect(page.locator("#tab-review b")).to_have_text("1")


def test_the_desk_undoes_steps_and_keeps_what_is_typed(
    page: Page, browser: Browser, address: str, tmp_path: Path
) -> None:
    doubts = {"0": [["N", 0.9], ["S", 0.1]]}
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


def test_every_question_of_the_desk_is_answered_by_one_key(
    page: Page, browser: Browser, address: str, tmp_path: Path
) -> None:
    """Whose sheet it is, which of two counts, and what two arbiters see differently."""
    photos = [
        plan(tmp_path / "Anna.jpg", GRIDS[0], salt=1),
        plan(tmp_path / "anna.jpg", GRIDS[1], salt=1),
        plan(tmp_path / "IMG_1.jpg", GRIDS[2], salt=1),
        plan(tmp_path / "Cleo.jpg", GRIDS[3], doubts={"20": [["N", 0.9], ["S", 0.1]]}, salt=1),
    ]
    page.locator("input[name=double_entry]").check()
    create(page, "One Key")
    link = page.locator(".token code").nth(1).inner_text()
    page.locator("button", has_text="Noted").click()
    expect(page.locator(".token")).to_have_count(0)
    page.locator("#files").set_input_files(photos)
    expect(page.locator(".ranking tbody tr")).to_have_count(2)
    page.locator("#tab-roster").click()
    page.locator("textarea").fill("player,team\nAnna,Reds\nBen,Reds\nCleo,Blues")
    page.locator("button", has_text="Save the roster").click()
    expect(page.locator("input[name=print-round]")).to_have_value("2")
    page.locator("select[name=print-layout]").select_option("A6 1")
    with page.expect_download() as printed:
        page.locator("button", has_text="Sheets B").click()
    assert printed.value.suggested_filename == "sheets-B-2.pdf"

    def open_case(desk: Page, text: str) -> None:
        for _ in range(4):
            if text in desk.locator(".case").inner_text():
                return
            before = desk.locator(".case").get_attribute("data-sheet")
            desk.locator("#next").click()
            expect(desk.locator(".case")).not_to_have_attribute("data-sheet", str(before))
        raise AssertionError(f"{text} is no case")

    page.locator("#tab-review").click()
    page.locator("#who").fill("Eva")
    open_case(page, "IMG_1.jpg")
    expect(page.locator("[data-answer]")).to_have_text(["1Ben"])
    expect(page.locator(".case")).to_contain_text("The photo was not kept")
    page.locator(".desk").focus()
    page.keyboard.press("1")
    expect(page.locator(".desk-progress")).to_contain_text("of 3")
    open_case(page, "This player has two sheets")
    expect(page.locator(".rival")).to_have_count(1)
    page.keyboard.press("2")
    expect(page.locator(".desk-progress")).to_contain_text("case 1 of 1")
    page.keyboard.press("1")
    expect(page.locator("#toast")).to_contain_text("waits for a second arbiter")

    other = browser.new_context(base_url=address, locale="en-GB")
    other.set_default_timeout(PATIENCE)
    arbiter = other.new_page()
    arbiter.goto(link)
    arbiter.locator("#tab-review").click()
    arbiter.locator("#who").fill("Max")
    expect(arbiter.locator(".history")).to_contain_text("Eva has looked at this sheet.")
    arbiter.locator(".desk").focus()
    arbiter.keyboard.press("2")
    expect(arbiter.locator(".case")).to_contain_text("arbiters see different letters")
    arbiter.keyboard.press("2")
    expect(arbiter.locator(".case")).to_have_count(0)
    arbiter.reload()
    expect(arbiter.locator("#tab-review")).to_have_attribute("aria-selected", "true")
    other.close()
    page.locator("#tab-standings").click()
    page.locator("tr", has_text="Cleo").locator("button.link").first.click()
    expect(page.locator(".why")).to_contain_text("Max settled the letters of Cleo")
    expect(page.locator(".why td summary").first).to_contain_text("dictionary")


@pytest.mark.parametrize("kind", ["html", "pdf"])
def test_a_report_is_saved_and_shows_in_its_own_style(page: Page, tmp_path: Path, browser: Browser, kind: str) -> None:
    create(page, f"Report Cup {kind}")
    page.locator("#files").set_input_files([plan(tmp_path / "Anna.jpg", ENGLISH)])
    page.locator("tr", has_text="Anna").locator("button.link").first.click()
    with page.expect_download() as saved:
        page.locator(".why button", has_text=f"({kind.upper()})").click()
    assert saved.value.suggested_filename.endswith(f".{kind}")
    report = tmp_path / f"report.{kind}"
    saved.value.save_as(report)
    if kind == "pdf":
        assert report.read_bytes().startswith(b"%PDF")
        return
    shown = browser.new_page(viewport={"width": 390, "height": 844})
    shown.goto(report.as_uri())
    expect(shown.locator("body")).to_contain_text("Anna")
    logo = shown.locator("svg").first.bounding_box()
    assert logo and logo["width"] < 100, "without its style the logo fills the window"
    shown.close()


def test_sixty_players_fit_the_screen_of_the_hall_and_more_take_turns(
    page: Page, browser: Browser, address: str
) -> None:
    create(page, "Full Hall")
    context = browser.new_context(base_url=address, locale="en-GB", viewport={"width": 1920, "height": 1080})
    context.set_default_timeout(PATIENCE)
    hall = context.new_page()
    fonts: list[str] = []
    hall.on("request", lambda sent: fonts.append(sent.url) if "NotoSansJP" in sent.url else None)
    counts = [60, 90]

    def standings(route: Route) -> None:
        name = "Anna Weber {}" if counts[0] == 60 else "由紀 {}"
        places = [
            {"place": n, "player": name.format(n), "team": "Reds", "table": "1", "open": 0, "total": 300 - n,
             "rounds": {"1": 90, "2": 80, "3": 70}, "sheets": {}}
            for n in range(1, counts[0] + 1)
        ]  # fmt: skip
        teams = [{"place": 1, "team": "Reds", "total": 9, "players": 9, "rounds": {}}]
        found = {"tournament": "Full Hall", "final": False, "rounds": ["1", "2", "3"], "places": places, "teams": teams}
        route.fulfill(json=found)

    hall.route("**/live/standings", standings)
    hall.goto(page.url.replace("organiser", "live"))
    expect(hall.locator(".live-ranking tbody tr")).to_have_count(60)
    expect(hall.locator(".live-join img")).to_have_js_property("complete", True)
    bottom, wrapped = hall.evaluate(
        """() => [
        Math.max(...[...document.querySelectorAll(".live-ranking tr")].map((tr) => tr.getBoundingClientRect().bottom)),
        [...document.querySelectorAll(".spot")].filter((spot) => spot.scrollHeight > spot.clientHeight).length]"""
    )
    assert bottom <= 1080, "all are seen at once"
    assert wrapped == 0, "60 stands on one line"
    assert not fonts, "a large font is fetched only where a name needs it"
    counts.pop(0)
    hall.reload()
    expect(hall.locator(".live-part")).to_have_text("Places 1 to 60 of 90")
    expect(hall.locator(".live-part")).to_have_text("Places 61 to 90 of 90")
    hall.wait_for_function("document.fonts.check('700 20px Manrope', '由')")
    assert fonts
    context.close()


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
    page.locator(".own > details > summary").click()
    expect(page.locator(".own .lines tbody tr")).to_have_count(10)
    expect(page.locator("tr.me")).to_contain_text("Anna")
    assert_accessible(page)


def test_a_phone_hears_of_changes_and_fetches_the_own_sheets_when_they_are_concerned(
    page: Page, browser: Browser, address: str, tmp_path: Path
) -> None:
    create(page, "Heard Cup")
    photos = [plan(tmp_path / f"{name}.jpg", GRIDS[n], salt=31 + n) for n, name in enumerate(("Anna", "Ben", "Cleo"))]
    page.locator("#files").set_input_files(photos)
    expect(page.locator(".ranking tbody tr")).to_have_count(3)
    id = page.url.split("#/")[1]
    store = Store.open(f"sqlite:///{DATA[0] / 'tournaments.sqlite'}")
    code = player_code(store.tournament(id).secret, "Anna")
    store.close()
    context = browser.new_context(base_url=address, viewport={"width": 390, "height": 844}, locale="en-GB")
    phone = context.new_page()
    fetched: list[str] = []
    phone.on("request", lambda sent: fetched.append(sent.url) if f"/players/{code}" in sent.url else None)
    phone.goto(f"/page/live.html#/{id}/{code}")
    expect(phone.locator(".own")).to_contain_text("Anna")
    sheets = {place["player"]: place["sheets"]["1"] for place in standings_of(page, id)["places"]}
    say(page, id, {"sheet": sheets["Ben"], "withdraw": True})
    expect(phone.locator(".live-ranking tbody tr")).to_have_count(2)
    assert len(fetched) == 1, "nothing of Anna's has changed"
    say(page, id, {"sheet": sheets["Anna"], "cells": [{"row": 1, "column": 1, "letter": "X"}]})
    expect(phone.locator(".own summary b").first).not_to_have_text("52")
    total = phone.locator("tr.me .sum").inner_text()
    expect(phone.locator(".own > details > summary b")).to_have_text(total)
    shown = {place["player"]: place["total"] for place in standings_of(page, id)["places"]}
    assert total == str(shown["Anna"]) and len(fetched) == 2
    page.evaluate("localStorage.setItem('qwords-arbiter', 'Eva')")
    page.locator("button", has_text="Publish").click()
    expect(phone.locator(".pill").first).to_have_text("final")
    expect(phone.locator("#own-photo")).to_have_count(0)
    context.close()


SAY = """async ([id, said]) => {
  const bearer = `Bearer ${JSON.parse(localStorage.getItem("qwords-tokens"))[id]}`;
  const headers = { "Content-Type": "application/json", Authorization: bearer };
  const body = JSON.stringify({ who: "Eva", ...said });
  return (await fetch(`/v1/tournaments/${id}/corrections`, { method: "POST", headers, body })).status;
}"""


def say(page: Page, id: str, said: dict[str, object]) -> None:
    assert page.evaluate(SAY, [id, said]) == 201


def standings_of(page: Page, id: str) -> Any:
    return page.evaluate("async (id) => (await fetch(`/v1/tournaments/${id}/standings?format=json`)).json()", id)


def test_four_languages(page: Page) -> None:
    for tag, word in (("de", "Turniere"), ("fr", "Tournois"), ("it", "Tornei"), ("en", "Tournaments")):
        page.locator("#tongue").select_option(tag)
        expect(page.locator("h1")).to_have_text(word)
        assert page.locator("html").get_attribute("lang") == tag
    assert_accessible(page)


def test_the_tab_of_the_browser_says_what_is_shown_in_the_reader_s_language(page: Page) -> None:
    expect(page).to_have_title("Tournaments · Qwords referee")
    page.locator("#tongue").select_option("fr")
    expect(page).to_have_title("Tournois · Qwords referee")
    create(page, "Coupe")
    expect(page).to_have_title("Coupe · Qwords referee")
    page.goto(page.url.replace("organiser", "live"))
    expect(page).to_have_title("Coupe · Classement · Qwords referee")


TOTAL_ON_ONE_LINE = """() => {
  const text = document.createRange();
  text.selectNodeContents(document.querySelector(".ranking tbody .sum"));
  return new Set([...text.getClientRects()].map((box) => Math.round(box.top))).size === 1;
}"""


def test_an_organiser_finds_link_roster_agreement_and_deletes_it_all(page: Page, tmp_path: Path) -> None:
    create(page, "Short Cup")
    link = page.locator(".token code").nth(1).inner_text()
    expect(page.locator(".unreachable")).to_contain_text("qwords serve --lan")
    expect(page.locator(".progress")).to_contain_text("No photo has come yet.")
    assert page.locator("button", has_text="Publish").count() == 0, "there is nothing to publish"
    page.locator("button", has_text="Noted").click()
    page.locator(".agreed summary").click()
    expect(page.locator(".agreed")).to_contain_text("share a place")
    page.locator("#tab-roster").click()
    page.locator("textarea").fill('player,team\nAnna,Reds\nCleo,"Blues, the"\n')
    page.locator("button", has_text="Save the roster").click()
    expect(page.locator("textarea")).to_have_value('player,team,table\nAnna,Reds,\nCleo,"Blues, the",')
    expect(page.locator("#panel .token code")).to_have_text(link)
    page.locator("#tab-standings").click()
    page.locator("#files").set_input_files([plan(tmp_path / "Anna.jpg", ENGLISH, salt=77)])
    expect(page.locator(".ranking:not(.teams) tbody tr")).to_have_count(1)
    page.wait_for_function(TOTAL_ON_ONE_LINE)  # waits, as the standings are drawn anew when a sheet was scored
    page.locator(".delete summary").click()
    assert_accessible(page)
    page.locator("input[name=confirmed]").fill("short")
    page.locator(".delete [type=submit]").click()
    expect(page.locator("#toast")).to_contain_text("Nothing was deleted")
    page.locator("input[name=confirmed]").fill("Short Cup")
    page.locator(".delete [type=submit]").click()
    expect(page.locator("h1")).to_have_text("Tournaments")
    expect(page.locator(".cup", has_text="Short Cup")).to_have_count(0)
    assert page.evaluate("Object.keys(JSON.parse(localStorage['qwords-tokens'])).length") == 0


def test_a_season_is_chosen_on_the_page_and_its_address_can_be_shared(page: Page, tmp_path: Path) -> None:
    for name, grid in (("Spring", ENGLISH), ("Summer", GRIDS[1])):
        page.goto("/page/organiser.html")
        create(page, name)
        page.locator("#files").set_input_files([plan(tmp_path / name / "Anna.jpg", grid, salt=name)])
        expect(page.locator(".ranking tbody tr")).to_have_count(1)
    page.goto("/page/organiser.html#/")
    for name in ("Spring", "Summer"):
        page.locator(".season label", has_text=name).locator("input").first.check()
    page.locator("select[name=by]").select_option("places")
    page.locator(".season [type=submit]").click()
    expect(page.locator(".ranking .sum")).to_have_text("50")
    assert_accessible(page)
    page.reload()
    expect(page.locator(".ranking .sum")).to_have_text("50")
