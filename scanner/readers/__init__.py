"""Readers turn crops into ranked symbols; engines are imported only when asked for."""

from collections.abc import Sequence
from typing import Protocol

from scanner.scan_errors import ReaderUnavailable
from scanner.values import Glyph, Pair, Pixels

READERS = ("cnn", "tesseract")


class Reader(Protocol):
    """Anything that can read the crops of a sheet."""

    name: str
    version: str

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one cell each: A to Z, "." empty, "#" struck or illegible."""

    def alike(self, crops: Sequence[Pixels], read: Sequence[Glyph]) -> tuple[Pair, ...]:
        """The pairs of one sheet's cells that may hold one letter, where its rankings leave it open."""

    def numbers(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one circle or box each: "" nothing, "-" a dash, "0" to "130"."""

    def marks(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Tell whether each printed badge or box was struck through: "struck" or "open"."""


def make_reader(name: str = "cnn", threads: int = 1) -> Reader:
    """The reader of that name: "cnn", built in, or "tesseract", where that program is installed."""
    if name == "cnn":
        from scanner.readers.cnn import CnnReader

        return CnnReader(threads=threads)
    if name == "tesseract":
        from scanner.readers.tesseract import TesseractReader

        return TesseractReader()
    raise ReaderUnavailable(f"there is no reader named {name!r}; there are {', '.join(READERS)}")
