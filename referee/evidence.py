"""Doubtful letters weighed by what else is known: the points the player wrote, and the log of the rolls.

A claim is weak evidence (players err, and may use another dictionary), so it shifts the probabilities of letters that
are in doubt anyway and never makes a clear letter unclear. The verdict keeps what was read without it.
"""

from collections.abc import Callable, Container, Sequence

from referee.certainty import best_grid
from scanner.values import Glyph, Reading
from scoring import Grid, Line, RollLog, Rules, check_rolls, judge

CLEAR = 0.995  # a letter this probable is left as it was read
FLOOR = 1e-4  # symbols below it cannot win by outside evidence
HONEST = 0.85  # share of written points that fit the letters and this lexicon; the rest is spread over all values
IMPOSSIBLE = 0.02  # how much of a letter's probability remains where the rolls do not allow it: logs have slips too

Likelihood = Callable[[Grid, int], float]  # of the evidence, given the grid and the number of the cell under test


def weigh_letters(glyphs: Sequence[Glyph], likelihood: Likelihood) -> tuple[Glyph, ...]:
    """The rankings after the evidence, the most doubtful cell first, each with the others at their best."""
    weighed = list(glyphs)
    for cell in sorted(range(len(glyphs)), key=lambda cell: glyphs[cell].p):
        if weighed[cell].p >= CLEAR:
            break
        weighed[cell] = _weigh_cell(weighed, cell, likelihood)
    return tuple(weighed)


def _weigh_cell(glyphs: Sequence[Glyph], cell: int, likelihood: Likelihood) -> Glyph:
    ranking = []
    for symbol, p in glyphs[cell].ranking:
        trial = [*glyphs[:cell], Glyph(((symbol, 1.0),)), *glyphs[cell + 1 :]]
        ranking.append((symbol, p * likelihood(best_grid(trial), cell) if p >= FLOOR else 0.0))
    mass = sum(p for _, p in ranking)
    if not mass:
        return glyphs[cell]
    return Glyph(tuple(sorted(((symbol, p / mass) for symbol, p in ranking), key=lambda item: -item[1])))


def claims_likelihood(reading: Reading, lexicon: Container[str], rules: Rules) -> Likelihood:
    """How well the points written beside a cell's row and column fit the letters of a grid."""

    def likelihood(grid: Grid, cell: int) -> float:
        lines = grid.lines
        row, column = cell // 5, cell % 5
        return _fit(lines[row], reading.rows, row) * _fit(lines[5 + column], reading.columns, column)

    def _fit(line: Line, claims: Sequence[Glyph], index: int) -> float:
        if not claims or claims[index].symbol == "":
            return 1.0
        word = judge(line, lexicon).word
        points = str(rules.points[len(word or "")] * rules.factor(index + 1))
        written = dict(claims[index].ranking)
        fits = written.get(points, 0.0) + (written.get("-", 0.0) if points == "0" else 0.0)
        return HONEST * fits + (1 - HONEST) / len(rules.points)

    return likelihood


def rolls_likelihood(log: RollLog, joker: bool) -> Likelihood:
    """Whether the dice can explain the letters of a grid."""

    def likelihood(grid: Grid, _cell: int) -> float:
        return 1.0 if check_rolls(grid, log, joker).possible else IMPOSSIBLE

    return likelihood
