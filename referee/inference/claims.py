"""How likely what stands around the grid is, for each way to fill it: points, bonus and total.

Points beside a line speak of that line. The total speaks of the sum of all: where circles are blank or hard to read,
its chance is worked out for each grid from the sums that its lines may have (by their characteristic functions: a sum's
is the product of its parts').
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.inference.beam import Beam
from scanner.values import Glyph, Reading
from scoring import Rules

ODD = 0.01  # chance that points are written which the line cannot have
ADDED_UP = 0.9  # share of totals that are the sum of the points and the bonus
TOTALS = 60  # totals among which the others spread
READ = 0.98  # points this surely read are a plain number for the total
HIGHEST = 160  # no sum of a sheet's points is higher
MOST_SUMMED = 600  # grids whose sums are worked out; the rest are taken as unlikely to add up as the average
STRUCK_RIGHTLY = 0.95  # share of players who strike the bonus where it was not earned, and leave it where it was

Floats = NDArray[np.float64]
Complex = NDArray[np.complex128]
Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Written:
    """What stands around a grid, under one set of rules."""

    circles: Floats  # (10, 5): likelihood of each circle, for a claim of no word, two, … five letters; or ones
    values: Ints  # (10, 5): what such words are worth in each line
    open: Ints  # lines whose points are blank or hard to read
    rules: Rules
    total: Glyph | None
    bonus: Glyph | None
    any: bool


def written(reading: Reading, rules: Rules) -> Written:
    """What stands around the grid of a reading."""
    glyphs = [*(reading.rows or [None] * 5), *(reading.columns or [None] * 5)]
    values = np.array([rules.values_by_length(number % 5 + 1) for number in range(10)])
    circles = np.ones((10, 5))
    for number, glyph in enumerate(glyphs):
        if glyph and glyph.symbol:
            circles[number] = from_circle(glyph, values[number].tolist())
    share = circles.max(axis=1) / circles.sum(axis=1)
    unread = np.flatnonzero(share < READ)
    total = reading.total if reading.total and reading.total.symbol.isdigit() else None
    filled = any(glyph and glyph.symbol for glyph in glyphs) or total is not None
    return Written(circles, values, unread, rules, total, reading.bonus, filled)


def from_circle(circle: Glyph, values: Sequence[int]) -> tuple[float, ...]:
    """The likelihood of the points in one circle; `values` are those of no word, two, three, four and five letters."""
    read = dict(circle.ranking)
    read["0"] = read.get("0", 0.0) + read.get("-", 0.0)
    seen = [read.get(str(value), 0.0) for value in values]
    other = ODD * max(0.0, 1 - sum(seen))
    return tuple(chance + other for chance in seen)


def line_chances(claims: Written, line: Ints, claimed: Floats) -> Floats:
    """How likely the points beside lines are, as logarithms: numbers of the lines, what is claimed in each (N, 5)."""
    chances: Floats = np.log((claimed * claims.circles[line]).sum(axis=1))
    return chances


def total_chances(claims: Written, beam: Beam, claimed: Floats, weights: Floats) -> Floats:
    """How likely the written total is for each grid, as logarithms, given the points beside the lines.

    `weights` are the logarithms of the grids' weights without it: of many grids, only the likeliest are summed.
    """
    found = np.zeros(len(weights))
    if claims.total is None or not len(claims.open):
        return found
    chosen = np.arange(len(weights))
    if len(chosen) > MOST_SUMMED:
        chosen = np.sort(np.argpartition(-weights, MOST_SUMMED)[:MOST_SUMMED])
    sums, full = _sums(claims, beam, claimed, chosen)
    struck = dict(claims.bonus.ranking).get("struck", 0.0) if claims.bonus else 0.5
    with_bonus = STRUCK_RIGHTLY * (1 - struck) + (1 - STRUCK_RIGHTLY) * struck
    # One half of the written mark is the other half's likelihood: a badge that cannot be told speaks for neither.
    chance = np.zeros(len(chosen))
    for text, p in claims.total.ranking:
        if not text.isdigit():
            continue
        total = int(text)
        if total < HIGHEST:
            chance += p * 2 * (1 - with_bonus) * (sums[:, total] - full[:, total])
        if 0 <= total - claims.rules.full_house < HIGHEST:
            chance += p * 2 * with_bonus * full[:, total - claims.rules.full_house]
    chance = ADDED_UP * chance.clip(0) + (1 - ADDED_UP) / TOTALS
    weight = np.exp(weights[chosen] - weights[chosen].max())
    found[:] = np.log(float(weight @ chance / weight.sum()))
    found[chosen] = np.log(chance)
    return found


def _sums(claims: Written, beam: Beam, claimed: Floats, chosen: Ints) -> tuple[Floats, Floats]:
    """The chances (grids, HIGHEST) of each sum of points, and of those with points in every line."""
    frequencies = np.arange(HIGHEST // 2 + 1)
    clear = [line for line in range(10) if line not in set(claims.open.tolist())]
    best = {line: int(claims.circles[line].argmax()) for line in clear}
    shift = sum(int(claims.values[line, length]) for line, length in best.items())
    whole: Complex = np.exp(-2j * np.pi * frequencies * shift / HIGHEST)[None]
    full: Complex = whole * (0 if any(length == 0 for length in best.values()) else 1)
    for line in claims.open.tolist():
        patterns = np.flatnonzero(beam.line == line)
        shares = claimed[patterns] * claims.circles[line]
        shares /= shares.sum(axis=1, keepdims=True)
        waves = np.exp(-2j * np.pi * np.outer(claims.values[line], frequencies) / HIGHEST)
        own = beam.pattern[line, chosen] - patterns[0]
        used, where = np.unique(own, return_inverse=True)
        some, without = shares[used] @ waves, shares[used, 1:] @ waves[1:]
        if len(used) == 1:
            whole, full = whole * some, full * without
        else:
            whole, full = whole * some[where], full * without[where]
    turned = np.broadcast_to(whole, (len(chosen), len(frequencies)))
    turned_full = np.broadcast_to(full, (len(chosen), len(frequencies)))
    return np.fft.irfft(turned, HIGHEST, axis=1), np.fft.irfft(turned_full, HIGHEST, axis=1)
