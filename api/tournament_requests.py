"""Tournaments on the wire: what organisers, arbiters and players send."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from api.forms import Checked, Choices, Letter, OneGame, OneLanguage
from referee.games import codes
from referee.settings import Settings
from tournament.entities import TournamentSpec

Name = Annotated[str, Field(min_length=1, max_length=80, pattern=r"\S")]
Why = Annotated[str, Field(max_length=400)]


class Request(Checked):
    """What is sent; unknown fields are refused."""


class TournamentIn(Choices):
    """A tournament to be created."""

    name: Name = Field(examples=["Spring Cup"])
    game: OneGame = Field(codes()[0], description="what is played")
    double_entry: bool = Field(False, description="corrections count when two arbiters agree")
    keep_photos: bool = Field(False, description="keep the photos, without their metadata, to see them in the review")
    tie_break: Literal["shared", "best-round"] = Field("shared", description="how equal totals are placed")
    rounds: int = Field(0, ge=0, le=99, description="rounds that are played; 0: those there are sheets of")

    def agreed(self, settings: Settings) -> TournamentSpec:
        """What is agreed, checked."""
        scoring = self.spec(settings, self.game, tournament=True)
        scoring.options()  # raises where house rulings or rolls cannot be understood
        return TournamentSpec(
            " ".join(self.name.split()), scoring, self.double_entry, self.keep_photos, self.tie_break, self.rounds
        )


class RosterIn(Request):
    """Who plays: a CSV with the columns player, team, table, or one name a line."""

    csv: str = Field(min_length=1, max_length=2_000_000, examples=["player,team,table\nAnna,Reds,1\n"])


class CellIn(Request):
    """A letter as a person read it."""

    row: int = Field(ge=1, le=99)
    column: int = Field(ge=1, le=99)
    letter: Letter


class SignedIn(Request):
    """Who says it, and why."""

    who: Name = Field(examples=["Anna"])
    why: Why = ""


class CorrectionIn(SignedIn):
    """What a person says of one sheet. It is appended to the log; nothing is overwritten."""

    sheet: str = Field(min_length=4, max_length=120, examples=["3f2a9c01bd-1"])
    cells: list[CellIn] | None = Field(None, min_length=1, max_length=400)
    grid: str | None = Field(None, max_length=200, description="all 25 letters, rows joined by /")
    settle: bool = Field(False, description="with grid or cells: the final word on a disagreement")
    confirm: bool = Field(False, description="the sheet says what stands there")
    player: str | None = Field(None, max_length=80)
    round: str | None = Field(None, max_length=20)
    table: str | None = Field(None, max_length=20)
    side: Literal["A", "B"] | None = None
    rules: Literal["standard", "professional"] | None = None
    language: OneLanguage | None = Field(None, description="that the sheet's words are of")
    score: int | None = Field(None, ge=0, le=199, description="Q4: the score that the player circled")
    withdraw: bool | None = Field(None, description="true takes the sheet out of the standings, false brings it back")

    @model_validator(mode="after")
    def says_something(self) -> Self:
        """Refuse a correction that corrects nothing."""
        names = ("cells", "grid", "player", "round", "table", "side", "rules", "language", "score",
                 "withdraw")  # fmt: skip
        if not self.confirm and all(getattr(self, name) is None for name in names):
            raise ValueError(f"say what to correct: confirm, {', '.join(names)}")
        return self


class RulingIn(SignedIn):
    """A ruling on a word, for all sheets."""

    word: str = Field(min_length=1, max_length=40, examples=["udon"])
    allow: bool
    preview: bool = Field(False, description="only say whose totals it would change")


class RejudgementIn(SignedIn):
    """All sheets are to be judged again by the word list that is installed."""

    preview: bool = Field(False, description="only say whose totals it would change")


class UndoIn(SignedIn):
    """A line of the log to be taken back."""

    entry: int = Field(ge=1, description="the line's number in the log")


class DeletionIn(Request):
    """A tournament is to be deleted."""

    name: Name = Field(description="the tournament's own name, as a confirmation")


class PhotosDeletionIn(SignedIn):
    """Photos are to be deleted; what was read of them stays."""

    sheet: str = Field("", max_length=120, description="only the photo that shows this sheet; all photos if absent")


class PublicationIn(SignedIn):
    """The standings are declared public, or no longer."""

    publish: bool = True
    anyway: bool = Field(False, description="publish although sheets are open")
