"""Every stage of a scan can be looked at."""

import numpy as np
from drawn_photos import photograph

from benchmarks.drawn import Design
from report.stage_pictures import stages
from scanner.cut import cut
from scanner.rectify import rectify
from scanner.values import Glyph, Reading, Scan


def test_there_is_one_picture_for_each_stage() -> None:
    photo, truth = photograph(Design(side="B"))
    sheet = rectify(photo, truth)
    cells = cut(sheet)
    sure, unsure = Glyph((("A", 1.0),)), Glyph((("B", 0.6), ("D", 0.4)))
    reading = Reading((sure, unsure) * 12 + (sure,), (sure,) * 5, (unsure,) * 5, sure, unsure, sure)
    pictures = stages(Scan(photo, truth, sheet, cells, reading))
    assert [name for name, _ in pictures] == ["lattice", "flat", "fields", "cells", "reading"]
    assert all(picture.ndim == 3 and picture.dtype == np.uint8 for _, picture in pictures)
    named = dict(pictures)
    assert named["flat"].shape == named["fields"].shape == named["reading"].shape
    assert (named["fields"] != named["flat"]).any()
    assert (named["reading"] != named["flat"]).any()


def test_drawing_changes_nothing_that_it_draws() -> None:
    photo, truth = photograph(Design(bare=True, side=None))
    sheet = rectify(photo, truth)
    before = sheet.pixels.copy()
    reading = Reading((Glyph((("A", 1.0),)),) * 25)
    stages(Scan(photo, truth, sheet, cut(sheet), reading))
    assert (sheet.pixels == before).all()
