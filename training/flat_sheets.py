"""A whole flat sheet in one hand, cut by the scanner's own code: its cells have the faults that real cuts have.

Letters may leave their cells, so strokes of neighbours reach in; what runs along a printed line is partly lost with the
line; start dots lie under two of them. Cells drawn one by one (`cells.py`) only imitate all this.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.canvas import CELL_PX
from scanner.cut import cut
from scanner.light import evenly_lit
from scanner.values import Fields, Lattice, Sheet
from training.camera import GRAIN, NOISE, inked, patch, pen_of, pixel, rounded_box, shaken, strike
from training.cells import EMPTY, STRUCK, Page, place
from training.glyphs import WRITTEN

CELLS = 5
PX = 64  # pixels of the drawing to a cell
RIM = 1  # cells of paper around the grid
SIDE = (CELLS + 2 * RIM) * PX
REACH = 24  # pixels that a letter may leave its cell on each side
BLANK, CROSSED, CORRECTED = 0.03, 0.03, 0.03  # shares of cells
LOW = frozenset("acemnorsuvwxz")  # small letters without ascender
HANGING = frozenset("gjpqy")  # those with a descender
INKS = ((40, 30, 25), (60, 50, 50), (110, 50, 30), (140, 70, 40), (50, 40, 140), (95, 95, 95), (20, 20, 20))  # BGR

Labels = list[tuple[int, int]]


@dataclass(frozen=True)
class Habit:
    """What one person's letters on a sheet have in common."""

    height: float  # of a capital, in cells
    varied: float  # share by which heights differ
    aside: tuple[float, float]  # where letters stand off the middle, in cells
    wander: float  # by how much they differ from that
    natural: bool  # small letters keep their own heights and descenders

    @classmethod
    def any(cls, rng: np.random.Generator) -> "Habit":
        """A habit as people may have it; one in ten writes larger than the cells."""
        large = rng.random() < 0.1
        return cls(
            height=float(rng.uniform(0.85, 1.08) if large else np.clip(rng.normal(0.6, 0.13), 0.3, 0.95)),
            varied=float(rng.choice([0.04, 0.08, 0.14])),
            aside=(float(rng.normal(0, 0.05)), float(rng.normal(0, 0.06))),
            wander=float(rng.choice([0.03, 0.06, 0.1])),
            natural=bool(rng.random() < 0.75),
        )

    def place_of(self, symbol: str, rng: np.random.Generator) -> tuple[float, tuple[float, float]]:
        """The height of a letter and its middle, in pixels of its own window."""
        height, fall = self.height * float(np.exp(rng.normal(0, self.varied))), 0.0
        if self.natural and symbol in LOW:
            height, fall = height * rng.uniform(0.55, 0.85), 0.12 * height
        elif self.natural and symbol in HANGING:
            fall = rng.uniform(0.1, 0.3) * height
        across, down = (float(rng.normal(off, self.wander)) for off in self.aside)
        middle = PX / 2 + REACH
        return height * PX, (middle + across * PX, middle + (down + fall) * PX)


def sheet_cells(page: Page, rng: np.random.Generator) -> tuple[list[np.ndarray], Labels]:
    """The 25 crops of a sheet in one hand, as the scanner cuts them, and their labels."""
    ink, labels = _written(page, rng)
    lines, tint, inset = printed(rng)
    picture = coloured(ink, lines, tint, rng)
    return list(cut(flat(seen(picture, rng), inset)).letters), labels


def _written(page: Page, rng: np.random.Generator) -> tuple[np.ndarray, Labels]:
    """The ink of all letters and two start dots, and what they are."""
    ink, labels, habit = np.zeros((SIDE, SIDE), np.uint8), [], Habit.any(rng)
    gentle = rng.random() < 0.5
    for cell in range(CELLS * CELLS):
        layer, label = _content(page, habit, gentle, rng)
        top, left = ((RIM + at) * PX - REACH for at in divmod(cell, CELLS))
        window = ink[top : top + len(layer), left : left + len(layer)]
        np.maximum(window, layer, out=window)
        labels.append(label)
    pen, rough = pen_of(rng)
    ink = inked(ink, pen, rough, rng) if rough else (ink * pen).astype(np.uint8)
    radius, strength = rng.uniform(1.6, 4.2), pen if rng.random() < 0.6 else rng.uniform(0.4, 1.0)
    for row, column in zip(rng.permutation(CELLS)[:2], rng.permutation(CELLS)[:2], strict=True):
        middle = np.array([column, row]) * PX + (RIM + 0.5) * PX + rng.normal(0, 7, 2)
        cv2.circle(ink, pixel(middle), round(radius * 16), 255 * strength, -1, cv2.LINE_AA, 4)
    return ink, labels


def _content(page: Page, habit: Habit, gentle: bool, rng: np.random.Generator) -> tuple[np.ndarray, tuple[int, int]]:
    """The ink of one cell and around it: a letter, nothing, a struck letter, or a new one beside a struck one."""
    size, what = PX + 2 * REACH, rng.random()
    if what < BLANK:
        return np.zeros((size, size), np.uint8), (EMPTY, EMPTY)
    glyph, label = page(rng)
    height, middle = habit.place_of(WRITTEN[label[0]], rng)
    if what > BLANK + CROSSED + CORRECTED:
        layer = place(glyph, height, middle, rng, gentle=gentle, size=size)
        if rng.random() < 0.06:  # the pen touched down lightly here and there
            layer = (layer * np.clip(0.75 + 0.5 * patch(GRAIN, layer.shape, rng) / 4, 0.2, 1)).astype(np.uint8)
        return layer, label
    new = what > BLANK + CROSSED
    height = min(height, 0.55 * PX) if new else height
    off = rng.uniform(0.2, 0.28) * PX if new else 0.0
    layer = place(glyph, height, (middle[0] - off, middle[1]), rng, gentle=gentle, size=size)
    ys, xs = np.nonzero(layer > 100)
    if len(xs) > 4:
        for _ in range(int(rng.integers(1, 3))):
            strike(layer, (xs.min(), ys.min(), xs.max(), ys.max()), rng)
    if not new:
        return layer, (STRUCK, STRUCK)
    glyph, label = page(rng)
    return np.maximum(layer, place(glyph, height, (middle[0] + off, middle[1]), rng, gentle=gentle, size=size)), label


def printed(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, float]:
    """The darkness of printed lines, which cells are tinted, and half the gap between separate boxes in cells."""
    lines, tint = np.zeros((SIDE, SIDE), np.uint8), np.zeros((SIDE, SIDE), np.float32)
    style, width = rng.random(), rng.uniform(0.8, 3.6)
    start, stop = RIM * PX, (RIM + CELLS) * PX
    inset = 0.0
    if style < 0.3:  # separate boxes
        inset = float(rng.uniform(0.02, 0.08))
        gap, radius = inset * PX, rng.uniform(0, 0.2) * PX
        for row, column in np.ndindex(CELLS, CELLS):
            left, top = column * PX + start + gap, row * PX + start + gap
            box = (left, top, left + PX - 2 * gap, top + PX - 2 * gap)
            rounded_box(lines, box, radius, max(round(width), 1))
    else:
        wobble = rng.uniform(0.5, 1.6) if style > 0.85 else 0.0  # ruled by hand
        over = rng.uniform(0, 8) if wobble else 0.0
        for at in range(start, stop + 1, PX):
            ends = rng.normal(0, wobble, 4)
            _line(lines, (start - over, at + ends[0]), (stop + over, at + ends[1]), width)
            _line(lines, (at + ends[2], start - over), (at + ends[3], stop + over), width)
        if rng.random() < 0.1:  # squared paper below
            faint = np.zeros_like(lines)
            step = PX / rng.choice([1.5, 2, 3, 4])
            for at in np.arange(rng.uniform(0, step), SIDE, step):
                _line(faint, (0, at), (SIDE, at), 1)
                _line(faint, (at, 0), (at, SIDE), 1)
            lines = np.maximum(lines, (faint * rng.uniform(0.1, 0.4)).astype(np.uint8))
    if rng.random() < 0.35:  # the centre row and column
        middle = slice(start + 2 * PX, start + 3 * PX)
        tint[middle, start:stop] = tint[start:stop, middle] = rng.uniform(0.03, 0.2)
    return lines, tint, inset


def _line(canvas: np.ndarray, start: tuple[float, float], stop: tuple[float, float], width: float) -> None:
    cv2.line(canvas, pixel(np.array(start)), pixel(np.array(stop)), 255, max(round(width), 1), cv2.LINE_AA, 4)


def coloured(ink: np.ndarray, lines: np.ndarray, tint: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Ink and print on paper, each in its colour."""
    paper = rng.uniform(200, 250, 3) if rng.random() < 0.3 else np.full(3, rng.uniform(215, 252))
    pen = np.array(INKS[rng.integers(len(INKS))], float) + rng.normal(0, 12, 3)
    print_ = rng.uniform(20, 200, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(10, 190))
    hue = rng.uniform(0, 1, 3)
    picture = np.empty((SIDE, SIDE, 3), np.float32)
    printed, written = lines.astype(np.float32) / 255, ink.astype(np.float32) / 255
    for channel in range(3):
        ground = paper[channel] * (1 - tint * hue[channel])
        ground = ground + (min(print_[channel], paper[channel]) - ground) * printed
        picture[..., channel] = ground * (1 - written * (1 - np.clip(pen[channel], 0, 230) / paper[channel]))
    return picture


def seen(picture: np.ndarray, rng: np.random.Generator, soft: float = 1.0, coarse: float = 20.0) -> np.ndarray:
    """The picture as a camera gives it, laid flat a little amiss, at the size of the flat sheet.

    It is blurred `soft` times as much as photos are for letters, and a cell has at least `coarse` pixels.
    """
    nodes = rng.normal(0, rng.choice([0.3, 0.8, 1.6]), (4, 4, 2)).astype(np.float32)
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    shift = cv2.resize(nodes, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    picture = cv2.remap(
        picture, x + shift[..., 0], y + shift[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    sharp = rng.random()
    blur = rng.uniform(0.3, 1.2) if sharp < 0.7 else rng.uniform(1.2, 2.6) if sharp < 0.93 else rng.uniform(2.6, 5.0)
    picture = cv2.GaussianBlur(picture, (0, 0), blur * soft)
    if rng.random() < 0.1:
        picture = shaken(picture, int(rng.integers(3, 9)), rng.uniform(0, np.pi))
    ramp = (x * rng.normal(0, 1) + y * rng.normal(0, 1)) / SIDE
    light = 1 + 0.25 * rng.uniform(-1, 1) * ramp
    if rng.random() < 0.25:  # the edge of a shadow
        edge = (ramp - np.median(ramp) + rng.normal(0, 0.2)) * rng.uniform(4, 40)
        light = light * (1 - rng.uniform(0.1, 0.5) / (1 + np.exp(np.clip(-edge, -30, 30))))
    picture = picture * (light * rng.uniform(0.55, 1.0))[..., None]
    side = round((CELLS + 2 * RIM) * (rng.uniform(coarse, 48) if rng.random() < 0.35 else rng.uniform(48, PX)))
    picture = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    picture = picture + patch(NOISE, (side, side), rng)[..., None] * abs(rng.normal(0, 3.0))
    photo = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))])
        photo = cv2.imdecode(data, cv2.IMREAD_COLOR)
    flat = (CELLS + 2 * RIM) * CELL_PX
    return np.asarray(cv2.resize(photo, (flat, flat), interpolation=cv2.INTER_LINEAR), np.uint8)


def flat(picture: np.ndarray, inset: float, fields: Fields | None = None) -> Sheet:
    """The picture as the scanner's value, its light evened out."""
    start = RIM * CELL_PX
    grid = slice(start, start + CELLS * CELL_PX)
    places = (np.stack(np.meshgrid(*[np.arange(CELLS + 1)] * 2), -1) * CELL_PX + start).astype(np.float32)
    pixels = evenly_lit(picture, CELL_PX, (grid, grid))
    return Sheet(Lattice(places, 1.0), pixels, CELL_PX, (start, start), 1.0, None, 0.5, fields or Fields(), inset)
