"""Q4, as the doors know a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from q4.record import COMPETITIVE, FRIENDLY
from referee.game import Choice, Question, Read
from referee.referee_errors import BadAnswer, UnusableInput
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
from texts import FALLBACK

if TYPE_CHECKING:
    from lexicons.house import Ruling
    from proof.keys import Signer
    from q4.games import Q4Verdict
    from q4.sheet_verdict import SheetVerdict as Judged
    from q4.words import WordList
    from report.subject import Subject
    from scanner.readers import Reader
    from scanner.values import Photo, Pixels, Points
    from sheets.identity_code import Identity

CODE = "q4"
MOST_POINTS = 199  # more than any sheet can have: 24 dots, a word of four letters for each, 14 bonus points
CROP_BELOW = 0.98  # cells less certain than that are kept as pictures for the review
OTHER_REASON_ERROR = 5.0  # points, where another reason than a doubtful letter calls a person


@dataclass(frozen=True)
class Options:
    """The word list in force, whether the table was friendly, and the language of the sentences."""

    words: WordList
    mode: str = COMPETITIVE
    lang: str = FALLBACK


def _fitting(text: str, name: str) -> str:
    """The words of a list that fit the grid."""
    from q4.board import SIDE
    from q4.words import parse_words

    return "\n".join(sorted(word for word in parse_words(text, name) if 2 <= len(word) <= SIDE))


class Q4Game:
    """Letters taken from a printed grid into one of four rows, scored by dots between them."""

    code = CODE
    longest_word = 4
    choices = (
        Choice("words", "Q4: word list, one word a line; default the game's own.", file=True, stored=_fitting),
        Choice("mode", "Q4: how the table played.", values=(COMPETITIVE, FRIENDLY), default=COMPETITIVE),
    )
    prints = (
        Choice("low-ink", "Q4: stars instead of yellow, hatched instead of black.", flag=True),
        Choice("number", "Q4: the first sheet's number.", default="1", most=65535),
    )

    def options(self, chosen: Mapping[str, str], rulings: Sequence[Ruling] = ()) -> Options:
        """The word list with the rulings on it."""
        from lexicons import House
        from q4.words import WordList, english, parse_words

        text = chosen.get("words", "")
        listed = parse_words(text, chosen.get("words_name", "")) if text else english()
        ruled = House(tuple(rulings)).folded("en") if rulings else {}
        allowed = {word for word, ruling in ruled.items() if ruling.allow}
        words = WordList(listed.name, (listed.words | allowed) - (ruled.keys() - allowed)) if ruled else listed
        return Options(words, chosen.get("mode") or COMPETITIVE, chosen.get("lang", FALLBACK))

    def recognise(self, photo: Photo, closely: bool = False) -> bool:
        """By the checksum of a sheet's number; of other prints by both grids."""
        from q4.find import find, first_look
        from q4.other_prints import find_grids

        if not closely:
            return first_look(photo) is not None
        return bool(find(photo)) or all(find_grids(photo))

    def read(self, photo: Photo, reader: Reader, at: Points | None = None) -> tuple[Read, ...]:
        """The sheets in a photo."""
        from q4.sheet_reading import read_sheets
        from q4.stored_reading import reading_json

        return tuple(Read(Evidence(CODE, reading_json(one)), one) for one in read_sheets(photo, reader))

    def typed(self, text: str, options: Options, written: Any = None) -> Evidence:
        """Nothing can be judged from letters alone: the dots are the claims."""
        from q4.q4_errors import BadRecord

        raise BadRecord("A sheet of this game cannot be typed.", "Check a record with `qwords q4 check`.")

    def judge(
        self,
        evidence: Evidence,
        options: Options,
        answers: Sequence[Answer] = (),
        context: Context = ALONE,
        pictures: Any = None,
    ) -> SheetVerdict:
        """The verdict of a sheet."""
        from q4.sheet_verdict import judge
        from q4.stored_reading import corrected, reading_from_json

        letters = {(answer.place[0], answer.place[1]): answer.value for answer in answers if answer.kind == "letter"}
        score = next((int(answer.value) for answer in reversed(answers) if answer.kind == "score"), None)
        marks = {
            (answer.kind, answer.place): answer.value == "marked"
            for answer in answers
            if answer.kind in ("dot", "cross", "circle")
        }
        reading = corrected(reading_from_json(evidence.data), letters, score, marks)
        if pictures is not None:
            reading = replace(reading, crops=pictures.crops, places=pictures.places)
        own = judge(reading, options.words, options.mode)
        return SheetVerdict(evidence, options, tuple(answers), context, _figures(own), own, pictures)

    def questions(self, sheet: SheetVerdict, texts: str | None = None) -> tuple[Question, ...]:
        """Letters and marks."""
        from q4.board import cell_at
        from q4.sheet_document import doubt_text
        from texts import text

        own, language, asked = sheet.detail, texts or sheet.options.lang, []
        several = [doubt.other for doubt in own.doubts if doubt.kind == "score"]
        for doubt, shared in zip(own.doubts, _doubts(own), strict=True):
            if doubt.kind == "score" and doubt.other != several[0]:
                continue  # which of several circles counts is one question
            others = several if doubt.kind == "score" else [doubt.other]
            cell = cell_at((doubt.place[0], doubt.place[1])) if doubt.kind == "letter" else None
            place = f"{text(f'q4.doubt.{doubt.kind}', language)} {','.join(map(str, shared.place))}".strip()
            crop = own.reading.crops.get(cell) if cell is not None else None
            asked.append(Question(shared, doubt_text(doubt, language), place, (doubt.now, *others),
                                  free=cell is not None or doubt.kind == "score", picture=crop))  # fmt: skip
        return tuple(asked)

    def answer(self, said: Answer, figures: Figures) -> Answer:
        """A letter or an empty cell; of a mark whether it is there; the circled score."""
        from q4.places import is_place

        value = said.value.upper() if said.kind == "letter" else said.value
        fits = {
            "letter": value == "." or (len(value) == 1 and "A" <= value <= "Z"),
            "score": value.isdecimal() and int(value) <= MOST_POINTS,
        }.get(said.kind, value in ("marked", "open"))
        if not (fits and is_place(said.kind, said.place)):
            raise BadAnswer(f"{said.kind} {said.place or ''} {said.value!r} cannot be said of a Q4 sheet.")
        return replace(said, value=value)

    def rows(self, text: str, figures: Figures) -> tuple[str, ...]:
        """Four rows of four, `#` where the print is black."""
        from q4.board import SIDE
        from q4.record import BLACK

        rows = tuple(text.strip().upper().replace("/", " ").split())
        signs = set("".join(rows)) - {BLACK, "."}
        if len(rows) != SIDE or any(len(row) != SIDE for row in rows) or not all("A" <= sign <= "Z" for sign in signs):
            raise BadAnswer(f"{text!r} is not a play grid.", "Give four rows of four: E#KH/AIME/HAL#/IRVR.")
        return rows

    def document(self, verdict: PhotoVerdict, texts: str | None = None) -> dict[str, Any]:
        """The document of the sheets."""
        from q4.games import best_order
        from q4.sheet_document import photo_document

        options, own = verdict.sheets[0].options, [sheet.detail for sheet in verdict.sheets]
        most = [best_order(sheet, options.words) for sheet in own]
        return photo_document(verdict.photo, own, texts or options.lang, most)

    def sheet_document(self, sheet: SheetVerdict, texts: str | None = None, title: str = "") -> dict[str, Any]:
        """What is said of the sheet."""
        from q4.sheet_document import sheet_values

        return sheet_values(title, sheet.detail, texts or FALLBACK)

    def crops(self, sheet: SheetVerdict) -> Iterable[tuple[Place, Pixels]]:
        """The uncertain cells and those of the doubts, where a person must look."""
        from q4.board import place_of

        asked = {doubt.place for doubt in sheet.figures.doubts if doubt.kind == "letter"}
        for cell, crop in (sheet.detail.reading.crops if sheet.needs_review else {}).items():
            if sheet.detail.glyphs[cell].p < CROP_BELOW or place_of(cell) in asked:
                yield place_of(cell), crop

    def flat(self, photo: Photo, sheet: SheetVerdict) -> Pixels | None:
        """The flat picture in which everything was found; the photo where nothing could be laid flat."""
        places = sheet.pictures.places if sheet.pictures else None
        return places.picture if places else photo.pixels

    def picture(self, sheet: SheetVerdict) -> dict[str, Any] | None:
        """The flat picture in which everything was found, and where cells, letters and scores lie in it."""
        from report.pictures import shown

        places = sheet.pictures.places if sheet.pictures else None
        return {**shown(places.picture), **places.boxes()} if places else None

    def sheet_code(self, pictures: Any) -> str:
        """Nothing: the number of a sheet names no player."""
        return ""

    def words_version(self, chosen: Mapping[str, str]) -> str:
        """The hash of the game's own list."""
        from hashlib import sha256

        from q4.words import LIST

        return "" if chosen.get("words") else sha256(LIST.read_bytes()).hexdigest()

    def text(self, verdict: PhotoVerdict, texts: str | None = None, colour: bool = False) -> str:
        """The verdict for a terminal."""
        return _own(verdict).text(texts)

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
        """Nothing: the report shows the sheet with all that was read."""

    def sheet_pdf(
        self, players: Sequence[Identity], chosen: Mapping[str, str], texts: str, codes: Sequence[str] = ()
    ) -> bytes:
        """Sheets with numbers, each of which decides what is printed on it, and with the players' names."""
        from q4.form import NUMBERS, form
        from q4.form_pdf import NAME, forms_pdf
        from sheets.design import arrange
        from sheets.sheet_drawing import draw_name

        first, paper = int(chosen.get("number", "1")), chosen.get("paper", "auto")
        numbers = [number % NUMBERS for number in range(first, first + len(players))]
        size = form().width, form().height
        page = arrange("A5" if paper == "auto" else paper, int(chosen.get("per-page", "1")), size)
        places = [(slot.x, slot.y, slot.scale) for slot in page.slots]

        def name(canvas: Any, at: int) -> None:
            draw_name(canvas, players[at].player, *NAME)

        return forms_pdf(numbers, texts, bool(chosen.get("low-ink")), (page.width, page.height), places, name)


def _own(verdict: PhotoVerdict) -> Q4Verdict:
    """The verdict as this game's report and documents take it."""
    from q4.games import Q4Verdict
    from q4.stored_reading import reading_from_json

    if verdict.photo is None:
        raise UnusableInput("The photo of this sheet is gone.", "Keep the photo where it was, or photograph it again.")
    options = verdict.sheets[0].options
    sheets = tuple(sheet.detail for sheet in verdict.sheets)
    read = tuple(reading_from_json(sheet.evidence.data) for sheet in verdict.sheets)
    return Q4Verdict(verdict.photo, sheets, options.lang, options.words, read=read)


def _figures(own: Judged) -> Figures:
    """The figures of a verdict. Where the circled score cannot be, the nearest that can counts."""
    from q4.board import CELLS
    from q4.record import BLACK
    from q4.sheet_document import grid_rows

    total = own.outcome.counted
    error = sum(doubt.p * abs(doubt.outcome.counted - total) for doubt in own.doubts)
    error += OTHER_REASON_ERROR if any(reason != "certainty" for reason in own.reasons) else 0.0
    return Figures(
        total=total,
        certainty=round(own.certainty, 4),
        expected_error=round(float(error), 4),
        reasons=own.reasons,
        doubts=_doubts(own),
        grid=tuple(grid_rows(own)),
        possible=tuple(likely_letters(own.glyphs[cell]) if cell in own.glyphs else BLACK for cell in range(CELLS)),
        claims=" ".join(map(str, own.sheet.circled)),
        claimed="" if own.outcome.claimed is None else str(own.outcome.claimed),
        empty=not own.sheet.letters,
        findings=len(own.findings),
        columns={"language": "en", "side": "", "rules": CODE, "bonus": 0},
    )


def _doubts(own: Judged) -> tuple[Doubt, ...]:
    return tuple(
        Doubt(
            doubt.kind,
            () if doubt.kind == "score" else doubt.place,
            doubt.now,
            doubt.other,
            round(doubt.p, 4),
            doubt.outcome.counted,
        )
        for doubt in own.doubts
    )


GAME = Q4Game()
