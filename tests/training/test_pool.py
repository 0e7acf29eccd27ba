"""What a pool for training holds."""

from pathlib import Path

import numpy as np
import pytest

from tests import needs

with needs.installed("PIL", because="the training group is not installed"):
    from training import pages
    from training.generate import inputs
    from training.glyphs import CAPITALS


def test_no_sample_of_a_hand_comes_twice_before_all_have_come(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [[np.array([[0.0, at / 9], [1.0, 1.0]], np.float32)] for at in range(4)]
    seen: list[float] = []
    monkeypatch.setattr(pages, "NARROW", 0.0)
    monkeypatch.setattr(pages, "write", lambda strokes, *_: seen.append(float(strokes[0][0, 1])))
    page = pages.of_hand({"A": lines[:3], "B": lines[3:]}, CAPITALS, np.random.default_rng(1))
    for _ in range(8):
        page(np.random.default_rng(2))
    assert len(set(seen[:4])) == len(set(seen[4:])) == 4


@pytest.mark.parametrize("kind", ["numbers", "marks"])
def test_inputs_have_one_view_and_a_label_each(kind: str, shared: Path) -> None:
    chunk = inputs(kind, shared / "hand", 15, 1)
    assert chunk["x"].shape[:2] == (15, 1)
    assert chunk["x"].ndim == 4
    assert len(chunk["y"]) == 15
