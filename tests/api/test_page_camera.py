"""The live viewfinder, with a film in place of the camera."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest
from at_the_table import ARGUMENTS, CLASSIC, CLASSIC_GRID, PATIENCE, PHONE, check, expect_total, worth
from playwright.sync_api import Browser, Page, expect, sync_playwright

from scanner.decode import decode
from scanner.locate import locate

SHARPEST = """async (pictures) => {
    const blobs = pictures.map((one) => new Blob([Uint8Array.from(atob(one), (letter) => letter.charCodeAt(0))]));
    return blobs.indexOf((await import('/page/camera.js')).sharpest(blobs));
}"""
ADVICE = """async ({ seen, before, best }) => (await import('/page/camera.js')).advise(seen, before, best)"""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A camera held still above the sheet: the sample's grid and what stands around it, as motion JPEG."""
    photo = decode(CLASSIC.read_bytes(), "photo")
    corners = locate(photo)[0].corners
    side = int(1.55 * max(corners.max(axis=0) - corners.min(axis=0)))
    left, top = (corners.mean(axis=0) - side / 2).clip(0).astype(int)
    near = photo.pixels[top : top + side, left : left + side]
    frame = cv2.imencode(".jpg", cv2.resize(near, (1280, 1280)))[1].tobytes()
    path = tmp_path_factory.mktemp("film") / "sheet.mjpeg"
    path.write_bytes(frame * 10)
    return path


@pytest.fixture(scope="module")
def filming(chromium: str, film: Path) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    camera = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, *camera])
        yield browser
        browser.close()


@pytest.fixture
def page(filming: Browser, address: str) -> Iterator[Page]:
    context = filming.new_context(viewport=PHONE, locale="en-GB", base_url=address, permissions=["camera"])
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    yield page
    context.close()


def test_the_photo_takes_itself(page: Page, client: httpx.Client) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/v1/scans") else None)
    page.locator("[data-key=camera]").click()
    expect(page.locator("dialog.camera video")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.camera polygon')?.getAttribute('points')")
    expect_total(page, worth(client, CLASSIC_GRID))
    expect(page.locator("dialog.camera")).to_have_count(0)
    assert len(sent) == 1
    page.go_back()
    expect(page.locator("h1")).to_contain_text("Photo in.")


def test_the_sharpest_picture_is_the_one_that_is_read(page: Page, film: Path) -> None:
    picture = cv2.imdecode(np.frombuffer(film.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    shots = [picture if not blur else cv2.GaussianBlur(picture, (0, 0), blur) for blur in (2.0, 0.0, 1.0)]
    pictures = [b64encode(cv2.imencode(".jpg", shot)[1].tobytes()).decode() for shot in shots]
    assert page.evaluate(SHARPEST, pictures) == 1


def test_the_back_button_closes_the_viewfinder(page: Page) -> None:
    page.route("**/v1/frames", lambda route: route.fulfill(json={"width": 640, "height": 480, "grids": []}))
    page.locator("[data-key=camera]").click()
    expect(page.locator(".camera-advice")).to_have_text("Point at the sheet")
    check(page, "viewfinder")
    page.set_viewport_size({"width": 844, "height": 390})
    page.emulate_media(color_scheme="dark")
    check(page, "viewfinder, sideways and dark")
    page.go_back()
    expect(page.locator("dialog.camera")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("Photo in.")


@pytest.mark.parametrize("opened", [True, False])
def test_a_shortcut_opens_the_viewfinder(page: Page, opened: bool) -> None:
    page.route("**/v1/frames", lambda route: route.abort())
    if not opened:
        page.goto("about:blank")
    page.goto("/#/camera")
    page.wait_for_function("() => document.querySelector('.camera video')?.videoWidth > 0")


def test_without_a_referee_the_shutter_still_works(page: Page) -> None:
    page.route("**/v1/frames", lambda route: route.abort())
    page.locator("[data-key=camera]").click()
    page.wait_for_function("() => document.querySelector('.camera video')?.videoWidth > 0")
    page.locator("[data-key=shutter]").click()
    expect(page.locator(".sheet-view .total-box")).to_be_visible()


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        ({}, "ready"),
        ({"grids": []}, "camera-none"),
        ({"light": 0.1}, "camera-dark"),
        ({"side": 100}, "camera-closer"),
        ({"before": 30}, "camera-still"),
        ({"before": None}, "camera-still"),
        ({"sharp": 0.5}, "camera-still"),
    ],
)
def test_what_people_are_told(page: Page, change: dict[str, object], advice: str) -> None:
    side = int(str(change.get("side", 300)))
    corners = [[100, 100], [100 + side, 100], [100 + side, 100 + side], [100, 100 + side]]
    shift = change.get("before", 2)
    before = None if shift is None else [[x + int(str(shift)), y] for x, y in corners]
    grid = {"corners": corners, "light": change.get("light", 0.8), "sharp": change.get("sharp", 1.0)}
    seen = {"width": 640, "height": 480, "grids": change.get("grids", [grid])}
    assert page.evaluate(ADVICE, {"seen": seen, "before": before, "best": 1.0}) == advice


def test_a_frame_tells_where_the_grid_lies(client: httpx.Client, photo: bytes) -> None:
    picture = cv2.imread(str(CLASSIC))
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    seen = client.post(
        "/v1/frames", content=cv2.imencode(".jpg", small)[1].tobytes(), headers={"Content-Type": "image/jpeg"}
    ).json()
    blurred = cv2.imencode(".jpg", cv2.GaussianBlur(small, (0, 0), 1.5))[1].tobytes()
    soft = client.post("/v1/frames", content=blurred).json()
    truth = client.post("/v1/scans", files={"photo": photo}).json()["sheets"][0]["corners"]
    worst = max(
        abs(2 * a - b)
        for found, told in zip(seen["grids"][0]["corners"], truth, strict=True)
        for a, b in zip(found, told, strict=True)
    )
    assert worst < 0.02 * picture.shape[1]
    assert soft["grids"][0]["sharp"] < 0.8 * seen["grids"][0]["sharp"]
    assert client.post("/v1/frames", content=b"no picture").status_code == 415
    assert client.post("/v1/frames", content=b"x" * 500_000).status_code == 413
