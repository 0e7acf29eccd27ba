"""Scans as a test plans them: no photo, no model."""

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from scanner.values import Cells, Fields, Glyph, Lattice, Photo, Reading, Scan, Sheet

PlanScan = Callable[..., Scan]
PITCH = 64


def certain(symbol: str) -> Glyph:
    return Glyph(((symbol, 1.0),))


def plan_scan(
    letters: str,
    doubts: Mapping[int, tuple[tuple[str, float], ...]] | None = None,
    rows: tuple[str, ...] = (),
    columns: tuple[str, ...] = (),
    total: str | None = None,
    bonus: str | None = None,
    joker: str | None = None,
    side: str | None = "A",
    side_p: float = 1.0,
    turn_p: float = 1.0,
) -> Scan:
    """A scan that reads these 25 letters; `doubts` gives the ranking of some cells, by number from 0."""
    pixels = np.full((9 * PITCH, 10 * PITCH, 3), 245, np.uint8)
    ys, xs = np.mgrid[0:6, 0:6]
    nodes = np.stack([xs * PITCH + 2 * PITCH, ys * PITCH + PITCH], axis=-1).astype(np.float32)
    flat = letters.replace("/", "")
    for number, letter in enumerate(flat):
        where = (2 * PITCH + number % 5 * PITCH + 12, PITCH + number // 5 * PITCH + 52)
        cv2.putText(pixels, letter, where, cv2.FONT_HERSHEY_SIMPLEX, 1.6, (60, 40, 30), 3)
    glyphs = [certain(letter) for letter in flat]
    for number, ranking in (doubts or {}).items():
        glyphs[number] = Glyph(ranking)
    photo = Photo("planned.jpg", "0" * 64, pixels.shape[1], pixels.shape[0], pixels)
    lattice = Lattice(nodes, 1.0)
    sheet = Sheet(lattice, pixels, PITCH, (2 * PITCH, PITCH), turn_p, side, side_p, Fields())
    reading = Reading(
        letters=tuple(glyphs),
        rows=tuple(map(certain, rows)),
        columns=tuple(map(certain, columns)),
        total=None if total is None else certain(total),
        bonus=None if bonus is None else certain(bonus),
        joker=None if joker is None else certain(joker),
    )
    crops = tuple(np.full((40, 40), 240, np.uint8) for _ in range(25))
    return Scan(photo, lattice, sheet, Cells(crops), reading)
