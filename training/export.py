"""A trained network becomes an ONNX file: `python -m training.export letters letters.pt --temperature 1.1`."""

import argparse
import hashlib
import json
from pathlib import Path

import onnx
import torch

from training.glyphs import SYMBOLS
from training.train import NETS

SHAPES = {"letters": (32, 32), "numbers": (32, 48), "marks": (40, 40)}
NAMES = {"letters": list(SYMBOLS), "numbers": ["", "-", *"0123456789"], "marks": ["open", "struck"]}
MODELS = Path("scanner/models")


def export(kind: str, weights: Path, temperature: float, target: Path) -> str:
    """Write the ONNX file with its symbols and temperature inside; gives its sha256."""
    net = NETS[kind]()
    net.load_state_dict(torch.load(weights))
    net.eval()
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        torch.zeros(2, 1, *SHAPES[kind]),
        str(target),
        input_names=["cells"],
        output_names=["logits"],
        dynamic_axes={"cells": {0: "count"}, "logits": {0: "count"}},
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(target))
    for key, value in (("symbols", json.dumps(NAMES[kind])), ("temperature", f"{temperature:.4f}"), ("kind", kind)):
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, str(target))
    return hashlib.sha256(target.read_bytes()).hexdigest()


def main() -> None:
    """Export one network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=tuple(NETS))
    parser.add_argument("weights", type=Path)
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--out", type=Path, default=MODELS)
    options = parser.parse_args()
    target = options.out / f"{options.kind}.onnx"
    print(export(options.kind, options.weights, options.temperature, target), target)


if __name__ == "__main__":
    main()
