"""Which game a photo shows, and its verdict by that game's rules."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from q4.record import COMPETITIVE
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
    """A photo of finished Q4 sheets and what is said of them."""

    photo: Photo
    sheets: tuple["SheetVerdict", ...]
    language: str = FALLBACK  # of the sentences
    words: WordList | None = None  # for the coach; None: nobody asks it
    read: "tuple[SheetReading, ...]" = ()  # before people said anything, where they did

    @property
    def needs_review(self) -> bool:
        """Whether a person must look."""
        return any(sheet.needs_review for sheet in self.sheets)

    def document(self, language: str | None = None) -> dict[str, Any]:
        """The verdict as JSON."""
        from q4.sheet_document import photo_document

        return photo_document(self.photo, self.sheets, language or self.language, self.best_orders)

    @cached_property
    def best_orders(self) -> tuple[int | None, ...]:
        """The most that the letters of each sheet allow in another order of play, what was used again taken off."""
        return tuple(best_order(sheet, self.words) if self.words else None for sheet in self.sheets)

    def text(self, language: str | None = None) -> str:
        """The verdict for people."""
        from q4.sheet_document import render_sheet

        said = (render_sheet(self.photo.name, sheet, language or self.language) for sheet in self.sheets)
        hindsight = (f"\n  - {line}" if line else "" for line in self.hindsight(language))
        return "\n\n".join(one + more for one, more in zip(said, hindsight, strict=True))

    def hindsight(self, language: str | None = None) -> tuple[str, ...]:
        """What the coach says of each sheet, as a sentence."""
        name, chosen = self.photo.name, language or self.language
        return tuple(
            "" if best is None else text("q4.text.best-order", chosen, name=name, points=best)
            for best in self.best_orders
        )


def best_order(sheet: "SheetVerdict", words: WordList) -> int:
    """The most that the letters of a sheet allow, what was used again taken off."""
    from q4.coach import hindsight

    return hindsight(sheet.sheet.letters, sheet.sheet.design, words) - sheet.outcome.penalty


def judge_game(
    referee: Referee,
    data: bytes,
    name: str,
    options: Options,
    game: str = "auto",
    words: WordList | None = None,
    mode: str = COMPETITIVE,
) -> PhotoVerdict | Q4Verdict:
    """The verdict by the game asked for; where none is, Q4 is tried if Qwords is not certain of its own sheet.

    The checksum of a Q4 sheet's number tells that it is one; of other prints both grids, where Qwords sees no sheet.
    """
    from q4.find import find, first_look
    from q4.other_prints import find_grids
    from scanner.decode import decode

    if game == "q4":
        return judge_q4(referee, data, name, words, options.lang, mode)
    try:
        verdict = referee.photo(data, name, options)
    except SheetNotFound:
        if game == "qwords" or not (find(photo := decode(data, name)) or all(find_grids(photo))):
            raise
        return judge_q4(referee, data, name, words, options.lang, mode)
    if game == "qwords" or not verdict.needs_review or verdict.photo is None or first_look(verdict.photo) is None:
        return verdict
    return judge_q4(referee, data, name, words, options.lang, mode)


def judge_q4(
    referee: Referee,
    data: bytes,
    name: str,
    words: WordList | None = None,
    language: str = FALLBACK,
    mode: str = COMPETITIVE,
) -> Q4Verdict:
    """The verdict of the Q4 sheets in a photo."""
    from q4.sheet_reading import read_sheets
    from q4.sheet_verdict import judge
    from scanner.decode import decode

    limits = referee.settings
    photo = decode(data, name, max_bytes=limits.max_megabytes * 10**6, max_pixels=limits.max_megapixels * 10**6)
    words = words or english()
    sheets = tuple(judge(one, words, mode) for one in read_sheets(photo, referee.reader))
    return Q4Verdict(photo, sheets, language, words)
