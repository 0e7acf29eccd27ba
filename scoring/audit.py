"""What the player wrote against what the letters are worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.grid import SIZE
from scoring.rules import possible_totals
from scoring.score import Scorecard, ScoredLine
from scoring.scoring_errors import BadClaims

NOTHING = ("",) * SIZE


@dataclass(frozen=True)
class Claims:
    """What the player wrote: text as it stands, "" for nothing, "-" for a dash; bonus None where it cannot be told."""

    rows: tuple[str, ...] = NOTHING
    columns: tuple[str, ...] = NOTHING
    bonus: bool | None = None
    total: str = ""

    def __post_init__(self) -> None:
        if len(self.rows) != SIZE or len(self.columns) != SIZE:
            raise BadClaims(f"{len(self.rows)} rows and {len(self.columns)} columns are claimed instead of five each.")


@dataclass(frozen=True)
class Finding:
    """One difference between claim and score: what a sentence for the player needs, in no language."""

    kind: str  # sum, points, missed, invalid, bonus, impossible, rolls
    where: str  # like "row 3", "column 5", "bonus", "total", "letters"
    claimed: str
    computed: str
    sentence: str  # which sentence says it
    values: Mapping[str, Any] = field(default_factory=dict)  # what goes into the sentence: numbers, words, letters
    hinges: tuple[tuple[int, int, str], ...] = ()  # row, column and other letter that alone would clear it


def audit(card: Scorecard, claims: Claims) -> tuple[Finding, ...]:
    """Every place where the player's figures differ from the scorecard: lines, then bonus, then total."""
    claimed = (*claims.rows, *claims.columns)
    pairs = tuple(zip(card.lines, claimed, strict=True))
    lines = [found for line, text in pairs if (found := _line_finding(card, line, text))]
    bonus = _bonus_finding(card, claims.bonus)
    before = [*lines, bonus] if bonus else lines
    total = _total_finding(card, claims, before)
    return (*before, total) if total else tuple(before)


def _number(claimed: str) -> int | None:
    """The points that a text means: a dash is 0; None where it is not a number."""
    return 0 if claimed == "-" else int(claimed) if claimed.isascii() and claimed.isdecimal() else None


def _line_finding(card: Scorecard, line: ScoredLine, claimed: str) -> Finding | None:
    """What is wrong with the points written for a line, if anything is written."""
    points = _number(claimed)
    if claimed == "" or points == line.points:
        return None
    kind, sentence, shorter = _line_case(card, line, points)
    values = {
        "axis": line.line.axis,
        "index": line.line.index,
        "line": line.line.letters,
        "word": line.word or "",
        "points": line.points,
        "doubled": line.doubled,
        "shorter": shorter,
        "length": _length(card, line, points),
        "values": tuple(card.rules.values(line.line.index)),
    }
    return Finding(kind, line.line.name, claimed, str(line.points), sentence, values)


def _line_case(card: Scorecard, line: ScoredLine, points: int | None) -> tuple[str, str, tuple[str, ...]]:
    """The kind of a line's mistake, its sentence, and the shorter words that the claimed points would fit."""
    if line.doubled and points and points * 2 == line.points:
        return "points", "undoubled", ()
    if points is None or points not in card.rules.values(line.line.index):
        return "impossible", "impossible" if line.word else "impossible-none", ()
    if line.word is None:
        return "invalid", "invalid", ()
    if points == 0:
        return "missed", "missed", ()
    length = _length(card, line, points)
    fitting = tuple(dict.fromkeys(found.word for found in line.candidates if len(found.word) == length))
    return ("missed", "longer", fitting) if fitting else ("points", "points", ())


def _length(card: Scorecard, line: ScoredLine, points: int | None) -> int | None:
    """The length of a word that is worth so many points in this line."""
    factor = card.rules.factor(line.line.index)
    lengths = {value * factor: length for length, value in enumerate(card.rules.points)}
    return None if points is None else lengths.get(points)


def _bonus_finding(card: Scorecard, claimed: bool | None) -> Finding | None:
    """A bonus that was claimed without being earned, or struck although it was."""
    if claimed is None or claimed == (card.bonus > 0):
        return None
    wordless = tuple((line.line.axis, line.line.index) for line in card.lines if line.word is None)
    sentence = "bonus-claimed" if claimed else "bonus-struck"
    values = {"lines": wordless, "points": card.rules.full_house}
    return Finding("bonus", "bonus", str(card.rules.full_house) if claimed else "0", str(card.bonus), sentence, values)


def _total_finding(card: Scorecard, claims: Claims, before: list[Finding]) -> Finding | None:
    """A total that is not right: impossible, added up wrongly, or following from what was wrong before."""
    total = _number(claims.total)
    if claims.total == "" or total == card.total:
        return None
    own = _own_sums(card, claims)
    if total is None:
        kind, sentence = "impossible", "total-unreadable"
    elif total not in possible_totals(card.rules):
        kind, sentence = "impossible", "total-impossible"
    elif total in own:
        kind, sentence = max(before, key=_weight).kind, "follows"
    else:
        kind, sentence = "sum", "sum" if own[0] == card.total else "sum-and-right"
    values = {"own": own[0], "right": card.total}
    return Finding(kind, "total", claims.total, str(card.total), sentence, values)


def _own_sums(card: Scorecard, claims: Claims) -> tuple[int, ...]:
    """The sum of the player's own figures; where nothing legible is written, the correct points are used."""
    points = [
        line.points if (number := _number(text)) is None else number
        for line, text in zip(card.lines, (*claims.rows, *claims.columns), strict=True)
    ]
    if claims.bonus is not None:
        return (sum(points) + card.rules.full_house * claims.bonus,)
    # Whether the player counted the bonus is unknown: their own lines decide first, then the scorecard.
    return tuple(dict.fromkeys((sum(points) + card.rules.full_house * all(points), sum(points) + card.bonus)))


def _weight(finding: Finding) -> int:
    """How many points a finding moves."""
    return abs(int(finding.computed) - (_number(finding.claimed) or 0))
