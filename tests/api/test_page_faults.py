"""The page where something goes wrong: no wrong total is shown as certain, and nothing is lost."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from at_the_table import (
    CLASSIC,
    CLASSIC_GRID,
    EXAMPLE,
    PAGE,
    PATIENCE,
    PHONE,
    expect_total,
    letter,
    more,
    scan,
    stored_words,
    total,
    type_grid,
    wait_until,
    worth,
)
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from api.app import create_app
from api.page_files import PageFiles
from api.page_texts import page_texts
from referee.referee import Referee
from referee.settings import Settings
from texts import languages, text


@pytest.fixture
def doubting(browser: Browser, two_doubts: str) -> Iterator[Page]:
    """A phone whose photo has two doubts."""
    context = browser.new_context(viewport=PHONE, locale="en-GB", base_url=two_doubts, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    scan(page, CLASSIC)
    expect(page.locator(".sheet-view .total-box")).to_be_visible()
    yield page
    context.close()


def refuse(page: Page, status: int) -> None:
    """Let the service refuse to score, as it or a proxy does."""
    problem = {"code": {429: "busy", 503: "not-ready", 413: "body-too-large"}.get(status, "internal"), "detail": "no"}
    page.route("**/v1/scores", lambda route: route.fulfill(status=status, json=problem))


@pytest.mark.parametrize("status", [503, 500, 429, 413])
def test_a_refused_answer_changes_nothing(page: Page, client: httpx.Client, status: int) -> None:
    read = worth(client, CLASSIC_GRID)
    scan(page, CLASSIC)
    expect_total(page, read, "unsure")
    refuse(page, status)
    page.locator("[data-key=answer-2-2-P]").click()
    expect(page.locator("#toast")).to_contain_text("Nothing was changed.")
    expect_total(page, read, "unsure")
    assert letter(page, 2, 2) == "B"
    page.locator("[data-key=options]").click()
    page.locator("select[data-key=lang]").select_option("de")
    expect(page.locator("select[data-key=lang]")).to_have_value("en")
    expect_total(page, read, "unsure")
    page.unroute("**/v1/scores")
    page.locator("[data-key=answer-2-2-P]").click()
    expect_total(page, worth(client, CLASSIC_GRID.replace("B", "P")), "sure")
    expect(page.locator("#toast")).not_to_be_visible()


@pytest.mark.parametrize(
    ("status", "code", "told"),
    [
        (429, "busy", "Many sheets are being read."),
        (429, "client-busy", "Many sheets are being read."),
        (503, "not-ready", "The referee is just starting."),
        (503, None, "The referee is just starting."),  # a proxy's own words
    ],
)
def test_a_photo_is_sent_again_by_itself(
    page: Page, client: httpx.Client, status: int, code: str | None, told: str
) -> None:
    refused: list[Route] = []

    def refuse_twice(route: Route) -> None:
        if len(refused) == 2:
            return route.fallback()
        refused.append(route)
        body = json.dumps({"code": code, "detail": "not now"}) if code else "<h1>Service Unavailable</h1>"
        return route.fulfill(status=status, body=body, headers={"Retry-After": "1"})

    page.route("**/v1/scans", refuse_twice)
    scan(page, CLASSIC)
    expect(page.locator(".working-text")).to_contain_text(f"{told} Trying again in 1 s")
    expect_total(page, worth(client, CLASSIC_GRID), "unsure")
    assert len(refused) == 2


def test_without_a_connection_doubts_and_claims_stay(doubting: Page, two_doubts: str) -> None:
    page = doubting
    stored_words(page)
    type_grid(page, "SUPER/TRIPH/RNLOI/ATECT/PMHHE")
    page.goto("/#/sheet/1")
    expect(page.locator(".count")).to_have_text("1 of 2")
    first = page.locator(".answer").first
    place = re.fullmatch(r"answer-(\d)-(\d)-(.)", first.get_attribute("data-key") or "")
    assert place
    page.context.set_offline(True)
    first.click()
    expect(page.locator("[data-status=doubt]")).to_contain_text("Provisional")
    expect(page.locator(".total-box")).to_have_attribute("data-standing", "unsure")
    expect(page.locator(".count")).to_have_text("2 of 2")
    expect(page.locator("[data-line=row-2]")).to_have_attribute("aria-label", re.compile("written: 10"))
    expect(page.locator(".findings")).to_have_count(0)  # nobody has looked, so nothing is called right
    page.locator("#to-table").click()
    expect(page.locator(".winner")).to_contain_text("Provisional")
    page.goto("/#/sheet/1")
    page.locator(".answer").first.click()
    expect(page.locator(".count")).to_have_count(0)
    expect(page.locator(".total-box")).to_have_attribute("data-standing", "unsure")
    page.context.set_offline(False)
    expect(page.locator("[data-status=good]")).to_be_visible()
    with httpx.Client(base_url=two_doubts, timeout=PATIENCE / 1000) as client:
        assert total(page) == worth(client, CLASSIC_GRID)


@pytest.mark.parametrize("switch", [True, False])
def test_the_wrong_language_is_asked_about(page: Page, client: httpx.Client, switch: bool) -> None:
    german = {"grid": "SUPER/TDACH/AOIHA/UNDSI/BRSER", "lang": "en", "side": "A"}
    verdict = client.post("/v1/scores", json=german).json()
    sheet = verdict["sheets"][0]
    sheet |= {
        "needs_review": True,
        "reasons": ["language"],
        "languages": [["de", 74, 0.98], ["en", sheet["total"], 0.01]],
    }
    rows, columns = ["10"] * 5, ["3"] * 5
    sheet["claimed"] = {"rows": rows, "columns": columns, "bonus": True, "total": "75"}
    for line, written in zip(sheet["lines"], rows + columns, strict=True):
        line["claimed"] = written
    photo = {"name": "p.jpg", "sha256": "0" * 64, "width": 100, "height": 100}
    page.route("**/v1/scans", lambda route: route.fulfill(json=verdict | {"photo": photo}))
    scan(page, CLASSIC)
    expect(page.locator(".questions")).to_contain_text("These look like German words (74). Switch?")
    expect_total(page, sheet["total"], "unsure")
    expect(page.locator(".says")).to_have_text(f"You wrote 75. It seems to be {sheet['total']}.")
    expect(page.locator(".findings")).to_have_count(0)  # nothing is held against anyone in the wrong language
    if not switch:
        with page.expect_request("**/v1/scores") as asked:
            page.locator("[data-key=keep-language]").click()
        assert asked.value.post_data_json["answers"] == [{"language": "en"}]
        return
    page.locator("[data-key=switch-language]").click()
    expect(page.locator(".questions")).to_have_count(0)
    expect_total(page, worth(client, german["grid"], lang="de"))


@pytest.fixture(scope="module")
def other_words(tmp_path_factory: pytest.TempPathFactory, planning: ModuleType) -> Iterator[str]:
    """The address of a service that reads words of other languages than English, and doubts one letter."""
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    reader = planning.PlannedReader("SUPERTDACHAOIHAUNDSIBASER", {9: (("H", 0.8), ("N", 0.2))})
    with planning.running(create_app(settings, Referee(reader=reader, settings=settings))) as url:
        yield url


def test_the_language_that_people_keep_settles_the_sheet(browser: Browser, other_words: str) -> None:
    context = browser.new_context(viewport=PHONE, locale="en-GB", base_url=other_words, service_workers="block")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    scan(page, CLASSIC)
    expect(page.locator("[data-key=keep-language]")).to_have_text("Keep English")
    read = total(page)
    page.locator("[data-key=keep-language]").click()
    expect(page.locator(".corrections li")).to_contain_text("Language: English")
    expect(page.locator(".count")).to_have_text("2 of 2")
    page.locator(".answer", has_text="H").click()
    expect(page.locator(".questions")).to_contain_text("15 or more points away")
    page.get_by_role("button", name="Confirm as read").click()
    expect(page.locator(".questions")).to_have_count(0)
    expect_total(page, read, "sure")

    type_grid(page, EXAMPLE)
    page.locator("#to-table").click()
    expect(page.locator(".winner.sure")).to_be_visible()
    page.reload()
    expect(page.locator(".winner.sure")).to_be_visible()
    page.goto("/#/sheet/1")
    with page.expect_download() as saved:
        more(page, "report")
    report = Path(saved.value.path()).read_text(encoding="utf-8")
    assert "A person must look at this sheet." not in report and f">{read}<" in report

    for left in (2, 1, 0):
        page.locator("[data-key=undo]").click()
        expect(page.locator(".corrections li")).to_have_count(left)
    expect(page.locator("[data-key=keep-language]")).to_be_visible()
    expect_total(page, read, "unsure")
    page.locator("[data-key=keep-language]").click()
    expect(page.locator("[data-key=keep-language]")).to_have_count(0)
    page.locator("[data-key=options]").click()
    page.locator("select[data-key=lang]").select_option("fr")  # the table's own choice opens the doubt again
    expect(page.locator("[data-key=keep-language]")).to_have_text("Keep Français")
    context.close()


def test_a_captive_portal_is_waited_out(page: Page, client: httpx.Client) -> None:
    portal = "<html><body>Please log in</body></html>"
    page.route("**/v1/**", lambda route: route.fulfill(status=200, content_type="text/html", body=portal))
    page.route("**/healthz", lambda route: route.fulfill(status=200, content_type="text/html", body=portal))
    scan(page, CLASSIC)
    expect(page.locator(".working-text")).to_contain_text("Waiting for the connection")
    expect(page.locator("#offline")).to_be_visible()
    page.reload()
    page.goto("/#/table")
    expect(page.locator(".rank")).to_contain_text("Waiting for the connection")
    page.unroute("**/v1/**")
    page.unroute("**/healthz")
    expect(page.locator(".rank-total")).to_have_text(f"{worth(client, CLASSIC_GRID)}?")
    expect(page.locator("#offline")).not_to_be_visible()


def test_a_failed_photo_can_be_tried_again(page: Page, client: httpx.Client) -> None:
    page.route("**/v1/scans", lambda route: route.fulfill(status=500, json={"code": "internal", "detail": "no"}))
    scan(page, CLASSIC)
    expect(page.locator(".problem")).to_contain_text("The referee had a fault.")
    page.reload()
    expect(page.locator(".problem")).to_be_visible()
    page.unroute("**/v1/scans")
    page.locator("[data-key=retry]").click()
    expect_total(page, worth(client, CLASSIC_GRID))


DRAWN = """() => {
    const canvas = document.querySelector('canvas.crop');
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const inked = pixels.filter((value, at) => at % 4 === 0 && value > 0 && value < 120).length;
    return canvas.width >= 128 && inked > 100;
}"""


FRAMED = """async () => {
    const { get, keys, put } = await import('/page/store.js');
    const [key] = await keys('photos');
    const file = await get('photos', key);
    await put('photos', key, { file, frames: [file] });
}"""


def test_a_photo_kept_with_further_photos_by_an_earlier_version_is_still_shown(page: Page) -> None:
    scan(page, CLASSIC)
    expect(page.locator(".board-photo")).to_be_visible()
    page.evaluate(FRAMED)
    page.reload()
    expect(page.locator(".board-photo")).to_be_visible()
    page.wait_for_function(DRAWN)


NAMED = """async () => {
    const { get } = await import('/page/store.js');
    return JSON.stringify(await get('game', 'now') ?? '').includes('"Ada"');
}"""


def test_a_reload_keeps_photo_crops_and_report(page: Page, client: httpx.Client) -> None:
    scan(page, CLASSIC)
    expect_total(page, worth(client, CLASSIC_GRID))
    page.locator(".name input").fill("Ada")
    wait_until(page, NAMED)
    page.reload()
    expect(page.locator(".board-photo")).to_be_visible()
    expect(page.locator(".name input")).to_have_value("Ada")
    page.wait_for_function(DRAWN)
    with page.expect_download() as download:
        more(page, "report")
    report = Path(download.value.path()).read_text(encoding="utf-8")
    assert "Ada" in report and sha256(CLASSIC.read_bytes()).hexdigest() in report and "data:image/jpeg" in report


def test_the_same_photo_twice_counts_once(page: Page, client: httpx.Client) -> None:
    read = worth(client, CLASSIC_GRID)
    scan(page, CLASSIC, CLASSIC)
    expect(page.locator(".rank-total")).to_have_text([f"{read}?"])
    expect(page.locator(".unranked")).to_contain_text("This sheet is on the table already.")
    expect(page.locator(".winner")).to_have_count(0)
    page.locator(".unranked .rank").click()
    page.locator("[data-key=twin-remove]").click()
    expect(page.locator(".rank")).to_have_count(1)
    page.locator("#toast button").click()
    page.locator("[data-key=twin-keep]").click()
    page.locator("#to-table").click()
    expect(page.locator(".rank-total")).to_have_text([f"{read}?", f"{read}?"])


@pytest.mark.service_worker
def test_a_new_version_never_mixes_with_an_old_one(context: BrowserContext, page: Page, address: str) -> None:
    stored_words(page)
    old = page.locator("script[type=module]").get_attribute("src") or ""
    newer = PageFiles({**page_texts(), "probe.js": b"// new"})
    assert newer.version not in old

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(address)
        found = newer.get("index.html")[0] if path == "/" else newer.get(path.removeprefix("/page/"))[0]
        if path == "/sw.js":
            found = newer.service_worker()
        if found is None:
            return route.fulfill(status=404, body="gone")
        return route.fulfill(body=found.body, content_type=found.media_type)

    context.route(re.compile(r"/$|/sw\.js$|/page/"), serve)
    for _ in range(3):
        page.reload()
        expect(page.locator("h1")).to_be_visible()
        used = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
        versions = {name.split("/page/")[1].split("/")[0] for name in used if "/page/" in name}
        assert len(versions) == 1
    assert versions == {newer.version}
    context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_be_visible()


def test_files_are_cached_by_version(client: httpx.Client) -> None:
    index = client.get("/")
    assert index.headers["cache-control"] == "no-cache" and index.headers["etag"]
    assert client.get("/", headers={"If-None-Match": index.headers["etag"]}).status_code == 304
    files = set(re.findall(r'"(/page/[^"#]+)', index.text))
    assert files and len({name.split("/")[2] for name in files}) == 1
    for name in files:
        assert "immutable" in client.get(name).headers["cache-control"]
    script = next(name for name in files if name.endswith("app.js"))
    plain = client.get("/page/app.js")
    assert plain.headers["cache-control"] == "no-cache" and plain.headers["content-encoding"] == "gzip"
    other = script.replace(script.split("/")[2], "0" * 12)
    assert client.get(other).status_code == 404
    worker = client.get("/sw.js").text
    assert all(name in worker for name in files if not name.endswith(("png", "webmanifest")))


def test_a_view_asked_for_twice_is_loaded_once(page: Page) -> None:
    """Chromium would not mind; WebKit runs the second request's answer before the view is ready (tests/release)."""
    source = """async () => {
        const { later } = await import('/page/dom.js');
        const [first, second] = [later('./games.js'), later('./games.js')];
        return first === second && typeof (await first).gamesView;
    }"""
    assert page.evaluate(source) == "function"


MISSING = {
    "timeouts": "delete AbortSignal.timeout",
    "the newest of lists": "delete Array.prototype.toReversed",
    "boards": "CSS.supports = (name) => name !== 'container-type'",
    "mixed colours": "CSS.supports = (name) => name !== 'color'",
}


@pytest.mark.parametrize("missing", MISSING)
@pytest.mark.parametrize(("path", "locale"), [("/", "de-CH"), ("/page/organiser.html", "pt-PT")])
def test_a_browser_that_is_too_old_is_told_so(
    browser: Browser, address: str, missing: str, path: str, locale: str
) -> None:
    context = browser.new_context(viewport=PHONE, locale=locale, base_url=address)
    context.add_init_script(MISSING[missing])
    page = context.new_page()
    page.goto(path)
    spoken = locale[:2] if locale[:2] in languages() else "en"
    expect(page.locator("#old-browser")).to_have_text(text("page.old-browser", spoken))
    context.close()


def test_the_oldest_browsers_are_the_same_everywhere(page: Page, root: Path) -> None:
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#old-browser")).to_have_count(0)
    named = re.compile(r"(Safari|Firefox|Chrome) ([\d.]*\d)")
    documented = dict(named.findall((root / "docs" / "service.md").read_text(encoding="utf-8")))
    assert list(documented) == ["Safari", "Firefox", "Chrome"]
    for language in languages():
        assert dict(named.findall(text("page.old-browser", language))) == documented, language
    for path in PAGE.glob("*.html"):
        source = path.read_text(encoding="utf-8")
        assert path.name == "api.html" or "/page/old-browser.js" in source, path.name
