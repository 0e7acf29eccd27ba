"""One sheet, drawn: crisp vector lines, little ink, nothing that looks like a letter near the grid."""

from typing import Any

from sheets import design as d
from sheets.fonts import draw, width
from sheets.identity_code import Identity, encode_identity
from sheets.qr_code import draw_qr
from texts import text

INK, QUIET, ACCENT = (0.09, 0.14, 0.24), (0.36, 0.41, 0.49), (0.02, 0.45, 0.40)
TINT, PANEL_TINT, CUT = (1.0, 0.93, 0.72), (0.93, 0.96, 0.95), (0.75, 0.78, 0.82)
SQUARES = ((0.84, 0.22, 0.24), (0.95, 0.66, 0.13), (0.05, 0.58, 0.53), (0.16, 0.35, 0.62))
BOLD, PLAIN = True, False


def draw_sheet(canvas: Any, side: str, player: Identity, language: str, code: str = "") -> None:
    """One sheet, its top left corner at the origin."""
    _corner_marks(canvas)
    _panel(canvas, side, language)
    _legend(canvas)
    _bonus(canvas, side, language)
    _total(canvas, language)
    _header(canvas, player, language)
    _grid(canvas, side)
    _rings(canvas, side)
    x, y, size, _ = d.CODE_MM
    if player.player:
        draw_qr(canvas, encode_identity(player, side), x, y, size, down=True)
        x += size + 2.0
    for number, line in enumerate(text("sheet.tip", language).split("\n")):
        _text(canvas, x, y + 6.5 + number * 3.2, line, 1.9, colour=QUIET)
    if code:
        _text(canvas, x, y + 18.6, code, 2.6, BOLD, ACCENT)
    if side == "B":
        _joker(canvas, language)


def _corner_marks(canvas: Any) -> None:
    canvas.setFillColorRGB(*INK)
    for x in (d.MARK_INSET, d.WIDTH - d.MARK_INSET - d.MARK):
        for y in (d.MARK_INSET, d.HEIGHT - d.MARK_INSET - d.MARK):
            canvas.rect(x, y, d.MARK, d.MARK, stroke=0, fill=1)


def _panel(canvas: Any, side: str, language: str) -> None:
    x, y, wide, tall = d.PANEL
    canvas.setFillColorRGB(*PANEL_TINT)
    canvas.roundRect(x, y, wide, tall, 3.5, stroke=0, fill=1)
    _text(canvas, 10.0, d.TITLE_Y, "Qwords", 7.2, BOLD, ACCENT)
    name = text("sheet.professional", language) if side == "B" else text("sheet.standard", language)
    _text(canvas, 10.2, d.TITLE_Y + 3.8, name, 2.7, colour=QUIET)


def _legend(canvas: Any) -> None:
    for number, (length, points) in enumerate(((2, 1), (3, 3), (4, 6), (5, 10))):
        y = d.LEGEND_Y + number * d.LEGEND_STEP
        canvas.setFillColorRGB(*SQUARES[number])
        for step in range(length):
            canvas.roundRect(
                10.2 + step * (d.LEGEND_SQUARE + 0.6), y, d.LEGEND_SQUARE, d.LEGEND_SQUARE, 0.7, stroke=0, fill=1
            )
        _text(canvas, 38.5, y + 3.3, "=", 3.4, PLAIN, QUIET)
        _text(canvas, 46.5, y + 3.3, str(points), 3.9, BOLD, INK, align="right")


def _bonus(canvas: Any, side: str, language: str) -> None:
    x = d.BONUS_TEXT_X[side]
    if side == "A":
        _text(canvas, x, d.BONUS_Y + 0.2, text("sheet.bonus", language), 4.2, BOLD, INK)
        note, room = text("sheet.bonus-note", language), d.BONUS_X - d.BONUS_R - 0.8 - x
        _text(canvas, x, d.BONUS_Y + 3.4, note, 1.75 * min(1.0, room / width(note, 1.75)), colour=QUIET)
    else:
        _text(canvas, x, d.BONUS_Y + 1.3, text("sheet.bonus", language), 3.7, BOLD, INK)
    _ring(canvas, d.BONUS_X, d.BONUS_Y, d.BONUS_R, 0.55, fill=(1.0, 0.82, 0.35))
    _text(canvas, d.BONUS_X, d.BONUS_Y + 1.7, "10", 4.7, BOLD, INK, align="centre")


def _total(canvas: Any, language: str) -> None:
    x, y, width, height = d.TOTAL
    _text(canvas, x - 6.4, y + height / 2 + 2.2, "=", 6.4, BOLD, INK)
    _box(canvas, x, y, width, height, 1.6, 0.7)
    _text(canvas, x + width, y + height + 2.9, text("sheet.total", language), 2.2, colour=QUIET, align="right")


def _header(canvas: Any, player: Identity, language: str) -> None:
    right = d.GRID_X + d.GRID
    fields = [(text("sheet.round", language), player.round, right - 13.0, right)]
    if player.table:
        fields.append((text("sheet.table", language), player.table, right - 28.0, right - 15.0))
    fields.append((text("sheet.name", language), player.player, d.GRID_X, fields[-1][2] - 2.0))
    for label, value, start, end in fields:
        _text(canvas, start, d.HEADER_Y - 4.1, label, 1.9, colour=QUIET)
        canvas.setStrokeColorRGB(*CUT)
        canvas.setLineWidth(0.2)
        canvas.line(start, d.HEADER_Y + 1.1, end, d.HEADER_Y + 1.1)
        draw_name(canvas, value, start, d.HEADER_Y, end - start)


def draw_name(canvas: Any, name: str, x: float, y: float, room: float) -> None:
    """A name on its line, smaller where it is long."""
    size = 4.0 * min(1.0, room / max(width(name, 4.0, BOLD), 0.1))
    _text(canvas, x, y, name, size, BOLD, INK)


def _grid(canvas: Any, side: str) -> None:
    if side == "B":
        canvas.setFillColorRGB(*TINT)
        canvas.rect(d.GRID_X, d.GRID_Y + 2 * d.PITCH, d.GRID, d.PITCH, stroke=0, fill=1)
        canvas.rect(d.GRID_X + 2 * d.PITCH, d.GRID_Y, d.PITCH, d.GRID, stroke=0, fill=1)
    canvas.setStrokeColorRGB(*INK)
    canvas.setLineWidth(0.4)
    for number in range(1, 5):
        offset = number * d.PITCH
        canvas.line(d.GRID_X + offset, d.GRID_Y, d.GRID_X + offset, d.GRID_Y + d.GRID)
        canvas.line(d.GRID_X, d.GRID_Y + offset, d.GRID_X + d.GRID, d.GRID_Y + offset)
    canvas.setLineWidth(0.75)
    canvas.setLineJoin(0)
    canvas.rect(d.GRID_X, d.GRID_Y, d.GRID, d.GRID, stroke=1, fill=0)


def _rings(canvas: Any, side: str) -> None:
    across, down = d.GRID_X + d.GRID + d.RING_GAP, d.GRID_Y + d.GRID + d.RING_GAP
    for number in range(5):
        double = side == "B" and number == 2
        middle = (number + 0.5) * d.PITCH
        for x, y in ((across, d.GRID_Y + middle), (d.GRID_X + middle, down)):
            _ring(canvas, x, y, d.RING_R, 0.8 if double else 0.4, fill=(1, 1, 1))
            if double:
                _text(canvas, x + d.RING_R * 0.86, y + d.RING_R * 0.86 + 1.9, "×2", 2.3, BOLD, ACCENT)
    _text(canvas, across, down + 3.0, side, 8.6, BOLD, ACCENT, align="centre")


def _joker(canvas: Any, language: str) -> None:
    x, y, width, height = d.JOKER
    _box(canvas, x, y, width, height, 1.2, 0.6)
    _text(canvas, x + width / 2, y + height / 2 + 2.4, "?", 6.6, BOLD, ACCENT, align="centre")
    _text(canvas, x + width / 2, y + height + 2.3, text("sheet.joker", language), 1.8, colour=QUIET, align="centre")


def _ring(canvas: Any, x: float, y: float, radius: float, width: float, fill: tuple[float, float, float]) -> None:
    canvas.setStrokeColorRGB(*INK)
    canvas.setLineWidth(width)
    canvas.setFillColorRGB(*fill)
    canvas.circle(x, y, radius, stroke=1, fill=1)


def _box(canvas: Any, x: float, y: float, width: float, height: float, radius: float, line: float) -> None:
    canvas.setStrokeColorRGB(*INK)
    canvas.setFillColorRGB(1, 1, 1)
    canvas.setLineWidth(line)
    canvas.roundRect(x, y, width, height, radius, stroke=1, fill=1)


def _text(
    canvas: Any, x: float, y: float, words: str, size: float, bold: bool = PLAIN,
    colour: tuple[float, float, float] = INK, align: str = "left",
) -> None:  # fmt: skip
    """Text on a baseline, `size` in millimetres; the canvas points downward, so it is turned back for the letters."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(1, -1)
    canvas.setFillColorRGB(*colour)
    draw(canvas, 0, 0, words, size, bold, align)
    canvas.restoreState()
