"""Reads drawn photos of finished Q4 sheets, written by hands that no network was trained on.

    python -m benchmarks.q4 [--sheets 2000] [--first 0] [--log FILE] [--speed [COUNT]]

Needs the handwriting sets beside the project. Each sheet is one game by one hand; --log keeps a line for each sheet,
and sheets that are in it are not drawn again.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.q4_draw import photograph, written
from benchmarks.q4_game import STYLES, Played, play, record_of, styled
from q4.board import CELLS, DOTS, neighbours_of, place_of
from q4.check import check
from q4.form import design
from q4.parse import parse_json
from q4.record import BLACK, COMPETITIVE, FRIENDLY
from q4.sheet_audit import Sheet, judge_sheet
from q4.sheet_reading import read_sheets
from q4.sheet_verdict import SheetVerdict, judge
from q4.words import WordList, english
from scanner.decode import decode
from scanner.readers import Reader, make_reader
from scanner.scan_errors import SheetNotFound
from training.glyphs import thickened

HAND = Path(__file__).resolve().parents[2] / "shared" / "hand"
SETS = ("chars74k_writers_1_25", "digilets_writers", "upv_shebna")
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Hands = dict[str, dict[str, list[np.ndarray]]]  # name → letter → glyphs


def load_hands(folder: Path) -> Hands:
    """Every held-out hand that has all capitals."""
    hands: Hands = {}
    for name in SETS:
        with np.load(folder / "validate" / f"{name}.npz") as data:
            writers = data["writers"].astype(str) if "writers" in data.files else np.full(len(data["labels"]), "1")
            for image, label, writer in zip(data["images"], data["labels"].astype(str), writers, strict=True):
                if label in CAPITALS:
                    hands.setdefault(f"{name} {writer}", {}).setdefault(label, []).append(image)
    return {name: glyphs for name, glyphs in hands.items() if len(glyphs) == len(CAPITALS)}


def measure(seed: int, hands: Hands, words: WordList, reader: Reader, styles: bool) -> dict[str, Any]:
    """One sheet drawn, photographed, read and compared with what was drawn."""
    rng = np.random.default_rng(seed)
    name = sorted(hands)[seed % len(hands)]
    style = STYLES[seed % len(STYLES)] if styles else "any"
    own, played = hands[name], styled(style, rng, words) if styles else play(rng, words)
    mode = FRIENDLY if style == "friendly" else COMPETITIVE

    def hand(letter: str, chance: np.random.Generator) -> np.ndarray:
        return thickened(own[letter][chance.integers(len(own[letter]))], chance)

    page = written(played, hand, rng, low_ink=bool(rng.random() < 0.4))
    picture = photograph(page, rng, int(rng.choice([1400, 1600, 2000])))
    if style == "blurred":
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(1.5, 2.6))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 95))]
    data = cv2.imencode(".jpg", picture, quality)[1].tobytes()
    started = time.process_time()
    try:
        verdict = judge(read_sheets(decode(data, f"{seed}.jpg"), reader)[0], words, mode)
    except SheetNotFound:
        return {"seed": seed, "hand": name, "style": style, "found": False}
    seconds = time.process_time() - started
    about = {"seed": seed, "hand": name, "style": style, "found": True, "seconds": seconds}
    return about | compared(played, verdict, words)


def compared(played: Played, verdict: SheetVerdict, words: WordList) -> dict[str, Any]:
    """What was read wrong, and whether a person is called."""
    sheet = verdict.sheet
    circled = played.circled - played.struck
    truth = Sheet(design(played.number), played.letters, played.dots, played.crossed, played.blocks,
                  tuple(sorted(circled)), mode=sheet.mode)  # fmt: skip
    told = verdict.outcome.total
    letters = {cell: glyph.symbol for cell, glyph in verdict.reading.letters.items()}
    return {
        "number": verdict.reading.number == played.number,
        "cells": sum(sheet.letters.get(cell) != letter for cell, letter in played.letters.items()),
        "cells_alone": sum(letters.get(cell) != letter for cell, letter in played.letters.items()),
        "dots": (sheet.dots ^ played.dots).bit_count(),
        "printed_dots": int((verdict.reading.dots > 0).sum()),
        "crosses": len(sheet.crossed ^ played.crossed),
        "blocks": len(sheet.blocks ^ played.blocks),
        "circles": len(set(sheet.circled) ^ circled),
        "right": told is None or told == max(0, played.score),
        "told": told,
        "score": played.score,
        "proven": verdict.outcome.proven,
        "proven_right": judge_sheet(truth, words).proven == verdict.outcome.proven,
        "review": verdict.needs_review,
        "reasons": list(verdict.reasons),
        "certainty": round(verdict.certainty, 5),
    }


def report(rows: list[dict[str, Any]]) -> dict[str, float]:
    """The figures, printed and as numbers."""
    found = [row for row in rows if row["found"]]
    count = len(found)
    wrong = [row for row in found if not row["right"] and not row["review"]]
    by_hand: dict[str, list[int]] = defaultdict(list)
    for row in found:
        by_hand[row["hand"]].append(row["cells"])
    worst = max(by_hand.items(), key=lambda item: np.mean(item[1]))
    figures = {
        "sheets": len(rows),
        "found": count / len(rows),
        "cells": 1 - sum(row["cells"] for row in found) / (14 * count),
        "cells_without_crosses": 1 - sum(row["cells_alone"] for row in found) / (14 * count),
        "cells_worst_hand": 1 - float(np.mean(worst[1])) / 14,
        "dots": 1 - sum(row["dots"] for row in found) / sum(row["printed_dots"] for row in found),
        "crosses": 1 - sum(row["crosses"] for row in found) / (36 * count),
        "blocks": 1 - sum(row["blocks"] for row in found) / (25 * count),
        "circles": 1 - sum(row["circles"] for row in found) / (80 * count),
        "proven_right": sum(row["proven_right"] for row in found) / count,
        "total_right": sum(row["right"] and row["told"] is not None for row in found) / count,
        "flagged": sum(row["review"] for row in found) / count,
        "wrong_not_flagged": len(wrong) / count,
        "seconds_median": float(np.median([row["seconds"] for row in found])),
    }
    for name, value in figures.items():
        print(f"{name:24} {value:.5f}")
    for style in dict.fromkeys(row["style"] for row in found):
        own = [row for row in found if row["style"] == style]
        asked = sum(row["review"] for row in own)
        wrong_here = sum(not row["right"] and not row["review"] for row in own)
        proven = sum(row["proven"] == "yes" for row in own)
        print(f"{style:24} {len(own)} sheets, {asked} asked, {proven} proven, {wrong_here} wrong and unasked")
    print(f"worst hand: {worst[0]}; wrong and not flagged: {[row['seed'] for row in wrong]}")
    return figures


def main() -> None:
    """Draw, read, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--styles", action="store_true", help="scores kept in ten ways, one after the other")
    parser.add_argument("--speed", type=int, nargs="?", const=40, help="time so many checks and searches, draw nothing")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    speed(english(), args.speed or 40)
    if args.speed:
        return
    hands, words, reader = load_hands(HAND), english(), make_reader("cnn")
    print(f"{len(hands)} hands")
    seeds = range(args.first, args.first + args.sheets)
    report(
        list(
            logged(
                args.log, "seed", ((seed, partial(measure, seed, hands, words, reader, args.styles)) for seed in seeds)
            )
        )
    )


def logged(
    path: Path | None, key: str, wanted: Iterable[tuple[Any, Callable[[], dict[str, Any]]]]
) -> Iterator[dict[str, Any]]:
    """A row for each key, from the log where it is there; what is measured is added to the log."""
    lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
    known = {row[key]: row for row in map(json.loads, lines)}
    for name, measured in wanted:
        row = known.get(name) or measured()
        if path and name not in known:
            with path.open("a", encoding="utf-8") as log:
                log.write(json.dumps(row) + "\n")
        yield row


def speed(words: WordList, count: int = 40) -> None:
    """How long a check of a whole record and a search over all orders take, in processor time."""
    checks, searches = [], []
    for seed in range(count):
        played = play(np.random.default_rng(seed), words)
        text = json.dumps(record_of(played))
        started = time.process_time()
        check(parse_json(text), words)
        checks.append(time.process_time() - started)
        truth = Sheet(design(played.number), played.letters, played.dots, played.crossed, played.blocks, ())
        started = time.process_time()
        judge_sheet(truth, words)
        searches.append(time.process_time() - started)
    for name, times in (("check of a record", checks), ("search over orders", searches)):
        median, slowest = 1000 * float(np.median(times)), 1000 * max(times)
        print(f"{name}, processor time: median {median:.2f} ms, slowest {slowest:.2f} ms")
    print(f"the fullest boards there can be: slowest {1000 * max(map(fullest, range(4))):.0f} ms")


def fullest(number: int) -> float:
    """Seconds of the search where every letter is the same, every run a word, and every dot filled."""
    own = design(number)
    letters = {cell: "A" for cell in range(CELLS) if own.printed(place_of(cell)) != BLACK}
    dots = sum(1 << dot for dot in range(DOTS) if letters.keys() >= set(neighbours_of(dot)))
    started = time.process_time()
    judge_sheet(Sheet(own, letters, dots, frozenset(), frozenset(), ()), {"AA", "AAA", "AAAA"})
    return time.process_time() - started


if __name__ == "__main__":
    main()
