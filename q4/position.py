"""One player's sheet as the game goes on: letters, filled dots, crossed-off letters, marked blocks."""

from dataclasses import dataclass, field

from q4.board import Place, Run, cell_at, run_of
from q4.record import BLACK, Claim, Design, Turn


@dataclass
class Position:
    """A sheet in the middle of a game. Changed by `write` and `fill` only."""

    design: Design
    letters: dict[int, str] = field(default_factory=dict)
    dots: int = 0
    crossed: set[Place] = field(default_factory=set)
    blocks: list[Place] = field(default_factory=list)  # top left of each marked block

    def sources(self, coordinate: Place) -> list[Place]:
        """Where a letter may be taken: the coordinate, and the other cells of marked blocks around it."""
        found = [coordinate]
        for row, column in self.blocks:
            block = [(row + down, column + right) for down in (0, 1) for right in (0, 1)]
            found += [place for place in block if coordinate in block and place not in found]
        return found

    def source(self, turn: Turn) -> Place | None:
        """Where the letter of a turn was taken, one not yet crossed off if there is a choice; None where nowhere."""
        fitting = [place for place in self.sources(turn.coordinate) if self.design.letter(place) == turn.letter]
        return min(fitting, key=lambda place: place in self.crossed, default=None)

    def write(self, turn: Turn) -> None:
        """Put the letter of a turn into its cell and cross it off."""
        cell, source = cell_at(turn.cell), self.source(turn)
        if cell is not None and self.design.printed(turn.cell) != BLACK:
            self.letters[cell] = turn.letter
        if source is not None:
            self.crossed.add(source)

    def fill(self, run: Run) -> None:
        """Fill the dots between the letters of a scored word."""
        self.dots |= run.dots

    def filled(self, run: Run) -> bool:
        """Whether all dots of a run are filled, so that it cannot be scored."""
        return not run.dots & ~self.dots

    def reading(self, claim: Claim) -> str:
        """What stands in a claim's cells, `.` where nothing does."""
        cells = [cell_at(place) for place in claim.cells]
        return "".join("." if cell is None else self.letters.get(cell, ".") for cell in cells)


def claimed_run(claim: Claim) -> Run | None:
    """The run of a claim; None where its cells are no neighbours in a line."""
    return run_of([cell_at(place) for place in claim.cells])
