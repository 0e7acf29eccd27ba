"""A report is genuine by its bytes; what is said of it tells a person what carries the total."""

import json
import re
import zlib
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

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
from proof.keys import Signer, signer
from proof.signed_file import SIGNATURE, STATEMENT, read, sign
from proof.statement import Given
from proof.statement import given as given_by_people
from proof.verify import Outcome, verify
from referee.answers import Answers
from referee.options import Options
from referee.referee import Referee
from referee.settings import Settings
from referee.verdict import PhotoVerdict
from report.content import given_texts
from report.subject import Subject
from scanner.photo_privacy import without_metadata
from scoring import Roll, RollLog
from texts import languages

SAMPLES = Path(__file__).resolve().parent.parent.parent / "samples"
PHOTO = SAMPLES / "classic-en" / "photo.jpg"
OURS = Settings(name="Club laptop")
ADA = Subject(player="Ada", event="Cup", date="2026-11-19", sheet=1)


def read_photo(answers: Answers | None = None, **options: Any) -> PhotoVerdict:
    told = {1: answers} if answers else None
    return Referee().photo(PHOTO.read_bytes(), "photo.jpg", Options(**options), answers=told)


@pytest.fixture(scope="module")
def verdict() -> PhotoVerdict:
    return read_photo()


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Signer:
    """The signer of an installation of its own, which commands use, too."""
    monkeypatch.setenv("QWORDS_KEYS", str(tmp_path / "keys"))
    monkeypatch.setattr("proof.keys.AT_HOME", str(tmp_path / "keys"))
    return signer(OURS)


def said(outcome: Outcome) -> dict[str, str]:
    return {check.name: check.text for check in outcome.checks}


def at_hand() -> tuple[str, bytes]:
    return "photo.jpg", PHOTO.read_bytes()


@pytest.mark.parametrize("suffix", [".html", ".pdf"])
def test_the_command_tells_first_whether_a_report_is_genuine(
    own: Signer, verdict: PhotoVerdict, tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"report{suffix}"
    path.write_bytes(report.render(verdict, suffix, None, ADA, own))
    for photo, judged in (([str(PHOTO)], "judged anew from the photo"), ([], "from what was read of it")):
        done = CliRunner().invoke(main, ["verify", str(path), *photo])
        assert done.exit_code == 0, done.output
        first, second, last = done.stdout.splitlines()
        assert first.startswith("✓ Genuine") and "total 66 (Ada · Cup · 2026-11-19)" in first
        assert second == f"✓ Made by this installation, key {json_of(path)['made_by']['key']}."
        assert judged in last and "the photo alone gives total 66" in last.lower()
    assert json_of(path)["totals"] == json_of(path)["alone"]["totals"] == [66]
    assert json_of(path)["made_by"]["name"] == "Club laptop"
    other = CliRunner().invoke(main, ["verify", str(path), str(SAMPLES / "homeprint-en" / "photo.jpg"), "--json"])
    assert other.exit_code == 4 and json.loads(other.stdout)["genuine"] is True
    assert json.loads(other.stdout)["verified"] is False


def json_of(path: Path) -> Any:
    return json.loads(CliRunner().invoke(main, ["verify", str(path), "--json"]).stdout)


@settings(max_examples=150, deadline=None)
@given(st.data())
@pytest.mark.parametrize("suffix", [".html", ".pdf"])
def test_no_byte_can_be_changed_added_or_taken_away(suffix: str, data: st.DataObject) -> None:
    file = SIGNED[suffix]
    at = data.draw(st.integers(0, len(file) - 90))  # the last letters of a signature have spare bits
    what = data.draw(st.sampled_from(["change", "add", "remove", "cut"]))
    byte = bytes([data.draw(st.integers(0, 255))])
    changed = {
        "change": file[:at] + byte + file[at + 1 :],
        "add": file[:at] + byte + file[at:],
        "remove": file[:at] + file[at + 1 :],
        "cut": file[:at],
    }[what]
    if changed != file:
        assert read(changed).wrong


SIGNED: dict[str, bytes] = {}


@pytest.fixture(scope="module", autouse=True)
def _signed() -> None:
    typed = Referee().grid("SUPER/TRIPH/RNLOI/ATECT/PMHHE", Options())
    for suffix in (".html", ".pdf"):
        SIGNED[suffix] = report.render(typed, suffix, None, ADA, Signer(b"s" * 32, "Club", "2026-11-19T12:00:00+00:00"))


def test_the_same_report_at_the_same_moment_has_the_same_bytes() -> None:
    typed = Referee().grid("SUPER/TRIPH/RNLOI/ATECT/PMHHE", Options())
    for suffix, data in SIGNED.items():
        again = Signer(b"s" * 32, "Club", "2026-11-19T12:00:00+00:00")
        assert report.render(typed, suffix, None, ADA, again) == data
        assert report.render(typed, suffix, None, ADA, replace(again, seed=b"t" * 32)) != data


def test_a_signed_pdf_is_a_sound_pdf_that_shows_whose_it_is() -> None:
    """No reader has to mend it: the table of objects is where the file says."""
    data = SIGNED[".pdf"]
    at = int(re.findall(rb"startxref\n(\d+)\n", data)[-1])
    assert data[at : at + 5] == b"xref\n"
    assert data.index(STATEMENT) < at, "readers look for the end of a document in its last kilobyte"
    assert len(data) - data.rindex(b"%%EOF") < 1000
    with pypdfium2.PdfDocument(data) as document:
        text = "".join(page.get_textpage().get_text_range() for page in document)
    assert "Club" in text and "25 of 25 letters were given by people." in text


WRONGS = {
    "two-signatures": lambda html: html + html,
    "appended": lambda html: html + b"x",
    "cut-off": lambda html: html[:-30],
    "changed": lambda html: html.replace(b"Ada", b"Eva"),
    "unsigned": lambda html: html[: html.rindex(b"<!--" + SIGNATURE)],
    "older": lambda html: b'<!doctype html><meta content="qwords-report:v=0.2.0">',
}


@pytest.mark.parametrize("wrong", WRONGS)
def test_what_is_wrong_with_a_file_is_named(own: Signer, wrong: str) -> None:
    outcome = verify(WRONGS[wrong](SIGNED[".html"]), None, OURS)
    assert read(WRONGS[wrong](SIGNED[".html"])).wrong == wrong
    assert outcome.exit_code == 4 and len(outcome.checks) == 1 and not outcome.document()["genuine"]
    assert outcome.checks[0].text.startswith("unsigned: " if wrong == "older" else "not genuine: ")


@pytest.mark.parametrize(
    "stated", [[], {}, {"sheets": 5}, {"sheets": []}, {"schema": "x", "sheets": [{"total": 3}]}, "text", None]
)
def test_whoever_signs_something_else_is_not_believed(own: Signer, stated: Any) -> None:
    """Even our own key: it may be in other hands, and the file may come from another program."""
    assert verify(sign(b"<!doctype html>", stated, own), None, OURS).exit_code == 4


def test_a_statement_that_is_no_json_or_too_long_is_not_genuine(own: Signer) -> None:
    bomb = zlib.compress(b"[" + b" " * 9_000_000 + b"]")  # JSON, but far too much
    for packed in (b64encode(bomb), b64encode(b"xx"), b64encode(zlib.compress(b"[" * 100_000)), b"A"):
        body = sign(b"<!doctype html>\n", {}, own)
        body = re.sub(STATEMENT + rb"[^-]*", STATEMENT + packed, body[: body.rindex(b"<!--" + SIGNATURE)])
        from benchmarks.forgery import signed_again

        assert read(signed_again(body + b"<!--" + SIGNATURE, own)).wrong == "statement"


def test_empty_files_and_too_large_ones_are_refused(own: Signer, tmp_path: Path) -> None:
    for size, words in ((0, "empty"), (300_000_000, "60 MB")):
        with (tmp_path / "report.html").open("wb") as file:
            file.truncate(size)
        done = CliRunner().invoke(main, ["verify", str(tmp_path / "report.html")])
        assert done.exit_code == 4 and "[no-report]" in done.stderr and words in done.stderr


@pytest.mark.parametrize("data", [b"<html></html>", b"%PDF-1.4 Dear Ada", PHOTO.read_bytes(), b"\xff\xd8\xff"])
def test_what_has_no_signature_says_so(own: Signer, data: bytes) -> None:
    outcome = verify(data, None, OURS)
    assert outcome.exit_code == 4 and "no signature" in outcome.checks[0].text


GIVEN = [
    ({"answers": Answers({(3, 3): "B"})}, Given(letters=1, of=25)),
    ({"answers": Answers({(3, 3): "B", (1, 1): "T"}, side="B")}, Given(2, 25, settings=("side.B",))),
    (
        {"answers": Answers(language="fr"), "rules": "professional"},
        Given(0, 25, 0, ("rules.professional", "language.fr")),
    ),
    ({"side": "A"}, Given(0, 25, settings=("side.A",))),
    ({"rolls": RollLog((Roll("?", "?"),) * 25)}, Given(0, 25, settings=("rolls",))),
    ({"house": House.parse("deny NIN nobody knows her\nallow ZZZZZ\ndeny QQQ")}, Given(0, 25, rulings=("NIN",))),
]


@pytest.mark.parametrize(("options", "due"), GIVEN)
def test_what_people_gave_is_counted_printed_and_told(own: Signer, options: dict[str, Any], due: Given) -> None:
    found = read_photo(**options)
    assert given_by_people(found.sheets[0]) == due and due
    html = report.render(found, ".html", "en", ADA, own)
    for line in given_texts(due, "en"):
        assert f"<li>{line}</li>".encode() in html
    outcome = verify(html, at_hand(), OURS)
    assert outcome.exit_code == 3 and set(said(outcome)) & {"letters", "settings", "rulings"}
    assert outcome.document()["given"] == [json.loads(json.dumps(vars(due)))]
    assert f"{due.letters} of 25" in said(outcome)["letters"] if due.letters else "letters" not in said(outcome)
    assert Given.from_json(outcome.document()["given"][0]) == due


def test_nothing_given_is_nothing() -> None:
    assert not Given(of=25) and Given(letters=1) and Given(marks=1) and Given(sent=True)


@pytest.mark.parametrize("language", languages())
def test_what_people_gave_is_said_in_every_language(language: str) -> None:
    gave = Given(25, 25, 2, ("side.A", "rules.standard", "language.fr", "rolls"), ("NIN", "ONI"), sent=True)
    lines = given_texts(gave, language)
    assert len(lines) == 5 and "25" in lines[0] and "NIN, ONI" in lines[3]


def test_typed_and_sent_letters_are_carried_by_people(own: Signer, verdict: PhotoVerdict) -> None:
    typed = Referee().grid("SUPER/TRIPH/RNLOI/ATECT/PMHHE", Options())
    outcome = verify(report.render(typed, ".html", "en", ADA, own), None, OURS)
    assert outcome.exit_code == 3 and said(outcome)["letters"] == "25 of 25 letters were given by people"
    sent = verify(report.render(replace(verdict, photo=None), ".html", "en", ADA, own), None, OURS)
    assert sent.exit_code == 3 and "not seen the photo" in said(sent)["letters"]
    with_photo = verify(report.render(replace(verdict, photo=None), ".html", "en", ADA, own), at_hand(), OURS)
    assert with_photo.exit_code == 3 and "gives total 66 (judged anew" in said(with_photo)["alone"]
    photo = replace(ADA, photo=verdict.photo.sha256)  # read here earlier, as tournaments do
    assert verify(report.render(replace(verdict, photo=None), ".html", "en", photo, own), None, OURS).exit_code == 0


def test_the_photo_is_judged_anew_where_it_is_at_hand(own: Signer, verdict: PhotoVerdict) -> None:
    """Evidence that was made up gives another total than the photo, whoever signed it."""
    (sheet,) = verdict.sheets
    lie = replace(sheet, card=replace(sheet.card, total=99))
    data = report.render(replace(verdict, sheets=(lie,)), ".html", "en", ADA, own)
    for photo in (at_hand(), None):
        outcome = verify(data, photo, OURS)
        assert outcome.exit_code == 3 and "gives total 66" in said(outcome)["alone"]
        assert "not what the report says" in said(outcome)["alone"]


def test_evidence_that_was_made_up_is_not_taken_for_the_photo(own: Signer, verdict: PhotoVerdict) -> None:
    (sheet,) = verdict.sheets
    letters = (*sheet.evidence.reading.letters[:20], *sheet.evidence.reading.letters[:5])
    lie = replace(sheet, evidence=replace(sheet.evidence, reading=replace(sheet.evidence.reading, letters=letters)))
    data = report.render(replace(verdict, sheets=(lie,)), ".html", "en", ADA, own)
    assert verify(data, at_hand(), OURS).alone == (66,) != verify(data, None, OURS).alone


def test_a_total_in_doubt_is_not_carried_by_the_photo(own: Signer) -> None:
    photo = SAMPLES / "small-letters-de" / "photo.jpg"
    doubtful = Referee().photo(photo.read_bytes(), "photo.jpg", Options(lang="fr"))
    assert doubtful.needs_review
    outcome = verify(report.render(doubtful, ".html", "en", ADA, own), None, OURS)
    assert outcome.exit_code == 3 and "in doubt" in said(outcome)["alone"]


def test_a_photo_kept_without_metadata_is_that_of_the_camera(own: Signer, tmp_path: Path) -> None:
    kept, _ = without_metadata(PHOTO.read_bytes())
    taken = kept[:2] + b"\xff\xfe\x00\x08camera" + kept[2:]
    data = report.render(Referee().photo(kept, "Anna.jpg", Options()), ".html", "en", ADA, own)
    assert verify(data, ("taken.jpg", taken), OURS).exit_code == 0
    assert verify(data, ("taken.jpg", taken[:300]), OURS).exit_code == 4


def test_a_report_from_the_future_is_told_of(own: Signer, verdict: PhotoVerdict) -> None:
    for year, exit_code in (("2020", 0), ("2999", 3)):
        at = replace(own, at=f"{year}-11-19T12:00:00+00:00")
        outcome = verify(report.render(verdict, ".html", "en", ADA, at), None, OURS)
        assert outcome.exit_code == exit_code and ("time" in said(outcome)) == (exit_code == 3)


def test_a_picture_of_a_printed_report_is_checked_by_its_code(
    own: Signer, verdict: PhotoVerdict, tmp_path: Path
) -> None:
    with pypdfium2.PdfDocument(report.render(verdict, ".pdf", "en", ADA, own)) as document:
        pages = [page.render(scale=2).to_numpy()[:, :, :3] for page in document]
    picture = cv2.imencode(".jpg", np.vstack(pages))[1].tobytes()
    outcome = verify(picture, None, OURS)
    assert outcome.exit_code == 3 and "the code is genuine. It says total 66 (Ada · Cup)" in said(outcome)["signature"]
    assert "this installation" in said(outcome)["key"] and "text" in said(outcome)
    assert "alone" not in said(outcome) and outcome.document()["totals"] == [66]


def test_what_was_never_called_a_player_survives_in_the_file(own: Signer) -> None:
    """A name may hold the marks of comments and signatures; it changes nothing."""
    typed = Referee().grid("SUPER/TRIPH/RNLOI/ATECT/PMHHE", Options())
    eve = replace(ADA, player="--> <!--qwords-signature: \n%qwords-signature:x %qwords-statement:")
    for suffix in (".html", ".pdf"):
        outcome = verify(report.render(typed, suffix, "en", eve, own), None, OURS)
        assert outcome.exit_code == 3 and outcome.document()["player"] == eve.player
