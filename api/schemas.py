"""The wire, version 1: what goes in and comes out as JSON. Field names are those of the verdict document."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from api.forms import About, Choices, CorrectionIn, OneGame, OneLanguage, Point, ReportFormat
from referee.games import codes

Row = Annotated[str, Field(max_length=40)]
GridIn = Annotated[str, Field(max_length=200)] | Annotated[list[Row], Field(min_length=1, max_length=5)]
Probability = Annotated[float, Field(ge=0, le=1)]
Written = Annotated[str, Field(max_length=12)]

EXAMPLE_GRID = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"


class ClaimsIn(BaseModel):
    """What the player wrote around the grid: "" nothing, "-" a dash."""

    rows: list[Written] = Field(min_length=5, max_length=5)
    columns: list[Written] = Field(min_length=5, max_length=5)
    bonus: bool | None = None
    total: Written = ""


Cell = Annotated[int, Field(ge=0, le=24)]
Ranking = Annotated[dict[Annotated[str, Field(max_length=12)], Probability], Field(min_length=1, max_length=200)]


class EvidenceIn(BaseModel):
    """What a photo told of a sheet, as it stands in a verdict: every ranking by symbol."""

    letters: list[Ranking] = Field(min_length=25, max_length=25)
    rows: list[Ranking] = Field(max_length=5)
    columns: list[Ranking] = Field(max_length=5)
    total: Ranking | None
    bonus: Ranking | None
    joker: Ranking | None
    side: Literal["A", "B"] | None
    side_p: Probability
    turn_p: Probability
    corners: list[Point] | None = Field(min_length=4, max_length=4)
    spare: bool = Field(False, description="an empty sheet beside a filled one in the same photo")
    alike: list[tuple[Cell, Cell, Probability]] = Field(
        [], max_length=300, description="pairs of cells, from 0, that may hold one letter, with the probability"
    )


Likelihood = Annotated[float, Field(gt=0, le=1e9)]


class ContextIn(BaseModel):
    """How likely the neighbours' readings are if this sheet is of a language, and of a side."""

    languages: dict[OneLanguage, Likelihood] = {}
    sides: dict[Literal["A", "B"], Likelihood] = {}


class ScoreIn(Choices):
    """Typed or corrected letters to be scored."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"grid": EXAMPLE_GRID, "lang": "en", "side": "A", "rules": "auto"}]},
    )

    game: OneGame = Field(codes()[0], description="what was played")
    grid: GridIn | None = Field(
        None, description="typed letters: five rows, as a list or joined by /; a point is an empty cell"
    )
    claims: ClaimsIn | None = Field(None, description="what was written around typed letters")
    evidence: EvidenceIn | None = Field(None, description="instead of a grid: the `evidence` of a photo's verdict")
    answers: list[CorrectionIn] = Field(
        [], max_length=27, description="letters, side and language told by a person, over the evidence"
    )

    context: ContextIn | None = Field(None, description="what the neighbours' sheets make likely for this one")

    @model_validator(mode="after")
    def _one_source(self) -> "ScoreIn":
        if (self.grid is None) == (self.evidence is None):
            raise ValueError("give either grid or evidence")
        return self

    @property
    def text(self) -> str:
        """The typed grid as one string."""
        return self.grid if isinstance(self.grid, str) else "/".join(self.grid or ())


class TypedReportIn(ScoreIn, About):
    """Letters to make a report of."""

    format: ReportFormat = "html"


class LineOut(BaseModel):
    """One row or column, and the word that scores in it."""

    axis: Literal["row", "column"]
    index: int
    letters: str
    word: str | None
    start: int | None
    points: int
    doubled: bool
    category: str | None
    why_code: str | None
    fame: float | None
    sources: list[str]
    spellings: list[str]
    claimed: str | None


class CellOut(BaseModel):
    """A letter as it was read."""

    letter: str
    p: float
    others: list[tuple[str, float]]


class ClaimedOut(BaseModel):
    """What the player wrote around the grid."""

    rows: list[str]
    columns: list[str]
    bonus: bool | None
    total: str


class FindingOut(BaseModel):
    """Where the player's figures and the score differ."""

    kind: str
    where: str
    claimed: str | None
    computed: str | None
    text: str
    hinges: list["AlsoOut"] | None = Field(None, description="other readings of single cells that would clear it")


class AlsoOut(BaseModel):
    """Another reading of a single cell."""

    row: int
    column: int
    or_: str = Field(alias="or")


class DoubtOut(BaseModel):
    """Another letter, side or language that would change the total; only a letter has a row and a column."""

    kind: Literal["letter", "side", "language"]
    row: int | None
    column: int | None
    letter: str
    or_: str = Field(alias="or")
    p: float
    total_if: int
    alike: list[tuple[int, int]] | None = Field(None, description="cells that may be asked in the same question")


class PictureOut(BaseModel):
    """The flattened sheet: the grid's top left lies at `origin`, its cells are `pitch` pixels wide and high."""

    url: str
    width: int
    height: int
    pitch: float
    origin: tuple[float, float]


class UnweighedOut(BaseModel):
    """What the letters' shapes alone say, where other evidence has shifted a doubtful letter."""

    grid: list[str]
    total: int


class DisputableOut(BaseModel):
    """A scored name that few know, and the total if the table refuses it."""

    word: str
    line: str
    total_without: int


class AllowableOut(BaseModel):
    """A word that the list refused, and the total if the table accepts it."""

    word: str
    line: str
    total_with: int


class ContextOut(BaseModel):
    """What the neighbours' sheets made likely for this one."""

    languages: dict[str, float]
    sides: dict[str, float]


class SheetOut(BaseModel):
    """The verdict of one sheet."""

    corners: list[tuple[float, float]] | None = None
    empty: bool | None = None
    language: str
    language_p: float
    languages: list[tuple[str, int, float]]
    policy: str
    fairness: str
    context: ContextOut | None = None
    side: str | None
    side_p: float
    rules: str
    joker_crossed: bool | None
    grid: list[str]
    cells: list[list[CellOut]] | None = None
    weighed_by: list[str] | None = None
    unweighed: UnweighedOut | None = None
    lines: list[LineOut]
    bonus: int
    total: int
    rating: str
    claimed: ClaimedOut | None
    findings: list[FindingOut]
    certainty: float
    totals: list[tuple[int, float]]
    needs_review: bool
    reasons: list[str]
    disputable: list[DisputableOut]
    allowable: list[AllowableOut]
    doubts: list[DoubtOut]
    evidence: EvidenceIn
    picture: PictureOut | None = None


class SwapOut(BaseModel):
    """One letter changed, and the total it would give."""

    row: int
    column: int
    letter: str
    total: int


class ReachedOut(BaseModel):
    """A sheet that the rolls allow, found by a search; the best there is lies between `total` and `at_most`."""

    grid: list[str]
    total: int
    at_most: int


class CoachOut(BaseModel):
    """What would have been better."""

    total: int
    rating: int = Field(description="step of the solo game's title, 0 to 11")
    points_to_next: int | None
    swap: SwapOut | None
    rolls: ReachedOut | None


class SightedOut(BaseModel):
    """A grid in a camera's frame."""

    corners: list[tuple[float, float]]
    light: float = Field(description="0 dark to 1 bright, inside the grid")
    sharp: float = Field(description="only to be compared between frames of one camera")


class FrameOut(BaseModel):
    """What is seen in a camera's frame."""

    width: int
    height: int
    grids: list[SightedOut]


class PhotoOut(BaseModel):
    """The photo a verdict is about."""

    name: str
    sha256: str
    width: int
    height: int


class VerdictOut(BaseModel):
    """The verdict of a photo or of typed letters."""

    schema_: Literal["qwords.verdict/1"] = Field(alias="schema")
    photo: PhotoOut | None = None
    sheets: list[SheetOut]


class Q4VerdictOut(BaseModel):
    """The verdict of a photo of a Q4 sheet; docs/q4.md has its fields."""

    schema_: Literal["qwords.q4-verdict/1"] = Field(alias="schema")
    game: Literal["q4"]
    photo: PhotoOut | None
    sheets: list[dict[str, Any]]


class Q4CheckOut(BaseModel):
    """A checked record of a Q4 game; docs/q4.md has its fields."""

    schema_: Literal["qwords.q4/1"] = Field(alias="schema")
    mode: Literal["competitive", "friendly"]
    words: str
    players: list[dict[str, Any]]
    standings: list[dict[str, Any]]


class WordOut(BaseModel):
    """Whether a word counts, and why."""

    word: str
    language: str
    valid: bool
    tier: str | None
    category: str | None
    spellings: list[str]
    sources: list[str]
    frequency: float | None
    why: str
    why_code: str
    fame: float
    lists: list[str]
    known_as: list[str]
    look_up: str


class MetaOut(BaseModel):
    """What this service is and what it takes."""

    name: str
    version: str
    languages: list[str]
    default_language: str
    sides: list[str]
    rules: list[dict[str, Any]]
    policies: list[str]
    ratings: dict[str, Any] = Field(description="minimums and, by language, the titles they earn in the solo game")
    lexicons: dict[str, str] = Field(description="language to the hash of its word lists")
    letters: dict[str, dict[str, str]] = Field(description="by language, how Ä and its like are written on a sheet")
    reader: dict[str, str]
    limits: dict[str, int]
