"""The likelihood of what the player wrote around the grid, for each length of the word that was claimed in a line.

Points beside a line give it directly. Where circles are blank, the written total constrains the sum of those lines:
players who leave circles blank mostly count them anyway. The shares below were set by hand; `python -m
benchmarks.claims` measures on development photos how well claims are predicted.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scanner.values import Glyph, Reading
from scoring import Rules

ODD = 0.01  # chance that points are written which the line cannot have
ADDED_UP = 0.9  # share of totals that are the sum of the points and the bonus
TOTALS = 60  # totals among which the others spread
HIGHEST = 250  # no sum is higher

Chances = NDArray[np.float64]
Likelihood = tuple[float, ...]  # of what is written, given a claim of no word, two, three, four and five letters


def claim_likelihoods(reading: Reading, expected: Sequence[Sequence[float]], rules: Rules) -> dict[int, Likelihood]:
    """The likelihood for each line, rows first, for which there is evidence.

    `expected` are the chances of these five claims in each of the ten lines, given its likeliest letters.
    """
    circles = [*(reading.rows or [None] * 5), *(reading.columns or [None] * 5)]
    values = [rules.values_by_length(number % 5 + 1) for number in range(10)]
    found = {
        number: from_circle(circle, values[number]) for number, circle in enumerate(circles) if circle and circle.symbol
    }
    blank = [number for number in range(10) if number not in found]
    if blank and reading.total and reading.total.symbol.isdigit():
        claimed = sum(values[number][int(np.argmax(likely))] for number, likely in found.items())
        spread = {number: _spread(expected[number], values[number]) for number in blank}
        wanted = _wanted(reading.total, reading.bonus, claimed, rules)
        found |= {number: _from_total(number, values[number], spread, wanted) for number in blank}
    return found


def from_circle(circle: Glyph, values: Sequence[int]) -> Likelihood:
    """The likelihood of the points in one circle; `values` are those of no word, two, three, four and five letters."""
    read = dict(circle.ranking)
    read["0"] = read.get("0", 0.0) + read.get("-", 0.0)
    seen = [read.get(str(value), 0.0) for value in values]
    other = ODD * max(0.0, 1 - sum(seen))
    return tuple(chance + other for chance in seen)


def _spread(expected: Sequence[float], values: Sequence[int]) -> Chances:
    """How likely each number of points is in a line."""
    spread = np.zeros(HIGHEST)
    np.add.at(spread, list(values), expected)
    return spread


def _wanted(total: Glyph, bonus: Glyph | None, claimed: int, rules: Rules) -> Chances:
    """The probability of each sum that the lines without points must reach."""
    taken = dict(bonus.ranking).get("struck", 0.0) if bonus else 0.5
    wanted = np.zeros(HIGHEST)
    for text, p in total.ranking:
        if text.isdigit():
            for extra, chance in ((rules.full_house, 1 - taken), (0, taken)):
                rest = int(text) - claimed - extra
                if 0 <= rest < HIGHEST:
                    wanted[rest] += p * chance
    return wanted


def _from_total(number: int, values: Sequence[int], spread: Mapping[int, Chances], wanted: Chances) -> Likelihood:
    """What the total says of one line, the other lines without points being as expected."""
    others = np.zeros(HIGHEST)
    others[0] = 1.0
    for line, chances in spread.items():
        if line != number:
            others = np.convolve(others, chances)[:HIGHEST]
    fits = (float(wanted[value:] @ others[: HIGHEST - value]) for value in values)
    return tuple(ADDED_UP * fit + (1 - ADDED_UP) / TOTALS for fit in fits)
