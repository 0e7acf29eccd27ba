"""Drawn sheets of many designs, and photos of them, with everything about them known."""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from scanner.values import Box, Lattice, Photo, Pixels

PX = 60  # pixels per cell pitch of the drawing
PEN, PRINT = (120, 40, 30), (60, 60, 60)  # BGR


@dataclass(frozen=True)
class Design:
    """A sheet's printed form, in cell pitches, and what is written on it."""

    side: str | None = "A"
    distance: float = 0.65  # circles from the grid
    radius: float = 0.38
    square: bool = False  # squares instead of circles
    gap: float = 0.0  # between cells that are separate boxes
    below: bool = False  # total and bonus under the circles instead of left
    total: tuple[float, float, float, float] = (-2.3, 4.0, 1.7, 0.8)
    bonus: tuple[float, float, float] = (-0.95, 3.2, 0.36)  # middle and radius
    joker: tuple[float, float, float] = (-2.6, 2.4, 0.75)  # corner and side
    filled_badge: bool = True
    mark: str = "tint"  # of the centre on side B: tint, lines or rings
    paper: tuple[int, int, int] = (238, 242, 240)
    panel: tuple[int, int, int] | None = None
    bare: bool = False  # nothing but the grid
    struck: bool = False  # bonus and joker crossed out
    grid: tuple[str, ...] = ("SUPER", "TRIPH", "RNLOI", "ATECT", "PMHHE")
    rows: tuple[str, ...] = ("10", "6", "-", "3", "1")
    columns: tuple[str, ...] = ("10", "3", "6", "10", "3")
    written_total: str = "52"
    left: float = 4.6
    above: float = 1.2
    size: tuple[float, float] = (11.6, 9.4)
    tiles: tuple[int, int, int] | None = None  # colour of cells without outlines
    line: tuple[int, int, int] = PRINT  # colour of the cells' outlines
    width: float = 2 / PX  # of these outlines
    frame: float = 0.0  # width of a frame around the grid

    def circle_boxes(self) -> tuple[list[Box], list[Box]]:
        """Where the circles of rows and columns lie."""
        at, r = 5 + self.distance, self.radius
        right = [Box(at - r, i + 0.5 - r, 2 * r, 2 * r) for i in range(5)]
        return right, [Box(i + 0.5 - r, at - r, 2 * r, 2 * r) for i in range(5)]


def any_design(seed: int) -> Design:
    """A design of chance proportions, colours and fields."""
    random = np.random.default_rng(seed)
    below = bool(random.random() < 0.4)
    distance, radius = random.uniform(0.55, 0.95), random.uniform(0.3, 0.42)
    under = 5 + distance + radius + random.uniform(0.3, 0.6)
    width, height = random.uniform(1.4, 2.2), random.uniform(0.65, 0.95)
    total = (random.uniform(-3.2, -2.4), random.uniform(3.6, 4.6), width, height)
    bonus = (random.uniform(-1.6, -0.9), total[1] - random.uniform(0.6, 0.9), random.uniform(0.3, 0.4))
    if below:
        total = (random.uniform(2.6, 3.4), under, width, height)
        bonus = (random.uniform(0.8, 1.8), under + height / 2, random.uniform(0.3, 0.4))
    side = "AB"[int(random.integers(2))]
    joker_size = random.uniform(0.55, 0.85)
    joker = (-0.3 - joker_size, random.uniform(1.5, 3), joker_size) if below else (-3.3, 1.6, joker_size)
    tinted = tuple(int(value) for value in random.integers(215, 250, 3))
    colour = tuple(int(value) for value in random.integers((150, 90, 60), 235))  # never the badge's own
    panel = colour if not below and random.random() < 0.5 else None
    return Design(
        side=side, distance=distance, radius=radius, gap=float(random.choice([0, 0, 0.08, 0.14])), below=below,
        total=total, bonus=bonus, joker=joker, filled_badge=bool(random.random() < 0.6),
        mark=str(random.choice(["tint", "lines", "rings"])), paper=tinted, panel=panel,
        size=(11.6, max(9.4, under + height + 1.8)), struck=bool(random.random() < 0.4),
    )  # fmt: skip


def any_grid(seed: int) -> Design:
    """A design whose cells are of chance kind and colour: lines, boxes, tiles without lines, a bold frame."""
    random = np.random.default_rng(seed)
    kind = str(random.choice(["lines", "boxes", "tiles"], p=[0.35, 0.25, 0.4]))
    paper, ink = random.integers(200, 252, 3), random.integers(0, 170, 3)
    deep, share = random.integers(0, 200, 3), np.exp(random.uniform(np.log(0.06), np.log(0.5)))
    tiles = tuple(int(value) for value in paper * (1 - share) + deep * share)
    letters = "".join(random.choice(list("ABCDEFGHIJKLMNOPRSTUVWZ."), 25))
    return replace(
        any_design(seed),
        paper=tuple(int(value) for value in paper),
        line=tuple(int(value) for value in ink),
        gap=0.0 if kind == "lines" else float(random.uniform(0.06, 0.2)),
        tiles=tiles if kind == "tiles" else None,
        width=float(random.uniform(0.02, 0.07)),
        frame=float(random.choice([0, 0.05, 0.12])) if kind == "lines" else 0.0,
        grid=tuple(letters[i : i + 5] for i in range(0, 25, 5)),
    )


def draw(design: Design) -> Pixels:
    """The sheet, flat."""
    sheet = np.empty((round(design.size[1] * PX), round(design.size[0] * PX), 3), np.uint8)
    sheet[:] = design.paper
    if design.panel and not design.bare:
        _box(sheet, design, (-design.left + 0.3, -0.9, design.left - 0.6, 7.5), design.panel, -1)
    _grid(sheet, design)
    if not design.bare:
        _fields(sheet, design)
    return cv2.GaussianBlur(sheet, (3, 3), 0)


def snapshot(design: Design, seed: int, share: float) -> tuple[Photo, Lattice]:
    """A photo from any side in which the grid fills about so much of the picture; the table may be checked."""
    random = np.random.default_rng(seed)
    sheet = draw(design)
    width, height = 1600, 1200
    step = float(np.sqrt(share * width * height)) / 5
    middle = np.array([design.left + 2.5, design.above + 2.5]) * PX
    spin, tilt, toward = random.uniform(0, 2 * np.pi), random.uniform(0, np.pi / 4), random.uniform(0, 2 * np.pi)
    flat = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    flat[:2] *= step / PX
    flat[:2, 2] = -flat[:2, :2] @ middle
    rotation, _ = cv2.Rodrigues(np.array([np.cos(toward), np.sin(toward), 0.0]) * tilt)
    focal = 1.1 * width
    view = np.diag([focal, focal, 1.0]) @ np.column_stack([rotation[:, :2], [0, 0, focal]]) @ flat
    lift = np.array([[1, 0, width / 2], [0, 1, height / 2], [0, 0, 1]])
    rim = design.gap / 2 - max(design.frame, 0 if design.tiles else design.width) / 2
    ticks = np.array([rim, 1, 2, 3, 4, 5 - rim])
    nodes = np.stack(np.meshgrid((ticks + design.left) * PX, (ticks + design.above) * PX), -1)
    placed = cv2.perspectiveTransform(nodes.reshape(1, -1, 2).astype(np.float32), lift @ view)[0]
    room = np.array([width, height]) - np.ptp(placed, axis=0) - 20
    lift[:2, 2] += 10 + np.maximum(room, 0) * random.uniform(0, 1, 2) - placed.min(axis=0)
    move = lift @ view
    table = _table(random, height, width)
    photo = cv2.warpPerspective(sheet, move, (width, height), table, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    light = np.linspace(random.uniform(0.4, 1), 1.0, width)[None, :, None] + random.normal(0, 0.02, (height, width, 1))
    pixels = cv2.GaussianBlur((photo * light).clip(0, 255).astype(np.uint8), (0, 0), random.uniform(0.4, 1.4))
    found = cv2.perspectiveTransform(nodes.reshape(1, -1, 2).astype(np.float32), move).reshape(6, 6, 2)
    return Photo("drawn.png", "0" * 64, width, height, pixels), Lattice(found, 1.0)


def _table(random: np.random.Generator, height: int, width: int) -> Pixels:
    """A plain, a cloudy or a checked table."""
    one, two = random.integers(20, 230, (2, 3))
    kind = random.integers(3)
    if kind == 2:
        step, angle = random.uniform(12, 60), random.uniform(0, np.pi)
        y, x = np.mgrid[:height, :width]
        across, down = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        share = ((across / step % 1 < 0.5).astype(float) + (down / step % 1 < 0.5)) / 2
    else:
        clouds = random.random((12, 16)) * kind
        share = cv2.resize(clouds, (width, height), interpolation=cv2.INTER_CUBIC)
    table = one + (two - one) * share[..., None] + random.normal(0, 6, (height, width, 1))
    return np.asarray(table.clip(0, 255), np.uint8)


def _at(design: Design, x: float, y: float) -> tuple[int, int]:
    return round((design.left + x) * PX), round((design.above + y) * PX)


def _box(sheet: Pixels, design: Design, box: tuple[float, float, float, float], colour: Any, thick: int = 2) -> None:
    x, y, width, height = box
    cv2.rectangle(sheet, _at(design, x, y), _at(design, x + width, y + height), colour, thick, cv2.LINE_AA)


def _write(sheet: Pixels, design: Design, text: str, x: float, y: float, size: float, colour: Any = PEN) -> None:
    """Text around a point, `size` pitches high."""
    face, thick = cv2.FONT_HERSHEY_SIMPLEX, 3
    scale = size * PX / 22
    (width, height), _ = cv2.getTextSize(text, face, scale, thick)
    left, middle = _at(design, x, y)
    cv2.putText(sheet, text, (left - width // 2, middle + height // 2), face, scale, colour, thick, cv2.LINE_AA)


def _grid(sheet: Pixels, design: Design) -> None:
    marked = design.side == "B" and not design.bare
    for row in range(5):
        for column in range(5):
            centre = marked and (row == 2 or column == 2)
            half = design.gap / 2
            cell = (column + half, row + half, 1 - 2 * half, 1 - 2 * half)
            if design.tiles:
                _box(sheet, design, cell, design.tiles, -1)
            if centre and design.mark == "tint":
                _box(sheet, design, cell, (140, 225, 250), -1)
            thick = max(1, round(design.width * PX))
            if not design.tiles:
                _box(sheet, design, cell, (40, 40, 210) if centre and design.mark == "lines" else design.line, thick)
            letter = design.grid[row][column]
            if letter != ".":
                _write(sheet, design, letter, column + 0.5, row + 0.5, 0.5)

    if design.frame:
        _box(sheet, design, (0, 0, 5, 5), design.line, max(1, round(design.frame * PX)))


def _cross(sheet: Pixels, design: Design, x: float, y: float, size: float) -> None:
    """Two strokes of the pen across a square, a little beyond it."""
    near, far = -0.05, size + 0.05
    for start, end in (((near, near), (far, far)), ((near, far), (far, near))):
        ends = (_at(design, x + start[0], y + start[1]), _at(design, x + end[0], y + end[1]))
        cv2.line(sheet, *ends, PEN, 3, cv2.LINE_AA)


def _fields(sheet: Pixels, design: Design) -> None:
    circles = design.circle_boxes()
    for boxes, texts in zip(circles, (design.rows, design.columns), strict=True):
        for index, (box, text) in enumerate(zip(boxes, texts, strict=True)):
            x, y = box.x + box.width / 2, box.y + box.height / 2
            marked = design.side == "B" and index == 2
            colour, thick = ((40, 40, 210), 4) if marked else (PRINT, 2)
            if design.square:
                _box(sheet, design, (box.x, box.y, box.width, box.height), colour, thick)
            else:
                cv2.circle(sheet, _at(design, x, y), round(design.radius * PX), colour, thick, cv2.LINE_AA)
            _write(sheet, design, text, x, y, 0.26)
    _box(sheet, design, design.total, (250, 250, 250), -1)
    _box(sheet, design, design.total, PRINT)
    x, y, width, height = design.total
    _write(sheet, design, design.written_total, x + width / 2, y + height / 2, 0.36)
    _write(sheet, design, "=", x - 0.35, y + height / 2, 0.2, PRINT)
    x, y, radius = design.bonus
    fill = ((40, 160, 245), -1) if design.filled_badge else (PRINT, 2)
    cv2.circle(sheet, _at(design, x, y), round(radius * PX), *fill, cv2.LINE_AA)
    _write(sheet, design, "10", x, y, 0.2, PRINT)
    if design.struck:
        _cross(sheet, design, x - radius, y - radius, 2 * radius)
    if design.side == "B":
        x, y, size = design.joker
        _box(sheet, design, (x, y, size, size), (60, 60, 200))
        _write(sheet, design, "?", x + size / 2, y + size / 2, 0.4, PRINT)
        if design.struck:
            _cross(sheet, design, x, y, size)
    if design.side:
        _write(sheet, design, design.side, 5 + design.distance, 5 + design.distance, 0.45, (150, 90, 20))
