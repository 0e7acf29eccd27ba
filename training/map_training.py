"""What training the networks that show places (cells, lattices, fields) has in common: loop, colours and export."""

import argparse
import copy
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.locate_net import LatticeNet

KEPT = 0.998  # of the averaged weights at each step
SAID = 200  # steps between two lines that say how far it is
Random = np.random.Generator
Picture = NDArray[np.uint8]
Batch = tuple[Tensor, tuple[Tensor, ...]]  # pictures, and what the loss compares with
Loss = Callable[..., Tensor]  # of maps and what they are compared with: the parts that are added up


def options(parser: argparse.ArgumentParser, rate: float) -> argparse.Namespace:
    """The arguments, with those that all trainings have; one thread, as minutes are of the processor."""
    parser.add_argument("--minutes", type=float, default=45, help="of processor time")
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--more", action="store_true", help="go on from what was trained before")
    given = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    return given


def begun(net: LatticeNet, kept: Path, more: bool) -> LatticeNet:
    """The network, with the weights that were kept where it goes on from them."""
    if more:
        net.load_state_dict(torch.load(kept))
    return net.to(memory_format=torch.channels_last)


def train(
    net: LatticeNet,
    batches: Iterator[Batch],
    held: Callable[[], Batch],
    loss: Loss,
    given: argparse.Namespace,
    kept: Path,
) -> LatticeNet:
    """Train for some minutes with a rate that rises and falls; give the averaged network, which is kept meanwhile."""
    mean = copy.deepcopy(net).eval()
    optimizer = torch.optim.AdamW(net.parameters(), given.rate, weight_decay=1e-4)
    begin = time.process_time()
    losses: list[list[float]] = []
    for step, (pictures, truth) in enumerate(batches):
        done = (time.process_time() - begin) / (60 * given.minutes)
        if done >= 1:
            break
        rate = given.rate * min(1, (step + 1) / 100) * (0.01 + 0.99 * math.cos(done * math.pi / 2) ** 2)
        optimizer.param_groups[0]["lr"] = rate
        parts = loss(net(pictures), *truth)
        optimizer.zero_grad()
        parts.sum().backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        average(mean, net, min(KEPT, 1 - 1 / (step + 1)))
        losses.append(parts.detach().tolist())
        if step % SAID == SAID - 1:
            torch.save(mean.state_dict(), kept)
            with torch.no_grad():
                pictures, truth = held()
                apart = loss(mean(pictures), *truth).numpy()
            seen = np.round(np.mean(losses[-SAID:], axis=0), 4)
            print(f"{done:.2f} step {step + 1}: {seen} held out {np.round(apart, 4)}", flush=True)
    torch.save(mean.state_dict(), kept)
    return mean


def average(mean: LatticeNet, net: LatticeNet, kept: float) -> None:
    """Move the averaged weights a little towards the current ones."""
    with torch.no_grad():
        for slow, fast in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if slow.is_floating_point():
                slow.lerp_(fast, 1 - kept)
            else:
                slow.copy_(fast)


def recoloured(picture: Picture, random: Random) -> Picture:
    """The picture in other colours and light."""
    if random.random() < 0.3:
        picture = picture[..., random.permutation(3)]
    if random.random() < 0.15:
        picture = np.repeat(picture.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    if random.random() < 0.5:
        tone = 255 * (np.arange(256) / 255) ** np.exp(random.normal(0, 0.3)) * random.uniform(0.7, 1.1)
        picture = np.clip(tone, 0, 255).astype(np.uint8)[picture]
    return picture


def as_input(pictures: Picture) -> Tensor:
    """Pictures as networks take them: black is -1, white 1."""
    pixels = torch.from_numpy(pictures).permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last)
    return pixels / 127.5 - 1


class Exported(torch.nn.Module):
    """The network with its first maps, which are heat, from 0 to 1."""

    def __init__(self, net: LatticeNet, heats: int) -> None:
        super().__init__()
        self.net, self.heats = net, heats

    def forward(self, picture: Tensor) -> Tensor:
        """Give all maps."""
        maps = self.net(picture)
        return torch.cat([maps[:, : self.heats].sigmoid(), maps[:, self.heats :]], dim=1)


def export(net: LatticeNet, heats: int, name: str, target: Path) -> None:
    """Write the network as ONNX for pictures of any size; `name` is what its input is called."""
    whole = Exported(net.eval(), heats).to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        whole,
        (torch.zeros(1, 3, 160, 208),),
        str(target),
        input_names=[name],
        output_names=["maps"],
        dynamic_axes={name: {0: "pictures", 2: "height", 3: "width"}, "maps": {0: "pictures", 2: "rows", 3: "columns"}},
        dynamo=False,
    )
