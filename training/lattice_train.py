"""Train the lattice network and export it.

    python -m training.lattice_train draw FONTS OUT --count 10000
    python -m training.lattice_train train OUT --minutes 60

Drawing keeps chunks of patches in OUT and can be continued; training takes what chunks there are, and more as they
come. Minutes are processor time. With --more, training goes on from OUT/lattice.pt.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from torch import Tensor

from training.chunks import CHUNK, Chunks, draw
from training.lattice_net import PatchNet
from training.lattice_patches import HEATS, MAPS, PITCH, SIDE, STRIDE, Truth, sample, turned
from training.locate_papers import Pens
from training.map_training import SAID, Batch, Picture, Random, begun, export, options, recoloured, train

BATCH = 16
PART = 8  # cells of a patch's ten that are shown at a time
RATE = 4e-3
OUTLINE = 2  # how much more the outline's place counts than that of inner lines
FONTS = 60  # of all that are given, as reading them takes time
SHOWN = 60  # patches from which the ranges of all values are taken


def main() -> None:
    """Draw or train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("draw", "train"))
    parser.add_argument("fonts", type=Path, nargs="?", help="where patches are drawn")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=10000)
    given = options(parser, RATE)
    if given.step == "draw":
        pens = Pens(given.fonts, FONTS)
        draw(given.out, given.count, lambda random: lambda: sample(pens, random))
        return
    net, kept, chunks = PatchNet(MAPS), given.out / "lattice.pt", Chunks(given.out)
    mean = train(begun(net, kept, given.more), batches(chunks), lambda: held_out(chunks), loss, given, kept)
    export(mean, HEATS, "patch", given.out / "plain.onnx")
    quantise(
        given.out / "plain.onnx",
        given.out / "lattice.onnx",
        [picture for picture, _ in chunks.samples[CHUNK : CHUNK + SHOWN]],
    )


class _Patches(CalibrationDataReader):  # type: ignore[misc]
    """Patches one by one, as the quantiser asks for them."""

    def __init__(self, patches: list[Picture]) -> None:
        self._patches = iter(patches)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        patch = next(self._patches, None)
        return None if patch is None else {"patch": inputs([patch]).contiguous().numpy()}


def quantise(plain: Path, target: Path, patches: list[Picture]) -> None:
    """Write the network in eight bits but for its first and last layer: more than twice as fast, and as exact."""
    layers = [node.name for node in onnx.load(str(plain)).graph.node if node.op_type == "Conv"]
    quantize_static(
        str(plain),
        str(target),
        _Patches(patches),
        quant_format=QuantFormat.QOperator,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,  # seven-bit weights cannot overflow anywhere
        nodes_to_exclude=[layers[0], layers[-1]],
        op_types_to_quantize=["Conv", "Add", "Relu", "Resize", "Concat"],
    )


def batches(chunks: Chunks) -> Iterator[Batch]:
    """Some patches, cropped, turned, mirrored, small and in other light, without end; chunks that come are read."""
    random = np.random.default_rng(5)
    while True:
        for _ in range(SAID):
            pairs = [varied(picture, truth, random) for picture, truth in chunks.chosen(BATCH, random)]
            yield inputs([picture for picture, _ in pairs]), (outputs([truth for _, truth in pairs]),)
        chunks.look()


def held_out(chunks: Chunks) -> Batch:
    """The patches held out, each third of them as if seen small."""
    random, held = np.random.default_rng(2), chunks.held(CHUNK)
    small = [_small(picture, random) if number % 3 == 0 else picture for number, (picture, _) in enumerate(held)]
    return inputs(small), (outputs([truth for _, truth in held]),)


def loss(maps: Tensor, truths: Tensor) -> Tensor:
    """What lines lack in heat, and how far their places are off; and the mean distance in cells, to be watched."""
    heat = torch.nn.functional.binary_cross_entropy_with_logits(maps[:, :HEATS], truths[:, :HEATS])
    inner, outline = truths[:, 0:HEATS:2], truths[:, 1:HEATS:2]
    weight = torch.maximum(inner, OUTLINE * outline)
    off = maps[:, HEATS:] - truths[:, HEATS:]
    away = torch.nn.functional.smooth_l1_loss(off, torch.zeros_like(off), beta=0.02, reduction="none")
    count = weight.sum().clamp(min=1)
    return torch.stack([5 * heat, 12 * (away * weight).sum() / count, (off.detach().abs() * weight).sum() / count])


def varied(picture: Picture, truth: Truth, random: Random) -> tuple[Picture, Truth]:
    """A part of a patch turned by quarters or mirrored, in other light, as if seen small, or sharpened."""
    x, y = random.integers(0, (SIDE - PART) * PITCH // STRIDE + 1, 2)
    size = PART * PITCH // STRIDE
    truth = truth[:, y : y + size, x : x + size]
    picture = picture[y * STRIDE : (y + size) * STRIDE, x * STRIDE : (x + size) * STRIDE]
    if random.random() < 0.35:
        picture = _small(picture, random)
    if random.random() < 0.15:
        soft = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.7, 2))
        picture = np.asarray(cv2.addWeighted(picture, 1 + (more := random.uniform(0.3, 1.5)), soft, -more, 0), np.uint8)
    picture, truth = turned(picture, truth, int(random.integers(4)), random.random() < 0.5)
    return recoloured(picture, random), truth


def _small(picture: Picture, random: Random) -> Picture:
    """A patch of a photo in which cells have 8 to 16 pixels."""
    side = round(random.uniform(8, 16) / PITCH * len(picture))
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    _, coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(50, 98))])
    shown = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return np.asarray(cv2.resize(shown, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def inputs(pictures: list[Picture]) -> Tensor:
    """Patches as the network takes them: of mean 0 and spread 1 each."""
    pixels = np.stack(pictures).astype(np.float32)
    pixels -= pixels.mean(axis=(1, 2, 3), keepdims=True)
    pixels /= pixels.std(axis=(1, 2, 3), keepdims=True) + 4
    return torch.from_numpy(pixels).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)


def outputs(truths: list[Truth]) -> Tensor:
    """Truths as the loss takes them."""
    return torch.from_numpy(np.stack(truths).astype(np.float32))


if __name__ == "__main__":
    main()
