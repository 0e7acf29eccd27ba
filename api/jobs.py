"""The jobs of a worker: all slow work. Results are bytes, ready to send."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

import lexicons
from api.q4_answers import Q4AnswerIn, with_answers
from proof.keys import Signer
from q4.advice import advice_document, advise
from q4.games import Q4Verdict, best_order, judge_game
from q4.record import COMPETITIVE, Record
from q4.sheet_document import photo_document
from q4.sheet_reading import SheetReading
from q4.sheet_verdict import judge as judge_q4_sheet
from q4.stored_reading import reading_json
from q4.words import WordList, english, parse_words
from referee.judge import Answers
from referee.options import Options
from referee.referee import Referee
from referee.verdict import PhotoVerdict
from report import render
from report.document import document
from report.subject import Subject
from scanner.scan_errors import SheetNotFound
from scanner.values import Pixels, Sheet
from scoring import Rules
from scoring.improvements import Reached

FRAME_BYTES, FRAME_PIXELS = 400_000, 2_000_000  # of a camera's frame; 640 pixels take a tenth of it
JPEG_QUALITY = 80  # of the flattened sheet: letters stay crisp, some 60 kB a sheet


@dataclass(frozen=True)
class PhotoJob:
    """A photo to be judged. `corners`, if a person dragged them, are in pixels of the photo as displayed."""

    data: bytes
    name: str
    options: Options
    corners: tuple[tuple[float, float], ...] | None = None
    answers: Mapping[int, Answers] = field(default_factory=dict)  # by the number of the sheet, from 1
    texts: str | None = None  # language of the sentences
    game: str = "qwords"
    q4_answers: tuple[Q4AnswerIn, ...] = ()
    mode: str = COMPETITIVE  # of a Q4 table
    words: str = ""  # text of its list

    def listed(self) -> WordList:
        """The list of a Q4 table."""
        return parse_words(self.words, "list") if self.words.strip() else english()


@dataclass(frozen=True)
class Answer:
    """The body of an answer, with what the metrics want to know."""

    body: bytes
    sheets: int
    doubtful: int


class PhotoJobs:
    """One referee and the jobs it does for the service."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    def warm(self) -> dict[str, str]:
        """Load the reader and the word lists, and tell which reader it is."""
        self.load_words()
        reader = self.referee.reader
        return {"name": reader.name, "version": reader.version}

    def load_words(self) -> None:
        """Load the word lists of all languages."""
        for language in lexicons.LANGUAGES:
            lexicons.load(language)

    def scan(self, job: PhotoJob, pictures: bool) -> Answer:
        """The verdict of a photo as JSON; with pictures, each sheet also carries its flattened picture."""
        verdict = self._judge_game(job)
        if isinstance(verdict, Q4Verdict):
            found = verdict.document(job.texts)
            if pictures:
                for entry, own in zip(found["sheets"], verdict.sheets, strict=True):
                    entry |= q4_evidence(own.reading)
            doubtful = sum(own.needs_review for own in verdict.sheets)
            return Answer(json.dumps(found, ensure_ascii=False).encode(), len(verdict.sheets), doubtful)
        found = document(verdict, job.texts)
        if pictures:
            for entry, sheet in zip(found["sheets"], verdict.sheets, strict=True):
                entry["picture"] = picture(sheet.scan.sheet) if sheet.scan else None
        doubtful = sum(sheet.needs_review for sheet in verdict.sheets)
        return Answer(json.dumps(found, ensure_ascii=False).encode(), len(verdict.sheets), doubtful)

    def report(self, job: PhotoJob, suffix: str, subject: Subject, signer: Signer) -> bytes:
        """The evidence report of a photo, or of one of its sheets, as HTML or PDF."""
        verdict = self._judge_game(job)
        if isinstance(verdict, Q4Verdict):
            return render(_q4_answered(verdict, job, subject.sheet), suffix, job.texts, subject, signer)
        if subject.sheet is not None:
            verdict = replace(verdict, sheets=verdict.sheets[subject.sheet - 1 : subject.sheet])
            if not verdict.sheets:
                raise SheetNotFound(f"The photo has no sheet {subject.sheet}.")
        return render(verdict, suffix, job.texts, subject, signer)

    def _judge_game(self, job: PhotoJob) -> PhotoVerdict | Q4Verdict:
        """The verdict by the game asked for; corners and answers only exist for Qwords."""
        if job.corners or job.answers:
            return self._judge(job)
        return judge_game(self.referee, job.data, job.name, job.options, job.game, job.listed(), job.mode)

    def q4_sheet(self, reading: SheetReading, words: WordList, mode: str, texts: str) -> bytes:
        """The verdict of what was read on a Q4 sheet, as JSON."""
        verdict = judge_q4_sheet(reading, words, mode)
        found = photo_document(None, [verdict], texts, [best_order(verdict, words)])
        return json.dumps(found, ensure_ascii=False).encode()

    def q4_advice(self, record: Record, words: WordList) -> list[dict[str, Any]]:
        """What the coach says of a Q4 game."""
        return advice_document(advise(record, words))

    def frame(self, data: bytes) -> bytes:
        """Where the grids lie in a camera's frame, as JSON."""
        from api.camera_frame import grids_in
        from scanner.decode import decode

        photo = decode(data, "frame", max_bytes=FRAME_BYTES, max_pixels=FRAME_PIXELS)
        grids = [
            {
                "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in seen.lattice.corners],
                "light": round(seen.light, 3),
                "sharp": round(seen.sharp, 3),
            }
            for seen in grids_in(photo)
        ]
        return json.dumps({"width": photo.width, "height": photo.height, "grids": grids}).encode()

    def best_of_rolls(self, options: Options, language: str, rules: Rules) -> Reached:
        """The best sheet that a search finds within the rolls."""
        from scoring.improvements import best_of_rolls

        assert options.rolls
        return best_of_rolls(options.rolls, lexicons.load(language, options.policy, options.house), rules)

    def _judge(self, job: PhotoJob) -> PhotoVerdict:
        corners = np.array(job.corners, np.float32) if job.corners else None
        return self.referee.photo(job.data, job.name, job.options, corners, job.answers)


def picture(sheet: Sheet) -> dict[str, Any]:
    """The flattened sheet as a data URL, and where its grid lies in it."""
    return {**_picture(sheet.pixels), "pitch": sheet.pitch, "origin": list(sheet.origin)}


def _q4_answered(verdict: Q4Verdict, job: PhotoJob, number: int | None) -> Q4Verdict:
    """The sheet that a report is about, or all of them; answers are about that one, or the first."""
    sheets, read = list(verdict.sheets), [sheet.reading for sheet in verdict.sheets]
    if number is not None and number > len(sheets):
        raise SheetNotFound(f"The photo has no sheet {number}.")
    at = (number or 1) - 1
    sheets[at] = judge_q4_sheet(with_answers(sheets[at].reading, job.q4_answers), job.listed(), job.mode)
    shown = slice(None) if number is None else slice(at, at + 1)
    return replace(verdict, sheets=tuple(sheets[shown]), read=tuple(read[shown]))


def q4_evidence(reading: SheetReading) -> dict[str, Any]:
    """What was read on a Q4 sheet, so that it can be judged again, and its flat picture with where everything lies."""
    places = reading.places
    shown = {**_picture(places.picture), **places.boxes()} if places else None
    return {"evidence": reading_json(reading), "picture": shown}


def _picture(pixels: Pixels) -> dict[str, Any]:
    from report.pictures import data_url

    height, width = pixels.shape[:2]
    return {"url": data_url(pixels, JPEG_QUALITY), "width": width, "height": height}
