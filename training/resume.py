"""The weights of a shipped network, to train it further: `train.py --start scanner/models/letters.onnx` uses it.

An exported network has its batch normalisations folded into the convolutions and its weights in eight bits. Here the
convolutions get those weights back, and each normalisation the mean and spread that its inputs have, undone by its own
scale and shift: the network answers as before, and can learn on.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn


def layers(path: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weights and biases of all convolutions and of the last layer, in order."""
    graph = onnx.load(str(path)).graph
    values = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    found = []
    for node in graph.node:
        if node.op_type not in ("QLinearConv", "QGemm"):
            continue
        entering, weights, scales = (values.get(node.input[at]) for at in (1, 3, 4))
        bias = values[node.input[8 if node.op_type == "QLinearConv" else 6]]
        wide = scales.reshape(-1, *[1] * (weights.ndim - 1))
        found.append((weights.astype(np.float32) * wide, bias.astype(np.float32) * entering * scales))
    return found


def resume(net: nn.Module, path: Path, shown: torch.Tensor) -> None:
    """Give the network the weights of an ONNX file; `shown` are inputs by which its normalisations are set."""
    parts = [part for part in net.modules() if isinstance(part, nn.Conv2d | nn.Linear)]
    norms = [part for part in net.modules() if isinstance(part, nn.BatchNorm2d)]
    known = layers(path)[: len(parts)]  # a body alone is the beginning of a network
    with torch.no_grad():
        for part, (weights, bias) in zip(parts, known, strict=True):
            part.weight.zero_()  # a view that the file did not know counts for nothing yet
            part.weight[:, : weights.shape[1]].copy_(torch.from_numpy(weights))
            if part.bias is not None:
                part.bias.copy_(torch.from_numpy(bias))
        net.eval()
        for norm, (_, bias) in zip(
            norms, known[: len(norms)], strict=True
        ):  # front to back: each needs those before it
            _keep(norm, torch.from_numpy(bias), net, shown)
    net.train()


def _keep(norm: nn.BatchNorm2d, bias: torch.Tensor, net: nn.Module, shown: torch.Tensor) -> None:
    """Set a normalisation so that it adds the bias and changes nothing else."""
    seen: list[torch.Tensor] = []
    hook = norm.register_forward_hook(lambda _, entering, __: seen.append(entering[0]))
    net(shown)
    hook.remove()
    spread, mean = torch.var_mean(seen[0].float(), (0, 2, 3), unbiased=False)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias.copy_(mean + bias)
