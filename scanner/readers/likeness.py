"""Which cells of a sheet may hold one letter, as a network sees it that compares two cells of one hand.

It was trained apart from the readers, on pairs that they cannot tell, so its errors are mostly its own: what it says
is a second witness of a doubtful letter, given beside the rankings and never mixed with them.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from scanner.onnx_session import start_session
from scanner.readers.normalise import prepare_letters
from scanner.values import Floats, Glyph, Ints, Pair, Pixels

SHAPE = (32, 32)
CLEAR = 0.95  # a cell whose first letter is as likely as that needs no likes
POSSIBLE = 0.05  # chance by the rankings below which two cells are not compared
KEPT = 0.05  # pairs that are less likely one letter are not given


class Likeness:
    """The network that compares two cells."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        data = path.read_bytes()
        self.sha256 = hashlib.sha256(data).hexdigest()
        self._session = start_session(data, threads)
        self.temperature = float(self._session.get_modelmeta().custom_metadata_map["temperature"])

    def alike(self, crops: Sequence[Pixels], read: Sequence[Glyph]) -> tuple[Pair, ...]:
        """The pairs of a sheet's cells, from 0, of which one is doubtful and which may be one letter."""
        ones, twos = doubtful_pairs(read)
        if not len(ones):
            return ()
        cells, places = np.unique(np.concatenate([ones, twos]), return_inverse=True)
        inputs = prepare_letters([crops[cell] for cell in cells], SHAPE)
        odds = self.log_odds(inputs, *np.split(places, 2))
        chances = 1 / (1 + np.exp(-odds))
        pairs = zip(ones.tolist(), twos.tolist(), chances.tolist(), strict=True)
        return tuple((one, two, p) for one, two, p in pairs if p >= KEPT)

    def log_odds(self, inputs: Pixels, ones: Ints, twos: Ints) -> Floats:
        """The log odds that pairs of prepared cells are one letter, where nothing else is known."""
        values = {"cells": inputs.astype(np.float32) / np.float32(255), "ones": ones, "twos": twos}
        odds: Floats = self._session.run(None, values)[0] / self.temperature
        return odds


def doubtful_pairs(read: Sequence[Glyph]) -> tuple[Ints, Ints]:
    """The pairs of cells, one of them doubtful, that may hold one letter by their rankings."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    chances = np.array([[dict(glyph.ranking).get(letter, 0.0) for letter in letters] for glyph in read])
    doubtful = chances.max(axis=1) < CLEAR
    asked = np.triu(chances @ chances.T >= POSSIBLE, 1) & (doubtful[:, None] | doubtful[None])
    ones, twos = np.nonzero(asked)
    return ones, twos
