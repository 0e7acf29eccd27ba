"""What a pool for training holds, and who is left out of each fold."""

from pathlib import Path

import pytest

from tests import needs

with needs.installed("PIL", because="the training group is not installed"):
    from training.generate import inputs
    from training.pages import FOLDS, fold_of


def test_each_writer_is_left_out_of_one_fold() -> None:
    folds = [fold_of(str(writer)) for writer in range(1, 40)]
    assert set(folds) == set(range(FOLDS))
    assert max(folds.count(fold) for fold in range(FOLDS)) - min(folds.count(fold) for fold in range(FOLDS)) <= 1


@pytest.mark.parametrize("kind", ["numbers", "marks"])
def test_inputs_have_one_view_and_a_label_each(kind: str, shared: Path) -> None:
    chunk = inputs(kind, shared / "hand", 15, 1)
    assert chunk["x"].shape[:2] == (15, 1)
    assert chunk["x"].ndim == 4
    assert len(chunk["y"]) == 15
