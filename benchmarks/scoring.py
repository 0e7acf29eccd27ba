"""Scoring alone: grids a second in bulk and one by one, and the time of certainty. Run: python -m benchmarks.scoring"""

import argparse
import json
import time
from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np

import lexicons
from scoring import STANDARD, Certainty, Grid, certainty, score, score_many

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FREQUENT = "EEEEAAAIIOONNRRTTSSLLUDGBCMPFHVWYKJXQZ"
FALLING = [3.0**-place for place in range(25)]  # each other letter is a third as likely as the one before

Rankings = list[tuple[tuple[str, float], ...]]


def cpu_seconds(work: Callable[[], object]) -> float:
    """The processor time of the quickest of three runs; other programs on the machine disturb it least."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def sheet(random: Random, words: list[str], doubtful: int, clear: float) -> Rankings:
    """Five words under each other; a few cells in real doubt, the others read with probability `clear`."""
    cells = "".join(random.sample(words, 5))
    unsure = set(random.sample(range(25), doubtful))
    return [
        ranking(random, letter, random.choice((0.5, 0.7, 0.9)) if n in unsure else clear)
        for n, letter in enumerate(cells)
    ]


def flat_sheet(random: Random, words: list[str], doubtful: int, clear: float) -> Rankings:
    """Five words; a few cells with three likely letters, and all other letters nearly alike in the clear ones."""
    cells = "".join(random.sample(words, 5))
    unsure = set(random.sample(range(25), doubtful))
    flat = [1 / (place + 2) for place in range(25)]
    return [
        ranking(random, letter, 0.6, [3, 1]) if n in unsure else ranking(random, letter, clear, flat)
        for n, letter in enumerate(cells)
    ]


def ranking(random: Random, letter: str, p: float, weights: list[float] = FALLING) -> tuple[tuple[str, float], ...]:
    """A letter with probability p and others after it, which share the rest by their weights."""
    others = random.sample([other for other in LETTERS if other != letter], len(weights))
    return ((letter, p), *((other, (1 - p) * w / sum(weights)) for other, w in zip(others, weights, strict=True)))


def _weigh_all(sheets: list[Rankings], lexicon: lexicons.Lexicon) -> list[Certainty]:
    return [certainty(rankings, lexicon, STANDARD) for rankings in sheets]


def measure(language: str, grids: int) -> dict[str, object]:
    """All figures as one document."""
    lexicon = lexicons.load(language)
    random = Random(1)
    many = np.random.default_rng(1).choice(np.frombuffer(FREQUENT.encode(), np.uint8), (grids, 5, 5))
    few = [Grid.of(cells.tobytes().decode()) for cells in many[:2000]]
    first = time.process_time()
    score_many(many[:1], lexicon, STANDARD)
    first = time.process_time() - first
    bulk = cpu_seconds(lambda: score_many(many, lexicon, STANDARD))
    single = cpu_seconds(lambda: [score(grid, lexicon, STANDARD) for grid in few])
    words = sorted(word for word in lexicon.words if len(word) == 5)
    figures: dict[str, object] = {
        "language": language,
        "words": len(lexicon.words),
        "bulk_grids_per_second": round(grids / bulk),
        "bulk_first_call_ms": round(first * 1e3, 1),
        "single_grids_per_second": round(len(few) / single),
    }
    kinds = [
        (sheet, number, clear) for number, clear in ((0, 0.9999), (2, 0.9999), (5, 0.9999), (5, 0.999), (25, 0.99))
    ]
    kinds += [(flat_sheet, number, clear) for number, clear in ((0, 0.999), (2, 0.999), (5, 0.999), (0, 0.9))]
    for make, doubtful, clear in kinds:
        sheets = [make(random, words, doubtful, clear) for _ in range(10)]
        weigh_all = partial(_weigh_all, sheets, lexicon)
        results, spent = weigh_all(), cpu_seconds(weigh_all)
        figures[f"certainty_{make.__name__}_{doubtful}_doubtful_{clear}_clear"] = {
            "ms": round(spent / len(sheets) * 1e3, 2),
            "worst_tail": float(f"{max(result.tail for result in results):.1e}"),
        }
    return figures


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", default="en", help="language of the lexicon")
    parser.add_argument("--grids", type=int, default=200_000, help="how many grids to score in bulk")
    options = parser.parse_args()
    print(json.dumps(measure(options.lang, options.grids), indent=1))


if __name__ == "__main__":
    main()
