"""A photo of a Q4 sheet with what is said of it."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from q4.words import WordList
from scanner.values import Photo
from texts import FALLBACK, text

if TYPE_CHECKING:
    from q4.sheet_verdict import SheetVerdict


@dataclass(frozen=True, eq=False)
class Q4Verdict:
    """A photo of a finished Q4 sheet and what is said of it."""

    photo: Photo
    sheet: "SheetVerdict"
    language: str = FALLBACK  # of the sentences
    words: WordList | None = None  # for the coach; None: nobody asks it

    @property
    def needs_review(self) -> bool:
        """Whether a person must look."""
        return self.sheet.needs_review

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
