"""A person's answers to doubts: the reading with some cells settled."""

from collections.abc import Mapping
from dataclasses import replace

from scanner.values import Glyph, Scan


def answered(scan: Scan, answers: Mapping[tuple[int, int], str]) -> Scan:
    """The scan with the letters that a person gave, by row and column from 1, as certain; others stay as read."""
    letters = list(scan.reading.letters)
    for (row, column), letter in answers.items():
        letters[(row - 1) * 5 + column - 1] = Glyph(((letter, 1.0),))
    return replace(scan, reading=replace(scan.reading, letters=tuple(letters)))
