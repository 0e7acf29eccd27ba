"""Polynomials through measurements of which some are wrong."""

import numpy as np

from scanner.values import Floats


def robust_fit(
    terms: Floats, values: Floats, weights: Floats, stiff: Floats, scale: float, start: Floats | None = None
) -> Floats:
    """The coefficients of terms (points, terms) that run through values (…, points, dimensions), kept small by `stiff`.

    A value that lies off by `scale` counts half its weight (…, points), and those farther off less and less.
    `start` are the weights of the first round, where they are others.
    """
    weights = weights[..., None]
    trust, coefficients = weights if start is None else start[..., None], values
    for _ in range(4):
        weighted = (terms * trust).swapaxes(-1, -2)
        coefficients = np.linalg.solve(weighted @ terms + stiff, weighted @ values)
        off = np.square(values - terms @ coefficients).sum(axis=-1, keepdims=True)
        trust = weights / (1 + off / scale**2)
    return coefficients
