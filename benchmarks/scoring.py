"""Scoring alone: grids a second in bulk and one by one. Run: python -m benchmarks.scoring"""

import argparse
import json
import time
from collections.abc import Callable

import numpy as np

import lexicons
from scoring import STANDARD, Grid, score, score_many

FREQUENT = "EEEEAAAIIOONNRRTTSSLLUDGBCMPFHVWYKJXQZ"


def cpu_seconds(work: Callable[[], object]) -> float:
    """The processor time of the quickest of three runs; other programs on the machine disturb it least."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def measure(language: str, grids: int) -> dict[str, object]:
    """All figures as one document."""
    lexicon = lexicons.load(language)
    many = np.random.default_rng(1).choice(np.frombuffer(FREQUENT.encode(), np.uint8), (grids, 5, 5))
    few = [Grid.of(cells.tobytes().decode()) for cells in many[:2000]]
    first = time.process_time()
    score_many(many[:1], lexicon, STANDARD)
    first = time.process_time() - first
    bulk = cpu_seconds(lambda: score_many(many, lexicon, STANDARD))
    single = cpu_seconds(lambda: [score(grid, lexicon, STANDARD) for grid in few])
    return {
        "language": language,
        "words": len(lexicon.words),
        "bulk_grids_per_second": round(grids / bulk),
        "bulk_first_call_ms": round(first * 1e3, 1),
        "single_grids_per_second": round(len(few) / single),
    }


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", default="en", help="language of the lexicon")
    parser.add_argument("--grids", type=int, default=200_000, help="how many grids to score in bulk")
    options = parser.parse_args()
    print(json.dumps(measure(options.lang, options.grids), indent=1))


if __name__ == "__main__":
    main()
