"""Reads drawn photos of Q4 sheets of another print: ruled grids, solid black cells, dots on the lines.

python -m benchmarks.q4_other [--sheets 60]
"""

import argparse

import cv2
import numpy as np

from benchmarks.q4_draw import photograph
from benchmarks.q4_game import Played, play
from q4.board import CELLS, DOTS, neighbours_of
from q4.form import design
from q4.sheet_reading import read_sheet
from q4.sheet_verdict import judge
from q4.words import english
from scanner.decode import decode
from scanner.readers import make_reader
from scanner.scan_errors import SheetNotFound
from training.strokes import draw

PRINT, INK, PAPER = (60, 60, 60), (120, 50, 30), (250, 250, 250)  # BGR
PLAY, LETTERS = (120, 200, 170), (950, 220, 100)  # left, top, pitch


def page(played: Played, rng: np.random.Generator) -> np.ndarray:
    """A sheet with a play grid and a letter grid, ruled."""
    sheet = np.full((1184, 1680, 3), 250, np.uint8)
    _rule(sheet, *PLAY, 4)
    _rule(sheet, *LETTERS, 6)
    left, top, pitch = PLAY
    for cell in range(CELLS):
        x, y = left + cell % 4 * pitch, top + cell // 4 * pitch
        if cell in played.letters:
            glyph = cv2.resize(draw(played.letters[cell], rng), (120, 120))
            sheet[y + 25 : y + 145, x + 25 : x + 145][glyph > 100] = INK
        else:
            cv2.rectangle(sheet, (x, y), (x + pitch, y + pitch), PRINT, -1)
    for dot in range(DOTS):
        middle = np.mean([(cell % 4 + 0.5, cell // 4 + 0.5) for cell in neighbours_of(dot)], axis=0) * pitch
        at = (middle + np.array([left, top])).astype(int).tolist()
        cv2.circle(sheet, at, 13, INK if played.dots >> dot & 1 else PAPER, -1)
        cv2.circle(sheet, at, 13, PRINT, 2)
    _letter_grid(sheet, played)
    return sheet


def _rule(sheet: np.ndarray, left: int, top: int, pitch: int, side: int) -> None:
    for line in range(side + 1):
        at = line * pitch
        cv2.line(sheet, (left, top + at), (left + side * pitch, top + at), PRINT, 4)
        cv2.line(sheet, (left + at, top), (left + at, top + side * pitch), PRINT, 4)


def _letter_grid(sheet: np.ndarray, played: Played) -> None:
    left, top, pitch = LETTERS
    for at, letter in enumerate("".join(design(played.number).letter_grid)):
        x, y = left + at % 6 * pitch, top + at // 6 * pitch
        cv2.putText(sheet, letter, (x + 25, y + 75), cv2.FONT_HERSHEY_DUPLEX, 2, PRINT, 4, cv2.LINE_AA)
        if (at // 6 + 1, at % 6 + 1) in played.crossed:
            cv2.line(sheet, (x + 12, y + 88), (x + 88, y + 12), INK, 5, cv2.LINE_AA)


def main() -> None:
    """Draw, read, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=60)
    count = parser.parse_args().sheets
    cv2.setNumThreads(1)
    words, reader = english(), make_reader("cnn")
    found = letters = dots = silent = 0
    for seed in range(count):
        rng = np.random.default_rng(seed)
        played = play(rng, words)
        data = cv2.imencode(".jpg", photograph(page(played, rng), rng, 2000))[1].tobytes()
        try:
            verdict = judge(read_sheet(decode(data), reader), words)
        except SheetNotFound:
            continue
        found += 1
        sheet = verdict.sheet
        letters += sum(sheet.letters.get(cell) == played.letters.get(cell) for cell in range(CELLS))
        dots += DOTS - (sheet.dots ^ played.dots).bit_count()
        silent += not verdict.needs_review
    cells = letters / found / CELLS
    print(f"{count} sheets of another print: {found} found; cells {cells:.4f}, dots {dots / found / DOTS:.4f}")
    print(f"without calling a person: {silent}")


if __name__ == "__main__":
    main()
