"""Our own Q4 sheet as a PDF: in colour, or with little ink and stars instead of yellow."""

import io
import math
from collections.abc import Callable, Sequence
from typing import Any

from q4.board import SIDE, neighbours_of, place_of
from q4.form import Box, Form, Point, code_bits, design, form
from q4.record import BLACK, HIGHLIGHT, LETTER_SIDE, Design
from texts import text

MM = 72 / 25.4
INK, QUIET, FAINT = (0.09, 0.14, 0.24), (0.42, 0.46, 0.53), (0.72, 0.75, 0.79)
YELLOW, PRINTED = (1.0, 0.92, 0.5), (0.5, 0.53, 0.58)
NAME = 34, 12.6, 64  # where a name begins, and its room, in millimetres
STAR = 1.7  # radius, in millimetres
TIPS = 4  # lines of advice below the letter grid
BOLD, PLAIN = "Helvetica-Bold", "Helvetica"


Place = tuple[float, float, float]  # from the left and the top in millimetres, times its size


def forms_pdf(
    numbers: Sequence[int],
    language: str = "en",
    low_ink: bool = False,
    page: tuple[float, float] | None = None,
    places: Sequence[Place] = ((0, 0, 1),),
    head: Callable[[Any, int], None] = lambda canvas, at: None,
) -> bytes:
    """The sheet of each number, on pages of A5, or in the places of another page, width and height in millimetres.

    `head` draws more on a sheet, counted from 0, in its millimetres, y downward.
    """
    from reportlab.pdfgen.canvas import Canvas

    own, stream = form(), io.BytesIO()
    width, height = page or (own.width, own.height)
    canvas = Canvas(stream, pagesize=(width * MM, height * MM), invariant=1)
    canvas.setTitle("Q4")
    for at, number in enumerate(numbers):
        left, top, scale = places[at % len(places)]
        canvas.saveState()
        canvas.translate(left * MM, (height - top) * MM)
        canvas.scale(scale * MM, -scale * MM)
        _draw(canvas, own, number, language, low_ink)
        head(canvas, at)
        canvas.restoreState()
        if (at + 1) % len(places) == 0 or at + 1 == len(numbers):
            canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _draw(canvas: Any, own: Form, number: int, language: str, low_ink: bool) -> None:
    printed = design(number)
    _marks(canvas, own)
    _number(canvas, own, number)
    _heading(canvas, own, number, language)
    _play_grid(canvas, own, printed, low_ink)
    _dots(canvas, own, printed)
    _letter_grid(canvas, own, printed)
    _scores(canvas, own, language)


def _marks(canvas: Any, own: Form) -> None:
    canvas.setFillColorRGB(*INK)
    for (x, y), size in [*((at, own.corner_mark) for at in own.corners), *((at, own.edge_mark) for at in own.edges)]:
        canvas.rect(x - size / 2, y - size / 2, size, size, stroke=0, fill=1)


def _number(canvas: Any, own: Form, number: int) -> None:
    canvas.setFillColorRGB(*INK)
    for box, bit in zip(own.code, code_bits(number), strict=True):
        if bit:
            canvas.rect(box.x, box.y, box.width, box.height, stroke=0, fill=1)


def _heading(canvas: Any, own: Form, number: int, language: str) -> None:
    _text(canvas, (18, 12.5), "Q4", 8, BOLD)
    _text(canvas, (34, 8), text("q4.form.name", language), 2.2, PLAIN, QUIET)
    canvas.setStrokeColorRGB(*FAINT)
    canvas.setLineWidth(0.2)
    canvas.line(NAME[0], 13.5, NAME[0] + NAME[2], 13.5)
    first = own.letters[0]
    for at in range(TIPS):
        place = first.x - 3, first.y + LETTER_SIDE * first.height + 5.5 + at * 3.4
        _text(canvas, place, text(f"q4.form.tip.{at + 1}", language), 2.4, PLAIN, QUIET)
    _text(canvas, (194, 15.2), f"{number:05d}", 2.2, PLAIN, QUIET, "right")


def _play_grid(canvas: Any, own: Form, printed: Design, low_ink: bool) -> None:
    for cell, box in enumerate(own.cells):
        sign = printed.printed(place_of(cell))
        tinted = printed.is_bonus(place_of(cell)) and not low_ink
        fill = YELLOW if tinted else (1, 1, 1)
        if sign == BLACK:
            _black(canvas, box, low_ink)
            continue
        line, colour = (1.5, INK) if sign == HIGHLIGHT else (0.35, FAINT)
        canvas.setLineWidth(line)
        canvas.setStrokeColorRGB(*colour)
        canvas.setFillColorRGB(*fill)
        canvas.roundRect(box.x, box.y, box.width, box.height, 1.5, stroke=1, fill=1)
    if low_ink:
        _stars(canvas, own, printed)


def _black(canvas: Any, box: Box, low_ink: bool) -> None:
    """A cell that cannot be used: black, or hatched to save ink."""
    canvas.setFillColorRGB(*INK)
    canvas.setStrokeColorRGB(*INK)
    if not low_ink:
        canvas.roundRect(box.x, box.y, box.width, box.height, 1.5, stroke=0, fill=1)
        return
    canvas.setLineWidth(0.5)
    canvas.rect(box.x, box.y, box.width, box.height, stroke=1, fill=0)
    for step in range(1, 6):
        part = box.width * step / 6
        canvas.line(box.x, box.y + part, box.x + part, box.y)
        canvas.line(box.x + part, box.y + box.height, box.x + box.width, box.y + part)
    canvas.line(box.x, box.y + box.height, box.x + box.width, box.y)


def _stars(canvas: Any, own: Form, printed: Design) -> None:
    """Stars at both ends of the bonus row and column, outside the cells."""
    row = [own.cells[(printed.bonus_row - 1) * SIDE + column].middle for column in (0, SIDE - 1)]
    column = [own.cells[line * SIDE + printed.bonus_column - 1].middle for line in (0, SIDE - 1)]
    away = own.cells[0].width / 2 + STAR + 1.2
    places = [(row[0][0] - away, row[0][1]), (row[1][0] + away, row[1][1])]
    places += [(column[0][0], column[0][1] - away), (column[1][0], column[1][1] + away)]
    canvas.setFillColorRGB(*INK)
    for x, y in places:
        path = canvas.beginPath()
        for point in range(10):
            angle, radius = math.pi * (point / 5 - 0.5), STAR if point % 2 == 0 else STAR * 0.42
            to = path.moveTo if point == 0 else path.lineTo
            to(x + radius * math.cos(angle), y + radius * math.sin(angle))
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)


def _dots(canvas: Any, own: Form, printed: Design) -> None:
    """The dots between cells that can both be used."""
    for dot, middle in enumerate(own.dots):
        if all(printed.printed(place_of(cell)) != BLACK for cell in neighbours_of(dot)):
            _circle(canvas, middle, own.dot / 2, 0.3, QUIET)


def _letter_grid(canvas: Any, own: Form, printed: Design) -> None:
    canvas.setStrokeColorRGB(*FAINT)
    canvas.setLineWidth(0.25)
    for box in own.letters:
        canvas.rect(box.x, box.y, box.width, box.height, stroke=1, fill=0)
    for box, letter in zip(own.letters, "".join(printed.letter_grid), strict=True):
        x, y = box.middle
        _text(canvas, (x, y + own.letter_size * 0.36), letter, own.letter_size, BOLD, PRINTED, "centre")
    for at in range(LETTER_SIDE):
        left, top = own.letters[at * LETTER_SIDE], own.letters[at]
        _text(canvas, (left.x - 2.6, left.middle[1] + 1.2), str(at + 1), 3.2, BOLD, QUIET, "centre")
        _text(canvas, (top.middle[0], top.y - 1.6), str(at + 1), 3.2, BOLD, QUIET, "centre")
    for middle in own.blocks:
        _circle(canvas, middle, own.block_dot / 2, 0.2, FAINT)


def _scores(canvas: Any, own: Form, language: str) -> None:
    _text(canvas, (194, own.scores[0].y - 1.2), text("q4.form.score", language), 2.4, PLAIN, QUIET, "right")
    for number, box in enumerate(own.scores):
        _text(canvas, (box.middle[0], box.middle[1] + 0.9), str(number), 2.5, PLAIN, PRINTED, "centre")


def _circle(canvas: Any, middle: Point, radius: float, line: float, colour: tuple[float, float, float]) -> None:
    canvas.setStrokeColorRGB(*colour)
    canvas.setFillColorRGB(1, 1, 1)
    canvas.setLineWidth(line)
    canvas.circle(*middle, radius, stroke=1, fill=1)


def _text(
    canvas: Any, at: Point, shown: str, size: float, font: str,
    colour: tuple[float, float, float] = INK, align: str = "left",
) -> None:  # fmt: skip
    """Text on a baseline; the canvas points downward, so it is turned back for the letters."""
    canvas.saveState()
    canvas.translate(*at)
    canvas.scale(1, -1)
    canvas.setFillColorRGB(*colour)
    canvas.setFont(font, size)
    {"left": canvas.drawString, "right": canvas.drawRightString, "centre": canvas.drawCentredString}[align](0, 0, shown)
    canvas.restoreState()
