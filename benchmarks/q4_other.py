"""Reads drawn photos of Q4 sheets of other prints: four planned layouts in turn with four left to chance.

    python -m benchmarks.q4_other [--sheets 40] [--first 60] [--log FILE]

The marks were fitted on other layouts left to chance. Letters are drawn with stroke models. --log keeps a line for
each sheet; sheets that are in it are not drawn again.
"""

import argparse
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.q4 import logged
from benchmarks.q4_draw import photograph
from benchmarks.q4_game import Played, play
from benchmarks.q4_layouts import LAYOUTS, Layout, drawn_layout, page
from q4.board import CELLS, DOTS
from q4.form import design
from q4.sheet_reading import read_sheets
from q4.sheet_verdict import SheetVerdict, judge
from q4.words import WordList, english
from scanner.decode import decode
from scanner.readers import Reader, make_reader
from scanner.scan_errors import SheetNotFound
from training.strokes import draw

CHANCE = 900_000  # seeds of layouts left to chance
SHARES = {"cells": CELLS, "dots": DOTS, "crosses": 36, "blocks": 25, "printed": 36}  # kinds and how many a sheet has


def layout_of(seed: int) -> Layout:
    """The layout of a sheet."""
    turn = seed % (2 * len(LAYOUTS))
    return LAYOUTS[turn] if turn < len(LAYOUTS) else drawn_layout(np.random.default_rng(CHANCE + seed))


def measure(layout: Layout, seed: int, words: WordList, reader: Reader) -> dict[str, Any]:
    """One sheet drawn, photographed, read and compared with what was drawn."""
    rng = np.random.default_rng(seed)
    played = play(rng, words)
    data = cv2.imencode(".jpg", photograph(page(layout, played, draw, rng), rng, 2000))[1].tobytes()
    row: dict[str, Any] = {"layout": layout.name, "seed": seed, "found": True}
    try:
        verdict = judge(read_sheets(decode(data), reader)[0], words)
    except SheetNotFound:
        return row | {"found": False}
    return row | compared(layout, played, verdict)


def compared(layout: Layout, played: Played, verdict: SheetVerdict) -> dict[str, Any]:
    """How many of each kind were read wrong; of the circled score None where it does not stand in the table."""
    sheet, own = verdict.sheet, design(played.number)
    first, count = layout.scores[6], layout.scores[4] * layout.scores[5]
    circled = max((n for n in played.circled if first <= n < first + count), default=None)
    grid = "".join(sheet.design.letter_grid)
    return {
        "cells": sum(sheet.letters.get(cell) != played.letters.get(cell) for cell in range(CELLS)),
        "dots": (sheet.dots ^ played.dots).bit_count(),
        "crosses": len(sheet.crossed ^ played.crossed) if grid else 36,
        "blocks": len(sheet.blocks ^ played.blocks) if grid else 25,
        "printed": sum(a != b for a, b in zip(grid, "".join(own.letter_grid), strict=True)) if grid else 36,
        "bonus": (sheet.design.bonus_row, sheet.design.bonus_column) == (own.bonus_row, own.bonus_column),
        "table": sheet.has_scores,
        "score": None if circled is None else max(sheet.circled, default=None) == circled,
        "silent": not verdict.needs_review,
    }


def report(rows: list[dict[str, Any]], name: str) -> None:
    """The figures of some sheets."""
    found = [row for row in rows if row["found"]]
    if not found:
        print(f"{name:10} {len(rows)} sheets, none found")
        return
    shares = [f"{kind} {1 - sum(row[kind] for row in found) / size / len(found):.4f}" for kind, size in SHARES.items()]
    scores = [row["score"] for row in found if row["score"] is not None]
    print(f"{name:10} {len(rows)} sheets, {len(found)} found; {', '.join(shares)}")
    bonus, tables, silent = (sum(row[kind] for row in found) for kind in ("bonus", "table", "silent"))
    print(
        f"{'':10} bonus lines {bonus}, tables {tables} of {len(found)}; scores right {sum(scores)} of {len(scores)}; "
        f"no person called {silent}"
    )


def main() -> None:
    """Draw, read, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=40, help="of all layouts together, in turn")
    parser.add_argument("--first", type=int, default=60)
    parser.add_argument("--log", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    words, reader = english(), make_reader("cnn")
    seeds = range(args.first, args.first + args.sheets)
    measured = ((seed, partial(measure, layout_of(seed), seed, words, reader)) for seed in seeds)
    rows = list(logged(args.log, "seed", measured))
    for name in dict.fromkeys(row["layout"] for row in rows):
        report([row for row in rows if row["layout"] == name], name)
    report(rows, "together")


if __name__ == "__main__":
    main()
