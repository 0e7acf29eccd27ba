"""Photos that are hard to scan, made from drawn sheets and from photos of puzzles."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.drawn import PX, any_design, any_grid, draw, photograph, snapshot
from scanner.values import Lattice, Photo, Pixels

COVERED = 0.45  # of a puzzle's side that a slip of paper hides
CUT = 0.5  # cells of a sheet's last column that the picture's edge leaves


@dataclass(frozen=True, eq=False)
class HardCase:
    """A photo and the lattices that ought to be found in it, each with its own first corner."""

    name: str
    photo: Photo
    lattices: tuple[Lattice, ...]


def as_photo(pixels: Pixels) -> Photo:
    """A picture as a photo without a file."""
    return Photo("drawn.png", "0" * 64, pixels.shape[1], pixels.shape[0], pixels)


def on_another_grid(seed: int) -> HardCase:
    """A sheet upon a table ruled with lines of the sheet's own pitch, in line with its own."""
    random = np.random.default_rng(seed)
    design = any_design(seed)
    sheet = draw(design)
    around = 4 * PX
    height, width = sheet.shape[0] + 2 * around, sheet.shape[1] + 2 * around
    ground = np.full((height, width, 3), random.integers(190, 250, 3), np.uint8)
    colour = tuple(int(value) for value in random.integers(20, 120, 3))
    x0, y0 = (around + round(part * PX) for part in (design.left, design.above))
    for x in range(x0 % PX, width, PX):
        cv2.line(ground, (x, 0), (x, height), colour, 2, cv2.LINE_AA)
    for y in range(y0 % PX, height, PX):
        cv2.line(ground, (0, y), (width, y), colour, 2, cv2.LINE_AA)
    ground[around:-around, around:-around] = sheet
    inset = design.gap / 2
    ticks = np.array([inset, 1, 2, 3, 4, 5 - inset]) * PX
    nodes = np.stack(np.meshgrid(ticks + x0, ticks + y0), -1).astype(np.float32)
    return HardCase(f"on a grid {seed}", as_photo(cv2.GaussianBlur(ground, (3, 3), 0)), (Lattice(nodes, 1.0),))


def cut_by_the_edge(seed: int) -> HardCase:
    """A sheet of whose grid the picture shows all but half a column."""
    photo, lattice = photograph(replace(any_grid(seed), tiles=None), turn=0, seed=seed)
    nodes = lattice.nodes
    edge = float((nodes[:, -1, 0] * CUT + nodes[:, -2, 0] * (1 - CUT)).min())
    return HardCase(f"cut {seed}", as_photo(np.ascontiguousarray(photo.pixels[:, : int(edge)])), ())


def upside_down_in_a_row(seed: int) -> HardCase:
    """Three sheets side by side, the middle one upside down."""
    pictures, lattices, left = [], [], 0
    for number, turn in enumerate((0, 2, 0)):
        photo, lattice = photograph(replace(any_design(3 * seed + number), struck=False), turn, 3 * seed + number, 0.6)
        lattices.append(Lattice(lattice.nodes + np.array([left, 0], np.float32), 1.0))
        left += photo.width
        pictures.append(photo.pixels)
    height = min(len(picture) for picture in pictures)
    return HardCase(f"row {seed}", as_photo(np.hstack([picture[:height] for picture in pictures])), tuple(lattices))


def slip_over_puzzle(pixels: Pixels, corners: NDArray[np.float64], seed: int) -> HardCase:
    """A photo of a puzzle with a white slip of paper over its lower right."""
    random = np.random.default_rng(seed)
    first, right, _, below = corners
    across, down = right - first, below - first
    begin = 1 - COVERED
    ends = np.array([[begin, begin], [1.15, begin], [1.15, 1.15], [begin, 1.15]]) + random.uniform(-0.03, 0.03, (4, 2))
    slip = first + ends[:, :1] * across + ends[:, 1:] * down
    covered = pixels.copy()
    cv2.fillConvexPoly(covered, np.round(slip).astype(np.int32), (228, 232, 234), cv2.LINE_AA)
    return HardCase(f"slip {seed}", as_photo(covered), ())


def shown_corners(seed: int) -> tuple[HardCase, NDArray[np.float32]]:
    """A sheet, and its four corners as a person shows them: each up to a fifth of a cell off."""
    photo, lattice = snapshot(any_grid(seed), seed, 0.3)
    pitch = float(np.linalg.norm(lattice.nodes[0, 1] - lattice.nodes[0, 0]))
    off = np.random.default_rng(seed).uniform(-0.2, 0.2, (4, 2)) * pitch
    return HardCase(f"corners {seed}", photo, (lattice,)), (lattice.corners + off).astype(np.float32)


def drawn_cases(count: int) -> Iterator[tuple[str, HardCase]]:
    """Every drawn hard case with the name of its kind."""
    for kind, make in (
        ("on another grid", on_another_grid),
        ("cut by the edge", cut_by_the_edge),
        ("upside down in a row", upside_down_in_a_row),
    ):
        for seed in range(count):
            yield kind, make(seed)
