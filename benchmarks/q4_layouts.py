"""Q4 sheets as other people print them: layouts of their own, drawn flat, in millimetres."""

from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.q4_draw import PX, Hand, write_on
from benchmarks.q4_game import Played
from q4.board import DOTS, SIDE, neighbours_of, place_of
from q4.form import BLOCKS, Box, Form, design, form
from q4.record import BLACK, HIGHLIGHT, LETTER_SIDE, Design

PRINT, GREY, YELLOW = (60, 60, 60), (150, 150, 150), (130, 235, 255)  # BGR
Ink = tuple[int, int, int]


@dataclass(frozen=True)
class Layout:
    """Where a print has its parts, and how they look."""

    name: str
    size: tuple[float, float]  # of the page
    play: tuple[float, float, float, float]  # left, top, side of a cell, gap between cells
    letters: tuple[float, float, float]  # left, top, side of a cell
    scores: tuple[float, float, float, float, int, int, int]  # left, top, width, height, columns, rows, first number
    font: int
    line: float  # width of lines
    ruled: bool  # whether the numbers stand in a ruled table
    dot: float
    ink: Ink = PRINT

    def form(self) -> Form:
        """The same as our own form is described, so that the same pens write on it."""
        left, top, side, gap = self.play
        cells = tuple(
            Box(left + at % SIDE * (side + gap), top + at // SIDE * (side + gap), side, side) for at in range(SIDE**2)
        )
        x, y, pitch = self.letters
        sx, sy, width, height, columns, rows, first = self.scores
        numbers = [
            Box(sx + (at % columns) * width, sy + (at // columns) * height, width, height)
            for at in range(columns * rows)
        ]
        middles = [[cells[cell].middle for cell in neighbours_of(dot)] for dot in range(DOTS)]
        return Form(
            width=self.size[0],
            height=self.size[1],
            corner_mark=0,
            edge_mark=0,
            corners=form().corners,
            edges=form().edges,
            code=(),
            cells=cells,
            dots=tuple(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2) for one, two in middles),
            dot=self.dot,
            letters=tuple(
                Box(x + at % LETTER_SIDE * pitch, y + at // LETTER_SIDE * pitch, pitch, pitch) for at in range(36)
            ),
            letter_size=0.5 * pitch,
            blocks=tuple((x + (at % BLOCKS + 1) * pitch, y + (at // BLOCKS + 1) * pitch) for at in range(BLOCKS**2)),
            block_dot=0,
            scores=(*([Box(-50, -50, 1, 1)] * first), *numbers),
        )


FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
LAYOUTS = (
    Layout("ruled", (210, 148), (15, 22, 20, 0), (118, 25, 12.5), (14, 112, 9, 7, 20, 4, 0), cv2.FONT_HERSHEY_DUPLEX,
           0.5, True, 3.4),
    Layout("boxes", (148, 210), (30, 18, 18, 4), (35, 112, 12), (16, 190, 7.7, 7, 15, 2, 1), cv2.FONT_HERSHEY_COMPLEX,
           0.4, False, 3.0),
    Layout("bold", (297, 210), (150, 30, 30, 0), (20, 30, 18), (20, 160, 11, 9, 20, 3, 1), cv2.FONT_HERSHEY_SIMPLEX,
           0.9, True, 5.0, (40, 40, 40)),
    Layout("columns", (210, 297), (30, 30, 24, 6), (30, 165, 15), (150, 30, 12, 8.5, 4, 20, 0),
           cv2.FONT_HERSHEY_TRIPLEX, 0.5, False, 4.0, (90, 70, 50)),
)  # fmt: skip


def drawn_layout(rng: np.random.Generator) -> Layout:
    """A print that nobody planned: sizes, gaps, fonts, lines and what stands beside what are left to chance."""
    side, pitch = float(rng.uniform(15, 28)), float(rng.uniform(9, 17))
    gap = float(rng.choice([0, rng.uniform(2, 0.35 * side)]))
    width, height = float(rng.uniform(7, 12)), float(rng.uniform(6, 9))
    columns = int(rng.choice([4, 5, 8, 10, 15, 20]))
    rows = max(2, min(20, int(rng.integers(40, 101)) // columns))
    parts = {
        "play": (SIDE * side + 3 * gap,) * 2,
        "letters": (6 * pitch,) * 2,
        "scores": (columns * width, rows * height),
    }
    spots, size = _arranged(parts, rng)
    return Layout(
        "drawn", size, (*spots["play"], side, gap), (*spots["letters"], pitch),
        (*spots["scores"], width, height, columns, rows, int(rng.integers(2))), int(rng.choice(FONTS)),
        float(rng.uniform(0.3, 0.9)), bool(rng.random() < 0.5), float(rng.uniform(0.13, 0.2)) * (side + gap),
        (int(rng.integers(20, 110)),) * 3,
    )  # fmt: skip


def _arranged(
    parts: dict[str, tuple[float, float]], rng: np.random.Generator
) -> tuple[dict[str, tuple[float, float]], tuple[float, float]]:
    """Where each part begins, and the size of the page: two beside each other, the third below, or all in a column."""
    names = list(rng.permutation(sorted(parts)))
    margin, space = float(rng.uniform(10, 25)), float(rng.uniform(8, 20))
    lines = [names] if rng.random() < 0.25 else [names[:2], names[2:]]
    lines = [[name] for name in names] if rng.random() < 0.25 else lines
    spots, y, widest = {}, margin, 0.0
    for line in lines:
        x = margin
        for name in line:
            spots[name] = x, y
            x += parts[name][0] + space
        widest, y = max(widest, x - space), y + max(parts[name][1] for name in line) + space
    return spots, (widest + margin, y - space + margin)


def page(layout: Layout, played: Played, hand: Hand, rng: np.random.Generator) -> np.ndarray:
    """A finished sheet of a layout, flat."""
    return write_on(printed(layout, design(played.number)), layout.form(), played, hand, rng, outlined=True)


def printed(layout: Layout, own: Design) -> np.ndarray:
    """An empty sheet of a layout."""
    places = layout.form()
    sheet = np.full((round(layout.size[1] * PX), round(layout.size[0] * PX), 3), 250, np.uint8)
    for cell, box in enumerate(places.cells):
        place = place_of(cell)
        if own.is_bonus(place):
            _box(sheet, box, YELLOW, -1)
        if own.printed(place) == BLACK:
            _box(sheet, box, layout.ink, -1)
        _box(sheet, box, layout.ink, layout.line * (3 if own.printed(place) == HIGHLIGHT else 1))
    for dot, at in enumerate(places.dots):
        if all(own.printed(place_of(cell)) != BLACK for cell in neighbours_of(dot)):
            _disc(sheet, at, layout.dot / 2, (250, 250, 250), -1)
            _disc(sheet, at, layout.dot / 2, layout.ink, 0.25)
    for box, letter in zip(places.letters, "".join(own.letter_grid), strict=True):
        _box(sheet, box, layout.ink, layout.line)
        _text(sheet, box, letter, layout.font, 0.5, layout.ink)
    first = layout.scores[6]
    for number, box in enumerate(places.scores[first:], first):
        if layout.ruled:
            _box(sheet, box, GREY, 0.25)
        _text(sheet, box, str(number), layout.font, 0.42, layout.ink)
    return sheet


def _px(*values: float) -> list[int]:
    return [round(value * PX) for value in values]


def _box(sheet: np.ndarray, box: Box, colour: Ink, width: float) -> None:
    x, y, right, bottom = _px(box.x, box.y, box.x + box.width, box.y + box.height)
    cv2.rectangle(sheet, (x, y), (right, bottom), colour, -1 if width < 0 else max(1, round(width * PX)))


def _disc(sheet: np.ndarray, at: tuple[float, float], radius: float, colour: Ink, width: float) -> None:
    cv2.circle(sheet, _px(*at), round(radius * PX), colour, -1 if width < 0 else max(1, round(width * PX)), cv2.LINE_AA)


def _text(sheet: np.ndarray, box: Box, text: str, font: int, part: float, colour: Ink) -> None:
    """A text in the middle of a box, so high."""
    scale = cv2.getFontScaleFromHeight(font, round(part * box.height * PX))
    (width, height), _ = cv2.getTextSize(text, font, scale, 2)
    x, y = _px(*box.middle)
    cv2.putText(sheet, text, (x - width // 2, y + height // 2), font, scale, colour, 2 + round(scale), cv2.LINE_AA)
