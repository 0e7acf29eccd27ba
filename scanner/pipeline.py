"""From a photo to everything read on its sheets."""

from dataclasses import replace

from scanner import geometry
from scanner.canvas import CELL_PX
from scanner.cut import cut
from scanner.decode import sharpened
from scanner.locate import locate, overlooked
from scanner.locate_corners import locate_at
from scanner.read import with_letters
from scanner.readers import Reader
from scanner.rectify import rectify
from scanner.scan_errors import SheetNotFound
from scanner.turn import best_turn, other_ways, turned
from scanner.values import Cells, Glyph, Photo, Points, Scan, Sheet

SHARP = 0.8  # photo pixels per pixel of the flat sheet that are enough; render from 2000 on is read as well with 0.64
DECIDED = 0.5  # below this probability, less likely than not, the letters are asked which way up the sheet is


def scan(photo: Photo, reader: Reader, corners: Points | None = None) -> tuple[Scan, ...]:
    """Every sheet of a photo, top to bottom and left to right; `corners` says where the one sheet's grid lies."""
    lattices = locate(photo) if corners is None else (locate_at(photo, corners),)
    if not lattices:
        raise SheetNotFound
    photo = sharpened(photo, SHARP * CELL_PX / min(map(geometry.pitch_px, lattices)))
    sheets = [rectify(photo, lattice) for lattice in lattices]
    cells = [cut(sheet) for sheet in sheets]
    sheets, cells, letters = _upright(photo, sheets, cells, reader)
    readings = with_letters(cells, letters, reader)
    if corners is None and all(reading.empty for reading in readings) and overlooked(photo, lattices):
        raise SheetNotFound  # what was played on may be what was not found: an empty sheet is not the answer
    return tuple(
        Scan(photo, sheet.lattice, sheet, own, reading)
        for sheet, own, reading in zip(sheets, cells, readings, strict=True)
    )


def _upright(
    photo: Photo, sheets: list[Sheet], cells: list[Cells], reader: Reader
) -> tuple[list[Sheet], list[Cells], list[list[Glyph]]]:
    """The sheets with their letters read; where the print did not tell the way up, the letters do."""
    letters = [reader.letters(own.letters) for own in cells]  # each sheet as one writer's
    for index, sheet in enumerate(sheets):
        if sheet.turn_p >= DECIDED:
            continue
        ways = {turn: turned(cells[index], turn) for turn in other_ways(letters[index])}
        read = {0: letters[index], **{turn: reader.letters(way.letters) for turn, way in ways.items()}}
        turn, turn_p = best_turn(read)
        if turn:
            sheet, cells[index], letters[index] = rectify(photo, sheet.lattice, turn), ways[turn], read[turn]
        sheets[index] = replace(sheet, turn_p=turn_p)
    return sheets, cells, letters
