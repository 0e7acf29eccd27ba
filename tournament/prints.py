"""What is printed at the end of the day: certificates, result slips, and invitations to follow on a phone."""

import io
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from sheets.fonts import draw, new_canvas, width
from sheets.qr_code import draw_qr
from texts import long_day, text
from tournament.entities import Place, Player
from tournament.overview import Overview
from tournament.player_codes import player_code
from tournament.standings import all_rounds

MM = 72 / 25.4
A4 = (210 * MM, 297 * MM)
INK, QUIET, ACCENT, GOLD = (0.09, 0.14, 0.24), (0.36, 0.41, 0.49), (0.02, 0.45, 0.40), (0.85, 0.62, 0.1)
Colour = tuple[float, float, float]
Item = TypeVar("Item", Place, Player)
SLIPS, COLUMNS = 8, 2  # on a page
SLIP_WIDTH, SLIP_ROUNDS = 80.0, 36.0  # millimetres for a name, and for the lines of all rounds


def certificates(view: Overview, language: str, best: int = 0) -> bytes:
    """A certificate for each player, or for the first places only; one on a page, A4 lying."""
    canvas, stream = _canvas((A4[1], A4[0]), view.tournament.name)
    for place in view.places:
        if not best or place.place <= best:
            _certificate(canvas, view, place, language)
            canvas.showPage()
    return _done(canvas, stream)


def _certificate(canvas: Any, view: Overview, place: Place, language: str) -> None:
    middle, height = A4[1] / 2, A4[0]
    canvas.setStrokeColorRGB(*ACCENT)
    for inset, line in ((10, 2.2), (13, 0.6)):
        canvas.setLineWidth(line)
        canvas.rect(inset * MM, inset * MM, A4[1] - 2 * inset * MM, height - 2 * inset * MM)
    _line(canvas, middle, height - 45 * MM, text("print.certificate", language), 34, ACCENT, bold=True)
    _line(canvas, middle, height - 60 * MM, view.tournament.name, 17, QUIET)
    _line(canvas, middle, height - 95 * MM, place.player, 40, INK, bold=True)
    if place.team:
        _line(canvas, middle, height - 107 * MM, place.team, 15, QUIET)
    _line(canvas, middle, height - 130 * MM, text("print.place", language, place=place.place), 30, GOLD, bold=True)
    _line(canvas, middle, height - 145 * MM, text("print.points", language, total=place.total), 18, INK)
    state = "standings.final" if view.final else "standings.provisional"
    date = long_day(view.tournament.created, language)
    _line(canvas, middle, 24 * MM, f"{date} · {text(state, language)}", 11, QUIET)


def slips(view: Overview, language: str) -> bytes:
    """A slip for each player with the points of every round; eight on a page, to be cut."""
    canvas, stream = _canvas(A4, view.tournament.name)
    rounds = all_rounds(view.places)
    for place, left, top in _grid(canvas, view.places):
        _fit(canvas, left, top - 12 * MM, place.player, 17, INK, bold=True)
        _fit(canvas, left, top - 18 * MM, " · ".join(filter(None, [view.tournament.name, place.team])), 9, QUIET)
        step = min(6.0, SLIP_ROUNDS / max(len(rounds), 1))  # millimetres a round
        for number, name in enumerate(rounds):
            y = top - (27 + step * number) * MM
            _say(canvas, left, y, text("standings.round", language, n=name), 11 * step / 6, INK)
            points = str(place.rounds[name]) if name in place.rounds else "–"
            _say(canvas, left + 70 * MM, y, points, 11 * step / 6, INK, align="right")
        y = top - (30 + step * len(rounds)) * MM
        _say(canvas, left, y, text("print.place", language, place=place.place), 13, ACCENT, bold=True)
        _say(canvas, left + 70 * MM, y, str(place.total), 15, INK, bold=True, align="right")
    return _done(canvas, stream)


def invitations(view: Overview, language: str, address: str) -> bytes:
    """A slip for each player of the roster: the code to follow the standings, see one's own sheets and send photos."""
    canvas, stream = _canvas(A4, view.tournament.name)
    secret, id = view.tournament.secret, view.tournament.id
    for player, left, top in _grid(canvas, view.roster):
        code = player_code(secret, player.name)
        draw_qr(canvas, f"{address}page/live.html#/{id}/{code}", left + 50 * MM, top - 56 * MM, 34 * MM)
        _fit(canvas, left, top - 12 * MM, player.name, 15, INK, bold=True)
        _fit(canvas, left, top - 18 * MM, view.tournament.name, 9, QUIET, room=46)
        for number, line in enumerate(_wrapped(text("print.invite", language), 9, 46)):
            _say(canvas, left, top - (27 + 4 * number) * MM, line, 9, QUIET)
        _say(canvas, left, top - 49 * MM, text("print.own-code", language), 9, QUIET)
        _say(canvas, left, top - 56 * MM, code, 15, ACCENT, bold=True)
    return _done(canvas, stream)


def _wrapped(words: str, size: float, room: float) -> list[str]:
    """Words in lines that fit the room, in millimetres."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size, False) > room * MM:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _canvas(size: tuple[float, float], title: str) -> tuple[Any, io.BytesIO]:
    stream = io.BytesIO()
    canvas = new_canvas(stream, *size)
    canvas.setTitle(title)
    return canvas, stream


def _done(canvas: Any, stream: io.BytesIO) -> bytes:
    canvas.save()
    return stream.getvalue()


def _grid(canvas: Any, items: Sequence[Item]) -> Iterable[tuple[Item, float, float]]:
    """Each item with the top left of its slip; dashed lines show where to cut."""
    wide, tall = A4[0] / COLUMNS, A4[1] / (SLIPS // COLUMNS)
    for number, item in enumerate(items):
        row, column = divmod(number % SLIPS, COLUMNS)
        if number and number % SLIPS == 0:
            canvas.showPage()
        if number % SLIPS == 0:
            canvas.setDash(3, 3)
            canvas.setStrokeColorRGB(*QUIET)
            canvas.line(wide, 0, wide, A4[1])
            for cut in range(1, SLIPS // COLUMNS):
                canvas.line(0, cut * tall, A4[0], cut * tall)
            canvas.setDash()
        yield item, column * wide + 12 * MM, A4[1] - row * tall


def _line(canvas: Any, x: float, y: float, words: str, size: float, colour: Colour, bold: bool = False) -> None:
    """Words around a point, smaller where they would not fit."""
    room = A4[1] - 50 * MM
    fitting = size * min(1.0, room / max(width(words, size, bold), 1.0))
    _say(canvas, x, y, words, fitting, colour, bold, "centre")


def _fit(
    canvas: Any, x: float, y: float, words: str, size: float, colour: Colour, bold: bool = False,
    room: float = SLIP_WIDTH,
) -> None:  # fmt: skip
    """Words on a slip, smaller where they would reach over its edge."""
    _say(canvas, x, y, words, size * min(1.0, room * MM / max(width(words, size, bold), 1.0)), colour, bold)


def _say(
    canvas: Any, x: float, y: float, words: str, size: float, colour: Colour, bold: bool = False,
    align: str = "left",
) -> None:  # fmt: skip
    canvas.setFillColorRGB(*colour)
    draw(canvas, x, y, words, size, bold, align)
