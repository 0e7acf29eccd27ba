"""Synthetic photos with the truth a lattice detector learns from: papers laid on tables, seen by a phone."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training.locate_papers import Paper, Pens, Picture, Random, dark, distractor, pale, sheet

Floats = NDArray[np.float64]

STRIDE = 4  # pixels of the photo to a pixel of the heat maps


@dataclass(frozen=True, eq=False)
class Sample:
    """A photo and its heat maps: cell centres and nodes, uint8 (2, height / 4, width / 4)."""

    photo: Picture
    heat: Picture


@dataclass(frozen=True, eq=False)
class Laid:
    """A paper as it lies in the photo: the homography from its drawing, and how the drawing is bent before."""

    paper: Paper
    homography: Floats
    waves: Floats  # (k, 6): amplitude x, y, frequency x, y, phase, crease

    def bend(self, points: Floats) -> Floats:
        """How far each point of the drawing is moved by the curl."""
        moved = np.zeros(points.shape)
        for ax, ay, fx, fy, phase, _ in self.waves:
            moved += np.sin(points[..., :1] * fx + points[..., 1:] * fy + phase) * np.array([ax, ay])
        return moved

    def place(self, points: Floats) -> Floats:
        """Where points of the drawing appear in the photo."""
        flat = points.copy()
        for _ in range(4):
            flat = points - self.bend(flat)
        return cv2.perspectiveTransform(flat.reshape(-1, 1, 2), self.homography).reshape(points.shape)


def make(size: int, pens: Pens, random: Random) -> Sample:
    """One photo of `size` x `size` pixels."""
    photo = table(size, random).astype(np.float32)
    owner = np.zeros((size, size), np.uint8)
    laid = []
    for number, paper, homography in _plan(size, pens, random):
        one = Laid(paper, homography, _waves(paper.picture.shape[:2], random))
        _lay(photo, owner, one, number, random)
        laid.append(one)
    if random.random() < 0.3:
        _clutter(photo, owner, random)
    heat = _truth(laid, owner, size // STRIDE)
    return Sample(_camera(_light(photo, random), random), heat)


def _plan(size: int, pens: Pens, random: Random) -> list[tuple[int, Paper, Floats]]:
    """Which papers lie where, the lowest first."""
    tilt = random.uniform(0, 50) * random.uniform(0.2, 1)
    toward = random.uniform(0, 2 * np.pi)
    spin = random.uniform(0, 360) if random.random() < 0.6 else random.choice([0, 90, 180, 270]) + random.normal(0, 6)
    crowd = random.random() < 0.3
    pitch = np.exp(random.uniform(np.log(10), np.log(24 if crowd else 75)))
    plan = []
    for number in range(int(random.integers(3, 8)) if crowd else int(random.integers(1, 4))):
        own = pitch * random.uniform(0.85, 1.2) if crowd else pitch * np.exp(random.normal(0, 0.35))
        drawn = max(20.0, own * random.uniform(1.1, 1.7))
        paper = sheet(drawn, pens, random) if random.random() < 0.7 else distractor(drawn, pens, random)
        turn = spin + random.normal(0, 8) + random.choice([0, 90, 180, 270], p=[0.7, 0.1, 0.1, 0.1])
        spread = 0.5 if crowd else 0.28
        centre = size * (0.5 + random.uniform(-spread, spread, 2))
        plan.append((number + 1, paper, _view(paper.picture.shape, own / drawn, turn, tilt, toward, centre, size)))
    return plan


def _view(
    shape: tuple[int, ...], scale: float, turn: float, tilt: float, toward: float, centre: Floats, size: int
) -> Floats:
    """The homography of a drawing turned on the table and seen by a tilted camera."""
    cos, sin = np.cos(np.radians(turn)) * scale, np.sin(np.radians(turn)) * scale
    middle = np.array([shape[1], shape[0]]) / 2
    flat = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    flat[:2, 2] = -flat[:2, :2] @ middle
    focal = size * 1.1
    axis = np.array([np.cos(toward), np.sin(toward), 0]) * np.radians(tilt)
    rotation, _ = cv2.Rodrigues(axis)
    lens = np.array([[focal, 0, 0], [0, focal, 0], [0, 0, 1]])
    project = lens @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, focal]])
    shift = np.array([[1, 0, centre[0]], [0, 1, centre[1]], [0, 0, 1]], float)
    return shift @ project @ flat


def _waves(shape: tuple[int, int], random: Random) -> Floats:
    """Slow waves that curl a paper: up to three of them, up to four hundredths of its size."""
    side = max(shape)
    count = int(random.choice([0, 1, 3], p=[0.25, 0.45, 0.3]))
    amplitude = random.normal(0, 0.012, (count, 2)) * side
    frequency = random.normal(0, 1, (count, 2)) * 3.0 / side
    return np.column_stack([amplitude, frequency, random.uniform(0, 6.3, count), np.zeros(count)])


def _lay(photo: NDArray[np.float32], owner: Picture, one: Laid, number: int, random: Random) -> None:
    """Paint a paper and its shadow into the photo."""
    size = photo.shape[0]
    step = 8
    spots = np.stack(np.meshgrid(*[np.arange(0, size + step, step, dtype=float)] * 2), axis=-1)
    flat = cv2.perspectiveTransform(spots.reshape(-1, 1, 2), np.linalg.inv(one.homography)).reshape(spots.shape)
    coarse = (flat + one.bend(flat)).astype(np.float32)
    grown = np.array([[step, 0, 0], [0, step, 0]], np.float32)
    source = cv2.warpAffine(coarse, grown, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = one.paper.picture.shape[:2]
    inside = (source[..., 0] > 0) & (source[..., 0] < width - 1) & (source[..., 1] > 0) & (source[..., 1] < height - 1)
    painted = cv2.remap(one.paper.picture, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.GaussianBlur(inside.astype(np.float32), (3, 3), 0)[..., None]
    drop = np.roll(inside.astype(np.float32), tuple(random.integers(-6, 7, 2)), (0, 1))
    photo *= 1 - random.uniform(0.1, 0.5) * cv2.GaussianBlur(drop, (0, 0), random.uniform(1, 6))[..., None]
    along = source[..., 0] / width * random.normal(0, 1.5) + source[..., 1] / height * random.normal(0, 1.5)
    shade = 1 + random.uniform(0, 0.12) * np.sin(along * 2 + random.uniform(0, 6))
    photo *= 1 - mask
    photo += painted * shade[..., None] * mask
    owner[inside] = number


def _truth(laid: list[Laid], owner: Picture, size: int) -> Picture:
    heat = np.zeros((2, size, size), np.float32)
    for number, one in enumerate(laid, 1):
        if one.paper.centres is None or one.paper.nodes is None:
            continue
        centres, nodes = one.place(one.paper.centres), one.place(one.paper.nodes)
        pitch = np.sqrt(abs(_area(nodes)) / centres[..., 0].size)
        spread = max(0.9, 0.13 * pitch / STRIDE)
        for layer, points in ((0, centres), (1, nodes)):
            for point in points.reshape(-1, 2):
                if _seen(point, pitch * (0.3 if layer == 0 else 0.1), owner, number, layer):
                    _dot(heat[layer], (point + 0.5) / STRIDE - 0.5, spread)
    return (heat * 255).astype(np.uint8)


def _area(nodes: Floats) -> float:
    rim = np.vstack([nodes[0], nodes[:, -1], nodes[-1, ::-1], nodes[::-1, 0]])
    return float(cv2.contourArea(rim.astype(np.float32)))


def _seen(point: Floats, reach: float, owner: Picture, number: int, layer: int) -> bool:
    """Whether most of a cell, or of a node's surroundings, is in view and not covered."""
    around = point + np.array([[0, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]]) * reach
    x, y = np.round(around).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < owner.shape[1]) & (y < owner.shape[0])
    if layer and not inside.all():
        return False
    hits = owner[y[inside], x[inside]] == number
    return bool(hits.sum() >= (4 if layer == 0 else 1) and inside.sum() >= 4)


def _dot(heat: NDArray[np.float32], centre: Floats, spread: float) -> None:
    reach = int(3 * spread) + 1
    x0, y0 = (np.round(centre).astype(int) - reach).tolist()
    xs, ys = np.arange(x0, x0 + 2 * reach + 1), np.arange(y0, y0 + 2 * reach + 1)
    xs, ys = xs[(xs >= 0) & (xs < heat.shape[1])], ys[(ys >= 0) & (ys < heat.shape[0])]
    if not len(xs) or not len(ys):
        return
    bell = np.exp(-((xs[None] - centre[0]) ** 2 + (ys[:, None] - centre[1]) ** 2) / (2 * spread**2))
    part = heat[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
    np.maximum(part, bell, out=part)


def table(size: int, random: Random) -> Picture:
    """The surface the papers lie on: wood, stone, cloth, checks, tiles, or plain."""
    kind = random.choice(["plain", "wood", "stone", "check", "tiles", "panels"], p=[0.2, 0.22, 0.25, 0.18, 0.05, 0.1])
    one, two = (np.array(dark(random) if random.random() < 0.5 else pale(random), np.float32) for _ in (0, 1))
    share = _noise(size, random)
    if kind == "wood":
        share = _noise(size, random, stretch=random.uniform(6, 20))
        if random.random() < 0.5:
            share = share.T
    elif kind == "check":
        share = _check(size, random)
    elif kind == "tiles":
        share = _check(size, random, grout=True)
    elif kind == "panels":
        share = (share > np.median(share)).astype(np.float32)
    strength = random.uniform(0.05, 0.35) if kind in ("plain", "stone", "wood") else random.uniform(0.2, 1)
    surface = one + (two - one) * (share[..., None] * strength)
    grain = random.normal(0, random.uniform(0, 14), (size, size, 1)).astype(np.float32)
    return np.clip(surface + cv2.GaussianBlur(grain, (0, 0), random.uniform(0.5, 1.5))[..., None], 0, 255).astype(
        np.uint8
    )


def _noise(size: int, random: Random, stretch: float = 1.0) -> NDArray[np.float32]:
    """Cloudy noise between 0 and 1, drawn out in one direction where asked."""
    total = np.zeros((size, size), np.float32)
    for octave in range(random.integers(2, 6)):
        cells = 3 * 2**octave
        coarse = random.random((cells, max(2, int(cells / stretch)))).astype(np.float32)
        total += cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC) * 0.65**octave
    return (total - total.min()) / max(float(np.ptp(total)), 1e-6)


def _check(size: int, random: Random, grout: bool = False) -> NDArray[np.float32]:
    """Checked cloth or tiles, turned by chance."""
    angle, step = random.uniform(0, np.pi), random.uniform(6, 70)
    y, x = np.mgrid[:size, :size].astype(np.float32)
    u = (x * np.cos(angle) + y * np.sin(angle)) / step
    v = (y * np.cos(angle) - x * np.sin(angle)) / step
    if grout:
        return ((u % 1 < 0.04) | (v % 1 < 0.04)).astype(np.float32)
    band = random.uniform(0.3, 0.7)
    return ((u % 1 < band).astype(np.float32) + (v % 1 < band)) / 2


def _clutter(photo: NDArray[np.float32], owner: Picture, random: Random) -> None:
    """Pens, coins and dice, mostly beside the papers."""
    size = photo.shape[0]
    for _ in range(random.integers(1, 4)):
        layer = np.zeros((size, size), np.uint8)
        x, y = (int(v) for v in random.uniform(0, size, 2))
        kind = random.random()
        if kind < 0.4:
            angle, length = random.uniform(0, 6.3), random.uniform(30, 200)
            end = (int(x + np.cos(angle) * length), int(y + np.sin(angle) * length))
            cv2.line(layer, (x, y), end, 255, int(random.integers(3, 12)), cv2.LINE_AA)
        elif kind < 0.6:
            cv2.circle(layer, (x, y), int(random.integers(8, 30)), 255, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints(((x, y), tuple(random.uniform(12, 40, 1).repeat(2)), random.uniform(0, 90)))
            cv2.fillPoly(layer, [box.astype(np.int32)], 255, cv2.LINE_AA)
        if (layer[owner > 0] > 0).mean() > 0.02 if (owner > 0).any() else False:
            continue
        share = layer[..., None].astype(np.float32) / 255
        photo *= 1 - share
        photo += share * np.array(dark(random), np.float32)
        owner[layer > 127] = 255


def _light(photo: NDArray[np.float32], random: Random) -> NDArray[np.float32]:
    """Uneven light: a slope, hard and soft shadows, a glare, a colour cast."""
    size = photo.shape[0]
    y, x = np.mgrid[:size, :size].astype(np.float32) / size - 0.5
    light = 1 + random.uniform(0, 0.6) * (x * np.cos(a := random.uniform(0, 6.3)) + y * np.sin(a))
    for _ in range(random.choice([0, 1, 2], p=[0.4, 0.4, 0.2])):
        corners = size * (random.uniform(-0.3, 1.3, 2) + random.uniform(-0.6, 0.6, (4, 2)))
        mask = np.zeros((size, size), np.float32)
        cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.float32)).astype(np.int32), 1.0)
        light *= 1 - random.uniform(0.15, 0.65) * cv2.GaussianBlur(mask, (0, 0), random.uniform(0.8, 14))
    if random.random() < 0.2:
        gx, gy = random.uniform(-0.5, 0.5, 2)
        light += random.uniform(0.2, 0.8) * np.exp(-((x - gx) ** 2 + (y - gy) ** 2) / random.uniform(0.01, 0.1))
    cast = 1 + random.normal(0, 0.08, 3)
    return photo * light[..., None] * cast * random.uniform(0.35, 1.1)


def _camera(photo: NDArray[np.float32], random: Random) -> Picture:
    """Blur, haze, noise and JPEG."""
    if random.random() < 0.6:
        photo = cv2.GaussianBlur(photo, (0, 0), random.uniform(0.3, 1.6))
    if random.random() < 0.15:
        length = int(random.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        np.fill_diagonal(kernel, 1 / length)
        photo = cv2.filter2D(photo, -1, kernel if random.random() < 0.5 else kernel[::-1])
    haze = random.uniform(0, 40) if random.random() < 0.3 else 0
    photo = photo * (1 - haze / 255) + haze + random.normal(0, random.uniform(0, 6), photo.shape)
    _, coded = cv2.imencode(
        ".jpg", np.clip(photo, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(40, 96))]
    )
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)
