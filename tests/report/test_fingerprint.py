"""A report can be checked against its photo, in every form it has."""

import json
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import report
from cli import main
from lexicons import House
from referee.answers import Answers
from referee.options import Options
from referee.referee import Referee
from referee.verdict import PhotoVerdict
from report.content import total_shown
from report.fingerprint import Fingerprint, NoFingerprint, find_fingerprint
from report.shown_totals import shown_totals
from report.subject import Subject
from scanner.readers import Reader, make_reader
from scoring import Claims, Roll, RollLog
from tournament.photo_privacy import without_metadata

SAMPLES = Path(__file__).resolve().parent.parent.parent / "samples"
PHOTO = SAMPLES / "classic-en" / "photo.jpg"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ."


@pytest.fixture(scope="module")
def verdict() -> PhotoVerdict:
    options = Options(house=House.parse("deny NIN nobody knows her"))
    return Referee().photo(PHOTO.read_bytes(), "photo.jpg", options, answers={1: Answers({(3, 3): "B"})})


def verify(path: Path, *photo: Path) -> tuple[int, dict[str, object]]:
    done = CliRunner().invoke(main, ["verify", str(path), *map(str, photo), "--json"])
    return done.exit_code, json.loads(done.stdout)


def failed(said: dict[str, object]) -> set[str]:
    return {check["name"] for check in said["checks"] if not check["holds"]}


@pytest.mark.parametrize("suffix", [".html", ".pdf"])
def test_a_file_that_the_photo_alone_gives_is_proven(tmp_path: Path, suffix: str) -> None:
    report.write(Referee().photo(PHOTO.read_bytes(), "photo.jpg", Options()), tmp_path / f"report{suffix}")
    code, said = verify(tmp_path / f"report{suffix}", PHOTO)
    assert code == 0 and said["verified"] is True and not failed(said)


@pytest.mark.parametrize("suffix", [".html", ".pdf"])
def test_a_report_verifies_against_its_photo(verdict: PhotoVerdict, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"report{suffix}"
    report.write(verdict, path, Subject(player="Ada", sheet=1))
    code, said = verify(path, PHOTO)
    assert code == 3 and failed(said) == {"letters", "rulings", "alone", "text"}
    assert said["totals"] == [verdict.sheets[0].card.total]
    code, said = verify(path, SAMPLES / "homeprint-en" / "photo.jpg")
    assert code == 4 and said["verified"] is False


def test_the_report_of_a_photo_kept_without_metadata_verifies_against_the_photo_itself(tmp_path: Path) -> None:
    """A tournament reports from what it keeps; the player has the photo as the camera made it."""
    kept, _ = without_metadata(PHOTO.read_bytes())
    taken = tmp_path / "taken.jpg"
    taken.write_bytes(kept[:2] + b"\xff\xfe\x00\x08camera" + kept[2:])
    report.write(Referee().photo(kept, "Anna.jpg", Options()), tmp_path / "report.html")
    assert verify(tmp_path / "report.html", taken)[0] == 3
    taken.write_bytes(taken.read_bytes()[:300])
    assert verify(tmp_path / "report.html", taken)[0] == 4


def test_a_forged_total_is_found(verdict: PhotoVerdict, tmp_path: Path) -> None:
    total = verdict.sheets[0].card.total
    page = (
        report.render(verdict, ".html")
        .replace(f"t={total}&".encode(), b"t=99&")
        .replace(b"t=%d&amp;" % total, b"t=99&amp;")
    )
    (tmp_path / "forged.html").write_bytes(page)
    code, said = verify(tmp_path / "forged.html", PHOTO)
    assert code == 4 and said["totals"] == [99]


@pytest.mark.parametrize("shown", [b">99</p>", b">%d?</p>"])
def test_a_total_changed_only_for_the_eye_is_found(verdict: PhotoVerdict, tmp_path: Path, shown: bytes) -> None:
    (sheet,) = verdict.sheets
    due = b">%s</p>" % total_shown(sheet)[1].encode()
    page = report.render(verdict, ".html")
    assert page.count(due) == 1
    (tmp_path / "forged.html").write_bytes(page.replace(due, shown % sheet.card.total if b"%" in shown else shown))
    code, said = verify(tmp_path / "forged.html", PHOTO)
    assert code == 4 and said["totals"] == [sheet.card.total]


def test_a_pdf_shows_its_totals(verdict: PhotoVerdict, tmp_path: Path) -> None:
    (sheet,) = verdict.sheets
    better = replace(sheet, card=replace(sheet.card, total=99))
    forged = report.render(replace(verdict, sheets=(better,)), ".pdf")
    honest = report.render(verdict, ".pdf")
    end = honest.rindex(b"%qwords-report")
    assert shown_totals(honest) == (total_shown(sheet)[1],)
    assert shown_totals(report.render(replace(verdict, sheets=(sheet, better)), ".pdf")) == tuple(
        total_shown(one)[1] for one in (sheet, better)
    )
    (tmp_path / "forged.pdf").write_bytes(forged[: forged.rindex(b"%qwords-report")] + honest[end:])
    assert verify(tmp_path / "forged.pdf", PHOTO)[0] == 4


def test_a_picture_of_the_report_is_enough(verdict: PhotoVerdict, tmp_path: Path) -> None:
    with pypdfium2.PdfDocument(report.render(verdict, ".pdf")) as document:
        pages = [page.render(scale=2).to_numpy()[:, :, :3] for page in document]
    cv2.imwrite(str(tmp_path / "seen.jpg"), np.vstack(pages))
    assert verify(tmp_path / "seen.jpg", PHOTO)[0] == 3


def test_typed_letters_need_no_photo(tmp_path: Path) -> None:
    typed = Referee().grid("SUPER/TRIPH/RNLOI/ATECT/PMHHE", Options())
    report.write(typed, tmp_path / "typed.html")
    assert verify(tmp_path / "typed.html")[0] == 3


@pytest.mark.parametrize("data", [b"", b"<html></html>", b"qwords-report:v=1&o=x", PHOTO.read_bytes()])
def test_what_has_no_fingerprint_says_so(data: bytes) -> None:
    with pytest.raises(NoFingerprint):
        find_fingerprint(data)


CELLS = st.dictionaries(st.tuples(st.integers(1, 5), st.integers(1, 5)), st.sampled_from(LETTERS), max_size=25)
ANSWERS = st.builds(Answers, CELLS, st.sampled_from([None, "A", "B"]), st.sampled_from([None, "standard"]))
ROLLS = st.lists(st.builds(Roll, st.sampled_from("AB?"), st.sampled_from("XAEIOU?")), min_size=25, max_size=25)
POINTS = st.tuples(*[st.sampled_from(["", "-", "10", "20"])] * 5)
HOUSES = st.none() | st.lists(st.sampled_from(["allow ABC", "deny ÜBER", "deny D'OR"]), min_size=1, unique=True).map(
    "\n".join
)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.integers(1, 9), ANSWERS, max_size=3),
    HOUSES,
    st.none() | ROLLS.map(lambda rolls: RollLog(tuple(rolls))),
    st.none() | st.lists(st.tuples(st.integers(0, 9000), st.integers(0, 9000)), min_size=4, max_size=4).map(tuple),
    st.none() | st.builds(Claims, POINTS, POINTS, st.sampled_from([None, True, False]), st.sampled_from(["", "52"])),
)
def test_a_fingerprint_survives_as_text(
    answers: dict[int, Answers],
    house: str | None,
    rolls: RollLog | None,
    corners: tuple[tuple[int, int], ...] | None,
    claims: Claims | None,
) -> None:
    options = Options("de", "B", "auto", "open", House.parse(house) if house else None, rolls)
    told = {number: said for number, said in answers.items() if said.cells or said.side or said.rules}
    hashes = "ab" * 16, "cd" * 16, "ef" * 16
    print_ = Fingerprint("1.0", *hashes, (68, 70), 2, options, told, corners, claims=claims, reader="tesseract")
    assert Fingerprint.parse(print_.text()) == print_
    assert find_fingerprint(f"<x {print_.text().replace('&', '&amp;')}>".encode()) == print_


def test_a_report_of_another_reader_is_judged_by_that_reader(
    monkeypatch: pytest.MonkeyPatch, verdict: PhotoVerdict, tmp_path: Path
) -> None:
    asked: list[str] = []

    def make(name: str) -> Reader:
        asked.append(name)
        return make_reader("cnn")

    monkeypatch.setattr("scanner.readers.make_reader", make)
    report.write(replace(verdict, reader="tesseract"), tmp_path / "report.html")
    assert verify(tmp_path / "report.html", PHOTO)[0] == 3
    assert asked == ["tesseract"]


def pages(data: bytes, draw: str) -> bytes:
    """A PDF with more on its last page, as an editor would save it; the fingerprint stays at the end of the file."""
    from pypdfium2 import raw

    out, document = BytesIO(), pypdfium2.PdfDocument(data)
    page = document[0]
    box = raw.FPDFPageObj_CreateNewRect(290, 690, 120, 90)
    raw.FPDFPageObj_SetFillColor(box, 255, 255, 255, 255)
    raw.FPDFPath_SetDrawMode(box, raw.FPDF_FILLMODE_ALTERNATE, False)
    if draw == "white box":
        raw.FPDFPage_InsertObject(page.raw, box)
    else:
        raw.FPDFPage_RemoveObject(page.raw, raw.FPDFPage_GetObject(page.raw, raw.FPDFPage_CountObjects(page.raw) - 1))
    page.gen_content()
    document.save(out)
    document.close()
    return out.getvalue() + data[data.rindex(b"%qwords-report") :]


def forged(kind: str) -> tuple[str, bytes]:
    """A report as a cheat would change it, for a sheet that gives 66 points without any of this."""
    read = Referee().photo(PHOTO.read_bytes(), "photo.jpg", Options())
    html, pdf = report.render(read, ".html"), report.render(read, ".pdf")
    better = replace(read.sheets[0], card=replace(read.sheets[0].card, total=99))
    due = total_shown(read.sheets[0])[1].encode()
    other = report.render(replace(read, sheets=(better,)), ".html")
    section = re.search(rb'<h3>[^<]*</h3>\s*<ol class="lines">.*?</ol>', html, re.S)
    ruled = Options(house=House.parse("allow ZZZZZ ours\nallow ONI ours"))
    changed = {
        "total in the text": (".html", html.replace(b">" + due + b"</p>", b"><span>99</span></p>")),
        "total beside the total": (".html", html.replace(b"<h1>", b'<p style="font-size:60px">99</p><h1>', 1)),
        "hidden element": (
            ".html", html.replace(b"</head>", b"<style>.total{display:none}</style></head>").replace(
                b"<h1>", b"<h1>99 points ", 1)),
        "second file appended": (".html", html + other),
        "evidence swapped": (".html", re.sub(rb'class="flat" src="[^"]*"', b'class="flat" src="data:,"', html)),
        "player renamed": (".html", html.replace(b"<h1>photo.jpg</h1>", b"<h1>Eve</h1>")),
        "section cut out": (".html", html.replace(section[0], b"") if section else html),
        "white box in the PDF": (".pdf", pages(pdf, "white box")),
        "section cut out of the PDF": (".pdf", pages(pdf, "cut")),
        "PDF appended": (".pdf", pdf + report.render(replace(read, sheets=(better,)), ".pdf")),
        "letters by people": (".html", report.render(Referee().photo(
            PHOTO.read_bytes(), "photo.jpg", Options(), answers={1: Answers({(3, 3): "S"})}), ".html")),
        "a word by house rule": (".pdf", report.render(
            Referee().photo(PHOTO.read_bytes(), "photo.jpg", ruled), ".pdf")),
        "a side that was given": (".html", report.render(
            Referee().photo(PHOTO.read_bytes(), "photo.jpg", Options(side="B")), ".html")),
    }  # fmt: skip
    assert changed[kind][1] not in (html, pdf)
    return changed[kind]


FORGERIES = (
    "total in the text;total beside the total;hidden element;second file appended;evidence swapped;player renamed;"
    "section cut out;white box in the PDF;section cut out of the PDF;PDF appended;letters by people;"
    "a word by house rule;a side that was given"
)


@pytest.mark.parametrize("kind", FORGERIES.split(";"))
def test_no_forged_report_is_proven(tmp_path: Path, kind: str) -> None:
    suffix, data = forged(kind)
    (tmp_path / f"forged{suffix}").write_bytes(data)
    code, said = verify(tmp_path / f"forged{suffix}", PHOTO)
    assert code in (3, 4) and said["verified"] is False and failed(said)
    assert "every letter" not in json.dumps(said)


def test_letters_and_words_that_people_gave_are_counted_and_named(verdict: PhotoVerdict, tmp_path: Path) -> None:
    report.write(verdict, tmp_path / "report.html")
    said = {check["name"]: check["text"] for check in verify(tmp_path / "report.html", PHOTO)[1]["checks"]}
    assert said["letters"] == "letters given by people: 1 (B at row 3, column 3)"
    assert said["rulings"] == "words by house rule: 1 (NIN denied)"
    assert said["alone"] == "the photo alone gives 66"
