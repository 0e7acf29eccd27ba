"""Patches of photos laid flat by a rough lattice, with the true lattice known: what the lattice network learns from.

A patch shows SIDE cells each way, PITCH pixels to a cell. What it ought to show is drawn right there: a sheet whose
cells lie nearly where those of the patch are, other papers around it, in line with it or not, over it or under it,
a table ruled in the same pitch, light, blur and noise. Some have no lattice, or one with cells of another size.
"""

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from training.locate_papers import Paper, Pens, Picture, Random, dark, distractor, pale, sheet, soft_box
from training.locate_photos import Floats, Laid, _camera, _clutter, _lay, _light, table

PITCH = 24  # pixels of a patch to a cell
SIDE = 10  # cells
STRIDE = 4  # pixels of a patch to a pixel of the maps
Truth = NDArray[np.float16]
HEATS = 4  # upright inner lines, upright outlines, level inner lines, level outlines
MAPS = HEATS + 2  # and how far the upright line lies across, and the level one down, in cells
REACH = 0.25  # cells beside a line from which it is shown
ALIKE = (0.75, 1.35)  # cells of a patch to a true cell, where it is the lattice that is looked for
TILED = 0.5  # share of sheets that are tinted cells without lines in any case: these are the hardest to measure
HIDDEN = 255  # the number of what lies over papers


def sample(pens: Pens, random: Random) -> tuple[Picture, NDArray[np.float16]]:
    """A patch, and its truth: (MAPS, height / 4, width / 4)."""
    size = SIDE * PITCH
    photo = table(size, random).astype(np.float32)
    owner = np.zeros((size, size), np.uint8)
    laid: list[Laid] = []
    for number, (paper, homography) in enumerate(_plan(pens, random), 1):
        one = Laid(paper, homography, _waves(homography, random))
        _lay(photo, owner, one, number, random)
        laid.append(one)
    if random.random() < 0.2:
        _clutter(photo, owner, random)
    picture = _camera(_light(photo, random), random)
    if random.random() < 0.08:
        picture = _cut(picture, owner, random)
    return picture, _truth(laid, owner)


def _plan(pens: Pens, random: Random) -> list[tuple[Paper, Floats]]:
    """The papers, the lowest first; the one that is looked at comes last, or lies under others."""
    drawn = PITCH * random.uniform(1.1, 1.9)
    wanted = random.random()
    tiled = random.random() < TILED
    main = sheet(drawn, pens, random, _size(random), tiled) if wanted < 0.88 else distractor(drawn, pens, random)
    scale, shift = PITCH / drawn, random.normal(0, 0.08, 2)
    if wanted < 0.08:  # cells of another size
        scale *= random.choice([0.5, 2, random.uniform(0.5, 2)])
    elif wanted < 0.15:
        shift += random.uniform(-0.5, 0.5, 2)
    turn = random.choice([0, 90, 180, 270]) + random.normal(0, 1)
    middle = np.array(main.picture.shape[1::-1]) / 2
    first = middle if main.nodes is None else main.nodes[len(main.nodes) // 2, main.nodes.shape[1] // 2]
    place = random.integers(0, SIDE + 1, 2) if random.random() < 0.15 else SIDE // 2 + random.integers(-1, 2, 2)
    own = main, _placed(first, scale, turn, (place + shift) * PITCH, random)
    below = [(_ruled_table(drawn, random), own[1])] if random.random() < 0.07 else []
    beside = _beside(drawn, scale, turn, pens, random)
    return [*below, own, *beside] if random.random() < 0.18 else [*below, *beside, own]


def _beside(drawn: float, scale: float, turn: float, pens: Pens, random: Random) -> list[tuple[Paper, Floats]]:
    """Other papers, some in line with the one that is looked at."""
    papers = []
    for _ in range(int(random.choice([0, 1, 2, 3], p=[0.4, 0.35, 0.15, 0.1]))):
        paper = sheet(drawn, pens, random) if random.random() < 0.6 else distractor(drawn, pens, random)
        if random.random() < 0.4:  # in line
            middle, way = np.zeros(2) if paper.nodes is None else paper.nodes[0, 0], turn + random.choice([0, 90, 180])
            spot, size = random.integers(-3, SIDE + 4, 2) + random.normal(0, 0.1, 2), scale * random.normal(1, 0.01)
        else:
            middle, way = np.array(paper.picture.shape[1::-1]) / 2, random.uniform(0, 360)
            spot, size = random.uniform(-3, SIDE + 3, 2), scale * np.exp(random.normal(0, 0.3))
        papers.append((paper, _placed(middle, size, way, spot * PITCH, random)))
    return papers


def _size(random: Random) -> tuple[int, int]:
    """Columns and rows of a lattice, mostly 5x5; large ones more often than other drawings have them."""
    if random.random() < 0.5:
        return 5, 5
    if random.random() < 0.6:
        side = int(random.choice([3, 4, 6, 7, 8, 9, 12], p=[0.08, 0.12, 0.15, 0.1, 0.15, 0.35, 0.05]))
        return side, side
    columns, rows = random.integers(3, 10, 2)
    return int(columns), int(rows)


def _ruled_table(pitch: float, random: Random) -> Paper:
    """A ground ruled in squares that has no end: no lattice, though its lines may be in line with one."""
    cells = 3 * SIDE
    canvas = np.full((int(cells * pitch),) * 2 + (3,), pale(random), np.uint8)
    ink, half = dark(random), pitch * random.uniform(0.008, 0.03)
    for line in np.arange(cells) * pitch:
        soft_box(canvas, (line - half, 0, line + half, cells * pitch), 0, ink)
        soft_box(canvas, (0, line - half, cells * pitch, line + half), 0, ink)
    return Paper(canvas)


def _placed(point: Floats, scale: float, turn: float, spot: Floats, random: Random) -> Floats:
    """The homography that brings a point of a drawing to a spot, nearly upright and seen nearly from above."""
    cos, sin = np.cos(np.radians(turn)) * scale, np.sin(np.radians(turn)) * scale
    flat = np.array([[cos, -sin], [sin, cos]]) @ (np.eye(2) + random.normal(0, 0.015, (2, 2)))
    homography = np.eye(3)
    homography[:2, :2] = flat
    homography[:2, 2] = -flat @ point
    tilt = np.eye(3)
    tilt[2, :2] = random.normal(0, 0.012, 2) / PITCH * random.choice([0, 1])
    back = np.array([[1, 0, spot[0]], [0, 1, spot[1]], [0, 0, 1]], float)
    return np.asarray(back @ tilt @ homography)


def _waves(homography: Floats, random: Random) -> Floats:
    """What a rough lattice leaves of a curl: slow waves of up to a fifth of a cell."""
    pitch = PITCH / np.sqrt(abs(np.linalg.det(homography[:2, :2])))
    count = int(random.choice([0, 1, 3], p=[0.2, 0.4, 0.4]))
    amplitude = random.normal(0, random.choice([0.02, 0.06]), (count, 2)) * pitch
    frequency = random.normal(0, 0.7, (count, 2)) / pitch
    return np.column_stack([amplitude, frequency, random.uniform(0, 6.3, count), np.zeros(count)])


def _cut(picture: Picture, owner: Picture, random: Random) -> Picture:
    """The patch where the photo ends in it: beyond, its last pixels are repeated."""
    size = len(picture)
    turn = random.choice([0, 90, 180, 270]) + random.normal(0, 5)
    toward = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))], np.float32)
    y, x = np.mgrid[:size, :size].astype(np.float32) - size / 2
    beyond = np.maximum(x * toward[0] + y * toward[1] - size * random.uniform(0.1, 0.45), 0)
    owner[beyond > 0] = HIDDEN
    spots = x - beyond * toward[0] + size / 2, y - beyond * toward[1] + size / 2
    return np.asarray(cv2.remap(picture, *spots, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _truth(laid: list[Laid], owner: Picture) -> NDArray[np.float16]:
    count = SIDE * PITCH // STRIDE
    truth = np.zeros((MAPS, count, count), np.float32)
    for number, one in enumerate(laid, 1):
        if one.paper.nodes is None:
            continue
        nodes = one.place(one.paper.nodes) + 0.5  # a pixel's middle is 0 to OpenCV
        steps = np.linalg.norm(nodes[1:, 1:] - nodes[:-1, :-1], axis=-1) / np.sqrt(2) / PITCH
        if not ALIKE[0] < np.median(steps) < ALIKE[1]:
            continue
        for lines in (nodes.transpose(1, 0, 2), nodes):
            for line, points in enumerate(lines):
                outline = line in (0, len(lines) - 1)
                for begin, end in pairwise(points):
                    _show(truth, owner == number, begin, end, outline)
    return truth.astype(np.float16)


def _show(truth: NDArray[np.float32], seen: NDArray[np.bool_], begin: Floats, end: Floats, outline: bool) -> None:
    """Put a piece of a line into the maps, where it is upright or level and in view."""
    along, way = np.abs(end - begin), int(np.abs(end - begin).argmax() == 0)  # 0 upright, 1 level
    if along[way] > along[1 - way] / 4:
        return
    if way:
        begin, end, truth, seen = begin[::-1], end[::-1], truth.transpose(0, 2, 1), seen.T
    begin, end = sorted((begin, end), key=lambda point: float(point[1]))
    places = (np.arange(truth.shape[2]) + 0.5) * STRIDE
    rows = np.flatnonzero((places >= begin[1]) & (places < end[1]))
    at = begin[0] + (end[0] - begin[0]) * (places[rows] - begin[1]) / (end[1] - begin[1])
    inside = (at > 0) & (at < seen.shape[1])
    rows, at = rows[inside], at[inside]
    inside = seen[places[rows].astype(int), at.astype(int)]
    rows, at = rows[inside], at[inside]
    away = (at[:, None] - places) / PITCH
    row, column = np.nonzero(np.abs(away) < REACH)
    truth[2 * way + outline, rows[row], column] = 1
    truth[HEATS + way, rows[row], column] = away[row, column]


def turned(picture: Picture, truth: Truth, quarters: int, mirrored: bool) -> tuple[Picture, Truth]:
    """The patch turned counter-clockwise by quarters, and mirrored: upright lines become level, across becomes up."""
    for _ in range(quarters):
        picture, truth = np.rot90(picture), np.rot90(truth, axes=(1, 2))
        truth = np.concatenate([truth[[2, 3, 0, 1, HEATS + 1]], -truth[HEATS : HEATS + 1]])
    if mirrored:
        picture, truth = picture[:, ::-1], truth[:, :, ::-1].copy()
        truth[HEATS] *= -1
    return picture, truth
