"""Drawn samples kept in chunks of files: drawing can be continued, and training takes those that there are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

CHUNK = 250  # samples of a file
Random = np.random.Generator
Sample = tuple[NDArray[np.uint8], NDArray[Any]]  # a picture, and what is true of it


def draw(out: Path, count: int, maker: Callable[[Random], Callable[[], Sample]]) -> None:
    """Keep chunks of samples; a chunk that exists is kept, and the same number gives the same chunk."""
    for number in range(count // CHUNK):
        target = out / f"{number:03d}.npz"
        if not target.exists():
            sample = maker(np.random.default_rng([17, number]))
            pictures, truths = (np.stack(part) for part in zip(*(sample() for _ in range(CHUNK)), strict=True))
            np.savez(out / f"{number:03d}.part.npz", pictures=pictures, truths=truths)
            (out / f"{number:03d}.part.npz").rename(target)


class Chunks:
    """All samples drawn so far; the first chunk is held out."""

    def __init__(self, out: Path) -> None:
        self.out, self.read = out, 0
        self.samples: list[Sample] = []
        self.look()

    def look(self) -> None:
        """Read chunks that have come since."""
        while (path := self.out / f"{self.read:03d}.npz").exists():
            with np.load(path) as stored:
                self.samples += list(zip(stored["pictures"], stored["truths"], strict=True))
            self.read += 1

    def held(self, count: int) -> list[Sample]:
        """Some samples that are never trained on."""
        return self.samples[:count]

    def chosen(self, count: int, random: Random) -> list[Sample]:
        """Some samples to train on, by chance."""
        return [self.samples[index] for index in random.integers(CHUNK, len(self.samples), count)]
