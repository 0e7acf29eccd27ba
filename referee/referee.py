"""The referee: photos and typed letters in, verdicts out."""

from collections.abc import Mapping
from dataclasses import replace

import lexicons
from referee.evidence import Evidence
from referee.judge import NO_ANSWERS, Answers, judge
from referee.options import Options
from referee.settings import Settings
from referee.verdict import PhotoVerdict
from scanner.readers import Reader
from scanner.values import Photo, Points
from scoring import Claims, Grid

SheetAnswers = Mapping[int, Answers]  # by the number of the sheet in its photo, from 1


class Referee:
    """Judges photos and typed grids. Holds one reader, loaded on first use; requests change nothing."""

    def __init__(self, reader: Reader | None = None, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._reader = reader

    @property
    def reader(self) -> Reader:
        """The reader of the letters."""
        if self._reader is None:
            from scanner.readers import make_reader

            self._reader = make_reader(self.settings.reader)
        return self._reader

    def photo(
        self,
        data: bytes,
        name: str,
        options: Options,
        corners: Points | None = None,
        answers: SheetAnswers | None = None,
    ) -> PhotoVerdict:
        """The verdict of every sheet in a photo; `corners` says where the grid is when a person showed it."""
        from scanner.pipeline import scan

        photo = self._decoded(data, name)
        scans = scan(photo, self.reader, corners)
        evidences = _spares_marked([Evidence.of_scan(found) for found in scans])
        by_sheet = answers or {}
        sheets = [
            judge(evidence, options, by_sheet.get(number, NO_ANSWERS), found)
            for number, (evidence, found) in enumerate(zip(evidences, scans, strict=True), start=1)
        ]
        return PhotoVerdict(photo, tuple(sheets), reader=self.settings.reader)

    def _decoded(self, data: bytes, name: str) -> Photo:
        from scanner.decode import decode

        limits = self.settings
        return decode(data, name, max_bytes=limits.max_megabytes * 10**6, max_pixels=limits.max_megapixels * 10**6)

    def grid(
        self, text: str, options: Options, claims: Claims | None = None, answers: Answers = NO_ANSWERS
    ) -> PhotoVerdict:
        """The verdict of typed letters."""
        language = options.lang if options.lang in lexicons.LANGUAGES else "en"
        grid = Grid.parse(text, fold=lambda row: lexicons.fold(row, language))
        return PhotoVerdict(None, (judge(Evidence.of_letters(grid, claims), options, answers),))


def _spares_marked(evidences: list[Evidence]) -> list[Evidence]:
    """The sheets of one photo; where some are filled, the empty ones are spare."""
    filled = any(not evidence.reading.empty for evidence in evidences)
    return [replace(evidence, spare=filled and evidence.reading.empty) for evidence in evidences]
