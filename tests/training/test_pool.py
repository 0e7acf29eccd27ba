"""Which cells of a pool a network is shown, and how often."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="the training group is not installed")

from training.generate import inputs
from training.pages import FOLDS
from training.train import Pool, sources

WRITERS = [f"digilets/{writer}" for writer in range(1, 40)]


def test_each_writer_is_left_out_of_one_fold_and_others_of_none() -> None:
    folds = [sources(free=False, apart=False, fold=fold) for fold in range(FOLDS)]
    assert all(sum(not wanted(writer) for wanted in folds) == 1 for writer in WRITERS)
    assert all(wanted(other) for wanted in folds for other in ("models", "uji_pen_v1/3", "font/kalam"))
    assert all(sources(free=False, apart=False)(writer) for writer in WRITERS)


def test_a_network_without_a_fold_never_sees_its_writers(tmp_path) -> None:
    names = np.array([WRITERS[at % len(WRITERS)] for at in range(78)])
    writers = np.array([int(name.rpartition("/")[2]) for name in names])
    labels = np.column_stack([writers, writers])
    np.savez(tmp_path / "letters-0000.npz", x=np.zeros((78, 2, 32, 32), np.uint8), y=labels, s=names)
    pool = Pool(tmp_path, "letters", sources(free=False, apart=False, fold=1))
    pool.refresh()
    assert {int(writer) % FOLDS for _, kept, _ in pool.chunks for writer in kept[:, 0]} == {0, 2}


@pytest.mark.parametrize("kind", ["numbers", "marks"])
def test_inputs_have_one_view_and_a_label_each(kind: str, shared) -> None:
    chunk = inputs(kind, shared / "hand", 15, 1)
    assert chunk["x"].shape[:2] == (15, 1)
    assert chunk["x"].ndim == 4
    assert len(chunk["y"]) == 15
