"""The geometry of our own Q4 sheet, from form.toml, and the designs that its numbers stand for."""

import tomllib
from binascii import crc_hqx
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from q4.board import CELLS, DOTS, SIDE, neighbours_of
from q4.record import BLACK, HIGHLIGHT, LETTER_SIDE, Design

NUMBERS = 1 << 16
SYNC = 0b10110010  # before the number, so that a blank field is none
CODE_BITS = 40
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "EEAAIOTRSN"  # of every letter grid: each once, common ones more often
BLOCKS = LETTER_SIDE - 1  # in a row

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """An upright rectangle in millimetres."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Form:
    """Where everything lies on the sheet, in millimetres."""

    width: float
    height: float
    corner_mark: float
    edge_mark: float
    corners: tuple[Point, ...]  # clockwise from the top left
    edges: tuple[Point, ...]  # top, right, bottom, left
    code: tuple[Box, ...]  # squares of the number, row by row
    cells: tuple[Box, ...]  # 16 boxes of the play grid
    dots: tuple[Point, ...]  # 24 middles
    dot: float  # diameter
    letters: tuple[Box, ...]  # 36 cells of the letter grid
    letter_size: float
    blocks: tuple[Point, ...]  # 25 middles of blocks of 2 x 2
    block_dot: float
    scores: tuple[Box, ...]  # the fields of the numbers 0 and up


@cache
def form() -> Form:
    """Our own sheet."""
    facts = tomllib.loads(files("q4").joinpath("form.toml").read_text(encoding="utf-8"))
    marks, play, letters = facts["marks"], facts["play"], facts["letters"]
    cells = _boxes(play, play["box"], play["box"], SIDE, SIDE, play["gap"])
    blocks = [divmod(number, BLOCKS) for number in range(BLOCKS * BLOCKS)]
    return Form(
        width=facts["width"],
        height=facts["height"],
        corner_mark=marks["corner"],
        edge_mark=marks["edge"],
        corners=tuple((x, y) for x, y in marks["corners"]),
        edges=tuple((x, y) for x, y in marks["edges"]),
        code=_boxes(facts["number"], facts["number"]["square"], facts["number"]["square"]),
        cells=cells,
        dots=tuple(_between(*(cells[cell].middle for cell in neighbours_of(dot))) for dot in range(DOTS)),
        dot=play["dot"],
        letters=_boxes(letters, letters["pitch"], letters["pitch"], LETTER_SIDE, LETTER_SIDE),
        letter_size=letters["size"],
        blocks=tuple(
            (letters["x"] + (column + 1) * letters["pitch"], letters["y"] + (row + 1) * letters["pitch"])
            for row, column in blocks
        ),
        block_dot=letters["dot"],
        scores=_boxes(facts["score"], facts["score"]["width"], facts["score"]["height"]),
    )


def _boxes(
    facts: dict[str, Any], width: float, height: float, columns: int = 0, rows: int = 0, gap: float = 0.0
) -> tuple[Box, ...]:
    """The boxes of a grid, row by row."""
    return tuple(
        Box(facts["x"] + column * (width + gap), facts["y"] + row * (height + gap), width, height)
        for row in range(rows or facts["rows"])
        for column in range(columns or facts["columns"])
    )


def _between(one: Point, two: Point) -> Point:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def design(number: int) -> Design:
    """What is printed on the sheet of a number; the same for ever, as sheets stay in drawers."""
    letters = [LETTERS[at] for at in _shuffled(number, "letters", len(LETTERS))]
    signs = ["."] * CELLS
    for cell, sign in zip(_shuffled(number, "cells", CELLS), BLACK * 2 + HIGHLIGHT * 2, strict=False):
        signs[cell] = sign
    return Design(
        tuple("".join(letters[row * LETTER_SIDE : (row + 1) * LETTER_SIDE]) for row in range(LETTER_SIDE)),
        tuple("".join(signs[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE)),
        _shuffled(number, "row", SIDE)[0] + 1,
        _shuffled(number, "column", SIDE)[0] + 1,
    )


def _shuffled(number: int, what: str, size: int) -> list[int]:
    """The numbers below `size` in an order that only the sheet's number decides."""
    return sorted(range(size), key=lambda item: sha256(f"q4/1 {number} {what} {item}".encode()).digest())


def code_bits(number: int) -> tuple[int, ...]:
    """The squares of a sheet's number, 1 is black: a fixed start, the number, and a checksum of both."""
    data = number.to_bytes(2, "big")
    value = SYNC << 32 | number << 16 | crc_hqx(data, SYNC)
    return tuple(value >> (CODE_BITS - 1 - at) & 1 for at in range(CODE_BITS))


def decode_bits(bits: tuple[int, ...]) -> int | None:
    """The number that such squares hold; None where they hold none."""
    value = sum(bit << (CODE_BITS - 1 - at) for at, bit in enumerate(bits))
    number = value >> 16 & 0xFFFF
    return number if code_bits(number) == bits else None
