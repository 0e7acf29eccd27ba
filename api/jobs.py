"""The jobs of a worker: all slow work. Results are bytes, ready to send."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

import lexicons
from proof.keys import Signer
from q4.advice import advice_document, advise
from q4.record import Record
from q4.words import WordList
from referee import games
from referee.options import Options
from referee.referee import Referee
from referee.values import Answer as Said
from referee.values import Evidence, PhotoVerdict
from report.subject import Subject
from scanner.scan_errors import SheetNotFound
from scoring import Rules
from scoring.improvements import Reached

FRAME_BYTES, FRAME_PIXELS = 400_000, 2_000_000  # of a camera's frame; 640 pixels take a tenth of it


@dataclass(frozen=True)
class PhotoJob:
    """A photo to be judged. `corners`, if a person dragged them, are in pixels of the photo as displayed."""

    data: bytes
    name: str
    chosen: Mapping[str, str]
    game: str
    corners: tuple[tuple[float, float], ...] | None = None
    answers: Mapping[int, tuple[Said, ...]] = field(default_factory=dict)  # by the number of the sheet, from 1
    texts: str | None = None  # language of the sentences


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
        """The verdict of a photo as JSON; with pictures, each sheet also carries its flattened picture and evidence."""
        verdict = self._judge(job)
        found = verdict.game.document(verdict, job.texts)
        if pictures:
            for entry, sheet in zip(found["sheets"], verdict.sheets, strict=True):
                entry.setdefault("evidence", sheet.evidence.data)
                entry["picture"] = verdict.game.picture(sheet)
        doubtful = sum(sheet.needs_review for sheet in verdict.sheets)
        return Answer(json.dumps(found, ensure_ascii=False).encode(), len(verdict.sheets), doubtful)

    def report(self, job: PhotoJob, suffix: str, subject: Subject, signer: Signer) -> bytes:
        """The evidence report of a photo, or of one of its sheets, as HTML or PDF."""
        verdict = self._judge(job)
        if subject.sheet is not None:
            verdict = replace(verdict, sheets=verdict.sheets[subject.sheet - 1 : subject.sheet])
            if not verdict.sheets:
                raise SheetNotFound(f"The photo has no sheet {subject.sheet}.")
        return verdict.game.report(verdict, suffix, job.texts, subject, signer)

    def again(self, evidence: Evidence, answers: tuple[Said, ...], chosen: Mapping[str, str]) -> bytes:
        """The verdict of what was read on a sheet before, as JSON."""
        playing = games.game(evidence.game)
        sheet = playing.judge(evidence, playing.options(chosen), answers)
        found = playing.document(PhotoVerdict(playing, None, (sheet,)), chosen["lang"])
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
        return games.judge_photo(self.referee, job.data, job.name, job.chosen, job.game, corners, job.answers)
