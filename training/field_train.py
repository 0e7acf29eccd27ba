"""Train the field network and export it.

    python -m training.field_train draw OUT --pens FONTS --prints FONTS --count 12000
    python -m training.field_train train OUT --minutes 60

Drawing keeps chunks of sheets in OUT and can be continued; training takes what chunks there are, and more as they come.
Each sheet is seen in other colours, sharpness and light each time, a little off its place. Minutes are processor time.
With --more, training goes on from OUT/fields.pt. Some sheets are held out to watch the loss.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from scanner.field_network import LOOK_PX
from training.chunks import Chunks, Sample, draw
from training.field_sheets import ABOVE, BELOW, KINDS, LEFT, RIGHT, Studio
from training.locate_net import LatticeNet
from training.locate_papers import Pens
from training.map_training import SAID, Batch, Random, as_input, begun, export, options, recoloured, train

BATCH = 8
RATE = 4e-3
STRIDE = 4
MULTIPLE = 16
HELD = 96  # sheets that the loss is watched on
SPREAD = 1.0  # pixels of the heat maps
HEATS = KINDS.index("centre")  # kinds that have a map of their own; marked centre lines only tell the side
SHAPES = slice(HEATS, HEATS + 4)  # how far off the middle is; logarithms of width and height in pitches
SIDES = slice(HEATS + 4, HEATS + 7)  # untold, side A, side B: read in the middle of the grid
MIDDLE = tuple(int((2.5 + around) * LOOK_PX / STRIDE) for around in (ABOVE, LEFT))
FONTS = 40  # of all that are given, as reading them takes time


def main() -> None:
    """Draw or train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("draw", "train"))
    parser.add_argument("out", type=Path)
    parser.add_argument("--pens", type=Path, help="fonts of handwriting, where sheets are drawn")
    parser.add_argument("--prints", type=Path, help="fonts of print")
    parser.add_argument("--count", type=int, default=12000)
    given = options(parser, RATE)
    if given.step == "draw":
        pens, prints = Pens(given.pens, FONTS), Pens(given.prints, FONTS)
        draw(given.out, given.count, lambda random: Studio(pens, prints, random).sample)
        return
    net, kept, chunks = LatticeNet(SIDES.stop), given.out / "fields.pt", Chunks(given.out)
    torch.nn.init.zeros_(net.head.bias[HEATS:])
    held = with_targets(chunks.held(HELD))
    mean = train(begun(net, kept, given.more), batches(chunks), lambda: held, loss, given, kept)
    export(mean, HEATS, "sheet", given.out / "fields.onnx")


def batches(chunks: Chunks) -> Iterator[Batch]:
    """Sheets by chance, each seen another way, without end; chunks that come are read."""
    random = np.random.default_rng(17)
    while True:
        for _ in range(SAID):
            chosen = chunks.chosen(BATCH, random)
            yield with_targets(
                [cut_off(*moved(varied(sheet, random), fields, random), random) for sheet, fields in chosen]
            )
        chunks.look()


def with_targets(samples: list[Sample]) -> Batch:
    """Sheets as the network takes them, and their maps."""
    pictures = np.stack([picture for picture, _ in samples])
    below, right = (-side % MULTIPLE for side in pictures.shape[1:3])
    padded = np.pad(pictures, ((0, 0), (0, below), (0, right), (0, 0)), mode="edge")
    return as_input(padded), targets([fields for _, fields in samples], pictures.shape[1:3])


def loss(maps: Tensor, heats: Tensor, shapes: Tensor, sides: Tensor) -> Tensor:
    """What each kind of field lacks in heat, each kind counting alike; how far places and sizes are off; the side."""
    logits = maps[:, :HEATS]
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(logits, heats, reduction="none")
    off = (logits.sigmoid() - heats).abs()
    share = heats.sum(dim=(0, 2, 3)) + 6 * len(maps) / BATCH
    by_kind = (entropy * off**1.5).sum(dim=(0, 2, 3)) / share
    near = heats.max(dim=1, keepdim=True).values
    near = near * (near > 0.4)
    # Each kind of field counts alike here as well: circles are ten times as many.
    weight = near / share[heats.argmax(dim=1)][:, None]
    away = torch.nn.functional.smooth_l1_loss(maps[:, SHAPES], shapes, beta=0.05, reduction="none") * weight
    side = torch.nn.functional.cross_entropy(maps[:, SIDES, MIDDLE[0], MIDDLE[1]], sides)
    return torch.cat([by_kind, 2 * away.sum()[None], side[None]])


def targets(fields: list[NDArray[np.float32]], shape: tuple[int, ...]) -> tuple[Tensor, Tensor, Tensor]:
    """The heat of each kind; around the middle of each field the way to it and its size; the side."""
    rows, columns = (-(-side // MULTIPLE) * MULTIPLE // STRIDE for side in shape)
    heats = np.zeros((len(fields), HEATS, rows, columns), np.float32)
    shapes = np.zeros((len(fields), 4, rows, columns), np.float32)
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    for index, own in enumerate(fields):
        nearest = np.full((rows, columns), np.inf, np.float32)
        for kind, u, v, w, h in own[(own[:, 0] >= 0) & (own[:, 0] < HEATS)]:
            across, down = (u + LEFT) * LOOK_PX / STRIDE - 0.5, (v + ABOVE) * LOOK_PX / STRIDE - 0.5
            away = (x - across) ** 2 + (y - down) ** 2
            part = heats[index, int(kind)]
            np.maximum(part, np.exp(-away / (2 * SPREAD**2)), out=part)
            mine = away < nearest
            for map_, value in zip(shapes[index], (across - x, down - y, np.log(w), np.log(h)), strict=True):
                map_[mine] = value[mine] if isinstance(value, np.ndarray) else value
            nearest = np.minimum(nearest, away)
    sides = [2 if {KINDS.index("B"), HEATS} & set(own[:, 0]) else int(KINDS.index("A") in own[:, 0]) for own in fields]
    return torch.from_numpy(heats), torch.from_numpy(shapes), torch.tensor(sides)


def varied(picture: NDArray[np.uint8], random: Random) -> NDArray[np.uint8]:
    """The picture in other colours, light and sharpness."""
    picture = recoloured(picture, random)
    if random.random() < 0.2:
        noise = random.normal(0, random.uniform(1, 8), picture.shape[:2])
        picture = np.clip(picture + noise[..., None], 0, 255).astype(np.uint8)
    if random.random() < 0.15:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), random.uniform(0.4, 1.0)), np.uint8)
    elif random.random() < 0.4:  # as phones sharpen
        share = random.uniform(0.2, 1.2)
        soft = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.6, 1.2))
        picture = np.asarray(cv2.addWeighted(picture, 1 + share, soft, -share, 0), np.uint8)
    return picture


def moved(
    picture: NDArray[np.uint8], fields: NDArray[np.float32], random: Random
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The sheet a little off its place, larger or smaller and turned, as an inexact lattice leaves it."""
    if random.random() < 0.3:
        return picture, fields
    matrix = np.eye(2) + random.normal(0, 0.012, (2, 2))
    shift, middle = random.normal(0, 0.03, 2), np.array([2.5, 2.5])
    start = np.array([LEFT, ABOVE])
    offset = (middle + start + shift - matrix @ (middle + start)) * LOOK_PX
    size = picture.shape[1], picture.shape[0]
    seen = cv2.warpAffine(
        picture, np.column_stack([matrix, offset]), size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    fields = fields.copy()
    fields[:, 1:3] = (fields[:, 1:3] - middle) @ matrix.T + middle + shift
    fields[:, 3:] *= np.diag(matrix)
    return np.asarray(seen, np.uint8), fields


def cut_off(
    picture: NDArray[np.uint8], fields: NDArray[np.float32], random: Random
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The sheet, some of its surroundings beyond the photo's edge, where the last pixels are seen again and again."""
    picture, fields = picture.copy(), fields.copy()
    x, y, half_x, half_y = fields[:, 1], fields[:, 2], fields[:, 3] / 2, fields[:, 4] / 2
    gone = np.zeros(len(fields), bool)
    if random.random() < 0.12:
        left = -random.uniform(0, LEFT)
        at = round((left + LEFT) * LOOK_PX)
        picture[:, :at] = picture[:, at : at + 1]
        gone |= x - half_x < left
    if random.random() < 0.12:
        right = 5 + random.uniform(0, RIGHT)
        at = round((right + LEFT) * LOOK_PX)
        picture[:, at:] = picture[:, at - 1 : at]
        gone |= x + half_x > right
    if random.random() < 0.12:
        bottom = 5 + random.uniform(0, BELOW)
        at = round((bottom + ABOVE) * LOOK_PX)
        picture[at:] = picture[at - 1 : at]
        gone |= y + half_y > bottom
    fields[gone, 0] = -1
    return picture, fields


if __name__ == "__main__":
    main()
