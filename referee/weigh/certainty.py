"""How sure the total is, over letters and side together, and which questions would settle it."""

from collections.abc import Sequence
from dataclasses import dataclass

from lexicons import Lexicon, frequencies
from scanner.values import Glyph
from scoring import PROFESSIONAL, STANDARD, Doubt, Grid, Rules, Scorecard, certainty, score
from scoring.questions import certainty_after_asking

Ranking = tuple[tuple[str, float], ...]
TAIL = 1e-4  # mass of readings that may be left out
UNLIKELY = 0.02  # probability of the other side below which only its best total is looked at
WORTH_ASKING = 2e-3  # probability of another reading below which nobody is asked about it
FEWEST, MANY = 3, 0.01  # doubts named even so, where small doubts add up to this much
MOST_DOUBTS = 25  # more questions than cells help nobody


@dataclass(frozen=True, eq=False)
class Judgement:
    """The most probable scorecard, with the distribution of totals around it."""

    card: Scorecard
    glyphs: tuple[Glyph, ...]
    certainty: float
    totals: tuple[tuple[int, float], ...]
    doubts: tuple[Doubt, ...]


def weigh(glyphs: Sequence[Glyph], lexicon: Lexicon, rules: Rules, other_p: float) -> Judgement:
    """Score the most probable letters under `rules`, and weigh every other outcome.

    `other_p` is the probability that the sheet's other side, and so the other rules, are in force.
    """
    rankings = [glyph.ranking for glyph in glyphs]
    here = certainty(rankings, lexicon, rules, TAIL)
    card = score(Grid.of(glyph.symbol for glyph in glyphs), lexicon, rules, frequencies(lexicon.language))
    # Two letters at once are asked about only where no letter alone would change the total.
    doubtful = sorted(here.doubts, key=lambda doubt: -doubt.p)
    likely = [doubt for doubt in doubtful if doubt.p >= WORTH_ASKING] or doubtful[: FEWEST if here.p < 1 - MANY else 0]
    doubts = [doubt for doubt in likely if not doubt.also] or likely
    totals = dict(here.totals)
    if other_p > 0:
        other_rules = STANDARD if rules.doubled else PROFESSIONAL
        other_total = score(card.grid, lexicon, other_rules).total
        # A side that is hardly in doubt is not worth a second look at all readings.
        there = certainty(rankings, lexicon, other_rules, TAIL).totals if other_p > UNLIKELY else ((other_total, 1.0),)
        totals = {total: p * (1 - other_p) for total, p in totals.items()}
        for total, p in there:
            totals[total] = totals.get(total, 0.0) + p * other_p
        if other_total != card.total and other_p >= WORTH_ASKING:
            names = ("A", "B") if other_rules.doubled else ("B", "A")
            doubts.append(Doubt(None, None, *names, other_p, other_total))
    ordered = tuple(sorted(totals.items(), key=lambda item: (-item[1], item[0])))
    if len(doubts) > 1:
        doubts = _most_settling_first(doubts, rankings, lexicon, rules)
    return Judgement(card, tuple(glyphs), totals.get(card.total, 0.0), ordered, tuple(doubts[:MOST_DOUBTS]))


def _most_settling_first(
    doubts: Sequence[Doubt], rankings: Sequence[Ranking], lexicon: Lexicon, rules: Rules
) -> list[Doubt]:
    """The questions in the order in which to ask: first the one whose answer leaves the total most certain.

    The side comes first where it is in doubt: it changes the points of many lines at once.
    """
    settled = certainty_after_asking(rankings, lexicon, rules)

    def key(doubt: Doubt) -> tuple[float, float]:
        if doubt.row is None or doubt.column is None:
            return -1.0 - doubt.p, 0.0
        return -settled.get((doubt.row - 1) * 5 + doubt.column - 1, 0.0), -doubt.p

    return sorted(doubts, key=key)
