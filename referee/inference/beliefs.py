"""What goes into the inference, and what comes out of it."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from lexicons import LANGUAGES
from referee.inference.hand import Pair
from scanner.values import Glyph, Reading
from scoring import RollLog

AUTO = "auto"
Totals = tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class Seen:
    """A sheet as it was read. `alike`: pairs of cells, from 0, with the probability that they hold one letter."""

    reading: Reading
    side: str | None = None
    side_p: float = 1.0
    alike: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class Table:
    """What a table has chosen. `words` gives the list in force in a language: it decides what counts, not what is read.

    `languages` are those that a sheet may be in; `language`, `side` and `rules` may be left to the sheet by "auto".
    """

    words: Callable[[str], Container[str]]
    language: str = AUTO
    side: str = AUTO
    rules: str = AUTO
    rolls: RollLog | None = None
    languages: tuple[str, ...] = LANGUAGES


@dataclass(frozen=True)
class Told:
    """What people said of a sheet: letters by cell from 0, the side, the language."""

    cells: Mapping[int, str] = field(default_factory=dict)
    side: str | None = None
    language: str | None = None


@dataclass(frozen=True)
class Doubt:
    """Another reading that would change the total; `kind` is letter, side or language.

    `value` is how certain the total is on average once this is answered; `alike` are cells, from 0, that may be asked
    in the same question.
    """

    kind: str
    cell: int | None
    letter: str
    other: str
    p: float
    total_if: int
    value: float
    alike: tuple[int, ...] = ()


@dataclass(frozen=True)
class Weighed:
    """A letter that counts although its shape, and its like elsewhere in this hand, say little for it.

    `support` is how likely these alone give the total or a higher one, `gain` what the letter brings against the
    likeliest reading that gives less.
    """

    cell: int
    letter: str
    other: str
    support: float
    gain: int


@dataclass(frozen=True)
class Hypothesis:
    """A language and the rules of a side, how likely the sheet was played so, and its likeliest total then."""

    language: str
    rules: str
    p: float
    total: int


@dataclass(frozen=True, eq=False)
class Posterior:
    """What is believed of a sheet."""

    language: str
    rules: str
    grid: tuple[str, ...]  # the likeliest grid with the likeliest total
    total: int
    certainty: float  # probability that the total is right: letters, language and side together
    totals: Totals
    letters: tuple[Glyph, ...]  # every symbol of each cell, with its probability
    doubts: tuple[Doubt, ...]  # the question that settles most comes first
    hypotheses: tuple[Hypothesis, ...]  # the likeliest first
    weighed_by: tuple[str, ...]  # words, hand, claims, rolls, neighbours
    unweighed: tuple[str, ...]  # the letters by shape alone
    unweighed_total: int
    weighed: tuple[Weighed, ...]  # letters that count for more than their shape says, the least supported first
    notes: tuple[str, ...] = ()  # what was missing, as codes: no-vocabulary, cut-short
