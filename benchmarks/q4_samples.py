"""Draws the Q4 samples: the printed form, written on with stroke models or free fonts, photographed.

    python -m benchmarks.q4_samples [--fonts FOLDER]

The photos and their truth are committed; drawing them again gives the same bytes where the libraries are the same.
"""

import argparse
import tomllib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from PIL import ImageFont

from benchmarks.q4_draw import Hand, photograph, written
from benchmarks.q4_game import Played, play
from q4.board import DOTS, SIDE, neighbours_of, place_of
from q4.form import design
from q4.words import english
from training.glyphs import font_glyph
from training.strokes import draw

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
FONTS = Path(__file__).resolve().parents[2] / "shared" / "hand" / "fonts"
# name: seed, hand (a font's name or strokes), low ink, what the player got wrong
PLANS: dict[str, tuple[int, str, bool, str]] = {
    "q4-colour": (41, "strokes", False, ""),
    "q4-low-ink": (42, "strokes", True, ""),
    "q4-font": (43, "patrick-hand", False, ""),
    "q4-too-high": (44, "strokes", False, "too-high"),
    "q4-not-crossed": (45, "strokes", True, "uncrossed"),
}


def hand_of(name: str, fonts: Path) -> Hand:
    """The hand of a plan."""
    if name == "strokes":
        return draw
    font = ImageFont.truetype(str(fonts / f"{name}.ttf"), 90)

    def write(letter: str, _: np.random.Generator) -> np.ndarray:
        glyph = font_glyph(font, letter)
        assert glyph is not None
        return glyph

    return write


def with_mistake(played: Played, mistake: str) -> Played:
    """The sheet with what its player got wrong."""
    if mistake == "too-high":
        return replace(played, circled=frozenset({79}))
    if mistake == "uncrossed":
        letter_at = design(played.number).letter
        letters = [letter_at(place) for place in played.crossed]
        lone = next(place for place in sorted(played.crossed) if letters.count(letter_at(place)) == 1)
        return replace(played, crossed=played.crossed - {lone})
    return played


def truth(played: Played, font: str, low_ink: bool, mistake: str) -> str:
    """What is on the sheet, as TOML."""
    rows = ["".join(played.letters.get(row * SIDE + column, "#") for column in range(SIDE)) for row in range(SIDE)]
    dots = [[list(place_of(cell)) for cell in neighbours_of(dot)] for dot in range(DOTS) if played.dots >> dot & 1]
    lines = [
        'game = "q4"',
        f"number = {played.number}",
        f"grid = {rows}".replace("'", '"'),
        f"dots = {dots}",
        f"crossed = {[list(place) for place in sorted(played.crossed)]}",
        f"blocks = {[list(place) for place in sorted(played.blocks)]}",
        f"circled = {sorted(played.circled)}",
        f"words = {sorted({word['word'] for one in played.rounds for word in one['words']})}".replace("'", '"'),
        f"low_ink = {str(low_ink).lower()}",
        f'font = "{font}"',
        f'mistake = "{mistake}"',
    ]
    text = "\n".join(lines) + "\n"
    tomllib.loads(text)
    return text


def main() -> None:
    """Draw every sample."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fonts", type=Path, default=FONTS)
    args = parser.parse_args()
    words = english()
    for name, (seed, font, low_ink, mistake) in PLANS.items():
        rng = np.random.default_rng(seed)
        played = with_mistake(play(rng, words), mistake)
        page = written(played, hand_of(font, args.fonts), rng, low_ink)
        picture = photograph(page, rng, 2000)
        folder = SAMPLES / name
        folder.mkdir(exist_ok=True)
        cv2.imwrite(str(folder / "photo.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
        (folder / "truth.toml").write_text(truth(played, font, low_ink, mistake), encoding="utf-8")
        print(name, played.number, played.score)


if __name__ == "__main__":
    main()
