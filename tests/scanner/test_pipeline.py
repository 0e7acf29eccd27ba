"""From photo to scans: in order, upright, with every intermediate kept."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from drawn_photos import photograph

from benchmarks.drawn import Design
from scanner import pipeline
from scanner.decode import decode
from scanner.locate import in_order, locate
from scanner.pipeline import scan
from scanner.read import with_letters
from scanner.scan_errors import SheetNotFound
from scanner.turn import best_turn, other_ways, turned
from scanner.values import Cells, Glyph, Lattice, Pair, Photo, Pixels


class PlannedReader:
    """Reads what it was told to, and keeps what it was shown."""

    name, version = "planned", "1"

    def __init__(self, letters: str, upright: int = 0) -> None:
        self.planned, self.upright, self.calls = letters, upright, 0

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        way, self.calls = self.calls, self.calls + 1
        if way != self.upright:
            return [Glyph((("Z", 0.2), ("N", 0.2)))] * len(crops)
        return [Glyph(((letter, 0.99), ("?", 0.01))) for letter in self.planned]

    def alike(self, crops: Sequence[Pixels], read: Sequence[Glyph]) -> tuple[Pair, ...]:
        return ()

    def numbers(self, crops: Sequence[Pixels]) -> list[Glyph]:
        return [Glyph(((str(index), 1.0),)) for index in range(len(crops))]

    def marks(self, crops: Sequence[Pixels]) -> list[Glyph]:
        return [Glyph((("struck", 0.9), ("open", 0.1)))] * len(crops)


class NothingRead(PlannedReader):
    """Reads every cell as empty, however the sheet is turned."""

    def __init__(self) -> None:
        super().__init__("." * 25)

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        return [Glyph(((".", 1.0),))] * len(crops)


LETTERS = "SUPERTRIPHRNLOIATECTPMHHE"


def test_given_corners_need_no_search() -> None:
    photo, truth = photograph(Design(side="B"))
    (found,) = scan(photo, PlannedReader(LETTERS), truth.corners)
    assert "".join(glyph.symbol for glyph in found.reading.letters) == LETTERS
    assert [glyph.symbol for glyph in found.reading.rows] == list("01234")
    assert [glyph.symbol for glyph in found.reading.columns] == list("56789")
    assert found.reading.total is not None and found.reading.total.symbol == "10"
    assert found.reading.bonus is not None and found.reading.bonus.symbol == "struck"
    assert found.reading.joker is not None and found.reading.joker.symbol == "crossed"
    assert found.sheet.side == "B"
    assert not found.reading.empty


@pytest.mark.parametrize("quarters", range(4))
def test_letters_tell_the_way_up_of_a_bare_grid(quarters: int) -> None:
    photo, truth = photograph(Design(bare=True, side=None))
    corners = np.roll(truth.corners, quarters, axis=0)
    (found,) = scan(photo, PlannedReader(LETTERS, upright=-quarters % 4), corners)
    assert np.abs(found.lattice.corners - truth.corners).max() < 3  # moved onto the outer edge of the lines
    assert found.sheet.turn_p > 0.9
    assert "".join(glyph.symbol for glyph in found.reading.letters) == LETTERS


@pytest.mark.parametrize(("share", "scale"), [(1.7, 0.5), (1.0, 1.0)])
def test_a_small_sheet_is_looked_at_more_closely(share: float, scale: float) -> None:
    drawn, truth = photograph(Design())
    pixels = cv2.resize(drawn.pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    wide = cv2.copyMakeBorder(pixels, 0, 2200 - pixels.shape[0], 0, 2200 - pixels.shape[1], cv2.BORDER_REPLICATE)
    photo = decode(cv2.imencode(".jpg", wide)[1].tobytes())
    assert photo.scale == 0.5
    (found,) = scan(photo, PlannedReader(LETTERS), truth.corners * np.float32(share))
    assert found.photo.scale == scale


def test_a_photo_without_a_sheet_is_refused() -> None:
    blank = Photo("blank.png", "", 400, 300, np.full((300, 400, 3), 200, np.uint8))
    with pytest.raises(SheetNotFound):
        scan(blank, PlannedReader(LETTERS))


def test_an_empty_sheet_is_a_scan_that_says_so() -> None:
    photo, truth = photograph(Design(grid=(".....",) * 5, rows=("",) * 5, columns=("",) * 5))
    (found,) = scan(photo, PlannedReader("." * 25), truth.corners)
    assert found.reading.empty


def two_sheets() -> tuple[Photo, list[Lattice]]:
    """An empty sheet, and a filled one beside it; and their lattices as they are found."""
    empty, _ = photograph(Design(grid=(".....",) * 5, rows=("",) * 5, columns=("",) * 5))
    filled, _ = photograph(Design())
    height = max(empty.height, filled.height)
    pixels = [
        cv2.copyMakeBorder(one.pixels, 0, height - one.height, 0, 0, cv2.BORDER_REPLICATE) for one in (empty, filled)
    ]
    both = Photo("both.png", "", empty.width + filled.width, height, np.hstack(pixels))
    return both, list(locate(both))


def test_an_empty_sheet_is_no_answer_where_a_sheet_beside_it_was_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    photo, lattices = two_sheets()
    assert len(lattices) == 2
    for found in (lattices, lattices[:1]):
        monkeypatch.setattr(pipeline, "locate", lambda _, found=found: tuple(found))
        if len(found) == 2:
            assert all(sheet.reading.empty for sheet in scan(photo, NothingRead()))  # nothing else is there
        else:
            with pytest.raises(SheetNotFound):
                scan(photo, NothingRead())


def test_an_empty_sheet_alone_is_found() -> None:
    photo, _ = photograph(Design(grid=(".....",) * 5, rows=("",) * 5, columns=("",) * 5))
    (found,) = scan(photo, NothingRead())
    assert found.reading.empty


def test_cells_are_turned_with_their_places() -> None:
    crops = tuple(np.full((4, 4), index, np.uint8) for index in range(25))
    assert [int(crop[0, 0]) for crop in turned(Cells(crops), 1).letters[:5]] == [20, 15, 10, 5, 0]
    assert [int(crop[0, 0]) for crop in turned(Cells(crops), 2).letters[:2]] == [24, 23]
    marked = np.zeros((3, 3), np.uint8)
    marked[0, 0] = 1
    assert turned(Cells((marked,) * 25), 1).letters[0][0, 2] == 1


def test_an_empty_sheet_stays_as_it_was_held() -> None:
    blank = [Glyph(((".", 1.0),))] * 25
    turn, p = best_turn({turn: blank for turn in range(4)})
    assert turn == 0
    assert p == pytest.approx(0.7)


def test_a_sheet_full_of_clear_letters_does_not_lie_on_its_side() -> None:
    clear, doubtful = Glyph((("A", 0.99), ("H", 0.01))), Glyph((("A", 0.5), ("H", 0.5)))
    assert other_ways([clear] * 25) == (2,)
    assert other_ways([clear] * 20 + [doubtful] * 5) == (1, 2, 3)
    assert other_ways([clear] * 19 + [Glyph(((".", 1.0),))] * 6) == (1, 2, 3)


def test_read_asks_for_nothing_that_is_not_there() -> None:
    crops = tuple(np.zeros((8, 8), np.uint8) for _ in range(25))
    reader = PlannedReader(LETTERS)
    (reading,) = with_letters([Cells(crops)], [reader.letters(crops)], reader)
    assert (reading.rows, reading.total, reading.bonus) == ((), None, None)


def test_sheets_come_in_reading_order() -> None:
    nodes = np.stack(np.meshgrid(np.arange(6), np.arange(6)), -1).astype(np.float32) * 40 - 100
    places = [(900, 1000), (1000, 280), (100, 300), (200, 1040), (2000, 330)]
    ordered = in_order([Lattice(nodes + np.float32(place), 1.0) for place in places])
    middles = [tuple(np.round(lattice.nodes.mean(axis=(0, 1)))) for lattice in ordered]
    assert middles == [(100, 300), (1000, 280), (2000, 330), (200, 1040), (900, 1000)]
