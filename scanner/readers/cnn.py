"""The built-in reader: small networks run by onnxruntime, one call for all crops of a kind."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scanner.onnx_session import start_session
from scanner.readers.likeness import Likeness
from scanner.readers.normalise import circle, prepare_letters, prepare_marks, prepare_numbers
from scanner.readers.ranking import fold_cases, log_softmax, number_rankings, ranked, softmax, surest
from scanner.scan_errors import ModelMissing
from scanner.values import Glyph, Pair, Pixels

MODELS = Path(__file__).resolve().parent.parent / "models"

# The networks that read letters, and the say of each. Chosen on the 38 validation hands and development photos
# (benchmarks/hands.py --photos): the first two know people best, the third scanned forms.
LETTER_SAYS = {"letters": 0.4, "letters-2": 0.3, "letters-3": 0.3}

# One of them is asked first. A cell of which it is as sure as CLEAR, in either case, is read by it alone; the others
# are asked about the rest: a third of the 5,925 cells of the development photos, with the same 110 wrong as when all
# are asked about all, and a loss of 0.0546 against 0.0547 (0.0552 from 0.995 on).
FIRST, CLEAR = "letters-3", 0.998

Floats = NDArray[np.float32]


class Network:
    """One ONNX file with the symbols and the temperature that its metadata names."""

    def __init__(self, path: Path, threads: int) -> None:
        if not path.is_file():
            raise ModelMissing(f"the model {path.name} is missing")
        data = path.read_bytes()
        self.sha256 = hashlib.sha256(data).hexdigest()
        self._session = start_session(data, threads)
        facts = self._session.get_modelmeta().custom_metadata_map
        self.symbols: tuple[str, ...] = tuple(json.loads(facts["symbols"]))
        self.temperature = float(facts["temperature"])
        _, views, height, width = self._session.get_inputs()[0].shape
        self.views, self.shape = int(views), (int(height), int(width))

    def logits(self, inputs: Pixels) -> Floats:
        """The network's answer to each prepared crop (crop, view, height, width), before the temperature."""
        shown = inputs[:, : self.views].astype(np.float32)
        answer: Floats = self._session.run(None, {"cells": shown / np.float32(255)})[0]
        return answer


class CnnReader:
    """Reads letters, numbers and marks with the networks that come with the program."""

    name = "cnn"

    def __init__(self, models: Path = MODELS, threads: int = 1) -> None:
        self._letters = {name: Network(models / f"{name}.onnx", threads) for name in LETTER_SAYS}
        self._numbers = Network(models / "numbers.onnx", threads)
        self._marks = Network(models / "marks.onnx", threads)
        self._likeness = Likeness(models / "likeness.onnx", threads)
        parts = (*self._letters.values(), self._numbers, self._marks)
        self.version = "-".join(digest[:8] for digest in (*(part.sha256 for part in parts), self._likeness.sha256))

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one cell each. Cells given together are taken as one writer's: all capitals or all small letters."""
        if not crops:
            return []
        chances = softmax(self.letter_logits(crops) / np.float32(self.letter_temperature))
        symbols, folded = fold_cases(self._letters["letters"].symbols, chances)
        return [ranked(symbols, row) for row in folded]

    @property
    def letter_temperature(self) -> float:
        """How much surer of letters the networks are than right; fitted on hands that they were not trained on."""
        return self._letters["letters"].temperature

    def letter_logits(self, crops: Sequence[Pixels]) -> Floats:
        """What the first network answers to each cell; where it is in doubt, the weighed mean of all logarithms."""
        inputs = prepare_letters(crops, self._letters[FIRST].shape)
        logs = log_softmax(self._letters[FIRST].logits(inputs))
        doubtful = np.flatnonzero(surest(self._letters[FIRST].symbols, logs) < CLEAR)
        if len(doubtful):
            answers = {FIRST: logs[doubtful]}
            for name in LETTER_SAYS.keys() - answers.keys():
                answers[name] = log_softmax(self._letters[name].logits(inputs[doubtful]))
            logs[doubtful] = np.sum([np.float32(say) * answers[name] for name, say in LETTER_SAYS.items()], axis=0)
        return logs

    def alike(self, crops: Sequence[Pixels], read: Sequence[Glyph]) -> tuple[Pair, ...]:
        """The pairs of one sheet's cells that may hold one letter, where its rankings leave it open."""
        return self._likeness.alike(crops, read)

    def numbers(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one circle or box each."""
        if not crops:
            return []
        answers = self.number_logits(crops) / np.float32(self._numbers.temperature)
        return number_rankings(answers, [circle(crop) for crop in crops])

    def number_logits(self, crops: Sequence[Pixels]) -> Floats:
        """The network's answer to each number."""
        return self._numbers.logits(prepare_numbers(crops, self._numbers.shape))

    def marks(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Tell struck marks from open ones."""
        if not crops:
            return []
        chances = softmax(self.mark_logits(crops) / np.float32(self._marks.temperature))
        return [ranked(self._marks.symbols, row) for row in chances]

    def mark_logits(self, crops: Sequence[Pixels]) -> Floats:
        """The network's answer to each mark."""
        return self._marks.logits(prepare_marks(crops, self._marks.shape))
