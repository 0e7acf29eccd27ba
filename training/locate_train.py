"""Train the network that finds cells and export it: `python -m training.locate_train DATA OUT --minutes 40`.

The last shard is held out to watch the loss. Training goes on from OUT/locate.pt where that exists and --more is given.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.locate_net import LatticeNet
from training.locate_photos import STRIDE
from training.map_training import Batch, Picture, Random, as_input, begun, export, options, recoloured, train

BATCH = 4
CROP = 320
RATE = 3e-3


def main() -> None:
    """Train for so many minutes of processor time, then export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    given = options(parser, RATE)
    net, kept = LatticeNet(), given.out / "locate.pt"
    held = held_out(given.data)
    mean = train(begun(net, kept, given.more), batches(given.data), lambda: held, focal, given, kept)
    export(mean, 2, "photo", given.out / "locate.onnx")


def focal(logits: Tensor, heats: Tensor) -> Tensor:
    """Cross entropy against soft targets, weighted by how far off each pixel is, per unit of target."""
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(logits, heats, reduction="none")
    off = (logits.sigmoid() - heats).abs()
    return ((entropy * off**1.5).sum() / (heats.sum() + 100))[None]


def held_out(data: Path) -> Batch:
    """A few photos of the last shard."""
    with np.load(sorted(data.glob("*.npz"))[-1]) as shard:
        return _batch(list(zip(shard["photos"][:16], shard["heats"][:16], strict=True)))


def batches(data: Path) -> Iterator[Batch]:
    """Shuffled, cropped, turned and recoloured batches without end."""
    random = np.random.default_rng(3)
    while True:
        for path in random.permutation(sorted(data.glob("*.npz"))[:-1]):
            with np.load(path) as shard:
                photos, heats = shard["photos"], shard["heats"]
            order = random.permutation(len(photos))
            for start in range(0, len(order) - BATCH + 1, BATCH):
                yield _batch([_varied(photos[i], heats[i], random) for i in order[start : start + BATCH]])


def _batch(pairs: list[tuple[Picture, Picture]]) -> Batch:
    heats = torch.from_numpy(np.stack([heat for _, heat in pairs])).float() / 255
    return as_input(np.stack([photo for photo, _ in pairs])), (heats,)


def _varied(photo: Picture, heat: Picture, random: Random) -> tuple[Picture, Picture]:
    x, y = random.integers(0, (photo.shape[0] - CROP) // STRIDE + 1, 2)
    size = CROP // STRIDE
    heat = heat[:, y : y + size, x : x + size]
    photo = photo[y * STRIDE : y * STRIDE + CROP, x * STRIDE : x * STRIDE + CROP]
    if random.random() < 0.5:
        photo, heat = photo[:, ::-1], heat[:, :, ::-1]
    turn = int(random.integers(4))
    photo, heat = np.rot90(photo, turn), np.rot90(heat, turn, (1, 2))
    return np.ascontiguousarray(recoloured(photo, random)), np.ascontiguousarray(heat)


if __name__ == "__main__":
    main()
