"""Tells which game a photo shows (`--game auto`), on photos of both games and of neither.

    python -m benchmarks.q4_auto [--drawn 40] [--every 1] [--log FILE]

Qwords: the samples, and the photos beside the project. Q4: the samples, drawn photos of our own form by hands that no
network was trained on, and of other prints. Neither: photos of other puzzles, empty tables, drawings without a grid.
--log keeps a line for each photo; photos that are in it are not judged again.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.q4 import HAND, load_hands, logged
from benchmarks.q4_draw import photograph, written
from benchmarks.q4_game import play
from benchmarks.q4_layouts import LAYOUTS, page
from q4.words import english
from referee.games import judge_photo
from referee.referee import Referee
from scanner.scan_errors import ScanError
from training.glyphs import thickened
from training.strokes import draw

ROOT = Path(__file__).resolve().parents[1]
PHOTOS = ROOT.parent / "shared" / "photos"
FOLDERS = ("render", "composite", "several", "writers")
FIRST = 50_000  # seed of the first drawn sheet
Shown = tuple[str, str, bytes]  # which game, source and name, the photo


def photos(drawn: int, every: int = 1) -> Iterator[Shown]:
    """Every photo with the game it shows; of the photos beside the project only one in so many."""
    for path in sorted((ROOT / "samples").glob("*/photo.jpg")):
        game = "q4" if path.parent.name.startswith("q4-") else "qwords"
        yield game, f"samples {game} {path.parent.name}", path.read_bytes()
    for folder in FOLDERS:
        for path in sorted((PHOTOS / folder).glob("*.jpg"))[::every]:
            yield "qwords", f"{folder} {path.stem}", path.read_bytes()
    for path in sorted((PHOTOS / "grids").glob("*.jpg"))[::every]:
        yield "neither", f"puzzles {path.stem}", path.read_bytes()
    yield from drawn_sheets(drawn)


def drawn_sheets(drawn: int) -> Iterator[Shown]:
    """Sheets of our own form by held-out hands, of other prints, and pages with neither grid."""
    hands, words = load_hands(HAND), english()
    for seed in range(FIRST, FIRST + drawn):
        rng = np.random.default_rng(seed)
        own = hands[sorted(hands)[seed % len(hands)]]

        def hand(letter: str, chance: np.random.Generator, own: dict[str, list[np.ndarray]] = own) -> np.ndarray:
            return thickened(own[letter][chance.integers(len(own[letter]))], chance)

        yield "q4", f"form {seed}", _jpeg(photograph(written(play(rng, words), hand, rng, seed % 2 == 0), rng, 2000))
        layout = LAYOUTS[seed % len(LAYOUTS)]
        yield "q4", f"prints {seed}", _jpeg(photograph(page(layout, play(rng, words), draw, rng), rng, 2000))
        yield "neither", f"plain {seed}", _jpeg(photograph(_plain_page(rng), rng, 2000))


def _plain_page(rng: np.random.Generator) -> np.ndarray:
    """Paper with lines of writing, now and then a ruled table that is no sheet of either game."""
    sheet = np.full((1680, 1190, 3), 250, np.uint8)
    if rng.random() < 0.5:
        rows, columns = (int(n) for n in rng.choice([(3, 7), (8, 3), (9, 9), (10, 2), (7, 7)]))
        for at in range(rows + 1):
            cv2.line(sheet, (100, 200 + 100 * at), (100 + 100 * columns, 200 + 100 * at), (60, 60, 60), 4)
        for at in range(columns + 1):
            cv2.line(sheet, (100 + 100 * at, 200), (100 + 100 * at, 200 + 100 * rows), (60, 60, 60), 4)
    for line in range(int(rng.integers(0, 12))):
        text = "".join(rng.choice(list("abcdefghij "), 30))
        cv2.putText(sheet, text, (80, 120 + 130 * line), cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 2, (90, 60, 40), 4)
    return sheet


def _jpeg(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


def told(referee: Referee, game: str, name: str, data: bytes) -> dict[str, Any]:
    """The game that a photo is taken for, and whether a person is called."""
    shown = {"game": game, "source": name.rpartition(" ")[0], "name": name}
    try:
        verdict = judge_photo(referee, data, name, {})
    except ScanError as error:
        return shown | {"told": "neither", "review": True, "code": error.code}
    return shown | {"told": verdict.game.code, "review": verdict.needs_review}


def report(rows: list[dict[str, Any]]) -> None:
    """How often each source was told rightly, and every photo that was not."""
    for source in dict.fromkeys(row["source"] for row in rows):
        own = [row for row in rows if row["source"] == source]
        seen = Counter(row["told"] for row in own)
        right = sum(row["told"] == row["game"] for row in own)
        silent = sum(row["told"] != row["game"] and not row["review"] for row in own)
        print(f"{source:16} {right:4} of {len(own):4} right; told {dict(seen)}; wrong and nobody called {silent}")
        print("".join(f"    {row['name']}: {row['told']}\n" for row in own if row["told"] != row["game"]), end="")


def main() -> None:
    """Judge all photos."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drawn", type=int, default=40, help="sheets of our own form, and as many of other prints")
    parser.add_argument("--every", type=int, default=1, help="judge one in so many of the photos beside the project")
    parser.add_argument("--log", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    referee = Referee()
    asked = ((name, partial(told, referee, game, name, data)) for game, name, data in photos(args.drawn, args.every))
    report(list(logged(args.log, "name", asked)))


if __name__ == "__main__":
    main()
