"""A trained network becomes an ONNX file: `python -m training.export letters letters.pt --temperature 1.1`.

Letters and numbers are computed in whole numbers of eight bits: twice as fast, and no less right on photos.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import torch
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from training.generate import inputs
from training.glyphs import SYMBOLS
from training.network import VIEWS
from training.train import LETTERS, LIKENESS, NETS

SHAPES = {**dict.fromkeys((*LETTERS, LIKENESS), (32, 32)), "numbers": (32, 48), "marks": (40, 40)}
NAMES = {
    **{name: list(SYMBOLS) for name in LETTERS},
    LIKENESS: ["same"],
    "numbers": ["", "-", *"0123456789"],
    "marks": ["open", "struck"],
}
MODELS = Path("scanner/models")
QUANTISED = (*LETTERS, LIKENESS, "numbers")
SHOWN, SHOWN_SEED = 1000, 77  # training inputs from which the ranges of all values are taken


def export(kind: str, weights: Path, temperature: float, target: Path, hand: Path) -> str:
    """Write the ONNX file with its symbols and temperature inside; gives its sha256."""
    net = NETS[kind]()
    net.load_state_dict(torch.load(weights))
    net.eval()
    views = VIEWS if kind in (*LETTERS, LIKENESS) else 1
    values = {"cells": torch.zeros(2, views, *SHAPES[kind])}
    if kind == LIKENESS:
        values |= {"ones": torch.tensor([0, 1]), "twos": torch.tensor([1, 0])}
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            net,
            tuple(values.values()),
            str(plain),
            input_names=list(values),
            output_names=["logits"],
            dynamic_axes={"cells": {0: "count"}, "ones": {0: "pairs"}, "twos": {0: "pairs"}, "logits": {0: "answers"}},
            opset_version=17,
            dynamo=False,
        )
        if kind in QUANTISED:
            chunk = "letters" if kind == LIKENESS else kind.partition("-")[0]
            plain = quantised(plain, inputs(chunk, hand, SHOWN, SHOWN_SEED)["x"], kind == LIKENESS)
        model = onnx.load(str(plain))
    for key, value in (("symbols", json.dumps(NAMES[kind])), ("temperature", f"{temperature:.4f}"), ("kind", kind)):
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, str(target))
    return hashlib.sha256(target.read_bytes()).hexdigest()


class _Shown(CalibrationDataReader):  # type: ignore[misc]
    """Batches of inputs, as the quantiser asks for them; in pairs each cell is compared with the next."""

    def __init__(self, cells: np.ndarray, pairs: bool) -> None:
        self._batches: Iterator[np.ndarray] = iter(np.split(cells, range(100, len(cells), 100)))
        self._pairs = pairs

    def get_next(self) -> dict[str, np.ndarray] | None:
        batch = next(self._batches, None)
        if batch is None:
            return None
        shown = {"cells": batch.astype(np.float32) / 255}
        cells = np.arange(len(batch))
        return shown | {"ones": cells, "twos": np.roll(cells, 1)} if self._pairs else shown


def quantised(plain: Path, cells: np.ndarray, pairs: bool = False) -> Path:
    """The network in eight bits, its ranges as these inputs need them; seven-bit weights cannot overflow anywhere."""
    target = plain.with_name("quantised.onnx")
    quantize_static(
        str(plain),
        str(target),
        _Shown(cells, pairs),
        quant_format=QuantFormat.QOperator,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
    )
    return target


def main() -> None:
    """Export one network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=tuple(NETS))
    parser.add_argument("weights", type=Path)
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--hand", type=Path, default=Path("../shared/hand"))
    parser.add_argument("--out", type=Path, default=MODELS)
    options = parser.parse_args()
    target = options.out / f"{options.kind}.onnx"
    print(export(options.kind, options.weights, options.temperature, target, options.hand), target)


if __name__ == "__main__":
    main()
