"""Fits the weights by which marks on other prints are told: `python -m training.q4_other_marks --sheets 60`.

Every sheet has a layout of its own, left to chance, and letters drawn with stroke models; the planned layouts of
benchmarks/q4_layouts.py and the chance ones of the benchmark stay unseen.
"""

import argparse
import json

import cv2
import numpy as np

from benchmarks.q4_draw import photograph
from benchmarks.q4_game import Played, play
from benchmarks.q4_layouts import Layout, drawn_layout, page
from q4.form import design
from q4.other_marks import block_features, circle_features, cross_features
from q4.other_prints import Laid, lay_out
from q4.words import english
from scanner.decode import decode
from scanner.readers import make_reader
from training.q4_marks import OUT, Table, fitted
from training.strokes import draw

SEED = 700_000  # far from those of the benchmarks
RIDGE = 1e-3  # few sheets


def rows(layout: Layout, played: Played, laid: Laid) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The features of every place, and whether it is marked."""
    assert laid.view is not None
    dark, pen = laid.dark, laid.pen
    crossed = np.array([(at // 6 + 1, at % 6 + 1) in played.crossed for at in range(36)], int)
    blocks = np.array([(at // 5 + 1, at % 5 + 1) in played.blocks for at in range(25)], int)
    found = {
        "other_crosses": (cross_features(laid.view, pen), crossed),
        "other_blocks": (block_features(dark, laid.view, pen), blocks),
    }
    table = laid.scores
    *_, columns, lines, first = layout.scores
    if table and (table.first, len(table.boxes)) == (first, columns * lines):
        numbers = range(table.first, table.first + len(table.boxes))
        found["other_circles"] = (
            circle_features(dark, table, pen),
            np.array([n in played.circled for n in numbers], int),
        )
    return found


def main() -> None:
    """Draw, measure, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=60)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    words, reader = english(), make_reader("cnn")
    table: Table = {}
    for at in range(args.sheets):
        rng = np.random.default_rng(SEED + at)
        layout, played = drawn_layout(rng), play(rng, words)
        picture = photograph(page(layout, played, draw, rng), rng, 2000)
        laid = lay_out(decode(cv2.imencode(".jpg", picture)[1].tobytes()), reader)
        if laid is None or laid.view is None or not _upright(played, laid):
            print(at, "not found")
            continue
        for kind, part in rows(layout, played, laid).items():
            table.setdefault(kind, []).append(part)
    weights = json.loads(OUT.read_text(encoding="utf-8"))
    for kind, parts in table.items():
        weights[kind] = fitted(kind, parts, RIDGE)
        print(kind, len(parts), "sheets")
    OUT.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")


def _upright(played: Played, laid: Laid) -> bool:
    """Whether the blacked-out cells are where they were printed, so that the sheet lies the right way up."""
    assert laid.view is not None
    own = design(played.number).play_grid
    signs = "".join(own)
    raw = laid.view.raw.max(axis=2)
    middles = [raw[round(box.y + box.height / 2), round(box.x + box.width / 2)] for box in laid.cells]
    return set(np.argsort(middles)[:2].tolist()) == {at for at, sign in enumerate(signs) if sign == "#"}


if __name__ == "__main__":
    main()
