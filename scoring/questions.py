"""Which cell to ask about first: the one whose answer leaves the total most certain."""

from collections.abc import Container, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from scoring.bulk import Numbers, grid_totals, line_lengths
from scoring.doubts import DIGITS
from scoring.grid import SIZE
from scoring.rules import Rules

MOST_CELLS, MOST_SYMBOLS = 6, 3  # doubtful cells looked at together, readings of each: at most 729 grids
UNLIKELY = 0.005  # readings less probable than this are left out; together they rarely decide which cell to ask about


def certainty_after_asking(
    rankings: Sequence[Sequence[tuple[str, float]]], lexicon: Container[str], rules: Rules
) -> dict[int, float]:
    """For each of the most doubtful cells, by number from 0, how certain the total is on average once it is known."""
    cells = sorted(range(len(rankings)), key=lambda cell: rankings[cell][0][1])[:MOST_CELLS]
    choices = {cell: _choices(rankings[cell]) for cell in cells}
    cells = [cell for cell in cells if len(choices[cell]) > 1]
    joint = list(product(*(choices[cell] for cell in cells)))
    digits: Numbers = np.tile([DIGITS[ranking[0][0]] for ranking in rankings], (len(joint), 1))
    digits[:, cells] = [[DIGITS[symbol] for symbol, _ in reading] for reading in joint] if cells else 0
    totals = grid_totals(digits.reshape(-1, SIZE, SIZE), line_lengths(lexicon), rules)
    mass = np.array([np.prod([p for _, p in reading]) for reading in joint])
    return {cell: _expected(digits[:, cell], totals, mass / mass.sum()) for cell in cells}


def _choices(ranking: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    likely = [(symbol, p) for symbol, p in ranking[:MOST_SYMBOLS] if p >= UNLIKELY]
    return likely or [(ranking[0][0], 1.0)]


def _expected(symbols: Numbers, totals: Numbers, mass: NDArray[np.float64]) -> float:
    """The mass of the likeliest total of each symbol, summed over the symbols."""
    return float(sum(np.bincount(totals[symbols == one], mass[symbols == one]).max() for one in np.unique(symbols)))
