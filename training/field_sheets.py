"""Drawn sheets laid flat, with all their fields known: what the field network learns from.

A sheet is drawn around its grid, any design by chance, then bent a little as flattening leaves it, lit, blurred and
seen as `scanner/rectify.py` paints it for the network. One in four lies the wrong way up: only its centre lines count.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.field_network import LOOK_PX, VIEW
from scanner.known_forms import forms
from scanner.light import evenly_lit
from training.locate_papers import (
    LETTERS,
    Colour,
    Layout,
    Pens,
    Picture,
    Random,
    _boxes,
    _fill,
    _ruled,
    _shared,
    _tiles,
    dark,
    mix,
    pale,
    rounded,
    scribble,
    squared,
    stroke,
    write,
)
from training.locate_photos import table

Floats = NDArray[np.float64]
Masks = dict[str, Picture]
Rect = tuple[float, float, float, float]  # left, top, width, height in pitches from the grid's corner

LEFT, ABOVE, RIGHT, BELOW = -VIEW.x, -VIEW.y, VIEW.x + VIEW.width - 5, VIEW.y + VIEW.height - 5
PX = 30  # pixels of the drawing to a pitch
HALF = 0.5 / PX  # pitches by which OpenCV draws right of and below a place, as it counts pixels by their middles
AROUND = 5.65  # pitches drawn on every side of the grid
SIDE = round((5 + 2 * AROUND) * PX)
KINDS = ("circle", "total", "bonus", "joker", "A", "B", "centre")  # the last: centre lines that are marked, side B's
MOST = 15  # fields of one sheet


@dataclass(frozen=True, eq=False)
class Drawing:
    """A sheet that is being drawn: the picture, what is taken, and its fields (kind, middle x, y, width, height)."""

    canvas: Picture
    paper: Colour
    fields: list[tuple[int, float, float, float, float]]
    taken: list[Rect]

    def pixels(self, x: float, y: float) -> tuple[float, float]:
        """A place in pitches from the grid's corner, in pixels."""
        return (x + AROUND) * PX, (y + AROUND) * PX

    def box(self, rect: Rect) -> tuple[float, float, float, float]:
        """Left, top, right, bottom in pixels."""
        return (*self.pixels(rect[0], rect[1]), *self.pixels(rect[0] + rect[2], rect[1] + rect[3]))

    def free(self, rect: Rect, spare: float = 0.12) -> bool:
        """Whether nothing was drawn there yet."""
        x, y, w, h = rect
        return not any(
            x < a + c + spare and a < x + w + spare and y < b + d + spare and b < y + h + spare
            for a, b, c, d in self.taken
        )

    def add(self, kind: str, rect: Rect) -> None:
        """Note a field."""
        x, y, w, h = rect
        self.taken.append(rect)
        self.fields.append((KINDS.index(kind), x + w / 2, y + h / 2, w, h))


class Studio:
    """Draws samples; tables are made once and shown from elsewhere each time."""

    def __init__(self, pens: Pens, prints: Pens, random: Random) -> None:
        self.pens, self.prints, self.random = pens, prints, random
        self.tables = [table(SIDE, random) for _ in range(60)]
        self.drawn: list[Picture] = []

    def sample(self) -> tuple[Picture, NDArray[np.float32]]:
        """A canvas and its fields: (MOST, 5) of kind, middle, size; kind -1 where there is none."""
        random = self.random
        drawing = self._sheet()
        turn = int(random.integers(1, 4)) if random.random() < 0.25 else 0
        picture = np.ascontiguousarray(np.rot90(drawing.canvas, turn))
        bends = _bends(random)
        fields = np.full((MOST, 5), -1, np.float32)
        seen = [field for field in drawing.fields if not turn or field[0] == KINDS.index("centre")]
        for index, (kind, x, y, w, h) in enumerate(seen):
            x, y = np.array([x, y]) + HALF - _bend(np.array([[x, y]]), bends)[0]
            inside = x - w / 2 > -LEFT and x + w / 2 < 5 + RIGHT and y - h / 2 > -ABOVE and y + h / 2 < 5 + BELOW
            if inside:
                fields[index] = kind, x, y, w, h
        self.drawn = [*self.drawn[-20:], drawing.canvas]
        return _seen(picture, bends, random), fields

    def _sheet(self) -> Drawing:
        random = self.random
        canvas = np.roll(self.tables[random.integers(len(self.tables))], tuple(random.integers(0, SIDE, 2)), (0, 1))
        canvas = _rougher(np.ascontiguousarray(np.rot90(canvas, random.integers(4))), random)
        if self.drawn and random.random() < 0.35:
            _neighbour(canvas, self.drawn[random.integers(len(self.drawn))], random)
        paper = pale(random) if random.random() < 0.95 else mix(pale(random), dark(random), random.uniform(0.1, 0.4))
        drawing = Drawing(canvas, paper, [], [])
        for _ in range(int(random.choice([0, 1, 2], p=[0.5, 0.35, 0.15]))):
            _foreign(drawing, self.pens, random)
        hand, ink = self.pens.any(random), dark(random)
        print_ = (self.pens if random.random() < 0.3 else self.prints).any(random)
        bare = random.random() < 0.08
        style = str(random.choice(["shared", "boxes", "tiles", "ruled"], p=[0.45, 0.3, 0.2, 0.05]))
        below = random.random() < 0.42
        mirrored = not below and random.random() < 0.25  # the legend and its fields lie right of the circles
        table_, end = canvas.copy(), _page(drawing, below, mirrored, random)
        marks = random.random(3) < 0.5 if random.random() < 0.5 and style != "ruled" else np.zeros(3, bool)
        marked = bool(marks.any())  # by a tint, by lines, by the middle circles
        layout = Layout(canvas, paper, PX, AROUND * PX, AROUND * PX, 5, 5, bool(marks[0]))
        if style == "ruled":
            squared(canvas, PX / random.choice([1, 2, 3]), (layout.left, layout.top), random)
        drawing.taken.append((0, 0, 5, 5))
        if not bare:
            self._fields(drawing, below, mirrored, marked, bool(marks[2]), hand, ink, print_)
        {"shared": _shared, "boxes": _boxes, "tiles": _tiles, "ruled": _ruled}[style](layout, random)
        if marks[1]:
            _centre(layout, random)
        if marks[:2].any() or (marked and not bare):
            drawing.add("centre", (2, 2, 1, 1))
        middles = np.stack(np.meshgrid(np.arange(5) + 0.5, np.arange(5) + 0.5), -1) * PX + AROUND * PX
        _fill(layout, middles, hand, ink, random)
        return _cut_off(drawing, table_, end) if random.random() < 0.4 else drawing

    def _fields(
        self,
        drawing: Drawing,
        below: bool,
        mirrored: bool,
        marked: bool,
        rings: bool,
        hand: Masks,
        ink: Colour,
        print_: Masks,
    ) -> None:
        random = self.random
        right, bottom = _circles(drawing, marked, rings, hand, ink, print_, random)
        colour, edge = dark(random), right if mirrored else None
        if not below:
            _panel(drawing, edge, random)
        tries = [_places(below, edge, bottom, random) for _ in range(6)]
        spots = next((spots for spots in tries if _apart(drawing, spots)), tries[0])
        jokers = marked or random.random() < 0.1
        makers: list[tuple[Callable[..., None], bool]] = [
            (_total, random.random() < 0.96),
            (_bonus, random.random() < 0.94),
            (_joker, jokers and random.random() < 0.92),
        ]
        for (maker, wanted), rect in zip(makers, spots, strict=True):
            if wanted and drawing.free(rect):
                maker(drawing, rect, hand, ink, print_, colour, random)
        _legend(drawing, below, edge, print_, random)


def _rougher(table: Picture, random: Random) -> Picture:
    """The table, often with more contrast, with joints between planks, and speckled: carpets, stone, woven cloth."""
    surface = table.astype(np.float32)
    if random.random() < 0.4:
        surface += (surface - surface.mean(axis=(0, 1))) * random.uniform(0.3, 2)
    if random.random() < 0.3:
        size = int(random.integers(SIDE // 3, SIDE + 1))
        speckles = random.normal(0, random.uniform(8, 60), (size, size, 1 if random.random() < 0.7 else 3))
        surface += cv2.resize(speckles.astype(np.float32), (SIDE, SIDE)).reshape(SIDE, SIDE, -1)
    surface = np.clip(surface, 0, 255).astype(np.uint8)
    if random.random() < 0.3:
        shade, slope = dark(random), random.normal(0, 0.4)
        for start in np.arange(-SIDE, 2 * SIDE, random.uniform(1.5, 6) * PX):
            line = np.array([[start, -10.0], [start + slope * SIDE, SIDE + 10.0]])
            stroke(surface, line[:, ::-1] if slope > 0 else line, shade, random.uniform(0.8, 3))
    return surface


def vivid(random: Random) -> Colour:
    """A strong colour, as panels of printed cards have."""
    hue, strong, light = random.uniform(0, 180), random.uniform(90, 255), random.uniform(110, 255)
    blue, green, red = cv2.cvtColor(np.array([[[hue, strong, light]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0].tolist()
    return int(blue), int(green), int(red)


def _printing(drawing: Drawing, x: float, y: float, random: Random) -> Colour:
    """A colour that is read where it is printed: pale on a dark panel."""
    column, row = (int(np.clip(value, 0, SIDE - 1)) for value in drawing.pixels(x, y))
    return pale(random) if drawing.canvas[row, column].sum() < random.uniform(300, 520) else dark(random)


def _cut_off(drawing: Drawing, ground: Picture, end: float) -> Drawing:
    """The sheet without what was printed beyond the lower end of its paper; fields of which little is left are none."""
    row = round((end + AROUND) * PX)
    drawing.canvas[row:] = ground[row:]
    fields = [field for field in drawing.fields if field[2] + field[4] * 0.15 < end]
    return Drawing(drawing.canvas, drawing.paper, fields, drawing.taken)


def _page(drawing: Drawing, below: bool, mirrored: bool, random: Random) -> float:
    """The paper under the grid; it may end close to the fields. Gives how far below the grid's top it ends."""
    left = random.uniform(0.5, 1.6) if below or mirrored else random.uniform(3.2, 5.4)
    if random.random() < 0.15:
        left = random.uniform(0.4, 6)
    top = random.uniform(0.3, 3.5)
    right = random.uniform(9, 10.6) if mirrored else 6.1 + random.exponential(0.8)
    bottom = (7.2 if below else 5.8) + random.exponential(0.8)  # often close below circles and fields
    box = drawing.box((-left, -top, left + right, top + bottom))
    rounded(drawing.canvas, box, random.choice([0, 6]), drawing.paper, -1)
    if not (below or mirrored) and random.random() < 0.3:  # the left part of a card in another colour, up to its edges
        colour = vivid(random) if random.random() < 0.7 else mix(drawing.paper, dark(random), random.uniform(0.03, 0.4))
        part = drawing.box((-left, -top, left - random.uniform(0.1, 0.5), top + bottom))
        rounded(drawing.canvas, part, 0, colour, -1)
    return bottom


def _centre(layout: Layout, random: Random) -> None:
    """The marked centre row and column of side B: their lines in another colour or weight."""
    ink, width = dark(random), PX * random.uniform(0.03, 0.1)
    a, b = layout.left, layout.left + 5 * PX
    for x0, y0, x1, y1 in ((a, a + 2 * PX, b, a + 3 * PX), (a + 2 * PX, a, a + 3 * PX, b)):
        rounded(layout.canvas, (x0, y0, x1, y1), 0, ink, width)


def _circles(
    drawing: Drawing, marked: bool, rings: bool, hand: Masks, ink: Colour, print_: Masks, random: Random
) -> tuple[float, float]:
    """Ten circles, squares on a few sheets; gives how far right of and below the grid's corner they end."""
    gap, radius = random.uniform(0.52, 1.05), random.uniform(0.27, 0.46)
    gap = max(gap, radius + 0.12)
    other = gap if random.random() < 0.7 else max(random.uniform(0.52, 1.05), radius + 0.12)
    shift = random.normal(0, 0.03, 2)
    square, line = random.random() < 0.1, dark(random)
    if random.random() < 0.2:
        line = mix(line, drawing.paper, random.uniform(0.3, 0.75))
    width = max(0.5, PX * np.exp(random.uniform(np.log(0.015), np.log(0.06))))
    tints: list[Colour | None] = [None, (255, 255, 255), mix(drawing.paper, vivid(random), random.uniform(0.04, 0.35))]
    fill = tints[random.choice(3, p=[0.45, 0.25, 0.3])]
    written, size = random.random() < 0.8, random.uniform(0.3, 0.55)
    special = (_unlike(line, random), width * random.uniform(1, 3)) if rings else (line, width)
    spots = [(5 + gap, i + 0.5 + shift[0], i) for i in range(5)] + [
        (i + 0.5 + shift[1], 5 + other, i) for i in range(5)
    ]
    for x, y, index in spots:
        colour, thick = special if index == 2 else (line, width)
        _disc(drawing, (x, y, radius), fill, colour, thick, radius * (0.2 if square else 1))
        outer = radius + thick / PX / 2
        drawing.add("circle", (x - outer, y - outer, 2 * outer, 2 * outer))
        if written and random.random() < 0.9:
            _number(
                drawing, str(random.choice(["1", "3", "6", "10", "10", "12", "20", "0"])), x, y, size, hand, ink, random
            )
        if marked and index == 2 and random.random() < 0.5:
            px, py = drawing.pixels(x + radius * 0.9, y + radius * 1.1)
            for k, glyph in enumerate("x2"):
                write(drawing.canvas, print_[glyph], (px + k * 0.13 * PX, py), 0.2 * PX, colour, random)
    if random.random() < 0.8:
        side = "B" if marked or random.random() < 0.2 else "A"
        size, spot = random.uniform(0.25, 0.7), (5 + gap + random.normal(0, 0.05), 5 + other + random.normal(0, 0.05))
        write(drawing.canvas, print_[side], drawing.pixels(*spot), PX * size, dark(random), random)
        drawing.add(side, (spot[0] - size / 2, spot[1] - size / 2, size, size))
    drawing.taken.append((5 + gap - 0.4, 5 + other - 0.4, 0.8, 0.8))
    return 5 + gap + radius, 5 + other + radius


def _unlike(line: Colour, random: Random) -> Colour:
    """An ink that is told from another."""
    inks = [dark(random) for _ in range(6)]
    return max(inks[: random.integers(2, 7)], key=lambda ink: sum(abs(a - b) for a, b in zip(ink, line, strict=True)))


def _neighbour(canvas: Picture, other: Picture, random: Random) -> None:
    """Another sheet beside this one, any way up."""
    other = np.ascontiguousarray(np.rot90(other, random.integers(4)))
    angle, way = random.normal(0, 0.1), random.integers(4) * np.pi / 2 + random.normal(0, 0.25)
    cos, sin = np.cos(angle), np.sin(angle)
    shift = np.array([np.cos(way), np.sin(way)]) * random.uniform(6.5, 11) * PX
    move = np.array([[cos, -sin, 0], [sin, cos, 0]])
    move[:, 2] = SIDE / 2 + shift - move[:, :2] @ [SIDE / 2, SIDE / 2]
    cv2.warpAffine(other, move, (SIDE, SIDE), canvas, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)


def _disc(
    drawing: Drawing, circle: tuple[float, float, float], fill: Colour | None, line: Colour, width: float, corner: float
) -> None:
    x, y, radius = circle
    box = drawing.box((x - radius, y - radius, 2 * radius, 2 * radius))
    if fill:
        rounded(drawing.canvas, box, corner * PX, fill, -1)
    if corner < radius:
        rounded(drawing.canvas, box, corner * PX, line, width)
        return
    turns = np.linspace(0, 2 * np.pi, 33)
    ring = np.array(drawing.pixels(x, y)) + np.column_stack([np.cos(turns), np.sin(turns)]) * radius * PX
    stroke(drawing.canvas, ring, line, width)


def _number(
    drawing: Drawing, text: str, x: float, y: float, size: float, hand: Masks, ink: Colour, random: Random
) -> None:
    px, py = drawing.pixels(x, y)
    for k, digit in enumerate(text):
        at = px + (k - (len(text) - 1) / 2) * size * 0.6 * PX, py
        write(drawing.canvas, hand[digit], at, size * PX, ink, random)


def _places(below: bool, edge: float | None, bottom: float, random: Random) -> tuple[Rect, Rect, Rect]:
    """Where total, bonus and joker box lie: beside the grid, right of an edge where one is given, or below."""
    total, bonus, joker = _left_or_below(below, bottom, random)
    return (total, bonus, joker) if edge is None else (_right(total, edge), _right(bonus, edge), _right(joker, edge))


def _right(rect: Rect, edge: float) -> Rect:
    """What lies left of the grid, mirrored to lie right of an edge."""
    x, y, w, h = rect
    return edge - x - w, y, w, h


def _left_or_below(below: bool, bottom: float, random: Random) -> tuple[Rect, Rect, Rect]:
    """Where total, bonus and joker box lie: left of the grid, below the circles, or nearly as a known form has them."""
    alike = [form for form in forms() if (form.total.y > 5) == below]
    if random.random() < 0.25:
        form = alike[random.integers(len(alike))]
        moved = [(*random.normal(0, 0.08, 2), *random.uniform(0.9, 1.1, 2)) for _ in range(3)]
        boxes = zip((form.total, form.bonus, form.joker), moved, strict=True)
        spots = [
            (box.x + x, box.y + y, box.width * w, box.height * (h if not n else w))
            for n, (box, (x, y, w, h)) in enumerate(boxes)
        ]
        return spots[0], spots[1], spots[2]
    width, height = random.uniform(0.8, 3.8 if not below and random.random() < 0.4 else 2.5), random.uniform(0.5, 1.15)
    badge, box = random.uniform(0.38, 0.95), random.uniform(0.42, 1.0)
    if below:
        under = bottom + random.uniform(0.2, 0.7)
        total = (random.uniform(1.2, 4.2), under, width, height)
        away = random.uniform(0.3, 2.2)
        bonus = (total[0] - away - badge, under + height / 2 - badge / 2 + random.normal(0, 0.1), badge, badge)
        joker = (-random.uniform(0.2, 0.7) - box, random.uniform(0, 4.2), box, box)
        if random.random() < 0.3:
            joker = (random.uniform(-0.8, 0.8), under + height / 2 - box / 2, box, box)
        return total, bonus, joker
    right = -random.uniform(0.25, 0.9)
    first = random.uniform(3.1, 5.2)
    total = (right - width - random.uniform(0, 0.8), first, width, height)
    bonus = (right - badge - random.uniform(0, 1.6), first - badge - random.uniform(0.12, 0.7), badge, badge)
    joker = (right - random.uniform(0.8, 3.9), first - badge - box - random.uniform(-0.6, 0.9), box, box)
    if random.random() < 0.2:  # badge left of the total
        bonus = (total[0] - badge - random.uniform(0.2, 0.8), first + height / 2 - badge / 2, badge, badge)
    if random.random() < 0.3:
        total = (_left(width, random), random.uniform(0.2, 5.4), width, height)
    if random.random() < 0.4:
        bonus = (_left(badge, random), random.uniform(-0.2, 5.6), badge, badge)
    if random.random() < 0.6:
        joker = (_left(box, random), random.uniform(-0.2, 5.4), box, box)
    return total, bonus, joker


def _left(width: float, random: Random) -> float:
    """Where something so wide may begin, anywhere left of the grid."""
    return float(random.uniform(-5.1, -0.25 - width))


def _apart(drawing: Drawing, spots: tuple[Rect, ...]) -> bool:
    """Whether fields lie neither upon each other nor upon anything else."""
    alone = Drawing(drawing.canvas, drawing.paper, [], [])
    for spot in spots:
        if not (drawing.free(spot) and alone.free(spot)):
            return False
        alone.taken.append(spot)
    return True


def _printed_box(drawing: Drawing, rect: Rect, random: Random) -> None:
    """A box as printers make it: outlined, filled, or both; its corners sharp or round."""
    corner, outlined = random.choice([0, 0.09, 0.2]) * PX, random.random() < 0.82
    if not outlined or random.random() < 0.45:
        rounded(drawing.canvas, drawing.box(rect), corner, pale(random), -1)
    if outlined:
        rounded(drawing.canvas, drawing.box(rect), corner, dark(random), PX * random.uniform(0.02, 0.085))


def _total(
    drawing: Drawing,
    rect: Rect,
    hand: Masks,
    ink: Colour,
    print_: Masks,
    _: Colour,
    random: Random,
) -> None:
    """A wide box, outlined or white on a panel, with a number in it or not."""
    _printed_box(drawing, rect, random)
    drawing.add("total", rect)
    x, y, w, h = rect
    if random.random() < 0.8:
        text = str(random.integers(0, 131))
        _number(
            drawing,
            text,
            x + w / 2 + random.normal(0, 0.08),
            y + h / 2,
            h * random.uniform(0.45, 0.85),
            hand,
            ink,
            random,
        )
    if random.random() < 0.75:
        px, py = drawing.pixels(x - random.uniform(0.2, 0.4), y + h / 2)
        shade = _printing(drawing, x - 0.3, y + h / 2, random)
        for dy in (-0.05, 0.05):
            stroke(drawing.canvas, np.array([[px - 3, py + dy * PX], [px + 3, py + dy * PX]]), shade, 1.2)


def _bonus(
    drawing: Drawing,
    rect: Rect,
    _: Masks,
    ink: Colour,
    print_: Masks,
    colour: Colour,
    random: Random,
) -> None:
    """A round badge: a ring, a disc or a star of many points; struck or not."""
    x, y, w, _h = rect
    middle, radius = np.array(drawing.pixels(x + w / 2, y + w / 2)), w / 2 * PX
    kind = random.random()
    turns = np.linspace(0, 2 * np.pi, 2 * int(random.integers(9, 20)) + 1)
    depth = random.uniform(0.75, 0.95) if kind < 0.35 else 1.0
    reach = np.where(np.arange(len(turns)) % 2, depth, 1.0) * radius
    outline = middle + np.column_stack([np.cos(turns), np.sin(turns)]) * reach[:, None]
    fill = colour if random.random() < 0.5 else mix(colour, (255, 255, 255), random.uniform(0.2, 0.6))
    if kind < 0.65:
        cv2.fillPoly(drawing.canvas, [np.round(outline * 16).astype(np.int32)], fill, cv2.LINE_AA, 4)
    else:
        stroke(drawing.canvas, outline, colour, PX * random.uniform(0.02, 0.07))
    drawing.add("bonus", rect)
    text = (255, 255, 255) if kind < 0.65 and sum(fill) < 350 else dark(random)
    for k, glyph in enumerate("10"):
        write(
            drawing.canvas,
            print_[glyph],
            (middle[0] + (k - 0.5) * 0.3 * radius * 2, middle[1]),
            radius * 0.8,
            text,
            random,
        )
    _label(drawing, rect, print_, random)
    if random.random() < 0.35:
        _strike(drawing, rect, ink, random)


def _joker(
    drawing: Drawing,
    rect: Rect,
    hand: Masks,
    ink: Colour,
    print_: Masks,
    _: Colour,
    random: Random,
) -> None:
    """A small square with a question mark or nothing in it, crossed or not."""
    _printed_box(drawing, rect, random)
    drawing.add("joker", rect)
    x, y, w, h = rect
    if random.random() < 0.75:
        glyph = print_[str(random.choice(list("J2S7")))] if random.random() < 0.3 else None
        px, py = drawing.pixels(x + w / 2, y + h / 2)
        if glyph is not None:
            write(drawing.canvas, glyph, (px, py), h * 0.6 * PX, dark(random), random)
        else:
            text = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(
                drawing.canvas, "?", (int(px - 5 * h), int(py + 6 * h)), text, h * 0.6, dark(random), 1, cv2.LINE_AA
            )
    if random.random() < 0.5:
        _strike(drawing, rect, ink, random)


def _strike(drawing: Drawing, rect: Rect, ink: Colour, random: Random) -> None:
    """One stroke or two across a mark, mostly beyond it."""
    x, y, w, h = rect
    middle, reach = (
        np.array(drawing.pixels(x + w / 2, y + h / 2)),
        np.array([w, h]) / 2 * PX * random.uniform(0.7, 1.35),
    )
    for k in range(1 + (random.random() < 0.65)):
        way = np.array([[-1, 1 - 2 * k], [1, 2 * k - 1]]) + random.normal(0, 0.15, (2, 2))
        stroke(drawing.canvas, middle + way * reach, ink, PX * random.uniform(0.03, 0.1))


def _label(drawing: Drawing, rect: Rect, print_: Masks, random: Random) -> None:
    """The word before a badge."""
    if random.random() < 0.6:
        height = random.uniform(0.14, 0.25)
        x = rect[0] - random.uniform(0.9, 1.6)
        y = rect[1] + rect[3] / 2
        shade = _printing(drawing, x - 0.1, y, random)
        for k, glyph in enumerate(random.choice(["Bonus", "bonus", "Plus", "Extra"])):
            spot = drawing.pixels(x + 0.8 * height * k, y)
            write(drawing.canvas, print_[glyph], spot, height * PX, shade, random)
        drawing.taken.append((x, y - height / 2, 4 * height, height))


def _panel(drawing: Drawing, edge: float | None, random: Random) -> None:
    """A coloured panel left of the grid, or right of an edge."""
    if random.random() < 0.55:
        right, wide, top = random.uniform(0.1, 0.5), random.uniform(2.6, 5.2), random.uniform(0, 1.5)
        deep = vivid(random) if random.random() < 0.5 else dark(random)
        colour = deep if random.random() < 0.4 else mix(drawing.paper, dark(random), random.uniform(0.03, 0.4))
        rect = (-right - wide, -top, wide, top + random.uniform(5.2, 7.5))
        box = drawing.box(rect if edge is None else _right(rect, edge))
        rounded(drawing.canvas, box, random.choice([0, 0.2]) * PX, colour, -1)


def _legend(drawing: Drawing, below: bool, edge: float | None, print_: Masks, random: Random) -> None:
    """Title and rows of little squares with what they are worth, where there is room."""
    left = random.uniform(-4.6, -2.6) if not below else random.uniform(-0.5, 2)
    if edge is not None:
        left = edge + random.uniform(0.3, 1.5)
    top = random.uniform(-0.6, 0.6) if not below else random.uniform(-3, -1.6)
    shade = _printing(drawing, left - 0.1, top, random)
    if random.random() < 0.8:
        box = drawing.box((left, top, random.uniform(1.6, 2.6), random.uniform(0.4, 0.8)))
        scribble(drawing.canvas, print_, box, 1, shade, random)
    side, first = random.uniform(0.12, 0.24), top + random.uniform(0.7, 1.1)
    step, away, one_hue = random.uniform(1.4, 2.4), random.uniform(1.3, 2.4), vivid(random)
    for row in range(4 if random.random() < 0.85 else 0):
        y = first + row * side * step
        hue = one_hue if random.random() < 0.3 else vivid(random)
        for column in range(2 + row):
            spot = (left + column * side * 1.15, y, side, side)
            if drawing.free(spot, 0.02):
                rounded(drawing.canvas, drawing.box(spot), 1, hue, -1 if random.random() < 0.85 else 1)
        if drawing.free((left + away, y, 0.5, side)):
            points = ("1", "3", "6", "10")[row]
            for k, glyph in enumerate(points):
                spot_px = drawing.pixels(left + away + 0.3 + 0.7 * side * k, y + side / 2)
                write(drawing.canvas, print_[glyph], spot_px, side * PX * 1.1, shade, random)
            px, py = drawing.pixels(left + away, y + side / 2)
            for dy in (-0.03, 0.03):
                stroke(drawing.canvas, np.array([[px - 2, py + dy * PX], [px + 1, py + dy * PX]]), shade, 0.8)


def _foreign(drawing: Drawing, pens: Pens, random: Random) -> None:
    """Another paper near the sheet: text, a table of boxes, a line of circles."""
    x, y = random.uniform(-6, 8, 2)
    wide, high = random.uniform(2, 6, 2)
    box = drawing.box((x, y, wide, high))
    rounded(drawing.canvas, box, 0, pale(random), -1)
    kind, ink, step = random.random(), dark(random), random.uniform(0.5, 1.1)
    if kind < 0.4:
        scribble(drawing.canvas, pens.any(random), box, int(random.integers(3, 12)), ink, random)
        return
    hand = pens.any(random)
    for row in np.arange(y + 0.2, y + high - step, step):
        for column in np.arange(x + 0.2, x + wide - step, step * (1 if kind < 0.85 else 1.6)):
            if kind < 0.7:
                rounded(drawing.canvas, drawing.box((column, row, step, step)), 0, ink, 1)
            elif kind < 0.85:
                _disc(drawing, (column + step / 2, row + step / 2, step * 0.4), None, ink, 1.0, step)
            if random.random() < 0.6:
                spot = drawing.pixels(column + step / 2, row + step / 2)
                write(drawing.canvas, hand[LETTERS[random.integers(26)]], spot, step * 0.5 * PX, ink, random)


def _bends(random: Random) -> Floats:
    """How a sheet may still be bent once it was laid flat: the coefficients of cubics, small on the grid."""
    strength = random.choice([0, 0.5, 1, 2], p=[0.2, 0.3, 0.35, 0.15])
    return np.asarray(random.normal(0, 1, (2, 6)) * strength * np.array([0.004, 0.004, 0.004, 0.0009, 0.0009, 0.0009]))


def _bend(places: Floats, bends: Floats) -> Floats:
    """How far off places (n, 2) lie, in pitches."""
    x, y = (places - 2.5).T
    powers = np.stack([x, y, x * y / 2, x * x, y * y, x * x * y / 4])
    return np.asarray((bends @ powers).T)


def _seen(picture: Picture, bends: Floats, random: Random) -> Picture:
    """The canvas: the drawing bent, lit, blurred, and its light evened out again."""
    height, width = round((ABOVE + 5 + BELOW) * LOOK_PX), round((LEFT + 5 + RIGHT) * LOOK_PX)
    x, y = (np.arange(width) + 0.5) / LOOK_PX - LEFT, (np.arange(height) + 0.5) / LOOK_PX - ABOVE
    places = np.stack(np.meshgrid(x, y), -1)
    spots = (places + _bend(places.reshape(-1, 2), bends).reshape(places.shape) + AROUND) * PX - 0.5
    blur = random.choice([0.35, 0.5, 0.7, 1.1, 1.7], p=[0.3, 0.25, 0.2, 0.15, 0.1]) * random.uniform(1.1, 1.6)
    smooth = cv2.GaussianBlur(picture, (0, 0), blur)
    seen = cv2.remap(smooth, spots.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    light = 1 + random.uniform(0, 0.08) * (places @ random.normal(0, 0.7, 2))
    if random.random() < 0.35:
        corners = np.array([width, height]) * (random.uniform(-0.3, 1.3, 2) + random.uniform(-0.7, 0.7, (4, 2)))
        mask = np.zeros((height, width), np.float32)
        cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.float32)).astype(np.int32), 1.0)
        light *= 1 - random.uniform(0.1, 0.55) * cv2.GaussianBlur(mask, (0, 0), random.uniform(0.5, 8))
    lit = seen * np.clip(light, 0.15, 2)[..., None] * (1 + random.normal(0, 0.05, 3)) * random.uniform(0.5, 1.1)
    lit += random.normal(0, random.uniform(0, 3), lit.shape) + random.uniform(0, 30) * (random.random() < 0.3)
    lit = np.clip(lit, 0, 255).astype(np.uint8)
    if random.random() < 0.3:
        lit = cv2.imdecode(cv2.imencode(".jpg", lit, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(40, 90))])[1], 1)
    top, left = round(ABOVE * LOOK_PX), round(LEFT * LOOK_PX)
    grid = slice(top, top + 5 * LOOK_PX), slice(left, left + 5 * LOOK_PX)
    return evenly_lit(np.asarray(lit, np.uint8), LOOK_PX, grid)
