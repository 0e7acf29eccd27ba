"""A read sheet judged: what its dots claim, what any order of play allows, and how sure all of it is."""

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from q4.board import DOTS, Place, Run, neighbours_of, place_of
from q4.coach import open_words
from q4.record import COMPETITIVE, LETTER_SIDE
from q4.results import Remark
from q4.sheet_audit import REVIEWED, Claim, Outcome, Sheet, audit, claims_of, judge_sheet
from q4.sheet_reading import SheetReading
from q4.weigh import weigh
from scanner.values import Glyph

MARKED = 0.5
CERTAIN = 0.97  # from this probability on nobody needs to look; benchmarks/q4.py measures what passes wrongly
NOTED = 0.001  # probability from which on another reading is tried
MOST_TRIED = 8  # other readings that are tried, the likeliest first


@dataclass(frozen=True)
class Doubt:
    """Another reading that changes the outcome: what it is now, what it may be, how likely, and what follows."""

    kind: str  # letter, dot, cross, circle; score: which of several circles counts
    place: tuple[int, ...]
    now: str
    other: str
    p: float
    outcome: Outcome


@dataclass(frozen=True, eq=False)
class SheetVerdict:
    """Everything said of one finished sheet."""

    reading: SheetReading
    glyphs: dict[int, Glyph]  # with crossed-off letters weighed in
    sheet: Sheet
    outcome: Outcome
    claims: tuple[Claim, ...]
    unscored: tuple[tuple[str, Run], ...]
    findings: tuple[Remark, ...]
    read: float  # probability that the circled score is read right
    certainty: float  # the same, and that nothing doubtful changes whether it is proven
    doubts: tuple[Doubt, ...]
    reasons: tuple[str, ...]
    words: str

    @property
    def needs_review(self) -> bool:
        """Whether a person must look."""
        return bool(self.reasons)


def judge(reading: SheetReading, words: Container[str], mode: str = COMPETITIVE) -> SheetVerdict:
    """The verdict of a read sheet, by the rules of a competitive or a friendly table."""
    weighed = weigh(list(reading.letters.values()), "".join(reading.design.letter_grid), reading.crossed)
    glyphs = dict(zip(reading.letters, weighed.letters, strict=True))
    chances = replace(reading, crossed=weighed.crossed)
    sheet = Sheet(
        design=reading.design,
        letters={cell: glyph.symbol for cell, glyph in glyphs.items() if glyph.symbol.isalpha()},
        dots=sum(1 << dot for dot in range(DOTS) if reading.dots[dot] > MARKED),
        crossed=_places(weighed.crossed, LETTER_SIDE),
        blocks=_places(reading.blocks, LETTER_SIDE - 1),
        circled=tuple(int(number) for number in np.flatnonzero(reading.circled > MARKED)),
        has_scores=len(reading.circled) > 0,
        mode=mode,
    )
    outcome = judge_sheet(sheet, words)
    read, certainty, doubts = _doubts(sheet, outcome, glyphs, chances, words)
    claims, findings = claims_of(sheet, words), audit(sheet, outcome, words)
    reasons = ["unknown-print"] if reading.number is None else []
    reasons += ["certainty"] if certainty < CERTAIN else []
    reasons += [finding.code for finding in findings if finding.code in REVIEWED and finding.code not in reasons]
    return SheetVerdict(
        reading, glyphs, sheet, outcome, claims, tuple(open_words(sheet.letters, sheet.dots, words)), findings,
        read, certainty, doubts, tuple(dict.fromkeys(reasons)), getattr(words, "name", ""),
    )  # fmt: skip


def _doubts(
    sheet: Sheet, outcome: Outcome, glyphs: dict[int, Glyph], reading: SheetReading, words: Container[str]
) -> tuple[float, float, tuple[Doubt, ...]]:
    """How sure the circled score is, how sure that and what is proven of it, and the other readings that would change
    either, likeliest first."""
    others = sorted(_others(sheet, glyphs, reading), key=lambda item: -item[0])
    untried = sum(p for p, *_ in others[MOST_TRIED:])
    doubts, misread, risk = [], 0.0, untried
    for p, kind, place, now, other, changed in others[:MOST_TRIED]:
        result = judge_sheet(changed, words)
        misread += p if result.claimed != outcome.claimed else 0.0
        if (result.claimed, result.proven) != (outcome.claimed, outcome.proven):
            risk += p
            doubts.append(Doubt(kind, place, now, other, p, result))
    misread += sum(p for p, kind, *_ in others[MOST_TRIED:] if kind == "circle")
    if outcome.chained is False:  # no number of them is likelier than another
        shared = 1 / len(sheet.circled)
        for number in reversed(sheet.circled[:-1]):
            result = judge_sheet(replace(sheet, circled=(number,)), words)
            doubts.append(Doubt("score", (number,), str(outcome.claimed), str(number), shared, result))
    return max(0.0, 1 - misread), max(0.0, 1 - risk), tuple(doubts)


Other = tuple[float, str, tuple[int, ...], str, str, Sheet]


def _others(sheet: Sheet, glyphs: dict[int, Glyph], reading: SheetReading) -> list[Other]:
    """Every single other reading that is likely enough to be tried."""
    found: list[Other] = []
    for cell, glyph in glyphs.items():
        for symbol, p in glyph.ranking[1:]:
            if p > NOTED:
                letters = {at: letter for at, letter in sheet.letters.items() if at != cell}
                letters |= {cell: symbol} if symbol.isalpha() else {}
                found.append((p, "letter", place_of(cell), glyph.symbol, symbol, replace(sheet, letters=letters)))
    for dot, p in _unsure(reading.dots):
        places = sum((place_of(cell) for cell in neighbours_of(dot)), ())
        found.append((p, "dot", places, *_said(reading.dots[dot]), replace(sheet, dots=sheet.dots ^ 1 << dot)))
    for at, p in _unsure(reading.crossed):
        place = at // LETTER_SIDE + 1, at % LETTER_SIDE + 1
        changed = replace(sheet, crossed=sheet.crossed ^ {place})
        found.append((p, "cross", place, *_said(reading.crossed[at]), changed))
    for number, p in _unsure(reading.circled):
        circled = tuple(sorted(set(sheet.circled) ^ {number}))
        found.append((p, "circle", (number,), *_said(reading.circled[number]), replace(sheet, circled=circled)))
    return found


def _unsure(chances: Any) -> list[tuple[int, float]]:
    """Which marks may be otherwise, and how likely that is."""
    other = np.minimum(chances, 1 - chances)
    return [(int(at), float(other[at])) for at in np.flatnonzero(other > NOTED)]


def _said(p: float) -> tuple[str, str]:
    return ("marked", "open") if p > MARKED else ("open", "marked")


def _places(chances: Any, side: int) -> frozenset[Place]:
    return frozenset((int(at) // side + 1, int(at) % side + 1) for at in np.flatnonzero(chances > MARKED))
