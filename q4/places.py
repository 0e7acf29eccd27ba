"""Where everything lies in a flat picture of a sheet, so that people can be shown what was read."""

from dataclasses import dataclass

from q4.board import SIDE, cell_at, run_of
from q4.find import PX
from q4.form import Box, form
from q4.record import LETTER_SIDE
from scanner.values import Pixels


@dataclass(frozen=True, eq=False)
class Places:
    """A flat picture, and in its pixels the cells, the printed letters and the numbers to circle."""

    picture: Pixels  # BGR
    cells: tuple[Box, ...]
    letters: tuple[Box, ...] = ()
    scores: tuple[Box, ...] = ()

    def boxes(self) -> dict[str, list[list[float]]]:
        """Left, top, width and height of each."""
        parts = {"cells": self.cells, "letters": self.letters, "scores": self.scores}
        return {
            name: [[round(value, 1) for value in (box.x, box.y, box.width, box.height)] for box in boxes]
            for name, boxes in parts.items()
        }


def own_places(picture: Pixels) -> Places:
    """The places of our own form."""
    own = form()
    return Places(picture, *(tuple(map(_in_pixels, boxes)) for boxes in (own.cells, own.letters, own.scores)))


def _in_pixels(box: Box) -> Box:
    return Box(box.x * PX, box.y * PX, box.width * PX, box.height * PX)


def is_place(kind: str, place: tuple[int, ...]) -> bool:
    """Whether something of this kind can stand there: a letter, a dot, a cross, a circle, the score."""
    if kind in ("circle", "score"):
        return len(place) == (kind == "circle")
    if kind == "dot":
        return len(place) == 4 and run_of([cell_at((place[0], place[1])), cell_at((place[2], place[3]))]) is not None
    side = {"letter": SIDE, "cross": LETTER_SIDE}.get(kind, 0)
    return len(place) == 2 and all(1 <= number <= side for number in place)
