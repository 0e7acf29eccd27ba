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
from scanner.values import Photo, Points, Scan
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
        photo, by_sheet = self.decoded(data, name), answers or {}
        sheets = [
            judge(evidence, options, by_sheet.get(number, NO_ANSWERS), scan)
            for number, (evidence, scan) in enumerate(read_sheets(photo, self.reader, corners), start=1)
        ]
        return PhotoVerdict(photo, tuple(sheets), reader=self.settings.reader)

    def decoded(self, data: bytes, name: str) -> Photo:
        """The picture of a photo, within the limits of size."""
        from scanner.decode import decode

        limits = self.settings
        return decode(data, name, max_bytes=limits.max_megabytes * 10**6, max_pixels=limits.max_megapixels * 10**6)

    def grid(
        self, text: str, options: Options, claims: Claims | None = None, answers: Answers = NO_ANSWERS
    ) -> PhotoVerdict:
        """The verdict of typed letters."""
        return PhotoVerdict(None, (judge(typed_letters(text, options, claims), options, answers),))


def typed_letters(text: str, options: Options, claims: Claims | None = None) -> Evidence:
    """The evidence of letters that someone typed, in the spelling of their language."""
    language = options.lang if options.lang in lexicons.LANGUAGES else "en"
    return Evidence.of_letters(Grid.parse(text, fold=lambda row: lexicons.fold(row, language)), claims)


def read_sheets(photo: Photo, reader: Reader, corners: Points | None = None) -> list[tuple[Evidence, Scan]]:
    """Every sheet of a photo with where it was seen; where some are filled, the empty ones are spare."""
    from scanner.pipeline import scan

    scans = scan(photo, reader, corners)
    found = [Evidence.of_scan(one) for one in scans]
    filled = any(not evidence.reading.empty for evidence in found)
    found = [replace(evidence, spare=filled and evidence.reading.empty) for evidence in found]
    return list(zip(found, scans, strict=True))
