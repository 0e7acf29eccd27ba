"""The fingerprint of a report: one line of text that tells what was judged, how, and what came out.

It is in the report's QR code and in its file, and holds everything needed to judge the photo again.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from typing import Any
from urllib.parse import parse_qsl, urlencode

import lexicons
from lexicons import House
from referee.answers import Answers
from referee.options import FRIENDLY, Options
from referee.provenance import models
from referee.referee_errors import RefereeError
from referee.settings import Settings
from referee.verdict import PhotoVerdict, SheetVerdict
from report.document import sheet_document
from report.subject import Corners, Subject
from scoring import Claims, RollLog

MARK = "qwords-report:"
KEPT = 32  # hexadecimal digits of a hash: 128 bits, far from any collision
PATTERN = re.compile(rb"qwords-report:[A-Za-z0-9%&=_.,+/*~-]+")


class NoFingerprint(RefereeError):
    """The file has no fingerprint of a report in it."""

    code = "no-fingerprint"
    hint = "Give the report as it was made: HTML, PDF, or a picture that shows its QR code well."


@dataclass(frozen=True)
class Fingerprint:
    """What was judged, by what, and what came out. Several sheets are judged as one."""

    version: str
    program: str  # hash over models and word lists
    photo: str  # hash of the photo's file; "" where there was none
    verdict: str  # hash of the sheets' documents
    totals: tuple[int, ...]
    sheet: int | None
    options: Options
    answers: Mapping[int, Answers]
    corners: Corners | None = None
    grid: str = ""  # typed letters; "" where they come from a photo
    claims: Claims | None = None  # typed around them
    reader: str = Settings.reader

    def text(self) -> str:
        """The fingerprint as one line; `parse` gives back an equal value."""
        options = self.options
        fairness = [options.fairness] if options.fairness != FRIENDLY else []
        fields = {
            "v": self.version,
            "m": self.program,
            "p": self.photo,
            "d": self.verdict,
            "t": "+".join(map(str, self.totals)),
            "n": str(self.sheet or ""),
            "o": ".".join([options.lang, options.side, options.rules, options.policy, *fairness]),
            "a": "_".join(_answers_text(self.answers)),
            "c": "_".join(f"{x:g}*{y:g}" for x, y in self.corners or ()),
            "g": self.grid.replace("/", "_"),
            "k": _claims_text(self.claims) if self.claims else "",
            "e": self.reader if self.reader != Settings.reader else "",
            "h": "_".join(f"{'+' if r.allow else '-'}{r.word}" for r in options.house.rulings) if options.house else "",
            "r": "_".join(f"{r.first}*{r.second}" for r in options.rolls.rolls) if options.rolls else "",
        }
        return MARK + urlencode({key: value for key, value in fields.items() if value}, safe="+*")

    @staticmethod
    def parse(text: str) -> "Fingerprint":
        """Read a line; NoFingerprint where it is none."""
        try:
            # urlencode writes a blank as a plus sign; no field holds blanks, but many hold plus signs.
            fields = dict(parse_qsl(text.removeprefix(MARK).replace("+", "%2B"), strict_parsing=True))
            lang, side, rules, policy, *fairness = fields["o"].split(".")  # earlier versions had no fifth
            house = "\n".join(f"{'allow' if w[0] == '+' else 'deny'} {w[1:]}" for w in _split(fields, "h"))
            rolls = "\n".join(f"{n},{roll.replace('*', ',')}" for n, roll in enumerate(_split(fields, "r"), 1))
            corners = tuple((float(x), float(y)) for x, _, y in (c.partition("*") for c in _split(fields, "c")))
            return Fingerprint(
                fields["v"],
                fields["m"],
                fields.get("p", ""),
                fields["d"],
                tuple(map(int, fields["t"].split("+"))),
                int(fields["n"]) if "n" in fields else None,
                Options(lang, side, rules, policy, House.parse(house) if house else None, _rolls(rolls), *fairness),
                _answers(_split(fields, "a")),
                corners or None,
                fields.get("g", "").replace("_", "/"),
                _claims(_split(fields, "k")),
                fields.get("e", Settings.reader),
            )
        except (KeyError, ValueError, IndexError) as error:
            raise NoFingerprint("the fingerprint is damaged") from error


def _split(fields: Mapping[str, str], key: str) -> list[str]:
    return fields[key].split("_") if key in fields else []


def _rolls(text: str) -> RollLog | None:
    return RollLog.parse(text) if text else None


def _claims_text(claims: Claims) -> str:
    return "_".join([*claims.rows, *claims.columns, claims.total, {None: "", True: "+", False: "-"}[claims.bonus]])


def _claims(texts: list[str]) -> Claims | None:
    if not texts:
        return None
    *points, total, bonus = texts
    return Claims(tuple(points[:5]), tuple(points[5:]), {"": None, "+": True, "-": False}[bonus], total)


def _answers_text(answers: Mapping[int, Answers]) -> list[str]:
    told = []
    for sheet, answer in sorted(answers.items()):
        told += [f"{sheet}.{row}{column}{letter}" for (row, column), letter in sorted(answer.cells.items())]
        told += [f"{sheet}.side{answer.side}"] if answer.side else []
        told += [f"{sheet}.rules{answer.rules}"] if answer.rules else []
        told += [f"{sheet}.lang{answer.language}"] if answer.language else []
    return told


def _answers(texts: list[str]) -> dict[int, Answers]:
    cells: dict[int, dict[tuple[int, int], str]] = {}
    sides: dict[int, str] = {}
    rules: dict[int, str] = {}
    languages: dict[int, str] = {}
    for text in texts:
        number, _, answer = text.partition(".")
        cells.setdefault(int(number), {})
        if answer.startswith("side"):
            sides[int(number)] = answer.removeprefix("side")
        elif answer.startswith("rules"):
            rules[int(number)] = answer.removeprefix("rules")
        elif answer.startswith("lang"):
            languages[int(number)] = answer.removeprefix("lang")
        else:
            cells[int(number)][int(answer[0]), int(answer[1])] = answer[2]
    return {
        number: Answers(told, sides.get(number), rules.get(number), languages.get(number))
        for number, told in cells.items()
    }


def fingerprint(verdict: PhotoVerdict, subject: Subject) -> Fingerprint:
    """The fingerprint of what a report shows."""
    evidence = verdict.sheets[0].evidence
    letters = "".join(glyph.symbol for glyph in evidence.reading.letters) if evidence.typed else ""
    return Fingerprint(
        version("qwords-referee"),
        program_hash(verdict.sheets[0].language),
        verdict.photo.sha256[:KEPT] if verdict.photo else "",
        verdict_hash(verdict.sheets),
        tuple(sheet.card.total for sheet in verdict.sheets),
        subject.sheet,
        verdict.sheets[0].options,
        {number: sheet.answers for number, sheet in enumerate(verdict.sheets, subject.sheet or 1)},
        subject.corners,
        "/".join(letters[start : start + 5] for start in range(0, len(letters), 5)),
        evidence.typed_claims if evidence.typed else None,
        verdict.reader,
    )


def file_hash(data: bytes) -> str:
    """A photo in short."""
    return sha256(data).hexdigest()[:KEPT]


def program_hash(language: str) -> str:
    """What a verdict rests on beside the photo: models and word list."""
    parts = [*models().values(), lexicons.load(language).version]
    return sha256(" ".join(parts).encode()).hexdigest()[:KEPT]


def verdict_hash(sheets: tuple[SheetVerdict, ...]) -> str:
    """A hash of the documents of the sheets, whatever the reader's language."""
    documents: list[dict[str, Any]] = [sheet_document(sheet, "en") for sheet in sheets]
    canonical = json.dumps(documents, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(canonical.encode()).hexdigest()[:KEPT]


def find_fingerprint(data: bytes) -> Fingerprint:
    """The fingerprint in a report's file; from the QR code where the file is only a picture of the report."""
    if found := PATTERN.search(data.replace(b"&amp;", b"&")):
        return Fingerprint.parse(found[0].decode("ascii"))
    return Fingerprint.parse(_qr_text(data))


def _qr_text(data: bytes) -> str:
    import cv2
    import numpy as np

    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE) if data else None
    text = cv2.QRCodeDetector().detectAndDecode(picture)[0] if picture is not None else ""
    if not text.startswith(MARK):
        raise NoFingerprint("no fingerprint was found")
    return text
