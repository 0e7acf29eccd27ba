"""How the page looks: for those who listen or see little, and on small and wide screens."""

import gzip
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import cv2
import httpx
import numpy as np
import pytest
from at_the_table import (
    CLASSIC,
    EXAMPLE,
    PAGE,
    PATIENCE,
    check,
    expect_total,
    fits,
    options,
    scan,
    type_grid,
    worth,
)
from playwright.sync_api import Browser, Page, expect

import report
from api.app import create_app
from api.page_files import PageFiles
from api.page_texts import page_texts
from referee.options import Options
from referee.referee import Referee
from referee.settings import Settings

BUDGET = 60_000  # bytes over the wire before the word list


def four_sheets(folder: Path) -> Path:
    """One photo of four sheets: the classic one, flattened, four times."""
    truth = tomllib.loads((CLASSIC.parent / "truth.toml").read_text(encoding="utf-8"))
    square = np.array([[150, 150], [650, 150], [650, 650], [150, 650]], np.float32)
    turn = cv2.getPerspectiveTransform(np.array(truth["grid_corners"], np.float32), square)
    one = cv2.warpPerspective(cv2.imread(str(CLASSIC)), turn, (900, 900), borderMode=cv2.BORDER_REPLICATE)
    path = folder / "four.jpg"
    cv2.imwrite(str(path), np.tile(one, (2, 2, 1)))
    return path


@pytest.mark.parametrize(
    ("language", "scheme", "size"),
    [
        ("en", "light", (320, 640)),
        ("de", "dark", (360, 740)),
        ("fr", "light", (844, 390)),
        ("it", "dark", (320, 640)),
        ("es", "dark", (390, 844)),
    ],
)
def test_every_view(
    browser: Browser, address: str, language: str, scheme: str, size: tuple[int, int], tmp_path: Path
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=language,
        base_url=address,
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    options(page)
    page.locator("select[data-key=lang]").select_option("en")
    check(page, "start")
    page.locator("[data-key=look-up]").click()
    page.locator(".word-input").fill("epoch")
    page.keyboard.press("Enter")
    expect(page.locator(".word-head")).to_be_visible()
    check(page, "word")
    page.keyboard.press("Escape")
    page.locator("[data-key=type]").click()
    check(page, "typing")
    page.keyboard.press("Escape")
    scan(page, CLASSIC)
    expect(page.locator(".board-photo")).to_be_visible()
    expect(page.locator("canvas.crop")).to_be_visible()
    page.locator("[data-line=row-1]").click()
    check(page, "sheet on photo")
    page.locator("[data-key=view-letters]").check()
    check(page, "sheet")
    page.locator("[data-key=cell-2-2]").click()
    check(page, "picker")
    page.keyboard.press("Escape")
    page.locator("[data-key=more]").click()
    check(page, "more")
    page.locator("dialog [data-key=corners]").click()
    expect(page.locator(".handle")).to_have_count(4)
    check(page, "corners")
    scan(page, Path(__file__))
    expect(page.locator(".problem")).to_be_visible()
    check(page, "not read")
    scan(page, CLASSIC)
    expect(page.locator("[data-twin]")).to_be_visible()
    check(page, "the same sheet twice")
    page.locator("[data-key=twin-remove]").click()
    expect(page.locator(".rank")).to_have_count(2)
    check(page, "table")
    scan(page, four_sheets(tmp_path))
    expect(page.locator(".which input")).to_have_count(4)
    check(page, "which sheet is whose")
    page.locator(".rank").first.click()
    question, coach = page.locator(".answer, [data-key=twin-keep]"), page.locator("[data-key=coach]")
    expect(question.or_(coach).first).to_be_visible()  # the sheet is drawn after the tap, and after each answer
    while not coach.count():
        key = question.first.get_attribute("data-key")
        question.first.click()
        expect(page.locator(f"[data-key={key}]")).to_have_count(0)
        expect(question.or_(coach).first).to_be_visible()
    coach.click()
    expect(page.locator(".advice li")).not_to_have_count(0)
    check(page, "coach")
    page.goto("/#/table")
    page.locator("[data-key=new-game]").click()
    expect(page.locator(".hero")).to_be_visible()
    page.goto("/#/games")
    expect(page.locator(".game")).to_have_count(1)
    check(page, "games")
    context.close()


def test_text_twice_as_large_fits(browser: Browser, address: str, tmp_path: Path) -> None:
    """A phone of 390 pixels at 200 % shows as many as one of 195."""
    context = browser.new_context(viewport={"width": 195, "height": 422}, locale="de", base_url=address)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    options(page)
    page.locator("select[data-key=lang]").select_option("en")
    fits(page, "start")
    scan(page, CLASSIC)
    expect(page.locator("canvas.crop")).to_be_visible()
    fits(page, "sheet")
    page.locator("[data-key=cell-0-0]").click()
    fits(page, "picker")
    page.keyboard.press("Escape")
    type_grid(page, EXAMPLE)
    page.locator("[data-key=more]").click()
    page.locator("dialog [data-key=type]").click()
    fits(page, "typing")
    page.keyboard.press("Escape")
    scan(page, four_sheets(tmp_path))
    expect(page.locator(".which input")).to_have_count(4)
    fits(page, "table")
    page.locator("[data-key=new-game]").click()
    expect(page.locator("#toast")).to_be_visible()
    fits(page, "message")
    context.close()


def test_the_tab_key_follows_the_eye(page: Page, client: httpx.Client) -> None:
    type_grid(page, EXAMPLE)
    expect_total(page, worth(client, EXAMPLE))
    page.locator("[data-key=cell-0-0]").focus()
    seen = []
    for _ in range(34):
        seen.append(page.evaluate("document.activeElement.dataset.key ?? ''"))
        page.keyboard.press("Tab")
    assert seen[:25] == [f"cell-{row}-{column}" for row in range(5) for column in range(5)]
    assert seen[25:] == [f"circle-{number}" for number in range(9)]


def test_the_page_is_small(client: httpx.Client) -> None:
    """What a phone fetches before it shows the page: index, styles, font, one table of texts, and all scripts that
    app.js imports, and those in turn. What is imported later follows while people look."""
    index = client.get("/").text
    wanted = ["app.js", "texts/en.json", *re.findall(r'href="/page/\w+/([^"#]+\.(?:css|json|woff2))"', index)]
    folder = (re.search(r'src="(/page/\w+/)app.js"', index) or [""])[1]
    fetched: dict[str, int] = {"": len(gzip.compress(index.encode(), 6))}
    while wanted:
        name = wanted.pop()
        if name not in fetched:
            with client.stream("GET", folder + name, headers={"Accept-Encoding": "gzip"}) as answer:
                fetched[name] = sum(len(part) for part in answer.iter_raw())
            source = (PAGE / name).read_text(encoding="utf-8") if name.endswith(".js") else ""
            wanted += re.findall(r'^import [^"]*"\./([^"]+)";$', source, re.MULTILINE)
    assert {"app.js", "game.js", "style.css", "fonts/manrope.woff2"} <= fetched.keys()
    assert sum(fetched.values()) <= BUDGET, sorted(fetched.items(), key=lambda item: -item[1])


def test_the_page_for_programs_needs_nothing_from_elsewhere(page: Page) -> None:
    page.goto("/docs")
    expect(page.locator(".operation")).not_to_have_count(0)
    page.locator("summary", has_text="/v1/scores").click()
    expect(page.locator("details[open]")).to_contain_text("evidence")
    check(page, "for programs")


def pictures(root: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Where pictures go: with QWORDS_PICTURES=1 into documentation and page, otherwise nowhere that lasts."""
    if "QWORDS_PICTURES" in os.environ:
        return root / "docs" / "pictures", PAGE / "shots"
    return tmp_path, tmp_path


@pytest.fixture
def real(planning: ModuleType, tmp_path: Path) -> Iterator[str]:
    settings = Settings(data=tmp_path)
    with planning.running(create_app(settings, Referee(settings=settings))) as address:  # the real reader
        yield address


def test_pictures_for_the_documentation(browser: Browser, real: str, root: Path, tmp_path: Path) -> None:
    docs, shots = pictures(root, tmp_path)
    shots.mkdir(exist_ok=True)
    wide = browser.new_page(viewport={"width": 1180, "height": 900}, locale="en-GB", base_url=real)
    wide.goto("/")
    scan(wide, CLASSIC)
    expect(wide.locator(".board-photo")).to_be_visible()
    wide.wait_for_timeout(900)
    wide.screenshot(path=docs / "page.png")
    phone = browser.new_page(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, locale="en-GB", base_url=real
    )
    phone.goto("/")
    for number, name in enumerate(("homeprint-en", "classic-en", "corrected-en"), 1):
        scan(phone, CLASSIC.parent.parent / name / "photo.jpg")
        expect(phone.locator(".board-photo")).to_be_visible()
        phone.locator(".name input").fill(("Grace", "Ada", "Alan")[number - 1])
    phone.locator(".name input").blur()
    phone.wait_for_timeout(400)
    phone.screenshot(path=shots / "sheet.jpg", type="jpeg", quality=80)
    phone.goto("/#/table")
    expect(phone.locator(".rank")).to_have_count(3)
    phone.wait_for_timeout(400)
    phone.screenshot(path=shots / "table.jpg", type="jpeg", quality=80)
    verdict = Referee().photo(CLASSIC.read_bytes(), "photo.jpg", Options())
    (tmp_path / "report.html").write_bytes(report.render(verdict, ".html"))
    phone.set_viewport_size({"width": 760, "height": 900})
    phone.goto((tmp_path / "report.html").as_uri())
    phone.screenshot(path=docs / "report.jpg", type="jpeg", quality=80)
    for name in (docs / "page.png", shots / "sheet.jpg", shots / "table.jpg", docs / "report.jpg"):
        assert name.stat().st_size > 10_000


def test_every_file_has_one_version() -> None:
    files = PageFiles(page_texts())
    assert files.version != PageFiles({**page_texts(), "new.css": b"a{}"}).version
    assert files.get(f"{files.version}/app.js")[1] and not files.get("app.js")[1]
