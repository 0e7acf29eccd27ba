"""Readers turn crops into ranked symbols; engines are imported only when asked for."""

from collections.abc import Sequence
from typing import Protocol

from scanner.values import Glyph, Pixels


class Reader(Protocol):
    """Anything that can read the crops of a sheet."""

    name: str
    version: str

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one cell each: A to Z, "." empty, "#" struck or illegible."""

    def numbers(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one circle or box each: "" nothing, "-" a dash, "0" to "130"."""

    def marks(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Tell whether each printed badge or box was struck through: "struck" or "open"."""
