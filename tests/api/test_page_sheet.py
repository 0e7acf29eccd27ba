"""What the page says of a sheet: how sure the total is, one question at a time, and what can be done with it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from at_the_table import (
    CLASSIC,
    CLASSIC_GRID,
    EXAMPLE,
    PATIENCE,
    PHONE,
    check,
    expect_total,
    fits,
    more,
    options,
    scan,
    total,
    type_grid,
    worth,
)
from playwright.sync_api import Browser, Page, expect

from texts import text


@pytest.fixture
def doubting(browser: Browser, two_doubts: str) -> Iterator[Page]:
    """A phone whose photo has two doubts."""
    context = browser.new_context(
        viewport=PHONE, locale="en-GB", base_url=two_doubts, reduced_motion="reduce", service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    scan(page, CLASSIC)
    expect(page.locator(".sheet-view .total-box")).to_be_visible()
    yield page
    context.close()


def verdict(client: httpx.Client, **changes: Any) -> dict[str, Any]:
    """The verdict of the classic sample, with some of it planned otherwise."""
    sent = {"files": {"photo": CLASSIC.read_bytes()}, "data": {"lang": "en", "pictures": "true"}}
    found: dict[str, Any] = client.post("/v1/scans", **sent).json()
    found["sheets"][0] |= changes
    return found


def test_one_question_at_a_time(doubting: Page, two_doubts: str) -> None:
    page = doubting
    with httpx.Client(base_url=two_doubts, timeout=PATIENCE / 1000) as client:
        doubts = client.post("/v1/scans", files={"photo": CLASSIC.read_bytes()}).json()["sheets"][0]["doubts"]
    first = doubts[0]
    expect(page.locator(".questions")).to_have_count(1)
    expect(page.locator(".count")).to_have_text("1 of 2")
    expect(page.locator(".question p .muted")).to_have_text(f"Row {first['row']}, column {first['column']}")
    box = page.locator("canvas.crop").bounding_box()
    assert box and box["width"] >= 128 and box["height"] >= 128
    other = page.locator(f"[data-key=answer-{first['row'] - 1}-{first['column'] - 1}-{first['or']}]")
    expect(other).to_have_text(re.compile(rf"{first['or']}\s*= {first['total_if']}"))
    other.click()
    expect_total(page, first["total_if"], "unsure")
    expect(page.locator(".count")).to_have_text("2 of 2")
    page.locator("[data-key=undo-answer]").click()
    expect(page.locator(".count")).to_have_text("1 of 2")
    page.locator(".answer").first.click()
    expect(page.locator(".count")).to_have_text("2 of 2")  # a second click before that would answer the first again
    page.locator(".answer").first.click()
    expect(page.locator(".questions")).to_have_count(0)
    expect(page.locator(".total-box")).to_have_attribute("data-standing", "sure")


ABOVE_THE_BAR = """() => {
    const names = ['.sheet-view .total-box', 'canvas.crop.big', '.question .answer'];
    const shown = names.map((name) => document.querySelector(name));
    if (shown.includes(null)) return false;
    const [total, crop, answer] = shown.map((element) => element.getBoundingClientRect());
    const { bottom } = document.querySelector('.top').getBoundingClientRect();
    const { top } = document.querySelector('.bar').getBoundingClientRect();
    const large = crop.width >= 128 && crop.height >= 128;
    return large && [total, crop, answer].every((box) => box.top >= bottom && box.bottom <= top);
}"""  # in one look: the page may be drawn anew between two


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (320, 640), (844, 390), (667, 375)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_total_and_question_fit_on_one_screen(doubting: Page, size: tuple[int, int], language: str) -> None:
    """Nobody scrolls to learn the total, or to answer; on small phones and on those held sideways neither."""
    doubting.set_viewport_size({"width": size[0], "height": size[1]})
    doubting.locator("#tongue").select_option(language)
    expect(doubting.locator(".bar .main")).to_have_text(text("page.add-sheet", language))
    doubting.wait_for_function(ABOVE_THE_BAR)
    fits(doubting, f"question at {size}")


def test_those_who_listen_hear_the_doubt(page: Page, client: httpx.Client) -> None:
    scan(page, CLASSIC)
    heard = page.locator("#announce")
    expect(heard).to_have_text(re.compile(r"^Sheet 1, Total, not certain: \d+, perhaps \d+.*\.$"))
    page.locator("[data-key=answer-2-2-B]").click()
    expect(heard).to_have_text(f"Total now {worth(client, CLASSIC_GRID)}.")


def test_a_total_in_doubt_shows_it(doubting: Page) -> None:
    box = doubting.locator(".sheet-view .total-box")
    expect(box).to_have_text(re.compile(r"^\d+\?$"))
    assert box.evaluate("(element) => getComputedStyle(element).borderTopStyle") == "dashed"
    expect(doubting.locator(".says").first).to_contain_text(re.compile(r"Perhaps \d+"))


def test_below_half_sure_no_total_is_put_forward(page: Page, client: httpx.Client) -> None:
    unsure = verdict(client, certainty=0.3, needs_review=True, reasons=["certainty"])
    page.route("**/v1/scans", lambda route: route.fulfill(json=unsure))
    scan(page, CLASSIC)
    expect(page.locator("[data-key=unread]")).to_contain_text("I cannot read this well")
    expect(page.locator(".sheet-view .total-box")).to_have_count(0)
    expect(page.locator("[data-key=retake]")).to_be_visible()
    expect(page.locator("#announce")).to_have_text("Sheet 1, I cannot read this well.")
    check(page, "cannot be read well")
    page.emulate_media(color_scheme="dark")
    check(page, "cannot be read well, dark")
    page.locator("[data-key=fix]").click()
    expect(page.locator(".sheet-view .total-box")).to_have_text("?")
    expect(page.locator(".questions canvas.crop")).to_be_visible()


def test_a_sentence_says_what_differs(page: Page, client: httpx.Client) -> None:
    scan(page, CLASSIC)
    page.locator("[data-key=answer-2-2-B]").click()
    read = worth(client, CLASSIC_GRID)
    said = page.locator(".says.differs")
    expect(said).to_contain_text(f"You wrote 70. It is {read}: NOON is 6, not 10")
    assert page.locator(".findings").bounding_box() and page.locator(".bar").bounding_box()


def test_a_missed_word_and_a_right_total_are_called_so(page: Page, client: httpx.Client) -> None:
    found = verdict(client, needs_review=False, doubts=[], reasons=[], findings=[], certainty=1)
    sheet = found["sheets"][0]
    written = [str(line["points"]) for line in sheet["lines"]]
    written[0], written[1] = "-", str(sheet["lines"][0]["points"] + sheet["lines"][1]["points"])
    sheet["claimed"] = {"rows": written[:5], "columns": written[5:], "bonus": True, "total": str(sheet["total"])}
    sheet["lines"] = [line | {"claimed": text} for line, text in zip(sheet["lines"], written, strict=True)]
    page.route("**/v1/scans", lambda route: route.fulfill(json=found))
    scan(page, CLASSIC)
    expect(page.locator(".says.agrees")).to_have_text(
        f"You wrote {sheet['total']}, and it is {sheet['total']}, though not line by line: "
        f"EURO was missed (6); NOON is 6, not {written[1]}."
    )


def test_sources_go_by_names_that_readers_know(page: Page) -> None:
    scan(page, CLASSIC)
    page.locator("[data-line=row-1]").click()
    expect(page.locator(".why")).to_contain_text("a word of the dictionary")
    page.locator(".why .button").click()
    expect(page.locator("dialog")).to_contain_text("SCOWL, the word lists behind English spell checkers")
    assert not re.search(r"\d+\.\d+", page.locator(".why").inner_text() + page.locator("dialog").inner_text())


def test_the_report_says_who_ruled_and_when(page: Page) -> None:
    scan(page, CLASSIC)
    page.locator("[data-key=answer-2-2-B]").click()
    expect(page.locator("[data-status=good]")).to_be_visible()
    page.locator("[data-line=row-2]").click()
    page.locator(".why .button").click()
    page.locator("dialog .word-result .button").click()
    expect(page.locator("dialog .word-head")).to_contain_text("does not count")
    page.locator("dialog .close").click()
    today, hour = page.evaluate(
        "[new Date().toLocaleDateString('sv'), new Date().toLocaleTimeString('sv').slice(0, 2)]"
    )
    with page.expect_download() as download:
        more(page, "report")
    report = Path(download.value.path()).read_text(encoding="utf-8")
    assert f"NOON does not count · the table · {today} {hour}:" in report
    assert f"Row 3, column 3: B · the table · {today} {hour}:" in report


def test_nobody_is_accused_of_adding_up_wrongly_who_did_not(page: Page, client: httpx.Client) -> None:
    """The sum of what is written is right; only a line that is still in doubt differs."""
    found = verdict(client)
    sheet = found["sheets"][0]
    written = [str(line["points"]) for line in sheet["lines"]]
    written[2] = "6"  # row 3 holds the doubt
    claimed = {"rows": written[:5], "columns": written[5:], "bonus": True, "total": str(sheet["total"] - 4)}
    lines = [line | {"claimed": text} for line, text in zip(sheet["lines"], written, strict=True)]
    sum_ = {"kind": "sum", "where": "total", "claimed": claimed["total"], "computed": str(sheet["total"]), "text": "…"}
    sheet |= {"claimed": claimed, "lines": lines, "findings": [sum_]}
    page.route("**/v1/scans", lambda route: route.fulfill(json=found))
    scan(page, CLASSIC)
    expect(page.locator(".says.differs")).to_contain_text(
        f"You wrote {claimed['total']}. It seems to be {sheet['total']}."
    )
    expect(page.locator(".says.differs")).not_to_contain_text("added up")


def test_where_no_letter_is_the_reason_the_whole_can_be_confirmed(page: Page, client: httpx.Client) -> None:
    found = verdict(client, doubts=[], reasons=["empty"], needs_review=True)
    page.route("**/v1/scans", lambda route: route.fulfill(json=found))
    scan(page, CLASSIC)
    expect(page.locator(".questions li")).to_have_count(1)
    page.locator("[data-key=confirm-all]").click()
    expect_total(page, worth(client, CLASSIC_GRID), "sure")
    expect(page.locator(".corrections li")).to_contain_text("Confirm as read")
    page.locator("[data-key=undo]").click()
    expect(page.locator(".sheet-view .total-box")).to_have_attribute("data-standing", "unsure")


def test_removed_sheets_and_ended_games_come_back(page: Page, client: httpx.Client) -> None:
    type_grid(page, EXAMPLE)
    page.locator(".name input").fill("Ada")
    more(page, "remove")
    expect(page.locator(".rank")).to_have_count(0)
    page.locator("#toast button").click()
    expect_total(page, worth(client, EXAMPLE))
    page.locator("#to-table").click()
    page.locator("[data-key=new-game]").click()
    expect(page.locator("h1")).to_contain_text("Photo in.")
    page.goto("/#/games")
    expect(page.locator(".game li b")).to_have_text("Ada")
    page.locator(".game .button").first.click()
    expect(page.locator(".rank b")).to_have_text("Ada")


def test_a_result_can_be_shared_as_a_picture(page: Page) -> None:
    type_grid(page, EXAMPLE)
    with page.expect_download() as download:
        more(page, "share-picture")
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG") and len(picture) > 20_000


def test_the_back_button_closes_a_drawer_and_nothing_else(page: Page) -> None:
    type_grid(page, EXAMPLE)
    page.locator("[data-key=cell-1-1]").click()
    expect(page.locator("dialog")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog")).not_to_be_visible()
    expect(page.locator(".sheet-view")).to_be_visible()
    page.go_back()
    expect(page.locator("h1")).to_contain_text("Photo in.")


def test_numbers_tell_which_sheet_is_whose(page: Page, client: httpx.Client) -> None:
    two = verdict(client)
    second = two["sheets"][0] | {
        "grid": ["AAAAA"] * 5,
        "corners": [[x + 40, y] for x, y in two["sheets"][0]["corners"]],
    }
    page.route("**/v1/scans", lambda route: route.fulfill(json=two | {"sheets": [two["sheets"][0], second]}))
    scan(page, CLASSIC)
    expect(page.locator(".which text")).to_have_text(["1", "2"])
    page.locator(".which input").nth(1).fill("Grace")
    page.reload()
    expect(page.locator(".rank b").filter(has_text="Grace")).to_be_visible()
    expect(page.locator(".which-photo img")).to_be_visible()


@pytest.mark.parametrize(("reasons", "shown"), [([], "wins"), (["empty"], "Provisional")])
def test_no_winner_is_named_while_a_sheet_without_letters_calls_a_person(
    page: Page, client: httpx.Client, reasons: list[str], shown: str
) -> None:
    photo = verdict(client, doubts=[], needs_review=False, reasons=[])
    first = photo["sheets"][0]
    second = first | {"total": first["total"] - 1, "grid": ["AAAAA"] * 5}
    blank = first | {
        "empty": True,
        "total": 0,
        "grid": ["....."] * 5,
        "needs_review": bool(reasons),
        "reasons": reasons,
    }
    page.route("**/v1/scans", lambda route: route.fulfill(json=photo | {"sheets": [first, second, blank]}))
    scan(page, CLASSIC)
    expect(page.locator(".winner")).to_contain_text(shown)
    worths = [f"{first['total']} points", f"{second['total']} points", *["Empty sheet"][: len(reasons)]]
    expect(page.locator(".which li .muted")).to_have_text(worths)


def test_a_blank_sheet_takes_neither_the_name_nor_a_number(page: Page, client: httpx.Client) -> None:
    photo = verdict(client, doubts=[], needs_review=False, reasons=[])
    first = photo["sheets"][0]
    second = first | {"total": first["total"] - 1, "grid": ["AAAAA"] * 5}
    blank = first | {"empty": True, "total": 0, "grid": ["....."] * 5}
    page.route("**/v1/scans", lambda route: route.fulfill(json=photo | {"sheets": [blank, first, blank, second]}))
    scan(page, CLASSIC)
    expect(page.locator(".rank b")).to_have_text(["Sheet 1", "Sheet 2"])
    expect(page.locator(".which .number")).to_have_text(["1", "2"])
    expect(page.locator(".which text")).to_have_text(["1", "2"])
    expect(page.locator(".winner")).to_contain_text("Sheet 1")


def test_a_report_shows_one_sheet_with_what_was_said_of_it(client: httpx.Client) -> None:
    one = cv2.imread(str(CLASSIC))
    both = cv2.imencode(".jpg", np.hstack([one, one]))[1].tobytes()
    sent = {"files": {"photo": both}}
    assert len(client.post("/v1/scans", data={"lang": "en"}, **sent).json()["sheets"]) == 2
    number = 2
    told = [{"sheet": number, "row": 1, "column": 1, "letter": "W", "by": "Ada", "at": "2026-11-16T20:14:05"}]
    told.append({"sheet": 3 - number, "row": 5, "column": 5, "letter": "V"})
    fields = {
        "lang": "en",
        "player": "Grace",
        "sheet": str(number),
        "corrections": str(told).replace("'", '"'),
    }
    report = client.post("/v1/reports", data=fields, **sent).text
    assert report.count('class="sheet"') == 1 and "Grace" in report
    assert "Row 1, column 1: W · Ada · 2026-11-16 20:14" in report and "Row 5, column 5: V" not in report
    assert client.post("/v1/reports", data=fields | {"sheet": "9"}, **sent).status_code == 422


def test_the_coach(page: Page, client: httpx.Client) -> None:
    type_grid(page, EXAMPLE)
    expect_total(page, worth(client, EXAMPLE))
    rolls = "\n".join(f"{n},{letter},E" for n, letter in enumerate(EXAMPLE.replace("/", ""), 1))
    options(page)
    page.locator("[data-key=rolls]").fill(rolls)
    page.locator("[data-key=rolls]").blur()
    page.locator("[data-key=coach]").click()
    advice = page.locator(".advice")
    expect(advice).to_contain_text("to the next title")
    expect(advice).to_contain_text(re.compile(r"would give \d+"))
    found = re.search(r"These dice allowed at least (\d+)", advice.inner_text())
    assert found and int(found[1]) >= total(page)
    page.locator("[data-key=rolls]").fill("1,A")
    page.locator("[data-key=rolls]").blur()
    expect(page.locator("#toast")).to_contain_text("Nothing was changed.")


# A phone that shares; `answers` are the faults that the next shares end in. A real one refuses when the tap was some
# seconds ago, which a driven Chromium cannot show: each of its questions to the page counts as a tap.
SHARING = """(answers) => {
    navigator.canShare = () => true;
    Object.assign(window, { shared: [], answers });
    navigator.share = async ({ files }) => {
        const answer = window.answers.shift();
        if (answer) throw new DOMException(answer, answer);
        window.shared.push(files[0].name);
    };
}"""


def sharing(page: Page, *answers: str) -> None:
    """A typed sheet on a phone that can share."""
    type_grid(page, EXAMPLE)
    page.evaluate(SHARING, list(answers))


def test_a_cancelled_share_is_met_with_silence(page: Page) -> None:
    sharing(page, "AbortError")
    page.evaluate("""() => {
        const toast = document.querySelector('#toast');
        window.said = [];
        new MutationObserver(() => window.said.push(toast.textContent)).observe(toast, { childList: true });
    }""")
    more(page, "report")
    expect(page.locator("#toast")).to_have_text("One moment…")
    expect(page.locator("#toast")).to_be_hidden()
    expect(page.locator("dialog")).not_to_be_visible()
    assert page.evaluate("window.said") == ["One moment…"]
    more(page, "report")
    expect(page.locator("#toast")).to_have_text("Done.")
    assert page.evaluate("window.shared") == ["qwords-Sheet-1.html"]


def test_a_file_that_came_too_late_to_be_shared_waits_for_a_fresh_tap(page: Page) -> None:
    sharing(page, "NotAllowedError")
    more(page, "report")
    expect(page.locator("dialog")).to_contain_text("The file is ready")
    check(page, "a file that waits")
    assert page.evaluate("window.shared") == []
    expect(page.locator("#toast")).to_be_hidden()
    page.locator("[data-key=share-file]").click()
    expect(page.locator("#toast")).to_have_text("Done.")
    assert page.evaluate("window.shared") == ["qwords-Sheet-1.html"]
    expect(page.locator("dialog")).not_to_be_visible()


def test_a_file_that_cannot_be_shared_is_never_lost(page: Page) -> None:
    sharing(page, "NotAllowedError", "AbortError", "NotAllowedError")
    more(page, "share-picture")
    page.locator("[data-key=share-file]").click()  # cancelled: the file still waits
    with page.expect_download() as saved:
        page.locator("[data-key=share-file]").click()  # refused with a fresh tap, too
    assert saved.value.suggested_filename == "qwords-Sheet-1.png"
    expect(page.locator("#toast")).to_have_text("Saved.")
    expect(page.locator("dialog")).not_to_be_visible()
    page.evaluate("window.answers = ['NotAllowedError']")
    more(page, "share-picture")
    with page.expect_download():
        page.locator("[data-key=save-file]").click()
    assert page.evaluate("window.shared") == []


def test_a_file_that_waits_takes_no_other_drawers_place(page: Page) -> None:
    sharing(page, "NotAllowedError")
    page.evaluate("""() => {
        const fetched = window.fetch;
        window.go = new Promise((resolve) => { window.answer = resolve; });
        window.fetch = async (...asked) => { await window.go; return fetched(...asked); };
    }""")
    more(page, "report")
    expect(page.locator("dialog")).not_to_be_visible()
    more(page, "type")
    page.locator(".type-row").first.fill("SUP")
    page.evaluate("window.answer()")
    page.wait_for_function("() => window.answers.length === 0")
    expect(page.locator(".type-row").first).to_have_value("SUP")
    page.go_back()
    expect(page.locator("dialog")).to_contain_text("The file is ready")


# A camera that people refused; and whether the browser still opens a chooser by itself, which it does soon after a tap.
REFUSED = """(soon) => {
    const no = async () => { throw new DOMException('no', 'NotAllowedError'); };
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: no });
    Object.defineProperty(navigator, 'userActivation', { value: { isActive: soon } });
}"""


def test_a_camera_refused_at_once_leads_to_the_chooser(page: Page) -> None:
    page.evaluate(REFUSED, True)
    with page.expect_file_chooser():
        page.locator("[data-key=camera]").click()
    expect(page.locator("dialog")).not_to_be_visible()


@pytest.mark.parametrize("key", ["choose-camera", "choose-album"])
def test_a_camera_refused_after_some_thought_asks_for_another_tap(page: Page, client: httpx.Client, key: str) -> None:
    page.evaluate(REFUSED, False)
    opened: list[object] = []
    page.on("filechooser", lambda chooser: opened.append(chooser))
    page.locator("[data-key=camera]").click()
    expect(page.locator("dialog")).to_contain_text("The camera cannot be used here.")
    assert opened == []
    check(page, "a camera that was refused")
    with page.expect_file_chooser() as chooser:
        page.locator(f"[data-key={key}]").click()
    chooser.value.set_files(CLASSIC)
    expect_total(page, worth(client, CLASSIC_GRID))
    expect(page.locator("dialog")).not_to_be_visible()
