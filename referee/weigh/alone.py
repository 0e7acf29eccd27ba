"""How well a total stands on the shapes of the letters alone, without what the player wrote: claims want points."""

from collections.abc import Sequence

from lexicons import Lexicon
from scanner.values import Glyph, Reading
from scoring import Rules, certainty

TAIL = 1e-4  # mass of readings that may be left out


def stands_alone(reading: Reading, total: int, lexicon: Lexicon, rules: Rules) -> float:
    """How likely the letters as they were read, weighed by nothing, give this total or a higher one."""
    totals = certainty([glyph.ranking for glyph in reading.letters], lexicon, rules, TAIL).totals
    return sum(p for other, p in totals if other >= total)


def half_believed(read: Sequence[Glyph], weighed: Sequence[Glyph]) -> tuple[Glyph, ...]:
    """The rankings where claims count for half: the letters they speak for stay, and what was read is asked about."""
    return tuple(_mean(dict(one.ranking), dict(other.ranking)) for one, other in zip(read, weighed, strict=True))


def _mean(one: dict[str, float], other: dict[str, float]) -> Glyph:
    chances = {symbol: (one.get(symbol, 0.0) + other.get(symbol, 0.0)) / 2 for symbol in {**other, **one}}
    return Glyph(tuple(sorted(chances.items(), key=lambda item: -item[1])))
