"""What people say of a Q4 sheet."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from q4.places import is_place
from referee.values import Answer

MOST_POINTS = 199  # more than any sheet can have: 24 dots, a word of four letters for each, 14 bonus points


class Q4AnswerIn(BaseModel):
    """What a person says of one place: a letter, or whether there is a mark; `score`: which number is circled."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["letter", "dot", "cross", "circle", "score"]
    place: list[int] = Field(min_length=1, max_length=4, description="as a doubt has it; of a score the number")
    value: str = Field("", pattern=r"^([A-Z.]|marked|open)?$")

    @model_validator(mode="after")
    def _fits(self) -> "Q4AnswerIn":
        number = self.kind in ("circle", "score")
        if not is_place(self.kind, self.answer.place) or (number and not 0 <= self.place[0] <= MOST_POINTS):
            raise ValueError(f"{self.kind} {self.place}: no such place")
        letter = len(self.value) == 1
        if (self.kind == "letter") != letter or (self.kind in ("dot", "cross", "circle") and not self.value):
            raise ValueError("a letter has a letter as its value, a mark marked or open")
        return self

    @property
    def answer(self) -> Answer:
        """The same as every game takes it."""
        if self.kind == "score":
            return Answer("score", tuple(self.place[1:]), str(self.place[0]))
        return Answer(self.kind, tuple(self.place), self.value)
