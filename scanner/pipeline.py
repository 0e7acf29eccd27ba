"""From a photo to everything read on its sheets."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scanner import geometry
from scanner.canvas import CELL_PX
from scanner.cut import cut
from scanner.decode import sharpened
from scanner.errors import SheetNotFound
from scanner.locate import locate
from scanner.locate_corners import locate_at
from scanner.read import with_letters
from scanner.readers import Reader
from scanner.rectify import rectify
from scanner.turn import best_turn, other_ways, turned
from scanner.values import Cells, Glyph, Lattice, Photo, Points, Scan, Sheet

SHARP = 0.8  # photo pixels per pixel of the flat sheet from which on more of them do not help to read
DECIDED = 0.5  # below this probability the letters are asked which way up the sheet is


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
    scans = [
        Scan(photo, sheet.lattice, sheet, own, reading)
        for sheet, own, reading in zip(sheets, cells, readings, strict=True)
    ]
    return tuple(_in_order(scans))


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


def _in_order(scans: Sequence[Scan]) -> list[Scan]:
    """Rows of sheets from the top, each row from the left; a row is what overlaps by half a grid in height."""
    rows: list[list[Scan]] = []
    for item in sorted(scans, key=lambda item: _middle(item.lattice)[1]):
        height = np.ptp(item.lattice.nodes[..., 1])
        if rows and _middle(item.lattice)[1] - _middle(rows[-1][0].lattice)[1] < height / 2:
            rows[-1].append(item)
        else:
            rows.append([item])
    return [item for row in rows for item in sorted(row, key=lambda item: _middle(item.lattice)[0])]


def _middle(lattice: Lattice) -> Points:
    return np.asarray(lattice.nodes.reshape(-1, 2).mean(axis=0), np.float32)
