"""Another word list at the organiser's page: it is said, nothing is judged by two lists, a button judges all again."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from newer_list import install_newer
from planned_photos import ENGLISH, plan, planned_scorer
from playwright.sync_api import Browser, expect

from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings

PATIENCE = 60  # seconds; a busy machine is no fault of the service


@pytest.fixture
def address(tmp_path: Path, planning: ModuleType) -> Iterator[str]:
    settings = Settings(data=tmp_path / "data", workers=1, token="master")
    app = create_app(settings, Referee(reader=planning.PlannedReader(), settings=settings))
    app.state.make_scorer = planned_scorer
    with planning.running(app) as url:
        yield url


def test_all_sheets_are_judged_by_the_new_list_when_the_organiser_says_so(
    address: str, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = httpx.post(f"{address}/v1/tournaments", json={"name": "Cup"}, headers=_bearer("master"), timeout=PATIENCE)
    at, token = f"{address}/v1/tournaments/{made.json()['id']}", made.json()["token"]
    photo = plan(tmp_path / "Anna.jpg", ENGLISH).read_bytes()
    client = httpx.Client(headers=_bearer(token), timeout=PATIENCE)
    client.post(f"{at}/sheets", files={"photos": ("Anna.jpg", photo)})
    client.get(f"{at}/events").read()
    sheet = client.get(f"{at}/sheets").json()["sheets"][0]["sheet"]
    assert client.get(at).json()["word_list_changed"] is False
    install_newer(monkeypatch)
    client.put(f"{at}/roster", json={"csv": "Anna"})  # any change, so that it is read again
    assert client.get(at).json()["word_list_changed"] is True
    said = {"sheet": sheet, "who": "Eva", "cells": [{"row": 5, "column": 5, "letter": "X"}]}
    for refused in (
        client.post(f"{at}/corrections", json=said),
        client.post(f"{at}/rulings", json={"who": "Eva", "word": "udon", "allow": True}),
        client.post(f"{at}/sheets", files={"photos": ("Ben.jpg", photo)}),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "word-list-changed")

    page = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB").new_page()
    page.add_init_script("localStorage.setItem('qwords-arbiter', 'Eva')")  # the page is drawn anew while it begins
    page.goto(f"{address}/page/organiser.html#/{made.json()['id']}/{token}")
    expect(page.locator(".other-list")).to_contain_text("Another word list is installed")
    expect(page.locator("#list-judge")).to_have_count(0)
    expect(page.locator(".progress")).to_contain_text("All pages are scored.")
    expect(page.locator("#who")).to_have_value("Eva")
    page.locator("#list-preview").click()
    expect(page.locator(".other-list li")).to_contain_text("Anna 52 →")
    page.locator("#list-judge").click()
    expect(page.locator(".other-list")).to_have_count(0)
    expect(page.locator(".ranking .sum")).not_to_have_text("52")
    page.locator("#tab-log").click()
    expect(page.locator(".list li")).to_contain_text("Eva had all sheets judged by a newer word list.")
    expect(page.locator(".list li button")).to_have_count(0)
    assert client.post(f"{at}/corrections", json=said).status_code == 201
    client.close()


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
