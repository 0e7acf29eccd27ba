"""Pictures of every stage of a scan, for `--debug`; nothing in the pipeline needs them."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from referee.files import make_folder, write_atomically
from referee.verdict import PhotoVerdict
from report.pictures import jpeg
from scanner.frame import fit_frame
from scanner.image_pyramid import Pyramid
from scanner.values import Box, Glyph, Lattice, Photo, Pixels, Scan, Sheet
from texts import text

GREEN, AMBER, RED, BLUE = (80, 160, 40), (0, 150, 230), (60, 60, 210), (200, 110, 30)  # BGR
LONGEST = 1400  # pixels of a picture of the whole photo
SURE = 0.98  # letters less certain than this are drawn in red
GAP = 4  # pixels between crops
CELL_PX = 32  # pixels to a cell of a lattice laid flat


def write_stages(verdict: PhotoVerdict, folder: Path, stem: str) -> None:
    """Write one picture per stage and sheet, and what the weighing lacked; `stem` begins their names."""
    make_folder(folder)
    for number, sheet in enumerate(verdict.sheets, start=1):
        if sheet.scan:
            for step, (name, picture) in enumerate(stages(sheet.scan), start=1):
                write_atomically(folder / f"{stem}-sheet{number}-{step}-{name}.jpg", jpeg(picture))
        lacking = "".join(f"{text(f'weighing.{note}', sheet.language)}\n" for note in sheet.notes)
        write_atomically(folder / f"{stem}-sheet{number}-weighing.txt", lacking.encode())


def stages(scan: Scan) -> list[tuple[str, Pixels]]:
    """One named picture for each stage, in order."""
    return [
        ("lattice", lattice(scan)),
        ("flat", np.array(scan.sheet.pixels)),
        ("fields", fields(scan)),
        ("cells", crops(scan)),
        ("reading", reading(scan)),
    ]


def lattice(scan: Scan) -> Pixels:
    """The photo with the lines of the sheet's lattice, and its top left corner marked."""
    return overview(scan.photo, [scan.lattice])


def overview(photo: Photo, lattices: Sequence[Lattice]) -> Pixels:
    """The photo with the lines of every lattice, and a circle around each first corner."""
    shrink = min(1.0, LONGEST / max(photo.pixels.shape[:2]))
    picture = cv2.resize(photo.pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    for lattice in lattices:
        nodes = np.round(lattice.nodes * photo.scale * shrink).astype(np.int32)
        for line in (*nodes, *nodes.transpose(1, 0, 2)):
            cv2.polylines(picture, [np.ascontiguousarray(line)], False, GREEN, 2, cv2.LINE_AA)
        cv2.circle(picture, nodes[0, 0].tolist(), 9, AMBER, 3, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


def flat(photo: Photo, lattice: Lattice) -> Pixels:
    """A lattice and half a cell around it, laid flat."""
    frame = fit_frame(lattice.nodes.astype(np.float64) * photo.scale)
    size = (frame.size[0] + 1) * CELL_PX, (frame.size[1] + 1) * CELL_PX
    return Pyramid(photo.pixels).flat(frame, (CELL_PX / 2, CELL_PX / 2), CELL_PX, size, 1.0)


def fields(scan: Scan) -> Pixels:
    """The flat sheet with every field framed, and the side it was taken for."""
    sheet, picture = scan.sheet, np.array(scan.sheet.pixels)
    found = sheet.fields
    for box in (*found.rows, *found.columns):
        _frame(picture, sheet, box, GREEN)
    for place, colour in ((found.total, BLUE), (found.bonus, RED), (found.joker, AMBER)):
        if place is not None:
            _frame(picture, sheet, place, colour)
    text = f"side {sheet.side or 'unknown'} {sheet.side_p:.3f}, way up {sheet.turn_p:.3f}"
    cv2.putText(picture, text, (8, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.6, RED, 2, cv2.LINE_AA)
    return picture


def reading(scan: Scan) -> Pixels:
    """The flat sheet with each letter and number read and its probability, in red where it is doubtful."""
    sheet, picture = scan.sheet, np.array(scan.sheet.pixels)
    for index, glyph in enumerate(scan.reading.letters):
        row, column = divmod(index, sheet.lattice.nodes.shape[1] - 1)
        _label(picture, sheet, Box(column, row, 1, 1), glyph)
    places = (*sheet.fields.rows, *sheet.fields.columns)
    for box, glyph in zip(places, (*scan.reading.rows, *scan.reading.columns), strict=True):
        _label(picture, sheet, box, glyph)
    single = (
        (sheet.fields.total, scan.reading.total),
        (sheet.fields.bonus, scan.reading.bonus),
        (sheet.fields.joker, scan.reading.joker),
    )
    for place, symbol in single:
        if place is not None and symbol is not None:
            _label(picture, sheet, place, symbol)
    return picture


def crops(scan: Scan) -> Pixels:
    """All crops as the reader got them."""
    cells = scan.cells
    columns = scan.lattice.nodes.shape[1] - 1
    rows = [list(cells.letters[i : i + columns]) for i in range(0, len(cells.letters), columns)]
    rows += [list(cells.rows), list(cells.columns)]
    rows.append([crop for crop in (cells.total, cells.bonus, cells.joker) if crop is not None])
    strips = [_side_by_side(row) for row in rows if row]
    width = max(strip.shape[1] for strip in strips)
    padded = [cv2.copyMakeBorder(s, 0, 0, 0, width - s.shape[1], cv2.BORDER_CONSTANT, value=128) for s in strips]
    return np.asarray(cv2.cvtColor(np.vstack(padded), cv2.COLOR_GRAY2BGR), np.uint8)


def _side_by_side(row: Sequence[Pixels]) -> Pixels:
    height = max(crop.shape[0] for crop in row) + GAP
    framed = [
        cv2.copyMakeBorder(crop, 0, height - crop.shape[0], 0, GAP, cv2.BORDER_CONSTANT, value=128) for crop in row
    ]
    return np.hstack(framed)


def _frame(picture: Pixels, sheet: Sheet, box: Box, colour: tuple[int, int, int]) -> None:
    (left, top), pitch = sheet.origin, sheet.pitch
    first = round(left + box.x * pitch), round(top + box.y * pitch)
    last = round(left + (box.x + box.width) * pitch), round(top + (box.y + box.height) * pitch)
    cv2.rectangle(picture, first, last, colour, 2, cv2.LINE_AA)


def _label(picture: Pixels, sheet: Sheet, box: Box, glyph: Glyph) -> None:
    (left, top), pitch = sheet.origin, sheet.pitch
    where = round(left + box.x * pitch) + 2, round(top + box.y * pitch) + 14
    colour = GREEN if glyph.p >= SURE else RED
    text = glyph.symbol if glyph.p >= SURE else f"{glyph.symbol} {glyph.p:.2f}"
    cv2.putText(picture, text, where, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 2, cv2.LINE_AA)
