"""Train the field network and export it: `python -m training.field_train PENS PRINTS OUT --minutes 45`.

PENS and PRINTS are folders of handwriting and of print fonts. A pool of sheets is drawn first and kept in OUT; each is
seen in other colours, sharpness and light each time, a little off its place. Minutes are processor time. Training goes
on from OUT/fields.pt where --more is given. Some sheets are held out to watch the loss.
The scanner does not use this network yet: docs/decisions/005 says how far it came.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from scanner.canvas import ABOVE, BELOW, LEFT, RIGHT
from training.field_sheets import FIELD_PX, KINDS, Studio
from training.locate_net import LatticeNet
from training.locate_papers import Pens
from training.map_training import Batch, Random, as_input, begun, export, options, recoloured, train

BATCH = 16
RATE = 4e-3
STRIDE = 4
MULTIPLE = 16
SHEETS, HELD = 16000, 128  # drawn in all, and of these held out
SPREAD = 1.0  # pixels of the heat maps
MAPS = len(KINDS) + 4  # heat of each kind; how far off the middle is; logarithms of width and height in pitches
FONTS = 40  # of all that are given, as reading them takes time
Pool = tuple[NDArray[np.uint8], NDArray[np.float32]]


def main() -> None:
    """Draw a pool unless it is there, train for so many minutes, then export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pens", type=Path)
    parser.add_argument("prints", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = options(parser, RATE)
    random = np.random.default_rng([17, given.seed])
    net, kept = LatticeNet(MAPS), given.out / "fields.pt"
    torch.nn.init.zeros_(net.head.bias[len(KINDS) :])
    pool = drawn(given, random)
    held = with_targets(list(zip(pool[0][:HELD], pool[1][:HELD], strict=True)))
    mean = train(begun(net, kept, given.more), batches(pool, random), lambda: held, loss, given, kept)
    export(mean, len(KINDS), "sheet", given.out / "fields.onnx")


def drawn(given: argparse.Namespace, random: Random) -> Pool:
    """All sheets and their fields, drawn once and kept."""
    paths = given.out / "sheets.npy", given.out / "fields.npy"
    if not paths[1].exists():
        studio = Studio(Pens(given.pens, FONTS), Pens(given.prints), random)
        samples = [studio.sample() for _ in range(SHEETS)]
        np.save(paths[0], np.stack([picture for picture, _ in samples]))
        np.save(paths[1], np.stack([fields for _, fields in samples]))
    return np.load(paths[0]), np.load(paths[1])


def batches(pool: Pool, random: Random) -> Iterator[Batch]:
    """Sheets by chance, each seen another way, without end."""
    while True:
        chosen = random.integers(HELD, len(pool[0]), BATCH)
        yield with_targets(
            [cut_off(*moved(varied(pool[0][index], random), pool[1][index], random), random) for index in chosen]
        )


def with_targets(samples: list[tuple[NDArray[np.uint8], NDArray[np.float32]]]) -> Batch:
    """Sheets as the network takes them, and their maps."""
    pictures = np.stack([picture for picture, _ in samples])
    below, right = (-side % MULTIPLE for side in pictures.shape[1:3])
    padded = np.pad(pictures, ((0, 0), (0, below), (0, right), (0, 0)), mode="edge")
    return as_input(padded), targets([fields for _, fields in samples], pictures.shape[1:3])


def loss(maps: Tensor, heats: Tensor, shapes: Tensor) -> Tensor:
    """What each kind of field lacks in heat, each kind counting alike, and how far places and sizes are off."""
    logits, heats_of = maps[:, : len(KINDS)], heats
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(logits, heats_of, reduction="none")
    off = (logits.sigmoid() - heats_of).abs()
    share = heats_of.sum(dim=(0, 2, 3)) + 6 * len(maps) / BATCH
    by_kind = (entropy * off**1.5).sum(dim=(0, 2, 3)) / share
    near = heats.max(dim=1, keepdim=True).values
    near = near * (near > 0.4)
    # Each kind of field counts alike here as well: circles are ten times as many.
    weight = near / share[heats.argmax(dim=1)][:, None]
    away = (
        torch.nn.functional.smooth_l1_loss(maps[:, len(KINDS) :], shapes, beta=0.1, reduction="none") * weight
    ).sum()
    return torch.cat([by_kind, away[None]])


def targets(fields: list[NDArray[np.float32]], shape: tuple[int, ...]) -> tuple[Tensor, Tensor]:
    """The heat of each kind, and around the middle of each field the way to it and its size."""
    rows, columns = (-(-side // MULTIPLE) * MULTIPLE // STRIDE for side in shape)
    heats = np.zeros((len(fields), len(KINDS), rows, columns), np.float32)
    shapes = np.zeros((len(fields), 4, rows, columns), np.float32)
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    for index, own in enumerate(fields):
        nearest = np.full((rows, columns), np.inf, np.float32)
        for kind, u, v, w, h in own[own[:, 0] >= 0]:
            across, down = (u + LEFT) * FIELD_PX / STRIDE - 0.5, (v + ABOVE) * FIELD_PX / STRIDE - 0.5
            away = (x - across) ** 2 + (y - down) ** 2
            part = heats[index, int(kind)]
            np.maximum(part, np.exp(-away / (2 * SPREAD**2)), out=part)
            mine = away < nearest
            for map_, value in zip(shapes[index], (across - x, down - y, np.log(w), np.log(h)), strict=True):
                map_[mine] = value[mine] if isinstance(value, np.ndarray) else value
            nearest = np.minimum(nearest, away)
    return torch.from_numpy(heats), torch.from_numpy(shapes)


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
    offset = (middle + start + shift - matrix @ (middle + start)) * FIELD_PX
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
        at = round((left + LEFT) * FIELD_PX)
        picture[:, :at] = picture[:, at : at + 1]
        gone |= x - half_x < left
    if random.random() < 0.12:
        right = 5 + random.uniform(0, RIGHT)
        at = round((right + LEFT) * FIELD_PX)
        picture[:, at:] = picture[:, at - 1 : at]
        gone |= x + half_x > right
    if random.random() < 0.12:
        bottom = 5 + random.uniform(0, BELOW)
        at = round((bottom + ABOVE) * FIELD_PX)
        picture[at:] = picture[at - 1 : at]
        gone |= y + half_y > bottom
    fields[gone, 0] = -1
    return picture, fields


if __name__ == "__main__":
    main()
