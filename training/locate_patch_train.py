"""Train the lattice network and export it.

    python -m training.locate_patch_train draw FONTS OUT --count 8000
    python -m training.locate_patch_train train OUT --minutes 45

Drawing keeps chunks of patches in OUT and can be continued; training takes what chunks there are, and more as they
come. Minutes are processor time. The scanner does not use this network yet: docs/decisions/005 says how far it came.
"""

import argparse
import copy
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.locate_net import LatticeNet
from training.locate_papers import Pens
from training.locate_patches import MAPS, PITCH, STRIDE, sample
from training.locate_train import average

CHUNK = 250
BATCH = 16
RATE = 4e-3
KEPT = 0.998  # of the averaged weights at each step
FONTS = 60  # of all that are given, as reading them takes time
HELD = 200  # patches held out
Pool = tuple[NDArray[np.uint8], NDArray[np.float16]]


def main() -> None:
    """Draw or train."""
    parser = argparse.ArgumentParser()
    parser.add_argument("step", choices=("draw", "train"))
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--count", type=int, default=8000)
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--more", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    out = options.folders[-1]
    out.mkdir(parents=True, exist_ok=True)
    if options.step == "draw":
        draw(Pens(options.folders[0], FONTS), out, options.count)
        return
    torch.manual_seed(1)
    net = LatticeNet(MAPS)
    torch.nn.init.zeros_(net.head.bias)
    if options.more:
        net.load_state_dict(torch.load(out / "lattice.pt"))
    export(train(net, out, options), out / "lattice.onnx")


def draw(pens: Pens, out: Path, count: int) -> None:
    """Keep chunks of patches; a chunk that exists is kept."""
    for number in range(count // CHUNK):
        target = out / f"{number:03d}.npz"
        if not target.exists():
            random = np.random.default_rng([23, number])
            samples = [sample(pens, random) for _ in range(CHUNK)]
            pictures, truths = (np.stack(part) for part in zip(*samples, strict=True))
            np.savez(out / f"{number:03d}.part.npz", pictures=pictures, truths=truths)
            (out / f"{number:03d}.part.npz").rename(target)


class Chunks:
    """All patches drawn so far."""

    def __init__(self, out: Path) -> None:
        self.out, self.read = out, 0
        self.pictures: list[NDArray[np.uint8]] = []
        self.truths: list[NDArray[np.float16]] = []
        self.look()

    def look(self) -> None:
        """Read chunks that have come since."""
        while (path := self.out / f"{self.read:03d}.npz").exists():
            with np.load(path) as stored:
                self.pictures += list(stored["pictures"])
                self.truths += list(stored["truths"])
            self.read += 1

    def batch(self, random: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Some patches, turned, mirrored and in other light."""
        chosen = random.integers(HELD, len(self.pictures), BATCH)
        pairs = [turned(varied(self.pictures[index], random), self.truths[index], random) for index in chosen]
        return inputs([picture for picture, _ in pairs]), outputs([truth for _, truth in pairs])

    def held(self) -> tuple[Tensor, Tensor]:
        """The patches held out."""
        return inputs(self.pictures[:HELD]), outputs(self.truths[:HELD])


def train(net: LatticeNet, out: Path, options: argparse.Namespace) -> LatticeNet:
    """Train for a given time with a rate that falls; give the averaged network."""
    net = net.to(memory_format=torch.channels_last)
    mean = copy.deepcopy(net).eval()
    optimizer = torch.optim.AdamW(net.parameters(), options.rate, weight_decay=1e-4)
    begin, chunks, random = time.process_time(), Chunks(out), np.random.default_rng(5)
    losses: list[list[float]] = []
    for step in range(10**6):
        done = (time.process_time() - begin) / (60 * options.minutes)
        if done >= 1:
            break
        rate = options.rate * min(1, (step + 1) / 100) * (0.01 + 0.99 * math.cos(done * math.pi / 2) ** 2)
        optimizer.param_groups[0]["lr"] = rate
        pictures, truths = chunks.batch(random)
        parts = loss(net(pictures), truths)
        optimizer.zero_grad()
        parts[:3].sum().backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        average(mean, net, min(KEPT, 1 - 1 / (step + 1)))
        losses.append(parts.detach().tolist())
        if step % 200 == 199:
            torch.save(mean.state_dict(), out / "lattice.pt")
            chunks.look()
            with torch.no_grad():
                pictures, truths = chunks.held()
                apart = loss(mean(pictures), truths)
            print(
                f"{done:.2f} step {step + 1} of {len(chunks.pictures)}: {np.round(np.mean(losses[-200:], axis=0), 4)}"
                f" held out {np.round(apart.numpy(), 4)}",
                flush=True,
            )
    torch.save(mean.state_dict(), out / "lattice.pt")
    return mean


def loss(maps: Tensor, truths: Tensor) -> Tensor:
    """What cells and nodes lack in heat, how far places are off; and the mean distance in cells, to be watched."""
    step = PITCH // STRIDE
    cells = slice(step // 2, None, step)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits
    cell = entropy(maps[:, 0, cells, cells], truths[:, 0, cells, cells])
    node = entropy(maps[:, 1], truths[:, 1])
    there = truths[:, 1].sum().clamp(min=1)
    off = maps[:, 2:] - truths[:, 2:]
    away = torch.nn.functional.smooth_l1_loss(off, torch.zeros_like(off), beta=0.02, reduction="none").sum(dim=1)
    away = (away * truths[:, 1]).sum() / there
    far = (torch.linalg.vector_norm(off, dim=1) * truths[:, 1]).sum() / there
    return torch.stack([2 * cell, node, 5 * away, far])


def varied(picture: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """The picture in other colours and light."""
    if random.random() < 0.3:
        picture = picture[..., random.permutation(3)]
    if random.random() < 0.15:
        picture = np.repeat(picture.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    if random.random() < 0.5:
        tone = 255 * (np.arange(256) / 255) ** np.exp(random.normal(0, 0.3))
        picture = np.clip(tone, 0, 255).astype(np.uint8)[picture]
    return picture


def turned(
    picture: NDArray[np.uint8], truth: NDArray[np.float16], random: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """The patch turned by quarters or mirrored. The cell map is read one sample beyond the middle: it is moved back."""
    truth = truth.copy()
    step = PITCH // STRIDE
    cells = truth[0, step // 2 :: step, step // 2 :: step].copy()
    for _ in range(random.integers(4)):  # counter-clockwise: across becomes up
        picture, truth, cells = np.rot90(picture), np.rot90(truth, axes=(1, 2)).copy(), np.rot90(cells)
        truth[2:] = truth[3].copy(), -truth[2]
    if random.random() < 0.5:
        picture, truth, cells = picture[:, ::-1], truth[:, :, ::-1].copy(), cells[:, ::-1]
        truth[2] *= -1
    truth[0] = 0
    truth[0, step // 2 :: step, step // 2 :: step] = cells
    return picture, truth


def inputs(pictures: list[NDArray[np.uint8]]) -> Tensor:
    """Patches as the network takes them: of mean 0 and spread 1 each."""
    pixels = np.stack(pictures).astype(np.float32)
    pixels -= pixels.mean(axis=(1, 2, 3), keepdims=True)
    pixels /= pixels.std(axis=(1, 2, 3), keepdims=True) + 4
    return torch.from_numpy(pixels).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)


def outputs(truths: list[NDArray[np.float16]]) -> Tensor:
    """Truths as the loss takes them."""
    return torch.from_numpy(np.stack(truths).astype(np.float32))


class Exported(torch.nn.Module):
    """The network with heat from 0 to 1."""

    def __init__(self, net: LatticeNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, patch: Tensor) -> Tensor:
        """Give all maps."""
        maps = self.net(patch)
        return torch.cat([maps[:, :2].sigmoid(), maps[:, 2:]], dim=1)


def export(net: LatticeNet, target: Path) -> None:
    """Write the network as ONNX for patches of any size."""
    whole = Exported(net.eval()).to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        whole,
        (torch.zeros(1, 3, 192, 192),),
        str(target),
        input_names=["patch"],
        output_names=["maps"],
        dynamic_axes={
            "patch": {0: "patches", 2: "height", 3: "width"},
            "maps": {0: "patches", 2: "rows", 3: "columns"},
        },
        dynamo=False,
    )


if __name__ == "__main__":
    main()
