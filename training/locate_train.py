"""Train the lattice detector and export it: `python -m training.locate_train DATA OUT --minutes 40`.

The last shard is held out to watch the loss. Training goes on from OUT/locate.pt where that exists and --more is given.
"""

import argparse
import copy
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.locate_net import LatticeNet
from training.locate_photos import STRIDE

BATCH = 4
CROP = 320
RATE = 3e-3
KEPT = 0.998  # of the averaged weights at each step


def main() -> None:
    """Train for so many minutes of processor time, then export."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--more", action="store_true")
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    kept = options.out / "locate.pt"
    net = LatticeNet()
    if options.more:
        net.load_state_dict(torch.load(kept))
    mean = train(net, options.data, options.minutes * 60, options.rate, kept)
    export(mean, options.out / "locate.onnx")


def train(net: LatticeNet, data: Path, seconds: float, top_rate: float, kept: Path) -> LatticeNet:
    """Train for a given time with a rate that rises and falls; give the averaged network."""
    net = net.to(memory_format=torch.channels_last)
    mean = copy.deepcopy(net).eval()
    optimizer = torch.optim.AdamW(net.parameters(), top_rate, weight_decay=1e-4)
    begin = time.process_time()
    losses: list[float] = []
    for step, (photos, heats) in enumerate(batches(data)):
        done = (time.process_time() - begin) / seconds
        if done >= 1:
            break
        optimizer.param_groups[0]["lr"] = (
            top_rate * min(1, step / 100) * (0.01 + 0.99 * math.cos(done * math.pi / 2) ** 2)
        )
        loss = focal(net(photos), heats)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        average(mean, net, min(KEPT, 1 - 1 / (step + 1)))
        losses.append(loss.item())
        if step % 100 == 99:
            torch.save(mean.state_dict(), kept)
            print(
                f"{done:.2f} step {step + 1} loss {np.mean(losses[-100:]):.4f} held out {held_out(mean, data):.4f}",
                flush=True,
            )
    torch.save(mean.state_dict(), kept)
    return mean


def focal(logits: Tensor, heats: Tensor) -> Tensor:
    """Cross entropy against soft targets, weighted by how far off each pixel is, per unit of target."""
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(logits, heats, reduction="none")
    off = (logits.sigmoid() - heats).abs()
    return (entropy * off**1.5).sum() / (heats.sum() + 100)


def average(mean: LatticeNet, net: LatticeNet, kept: float) -> None:
    """Move the averaged weights a little towards the current ones."""
    with torch.no_grad():
        for slow, fast in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if slow.is_floating_point():
                slow.lerp_(fast, 1 - kept)
            else:
                slow.copy_(fast)


def held_out(net: LatticeNet, data: Path) -> float:
    """The loss on a few photos of the last shard."""
    with np.load(sorted(data.glob("*.npz"))[-1]) as shard, torch.no_grad():
        photos, heats = shard["photos"][:16], shard["heats"][:16]
        return float(focal(net(_inputs(photos)), torch.from_numpy(heats).float() / 255))


def batches(data: Path) -> Iterator[tuple[Tensor, Tensor]]:
    """Shuffled, cropped, turned and recoloured batches without end."""
    random = np.random.default_rng(3)
    while True:
        for path in random.permutation(sorted(data.glob("*.npz"))[:-1]):
            with np.load(path) as shard:
                photos, heats = shard["photos"], shard["heats"]
            order = random.permutation(len(photos))
            for start in range(0, len(order) - BATCH + 1, BATCH):
                pairs = [_varied(photos[i], heats[i], random) for i in order[start : start + BATCH]]
                yield (
                    _inputs(np.stack([p for p, _ in pairs])),
                    torch.from_numpy(np.stack([h for _, h in pairs])).float() / 255,
                )


def _varied(photo: np.ndarray, heat: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    x, y = random.integers(0, (photo.shape[0] - CROP) // STRIDE + 1, 2)
    size = CROP // STRIDE
    heat = heat[:, y : y + size, x : x + size]
    photo = photo[y * STRIDE : y * STRIDE + CROP, x * STRIDE : x * STRIDE + CROP]
    if random.random() < 0.5:
        photo, heat = photo[:, ::-1], heat[:, :, ::-1]
    turn = int(random.integers(4))
    photo, heat = np.rot90(photo, turn), np.rot90(heat, turn, (1, 2))
    if random.random() < 0.3:
        photo = photo[..., random.permutation(3)]
    if random.random() < 0.15:
        photo = np.repeat(photo.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    if random.random() < 0.5:
        table = 255 * (np.arange(256) / 255) ** np.exp(random.normal(0, 0.3)) * random.uniform(0.6, 1.1)
        photo = np.clip(table, 0, 255).astype(np.uint8)[photo]
    return np.ascontiguousarray(photo), np.ascontiguousarray(heat)


def _inputs(photos: np.ndarray) -> Tensor:
    pixels = torch.from_numpy(photos).permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last)
    return pixels / 127.5 - 1


def export(net: LatticeNet, target: Path) -> None:
    """Write the network as ONNX with free picture sizes; the output is 0 to 1."""
    whole = torch.nn.Sequential(net.eval(), torch.nn.Sigmoid()).to(memory_format=torch.contiguous_format)
    axes = {"photo": {2: "height", 3: "width"}, "heat": {2: "rows", 3: "columns"}}
    torch.onnx.export(
        whole,
        (torch.zeros(1, 3, 480, 640),),
        str(target),
        input_names=["photo"],
        output_names=["heat"],
        dynamic_axes=axes,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
