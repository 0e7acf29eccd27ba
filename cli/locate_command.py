"""`qwords locate`: where the lattices of a photo lie."""

import re
from pathlib import Path
from typing import Any

import click

from cli.common import json_option, print_json, read_bytes, shown_name, translate_errors
from referee.files import make_folder, write_atomically
from referee.settings import Settings
from scanner.scan_errors import ReaderUnavailable, SheetNotFound
from scanner.values import Lattice, Photo

QWORDS = (5, 5)
TOLD = 0.5  # probability of the way up above which the sheet's content is taken to tell it


class Cells(click.ParamType[tuple[int, int]]):
    """A lattice's size, written columns x rows: 5x5."""

    name = "COLUMNSxROWS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Parse the size."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d{1,2})[xX×](\d{1,2})", value)
        if not match or not all(2 <= int(side) <= 20 for side in match.groups()):
            self.fail(f"{value!r} is not a size such as 5x5; each side may have 2 to 20 cells", param, ctx)
        return int(match[1]), int(match[2])


@click.command("locate")
@click.argument("photo", type=click.Path(path_type=Path), metavar="PHOTO")
@click.option("--cells", type=Cells(), default="5x5", show_default=True, help="Columns x rows of the lattice.")
@json_option
@click.option(
    "--debug", type=click.Path(file_okay=False, path_type=Path), help="Write pictures of what was found here."
)
@translate_errors
def command(photo: Path, cells: tuple[int, int], as_json: bool, debug: Path | None) -> None:
    """Find every lattice of so many cells in a PHOTO.

    Corners are in pixels of the picture as displayed, clockwise from the lattice's own top left, at the outer edge of
    its outer line. Exit code 4: the photo cannot be used, or shows no such lattice.

    \b
    Examples:
      qwords locate sheet.jpg
      qwords locate sudoku.jpg --cells 9x9 --json
    """
    from scanner.decode import decode

    settings = Settings.from_environment()
    picture = decode(
        read_bytes(photo),
        shown_name(photo),
        max_bytes=settings.max_megabytes * 1_000_000,
        max_pixels=settings.max_megapixels * 1_000_000,
    )
    lattices = find(picture, *cells)
    if debug:
        write_pictures(picture, lattices, debug)
    if not lattices:
        raise SheetNotFound(f"no lattice of {cells[0]} x {cells[1]} cells was found in {shown_name(photo)}")
    show(lattices, as_json)


def find(photo: Photo, columns: int, rows: int) -> list[Lattice]:
    """The lattices of a photo; sheets of the game are turned the way their content tells."""
    from scanner.locate import locate
    from scanner.pipeline import scan
    from scanner.readers import make_reader

    if (columns, rows) != QWORDS:
        return list(locate(photo, columns, rows))
    try:
        scans = scan(photo, make_reader("cnn"))
    except SheetNotFound:
        return []
    except ReaderUnavailable:
        return list(locate(photo))
    return [item.lattice if item.sheet.turn_p >= TOLD else _as_seen(item.lattice) for item in scans]


def _as_seen(lattice: Lattice) -> Lattice:
    """The lattice with its first corner at the picture's top left."""
    import numpy as np

    turns = [np.rot90(lattice.nodes, quarter) for quarter in range(4)]
    first = min(turns, key=lambda nodes: float(nodes[0, 0].sum() - nodes[-1, -1].sum()))
    return Lattice(first, lattice.confidence)


def show(lattices: list[Lattice], as_json: bool) -> None:
    """Print the corners, for people or as JSON."""
    grids = [
        {
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in lattice.corners],
            "confidence": round(lattice.confidence, 4),
        }
        for lattice in lattices
    ]
    if as_json:
        print_json({"grids": grids})
        return
    for number, grid in enumerate(grids, start=1):
        corners = "  ".join(f"{x:.0f},{y:.0f}" for x, y in grid["corners"])  # type: ignore[attr-defined]
        click.echo(f"{number}  {corners}  confidence {grid['confidence']:.2f}")


def write_pictures(photo: Photo, lattices: list[Lattice], folder: Path) -> None:
    """Write the photo with the lattices drawn in, and each lattice laid flat."""
    from report.pictures import jpeg
    from report.stage_pictures import flat, overview

    make_folder(folder)
    stem = Path(photo.name).stem
    write_atomically(folder / f"{stem}-1-lattices.jpg", jpeg(overview(photo, lattices)))
    for number, lattice in enumerate(lattices, start=1):
        write_atomically(folder / f"{stem}-2-flat-{number}.jpg", jpeg(flat(photo, lattice)))
