"""A photo of a Q4 sheet with what is said of it."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from q4.words import WordList
from scanner.values import Photo
from texts import FALLBACK, text

if TYPE_CHECKING:
    from q4.sheet_reading import SheetReading
    from q4.sheet_verdict import SheetVerdict


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
