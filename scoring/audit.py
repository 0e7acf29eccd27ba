"""What the player wrote against what the letters are worth."""

from dataclasses import dataclass

from scoring.errors import BadClaims
from scoring.grid import SIZE
from scoring.phrases import Phrases, phrases
from scoring.rules import possible_totals
from scoring.score import Scorecard, ScoredLine

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
    """One difference between claim and score, with a sentence for the player."""

    kind: str  # sum, points, missed, invalid, bonus, impossible, rolls
    where: str  # like "row 3", "column 5", "bonus", "total", "letters"
    claimed: str
    computed: str
    text: str


def audit(card: Scorecard, claims: Claims, language: str) -> tuple[Finding, ...]:
    """Every place where the player's figures differ from the scorecard: lines, then bonus, then total."""
    tongue = phrases(language)
    claimed = (*claims.rows, *claims.columns)
    pairs = tuple(zip(card.lines, claimed, strict=True))
    lines = [found for line, text in pairs if (found := _line_finding(card, line, text, tongue))]
    bonus = _bonus_finding(card, claims.bonus, tongue)
    before = [*lines, bonus] if bonus else lines
    total = _total_finding(card, claims, before, tongue)
    return (*before, total) if total else tuple(before)


def _number(claimed: str) -> int | None:
    """The points that a text stands for: a dash is 0; None where it is not a number."""
    return 0 if claimed == "-" else int(claimed) if claimed.isascii() and claimed.isdecimal() else None


def _line_finding(card: Scorecard, line: ScoredLine, claimed: str, tongue: Phrases) -> Finding | None:
    """What is wrong with the points written for a line, if anything is written."""
    points = _number(claimed)
    if claimed == "" or points == line.points:
        return None
    kind, sentence, shorter = _line_case(card, line, points)
    text = tongue.say(
        sentence,
        place=tongue.place(line.line.axis, line.line.index),
        said=tongue.said(claimed),
        line=line.line.letters,
        worth=tongue.worth(line.word or "", line.points, line.doubled),
        points=tongue.points(line.points),
        shorter=tongue.one_of(shorter),
        length=_length(card, line, points),
        values=tongue.one_of([str(value) for value in card.rules.values(line.line.index)]),
    )
    return Finding(kind, line.line.name, claimed, str(line.points), text)


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


def _bonus_finding(card: Scorecard, claimed: bool | None, tongue: Phrases) -> Finding | None:
    """A bonus that was claimed without being earned, or struck although it was."""
    if claimed is None or claimed == (card.bonus > 0):
        return None
    wordless = [tongue.place(line.line.axis, line.line.index) for line in card.lines if line.word is None]
    sentence = "bonus-claimed" if claimed else "bonus-struck"
    text = tongue.say(sentence, lines=tongue.all_of(wordless), points=tongue.points(card.rules.full_house))
    return Finding("bonus", "bonus", str(card.rules.full_house) if claimed else "0", str(card.bonus), text)


def _total_finding(card: Scorecard, claims: Claims, before: list[Finding], tongue: Phrases) -> Finding | None:
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
    parts = {"claimed": claims.total, "own": tongue.points(own[0]), "right": tongue.points(card.total)}
    return Finding(kind, "total", claims.total, str(card.total), tongue.say(sentence, **parts))


def _own_sums(card: Scorecard, claims: Claims) -> tuple[int, ...]:
    """What the player's own figures add up to; the right points stand in where nothing legible is written."""
    points = [
        line.points if (number := _number(text)) is None else number
        for line, text in zip(card.lines, (*claims.rows, *claims.columns), strict=True)
    ]
    if claims.bonus is not None:
        return (sum(points) + card.rules.full_house * claims.bonus,)
    # Whether the player counted the bonus is not known: their own lines tell first, the scorecard second.
    return tuple(dict.fromkeys((sum(points) + card.rules.full_house * all(points), sum(points) + card.bonus)))


def _weight(finding: Finding) -> int:
    """How many points a finding moves."""
    return abs(int(finding.computed) - (_number(finding.claimed) or 0))
