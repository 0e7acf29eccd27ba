"""Letters and rules to an itemized total."""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from scoring.grid import SIZE, Grid, Line
from scoring.line_words import NOT_KNOWN, Candidate, Judged, judge
from scoring.rules import Rules


@dataclass(frozen=True)
class ScoredLine:
    """A line, the word that scores in it, its points (doubling included), and all valid words, longest first."""

    line: Line
    word: str | None
    start: int | None
    points: int
    doubled: bool
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class Scorecard:
    """The ten scored lines of a grid (rows first), the bonus and the total."""

    grid: Grid
    rules: Rules
    lines: tuple[ScoredLine, ...]
    bonus: int
    total: int

    @property
    def rows(self) -> tuple[ScoredLine, ...]:
        """The five rows from top to bottom."""
        return self.lines[:SIZE]

    @property
    def columns(self) -> tuple[ScoredLine, ...]:
        """The five columns from left to right."""
        return self.lines[SIZE:]


def score(grid: Grid, lexicon: Container[str], rules: Rules, common: Mapping[str, float] = NOT_KNOWN) -> Scorecard:
    """The scorecard of a grid: the longest valid word of each line (of several the commonest), bonus and total."""
    lines = tuple(_scored(judge(line, lexicon, common), rules) for line in grid.lines)
    bonus = rules.full_house if all(line.word for line in lines) else 0
    return Scorecard(grid, rules, lines, bonus, sum(line.points for line in lines) + bonus)


def _scored(judged: Judged, rules: Rules) -> ScoredLine:
    """A judged line with its points."""
    factor = rules.factor(judged.line.index)
    points = rules.points[len(judged.word or "")] * factor
    return ScoredLine(judged.line, judged.word, judged.start, points, factor > 1, judged.candidates)
