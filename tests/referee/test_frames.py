"""Several frames of one sheet, read together."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.evidence import Evidence
from referee.frames import merge_frames
from referee.options import Options
from referee.referee import Referee
from scanner.values import Glyph, Reading

PHOTO = Path(__file__).resolve().parent.parent.parent / "samples" / "classic-en" / "photo.jpg"
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def evidence(*first: tuple[str, float], letters: str = "EUROANOONRORBITTOWNSFLOUR") -> Evidence:
    sure = tuple(Glyph(((letter, 1.0),)) for letter in letters[1:])
    return Evidence(Reading((Glyph(first), *sure)), "A", 0.9, 0.8, CORNERS)


def test_what_one_frame_blurs_another_shows() -> None:
    read = merge_frames([evidence(("E", 0.5), ("F", 0.5)), evidence(("E", 0.9), ("F", 0.1)), evidence(("E", 1.0))])
    assert read.reading.letters[0].ranking == (("E", 0.8), ("F", 0.2))
    assert read.corners == CORNERS and read.side == "A"


def test_a_frame_of_another_sheet_says_nothing() -> None:
    first = evidence(("E", 0.6), ("F", 0.4))
    other = evidence(("F", 1.0), letters="SUPERTRIPHRNLOIATECTPMHHE")
    assert merge_frames([first, other]) == first
    opposite = replace(first, side="B", side_p=0.7)
    assert merge_frames([first, opposite]).side_p == pytest.approx((0.9 + 0.3) / 2)


@given(st.lists(st.floats(0.01, 0.99), min_size=2, max_size=4))
def test_frames_are_never_surer_together_than_the_surest(shares: list[float]) -> None:
    frames = [evidence(*sorted([("E", p), ("F", 1 - p)], key=lambda item: -item[1])) for p in shares]
    read = merge_frames(frames).reading.letters[0]
    assert read.p <= max(max(p, 1 - p) for p in shares) + 1e-6
    assert sum(p for _, p in read.ranking) == pytest.approx(1, abs=1e-5)
    assert Evidence.from_json(merge_frames(frames).to_json()) == merge_frames(frames)


def test_a_blurred_photo_gains_by_a_sharp_frame() -> None:
    picture = cv2.imread(str(PHOTO))
    blurred = cv2.imencode(".jpg", cv2.GaussianBlur(picture, (0, 0), 4.5))[1].tobytes()
    referee = Referee()
    alone = referee.photo(blurred, "photo.jpg", Options()).sheets[0]
    both = referee.photo(blurred, "photo.jpg", Options(), frames=[PHOTO.read_bytes(), b"no picture"]).sheets[0]
    sharp = referee.photo(PHOTO.read_bytes(), "photo.jpg", Options()).sheets[0]
    true = [glyph.symbol for glyph in sharp.evidence.reading.letters]

    def belief(sheet: object) -> float:
        letters = sheet.evidence.reading.letters  # type: ignore[attr-defined]
        return float(
            np.mean([dict(glyph.ranking).get(symbol, 0.0) for glyph, symbol in zip(letters, true, strict=True)])
        )

    assert belief(both) > belief(alone)
