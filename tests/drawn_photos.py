"""Photos of drawn sheets with their true lattice, and whether their fields were found where they were drawn."""

from dataclasses import replace

import cv2
import numpy as np

from benchmarks import drawn
from benchmarks.drawn import PX, Design, any_design
from scanner.values import Box, Fields, Lattice, Photo


def unusual_design(seed: int) -> Design:
    """A design of chance with its legend right of the circles, with squares instead of circles, or with both."""
    design, random = any_design(seed), np.random.default_rng([seed, 1])
    kind = int(random.integers(1, 4))
    if kind & 1 and not design.below:
        edge = 5 + design.distance + design.radius
        (x, y, width, height), (middle, down, radius), joker = design.total, design.bonus, design.joker
        design = replace(
            design,
            total=(edge - x - width, y, width, height),
            bonus=(edge - middle, down, radius),
            joker=(edge - joker[0] - joker[2], joker[1], joker[2]),
            left=random.uniform(0.6, 1.4),
            size=(12.4, design.size[1]),
            panel=None,
        )
    return replace(design, square=bool(kind & 2) or design.below)


def photograph(design: Design, turn: int = 0, seed: int = 0, scale: float = 1.0) -> tuple[Photo, Lattice]:
    """A photo of the sheet on a table, held `turn` quarters clockwise, a little askew; and its true lattice."""
    random = np.random.default_rng(seed)
    sheet = drawn.draw(design)
    height, width = sheet.shape[:2]
    side = round(1.25 * np.hypot(width, height) * scale)
    angle = turn * np.pi / 2 + random.uniform(-0.12, 0.12)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    placed = corners @ np.array([[cos, sin], [-sin, cos]]) + side / 2 + random.uniform(-0.03, 0.03, (4, 2)) * side
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    move = cv2.getPerspectiveTransform(source, placed.astype(np.float32))
    table = random.normal((70, 95, 120), 6, (side, side, 3)).clip(0, 255).astype(np.uint8)
    photo = cv2.warpPerspective(sheet, move, (side, side), table, borderMode=cv2.BORDER_TRANSPARENT)
    light = np.linspace(0.75, 1.0, side)[None, :, None] + random.normal(0, 0.01, (side, side, 1))
    pixels = (photo * light).clip(0, 255).astype(np.uint8)
    inset = design.gap / 2
    ticks = np.array([inset, 1, 2, 3, 4, 5 - inset])
    nodes = np.stack(np.meshgrid((ticks + design.left) * PX, (ticks + design.above) * PX), -1)
    found = cv2.perspectiveTransform(nodes.reshape(1, -1, 2).astype(np.float32), move).reshape(6, 6, 2)
    return Photo("drawn.png", "0" * 64, side, side, pixels), Lattice(found, 1.0)


def as_seen(lattice: Lattice) -> Lattice:
    """The lattice as a locator reports it: its top left is the one nearest to the picture's."""
    for quarters in range(4):
        turned = Lattice(np.rot90(lattice.nodes, quarters).copy(), 1.0)
        across = turned.nodes[0, -1] - turned.nodes[0, 0]
        if across[0] > abs(across[1]):
            return turned
    raise AssertionError("no way up runs left to right")


def fields_right(design: Design, fields: Fields) -> dict[str, bool]:
    """Which fields were found where they were drawn, and none where there is none."""
    right, below = design.circle_boxes()
    x, y, radius = design.bonus
    joker = Box(*design.joker[:2], design.joker[2], design.joker[2]) if design.side == "B" else None
    return {
        "circles": len(fields.rows) == 5 and all(map(_same, (*fields.rows, *fields.columns), (*right, *below))),
        "total": _same(fields.total, Box(*design.total)),
        "bonus": _same(fields.bonus, Box(x - radius, y - radius, 2 * radius, 2 * radius)),
        "joker": _same(fields.joker, joker),
    }


def _same(found: Box | None, drawn: Box | None) -> bool:
    """Whether two boxes have their middles within 0.15 pitches and about the same size."""
    if found is None or drawn is None:
        return found is drawn
    away_x = found.x + found.width / 2 - drawn.x - drawn.width / 2
    away_y = found.y + found.height / 2 - drawn.y - drawn.height / 2
    sizes = abs(found.width - drawn.width) + abs(found.height - drawn.height)
    return max(abs(away_x), abs(away_y)) < 0.15 and sizes < 0.8
