"""In which language a sheet was played: the one whose words explain letters and claims best.

Players choose letters to make words of their own language, and write the points of the words they know. The weights
were fitted by logistic loss on the truth of 212 development sheets (`python -m benchmarks.languages` shows the result).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

from lexicons import Lexicon, frequencies
from referee.weigh.claim_likelihood import from_circle
from referee.weigh.letter_prior import weigh_by_prior
from referee.weigh.player_model import claimed_lengths, missed_words
from scanner.values import Glyph, Reading
from scoring import Grid, Rules, score
from scoring.line_words import RUNS

NEAR = 3.0  # times less likely than the language in use, and a language may still be the sheet's own
CLAIMS, COMMON, POINTS = 1.0, 0.08, 0.1  # weights of the claims' likelihood, of common strings, of the total


@dataclass(frozen=True)
class LanguageFit:
    """What a sheet is worth in a language, and how likely it was played in it."""

    language: str
    total: int
    p: float


def likeliest_languages(reading: Reading, rules: Rules, words: Mapping[str, Lexicon]) -> tuple[LanguageFit, ...]:
    """Every language with what the letters alone are worth in it, the likeliest first."""
    grid = Grid.of(glyph.symbol for glyph in weigh_by_prior(reading.letters))
    totals = {language: score(grid, lexicon, rules).total for language, lexicon in words.items()}
    weights = {
        language: CLAIMS * _claims_fit(grid, reading, rules, lexicon)
        + COMMON * sum(_commonest(line.letters, frequencies(language)) for line in grid.lines)
        + POINTS * totals[language]
        for language, lexicon in words.items()
    }
    top = max(weights.values())
    odds = {language: exp(weight - top) for language, weight in weights.items()}
    mass = sum(odds.values())
    fits = [LanguageFit(language, totals[language], odds[language] / mass) for language in odds]
    return tuple(sorted(fits, key=lambda fit: -fit.p))


def near(fits: Sequence[LanguageFit], language: str) -> tuple[LanguageFit, ...]:
    """The other languages that are likelier than the one in use or hardly less likely, the likeliest first."""
    own = next(fit.p for fit in fits if fit.language == language)
    return tuple(fit for fit in fits if fit.language != language and fit.p * NEAR >= own)


def rival(fits: Sequence[LanguageFit], language: str) -> LanguageFit | None:
    """The likeliest language near the one in use that gives another total."""
    own = next(fit.total for fit in fits if fit.language == language)
    return next((fit for fit in near(fits, language) if fit.total != own), None)


def _claims_fit(grid: Grid, reading: Reading, rules: Rules, lexicon: Lexicon) -> float:
    circles = [*(reading.rows or [None] * 5), *(reading.columns or [None] * 5)]
    return sum(
        _claim_fit(line.letters, circle, lexicon, rules.values_by_length(line.index))
        for line, circle in zip(grid.lines, circles, strict=True)
        if circle and circle.symbol
    )


def _claim_fit(letters: str, circle: Glyph, lexicon: Lexicon, values: Sequence[int]) -> float:
    """How well the points in a circle fit the letters of its line, as a logarithm."""
    chances = claimed_lengths(letters, lexicon.words, missed_words(lexicon.language))
    return log(sum(chance * seen for chance, seen in zip(chances, from_circle(circle, values), strict=True)))


def _commonest(letters: str, zipf: Mapping[str, float]) -> float:
    """The Zipf frequency of the commonest string in a line, times its length."""
    return max(zipf.get(letters[start:end], 0.0) * (end - start) for start, end in RUNS)
