"""The built-in reader: three small networks run by onnxruntime, one call for all crops of a kind."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from scanner.errors import ReaderUnavailable
from scanner.readers.normalise import prepare_letter, prepare_mark, prepare_number
from scanner.readers.ranking import fold_cases, number_ranking, ranked, softmax
from scanner.values import Glyph, Pixels

MODELS = Path(__file__).resolve().parent.parent / "models"

Floats = NDArray[np.float32]


class Network:
    """One ONNX file with the symbols and the temperature that its metadata names."""

    def __init__(self, path: Path, threads: int) -> None:
        if not path.is_file():
            raise ReaderUnavailable(f"the model {path.name} is missing")
        data = path.read_bytes()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self.sha256 = hashlib.sha256(data).hexdigest()
        self._session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        facts = self._session.get_modelmeta().custom_metadata_map
        self.symbols: tuple[str, ...] = tuple(json.loads(facts["symbols"]))
        self.temperature = float(facts["temperature"])
        _, _, height, width = self._session.get_inputs()[0].shape
        self.shape = (int(height), int(width))

    def logits(self, crops: Sequence[Pixels], prepare: Callable[[Pixels, tuple[int, int]], Pixels]) -> Floats:
        """The network's answer to each crop, divided by its temperature."""
        inputs = np.stack([prepare(crop, self.shape) for crop in crops])[:, None].astype(np.float32) / 255
        answer: Floats = self._session.run(None, {"cells": inputs})[0]
        return answer / np.float32(self.temperature)


class CnnReader:
    """Reads letters, numbers and marks with the networks that come with the program."""

    name = "cnn"

    def __init__(self, models: Path = MODELS, threads: int = 1) -> None:
        self._letters = Network(models / "letters.onnx", threads)
        self._numbers = Network(models / "numbers.onnx", threads)
        self._marks = Network(models / "marks.onnx", threads)
        self.version = "-".join(part.sha256[:8] for part in (self._letters, self._numbers, self._marks))

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one cell each. Cells given together are taken as one writer's: all capitals or all small letters."""
        if not crops:
            return []
        chances = softmax(self._letters.logits(crops, prepare_letter))
        symbols, folded = fold_cases(self._letters.symbols, chances)
        return [ranked(symbols, row) for row in folded]

    def numbers(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one circle or box each."""
        if not crops:
            return []
        return [number_ranking(row) for row in self._numbers.logits(crops, prepare_number)]

    def marks(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Tell struck marks from open ones."""
        if not crops:
            return []
        chances = softmax(self._marks.logits(crops, prepare_mark))
        return [ranked(self._marks.symbols, row) for row in chances]
