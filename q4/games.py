"""Which game a photo shows, and its verdict by that game's rules."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from q4.words import WordList, english
from referee.options import Options
from referee.referee import Referee
from referee.verdict import PhotoVerdict
from scanner.scan_errors import SheetNotFound
from scanner.values import Photo
from texts import FALLBACK, text

if TYPE_CHECKING:
    from q4.sheet_reading import SheetReading
    from q4.sheet_verdict import SheetVerdict

GAMES = ("auto", "qwords", "q4")


@dataclass(frozen=True, eq=False)
class Q4Verdict:
    """A photo of a finished Q4 sheet and what is said of it."""

    photo: Photo
    sheet: "SheetVerdict"
    language: str = FALLBACK  # of the sentences
    words: WordList | None = None  # for the coach; None: nobody asks it
    read: "SheetReading | None" = None  # before people said anything, where they did

    @property
    def needs_review(self) -> bool:
        """Whether a person must look."""
        return self.sheet.needs_review

    def document(self, language: str | None = None) -> dict[str, Any]:
        """The verdict as JSON."""
        from q4.sheet_document import sheet_document

        return sheet_document(self.photo, self.sheet, language or self.language, self.best_order)

    @cached_property
    def best_order(self) -> int | None:
        """The most that these letters in these cells allow in another order of play, what was used again taken off."""
        return best_order(self.sheet, self.words) if self.words else None

    def text(self, language: str | None = None) -> str:
        """The verdict for people."""
        from q4.sheet_document import render_sheet

        said = render_sheet(self.photo.name, self.sheet, language or self.language)
        return f"{said}\n  - {self.hindsight(language)}" if self.best_order is not None else said

    def hindsight(self, language: str | None = None) -> str:
        """What the coach says, as a sentence."""
        parts = {"name": self.photo.name, "points": self.best_order}
        return text("q4.text.best-order", language or self.language, **parts)


def best_order(sheet: "SheetVerdict", words: WordList) -> int:
    """The most that the letters of a sheet allow, what was used again taken off."""
    from q4.coach import hindsight

    return hindsight(sheet.sheet.letters, sheet.sheet.design, words) - sheet.outcome.penalty


def judge_game(
    referee: Referee, data: bytes, name: str, options: Options, game: str = "auto", words: WordList | None = None
) -> PhotoVerdict | Q4Verdict:
    """The verdict by the game asked for; where none is, Q4 is tried if Qwords is not certain of its own sheet.

    The checksum of a Q4 sheet's number tells that it is one; of other prints both grids, where Qwords sees no sheet.
    """
    from q4.find import find, first_look
    from q4.other_prints import find_grids
    from scanner.decode import decode

    if game == "q4":
        return judge_q4(referee, data, name, words, options.lang)
    try:
        verdict = referee.photo(data, name, options)
    except SheetNotFound:
        if game == "qwords" or not (find(photo := decode(data, name)) or all(find_grids(photo))):
            raise
        return judge_q4(referee, data, name, words, options.lang)
    if game == "qwords" or not verdict.needs_review or verdict.photo is None or first_look(verdict.photo) is None:
        return verdict
    return judge_q4(referee, data, name, words, options.lang)


def judge_q4(
    referee: Referee, data: bytes, name: str, words: WordList | None = None, language: str = FALLBACK
) -> Q4Verdict:
    """The verdict of a Q4 sheet."""
    from q4.sheet_reading import read_sheet
    from q4.sheet_verdict import judge
    from scanner.decode import decode

    limits = referee.settings
    photo = decode(data, name, max_bytes=limits.max_megabytes * 10**6, max_pixels=limits.max_megapixels * 10**6)
    words = words or english()
    return Q4Verdict(photo, judge(read_sheet(photo, referee.reader), words), language, words)
