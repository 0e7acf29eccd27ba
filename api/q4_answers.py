"""What people say of a Q4 sheet."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from q4.board import SIDE, Place, cell_at, run_of
from q4.record import LETTER_SIDE
from q4.sheet_reading import SheetReading
from q4.stored_reading import corrected

MOST_POINTS = 199  # more than any sheet can have: 24 dots, a word of four letters for each, 14 bonus points


class Q4AnswerIn(BaseModel):
    """What a person says of one place: a letter, or whether there is a mark; `score`: which number is circled."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["letter", "dot", "cross", "circle", "score"]
    place: list[int] = Field(min_length=1, max_length=4, description="as a doubt has it; of a score the number")
    value: str = Field("", pattern=r"^([A-Z.]|marked|open)?$")

    @model_validator(mode="after")
    def _fits(self) -> "Q4AnswerIn":
        if not _fitting(self.kind, tuple(self.place)):
            raise ValueError(f"{self.kind} {self.place}: no such place")
        letter = len(self.value) == 1
        if (self.kind == "letter") != letter or (self.kind in ("dot", "cross", "circle") and not self.value):
            raise ValueError("a letter has a letter as its value, a mark marked or open")
        return self


def _fitting(kind: str, place: tuple[int, ...]) -> bool:
    if kind in ("circle", "score"):
        return len(place) == 1 and 0 <= place[0] <= MOST_POINTS
    if kind == "dot":
        return len(place) == 4 and run_of([cell_at((place[0], place[1])), cell_at((place[2], place[3]))]) is not None
    side = SIDE if kind == "letter" else LETTER_SIDE
    return len(place) == 2 and all(1 <= number <= side for number in place)


def with_answers(reading: SheetReading, answers: Iterable[Q4AnswerIn]) -> SheetReading:
    """What was read, with what people said; of two answers about one place the later one counts."""
    letters: dict[Place, str] = {}
    marks: dict[tuple[str, tuple[int, ...]], bool] = {}
    score: int | None = None
    for said in answers:
        if said.kind == "letter":
            letters[said.place[0], said.place[1]] = said.value
        elif said.kind == "score":
            score = said.place[0]
        else:
            marks[said.kind, tuple(said.place)] = said.value == "marked"
    return corrected(reading, letters, score, marks)
