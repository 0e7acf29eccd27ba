"""The page as an app of its own, inside other pages, and over the wire: what browsers themselves say of it."""

import io
import json
import logging
from base64 import b64encode
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from at_the_table import CLASSIC, CLASSIC_GRID, PATIENCE, PHONE, expect_total, scan, stored_words, worth
from playwright.sync_api import Browser, BrowserContext, Page, expect

log = logging.getLogger(__name__)  # --log-cli-level=INFO shows the times
SHARE = """async (photo) => {
    const bytes = Uint8Array.from(atob(photo), (sign) => sign.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], 'shared.jpg', { type: 'image/jpeg' }));
    const made = (name, properties) => Object.assign(document.createElement(name), properties);
    const form = made('form', { action: '/share', method: 'POST', enctype: 'multipart/form-data' });
    form.append(made('input', { type: 'file', name: 'photo', files: chosen.files }));
    document.body.append(form);
    form.submit();
}"""
# When the photo was chosen, and when its total stood on the screen: the second frame after it came is drawn.
WATCH = """const chosen = ({ target }) => { if (target.id === 'album') performance.mark('chosen'); };
addEventListener('change', chosen, true);
const painted = new MutationObserver(() => {
    if (!document.querySelector('.sheet-view .total-box')) return;
    painted.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('painted')));
});
addEventListener('DOMContentLoaded', () => painted.observe(document.body, { childList: true, subtree: true }));"""
TIMES = """() => {
    const at = (name) => performance.getEntriesByName(name)[0]?.startTime;
    const [scan] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/v1/scans'));
    return at('painted') && { before: scan.requestStart - at('chosen'), after: at('painted') - scan.responseEnd };
}"""


def test_a_browser_takes_the_manifest(context: BrowserContext, page: Page, client: httpx.Client) -> None:
    told = context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []
    manifest: dict[str, Any] = json.loads(told["data"])
    assert manifest["id"] == "/" and manifest["scope"] == "/"
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["/#/camera", "/#/table"]
    assert manifest["share_target"]["action"] == "/share"
    for picture in [*manifest["screenshots"], *manifest["icons"]]:
        answer = client.get(picture["src"])
        assert answer.status_code == 200 and answer.headers["content-type"] == picture["type"], picture
        if picture["sizes"] != "any":
            pixels = cv2.imdecode(np.frombuffer(answer.content, np.uint8), cv2.IMREAD_COLOR)
            assert picture["sizes"] == f"{pixels.shape[1]}x{pixels.shape[0]}"


@pytest.mark.service_worker
def test_a_photo_shared_by_another_app_is_read(page: Page, client: httpx.Client) -> None:
    stored_words(page)
    page.evaluate(SHARE, b64encode(CLASSIC.read_bytes()).decode())
    expect_total(page, worth(client, CLASSIC_GRID))


def test_a_photo_shared_before_the_page_was_stored_leads_to_it(client: httpx.Client) -> None:
    answer = client.post("/share", files={"photo": io.BytesIO(CLASSIC.read_bytes() * 2)})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_nobody_may_use_it_from_elsewhere_unasked(client: httpx.Client) -> None:
    for path in ("/", "/widget", "/docs", "/page/organiser.html"):
        assert client.get(path).headers["content-security-policy"].endswith("frame-ancestors 'none'")
    asked = {"Origin": "https://www.example.org", "Access-Control-Request-Method": "POST"}
    for answer in (client.get("/v1/meta", headers=asked), client.options("/v1/scores", headers=asked)):
        assert not any(name.startswith("access-control") for name in answer.headers)


@pytest.mark.parametrize("path", ["/", "/page/app.js", "/page/style.css", "/page/texts/de.json", "/openapi.json"])
def test_what_is_sent_is_packed(client: httpx.Client, path: str) -> None:
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert packed.num_bytes_downloaded < 0.6 * len(plain.content)


@pytest.mark.parametrize(
    ("slower", "seconds"), [(1, 1.0), (4, 2.0)]
)  # slower like a phone, with room for a busy machine
def test_the_first_result_is_there_at_once(browser: Browser, address: str, slower: int, seconds: float) -> None:
    """Beside the scan itself; docs/figures.md has what was measured."""
    spent = []
    for _ in range(3):
        context = browser.new_context(viewport=PHONE, locale="en-GB", base_url=address, service_workers="block")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.add_init_script(WATCH)
        page.goto("/")
        expect(page.locator(".hero")).to_be_visible()
        scan(page, CLASSIC)
        times = page.wait_for_function(TIMES).json_value()
        spent.append((times["before"] + times["after"]) / 1000)
        log.info("%d times slower: %.0f ms before the scan, %.0f ms after it", slower, times["before"], times["after"])
        context.close()
    assert min(spent) <= seconds, spent
