"""Records of Q4 games in, checked games out."""

from typing import Annotated, Any

from fastapi import APIRouter, Body
from fastapi.responses import JSONResponse

from api.forms import TextsLanguage
from api.problems import documented
from api.schemas import Q4CheckOut
from q4.check import check
from q4.documents import document
from q4.load import record_schema
from q4.parse import parse_record
from q4.words import english

router = APIRouter(prefix="/v1/q4", tags=["q4"])


@router.post(
    "/checks",
    summary="Check a record of a Q4 game",
    response_class=JSONResponse,
    responses={200: {"model": Q4CheckOut}, **documented(413, 422)},
)
def checks(
    record: Annotated[dict[str, Any], Body(description="a record by the schema qwords.q4-record/1")],
    texts: TextsLanguage = "en",
) -> JSONResponse:
    """Points by round, violations, findings and standings, by the English list; takes a few milliseconds."""
    result = check(parse_record(record), english())
    return JSONResponse(document(result, texts), headers={"Cache-Control": "no-store"})


@router.get("/record.schema.json", summary="The JSON Schema of a record", response_class=JSONResponse)
def schema() -> JSONResponse:
    """What a record holds, as JSON Schema; see docs/q4.md."""
    return JSONResponse(record_schema(), media_type="application/schema+json")
