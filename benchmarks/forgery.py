"""Forged and true reports, and what `qwords verify` says of each: python -m benchmarks.forgery

Forty forged ones of twelve kinds: none may pass for proven, and each gets its own sentence. Forty true ones of every
kind: all are genuine, and proven only where the photo alone carries the total.
"""

import json
import re
import sys
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

import pypdfium2
from pypdfium2 import raw

import report
from lexicons import House
from proof.keys import Signer, replace_key, signer, text_of, trust
from proof.signed_file import MARKS, PURPOSE, SIGNATURE, STATEMENT
from proof.verify import FORGED, GENUINE, PERSON, Outcome, verify
from q4.games import Q4Verdict
from q4.sheet_verdict import judge as judge_q4_sheet
from q4.stored_reading import corrected
from q4.words import english
from referee.answers import Answers
from referee.games import judge_photo
from referee.options import Options
from referee.referee import Referee
from referee.settings import Settings
from referee.verdict import PhotoVerdict
from report.subject import Subject, Told

ROOT = Path(__file__).resolve().parent.parent
SAMPLES, FROZEN = ROOT / "samples", ROOT / "tests" / "fixtures" / "v0_2" / "reports"
PHOTO = SAMPLES / "classic-en" / "photo.jpg"
GRID = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"
ADA = Subject(player="Ada", event="Club evening", date="2026-11-19", sheet=1)


@dataclass(frozen=True)
class Case:
    """A report, and what is due: the exit code, and words that must be said of it."""

    kind: str
    data: bytes
    due: int
    says: str
    photo: Path | None = None


def read_photo(photo: Path = PHOTO, answers: Answers | None = None, **options: object) -> PhotoVerdict:
    """The verdict of a sample."""
    return Referee().photo(
        photo.read_bytes(), photo.name, Options(**options), answers={1: answers} if answers else None
    )


def better(verdict: PhotoVerdict) -> PhotoVerdict:
    """The same with a total that a cheat would like."""
    return replace(verdict, sheets=tuple(replace(one, card=replace(one.card, total=99)) for one in verdict.sheets))


def drawn_on(data: bytes, what: str) -> bytes:
    """A PDF with a white box, or without its last element, as an editor saves it; its comments are put back."""
    out, document = BytesIO(), pypdfium2.PdfDocument(data)
    page = document[0]
    if what == "box":
        box = raw.FPDFPageObj_CreateNewRect(290, 690, 120, 90)
        raw.FPDFPageObj_SetFillColor(box, 255, 255, 255, 255)
        raw.FPDFPath_SetDrawMode(box, raw.FPDF_FILLMODE_ALTERNATE, False)
        raw.FPDFPage_InsertObject(page.raw, box)
    else:
        raw.FPDFPage_RemoveObject(page.raw, raw.FPDFPage_GetObject(page.raw, raw.FPDFPage_CountObjects(page.raw) - 1))
    page.gen_content()
    document.save(out)
    document.close()
    return out.getvalue() + b"\n" + data[data.rindex(b"%" + SIGNATURE) :]


def restated(data: bytes, key: bytes, change: Callable[[dict], None]) -> bytes:
    """The statement changed, everything else as it was; the key is only needed to say whose it is."""
    found = re.search(STATEMENT + rb"([A-Za-z0-9+/=]*)", data)
    assert found
    stated = json.loads(zlib.decompress(b64decode(found[1])))
    change(stated)
    return data[: found.start(1)] + b64encode(zlib.compress(json.dumps(stated).encode())) + data[found.end(1) :]


def signed_again(data: bytes, own: Signer) -> bytes:
    """The file with its signature replaced by one of another key."""
    before, after = next(marks for start, marks in MARKS.items() if data.startswith(start))
    body = data[: data.rindex(before + SIGNATURE)]
    signature = f"{text_of(own.key)}:{text_of(own.sign(PURPOSE, body))}".encode()
    return body + before + SIGNATURE + signature + after + b"\n"


def updated(pdf: bytes) -> bytes:
    """A PDF with an incremental update behind it, which readers show instead of what was signed."""
    start = pdf.rindex(b"startxref\n") + 10
    table = pdf[start : pdf.index(b"\n", start)]
    root = re.findall(rb"/Root (\d+ 0 R)", pdf)[-1]
    at = len(pdf)
    trailer = b"xref\n0 0\ntrailer\n<< /Root %s /Size 50 /Prev %s >>\nstartxref\n%d\n%%%%EOF\n" % (root, table, at)
    return pdf + trailer


def forged(own: Signer, eve: Signer) -> Iterator[Case]:
    """Forty forged reports of twelve kinds."""
    changed, after, unsigned = "was changed after it was signed", "behind the signature", "there is no signature"
    for photo in (PHOTO, SAMPLES / "homeprint-en" / "photo.jpg", SAMPLES / "handruled-en" / "photo.jpg"):
        verdict = read_photo(photo)
        html, pdf = (report.render(verdict, suffix, "en", ADA, own) for suffix in (".html", ".pdf"))
        lie, lie_pdf = (report.render(better(verdict), suffix, "en", ADA, eve) for suffix in (".html", ".pdf"))
        total = re.search(rb'<p class="total \w+">([^<]*)</p>', html)
        lines = re.search(rb'<h3>[^<]*</h3>\s*<ol class="lines">.*?</ol>', html, re.DOTALL)
        assert total and lines
        pieces = {
            "text replaced": (html.replace(total[0], total[0].replace(total[1], b"99")), changed),
            "name replaced": (html.replace(b"<h1>Ada</h1>", b"<h1>Eve</h1>"), changed),
            "overlay": (html.replace(b"<h1>", b'<p style="position:absolute">99</p><h1>', 1), changed),
            "true total hidden": (html.replace(b"</style>", b".total{display:none}</style>", 1), changed),
            "section cut": (html.replace(lines[0], b""), changed),
            "comment appended": (html + b"<!-- checked by the club -->\n", after),
            "second file appended": (html + lie, "two signatures"),
            "signature cut off": (html[: html.rindex(b"<!--" + SIGNATURE)], unsigned),
            "overlay in the PDF": (drawn_on(pdf, "box"), changed),
            "section cut out of the PDF": (drawn_on(pdf, "cut"), changed),
            "incremental PDF update": (updated(pdf), after),
            "another key": (lie, "unknown here"),
            "another key, PDF": (lie_pdf, "unknown here"),
        }
        for kind, (data, says) in pieces.items():
            assert data not in (html, pdf)
            if photo == PHOTO or kind not in ("name replaced", "comment appended"):
                yield Case(kind, data, PERSON if "key" in kind else FORGED, says, photo)
    for number, letters in enumerate(({(3, 3): "B"}, {(1, 1): "Q", (2, 2): "Z"})):
        verdict = read_photo(answers=Answers(letters))
        data = report.render(verdict, (".html", ".pdf")[number], "en", ADA, own)
        yield Case("letters by people", data, PERSON, f"{len(letters)} of 25 letters w", PHOTO)
        gone = restated(data, own.key, lambda stated: stated["sheets"][0]["given"].update(letters=0))
        yield Case("letters by people hidden", gone, FORGED, changed, PHOTO)
    ruled = read_photo(house=House.parse("allow ONI ours\ndeny NIN hers"))
    yield Case("house file", report.render(ruled, ".html", "en", ADA, own), PERSON, "by a house ruling", PHOTO)
    older = restated(
        report.render(read_photo(), ".html", "en", ADA, own),
        own.key,
        lambda told: told.update(version="0.1.0", program=""),
    )
    yield Case("old version", signed_again(older, own), PERSON, "another version", PHOTO)
    yield Case("old version, unsigned", (FROZEN / "photo.html").read_bytes(), FORGED, "before reports were signed")


def read_q4(sample: str = "q4-colour") -> Q4Verdict:
    """A Q4 sample as it was read."""
    photo = SAMPLES / sample / "photo.jpg"
    verdict = judge_photo(Referee(), photo.read_bytes(), photo.name, {}, "q4")
    assert verdict.photo
    sheets = tuple(sheet.detail for sheet in verdict.sheets)
    return Q4Verdict(verdict.photo, sheets, words=verdict.sheets[0].options.words)


def q4_answered() -> Q4Verdict:
    """A Q4 sheet on which a person gave a letter."""
    verdict = read_q4()
    read = verdict.sheets[0].reading
    (cell, _), *_ = read.letters.items()
    sheet = judge_q4_sheet(corrected(read, {(cell // 4 + 1, cell % 4 + 1): "X"}), english())
    return replace(verdict, sheets=(sheet,), read=(read,))


def true(settings: Settings, eve: Signer) -> Iterator[Case]:
    """Forty true reports of every kind; the keys are changed on the way."""
    own = signer(settings)
    anew, kept = "judged anew from the photo", "from what was read of it"
    verdict = read_photo()
    for language in ("en", "de", "fr", "it", "es"):
        for suffix in (".html", ".pdf"):
            data = report.render(verdict, suffix, language, ADA, own)
            yield Case(f"photo, {language}", data, GENUINE, anew, PHOTO)
            yield Case(f"without photo, {language}", data, GENUINE, kept)
    typed = Referee().grid(GRID, Options())
    sent = replace(verdict, photo=None)
    answered = read_photo(answers=Answers({(3, 3): "B"}))
    told = replace(ADA, said=(Told(3, 3, "B", "Grace", "2026-11-19T21:05:00"),))
    q4 = SAMPLES / "q4-font" / "photo.jpg"
    games = {
        "typed": (typed, ADA, PERSON, "25 of 25 letters were given by people", None),
        "sent": (sent, ADA, PERSON, "which has not seen the photo", None),
        "answered": (answered, told, PERSON, "1 of 25 letters was given by people", PHOTO),
        "tournament, photo gone": (sent, replace(ADA, photo=verdict.photo.sha256), GENUINE, kept, None),
        "Q4": (read_q4("q4-font"), ADA, None, anew, q4),
        "Q4 answered": (q4_answered(), ADA, PERSON, "1 of 14 letters was given by people", None),
    }
    for kind, (shown, subject, due, says, photo) in games.items():
        for suffix in (".html", ".pdf"):
            code = due if due is not None else PERSON if shown.needs_review else GENUINE
            yield Case(kind, report.render(shown, suffix, "en", subject, own), code, says, photo)
    data = [report.render(verdict, suffix, "en", ADA, own) for suffix in (".html", ".pdf")]
    earlier = [
        signed_again(restated(one, own.key, lambda stated: stated.update(version="0.3.0", program="earlier")), own)
        for one in data
    ]
    for one in earlier:
        yield Case("made by an earlier version", one, PERSON, "another version (0.3.0)", PHOTO)
    replace_key(settings)
    for one in data:
        yield Case("after a change of key", one, GENUINE, "with a former key", PHOTO)
    yield Case("key unknown", report.render(verdict, ".html", "en", ADA, eve), PERSON, "unknown here", PHOTO)
    trust(settings, text_of(eve.key), "Eve's club")
    for suffix in (".html", ".pdf"):
        yield Case("key trusted", report.render(verdict, suffix, "en", ADA, eve), GENUINE, "made by Eve's club", PHOTO)
    yield Case(
        "new key", report.render(verdict, ".pdf", "en", ADA, signer(settings)), GENUINE, "this installation", PHOTO
    )


def judged(case: Case, settings: Settings) -> Outcome:
    """What is said of a case."""
    return verify(case.data, (case.photo.name, case.photo.read_bytes()) if case.photo else None, settings)


def main() -> int:
    """Judge all, and tell what is not as it should be."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(keys=str(Path(folder) / "keys"), name="Benchmark")
        own, eve = signer(settings), signer(Settings(keys=str(Path(folder) / "eve"), name="Benchmark"))
        for name, cases in (("forged", forged(own, eve)), ("true", true(settings, eve))):
            number = proven = wrong = 0
            for case in cases:
                outcome, number = judged(case, settings), number + 1
                proven += outcome.exit_code == GENUINE
                said = "; ".join(check.text for check in outcome.checks)
                if outcome.exit_code != case.due or case.says not in said:
                    wrong += 1
                    print(f"  {case.kind}: {outcome.exit_code} where {case.due} is due, {case.says!r}: {said}")
            failed += wrong + (proven if name == "forged" else 0)
            print(f"{name}: {number} reports, {proven} proven by the photo alone, {wrong} not as they should be")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
