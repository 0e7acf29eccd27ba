"""Tournaments on the wire: what organisers, arbiters and players get."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field

from referee.values import Doubt
from tournament.cases import Case
from tournament.entities import LogEntry, Row
from tournament.overview import Overview, weight
from tournament.records import Tournament


class Answer(BaseModel):
    """What is answered, made from values of the same fields."""

    model_config = ConfigDict(from_attributes=True)


class SummaryOut(Answer):
    """What went in and what came out."""

    pages: int
    scored: int
    rejected: int
    pending: int
    sheets: int
    doubtful: int
    nameless: int
    repeated: int
    empty: int
    missing: int
    certain_then_corrected: int
    asked_but_right: int


class TournamentOut(BaseModel):
    """A tournament."""

    id: str
    name: str
    game: str
    lang: str
    side: str
    rules: str
    policy: str
    fairness: str
    double_entry: bool
    keep_photos: bool
    tie_break: str
    rounds: int
    created: str

    @classmethod
    def of(cls, tournament: Tournament, **more: Any) -> Self:
        """The wire form of a stored tournament."""
        spec, scoring, chosen = tournament.spec, tournament.scoring, tournament.scoring.to_json()
        return cls(
            id=tournament.id,
            name=spec.name,
            game=scoring.game,
            lang=scoring.lang,
            **{name: chosen.get(name, "") for name in ("side", "rules", "policy", "fairness")},
            double_entry=spec.double_entry,
            keep_photos=spec.keep_photos,
            tie_break=spec.tie_break,
            rounds=spec.rounds,
            created=tournament.created,
            **more,
        )


class CreatedOut(TournamentOut):
    """A tournament that was just created, with the tokens of its organiser and arbiters; they are shown only once."""

    token: str = Field(description="may change everything")
    arbiter_token: str = Field(description="may see sheets, correct and rule")


class StatusOut(TournamentOut):
    """A tournament and how it stands."""

    published: bool
    final: bool
    role: str = Field(description="what the token sent makes of its holder: organiser, arbiter or public")
    word_list_changed: bool = Field(description="another word list is installed than the one that judged the sheets")
    summary: SummaryOut

    @classmethod
    def from_view(cls, view: Overview, role: str) -> Self:
        """How a tournament stands."""
        summary = SummaryOut.model_validate(view.summary)
        stands = {"published": view.published, "final": view.final, "word_list_changed": view.outdated}
        return cls.of(view.tournament, **stands, role=role, summary=summary)


class TournamentsOut(BaseModel):
    """All tournaments."""

    tournaments: list[TournamentOut]


class AddedOut(BaseModel):
    """The pages that were taken in; they are scored in the background."""

    pages: int
    names: list[str]


class DeletedOut(BaseModel):
    """What is gone for good."""

    deleted: str = Field(description="the id of the tournament")


class PhotosDeletedOut(BaseModel):
    """The sheets whose photos are gone for good."""

    sheets: list[str]


class DoubtOut(BaseModel):
    """A doubt that would change the total; with row and column 0 it is not about a letter."""

    kind: str
    place: list[int]
    row: int
    column: int
    letter: str
    other: str = Field(serialization_alias="or")
    p: float
    total_if: int

    @classmethod
    def of(cls, doubt: Doubt) -> Self:
        """The wire form of a doubt."""
        (row, column), p = doubt.cell, doubt.p
        return cls(kind=doubt.kind, place=list(doubt.place), row=row, column=column, letter=doubt.subject,
                   other=doubt.other, p=p, total_if=doubt.total_if)  # fmt: skip


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
    reasons: list[str]
    same_as: str | None
    corrected: bool
    withdrawn: bool
    empty: bool
    seen_by: list[str]
    suggestions: list[str]
    doubts: list[DoubtOut]

    @classmethod
    def of(cls, row: Row) -> Self:
        """The wire form of a sheet."""
        now, who = row.result, row.identity
        return cls(
            sheet=row.id,
            page=row.page,
            number=row.index,
            player=who.player or None,
            round=who.round,
            table=who.table or None,
            known_by=who.how or None,
            side=str(now.columns.get("side", "")) or None,
            rules=str(now.columns.get("rules", "")),
            grid=list(now.grid),
            total=now.total,
            read_total=row.read.total,
            claimed_total=now.claimed,
            certainty=now.certainty,
            expected_damage=round(weight(row), 4),
            open=list(row.open),
            reasons=list(now.reasons),
            same_as=row.same_as or None,
            corrected=row.corrected,
            withdrawn=row.withdrawn,
            empty=now.empty,
            seen_by=list(row.seen_by),
            suggestions=list(row.suggestions),
            doubts=[DoubtOut.of(doubt) for doubt in now.doubts],
        )


class IdentityOut(Answer):
    """Who played, and in which round."""

    player: str
    round: str


class RivalOut(BaseModel):
    """Another sheet that claims the same place, or shows the same letters."""

    sheet: str
    page: str
    player: str | None
    round: str
    total: int
    grid: list[str]

    @classmethod
    def of(cls, row: Row) -> Self:
        """The wire form of a sheet to compare with."""
        who = row.identity
        return cls(
            sheet=row.id,
            page=row.page,
            player=who.player or None,
            round=who.round,
            total=row.total,
            grid=list(row.result.grid),
        )


class CaseOut(SheetOut):
    """A sheet that waits for a person; `suggestions` are those who may have played it."""

    coded: IdentityOut | None = Field(None, description="who the QR code names where the manifest says otherwise")
    rivals: list[RivalOut] = Field([], description="the sheets to compare it with")

    @classmethod
    def of_case(cls, case: Case) -> Self:
        """The wire form of a case."""
        base = cls.of(case.row).model_dump(exclude={"suggestions", "coded", "rivals"})
        return cls(
            **base,
            suggestions=list(case.offers),
            coded=IdentityOut.model_validate(case.row.coded) if case.row.coded else None,
            rivals=[RivalOut.of(row) for row in case.rivals],
        )


class SheetsOut(BaseModel):
    """All sheets in the order of their pages."""

    sheets: list[SheetOut]


class RejectedOut(Answer):
    """A page that could not be scored, and the next step."""

    page: str
    code: str
    hint: str


class ReviewOut(BaseModel):
    """What a person must look at, the greatest expected damage first."""

    queue: list[CaseOut]
    rejected: list[RejectedOut]


class CorrectedOut(BaseModel):
    """What a correction did, and the line of the log that it can be undone by."""

    before: int
    after: int
    entry: int
    sheet: SheetOut


class ChangeOut(Answer):
    """A total that a ruling changes."""

    sheet: str
    page: str
    player: str
    before: int
    after: int


class RuledOut(BaseModel):
    """What a ruling changes."""

    word: str
    allow: bool
    preview: bool
    changed: list[ChangeOut]


class RejudgedOut(BaseModel):
    """What another word list changes."""

    preview: bool
    changed: list[ChangeOut]


class DisagreementOut(Answer):
    """A cell that two arbiters see differently."""

    sheet: str
    page: str
    player: str
    row: int
    column: int
    letters: dict[str, str]


class DisagreementsOut(BaseModel):
    """All cells that arbiters see differently."""

    disagreements: list[DisagreementOut]


class LogEntryOut(Answer):
    """One line of the log, and the same as a sentence."""

    id: int
    at: str
    who: str
    kind: str
    sheet: str
    what: dict[str, Any]
    why: str
    stands: bool = True
    sentence: str = ""

    @classmethod
    def of(cls, entry: LogEntry, stands: bool, sentence: str) -> Self:
        """The wire form of a line."""
        return cls.model_validate(entry).model_copy(update={"stands": stands, "sentence": sentence})


class LogOut(BaseModel):
    """All corrections and rulings, in the order they were made."""

    log: list[LogEntryOut]


class PlayerOut(Answer):
    """One line of the roster."""

    name: str
    team: str
    table: str


class AbsenceOut(Answer):
    """A player of the roster without a sheet in a round."""

    player: str
    round: str
    table: str
    team: str


class RosterOut(BaseModel):
    """Who plays, who is missing, and which names two players share."""

    players: list[PlayerOut]
    missing: list[AbsenceOut]
    same_names: list[str]
    passed_over: list[str] = Field(default=[], description="columns of the list just given that are not known")


class PlaceOut(Answer):
    """One player's place."""

    place: int
    player: str
    total: int
    rounds: dict[str, int]
    open: int
    team: str
    table: str
    sheets: dict[str, str]


class TeamOut(Answer):
    """One team's place."""

    place: int
    team: str
    total: int
    players: int
    rounds: dict[str, int]


class StandingsOut(BaseModel):
    """The ranking; equal totals share a place unless best rounds decide."""

    tournament: str
    final: bool
    published: bool
    rounds: list[str]
    places: list[PlaceOut]
    teams: list[TeamOut]
    summary: SummaryOut


class SentOut(BaseModel):
    """A photo that a player sent and that has no result: it waits, or it could not be used."""

    page: str
    state: str = Field(description="pending or rejected")
    code: str = Field(description="why it could not be used")
    hint: str


class OwnOut(BaseModel):
    """What a player sees with the code on the sheet."""

    tournament: str
    final: bool
    player: str
    place: PlaceOut | None
    sheets: list[dict[str, Any]]
    sent: list[SentOut] = Field(description="photos the player sent that wait or could not be used")


class LeagueTournamentOut(BaseModel):
    """A tournament of a season."""

    id: str
    name: str
    created: str
    final: bool


class LeaguePlaceOut(Answer):
    """One player's place in a season; `by_tournament` goes by the tournaments' ids."""

    place: int
    player: str
    points: int
    played: int
    by_tournament: dict[str, int]


class LeagueOut(BaseModel):
    """The table of a season over several tournaments; equal points share a place."""

    by: str
    best: int
    tournaments: list[LeagueTournamentOut]
    places: list[LeaguePlaceOut]
