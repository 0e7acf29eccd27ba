"""Patches of photos laid flat by a rough lattice, with the true lattice known: what the lattice network learns from.

A patch shows SIDE cells each way, PITCH pixels to a cell. What it ought to show is drawn right there: a sheet whose
cells lie nearly where those of the patch are, other papers around it, in line with it or not, light, blur and noise.
Some have no lattice, one with cells of another size, or one half a cell aside: these must be told apart.
"""

import numpy as np
from numpy.typing import NDArray

from training.locate_papers import Paper, Pens, Picture, Random, distractor, sheet
from training.locate_photos import Floats, Laid, _camera, _clutter, _lay, _light, _seen, table

PITCH = 24  # pixels of a patch to a cell
SIDE = 8  # cells
STRIDE = 4  # pixels of a patch to a pixel of the maps
MAPS = 4  # cell, node, and how far the node lies across and down, in cells
NEAR = 0.25  # cells by which a cell of the patch may lie off a true one
REACH = 0.33  # cells around a node from which it is shown


def sample(pens: Pens, random: Random) -> tuple[Picture, NDArray[np.float16]]:
    """A patch, and its truth: (MAPS, height / 4, width / 4); the cell map counts at the middles of cells only."""
    size = SIDE * PITCH
    photo = table(size, random).astype(np.float32)
    owner = np.zeros((size, size), np.uint8)
    laid: list[Laid] = []
    for number, (paper, homography) in enumerate(_plan(pens, random), 1):
        one = Laid(paper, homography, _waves(paper, homography, random))
        _lay(photo, owner, one, number, random)
        laid.append(one)
    if random.random() < 0.2:
        _clutter(photo, owner, random)
    return _camera(_light(photo, random), random), _truth(laid, owner)


def _plan(pens: Pens, random: Random) -> list[tuple[Paper, Floats]]:
    """The papers, the lowest first; the one that is looked at comes last."""
    drawn = PITCH * random.uniform(1.0, 1.8)
    wanted = random.random()
    main = sheet(drawn, pens, random) if wanted < 0.87 else distractor(drawn, pens, random)
    scale, shift = PITCH / drawn, random.normal(0, 0.03, 2)
    if wanted < 0.05:  # cells of another size
        scale *= random.choice([0.5, 2, random.uniform(0.6, 1.7)])
    elif wanted < 0.1:  # half a cell aside
        shift += random.choice([0, 0.5], 2)
    turn = random.choice([0, 90, 180, 270]) + random.normal(0, 1)
    nodes = main.nodes
    first = np.zeros(2) if nodes is None else nodes[len(nodes) // 2, nodes.shape[1] // 2]
    place = random.integers(0, SIDE + 1, 2) if random.random() < 0.2 else SIDE // 2 + random.integers(-1, 2, 2)
    own = _placed(first, scale, turn, (place + shift) * PITCH, random)
    plan = []
    for _ in range(int(random.choice([0, 1, 2, 3], p=[0.45, 0.3, 0.15, 0.1]))):
        paper = sheet(drawn, pens, random) if random.random() < 0.6 else distractor(drawn, pens, random)
        if random.random() < 0.4:  # in line
            middle, way = np.zeros(2) if paper.nodes is None else paper.nodes[0, 0], turn + random.choice([0, 90, 180])
            spot, size = random.integers(-3, SIDE + 4, 2) + random.normal(0, 0.1, 2), scale * random.normal(1, 0.01)
        else:
            middle, way = np.array(paper.picture.shape[1::-1]) / 2, random.uniform(0, 360)
            spot, size = random.uniform(-3, SIDE + 3, 2), scale * np.exp(random.normal(0, 0.3))
        plan.append((paper, _placed(middle, size, way, spot * PITCH, random)))
    return [*plan, (main, own)] if random.random() < 0.9 else [(main, own), *plan]


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


def _waves(paper: Paper, homography: Floats, random: Random) -> Floats:
    """What a rough lattice leaves of a curl: slow waves of up to a fifth of a cell."""
    pitch = PITCH / np.sqrt(abs(np.linalg.det(homography[:2, :2])))
    count = int(random.choice([0, 1, 3], p=[0.2, 0.4, 0.4]))
    amplitude = random.normal(0, random.choice([0.02, 0.06]), (count, 2)) * pitch
    frequency = random.normal(0, 0.7, (count, 2)) / pitch
    return np.column_stack([amplitude, frequency, random.uniform(0, 6.3, count), np.zeros(count)])


def _truth(laid: list[Laid], owner: Picture) -> NDArray[np.float16]:
    count = SIDE * PITCH // STRIDE
    truth = np.zeros((MAPS, count, count), np.float32)
    spots = (np.stack(np.meshgrid(np.arange(count), np.arange(count)), axis=-1) + 0.5) * STRIDE
    middles = (np.stack(np.meshgrid(np.arange(SIDE), np.arange(SIDE)), axis=-1) + 0.5) * PITCH
    nearest = np.full((count, count), np.inf)
    cells = np.zeros((SIDE, SIDE), bool)
    for number, one in enumerate(laid, 1):
        if one.paper.nodes is None or one.paper.centres is None:
            continue
        nodes, centres = one.place(one.paper.nodes) + 0.5, one.place(one.paper.centres) + 0.5
        steps = np.linalg.norm(nodes[1:, 1:] - nodes[:-1, :-1], axis=-1) / np.sqrt(2) / PITCH
        seen = np.array([_seen(point - 0.5, 0.3 * PITCH, owner, number, 0) for point in centres.reshape(-1, 2)])
        fits = seen & (np.abs(np.log(np.median(steps))) < 0.2)
        for x, y in centres.reshape(-1, 2)[fits]:
            cells |= np.hypot(middles[..., 0] - x, middles[..., 1] - y) < NEAR * PITCH
        if not 0.75 < np.median(steps) < 1.35:
            continue
        for point in nodes.reshape(-1, 2):
            if not ((point > -PITCH / 2) & (point < SIDE * PITCH + PITCH / 2)).all():
                continue
            if not _seen(point - 0.5, 0.1 * PITCH, owner, number, 1):
                continue
            away = point - spots
            far = np.hypot(*np.moveaxis(away, -1, 0)) / PITCH
            mine = (far < REACH) & (far < nearest)
            truth[1][mine] = 1
            truth[2:, mine] = away[mine].T / PITCH
            nearest[mine] = far[mine]
    begin, step = PITCH // STRIDE // 2, PITCH // STRIDE
    truth[0, begin::step, begin::step] = cells  # the middle of a cell lies between four samples; this is the last
    return truth.astype(np.float16)
