"""The page as a person at the table uses it: what several browser tests share."""

import re
import time
from pathlib import Path

import httpx
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
SAMPLES = Path(__file__).resolve().parent.parent / "samples"
CLASSIC = SAMPLES / "classic-en" / "photo.jpg"
PAGE = Path(__file__).resolve().parent.parent / "api" / "page"
PATIENCE = 45_000  # milliseconds; a busy machine is no fault of the page
EXAMPLE = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"
CLASSIC_GRID = "EUROA/NOONR/ORBIT/TOWNS/FLOUR"


def type_grid(page: Page, grid: str) -> None:
    """Type 25 letters, from wherever the page is."""
    if page.locator("[data-key=more]").is_visible():
        page.locator("[data-key=more]").click()
    page.locator("[data-key=type]:visible").or_(page.locator(".add .square:visible").nth(1)).first.click()
    for row, letters in enumerate(grid.split("/")):
        page.locator(".type-row").nth(row).fill(letters)
    page.locator(".type-form [type=submit]").click()
    expect(page.locator("dialog")).not_to_be_visible()


def more(page: Page, key: str) -> None:
    """Take one of the things behind the button in the bar."""
    page.locator("[data-key=more]").click()
    page.locator(f"dialog [data-key={key}]").click()


def options(page: Page) -> None:
    """Unfold how the table judges."""
    page.locator("[data-key=options]").click()


def worth(client: httpx.Client, grid: str, **options: str) -> int:
    """The total as the service gives it: word lists grow, so no test knows it by heart."""
    asked = {"grid": grid, "lang": "en", "side": "A"} | options
    return int(client.post("/v1/scores", json=asked).json()["sheets"][0]["total"])


def total(page: Page) -> int:
    """The total that the page shows."""
    return int(page.locator(".sheet-view .total-box").get_attribute("data-total") or -1)


def scan(page: Page, *photos: Path) -> None:
    """Choose photos, once the page is drawn: before that nothing listens."""
    page.locator("#main > *").first.wait_for(state="attached")
    page.set_input_files("#album", [str(photo) for photo in photos])


def expect_total(page: Page, value: int, standing: str | None = None) -> None:
    """Wait for a total, and for how sure it is shown."""
    box = page.locator(".sheet-view .total-box")
    expect(box).to_have_attribute("data-total", str(value))
    if standing:
        expect(box).to_have_attribute("data-standing", standing)


def letter(page: Page, row: int, column: int) -> str:
    """The letter that the page shows in a cell, rows and columns from 0."""
    label = page.locator(f"[data-key=cell-{row}-{column}]").get_attribute("aria-label") or ""
    found = re.search(r": (\S+?)(?:,|$)", label)
    assert found, label
    return found[1]


STORED = """async () => {
    const script = document.querySelector('script[type=module]').src;
    const needed = [script, '/v1/meta', '/v1/lexicons/en?policy=official&common=true'];
    const stored = await Promise.all(needed.map((file) => caches.match(file)));
    return navigator.serviceWorker.controller?.state === 'activated' && stored.every(Boolean);
}"""


def wait_until(page: Page, met: str) -> None:
    """Wait until an async function is true; wait_for_function would take the promise itself for an answer."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(met):
        assert time.monotonic() < deadline, f"not true: {met}"
        page.wait_for_timeout(50)


def stored_words(page: Page) -> None:
    """Wait until the page can score without a connection."""
    wait_until(page, STORED)


def check(page: Page, view: str) -> None:
    """No serious fault for those who listen or see little, and no sideways scrolling."""
    result = Axe().run(page)
    serious = [
        (fault["id"], [node["html"][:120] for node in fault["nodes"]])
        for fault in result["violations"]
        if fault["impact"] in {"serious", "critical"}
    ]
    assert serious == [], view
    fits(page, view)


OUTSIDE = """() => {
    const meant = '.hidden, .board, .q4-board, .example, .which-photo, .camera > video, .camera > svg, option';
    const shown = [...document.querySelectorAll('main *, dialog[open] *, #toast:not([hidden])')];
    return shown.filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width && (left < -1 || right > innerWidth + 1) && !element.closest(meant);
    }).map((element) => element.outerHTML.slice(0, 80));
}"""
OVERLAPS = """() => [...document.querySelectorAll('.rank:has(.rank-total)')].filter((rank) => {
    const who = [...rank.querySelectorAll('.who *')].map((part) => part.getBoundingClientRect());
    const total = rank.querySelector('.rank-total').getBoundingClientRect();
    return who.some(({ right, bottom }) => right > total.left + 1 && bottom > total.top + 1);
}).map((element) => element.innerText)"""


def fits(page: Page, view: str) -> None:
    """Nothing is cut off at the sides, and no name lies under its total."""
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, f"{view}: {wide} pixels in a window of {window}"
    assert page.evaluate(OUTSIDE) == [], view
    assert page.evaluate(OVERLAPS) == [], view
