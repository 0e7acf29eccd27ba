"""How probable a grid of letters is, as a player would fill it.

Every line is a mixture: letters by chance, or a word of two to five letters that was meant, the rest by chance. How
much is meant differs: a child's sheet of 12 points and a master's of 90 both occur. Three strengths are weighed by the
sheet.
"""

import numpy as np
from numpy.typing import NDArray

from referee.inference.vocabulary import Lines

Floats = NDArray[np.float64]

# Share of lines in which a word of two, three, four or five letters is meant, for poor, ordinary and rich sheets, and
# the power of a line's odds: a letter stands in two lines that are not independent. Fitted on 3,000 grids of simulated
# players in five languages (`python -m training.fit_grids`).
STRENGTHS = np.array([[0.15, 0.195, 0.15, 0.045], [0.095, 0.205, 0.325, 0.175], [0.06, 0.14, 0.29, 0.44]])
POWER = 0.82
# How much of the evidence of ten lines tells the strengths apart: each letter is counted in two lines.
HALF = 0.5


def line_odds(lines: Lines) -> Floats:
    """How much likelier each line is as a player's than by chance, as logarithms (3 strengths, N)."""
    rest = 1 - STRENGTHS.sum(axis=1, keepdims=True)
    odds: Floats = POWER * np.log(rest + STRENGTHS @ lines.odds)
    return odds


def strengths(odds: Floats) -> Floats:
    """The chances of the three strengths, for the odds (3, 10) of the likeliest lines."""
    evidence = HALF * odds.sum(axis=1) / POWER
    chances = np.exp(evidence - evidence.max())
    weights: Floats = chances / chances.sum()
    return weights


def mixed(odds: Floats, chances: Floats) -> Floats:
    """The odds of lines, as logarithms (N,), strengths being as likely as this."""
    top = odds.max(axis=0)
    mixture: Floats = top + np.log(chances @ np.exp(odds - top))
    return mixture
