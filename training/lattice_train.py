"""Train the lattice network and export it.

    python -m training.lattice_train draw FONTS OUT --count 9000
    python -m training.lattice_train train OUT --minutes 45

Drawing keeps chunks of patches in OUT and can be continued; training takes what chunks there are, and more as they
come. Minutes are processor time. With --more, training goes on from OUT/lattice.pt. The scanner does not use this
network yet: docs/decisions/005 says how far it came.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.lattice_patches import MAPS, PITCH, STRIDE, sample
from training.locate_net import LatticeNet
from training.locate_papers import Pens
from training.map_training import SAID, Batch, Random, begun, export, options, recoloured, train

CHUNK = 250
BATCH = 16
RATE = 4e-3
FONTS = 60  # of all that are given, as reading them takes time
HELD = 200  # patches held out


def main() -> None:
    """Draw or train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("draw", "train"))
    parser.add_argument("fonts", type=Path, nargs="?", help="where patches are drawn")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=9000)
    given = options(parser, RATE)
    if given.step == "draw":
        draw(Pens(given.fonts, FONTS), given.out, given.count)
        return
    net, kept, chunks = LatticeNet(MAPS), given.out / "lattice.pt", Chunks(given.out)
    torch.nn.init.zeros_(net.head.bias)
    mean = train(begun(net, kept, given.more), chunks.batches(np.random.default_rng(5)), chunks.held, loss, given, kept)
    export(mean, 2, "patch", given.out / "lattice.onnx")


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

    def batches(self, random: Random) -> Iterator[Batch]:
        """Some patches, turned, mirrored and in other light, without end; chunks that come are read."""
        while True:
            for _ in range(SAID):
                chosen = random.integers(HELD, len(self.pictures), BATCH)
                pairs = [turned(recoloured(self.pictures[one], random), self.truths[one], random) for one in chosen]
                yield inputs([picture for picture, _ in pairs]), (outputs([truth for _, truth in pairs]),)
            self.look()

    def held(self) -> Batch:
        """The patches held out."""
        return inputs(self.pictures[:HELD]), (outputs(self.truths[:HELD]),)


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
    far = (torch.linalg.vector_norm(off.detach(), dim=1) * truths[:, 1]).sum() / there
    return torch.stack([2 * cell, node, 5 * away, far])


def turned(
    picture: NDArray[np.uint8], truth: NDArray[np.float16], random: Random
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


if __name__ == "__main__":
    main()
