"""The evidence for a dispute, the text for a terminal, and the questions."""

import io
import re
from dataclasses import replace
from html import escape, unescape
from pathlib import Path

import click
import numpy as np
import pypdfium2
import pytest
from planned_scans import PlanScan

import lexicons
import report
from cli.review_prompts import review
from lexicons.house import House, Ruling
from referee import values
from referee.evidence import Evidence
from referee.files import NotWritable, write_atomically
from referee.judge import judge
from referee.options import Options
from referee.verdict import PhotoVerdict
from report.qwords_game import GAME
from report.sentences import finding_text, source_names
from report.subject import Subject, Told
from report.terminal import render
from report.terminal_pictures import encode, protocol
from scoring import Claims, Grid
from tests.hints import hint_of
from texts import text

ENGLISH = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"


@pytest.fixture
def verdict(planned: PlanScan) -> PhotoVerdict:
    scan = planned(
        ENGLISH,
        doubts={16: (("T", 0.7), ("M", 0.3)), 8: (("P", 0.9), ("B", 0.1))},
        rows=("", "6", "-", "6", "1"),
        columns=("", "3", "6", "", "3"),
        total="53",
        bonus="open",
    )
    return PhotoVerdict(scan.photo, (judge(Evidence.of_scan(scan), Options(), scan=scan),))


def test_the_html_report_carries_all_evidence_and_needs_nothing_else(verdict: PhotoVerdict) -> None:
    page = report.render(verdict, ".html").decode("utf-8")
    sheet = verdict.sheets[0]
    assert page.count("data:image/jpeg;base64,") >= 2 + sum(doubt.row is not None for doubt in sheet.doubts)
    assert not re.search(r"(?:src|href)=\"(?!data:)", page)
    for finding in sheet.findings:
        assert finding.kind and escape(finding_text(finding, "en"), quote=False) in page
    assert verdict.photo and verdict.photo.sha256 in page
    assert lexicons.load("en").version in page


def test_a_hostile_name_is_shown_and_not_run(planned: PlanScan) -> None:
    scan = planned(ENGLISH)
    object.__setattr__(scan.photo, "name", "<script>alert(1)</script>.jpg")
    page = report.render(PhotoVerdict(scan.photo, (judge(Evidence.of_scan(scan), Options(), scan=scan),)), ".html")
    assert b"<script" not in page


@pytest.mark.parametrize("language", lexicons.LANGUAGES)
def test_the_pdf_report_is_the_same_bytes_each_time(planned: PlanScan, language: str) -> None:
    scan = planned(ENGLISH, doubts={16: (("T", 0.7), ("M", 0.3))})
    verdict = PhotoVerdict(scan.photo, (judge(Evidence.of_scan(scan), Options(lang=language), scan=scan),))
    first = report.render(verdict, ".pdf")
    assert first.startswith(b"%PDF") and first == report.render(verdict, ".pdf")


def test_pages_are_filled_before_the_next_begins(planned: PlanScan) -> None:
    """Many doubts push the lines over the edge of the page: the page breaks between rows, and leaves no gap."""
    doubts = {cell: (("S", 0.7), ("N", 0.3)) for cell in range(12)}
    scan = planned(ENGLISH, doubts=doubts)
    verdict = PhotoVerdict(scan.photo, (judge(Evidence.of_scan(scan), Options(), scan=scan),))
    with pypdfium2.PdfDocument(report.render(verdict, ".pdf")) as document:
        pages = [page.render(scale=1).to_numpy() for page in document]
    assert len(pages) > 1
    for page in pages[:-1]:
        last = np.flatnonzero((page < 250).any(axis=(1, 2)))[-1]
        assert last > 0.78 * len(page), "the heading with the tallest row that may follow takes an eighth"


@pytest.mark.parametrize(
    ("language", "day", "ruled"),
    [("en", "2026-11-17", "NIN does not count · Ada · 2026-11-17 20:14"), ("de", "17.11.2026", "17.11.2026 20:14")],
)
def test_days_and_who_ruled_are_written_as_the_reader_does(
    planned: PlanScan, language: str, day: str, ruled: str
) -> None:
    scan = planned(ENGLISH)
    options = Options(house=House.parse("deny NIN  # Ada, 2026-11-17T20:14:05+01:00"))
    verdict = PhotoVerdict(scan.photo, (judge(Evidence.of_scan(scan), options, scan=scan),))
    told = Subject(event="Club", date="2026-11-17", said=(Told(1, 2, "E", "Grace", "2026-11-17T21:05:00"),))
    html = report.render(verdict, ".html", language, told).decode()
    assert f"Club · {day}" in html and ruled in html and f"E · Grace · {day} 21:05" in html


@pytest.mark.parametrize("suffix", [".docx", ".png", ""])
def test_an_unknown_kind_of_report_is_refused(verdict: PhotoVerdict, suffix: str) -> None:
    with pytest.raises(report.UnknownReport) as caught:
        report.render(verdict, suffix)
    assert caught.value.hint == hint_of(caught.value.code)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a.txt", b"one")
    write_atomically(tmp_path / "a.txt", b"two")
    assert (tmp_path / "a.txt").read_bytes() == b"two" and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(NotWritable):
        write_atomically(tmp_path / "no such folder" / "a.txt", b"x")


def test_the_terminal_marks_words_doubts_and_claims(verdict: PhotoVerdict) -> None:
    plain = render(verdict, colour=False)
    assert "T*" in plain and "[TRIP]H" in plain and "✗" in plain and "✓" in plain
    assert "perhaps M" in plain and "\x1b" not in plain
    assert "\x1b[" in render(verdict, colour=True)


def test_sources_are_named_in_the_readers_language(verdict: PhotoVerdict) -> None:
    german = unescape(report.render(verdict, ".html", "de").decode("utf-8"))
    assert "SCOWL, Wortlisten englischer Rechtschreibprüfungen" in german
    assert "behind English spell checkers" not in german
    assert "behind English spell checkers" in report.render(verdict, ".html", "en").decode("utf-8")
    unnamed = replace(lexicons.load("en").explain("super"), lists=("nobodys",), known_as=("Nobody’s list",))
    assert source_names(unnamed, "de") == ["Nobody’s list"]


def test_a_title_is_given_only_where_the_total_stands(verdict: PhotoVerdict) -> None:
    (sheet,) = verdict.sheets
    assert sheet.needs_review
    sure = replace(verdict, sheets=(replace(sheet, certainty=1.0, doubts=(), reasons=()),))
    title = text("report.rating", "en", title=text(f"rating.{sheet.rating}", "en"))
    for shown, told in ((verdict, False), (sure, True)):
        assert (title in report.render(shown, ".html").decode("utf-8")) == told
        assert (title.lower() in pdf_text(report.render(shown, ".pdf")).lower()) == told
        assert (title.lower() in render(shown, colour=False).lower()) == told


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_every_report_says_why_a_person_must_look(verdict: PhotoVerdict, language: str) -> None:
    turned = replace(verdict.sheets[0], certainty=1.0, doubts=(), reasons=("turn", "not-yet-known"))
    shown = replace(verdict, sheets=(turned,))
    pages = [
        " ".join(words.split())
        for words in (
            render(shown, colour=False, texts_language=language),
            unescape(report.render(shown, ".html", language).decode("utf-8")),
            pdf_text(report.render(shown, ".pdf", language)),
        )
    ]
    for page in pages:
        assert text("report.needs-review", language) in page
        assert text("reason.turn", language) in page
        assert text("reason.unnamed", language, code="not-yet-known") in page
        assert text("reason.certainty", language) not in page


def test_a_sheet_in_another_language_is_told_which_one_and_what_it_would_be_worth() -> None:
    claims = Claims(("10", "6", "-", "3", "1"), ("10", "3", "6", "10", "3"), False, "52")
    sheet = judge(Evidence.of_letters(Grid.parse(ENGLISH), claims), Options(lang="it"))
    assert "language" in sheet.reasons
    shown = render(PhotoVerdict(None, (sheet,)), colour=False, texts_language="de")
    assert "Die Wörter können aus dieser Sprache sein: Englisch. So gewertet wäre die Summe 52." in shown


@pytest.mark.parametrize("word", ["OINJ", "RENOI"])
def test_every_report_says_the_total_a_table_gets_that_accepts_a_disputable_word(word: str) -> None:
    letters = f"{word:Q<5}/QQQQQ/QQQQQ/QQQQQ/QQQQQ"
    evidence = Evidence.of_letters(Grid.parse(letters), Claims(("",) * 5, ("",) * 5, False, ""))
    sheet = judge(evidence, Options(lang="fr"))
    total = judge(evidence, Options(lang="fr", house=House((Ruling(word, True),)))).card.total
    assert total > sheet.card.total
    shown = PhotoVerdict(None, (sheet,))
    for page in (
        render(shown, colour=False, texts_language="en"),
        unescape(report.render(shown, ".html", "en").decode("utf-8")),
        pdf_text(report.render(shown, ".pdf", "en")),
    ):
        assert f"If your table accepts {word} (row 1), the total is {total}." in " ".join(page.split())


def pdf_text(pdf: bytes) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def test_reports_write_numbers_as_their_reader_does(verdict: PhotoVerdict) -> None:
    nearly = replace(verdict, sheets=(replace(verdict.sheets[0], certainty=0.9987),))
    assert "zu 99,87\u00a0% sicher" in report.render(nearly, ".html", "de").decode("utf-8")
    assert "99,87\u00a0% sicher" in render(nearly, colour=False, texts_language="de")
    assert "99.87% certain" in render(nearly, colour=False)


def played(verdict: PhotoVerdict) -> values.PhotoVerdict:
    """The same, as every game's verdict is asked about."""
    sheets = [
        GAME.judge(values.Evidence("qwords", sheet.evidence.to_json()), Options(), pictures=sheet.scan)
        for sheet in verdict.sheets
    ]
    return values.PhotoVerdict(GAME, verdict.photo, tuple(sheets))


def test_questions_are_asked_until_the_total_stands(verdict: PhotoVerdict, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["nonsense", "1=t", ""])
    monkeypatch.setattr("click.prompt", lambda *_, default, **__: next(answers) or default)
    settled = review(played(verdict), "blocks").sheets[0].detail
    assert (settled.card.total, settled.needs_review, settled.doubts) == (52, False, ())


def test_what_was_answered_before_the_questions_were_ended_counts(
    planned: PlanScan, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubts = {16: (("T", 0.6), ("M", 0.4))}
    scan = planned(ENGLISH, doubts=doubts)
    sheet = judge(Evidence.of_scan(scan), Options(), scan=scan)
    answers = iter(["M"])

    def prompt(*_: object, **__: object) -> str:
        if (answer := next(answers, None)) is None:
            raise click.Abort
        return answer

    monkeypatch.setattr("click.prompt", prompt)
    first, second = review(played(PhotoVerdict(scan.photo, (sheet, sheet))), "blocks").sheets
    assert [(answer.place, answer.value) for answer in first.answers] == [((4, 2), "M")] and not second.answers


@pytest.mark.parametrize(("key", "ends"), [(KeyboardInterrupt, True), (EOFError, False)])
def test_ctrl_c_ends_the_command_and_ctrl_d_the_questions(
    verdict: PhotoVerdict, monkeypatch: pytest.MonkeyPatch, key: type[BaseException], ends: bool
) -> None:
    def pressed(*_: object) -> str:
        raise key

    monkeypatch.setattr("click.termui.visible_prompt_func", pressed)
    if ends:
        with pytest.raises(click.Abort):
            review(played(verdict), "blocks")
    else:
        shown = played(verdict)
        assert review(shown, "blocks").sheets == shown.sheets


def test_a_sheet_without_letters_says_so_and_why_a_person_must_look(planned: PlanScan) -> None:
    scan = planned("." * 25)
    blank = PhotoVerdict(scan.photo, (judge(Evidence.of_scan(scan), Options(), scan=scan),))
    for shown in (render(blank, colour=False), report.render(blank, ".html").decode()):
        assert "empty sheet, not scored" in shown and "No letter was found in the grid." in shown
    assert pdf_text(report.render(blank, ".pdf")).count("No letter was found in the grid.") == 1


@pytest.mark.parametrize(
    ("environment", "how", "start"),
    [
        ({"KITTY_WINDOW_ID": "1"}, "kitty", "\x1b_G"),
        ({"TERM": "foot"}, "sixel", "\x1bPq"),
        ({"TERM": "xterm-256color"}, "blocks", "\x1b[38;5;"),
    ],
)
def test_pictures_suit_the_terminal(environment: dict[str, str], how: str, start: str) -> None:
    assert protocol(environment) == how
    picture = np.tile(np.linspace(0, 255, 64).astype(np.uint8), (64, 1))
    shown = encode(picture, how)
    assert shown.startswith(start) and len(io.StringIO(shown).getvalue()) > 200
