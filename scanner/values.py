"""The frozen values that pass between the stages of the scanner.

All coordinates are pixels of the photo as displayed (EXIF turn applied), at full size, unless a name says otherwise.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Points = NDArray[np.float32]
Floats = NDArray[Any]  # of floating point numbers
Ints = NDArray[np.integer]
Bools = NDArray[np.bool_]
Pair = tuple[int, int, float]  # two cells, from 0, and the probability that they hold one letter


@dataclass(frozen=True)
class Glyph:
    """What a reader makes of one cell or field: symbols with calibrated probabilities, best first."""

    ranking: tuple[tuple[str, float], ...]

    @property
    def symbol(self) -> str:
        """The most probable symbol."""
        return self.ranking[0][0]

    @property
    def p(self) -> float:
        """The probability of the most probable symbol."""
        return self.ranking[0][1]


@dataclass(frozen=True, eq=False)
class Photo:
    """A decoded photo, upright as its EXIF says; `pixels` may be a reduced copy of the displayed picture."""

    name: str
    sha256: str
    width: int
    height: int
    pixels: Pixels  # BGR

    @property
    def scale(self) -> float:
        """Pixels of the array per pixel of the displayed picture; 1 or less."""
        return float(self.pixels.shape[1]) / self.width


@dataclass(frozen=True, eq=False)
class Lattice:
    """A lattice of cells found in a photo.

    `nodes[r, c]` is the crossing of line r and line c: the middle of the gap where cells are separate boxes, and on
    the outline the outer edge of the outer line.
    """

    nodes: Points  # (rows + 1, columns + 1, 2)
    confidence: float

    @property
    def corners(self) -> Points:
        """The four outer corners, clockwise from the lattice's own top left."""
        return np.asarray(self.nodes[[0, 0, -1, -1], [0, -1, -1, 0]], np.float32)


@dataclass(frozen=True)
class Box:
    """An upright rectangle on the flattened sheet, in cell pitches from the grid's top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Fields:
    """Where the sheet's other fields lie; None or empty where the sheet has none."""

    rows: tuple[Box, ...] = ()
    columns: tuple[Box, ...] = ()
    total: Box | None = None
    bonus: Box | None = None
    joker: Box | None = None


@dataclass(frozen=True, eq=False)
class Sheet:
    """A sheet laid flat and upright, with even light.

    The grid's top left corner lies at `origin` (x, y) and its cells are `pitch` pixels wide and high.
    """

    lattice: Lattice  # turned: its top left is the reader's top left
    pixels: Pixels  # BGR, flattened illumination
    pitch: int
    origin: tuple[int, int]
    turn_p: float  # probability that this way up is right
    side: str | None  # "A", "B" or None when nothing on the sheet tells
    side_p: float
    fields: Fields
    inset: float = 0.0  # half the gap between cells that are separate boxes, in pitches; 0 where they share lines


@dataclass(frozen=True, eq=False)
class Cells:
    """The crops to be read: grey, dark ink on light paper. Empty tuples and None where the sheet has no such field."""

    letters: tuple[Pixels, ...]  # 25, row by row
    rows: tuple[Pixels, ...] = ()
    columns: tuple[Pixels, ...] = ()
    total: Pixels | None = None
    bonus: Pixels | None = None
    joker: Pixels | None = None


@dataclass(frozen=True)
class Reading:
    """The symbols read from a sheet. Letters: A to Z, "." empty, "#" struck or illegible."""

    letters: tuple[Glyph, ...]
    rows: tuple[Glyph, ...] = ()
    columns: tuple[Glyph, ...] = ()
    total: Glyph | None = None
    bonus: Glyph | None = None  # "struck", "10"
    joker: Glyph | None = None  # "crossed", "open"
    alike: tuple[Pair, ...] = ()  # pairs of cells that may be one letter, as their shapes tell, not their rankings

    @property
    def empty(self) -> bool:
        """Whether nothing was written into the grid."""
        return all(glyph.symbol == "." for glyph in self.letters)


@dataclass(frozen=True, eq=False)
class Scan:
    """One sheet of a photo with the result of every stage."""

    photo: Photo
    lattice: Lattice
    sheet: Sheet
    cells: Cells
    reading: Reading
