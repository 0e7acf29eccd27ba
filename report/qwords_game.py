"""Qwords, as the doors know a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.game import Choice, Question, Read
from referee.options import AUTO, FAIRNESS, FRIENDLY, RULES, SIDES, STRICT
from referee.referee_errors import BadAnswer
from referee.values import (
    ALONE,
    Answer,
    Context,
    Doubt,
    Evidence,
    Figures,
    PhotoVerdict,
    Place,
    SheetVerdict,
    likely_letters,
)

if TYPE_CHECKING:
    from lexicons.house import Ruling
    from proof.keys import Signer
    from referee.answers import Answers
    from referee.options import Options
    from referee.verdict import Doubt as OwnDoubt
    from referee.verdict import PhotoVerdict as OwnPhotoVerdict
    from referee.verdict import SheetVerdict as Judged
    from report.subject import Subject
    from scanner.readers import Reader
    from scanner.values import Photo, Pixels, Points
    from scoring import Claims
    from sheets.identity_code import Identity

CODE = "qwords"
CROP_BELOW = 0.98  # cells less certain than that are kept as pictures for the review
OTHER_REASON_ERROR = 5.0  # points; a sheet read the wrong way up is wrong in most lines, and its totals do not show it


def _checked_log(text: str, name: str) -> str:
    """A log of rolls that can be understood; an empty one would pass for none."""
    from scoring import BadRolls, RollLog

    if not text.strip():
        raise BadRolls(f"{name} is empty")
    RollLog.parse(text)
    return text


class QwordsGame:
    """25 letters in a grid of five rows, words in rows and columns."""

    code = CODE
    longest_word = 5
    choices = (
        Choice("side", "Side of the sheet.", SIDES, AUTO),
        Choice("rules", "Rules to score by.", RULES, AUTO),
        Choice("policy", "official: valid words; open: disputable ones too.", ("official", "open"), "official"),
        Choice(
            "fairness",
            "How far a letter that brings points may stand by its words and points: friendly as far as a table would "
            "let it, strict only with a clear shape; tournaments are strict.",
            FAIRNESS,
            FRIENDLY,
            tournament=STRICT,
        ),
        Choice("house", "The table's own rulings on words.", file=True),
        Choice("rolls", "Log of the 25 rolls (CSV: round, first, second).", file=True, stored=_checked_log),
    )
    prints = (
        Choice("side", "Qwords: A standard; B professional, with joker; AB both, back to back.", ("A", "B", "AB")),
        Choice("paper", "Size of a page; auto: of the design, A6, Q4 A5.", ("auto", "A6", "A5", "A4"), "auto"),
        Choice("per-page", "Sheets on a page.", default="1", least=1, most=4),
    )

    def options(self, chosen: Mapping[str, str], rulings: Sequence[Ruling] = ()) -> Options:
        """The choices understood; raises where house rulings or rolls cannot be."""
        from lexicons import LANGUAGES, House, fold
        from referee.options import Options
        from scoring import RollLog

        lang, text, rolls = chosen.get("lang", "en"), chosen.get("house", ""), chosen.get("rolls", "")
        house = House.parse(text, chosen.get("house_name") or House.name) if text.strip() else None
        if rulings:
            letters = lang if lang in LANGUAGES else "en"
            latest = dict(house.folded(letters)) if house else {}
            for ruling in rulings:
                word = fold(ruling.word, letters)
                latest[word] = replace(ruling, word=word)
            house = House(tuple(latest.values()), "the tournament's rulings")
        side, rules, policy = chosen.get("side", AUTO), chosen.get("rules", AUTO), chosen.get("policy", "official")
        log = RollLog.parse(rolls) if rolls.strip() else None
        return Options(lang, side, rules, policy, house, log, chosen.get("fairness", FRIENDLY))

    def recognise(self, photo: Photo, closely: bool = False) -> bool:
        """Whether a grid of five rows and columns is there; it has no marks of its own."""
        from scanner.locate import locate

        return closely and bool(locate(photo))

    def read(self, photo: Photo, reader: Reader, at: Points | None = None) -> tuple[Read, ...]:
        """Every sheet of a photo."""
        from referee.referee import read_sheets

        return tuple(
            Read(Evidence(CODE, evidence.to_json()), scan) for evidence, scan in read_sheets(photo, reader, at)
        )

    def typed(self, text: str, options: Options, written: Claims | None = None) -> Evidence:
        """Five rows of letters, and the claims around them."""
        from referee.referee import typed_letters

        return Evidence(CODE, typed_letters(text, options, written).to_json())

    def judge(
        self,
        evidence: Evidence,
        options: Options,
        answers: Sequence[Answer] = (),
        context: Context = ALONE,
        pictures: Any = None,
    ) -> SheetVerdict:
        """The verdict of a sheet."""
        from referee.evidence import Evidence as OwnEvidence
        from referee.judge import judge

        own = judge(OwnEvidence.from_json(evidence.data), options, _told(answers), pictures, context)
        return SheetVerdict(evidence, options, tuple(answers), context, _figures(own), own, pictures)

    def questions(self, sheet: SheetVerdict, texts: str | None = None) -> tuple[Question, ...]:
        """What settles most first; the readings of a cell, and cells that look alike, in one question."""
        from report.pictures import crop
        from report.sentences import doubt_place, doubt_value

        own: Judged = sheet.detail
        language = texts or own.language
        together: list[list[OwnDoubt]] = []  # the doubts of each question, that of its first cell first
        for doubt in own.doubts:
            cell = (doubt.row, doubt.column)
            same = next((one for one in together if one[0].kind == doubt.kind and cell in _cells(one[0])), None)
            if same is None:
                together.append([doubt])
            elif cell == _cells(same[0])[0]:
                same.append(doubt)
        asked = []
        for doubts in together:
            first = doubts[0]
            totals = {first.letter: own.card.total} | {doubt.other: doubt.total_if for doubt in doubts}
            named = (f"{doubt_value(first.kind, value, language)} ({total})" for value, total in totals.items())
            place, letter = doubt_place(first, language), first.row is not None and first.column is not None
            shown = crop(own, first.row, first.column) if own.scan and first.row and first.column else None
            words = f"{place}: {' / '.join(named)}"
            asked.append(Question(_doubt(first), words, place, tuple(totals), free=letter, picture=shown))
        return tuple(asked)

    def answer(self, said: Answer, figures: Figures) -> Answer:
        """A letter, also one with an accent, or an empty cell; the side, the rules or the language by its code."""
        from lexicons import LANGUAGES, fold

        whole = {"side": SIDES[1:], "rules": RULES[1:], "language": LANGUAGES}
        if said.kind == "letter" and len(said.place) == 2 and all(1 <= at <= 5 for at in said.place):
            value = fold(said.value, str(figures.columns["language"])) if said.value.isalpha() else said.value
            if value in (".", "#") or (len(value) == 1 and "A" <= value <= "Z"):
                return replace(said, value=value)
        elif said.value in whole.get(said.kind, ()):
            return replace(said, place=())
        raise BadAnswer(f"{said.kind} {said.place or ''} {said.value!r} cannot be said of a Qwords sheet.")

    def rows(self, text: str, figures: Figures) -> tuple[str, ...]:
        """Five rows of five letters."""
        from lexicons import fold
        from scoring import Grid

        return Grid.parse(text, fold=lambda row: fold(row, str(figures.columns["language"]))).rows

    def document(self, verdict: PhotoVerdict, texts: str | None = None) -> dict[str, Any]:
        """The contract's document."""
        from report.document import document

        return document(_own(verdict), texts)

    def sheet_document(self, sheet: SheetVerdict, texts: str | None = None, title: str = "") -> dict[str, Any]:
        """What the contract says of one sheet."""
        from report.document import sheet_document

        return sheet_document(sheet.detail, texts)

    def crops(self, sheet: SheetVerdict) -> Iterable[tuple[Place, Pixels]]:
        """The cells of the doubts; all uncertain ones where the sheet must be seen."""
        from report.pictures import crop

        asked = {doubt.place for doubt in sheet.figures.doubts}
        for number, glyph in enumerate(sheet.detail.glyphs if sheet.pictures else ()):
            row, column = number // 5 + 1, number % 5 + 1
            if (row, column) in asked or (sheet.needs_review and glyph.p < CROP_BELOW):
                yield (row, column), crop(sheet.detail, row, column)

    def flat(self, photo: Photo, sheet: SheetVerdict) -> Pixels | None:
        """The sheet by the corners of its grid."""
        from report.pictures import around_grid

        corners = sheet.evidence.data["corners"]
        return around_grid(photo, corners) if corners else None

    def picture(self, sheet: SheetVerdict) -> dict[str, Any] | None:
        """The flat sheet, and where its grid lies in it."""
        from report.pictures import shown

        flat = sheet.pictures.sheet if sheet.pictures else None
        return {**shown(flat.pixels), "pitch": flat.pitch, "origin": list(flat.origin)} if flat else None

    def sheet_code(self, pictures: Any) -> str:
        """The code beside the grid of our own sheets."""
        from sheets.sheet_codes import read_code

        return read_code(pictures.photo, pictures.sheet) if pictures else ""

    def words_version(self, chosen: Mapping[str, str]) -> str:
        """The hash of the list of the language; of all lists where the language is found out."""
        from hashlib import sha256

        from lexicons import LANGUAGES, load

        lang = chosen["lang"]
        tags = [lang] if lang in LANGUAGES else sorted(LANGUAGES)
        marks = [load(tag, chosen.get("policy", "official")).version for tag in tags]
        return marks[0] if len(marks) == 1 else sha256("".join(marks).encode()).hexdigest()

    def text(self, verdict: PhotoVerdict, texts: str | None = None, colour: bool = False) -> str:
        """The verdict for a terminal."""
        from report.terminal import render

        return render(_own(verdict), colour, texts)

    def report(
        self,
        verdict: PhotoVerdict,
        suffix: str,
        texts: str | None = None,
        subject: Subject | None = None,
        signer: Signer | None = None,
    ) -> bytes:
        """The evidence report: .html or .pdf."""
        from report import render
        from report.subject import NOTHING_SAID

        return render(_own(verdict), suffix, texts, subject or NOTHING_SAID, signer)

    def debug(self, verdict: PhotoVerdict, folder: Path, stem: str) -> None:
        """One picture per stage and sheet."""
        from report.stage_pictures import write_stages

        write_stages(_own(verdict), folder, stem)

    def sheet_pdf(
        self, players: Sequence[Identity], chosen: Mapping[str, str], texts: str, codes: Sequence[str] = ()
    ) -> bytes:
        """Sheets of our own design, on pages of A6, A5 or A4."""
        from sheets.sheet_pdf import sheets_pdf

        paper, per_page = chosen.get("paper", "auto"), int(chosen.get("per-page", "1"))
        paper = "A6" if paper == "auto" else paper
        return sheets_pdf(chosen["side"], players, paper, per_page, texts, codes=codes)


def _own(verdict: PhotoVerdict) -> OwnPhotoVerdict:
    """The verdict as this game's report and documents take it."""
    from referee.verdict import PhotoVerdict as OwnPhotoVerdict

    sheets = tuple(sheet.detail for sheet in verdict.sheets)
    return OwnPhotoVerdict(verdict.photo, sheets, verdict.notes, verdict.reader)


def _told(answers: Sequence[Answer]) -> Answers:
    """The answers as `judge` takes them; the last word on each thing counts."""
    from referee.answers import Answers

    cells: dict[tuple[int, int], str] = {}
    for answer in answers:
        if answer.kind == "letter":
            row, column = answer.place
            if not (1 <= row <= 5 and 1 <= column <= 5):
                raise BadAnswer(f"A sheet has no cell {row},{column}.", "Rows and columns count from 1 to 5.")
            cells[row, column] = answer.value
        elif answer.kind not in ("side", "rules", "language"):
            raise BadAnswer(f"{answer.kind} cannot be said of a Qwords sheet.")
    whole = {answer.kind: answer.value for answer in answers}
    return Answers(cells, whole.get("side"), whole.get("rules"), whole.get("language"))


def _figures(own: Judged) -> Figures:
    """The figures of a verdict."""
    claims = own.claims
    written = " ".join(text or "_" for text in (*claims.rows, *claims.columns, claims.total)) if claims else ""
    error = sum(p * abs(total - own.card.total) for total, p in own.totals)
    if not own.empty and not {"certainty", "side"}.issuperset(own.reasons):
        error += OTHER_REASON_ERROR
    return Figures(
        total=own.card.total,
        certainty=round(own.certainty, 4),
        expected_error=round(float(error), 4),
        reasons=own.reasons,
        # The language is a reason of its own, answered by its own correction.
        doubts=tuple(_doubt(doubt) for doubt in own.doubts if doubt.kind != "language"),
        grid=own.card.grid.rows,
        possible=tuple(map(likely_letters, own.glyphs)),
        claims=f"{written} bonus={claims.bonus}" if claims else "",
        claimed=claims.total if claims else "",
        empty=own.empty,
        findings=len(own.findings),
        columns={
            "language": own.language,
            "side": own.side or "",
            "rules": own.rules.name,
            "bonus": own.card.bonus,
        },
    )


def _cells(doubt: OwnDoubt) -> tuple[tuple[int | None, int | None], ...]:
    return ((doubt.row, doubt.column), *doubt.alike)


def _doubt(own: OwnDoubt) -> Doubt:
    place = (own.row, own.column) if own.row and own.column else ()
    return Doubt(own.kind, place, own.letter, own.other, round(own.p, 4), own.total_if, own.alike)


GAME = QwordsGame()
