"""Make the photos the lattice detector is trained on: `python -m training.locate_data FONTS OUT --count 6000`."""

import argparse
from pathlib import Path

import cv2
import numpy as np

from training.locate_papers import Pens
from training.locate_photos import STRIDE, make

SIZE = 448
SHARD = 250


def main() -> None:
    """Write shards of photos and heat maps; a shard that exists is kept, so that the work can be continued."""
    parser = argparse.ArgumentParser()
    parser.add_argument("fonts", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--first", type=int, default=0, help="number of the first shard")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    pens = Pens(options.fonts)
    for shard in range(options.first, options.first + options.count // SHARD):
        target = options.out / f"{shard:04d}.npz"
        if target.exists():
            continue
        random = np.random.default_rng([7, shard])
        photos = np.empty((SHARD, SIZE, SIZE, 3), np.uint8)
        heats = np.empty((SHARD, 2, SIZE // STRIDE, SIZE // STRIDE), np.uint8)
        for index in range(SHARD):
            sample = make(SIZE, pens, random)
            photos[index], heats[index] = sample.photo, sample.heat
        np.savez(target, photos=photos, heats=heats)
        print(target, flush=True)


if __name__ == "__main__":
    main()
