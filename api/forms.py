"""The multipart form of a photo, read in memory: a photo never touches a disk."""

import json
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from api.jobs import PhotoJob
from api.middleware import drain_request
from api.problems import BadForm
from api.q4_answers import Q4AnswerIn
from lexicons import LANGUAGES, POLICIES
from referee.judge import NO_ANSWERS, Answers
from referee.options import AUTO, FAIRNESS, RULES, SIDES, Options
from referee.scoring_spec import ScoringSpec
from referee.settings import Settings
from report.subject import Subject, Told

MAX_TEXT = 64_000  # characters of a word list or a log of rolls: several hundred rulings


def _any_case(*names: str) -> BeforeValidator:
    """DE is de and b is B, as on the command line."""
    spellings = {name.lower(): name for name in names}
    return BeforeValidator(lambda value: spellings.get(value.lower(), value) if isinstance(value, str) else value)


Language = Annotated[
    str, _any_case(*LANGUAGES, AUTO), Field(pattern=f"^({'|'.join((*LANGUAGES, AUTO))})$", examples=["en"])
]
TextsLanguage = Annotated[str, _any_case(*LANGUAGES), Field(pattern=r"^[a-z]{2}$")]  # else English
OneLanguage = Annotated[str, _any_case(*LANGUAGES), Field(pattern=f"^({'|'.join(LANGUAGES)})$", examples=["fr"])]
Side = Annotated[Literal["auto", "A", "B"], _any_case(*SIDES)]
RulesName = Annotated[Literal["auto", "standard", "professional"], _any_case(*RULES)]
Policy = Annotated[Literal["official", "open"], _any_case(*POLICIES)]
Fairness = Annotated[Literal["friendly", "strict"], _any_case(*FAIRNESS)]
ReportFormat = Annotated[Literal["html", "pdf"], _any_case("html", "pdf")]
Letter = Annotated[str, Field(pattern=r"^[A-Z.#]$")]
Coordinate = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]
Point = tuple[Coordinate, Coordinate]


def _from_json(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value) if value.strip() else None
    except (ValueError, RecursionError) as error:
        raise ValueError("must be JSON") from error


def _blank_is_absent(value: object) -> object:
    return None if value == "" else value


class Checked(BaseModel):
    """What is sent: unknown fields are refused, and NUL characters, which no database takes."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _without_nul(cls, data: Any) -> Any:
        if _has_nul(data):
            raise ValueError("a text holds a NUL character")
        return data


def _has_nul(data: object) -> bool:
    waiting = [data]  # no call for each level: JSON may be nested deeper than calls
    while waiting:
        found = waiting.pop()
        if isinstance(found, str) and "\0" in found:
            return True
        if isinstance(found, dict | list):
            waiting.extend(found.values() if isinstance(found, dict) else found)
    return False


class Choices(Checked):
    """How a table wants its sheets judged."""

    lang: Annotated[Language | None, BeforeValidator(_blank_is_absent)] = Field(
        None, description="language of the words; auto: by letters and claims; the service's own default if absent"
    )
    texts: Annotated[TextsLanguage | None, BeforeValidator(_blank_is_absent)] = Field(
        None, description="language of the sentences in the answer; that of the words if absent"
    )
    side: Side = Field("auto", description="printed side; auto: read it from the sheet")
    rules: RulesName = Field("auto", description="auto: professional on side B, else standard")
    policy: Policy = Field("official", description="official: the rulebook's words; open: wider lists too")
    fairness: Annotated[Fairness | None, BeforeValidator(_blank_is_absent)] = Field(
        None,
        description="how far a letter may stand by words and points: friendly or strict, as in tournaments if absent",
    )
    house: str = Field("", max_length=MAX_TEXT, description="the table's own rulings, as in a house file")
    rolls: str = Field("", max_length=MAX_TEXT, description="the log of the 25 rolls, CSV")

    def options(self, default_lang: str) -> Options:
        """The choices as the referee takes them."""
        options: Options = self.spec(Settings(lang=default_lang)).options()
        return options

    def spec(self, settings: Settings, game: str = "", tournament: bool = False) -> ScoringSpec:
        """The choices, and the settings that decide how a photo is read."""
        names = ("side", "rules", "policy", "fairness", "house", "rolls")
        chosen = {name: getattr(self, name) or "" for name in names}
        return ScoringSpec.under(settings, {**chosen, "lang": self.lang or settings.lang}, game, tournament)


class CorrectionIn(BaseModel):
    """What a person said of a sheet: a letter, its side, or its language; sheet, row and column count from 1."""

    model_config = ConfigDict(extra="forbid")

    row: int | None = Field(None, ge=1, le=5, description="with column and letter: a letter as a person read it")
    column: int | None = Field(None, ge=1, le=5)
    letter: Letter | None = None
    side: Annotated[Literal["A", "B"], _any_case("A", "B")] | None = Field(
        None, description="instead of a letter: the side that the sheet shows"
    )
    language: OneLanguage | None = Field(None, description="instead of a letter: the language of the sheet's words")
    sheet: int = Field(1, ge=1, le=100)
    by: str = Field("", max_length=80, description="who said so; for reports")
    at: str = Field("", max_length=40, description="when, as ISO 8601; for reports")

    @model_validator(mode="after")
    def _one_thing(self) -> "CorrectionIn":
        place = (self.row, self.column, self.letter)
        if (None not in place) + bool(self.side) + bool(self.language) != 1 or (None in place and any(place)):
            raise ValueError("say one thing: row, column and letter; or side; or language")
        return self

    @property
    def told(self) -> Told:
        """What was said, as a report shows it."""
        return Told(self.row, self.column, self.letter or self.side or self.language or "", self.by, self.at)


def answers_of(corrections: Iterable[CorrectionIn]) -> dict[int, Answers]:
    """What people said, by the number of the sheet; the last word on each thing counts."""
    answers: dict[int, Answers] = {}
    for said in corrections:
        known = answers.get(said.sheet, NO_ANSWERS)
        if said.row and said.column and said.letter:
            known = replace(known, cells={**known.cells, (said.row, said.column): said.letter})
        answers[said.sheet] = replace(known, side=said.side or known.side, language=said.language or known.language)
    return answers


Game = Annotated[Literal["auto", "qwords", "q4"], Field(description="auto: as the sheet looks")]
Mode = Annotated[Literal["competitive", "friendly"], Field(description="Q4: how the table played")]
WORDS = "Q4: words of two to four letters, one a line; the game's own list if absent"


class PhotoForm(Choices):
    """The fields beside the photo."""

    corners: Annotated[list[Point] | None, BeforeValidator(_from_json)] = Field(
        None, min_length=4, max_length=4,
        description="JSON: the grid's corners as a person showed them, clockwise from its top left, "
        "in pixels of the photo as displayed",
    )  # fmt: skip
    corrections: Annotated[list[CorrectionIn] | None, BeforeValidator(_from_json)] = Field(
        None, max_length=400, description="JSON: letters, side and language told by a person"
    )


class ScanForm(PhotoForm):
    """The fields of a scan."""

    pictures: bool = Field(False, description="also give each sheet's flattened picture, as a data URL")
    game: Game = "auto"
    mode: Mode = "competitive"
    words: str = Field("", max_length=MAX_TEXT, description=WORDS)


class About(BaseModel):
    """What a report says of the game itself."""

    player: str = Field("", max_length=80, description="whose sheet it is")
    event: str = Field("", max_length=80, description="the event or the table it was played at")
    date: str = Field("", max_length=40, description="when it was played")


class ReportForm(PhotoForm, About):
    """The fields of a report."""

    format: ReportFormat = "html"
    game: Game = "qwords"
    mode: Mode = "competitive"
    words: str = Field("", max_length=MAX_TEXT, description=WORDS)
    q4_answers: Annotated[list[Q4AnswerIn] | None, BeforeValidator(_from_json)] = Field(
        None, max_length=400, description="JSON: what people said of a Q4 sheet"
    )
    sheet: int | None = Field(None, ge=1, le=100, description="only this sheet of the photo, counted from 1")


@dataclass(frozen=True)
class Upload:
    """A photo with its fields, checked."""

    data: bytes
    name: str
    form: PhotoForm

    def job(self, default_lang: str) -> PhotoJob:
        """The work this upload asks for."""
        return PhotoJob(
            self.data,
            self.name,
            self.form.options(default_lang),
            tuple(self.form.corners) if self.form.corners else None,
            answers_of(self.form.corrections or ()),
            self.form.texts,
            getattr(self.form, "game", "qwords"),  # only scans and reports ask for one
            tuple(getattr(self.form, "q4_answers", None) or ()),
            getattr(self.form, "mode", "competitive"),
            getattr(self.form, "words", ""),
        )

    def subject(self) -> Subject:
        """What the report of this upload says of the game."""
        form = self.form
        assert isinstance(form, ReportForm)
        shown = [said for said in form.corrections or () if form.sheet in (None, said.sheet)]
        return Subject(
            form.player,
            form.event,
            form.date,
            form.sheet,
            tuple(form.corners) if form.corners else None,
            tuple(said.told for said in shown),
        )


class MemoryParser(MultiPartParser):
    """A parser that keeps files in memory; the body's limit bounds them."""

    spool_max_size = 2**40


async def read_upload(request: Request, kind: type[PhotoForm]) -> Upload:
    """The photo and the checked fields of a multipart request."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise BadForm("The request is not multipart/form-data.")
    try:
        async with aclosing(request.stream()) as stream:
            parser = MemoryParser(request.headers, stream, max_files=1, max_fields=20, max_part_size=2 * MAX_TEXT)
            form = await parser.parse()
    except (MultiPartException, KeyError, ValueError) as error:
        await drain_request(request)
        raise BadForm(str(error) or "The multipart form is damaged.") from error
    try:
        return await _check(form, kind)
    finally:
        await form.close()


async def _check(form: FormData, kind: type[PhotoForm]) -> Upload:
    photo = form.get("photo")
    if not isinstance(photo, UploadFile):
        raise BadForm("There is no file in the field `photo`.")
    fields = {name: value for name, value in form.items() if name != "photo"}
    try:
        checked = kind.model_validate(fields)
    except ValidationError as error:
        raise RequestValidationError(_located(error.errors())) from error
    return Upload(await photo.read(), photo.filename or "photo", checked)


def _located(errors: Iterable[Any]) -> list[dict[str, Any]]:
    return [{**error, "loc": ("body", *error["loc"])} for error in errors]


def form_schema(kind: type[PhotoForm]) -> dict[str, Any]:
    """The OpenAPI request body of a form that carries a photo."""
    schema = kind.model_json_schema()
    photo = {"type": "string", "format": "binary", "description": "JPEG, PNG, WebP, TIFF or BMP"}
    properties: dict[str, Any] = {"photo": photo}
    for name, entry in schema["properties"].items():
        structured = name in {"corners", "corrections", "q4_answers"}
        properties[name] = {"type": "string", "description": entry["description"]} if structured else entry
    properties["corners"]["examples"] = ["[[412,300],[1490,318],[1475,1402],[398,1380]]"]
    properties["corrections"]["examples"] = ['[{"row":3,"column":2,"letter":"N"}]']
    body = {"type": "object", "required": ["photo"], "properties": properties, "additionalProperties": False}
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": body}}}}
