"""A record of a game as values: what each player's sheet looks like and what was done in each round."""

from dataclasses import dataclass

from q4.board import Place

SCHEMA = "qwords.q4-record/1"
COMPETITIVE, FRIENDLY = "competitive", "friendly"
ROUNDS = 14
LETTER_SIDE = 6
BLACK, HIGHLIGHT = "#", "*"


@dataclass(frozen=True)
class Design:
    """What is printed on a sheet: letter grid, play grid (`#` blacked out, `*` highlighted), bonus row and column."""

    letter_grid: tuple[str, ...]
    play_grid: tuple[str, ...]
    bonus_row: int
    bonus_column: int

    def printed(self, place: Place) -> str:
        """What is printed in a cell of the play grid."""
        return self.play_grid[place[0] - 1][place[1] - 1]

    def letter(self, place: Place) -> str | None:
        """The letter at a coordinate of the letter grid; None beside it."""
        row, column = place
        inside = 1 <= row <= LETTER_SIDE and 1 <= column <= LETTER_SIDE
        return self.letter_grid[row - 1][column - 1] if inside else None

    def is_bonus(self, place: Place) -> bool:
        """Whether a cell of the play grid lies in the bonus row or column."""
        return place[0] == self.bonus_row or place[1] == self.bonus_column


@dataclass(frozen=True)
class Claim:
    """A word that a player scores, with its cells in reading order."""

    word: str
    cells: tuple[Place, ...]


@dataclass(frozen=True)
class Challenge:
    """A word that another player doubts."""

    word: str
    by: str


@dataclass(frozen=True)
class Turn:
    """What one player did in one round."""

    dice: tuple[int, int]  # as first rolled
    reroll: int | None  # the new value of the die that was rolled again
    coordinate: Place
    letter: str
    cell: Place
    mark: Place | None = None  # top left of the block of 2 x 2 marked in the letter grid
    words: tuple[Claim, ...] = ()
    lookups: tuple[str, ...] = ()
    challenges: tuple[Challenge, ...] = ()

    @property
    def doubles(self) -> bool:
        """Whether both dice show the same."""
        return self.dice[0] == self.dice[1]

    @property
    def coordinates(self) -> frozenset[Place]:
        """Where the dice allow to take a letter: either order; after doubles the new value instead of one die."""
        first, second = self.dice
        if self.doubles and self.reroll is not None:
            second = self.reroll
        return frozenset({(first, second), (second, first)})


@dataclass(frozen=True)
class Player:
    """One player's sheet and turns."""

    name: str
    design: Design
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Record:
    """A game: how it was played, and by whom."""

    mode: str
    players: tuple[Player, ...]
