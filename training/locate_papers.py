"""Flat drawings of papers for synthetic photos: sheets with a lattice of cells, and papers without one.

Every drawing is a BGR picture; a lattice comes with the places of its nodes and cell centres in pixels of the drawing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
Random = np.random.Generator

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GLYPHS = LETTERS + LETTERS.lower() + "0123456789"
GLYPH_PX = 64
SHIFT = 4  # bits of sub-pixel precision that OpenCV draws with


@dataclass(frozen=True, eq=False)
class Paper:
    """A drawing and, where it shows a lattice, its nodes (rows + 1, columns + 1, 2) and centres (rows, columns, 2)."""

    picture: Picture
    nodes: NDArray[np.float64] | None = None
    centres: NDArray[np.float64] | None = None


class Pens:
    """The glyphs of many handwriting fonts as masks."""

    def __init__(self, folder: Path, most: int | None = None) -> None:
        paths = sorted(folder.glob("*.ttf"))
        self.fonts = [self._masks(path) for path in paths[:: -(-len(paths) // (most or len(paths)))]]

    @staticmethod
    def _masks(path: Path) -> dict[str, Picture]:
        font = ImageFont.truetype(str(path), GLYPH_PX)
        masks = {}
        for glyph in GLYPHS:
            left, top, right, bottom = font.getbbox(glyph)
            image = Image.new("L", (max(int(right - left), 1) + 4, max(int(bottom - top), 1) + 4))
            ImageDraw.Draw(image).text((2 - left, 2 - top), glyph, fill=255, font=font)
            masks[glyph] = np.asarray(image)
        return masks

    def any(self, random: Random) -> dict[str, Picture]:
        """One font by chance."""
        return self.fonts[random.integers(len(self.fonts))]


def write(
    canvas: Picture, mask: Picture, centre: tuple[float, float], height: float, ink: Colour, random: Random
) -> None:
    """Write one glyph, a little turned and stretched, around a point."""
    size = height / mask.shape[0] * random.uniform(0.85, 1.15)
    angle, slant = random.normal(0, 0.08), random.normal(0, 0.1)
    cos, sin = np.cos(angle) * size, np.sin(angle) * size
    matrix = np.array([[cos * random.uniform(0.8, 1.25), -sin + slant * size], [sin, cos]])
    reach = int(height) + 2
    left, top = int(centre[0]) - reach, int(centre[1]) - reach
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + 2 * reach, canvas.shape[1]), min(top + 2 * reach, canvas.shape[0])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    middle = np.array([mask.shape[1], mask.shape[0]]) / 2
    offset = np.array([centre[0] - x0, centre[1] - y0]) - matrix @ middle
    soft = cv2.warpAffine(mask, np.column_stack([matrix, offset]), (x1 - x0, y1 - y0), flags=cv2.INTER_AREA)
    share = soft[..., None].astype(np.float32) / 255
    part = canvas[y0:y1, x0:x1]
    part[:] = (part * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def stroke(canvas: Picture, points: NDArray[np.float64], colour: Colour, width: float) -> None:
    """Draw a line through points with soft edges; lines thinner than a pixel are paler instead."""
    whole = max(1, round(width))
    fixed = np.round(points * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)
    if width >= 0.9:
        cv2.polylines(canvas, [fixed], False, colour, whole, cv2.LINE_AA, SHIFT)
        return
    layer = canvas.copy()
    cv2.polylines(layer, [fixed], False, colour, 1, cv2.LINE_AA, SHIFT)
    cv2.addWeighted(layer, width, canvas, 1 - width, 0, canvas)


def pale(random: Random) -> Colour:
    """A paper's colour: white, cream, or a pastel."""
    base = random.uniform(200, 255)
    tint = random.uniform(-1, 1, 3) * random.choice([3, 12, 40], p=[0.4, 0.35, 0.25])
    return _colour(base + tint)


def dark(random: Random) -> Colour:
    """An ink's colour: black, grey, blue, red or any deep colour."""
    kind = random.random()
    if kind < 0.4:
        return _colour(np.full(3, random.uniform(0, 80)))
    if kind < 0.55:
        return _colour(np.full(3, random.uniform(80, 170)))
    return _colour(random.uniform(0, 1, 3) ** 1.5 * random.uniform(60, 230))


def _colour(values: NDArray[np.float64]) -> Colour:
    blue, green, red = np.clip(values, 0, 255).astype(int)
    return int(blue), int(green), int(red)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two."""
    return _colour(np.array(one) * (1 - share) + np.array(other) * share)


def rounded(
    canvas: Picture, box: tuple[float, float, float, float], radius: float, colour: Colour, width: float
) -> None:
    """A box with round corners (left, top, right, bottom); filled where the width is negative."""
    x0, y0, x1, y1 = box
    radius = min(radius, (x1 - x0) / 2, (y1 - y0) / 2)
    turns = np.linspace(0, np.pi / 2, 6)
    arc = np.column_stack([np.cos(turns), np.sin(turns)]) * radius
    corners = [
        (x1 - radius, y1 - radius),
        (x0 + radius, y1 - radius),
        (x0 + radius, y0 + radius),
        (x1 - radius, y0 + radius),
    ]
    spins = [
        np.array([[1, 0], [0, 1]]),
        np.array([[0, -1], [1, 0]]),
        np.array([[-1, 0], [0, -1]]),
        np.array([[0, 1], [-1, 0]]),
    ]
    outline = np.vstack([np.array(corner) + arc @ spin.T for corner, spin in zip(corners, spins, strict=True)])
    if width < 0:
        fixed = np.round(outline * (1 << SHIFT)).astype(np.int32)
        cv2.fillPoly(canvas, [fixed], colour, cv2.LINE_AA, SHIFT)
    else:
        stroke(canvas, np.vstack([outline, outline[:1]]), colour, width)


def soft_box(
    canvas: Picture, box: tuple[float, float, float, float], radius: float, colour: Colour, width: float = 0
) -> None:
    """A box that covers each pixel by its exact share: filled, or its outline of a width, half of it to either side.

    OpenCV draws lines of two pixels more than three wide, which would teach that lattices end farther out.
    """
    reach = width / 2 + 1
    x0, y0 = (max(int(value - reach), 0) for value in box[:2])
    x1, y1 = (int(value + reach) + 2 for value in box[2:])
    part = canvas[y0:y1, x0:x1]
    middle, half = (np.array(box[2:]) + box[:2]) / 2, (np.array(box[2:]) - box[:2]) / 2
    radius = min(radius, *half)
    xs, ys = np.arange(x0, x0 + part.shape[1]), np.arange(y0, y0 + part.shape[0])
    away_x, away_y = np.abs(xs - middle[0]) - half[0] + radius, np.abs(ys - middle[1])[:, None] - half[1] + radius
    outside = (
        np.hypot(np.maximum(away_x, 0), np.maximum(away_y, 0)) + np.minimum(np.maximum(away_x, away_y), 0) - radius
    )
    share = np.clip(0.5 + width / 2 - outside, 0, 1)
    if width:
        share -= np.clip(0.5 - width / 2 - outside, 0, 1)
    part[:] = np.round(part + (np.array(colour) - part) * share[..., None]).astype(np.uint8)


def soft_strokes(canvas: Picture, lines: list[tuple[NDArray[np.float64], float]], colour: Colour) -> None:
    """Lines through points, each of its width, that cover each pixel by its share to an eighth."""
    fine = 4
    mask = np.zeros((canvas.shape[0] * fine, canvas.shape[1] * fine), np.uint8)
    for points, width in lines:
        fixed = np.round(((points + 0.5) * fine - 0.5) * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(mask, [fixed], False, 255, max(1, round(width * fine - 1)), cv2.LINE_8, SHIFT)
    share = cv2.resize(mask, canvas.shape[1::-1], interpolation=cv2.INTER_AREA)[..., None] / 255
    canvas[:] = np.round(canvas + (np.array(colour) - canvas) * share).astype(np.uint8)


def scribble(
    canvas: Picture,
    pens: dict[str, Picture],
    box: tuple[float, float, float, float],
    lines: int,
    ink: Colour,
    random: Random,
) -> None:
    """Fill a box with lines of print or writing."""
    x0, y0, x1, y1 = box
    step = (y1 - y0) / lines
    height = step * random.uniform(0.35, 0.6)
    for line in range(lines):
        x = x0
        end = x0 + (x1 - x0) * random.uniform(0.3, 1)
        while x < end:
            if random.random() > 0.17:
                write(canvas, pens[random.choice(list(GLYPHS))], (x, y0 + (line + 0.5) * step), height, ink, random)
            x += height * 0.75


@dataclass(frozen=True, eq=False)
class Layout:
    """Where things lie on a sheet that is being drawn."""

    canvas: Picture
    paper: Colour
    pitch: float
    left: float
    top: float
    columns: int
    rows: int
    centre: bool | None = None  # whether cells of the centre lines are tinted; by chance where not told

    @property
    def right(self) -> float:
        """The grid's right rim."""
        return self.left + self.columns * self.pitch

    @property
    def bottom(self) -> float:
        """The grid's bottom rim."""
        return self.top + self.rows * self.pitch


def sheet(pitch: float, pens: Pens, random: Random, size: tuple[int, int] | None = None, tiled: bool = False) -> Paper:
    """A sheet with a lattice and, mostly, what surrounds it: circles, legend, boxes, writing."""
    columns, rows = size or _size(random)
    around = random.uniform(0.25, 1.6, 4)  # left, top, right, bottom, in pitches
    panel = random.random() < 0.5
    if panel:
        around[0] += random.uniform(1.5, 5)
    scored = random.random() < 0.75
    if scored:
        around[2:] += random.uniform(0.8, 1.4)
    width, height = (int((columns + around[0] + around[2]) * pitch), int((rows + around[1] + around[3]) * pitch))
    paper = pale(random) if random.random() < 0.93 else mix(pale(random), dark(random), random.uniform(0.1, 0.5))
    canvas = np.full((height, width, 3), paper, np.uint8)
    layout = Layout(canvas, paper, pitch, around[0] * pitch, around[1] * pitch, columns, rows)
    style = random.choice(["shared", "boxes", "tiles", "ruled"], p=[0.33, 0.23, 0.3, 0.14])
    style = "tiles" if tiled else style
    if style == "ruled":
        squared(canvas, pitch / random.choice([1, 2, 3], p=[0.25, 0.5, 0.25]), (layout.left, layout.top), random)
    elif panel:
        _panel(layout, pens.any(random), random)
    nodes = {"shared": _shared, "boxes": _boxes, "tiles": _tiles, "ruled": _ruled}[style](layout, random)
    hand, ink = pens.any(random), dark(random)
    if scored and style != "ruled":
        _circles(layout, hand, ink, random)
        _extras(layout, pens.any(random), random)
    units = np.stack(np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5), axis=-1)
    centres = np.array([layout.left, layout.top]) + units * pitch
    _fill(layout, centres, hand, ink, random)
    return Paper(canvas, nodes, centres)


def _size(random: Random) -> tuple[int, int]:
    if random.random() < 0.6:
        return 5, 5
    if random.random() < 0.75:
        side = int(random.choice([3, 4, 6, 7, 8, 9, 9]))
        return side, side
    columns, rows = random.integers(3, 10, 2)
    return int(columns), int(rows)


def _plain_nodes(layout: Layout, outward: float) -> NDArray[np.float64]:
    """The nodes of a drawn lattice; the rim is moved outward to where its line ends."""
    xs = layout.left + np.arange(layout.columns + 1) * layout.pitch
    ys = layout.top + np.arange(layout.rows + 1) * layout.pitch
    xs[0] -= outward
    xs[-1] += outward
    ys[0] -= outward
    ys[-1] += outward
    return np.stack(np.meshgrid(xs, ys), axis=-1)


def _tint(layout: Layout, random: Random) -> Callable[[int, int], Colour | None]:
    """Which colour each cell is filled with: none, the centre lines, single cells, or all."""
    kind = random.choice(["none", "centre", "some", "all"], p=[0.5, 0.25, 0.1, 0.15])
    if layout.centre is not None:
        kind = "centre" if layout.centre else random.choice(["none", "some", "all"], p=[0.65, 0.15, 0.2])
    colour = mix(layout.paper, _colour(random.uniform(0, 255, 3)), random.uniform(0.08, 0.4))
    chosen = random.random((layout.rows, layout.columns)) < 0.15
    tests: dict[str, Callable[[int, int], bool]] = {
        "none": lambda r, c: False,
        "centre": lambda r, c: r == layout.rows // 2 or c == layout.columns // 2,
        "some": lambda r, c: bool(chosen[r, c]),
        "all": lambda r, c: True,
    }
    return lambda r, c: colour if tests[kind](r, c) else None


def _shared(layout: Layout, random: Random) -> NDArray[np.float64]:
    pitch, canvas, tint = layout.pitch, layout.canvas, _tint(layout, random)
    for row in range(layout.rows):
        for column in range(layout.columns):
            if colour := tint(row, column):
                x, y = layout.left + column * pitch, layout.top + row * pitch
                soft_box(canvas, (x, y, x + pitch, y + pitch), 0, colour)
    ink = dark(random)
    thin = pitch * np.exp(random.uniform(np.log(0.012), np.log(0.06)))
    bold = thin * random.uniform(1, 3)
    every = int(random.choice([0, 2, 3], p=[0.5, 0.1, 0.4])) if layout.columns > 5 else 0
    other = dark(random) if random.random() < 0.25 and layout.centre is None else ink
    weak = mix(ink, layout.paper, random.uniform(0, 0.6)) if every or random.random() < 0.3 else ink
    for axis, count, across in ((0, layout.columns, layout.rows), (1, layout.rows, layout.columns)):
        for line in range(count + 1):
            rim = line in (0, count)
            heavy = rim or (every and line % every == 0)
            half = (bold if heavy else thin) / 2
            ends = np.array([[line * pitch - half, -bold / 2], [line * pitch + half, across * pitch + bold / 2]])
            ends = ends[:, :: 1 if axis == 0 else -1] + [layout.left, layout.top]
            middle = not rim and abs(line - count / 2) < 1
            colour = other if middle and not every else ink if heavy else weak
            soft_box(canvas, (*ends[0], *ends[1]), 0, colour)
    return _plain_nodes(layout, bold / 2)


def _boxes(layout: Layout, random: Random) -> NDArray[np.float64]:
    pitch, canvas, tint = layout.pitch, layout.canvas, _tint(layout, random)
    gap, radius = random.uniform(0.03, 0.24), random.uniform(0, 0.28)
    width = pitch * np.exp(random.uniform(np.log(0.012), np.log(0.06)))
    ink = dark(random) if random.random() < 0.8 else mix(dark(random), layout.paper, random.uniform(0.2, 0.75))
    for row in range(layout.rows):
        for column in range(layout.columns):
            x, y = layout.left + (column + gap / 2) * pitch, layout.top + (row + gap / 2) * pitch
            box = (x, y, x + (1 - gap) * pitch, y + (1 - gap) * pitch)
            if colour := tint(row, column):
                soft_box(canvas, box, radius * pitch, colour)
            soft_box(canvas, box, radius * pitch, ink, width)
    return _plain_nodes(layout, width / 2 - gap / 2 * pitch)


def _tiles(layout: Layout, random: Random) -> NDArray[np.float64]:
    """Tinted cells without outlines, down to hardly visible tints and narrow gaps; the centre lines may stand out."""
    pitch, canvas = layout.pitch, layout.canvas
    gap, radius = np.exp(random.uniform(np.log(0.035), np.log(0.22))), random.uniform(0, 0.28)
    share = np.exp(random.uniform(np.log(0.03), np.log(0.5)))
    light = random.random() < 0.3
    fill = mix(layout.paper, (255, 255, 255) if light else dark(random), share)
    if light:
        shade = mix(layout.paper, dark(random), random.uniform(0.08, 0.4))
        reach = random.uniform(0.1, 0.8) * pitch
        rounded(
            canvas, (layout.left - reach, layout.top - reach, layout.right + reach, layout.bottom + reach), 0, shade, -1
        )
    second = mix(fill, _colour(random.uniform(0, 255, 3)), random.uniform(0.05, 0.6))
    centre = random.random() < 0.45 if layout.centre is None else layout.centre
    for row in range(layout.rows):
        for column in range(layout.columns):
            x, y = layout.left + (column + gap / 2) * pitch, layout.top + (row + gap / 2) * pitch
            on_line = row == layout.rows // 2 or column == layout.columns // 2
            box = (x, y, x + (1 - gap) * pitch, y + (1 - gap) * pitch)
            soft_box(canvas, box, radius * pitch, second if centre and on_line else fill)
    return _plain_nodes(layout, -gap / 2 * pitch)


def _ruled(layout: Layout, random: Random) -> NDArray[np.float64]:
    """Lines drawn by hand: each a little off, wavy, too short or too long, some drawn twice."""
    pitch, wobble = layout.pitch, random.uniform(0.005, 0.05)
    ink = dark(random)
    width = pitch * random.uniform(0.02, 0.07)
    nodes = _plain_nodes(layout, 0)
    nodes += random.normal(0, wobble, (*nodes.shape[:2], 2)) * pitch * 0.6
    lines = []
    for path in (*nodes.transpose(1, 0, 2), *nodes):
        for _ in range(1 + (random.random() < 0.15)):
            lines.append((_waver(path, pitch, wobble, random), width * random.uniform(0.8, 1.2)))
    soft_strokes(layout.canvas, lines, ink)
    return nodes + _plain_nodes(layout, width / 2) - _plain_nodes(layout, 0)  # the rim lies where its line ends


def _waver(path: NDArray[np.float64], pitch: float, wobble: float, random: Random) -> NDArray[np.float64]:
    start, end = path[0] - path[1], path[-1] - path[-2]
    ends = random.normal(0.03, 0.06, 2)
    path = np.vstack([path[0] + start * ends[0], path[1:-1], path[-1] + end * ends[1]])
    steps = np.linspace(0, len(path) - 1, 4 * len(path))
    fine = np.column_stack([np.interp(steps, np.arange(len(path)), path[:, i]) for i in (0, 1)])
    return fine + random.normal(0, wobble * 0.15, fine.shape) * pitch


def squared(canvas: Picture, step: float, origin: tuple[float, float], random: Random) -> None:
    """Squared, lined or plain paper under a grid ruled by hand."""
    kind = random.choice(["squared", "lined", "plain"], p=[0.65, 0.12, 0.23])
    if kind == "plain":
        return
    height, width = canvas.shape[:2]
    colour = _colour(np.array(canvas[0, 0], float) * random.uniform(0.55, 0.93) + random.uniform(-10, 10, 3))
    thin = max(0.35, step * random.uniform(0.02, 0.06))
    ox, oy = (origin[0] % step, origin[1] % step) if random.random() < 0.7 else random.uniform(0, step, 2)
    for y in np.arange(oy, height, step):
        stroke(canvas, np.array([[0, y], [width, y]]), colour, thin)
    if kind == "squared":
        for x in np.arange(ox, width, step):
            stroke(canvas, np.array([[x, 0], [x, height]]), colour, thin)


def _fill(layout: Layout, centres: NDArray[np.float64], hand: dict[str, Picture], ink: Colour, random: Random) -> None:
    """Letters in the cells; none on an empty sheet, some missing on others, some far too large."""
    share = random.choice([0, random.uniform(0.2, 0.9), 1], p=[0.2, 0.2, 0.6])
    size = random.uniform(0.35, 1.0) * layout.pitch
    glyphs = [LETTERS, LETTERS.lower(), "0123456789"][random.choice(3, p=[0.65, 0.15, 0.2])]
    thick = random.random() < 0.3
    for centre in centres.reshape(-1, 2):
        if random.random() < 0.06:
            cv2.circle(
                layout.canvas, tuple(int(v) for v in centre), max(1, int(layout.pitch * 0.07)), ink, -1, cv2.LINE_AA
            )
        if random.random() > share:
            continue
        spot = centre + random.normal(0, 0.06, 2) * layout.pitch
        mask = hand[glyphs[random.integers(len(glyphs))]]
        if thick:
            mask = cv2.dilate(mask, np.ones((5, 5), np.uint8))
        write(layout.canvas, mask, (spot[0], spot[1]), size * random.uniform(0.85, 1.15), ink, random)


def _circles(layout: Layout, hand: dict[str, Picture], ink: Colour, random: Random) -> None:
    """A circle at the end of each row and column, with or without a number."""
    pitch = layout.pitch
    gap, radius = random.uniform(0.5, 0.95), random.uniform(0.28, 0.47)
    line = dark(random)
    width = max(1, round(pitch * random.uniform(0.012, 0.05)))
    tints: list[Colour | None] = [None, (255, 255, 255), mix(layout.paper, dark(random), random.uniform(0.05, 0.4))]
    fill = tints[random.choice(3, p=[0.6, 0.25, 0.15])]
    written = random.random() < 0.7
    spots = [(layout.right + gap * pitch, layout.top + (i + 0.5) * pitch) for i in range(layout.rows)]
    spots += [(layout.left + (i + 0.5) * pitch, layout.bottom + gap * pitch) for i in range(layout.columns)]
    if random.random() < 0.15:
        spots = spots[: layout.rows]
    for x, y in spots:
        centre = (int(x * (1 << SHIFT)), int(y * (1 << SHIFT)))
        size = int(radius * pitch * (1 << SHIFT))
        if fill:
            cv2.circle(layout.canvas, centre, size, fill, -1, cv2.LINE_AA, SHIFT)
        cv2.circle(layout.canvas, centre, size, line, width, cv2.LINE_AA, SHIFT)
        if written:
            for k, digit in enumerate(str(random.choice([1, 3, 6, 10, 12, 20]))):
                write(layout.canvas, hand[digit], (x + (k - 0.4) * pitch * 0.25, y), pitch * 0.45, ink, random)


def _panel(layout: Layout, print_: dict[str, Picture], random: Random) -> None:
    """The legend to the left of the grid: a panel with a title, rows of little squares and a box."""
    pitch, canvas = layout.pitch, layout.canvas
    wide = layout.left - random.uniform(0.15, 0.9) * pitch
    colour = dark(random) if random.random() < 0.6 else mix(layout.paper, dark(random), random.uniform(0, 0.25))
    canvas[:, : max(1, int(wide))] = colour
    bright = (255, 255, 255) if sum(colour) < 380 else dark(random)
    scribble(canvas, print_, (wide * 0.12, 0.3 * pitch, wide * 0.95, 1.2 * pitch), 1, bright, random)
    side = min(wide * 0.12, 0.3 * pitch)
    for row in range(4):
        y = (1.6 + 0.45 * row) * pitch
        hue = _colour(random.uniform(0, 255, 3))
        for column in range(2 + row):
            x = wide * 0.12 + column * side
            rounded(canvas, (x, y, x + side * 0.9, y + side * 0.9), side * 0.1, hue, -1)
            rounded(canvas, (x, y, x + side * 0.9, y + side * 0.9), side * 0.1, bright, 1)
    y = canvas.shape[0] - random.uniform(1.2, 2) * pitch
    box = (wide * 0.2, y, wide * 0.9, y + 0.8 * pitch)
    rounded(canvas, box, 0.1 * pitch, pale(random), -1)
    rounded(canvas, box, 0.1 * pitch, dark(random), max(1, 0.04 * pitch))
    if random.random() < 0.5:
        _square(canvas, (wide * 0.25, y - 1.4 * pitch), pitch * random.uniform(0.5, 1), dark(random), random)


def _extras(layout: Layout, print_: dict[str, Picture], random: Random) -> None:
    """A side letter, a title, a total box and a joker box where there is room."""
    pitch, canvas = layout.pitch, layout.canvas
    corner = (layout.right + 0.7 * pitch, layout.bottom + 0.7 * pitch)
    if random.random() < 0.6:
        write(canvas, print_[random.choice(["A", "B"])], corner, pitch * random.uniform(0.3, 0.6), dark(random), random)
    if layout.top > 1.2 * pitch and random.random() < 0.7:
        scribble(canvas, print_, (layout.left, 0.1 * pitch, layout.right, 0.9 * pitch), 1, dark(random), random)
    below = layout.bottom + 1.3 * pitch
    if below + pitch < canvas.shape[0]:
        box = (layout.left + 2 * pitch, below, layout.left + 4 * pitch, below + 0.8 * pitch)
        rounded(canvas, box, 0.05 * pitch, dark(random), max(1, 0.03 * pitch))
    if layout.left > 1.3 * pitch and random.random() < 0.3:
        spot = (layout.left - 1.15 * pitch, layout.top + random.uniform(0, layout.rows - 1) * pitch)
        _square(canvas, spot, pitch * random.uniform(0.5, 0.9), dark(random), random)


def _square(canvas: Picture, spot: tuple[float, float], side: float, colour: Colour, random: Random) -> None:
    x, y = spot
    rounded(canvas, (x, y, x + side, y + side), 0.1 * side, colour, max(1, 0.05 * side))
    if random.random() < 0.5:
        stroke(canvas, np.array([[x, y], [x + side, y + side]]), colour, 2)
        stroke(canvas, np.array([[x + side, y], [x, y + side]]), colour, 2)


def distractor(pitch: float, pens: Pens, random: Random) -> Paper:
    """A paper without a lattice: text, a form with wide cells, squared paper, a calendar page, discs, or nothing."""
    width, height = (random.uniform(3, 9, 2) * pitch).astype(int)
    paper = pale(random)
    canvas = np.full((height, width, 3), paper, np.uint8)
    kind = random.choice(
        ["text", "form", "squared", "numbers", "discs", "plain"], p=[0.25, 0.25, 0.15, 0.12, 0.13, 0.1]
    )
    inner = (0.4 * pitch, 0.4 * pitch, width - 0.4 * pitch, height - 0.4 * pitch)
    ink, hand = dark(random), pens.any(random)
    if kind == "text":
        scribble(canvas, hand, inner, max(2, int(height / pitch * random.uniform(1, 3))), ink, random)
    elif kind == "form":
        _form(canvas, pitch, hand, ink, random)
    elif kind == "squared":
        squared(canvas, pitch * random.uniform(0.25, 0.6), (0, 0), random)
    elif kind in ("numbers", "discs"):
        _array(canvas, pitch * random.uniform(0.6, 1.1), kind == "discs", hand, ink, random)
    return Paper(canvas)


def _form(canvas: Picture, pitch: float, hand: dict[str, Picture], ink: Colour, random: Random) -> None:
    """A table whose cells are clearly wider than high, or the other way round."""
    height, width = canvas.shape[:2]
    tall = pitch * random.uniform(0.35, 0.8)
    wide = tall * random.uniform(1.9, 4)
    if random.random() < 0.2:
        tall, wide = wide, tall
    line = max(0.5, pitch * random.uniform(0.01, 0.04))
    xs, ys = np.arange(0.3 * pitch, width, wide), np.arange(0.3 * pitch, height, tall)
    for x in xs:
        stroke(canvas, np.array([[x, ys[0]], [x, ys[-1]]]), ink, line)
    for y in ys:
        stroke(canvas, np.array([[xs[0], y], [xs[-1], y]]), ink, line)
    for y in ys[:-1]:
        for x in xs[:-1]:
            for k in range(random.integers(0, 4)):
                glyph = hand["0123456789"[random.integers(10)]]
                write(canvas, glyph, (x + wide * 0.3 + k * tall * 0.3, y + tall / 2), tall * 0.45, ink, random)


def _array(canvas: Picture, step: float, discs: bool, hand: dict[str, Picture], ink: Colour, random: Random) -> None:
    """Numbers or circles in rows and columns without walls between them: a calendar page, a form to cross."""
    height, width = canvas.shape[:2]
    for y in np.arange(step, height - step / 2, step * random.uniform(0.8, 1.2)):
        for x in np.arange(step, width - step / 2, step):
            if discs:
                cv2.circle(canvas, (int(x), int(y)), int(step * 0.38), ink, max(1, int(step * 0.04)), cv2.LINE_AA)
            write(canvas, hand["0123456789"[random.integers(10)]], (x, y), step * 0.4, ink, random)
