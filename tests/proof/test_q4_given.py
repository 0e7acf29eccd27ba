"""What people gave of a Q4 sheet is what differs from what was read."""

from dataclasses import replace
from pathlib import Path

import report
from proof.keys import Signer
from proof.statement import Given, given_q4
from proof.verify import verify
from q4.games import Q4Verdict
from q4.sheet_reading import read_sheets
from q4.sheet_verdict import judge
from q4.stored_reading import corrected
from q4.words import english
from referee.settings import Settings
from scanner.decode import decode
from scanner.readers import make_reader

PHOTO = Path(__file__).resolve().parents[2] / "samples" / "q4-font" / "photo.jpg"


def test_letters_and_marks_by_people_are_counted() -> None:
    data = PHOTO.read_bytes()
    photo = decode(data, "photo.jpg")
    read = read_sheets(photo, make_reader("cnn"))[0]
    (cell, glyph), *_ = read.letters.items()
    place = (cell // 4 + 1, cell % 4 + 1)
    other = "Q" if glyph.symbol != "Q" else "Z"
    untouched = Q4Verdict(photo, (judge(read, english()),), words=english())
    assert given_q4(untouched) == [Given(0, len(read.letters))] and not any(given_q4(untouched))
    for answers, due in (
        (({place: other}, None, {}), Given(1, len(read.letters))),
        (({}, 19, {}), Given(0, len(read.letters), 2)),  # another number circled, the first one not
        (({}, None, {("cross", (1, 2)): True}), Given(0, len(read.letters), 1)),
    ):
        told = corrected(read, *answers)
        verdict = replace(untouched, sheets=(judge(told, english()),), read=(read,))
        (found,) = given_q4(verdict)
        assert (found.letters, found.of) == (due.letters, due.of) and bool(found.marks) == bool(due.marks)
        signed = report.render(verdict, ".html", "en", signer=Signer(b"s" * 32, "", "2026-11-19T12:00:00+00:00"))
        outcome = verify(signed, ("photo.jpg", data), Settings())
        assert outcome.exit_code == 3 and any(check.name == "letters" for check in outcome.checks)
        assert b'class="given"' in signed
