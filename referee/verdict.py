"""The values of a verdict: what is said of one sheet, and of one photo."""

from dataclasses import dataclass

from lexicons import Entry
from referee.answers import Answers
from referee.evidence import Evidence
from referee.options import Options
from referee.settings import Settings
from referee.values import Context
from scanner.values import Glyph, Photo, Scan
from scoring import Claims, Finding, Rules, Scorecard

LETTER, SIDE, LANGUAGE = "letter", "side", "language"  # kinds of doubts


@dataclass(frozen=True)
class Doubt:
    """Another letter, side or language that would change the total: what it is now, what it may be, the total then.

    Only a doubt about a letter has a row and a column, from 1. `alike` are other cells that may be asked in the same
    question.
    """

    kind: str
    row: int | None
    column: int | None
    letter: str
    other: str
    p: float
    total_if: int
    alike: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class LanguageFit:
    """What a sheet is worth in a language, and how likely it was played in it."""

    language: str
    total: int
    p: float


@dataclass(frozen=True)
class CountedAs:
    """A letter whose shape and hand say little for it, and what it would be without what else was weighed."""

    row: int
    column: int
    letter: str
    other: str
    words: tuple[str, ...]  # the scored words that it stands in


@dataclass(frozen=True)
class Unweighed:
    """What the letters' shapes alone say, where other evidence has shifted a doubtful letter."""

    by: tuple[str, ...]  # "words", "hand", "claims", "rolls", "neighbours"
    grid: tuple[str, ...]
    total: int


@dataclass(frozen=True)
class Disputed:
    """A word that a table may decide otherwise, and the total if it does."""

    word: str
    line: str  # like "column 3"
    total: int


@dataclass(frozen=True, eq=False)
class SheetVerdict:
    """Everything said of one sheet; built by `judge` alone. `scan` lends its pictures where there is a photo."""

    evidence: Evidence
    options: Options  # as the table asked
    answers: Answers
    context: Context
    language: str
    languages: tuple[LanguageFit, ...]  # the likeliest first
    policy: str
    side: str | None
    side_p: float
    rules: Rules
    card: Scorecard
    entries: dict[str, Entry]  # why each scored word is valid
    rating: int  # the step of the solo game's title, 0 to 11
    claims: Claims | None
    findings: tuple[Finding, ...]
    certainty: float
    totals: tuple[tuple[int, float], ...]
    doubts: tuple[Doubt, ...]
    reasons: tuple[str, ...]  # why a person must look, as codes
    joker_crossed: bool | None
    empty: bool
    glyphs: tuple[Glyph, ...]  # the rankings that the total rests on
    unweighed: Unweighed | None
    counted_as: tuple[CountedAs, ...]  # letters that words or claims carry more than their shapes
    notes: tuple[str, ...]  # what the weighing lacked, as codes
    disputable: tuple[Disputed, ...]  # scored names that few know: the total without each
    allowable: tuple[Disputed, ...]  # words the list refused but a table might allow: the total with each
    scan: Scan | None = None

    @property
    def needs_review(self) -> bool:
        """Whether a person must look at this sheet."""
        return bool(self.reasons)

    @property
    def language_p(self) -> float:
        """How likely the sheet was played in the language it was judged in."""
        return next(fit.p for fit in self.languages if fit.language == self.language)

    @property
    def other_language(self) -> LanguageFit:
        """The language that is meant where the language is in doubt: one that gives another total, if any does."""
        others = [fit for fit in self.languages if fit.language != self.language] or [*self.languages]
        return next((fit for fit in others if fit.total != self.card.total), others[0])


@dataclass(frozen=True, eq=False)
class PhotoVerdict:
    """The verdicts of all sheets in one photo, or of typed letters (then without a photo)."""

    photo: Photo | None
    sheets: tuple[SheetVerdict, ...]
    notes: tuple[str, ...] = ()  # what people said of it, in sentences, for the report
    reader: str = Settings.reader  # what read the letters

    @property
    def needs_review(self) -> bool:
        """Whether a human must look at any sheet."""
        return any(sheet.needs_review for sheet in self.sheets)
