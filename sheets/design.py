"""The design of our own sheet: an A6 card, in millimetres from its top left corner. Other sizes are scaled."""

from dataclasses import dataclass, replace

from scanner.values import Box

WIDTH, HEIGHT = 148.0, 105.0
PITCH = 14.0  # side of a cell
GRID_X, GRID_Y = 57.0, 14.5
GRID = 5 * PITCH
RING_GAP = 8.8  # from the grid's edge to the middle of a circle
RING_R = 5.2
PANEL = (8.6, 6.0, 42.4, 93.0)  # x, y, width, height
TITLE_Y = 16.0
LEGEND_Y, LEGEND_STEP, LEGEND_SQUARE = 24.4, 5.4, 3.9
BONUS_X, BONUS_Y, BONUS_R = 42.0, 53.2, 4.9  # middle of the badge
TOTAL = (19.0, 61.0, 28.0, 13.0)
CODE_MM = (10.2, 76.4, 21.0, 21.0)
JOKER = (9.8, 48.0, 10.2, 10.2)  # beside the bonus, where its players look for it
BONUS_TEXT_X = {"A": 10.2, "B": 22.6}
MARK, MARK_INSET = 2.4, 5.2  # solid squares in the corners, inside what printers leave white (5 mm at most)
HEADER_Y = 10.2  # baseline of name and round

CODE = Box((CODE_MM[0] - GRID_X) / PITCH, (CODE_MM[1] - GRID_Y) / PITCH, CODE_MM[2] / PITCH, CODE_MM[3] / PITCH)

PAPERS = {"A4": (210.0, 297.0), "A5": (148.0, 210.0), "A6": (105.0, 148.0)}  # mm, upright


@dataclass(frozen=True)
class Slot:
    """Where one sheet lies on a page, in millimetres, and how much larger it is than the design."""

    x: float
    y: float
    scale: float


@dataclass(frozen=True)
class Arrangement:
    """The page and the places of the sheets on it."""

    width: float
    height: float
    slots: tuple[Slot, ...]

    def turned(self) -> tuple[Slot, ...]:
        """The places on the back, when the page is turned over its upright edge: each behind its own front."""
        return tuple(replace(slot, x=self.width - slot.x - WIDTH * slot.scale) for slot in self.slots)


def arrange(paper: str, per_page: int, sheet: tuple[float, float] = (WIDTH, HEIGHT)) -> Arrangement:
    """The page, upright or lying, and the columns that make the sheets largest; of sheets of so many millimetres."""
    wide, tall = sheet
    short, long = PAPERS[paper]
    choices = []
    for width, height in ((short, long), (long, short)):
        for columns in range(1, per_page + 1):
            rows = -(-per_page // columns)
            scale = min(width / columns / wide, height / rows / tall)
            choices.append((scale, width, height, columns, rows))
    scale, width, height, columns, rows = max(choices)
    cell_x, cell_y = width / columns, height / rows
    slots = []
    for number in range(per_page):
        row, column = divmod(number, columns)
        x = column * cell_x + (cell_x - wide * scale) / 2
        slots.append(Slot(x, row * cell_y + (cell_y - tall * scale) / 2, scale))
    return Arrangement(width, height, tuple(slots))
