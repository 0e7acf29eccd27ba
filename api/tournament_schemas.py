"""Tournaments on the wire: what organisers send, and what they and the players get."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from api.forms import Choices, Letter
from tournament.entities import Row
from tournament.overview import Overview, weight
from tournament.records import Tournament
from tournament.session import TournamentSpec

Name = Annotated[str, Field(min_length=1, max_length=80, pattern=r"\S")]
Why = Annotated[str, Field(max_length=400)]


class TournamentIn(Choices):
    """A tournament to be created."""

    name: Name = Field(examples=["Spring Cup"])
    double_entry: bool = Field(False, description="corrections count when two arbiters agree")
    keep_photos: bool = Field(False, description="keep the photos, to see them in the review")

    def agreement(self, default_lang: str, reader: str, factory: str) -> TournamentSpec:
        """What is agreed, checked."""
        self.options(default_lang)  # raises where house rulings or rolls cannot be understood
        return TournamentSpec(
            name=" ".join(self.name.split()),
            lang=self.lang or default_lang,
            side=self.side,
            rules=self.rules,
            policy=self.policy,
            reader=reader,
            house=self.house,
            rolls=self.rolls,
            keep_photos=self.keep_photos,
            double_entry=self.double_entry,
            factory=factory,
        )


class CellIn(BaseModel):
    """A letter as a person read it."""

    model_config = ConfigDict(extra="forbid")

    row: int = Field(ge=1, le=5)
    column: int = Field(ge=1, le=5)
    letter: Letter


class CorrectionIn(BaseModel):
    """What a person says of one sheet. It is appended to the log; nothing is overwritten."""

    model_config = ConfigDict(extra="forbid")

    sheet: str = Field(min_length=4, max_length=120, examples=["3f2a9c01bd-1"])
    who: Name = Field(examples=["Anna"])
    why: Why = ""
    cells: list[CellIn] | None = Field(None, min_length=1, max_length=25)
    grid: str | None = Field(None, max_length=200, description="all 25 letters, rows joined by /")
    settle: bool = Field(False, description="with grid: the final word on a disagreement")
    confirm: bool = Field(False, description="the sheet says what stands there")
    player: str | None = Field(None, max_length=80)
    round: str | None = Field(None, max_length=20)
    table: str | None = Field(None, max_length=20)
    side: Literal["A", "B"] | None = None
    rules: Literal["standard", "professional"] | None = None
    withdraw: bool | None = Field(None, description="true takes the sheet out of the standings, false brings it back")

    @model_validator(mode="after")
    def says_something(self) -> Self:
        """Refuse a correction that corrects nothing."""
        said = (self.cells, self.grid, self.player, self.round, self.table, self.side, self.rules, self.withdraw)
        if not self.confirm and all(value is None for value in said):
            raise ValueError("say what to correct: cells, grid, confirm, player, round, table, side, rules or withdraw")
        return self


class RulingIn(BaseModel):
    """A ruling on a word, for all sheets."""

    model_config = ConfigDict(extra="forbid")

    word: str = Field(min_length=1, max_length=40, examples=["udon"])
    allow: bool
    who: Name
    why: Why = ""


class PublicationIn(BaseModel):
    """The standings are declared public, or no longer."""

    model_config = ConfigDict(extra="forbid")

    who: Name
    why: Why = ""
    publish: bool = True


class SummaryOut(BaseModel):
    """What went in and what came out."""

    model_config = ConfigDict(from_attributes=True)

    pages: int
    scored: int
    rejected: int
    pending: int
    sheets: int
    doubtful: int
    nameless: int
    repeated: int
    empty: int


class TournamentOut(BaseModel):
    """A tournament."""

    id: str
    name: str
    lang: str
    side: str
    rules: str
    policy: str
    double_entry: bool
    keep_photos: bool
    created: str

    @classmethod
    def of(cls, tournament: Tournament, **more: Any) -> Self:
        """The wire form of a stored tournament."""
        recipe = tournament.recipe
        return cls(
            id=tournament.id,
            name=tournament.name,
            lang=recipe.lang,
            side=recipe.side,
            rules=recipe.rules,
            policy=recipe.policy,
            double_entry=tournament.double_entry,
            keep_photos=tournament.keep_photos,
            created=tournament.created,
            **more,
        )


class CreatedOut(TournamentOut):
    """A tournament that was just created, with the token that may change it. It is shown only once."""

    token: str | None = Field(description="null where the service has a token of its own")


class StatusOut(TournamentOut):
    """A tournament and how it stands."""

    published: bool
    final: bool
    summary: SummaryOut

    @classmethod
    def from_view(cls, view: Overview) -> Self:
        """How a tournament stands."""
        summary = SummaryOut.model_validate(view.summary)
        return cls.of(view.tournament, published=view.published, final=view.final, summary=summary)


class TournamentsOut(BaseModel):
    """All tournaments."""

    tournaments: list[TournamentOut]


class AddedOut(BaseModel):
    """The pages that were taken in; they are scored in the background."""

    pages: int
    names: list[str]


class DoubtOut(BaseModel):
    """A doubt that would change the total; without row and column it is about the side."""

    row: int | None
    column: int | None
    letter: str
    other: str = Field(serialization_alias="or", validation_alias="or")
    p: float
    total_if: int


class SheetOut(BaseModel):
    """One sheet as it stands."""

    sheet: str
    page: str
    number: int
    player: str | None
    round: str
    table: str | None
    known_by: str | None
    side: str | None
    rules: str
    grid: list[str]
    total: int
    read_total: int
    claimed_total: str
    certainty: float
    expected_damage: float
    open: list[str]
    same_as: str | None
    corrected: bool
    withdrawn: bool
    empty: bool
    doubts: list[DoubtOut]

    @classmethod
    def of(cls, row: Row) -> Self:
        """The wire form of a sheet."""
        names = ("row", "column", "letter", "or", "p", "total_if")
        return cls(
            sheet=row.id,
            page=row.page,
            number=row.index,
            player=row.identity.player or None,
            round=row.identity.round,
            table=row.identity.table or None,
            known_by=row.identity.how or None,
            side=row.side or None,
            rules=row.rules,
            grid=list(row.grid),
            total=row.total,
            read_total=row.read_total,
            claimed_total=row.claimed_total,
            certainty=row.certainty,
            expected_damage=round(weight(row), 4),
            open=list(row.open),
            same_as=row.same_as or None,
            corrected=row.corrected,
            withdrawn=row.withdrawn,
            empty=row.empty,
            doubts=[
                DoubtOut.model_validate(dict(zip(names, (d[0] or None, d[1] or None, *d[2:]), strict=True)))
                for d in row.doubts
            ],
        )


class SheetsOut(BaseModel):
    """All sheets in the order of their pages."""

    sheets: list[SheetOut]


class RejectedOut(BaseModel):
    """A page that could not be scored, and the next step."""

    model_config = ConfigDict(from_attributes=True)

    page: str
    code: str
    hint: str


class ReviewOut(BaseModel):
    """What a human must look at, the greatest expected damage first."""

    queue: list[SheetOut]
    rejected: list[RejectedOut]


class CorrectedOut(BaseModel):
    """What a correction did."""

    before: int
    after: int
    sheet: SheetOut


class ChangeOut(BaseModel):
    """A total that a ruling changed."""

    model_config = ConfigDict(from_attributes=True)

    sheet: str
    page: str
    player: str
    before: int
    after: int


class RuledOut(BaseModel):
    """What a ruling changed."""

    word: str
    allow: bool
    changed: list[ChangeOut]


class DisagreementOut(BaseModel):
    """A cell that two arbiters see differently."""

    model_config = ConfigDict(from_attributes=True)

    sheet: str
    page: str
    player: str
    row: int
    column: int
    letters: dict[str, str]


class DisagreementsOut(BaseModel):
    """All cells that arbiters see differently."""

    disagreements: list[DisagreementOut]


class LogEntryOut(BaseModel):
    """One line of the log."""

    model_config = ConfigDict(from_attributes=True)

    id: int
    at: str
    who: str
    kind: str
    sheet: str
    what: dict[str, Any]
    why: str


class LogOut(BaseModel):
    """All corrections and rulings, in the order they were made."""

    log: list[LogEntryOut]


class PlaceOut(BaseModel):
    """One player's place."""

    place: int
    player: str
    total: int
    rounds: dict[str, int]
    open: int


class StandingsOut(BaseModel):
    """The ranking; equal totals share a place."""

    tournament: str
    final: bool
    published: bool
    rounds: list[str]
    places: list[PlaceOut]
    summary: SummaryOut
