"""What was read on a Q4 sheet, sent back with what people said of it."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from api.forms import MAX_TEXT, WORDS, Mode, TextsLanguage
from api.q4_answers import MOST_POINTS, Q4AnswerIn
from q4.board import CELLS, DOTS, SIDE
from q4.record import BLACK, LETTER_SIDE
from q4.words import WordList, english, parse_words
from referee.values import Evidence

Chance = Annotated[float, Field(ge=0, le=1)]
Symbol = Annotated[str, Field(pattern=r"^[A-Z.#]$")]
Side = Annotated[int, Field(ge=1, le=SIDE)]
LetterRow = Annotated[str, Field(pattern=r"^[A-Z]{6}$")]
PlayRow = Annotated[str, Field(pattern=r"^[.#*]{4}$")]
Ranking = Annotated[list[tuple[Symbol, Chance]], Field(min_length=1, max_length=40)]


class Q4DesignIn(BaseModel):
    """What is printed on the sheet; another print may have no letter grid and no known bonus row or column."""

    letter_grid: list[LetterRow] = Field(max_length=LETTER_SIDE)
    play_grid: list[PlayRow] = Field(min_length=SIDE, max_length=SIDE)
    bonus_row: int = Field(ge=0, le=SIDE)
    bonus_column: int = Field(ge=0, le=SIDE)


class Q4EvidenceIn(BaseModel):
    """`evidence` of a sheet, as the scan gave it."""

    number: int | None = Field(None, ge=0, lt=1 << 16)
    design: Q4DesignIn
    letters: list[tuple[Side, Side, Ranking]] = Field(max_length=CELLS)
    dots: list[Chance] = Field(min_length=DOTS, max_length=DOTS)
    crossed: list[Chance] = Field(max_length=LETTER_SIDE**2)
    blocks: list[Chance] = Field(max_length=(LETTER_SIDE - 1) ** 2)
    circled: list[Chance] = Field(max_length=MOST_POINTS + 1)

    @model_validator(mode="after")
    def _whole(self) -> "Q4EvidenceIn":
        """Grids are there as a whole or not at all; letters stand in cells of their own, none in a blacked-out one."""
        grid = len(self.design.letter_grid)
        if grid not in (0, LETTER_SIDE) or len(self.crossed) != grid * LETTER_SIDE:
            raise ValueError("letter_grid has six rows and crossed 36 marks, or both are empty")
        if len(self.blocks) != (LETTER_SIDE - 1) ** 2 and (self.blocks or grid):
            raise ValueError("blocks are 25, or none without a letter grid")
        places = [(row, column) for row, column, _ in self.letters]
        blacked = any(self.design.play_grid[row - 1][column - 1] == BLACK for row, column in places)
        if blacked or len(set(places)) < len(places):
            raise ValueError("each cell has one letter, and a blacked-out one has none")
        return self


class Q4TableIn(BaseModel):
    """What a table agreed on."""

    mode: Mode = "competitive"
    words: str = Field("", max_length=MAX_TEXT, description=WORDS)
    words_name: str = Field("", max_length=80, description="what that list is called")

    def listed(self) -> WordList:
        """The word list in force."""
        return parse_words(self.words, self.words_name or "list") if self.words.strip() else english()


class Q4RecordIn(Q4TableIn):
    """A record with the list that decides on its words."""

    model_config = ConfigDict(extra="forbid")

    record: dict[str, Any]


class Q4SheetIn(Q4TableIn):
    """A sheet to be judged again."""

    evidence: Q4EvidenceIn
    answers: list[Q4AnswerIn] = Field(default_factory=list, max_length=400)
    texts: TextsLanguage = "en"

    @property
    def read(self) -> Evidence:
        """What was read."""
        return Evidence("q4", self.evidence.model_dump())

    @property
    def chosen(self) -> dict[str, str]:
        """What the table agreed on, as the game takes it."""
        name = self.words_name or "list"
        return {"lang": self.texts, "mode": self.mode, "words": self.words.strip(), "words_name": name}
