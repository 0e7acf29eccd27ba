"""The scanner's own robust fit and peaks beside those of scikit-image, on drawn measurements with known truth.

    python -m benchmarks.scikit_image [--cases N]

Curves are the lines of a lattice: a parabola through 40 points with noise of half a pixel, some of them far off.
Peaks are the middles of the cells of a drawn heat map. Times are of the processor.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from skimage.feature import peak_local_max
from skimage.measure import ransac

from scanner.cell_network import LIKELY, _peaks
from scanner.lattice.robust_fit import robust_fit
from scanner.values import Floats

POINTS, NOISE, OFF, WRONG = 40, 0.5, 20.0, 2.0  # pixels, but for the first
TERMS = np.vander(np.linspace(-1, 1, POINTS), 3)


class Parabola:
    """A curve as `ransac` takes it."""

    def __init__(self, coefficients: Floats) -> None:
        self.coefficients = coefficients

    @classmethod
    def from_estimate(cls, terms: Floats, values: Floats) -> "Parabola":
        """The least squares through some of the points."""
        return cls(np.linalg.lstsq(terms, values, rcond=None)[0])

    def residuals(self, terms: Floats, values: Floats) -> Floats:
        """How far each point lies off."""
        off: Floats = np.abs(terms @ self.coefficients - values)
        return off


def by_ransac(values: Floats) -> Floats:
    """The curve by scikit-image."""
    found, _ = ransac((TERMS, values), Parabola, 3, WRONG, max_trials=100, rng=1)
    return found.coefficients if found else np.zeros(3)


def by_weights(values: Floats) -> Floats:
    """The curve by the scanner's own fit."""
    return robust_fit(TERMS, values[:, None], np.ones(POINTS), 1e-6 * np.eye(3), WRONG)[:, 0]


def curves(fit: Callable[[Floats], Floats], cases: int, wrong: float) -> tuple[float, float]:
    """The mean error of a fit in pixels, and its milliseconds a curve."""
    random, errors, spent = np.random.default_rng(1), [], 0.0
    for _ in range(cases):
        truth = random.normal(0, 10, 3)
        values = TERMS @ truth + random.normal(0, NOISE, POINTS)
        values += np.where(random.random(POINTS) < wrong, random.normal(0, OFF, POINTS), 0)
        started = time.process_time()
        found = fit(values)
        spent += time.process_time() - started
        errors.append(np.abs(TERMS @ (found - truth)).mean())
    return float(np.mean(errors)), 1000 * spent / cases


def own_peaks(heat: Floats) -> Floats:
    """The peaks by the scanner."""
    around: Any = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    return _peaks(heat, around) - 0.5


def their_peaks(heat: Floats) -> Floats:
    """The peaks by scikit-image, to whole pixels."""
    return peak_local_max(heat, min_distance=1, threshold_abs=LIKELY)[:, ::-1].astype(float)


def peaks(find: Callable[[Floats], Floats], cases: int) -> tuple[float, float]:
    """The mean distance of a cell's middle from the nearest peak in pixels, and the milliseconds a heat map."""
    random, errors, spent = np.random.default_rng(1), [], 0.0
    ys, xs = np.mgrid[0:96, 0:128].astype(np.float32)
    for _ in range(cases):
        step = random.uniform(7, 14)
        middles = [(10 + step * (n % 5) + random.random(), 10 + step * (n // 5) + random.random()) for n in range(25)]
        heat = np.maximum.reduce([np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / 4) for x, y in middles])
        heat = (heat + random.normal(0, 0.01, heat.shape)).astype(np.float32)
        started = time.process_time()
        found = find(heat)
        spent += time.process_time() - started
        errors += [float(np.hypot(*(found - middle).T).min()) for middle in middles]
    return float(np.mean(errors)), 1000 * spent / cases


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=300)
    cases = parser.parse_args().cases
    print(f"{cases} cases each: mean error in pixels, milliseconds of the processor")
    for wrong in (0.0, 0.2, 0.4):
        for name, fit in (("own robust fit", by_weights), ("skimage.measure.ransac", by_ransac)):
            error, spent = curves(fit, cases, wrong)
            print(f"curve, {wrong:.0%} of the points wrong  {name:28} {error:6.3f} {spent:8.3f}")
    for name, find in (("own peaks", own_peaks), ("skimage.peak_local_max", their_peaks)):
        error, spent = peaks(find, cases)
        print(f"peaks of 25 cells               {name:28} {error:6.3f} {spent:8.3f}")


if __name__ == "__main__":
    main()
