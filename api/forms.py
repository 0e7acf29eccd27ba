"""The multipart form of a photo, read in memory: a photo never touches a disk."""

import json
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model, model_validator
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from api.jobs import PhotoJob
from api.middleware import drain_request
from api.problems import BadForm
from api.q4_answers import Q4AnswerIn
from lexicons import LANGUAGES, POLICIES
from referee.game import Choice
from referee.games import AUTO, choices, codes
from referee.scoring_spec import ScoringSpec
from referee.settings import Settings
from referee.values import Answer
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
OneGame = Annotated[str, _any_case(*codes()), Field(pattern=f"^({'|'.join(codes())})$")]
AnyGame = Annotated[
    str, _any_case(AUTO, *codes()), Field(pattern=f"^({'|'.join((AUTO, *codes()))})$"),
]  # fmt: skip
Policy = Annotated[Literal["official", "open"], _any_case(*POLICIES)]
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


def _field(choice: Choice) -> tuple[Any, Any]:
    """The field of the form for what a game lets a table choose."""
    if choice.flag:
        return bool, Field(False, description=choice.help)
    if choice.values:
        kind: Any = Annotated[Literal[choice.values], _any_case(*choice.values)]
        if choice.tournament:  # what is not said is another thing there
            return Annotated[kind | None, BeforeValidator(_blank_is_absent)], Field(None, description=choice.help)
        return kind, Field(choice.default, description=choice.help)
    return str, Field(choice.default, max_length=MAX_TEXT, description=choice.help)


_fields: Any = {name: _field(choice) for name, choice in choices().items()}
_Chosen: Any = create_model("_Chosen", __base__=Checked, **_fields)


class Choices(_Chosen):  # type: ignore[misc]  # the games say which fields it has
    """How a table wants its sheets judged."""

    lang: Annotated[Language | None, BeforeValidator(_blank_is_absent)] = Field(
        None, description="language of the words; auto: by letters and claims; the service's own default if absent"
    )
    texts: Annotated[TextsLanguage | None, BeforeValidator(_blank_is_absent)] = Field(
        None, description="language of the sentences in the answer; that of the words if absent"
    )

    def chosen(self, default_lang: str) -> dict[str, str]:
        """The choices as texts, as a game takes them."""
        given = {name: getattr(self, name) for name in _fields}
        texts = {name: "yes" if value is True else value for name, value in given.items() if value}
        return {**texts, "lang": self.lang or default_lang}

    def spec(self, settings: Settings, game: str = "", tournament: bool = False) -> ScoringSpec:
        """The choices, and the settings that decide how a photo is read."""
        return ScoringSpec.under(settings, self.chosen(settings.lang), game, tournament)


class CorrectionIn(BaseModel):
    """What a person said of a sheet: a letter, its side, or its language; sheet, row and column count from 1."""

    model_config = ConfigDict(extra="forbid")

    row: int | None = Field(None, ge=1, le=99, description="with column and letter: a letter as a person read it")
    column: int | None = Field(None, ge=1, le=99)
    letter: Letter | None = None
    kind: str = Field("", max_length=20, description="instead of a letter: what else the game's sheets can be told")
    place: list[int] = Field([], max_length=8, description="of that kind, as a doubt has it")
    value: str = Field("", max_length=40, description="what it is")
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
        told = (None not in place) + bool(self.side) + bool(self.language) + bool(self.kind and self.value)
        if told != 1 or (None in place and any(place)):
            raise ValueError("say one thing: row, column and letter; or side; or language; or kind, place and value")
        return self

    @property
    def answer(self) -> Answer:
        """What was said, as every game takes it."""
        if self.kind:
            return Answer(self.kind, tuple(self.place), self.value, self.by, self.at)
        if self.row and self.column and self.letter:
            return Answer("letter", (self.row, self.column), self.letter, self.by, self.at)
        return Answer("side" if self.side else "language", (), self.side or self.language or "", self.by, self.at)

    @property
    def told(self) -> Told:
        """What was said, as a report shows it."""
        return Told(self.row, self.column, self.answer.value, self.by, self.at)


def answers_of(corrections: Iterable[CorrectionIn]) -> dict[int, tuple[Answer, ...]]:
    """What people said, in order, by the number of the sheet."""
    answers: dict[int, tuple[Answer, ...]] = {}
    for said in corrections:
        answers[said.sheet] = (*answers.get(said.sheet, ()), said.answer)
    return answers


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
    game: AnyGame = Field(AUTO, description="auto: as the sheet looks")


class About(BaseModel):
    """What a report says of the game itself."""

    player: str = Field("", max_length=80, description="whose sheet it is")
    event: str = Field("", max_length=80, description="the event or the table it was played at")
    date: str = Field("", max_length=40, description="when it was played")


class ReportForm(PhotoForm, About):
    """The fields of a report."""

    format: ReportFormat = "html"
    game: AnyGame = Field(codes()[0], description="auto: as the sheet looks")
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
        form, answers = self.form, answers_of(self.form.corrections or ())
        if marks := getattr(form, "q4_answers", None):
            shown = getattr(form, "sheet", None) or 1
            answers[shown] = (*answers.get(shown, ()), *(said.answer for said in marks))
        return PhotoJob(
            self.data,
            self.name,
            form.chosen(default_lang),
            getattr(form, "game", codes()[0]),  # only scans and reports ask for one
            tuple(form.corners) if form.corners else None,
            answers,
            form.texts,
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
