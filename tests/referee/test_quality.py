"""Quality on the samples: no figure falls behind the committed ones, and a reader too sure of itself is noticed."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmarks.quality import BOUNDS, Figures, committed, fallen, measure, of_spoiled, of_verdicts
from scanner import cut, make_reader
from scanner.readers import Reader
from scanner.values import Glyph, Pair, Pixels, Sheet

pytestmark = pytest.mark.slow


class Surer:
    """A reader whose log odds are raised by a factor."""

    name = version = "surer"

    def __init__(self, reader: Reader, factor: float) -> None:
        self.reader, self.factor = reader, factor

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        return [self.raised(glyph) for glyph in self.reader.letters(crops)]

    def alike(self, crops: Sequence[Pixels], read: Sequence[Glyph]) -> tuple[Pair, ...]:
        return self.reader.alike(crops, read)

    def numbers(self, crops: Sequence[Pixels]) -> list[Glyph]:
        return [self.raised(glyph) for glyph in self.reader.numbers(crops)]

    def marks(self, crops: Sequence[Pixels]) -> list[Glyph]:
        return self.reader.marks(crops)

    def raised(self, glyph: Glyph) -> Glyph:
        powers = [(symbol, p**self.factor) for symbol, p in glyph.ranking]
        mass = sum(p for _, p in powers)
        return Glyph(tuple((symbol, p / mass) for symbol, p in powers))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return make_reader("cnn")


@pytest.fixture(scope="module")
def measured(reader: Reader) -> Figures:
    return measure(reader)


@pytest.mark.parametrize("figure", BOUNDS)
def test_no_figure_falls_behind(measured: Figures, figure: str) -> None:
    """After a change that is meant to move one: `python -m benchmarks.quality --write`, and say so in the commit."""
    assert BOUNDS[figure].holds(committed()[figure], measured[figure]), (committed()[figure], measured[figure])


def test_what_was_committed_could_be_measured() -> None:
    assert set(committed()) == set(BOUNDS)


@pytest.mark.parametrize("factor", [1.3, 1 / 1.3])
def test_a_reader_that_is_too_sure_or_not_sure_enough_is_noticed(reader: Reader, factor: float) -> None:
    noticed = {line.partition(":")[0] for line in fallen(committed(), of_spoiled(Surer(reader, factor)))}
    assert {"letters_scale", "numbers_scale"} <= noticed


@pytest.mark.parametrize("by", [0.06, -0.06])
def test_crops_beside_their_cells_are_noticed(reader: Reader, monkeypatch: pytest.MonkeyPatch, by: float) -> None:
    letters = cut._letters

    def slipped(dark: Pixels, sheet: Sheet) -> Pixels:
        left, top = (round(at + by * sheet.pitch) for at in sheet.origin)
        return letters(dark, replace(sheet, origin=(left, top)))

    monkeypatch.setattr(cut, "_letters", slipped)
    assert "totals_right_unasked" in {line.partition(":")[0] for line in fallen(committed(), of_verdicts(reader))}
