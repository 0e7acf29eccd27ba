"""Records of Q4 games in, checked games out; and sheets judged again with what people said of them."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import ValidationError

from api.deps import ComputeDep, PoolDep
from api.forms import TextsLanguage
from api.problems import documented
from api.q4_requests import Q4RecordIn, Q4SheetIn
from api.schemas import Q4CheckOut, Q4VerdictOut
from q4.check import check
from q4.documents import document, record_document
from q4.load import record_schema
from q4.parse import MOST_BYTES, decoded, parse_record
from q4.q4_errors import BadRecord
from q4.record import Record
from q4.words import WordList, english

router = APIRouter(prefix="/v1/q4", tags=["q4"])
RECORD: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "description": "a record by the schema qwords.q4-record/1; or an object with that `record`, "
                    "`words` (the list, one word a line) and `words_name`",
                }
            }
        },
    }
}


@router.post(
    "/checks",
    summary="Check a record of a Q4 game",
    response_class=JSONResponse,
    responses={200: {"model": Q4CheckOut}, **documented(413, 422, 429, 503)},
    openapi_extra=RECORD,
)
async def checks(
    request: Request,
    pool: PoolDep,
    compute: ComputeDep,
    texts: TextsLanguage = "en",
    coach: bool = False,
    record: bool = False,
) -> JSONResponse:
    """Points by round, violations, findings and standings; takes a few milliseconds.

    `coach`: also the best move of each round; `record`: also the record as it was understood.
    """
    body = await request.body()
    game, words = await compute(lambda: _game(_text(body)))
    answer = await compute(lambda: document(check(game, words), texts))
    if coach:
        with pool.place():  # for each player a search over all orders of play
            answer["coach"] = await pool.run("q4_advice", game, words)
    if record:
        answer["record"] = record_document(game)
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


def _game(text: str) -> tuple[Record, WordList]:
    """The record, alone or beside the list that decides on its words."""
    value = decoded(text)
    if not isinstance(value, dict) or "record" not in value:
        return parse_record(value), english()
    try:
        asked = Q4RecordIn.model_validate(value)
    except ValidationError as error:
        raise BadRecord(f"The fields beside the record do not fit: {error.errors()[0]['msg']}") from None
    return parse_record(asked.record), asked.listed()


def _text(body: bytes) -> str:
    if len(body) > MOST_BYTES:
        raise BadRecord(f"The record is larger than {MOST_BYTES // 10**6} MB.")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(f"The record is not text in UTF-8: {error}") from None


@router.post(
    "/sheets",
    summary="Judge a Q4 sheet again",
    response_class=Response,
    responses={200: {"model": Q4VerdictOut}, **documented(413, 422, 429, 503)},
)
async def sheets(asked: Q4SheetIn, pool: PoolDep) -> Response:
    """The verdict of what a scan read (`evidence`, given with `pictures`), with letters and marks as people say."""
    with pool.place():  # a search over all orders of play may take a second
        body: bytes = await pool.run("again", asked.read, tuple(said.answer for said in asked.answers), asked.chosen)
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})


@router.get("/record.schema.json", summary="The JSON Schema of a record", response_class=JSONResponse)
def schema() -> JSONResponse:
    """What a record holds, as JSON Schema; see docs/q4.md."""
    return JSONResponse(record_schema(), media_type="application/schema+json")
