"""The page in a real browser, at the size of a phone."""

import json
import random
import re
from pathlib import Path

import httpx
import pytest
from at_the_table import (
    CLASSIC,
    CLASSIC_GRID,
    EXAMPLE,
    PAGE,
    PATIENCE,
    PHONE,
    check,
    expect_total,
    more,
    options,
    scan,
    stored_words,
    total,
    type_grid,
    worth,
)
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from api.page_texts import page_texts
from lexicons import LANGUAGES, fold
from texts import languages, percent, text


def test_photo_total_correction(page: Page, client: httpx.Client) -> None:
    read, corrected = worth(client, CLASSIC_GRID), worth(client, CLASSIC_GRID.replace("B", "P"))
    assert read != corrected
    scan(page, CLASSIC)
    expect_total(page, read)
    expect(page.locator("[data-status=doubt]")).to_be_visible()
    expect(page.locator(".board-photo")).to_be_visible()
    middle = page.locator("[data-key=cell-2-2]")
    expect(middle).to_have_class(re.compile("doubt"))
    expect(page.locator("[data-line=row-2]")).to_have_attribute("aria-label", re.compile("NOON.*written: 10, differs"))

    middle.click()
    expect(page.locator("dialog .crop")).to_be_visible()
    expect(page.locator("dialog .likely-letter").first).to_have_text(re.compile(rf"^B\s*\d+%\s*= {read}$"))
    page.locator("dialog .key", has_text=re.compile("^P$")).click()
    expect_total(page, corrected)
    expect(page.locator("#announce")).to_have_text(f"Total now {corrected}.")
    expect(page.locator(".corrections li")).to_have_text(re.compile(r"^Row 3, column 3: B → P \d\d:\d\d$"))
    expect(page.locator("[data-status=good]")).to_be_visible()

    page.locator("[data-key=undo]").click()
    expect_total(page, read)
    page.locator(".answer", has_text="B").click()
    expect(page.locator("[data-status=good]")).to_be_visible()
    assert total(page) == read


def test_what_the_letters_alone_say_is_shown(page: Page, client: httpx.Client) -> None:
    sent = {"files": {"photo": CLASSIC.read_bytes()}, "data": {"lang": "en", "pictures": "true"}}
    verdict = client.post("/v1/scans", **sent).json()
    sheet = verdict["sheets"][0]
    first, *others = sheet["grid"]
    sheet |= {"weighed_by": ["claims"], "unweighed": {"grid": ["F" + first[1:], *others], "total": 12}}
    page.route("**/v1/scans", lambda route: route.fulfill(json=verdict))
    scan(page, CLASSIC)
    expect(page.locator(".weighed")).to_contain_text("The letters alone give 12")
    expect(page.locator(".weighed li")).to_have_text("Row 1, column 1: F → E")


def test_why_a_word_counts_and_what_the_table_rules(page: Page, client: httpx.Client) -> None:
    type_grid(page, EXAMPLE)
    before = worth(client, EXAMPLE)
    expect_total(page, before)
    page.locator("[data-line=column-4]").click()
    expect(page.locator(".why")).to_contain_text("epoch – a word of the dictionary")
    page.locator(".why .button").click()
    expect(page.locator("dialog .word-head")).to_contain_text("counts")
    page.locator("dialog .word-result .button").click()
    expect(page.locator("dialog .word-head")).to_contain_text("does not count")
    page.locator("dialog .close").click()
    expect(page.locator(".rulings li")).to_contain_text("EPOCH does not count")
    assert total(page) < before
    options(page)
    page.locator(".rulings button").click()
    expect_total(page, before)


def test_switches_change_the_score_at_once(page: Page, client: httpx.Client) -> None:
    type_grid(page, CLASSIC_GRID)
    expect_total(page, worth(client, CLASSIC_GRID))
    options(page)
    page.locator("input[name=rules][value=professional]").check()
    expect_total(page, worth(client, CLASSIC_GRID, rules="professional"))
    expect(page.locator("[data-line=row-3] small")).to_have_text("×2")
    page.locator("input[name=rules][value=auto]").check()
    page.locator("select[data-key=lang]").select_option("de")
    expect(page.locator("[data-line=row-4]")).not_to_have_attribute("aria-label", re.compile("TOWNS, 10"))


def test_corners_can_be_moved(page: Page) -> None:
    scan(page, CLASSIC)
    expect(page.locator(".sheet-view .total-box")).to_be_visible()
    more(page, "corners")
    page.locator(".corners polygon[points]").wait_for(state="attached")
    handle = page.locator("[data-key=corner-0]")
    box = handle.bounding_box()
    assert box
    page.mouse.move(box["x"] + 22, box["y"] + 22)
    page.mouse.down()
    page.mouse.move(box["x"] + 26, box["y"] + 25, steps=3)
    expect(page.locator(".loupe")).to_be_visible()
    page.mouse.up()
    handle.press("ArrowLeft")
    style = handle.get_attribute("style") or ""
    shown = [float(share) for share in re.findall(r"(?:left|top): ([\d.]+)%", style)]
    with page.expect_response("**/v1/scans") as answered:
        page.locator(".corners-editor .main").click()
    verdict = answered.value.json()
    expected = [verdict["photo"]["width"] * shown[0] / 100, verdict["photo"]["height"] * shown[1] / 100]
    assert verdict["sheets"][0]["corners"][0] == pytest.approx(expected, abs=30)  # and onto the lines near by
    expect(page.locator(".sheet-view .total-box")).to_be_visible()


def test_a_side_that_was_told_holds_when_the_photo_is_read_again(page: Page, client: httpx.Client) -> None:
    def with_an_unclear_side(route: Route) -> None:
        document = client.post("/v1/scans", files={"photo": CLASSIC.read_bytes()}, data={"pictures": "true"}).json()
        sheet = document["sheets"][0]
        asked = {"evidence": sheet["evidence"] | {"side_p": 0.9}, "texts": "en"}
        document["sheets"] = [sheet | client.post("/v1/scores", json=asked).json()["sheets"][0]]
        route.fulfill(json=document)

    page.route("**/v1/scans", with_an_unclear_side)
    scan(page, CLASSIC)
    page.locator("[data-key=side-answer-B]").click()
    on_side_b = worth(client, CLASSIC_GRID, side="B")
    expect_total(page, on_side_b)
    more(page, "corners")
    page.locator(".corners polygon[points]").wait_for(state="attached")
    with page.expect_response("**/v1/scans"):
        page.locator(".corners-editor .main").click()
    expect(page.locator(".sheet-view .total-box")).to_be_visible()
    expect_total(page, on_side_b)
    expect(page.locator("[data-key=side-answer-B]")).not_to_be_visible()


def test_a_photo_without_a_grid_lets_people_show_it(page: Page, tmp_path: Path) -> None:
    import cv2
    import numpy as np

    table = tmp_path / "table.jpg"
    cv2.imwrite(str(table), np.random.default_rng(1).integers(120, 140, (600, 800, 3), np.uint8))
    scan(page, table)
    expect(page.locator(".problem")).to_have_attribute("data-code", "sheet-not-found")
    expect(page.locator(".handle")).to_have_count(4)
    scan(page, Path(__file__))
    expect(page.locator(".problem")).to_have_attribute("data-code", "not-an-image")


@pytest.mark.parametrize(
    ("locale", "title"), [("de-CH", "Foto rein"), ("fr-FR", "Une photo"), ("it-IT", "Una foto"), ("pt-PT", "Photo in")]
)
def test_the_page_speaks_the_browsers_language(browser: Browser, address: str, locale: str, title: str) -> None:
    context = browser.new_context(viewport=PHONE, locale=locale, base_url=address)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("h1")).to_contain_text(title)
    page.locator("#tongue").select_option("fr")
    expect(page.locator("h1")).to_contain_text("Une photo")
    assert page.locator("html").get_attribute("lang") == "fr"
    context.close()


def test_the_table_ranks_and_ties_share_a_place(page: Page, client: httpx.Client) -> None:
    high, low = worth(client, CLASSIC_GRID), worth(client, EXAMPLE)
    type_grid(page, EXAMPLE)
    page.locator(".name input").fill("Ada")
    for _ in range(2):
        type_grid(page, CLASSIC_GRID)
        expect_total(page, high)
    page.locator("#to-table").click()
    expect(page.locator(".rank .place")).to_have_text(["1=", "1=", "3"])
    expect(page.locator(".rank-total")).to_have_text([str(high), str(high), str(low)])
    expect(page.locator(".winner")).to_have_text(f"Sheet 2 and Sheet 3 share the win with {high}.")
    page.reload()
    expect(page.locator(".rank b")).to_have_text(["Sheet 2", "Sheet 3", "Ada"])
    page.locator(".rank").last.click()
    expect_total(page, low)


def test_the_report_can_be_saved(page: Page) -> None:
    type_grid(page, EXAMPLE)
    with page.expect_download() as download:
        more(page, "report")
    assert "EPOCH" in Path(download.value.path()).read_text(encoding="utf-8")


def test_keyboard_alone_is_enough(page: Page, client: httpx.Client) -> None:
    type_grid(page, EXAMPLE)
    before = worth(client, EXAMPLE)
    expect_total(page, before)
    page.locator("[data-key=cell-0-0]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.key") == "cell-1-1"
    page.keyboard.press("x")
    expect(page.locator("[data-key=cell-1-1]")).to_have_attribute("aria-label", re.compile("X"))
    assert page.evaluate("document.activeElement.dataset.key") == "cell-1-1", "the keyboard stays where it was"
    assert total(page) != before
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("dialog")).not_to_be_visible()
    expect_total(page, before)


def test_scoring_without_a_connection_gives_the_same_totals(page: Page, client: httpx.Client) -> None:
    """The page's own scorer against the service's, on sheets made of real words and of chance."""
    chance = random.Random(7)
    asked = []
    for lang, policy in zip(LANGUAGES, ("official", "open", "official", "open", "official"), strict=True):
        words = [word for word in client.get(f"/v1/lexicons/{lang}").text.split("\n") if len(word) == 5]
        for side, rules in (("A", "auto"), ("B", "auto"), ("B", "standard")):
            real = [chance.choice(words) for _ in range(5)]
            mixed = ["".join(chance.choice("AEIORNSTLUDX.") for _ in range(5)) for _ in range(5)]
            for grid in (real, mixed, [*real[:3], *mixed[:2]]):
                asked.append({"grid": grid, "lang": lang, "side": side, "rules": rules, "policy": policy})
    source = """async (asked) => {
        const { scoreLocally } = await import('/page/local.js');
        return Promise.all(asked.map((entry) => scoreLocally(entry, [])));
    }"""
    local = page.evaluate(source, asked)
    for entry, card in zip(asked, local, strict=True):
        sheet = client.post("/v1/scores", json=entry | {"texts": "en"}).json()["sheets"][0]
        assert [card[name] for name in ("total", "bonus", "rating", "rules")] == [
            sheet[name] for name in ("total", "bonus", "rating", "rules")
        ]
        for mine, theirs in zip(card["lines"], sheet["lines"], strict=True):
            assert [mine[name] for name in ("word", "start", "points")] == [
                theirs[name] for name in ("word", "start", "points")
            ]


def test_a_word_is_looked_up_without_a_connection_as_with_one(page: Page, client: httpx.Client) -> None:
    source = """async ([lang, spellings]) => {
        const { fold } = await import('/page/local.js');
        return Promise.all(spellings.map((spelling) => fold(spelling, lang)));
    }"""
    spellings = ["gäbe", "Straße", "nés", "cœur", "Ærø", "Łódź", "señor", "a\u0308hre", "İzmir", "super"]
    for lang in LANGUAGES:
        assert page.evaluate(source, [lang, spellings]) == [fold(spelling, lang) for spelling in spellings]

    def look_up(spelling: str, shown: str) -> None:
        page.locator("dialog .word-input").fill(spelling)
        page.keyboard.press("Enter")
        expect(page.locator("dialog .word-head")).to_have_text(re.compile(shown.replace(" ", r"\s*", 1)))

    options(page)
    page.locator("select[data-key=lang]").select_option("de")
    page.locator("[data-key=look-up]").click()
    look_up("gut", "GUT counts")
    page.locator("dialog .word-result .button").click()  # the table denies it
    page.route("**/v1/words/**", lambda route: route.abort())
    look_up("gäbe", "GAEBE counts")
    look_up("xäxx", "XAEXX does not count")
    look_up("gut", "GUT does not count")
    expect(page.locator("dialog .pill.doubt")).to_be_visible()


@pytest.mark.service_worker
def test_the_page_opens_and_scores_offline(context: BrowserContext, page: Page, client: httpx.Client) -> None:
    stored_words(page)
    context.set_offline(True)
    page.reload()
    expect(page.locator("#offline")).to_contain_text("No connection")
    type_grid(page, EXAMPLE)
    expect_total(page, worth(client, EXAMPLE))
    expect(page.locator("[data-status=doubt]")).to_contain_text("Provisional")
    check(page, "without a connection")
    page.emulate_media(color_scheme="dark")
    check(page, "without a connection, dark")
    context.set_offline(False)
    expect(page.locator("[data-status=good]")).to_be_visible()


def test_every_text_that_the_page_asks_for_exists() -> None:
    known = json.loads(page_texts()["texts/en.json"])
    for path in sorted(PAGE.glob("*.js")):
        room = "organiser" if path.name.startswith(("organiser", "live")) else "page"
        source = path.read_text(encoding="utf-8")
        for key in re.findall(r"""\b[tw]\("([^"]+)\"""", source):
            assert {key, f"{room}.{key}", f"page.{key}"} & known.keys(), f"{path.name}: {key}"
        for key in re.findall(r"""plural\("([^"]+)\"""", source):
            assert f"{key}.one" in known, f"{path.name}: {key}"


def test_the_texts_are_fetched_anew_only_when_they_changed(client: httpx.Client) -> None:
    names = client.get("/page/texts/languages.json").json()
    assert list(names) == list(languages()) and names["de"] == "Deutsch"
    for language in names:
        answer = client.get(f"/page/texts/{language}.json")
        assert answer.json()["page.hero-title"] == text("page.hero-title", language)
        tag = {"If-None-Match": answer.headers["etag"]}
        assert client.get(f"/page/texts/{language}.json", headers=tag).status_code == 304
    assert client.get("/page/texts/xx.json").status_code == 404


def test_sentences_are_in_the_language_of_the_page_and_words_in_that_of_the_sheet(page: Page) -> None:
    page.locator("#tongue").select_option("de")
    expect(page.locator("h1")).to_have_text(text("page.hero-title", "de"))
    assert page.locator("html").get_attribute("lang") == "de"
    scan(page, CLASSIC)
    expect(page.locator(".findings li p").first).to_contain_text("sind eingetragen")
    page.reload()
    expect(page.locator("#tongue")).to_have_value("de")


def test_the_page_writes_percentages_like_the_reports(page: Page) -> None:
    shares = [0, 0.00001, 0.0049, 0.29, 0.5, 0.995, 0.9987, 0.99999, 1]
    page.locator("#tongue").select_option("fr")
    expect(page.locator("h1")).to_have_text(text("page.hero-title", "fr"))
    source = "async (shares) => shares.map((await import('/page/i18n.js')).percent)"
    assert page.evaluate(source, shares) == [percent(p, "fr") for p in shares]
