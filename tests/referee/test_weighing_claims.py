"""Messages between rows and columns give what summing over all readings gives, where no loop of doubts closes."""

from itertools import product
from math import prod
from operator import mul
from random import Random

import pytest

import lexicons
from referee.weigh.by_claims import weigh_by_claims
from referee.weigh.claim_likelihood import from_circle
from referee.weigh.player_model import claimed_lengths, missed_words
from scanner.values import Glyph, Reading
from scoring import PROFESSIONAL, STANDARD, Rules

ENGLISH = "SUPERTRIPHRNLOIATECTPMHHE"
POINTS = ("-", "1", "3", "6", "10")
LEXICON = lexicons.load("en")
LINES = [*zip(*[iter(range(25))] * 5, strict=True)]
LINES += zip(*LINES, strict=True)


def doubted(random: Random, cells: tuple[int, int]) -> tuple[Glyph, ...]:
    """The example's letters, two of them in doubt among three symbols."""
    glyphs = [Glyph(((letter, 1.0),)) for letter in ENGLISH]
    for cell in cells:
        symbols = [ENGLISH[cell], *random.sample(sorted(set("AENRSTLIO") - {ENGLISH[cell]}), 2)]
        weights = [random.uniform(0.2, 1.0) for _ in symbols]
        ranking = sorted(zip(symbols, weights, strict=True), key=lambda item: -item[1])
        glyphs[cell] = Glyph(tuple((symbol, weight / sum(weights)) for symbol, weight in ranking))
    return tuple(glyphs)


def by_all_readings(reading: Reading, cells: tuple[int, int], rules: Rules) -> list[dict[str, float]]:
    """What each of the doubtful cells holds, by the weight of every reading with every written number."""
    missed = missed_words(LEXICON.language)
    written = [
        from_circle(circle, rules.values_by_length(at % 5 + 1))
        for at, circle in enumerate((*reading.rows, *reading.columns))
    ]
    found: list[dict[str, float]] = [{}, {}]
    for symbols in product(*(reading.letters[cell].ranking for cell in cells)):
        letters = [glyph.symbol for glyph in reading.letters]
        for cell, (symbol, _) in zip(cells, symbols, strict=True):
            letters[cell] = symbol
        fits = (
            sum(map(mul, claimed_lengths("".join(letters[at] for at in line), LEXICON.words, missed), likely))
            for line, likely in zip(LINES, written, strict=True)
        )
        weight = prod(fits) * prod(p for _, p in symbols)
        for belief, (symbol, _) in zip(found, symbols, strict=True):
            belief[symbol] = belief.get(symbol, 0.0) + weight
    return [{symbol: p / sum(belief.values()) for symbol, p in belief.items()} for belief in found]


@pytest.mark.parametrize("rules", [STANDARD, PROFESSIONAL])
@pytest.mark.parametrize("seed", range(24))
def test_two_doubts_in_a_line_are_weighed_as_by_all_readings(seed: int, rules: Rules) -> None:
    random = Random(seed)
    one, two = random.sample(range(5), 2)
    line = seed % 5
    cells = (5 * line + one, 5 * line + two) if seed < 12 else (5 * one + line, 5 * two + line)
    points = [Glyph(((text := random.choice(POINTS), 0.9), ("6" if text != "6" else "3", 0.1))) for _ in range(10)]
    reading = Reading(doubted(random, cells), tuple(points[:5]), tuple(points[5:]))
    weighed = weigh_by_claims(reading, LEXICON, rules)
    for cell, expected in zip(cells, by_all_readings(reading, cells, rules), strict=True):
        assert dict(weighed[cell].ranking) == pytest.approx(expected, abs=1e-9)
    assert all(weighed[cell] == reading.letters[cell] for cell in range(25) if cell not in cells)
