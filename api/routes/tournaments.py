"""Tournaments: create, add sheets, watch, review, correct, rule, publish. Reading is free; changing needs the token."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Literal

from fastapi import APIRouter, FastAPI, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from api import tournament_schemas as wire
from api.deps import SettingsDep
from api.problems import BadForm, documented
from api.routes import tournament_review
from api.tournament_deps import (
    Authorization,
    Id,
    OrganiserDep,
    TournamentsDep,
    Unauthorized,
    ViewDep,
    bearer,
    wire_errors,
)
from referee.settings import Settings
from tournament.entities import Recipe
from tournament.exports import (
    csv_text,
    rejected_table,
    results_table,
    review_table,
    standings_document,
    standings_table,
)
from tournament.service import TournamentService, same_token
from tournament.standings_page import standings_page, style_hash
from tournament.workbook import workbook

router = APIRouter(prefix="/v1/tournaments", tags=["tournaments"])
router.include_router(tournament_review.router)
FILES_LIMIT = 2000  # files in one upload
TICK_SECONDS = 0.5  # how often progress is looked at
BEAT_SECONDS = 15.0  # how often a quiet stream says that it lives
FORMATS = {"application/json": "json", "text/csv": "csv", "text/html": "html"}
TABLES = {"results": results_table, "review": review_table, "rejected": rejected_table, "standings": standings_table}
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the service with the service: what was accepted before a restart is scored now."""
    settings: Settings = app.state.settings
    service = await run_in_threadpool(TournamentService, settings.data, settings.store, settings.workers)
    app.state.service = service
    service.open()
    yield
    await run_in_threadpool(service.close)


@router.post("", status_code=201, summary="Create a tournament", responses=documented(401, 413, 422))
def create(
    request: Request,
    service: TournamentsDep,
    settings: SettingsDep,
    asked: wire.TournamentIn,
    authorization: Authorization = "",
) -> wire.CreatedOut:
    """A new tournament. Where the service has no token of its own, the answer holds one; it is shown only here."""
    if settings.token and not same_token(bearer(authorization), settings.token):
        raise Unauthorized()
    factory = getattr(request.app.state, "tournament_factory", Recipe.factory)
    tournament, token = service.create(asked.agreement(settings.lang, settings.reader, factory))
    return wire.CreatedOut.of(tournament, token=None if settings.token else token)


@router.get("", summary="All tournaments")
def list_all(service: TournamentsDep) -> wire.TournamentsOut:
    """The tournaments of this service, the newest first."""
    return wire.TournamentsOut(tournaments=[wire.TournamentOut.of(entry) for entry in service.store.tournaments()])


@router.get("/{id}", summary="How a tournament stands", responses=documented(404, 422))
def status(view: ViewDep) -> wire.StatusOut:
    """What is agreed, what went in and what came out."""
    return wire.StatusOut.from_view(view)


@router.post(
    "/{id}/sheets",
    status_code=202,
    summary="Add photos, ZIP files or PDF files",
    response_model=wire.AddedOut,
    responses=documented(400, 401, 404, 413, 422),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "required": ["photos"],
                        "properties": {
                            "photos": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1},
                            "player": {"type": "string", "maxLength": 80},
                            "round": {"type": "string", "maxLength": 20},
                        },
                    }
                }
            },
        }
    },
)
async def add(request: Request, service: TournamentsDep, tournament: OrganiserDep) -> wire.AddedOut:
    """The files are on disk and noted when this answers; they are scored in the background, also after a restart."""
    # The token was checked before the body is taken: nobody else can fill the disk.
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise BadForm("The request is not multipart/form-data.", "Send the files in the field `photos`.")
    async with request.form(max_files=FILES_LIMIT, max_fields=10) as form:
        files = [entry for entry in form.getlist("photos") if isinstance(entry, UploadFile)]
        if not files:
            raise BadForm("There is no file in the field `photos`.", "Send the files in the field `photos`.")
        said = {name: str(form.get(name) or "")[:80] for name in ("player", "round")}
        named = [(entry.filename or "photo", entry.file) for entry in files]
        pages = await run_in_threadpool(lambda: service.add(tournament.id, named, **said))
    return wire.AddedOut(pages=len(pages), names=[page.name for page in pages])


@router.get(
    "/{id}/events",
    summary="Progress as server-sent events",
    response_class=StreamingResponse,
    responses=documented(404, 422) | {200: {"content": {"text/event-stream": {}}}},
)
async def events(service: TournamentsDep, id: Id) -> StreamingResponse:
    """An event `progress` whenever counts change, and `done` when nothing is pending; then the stream ends."""
    with wire_errors():
        await run_in_threadpool(service.store.tournament, id)
    return StreamingResponse(
        _progress(service, id), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def _progress(service: TournamentService, id: str) -> AsyncIterator[str]:
    last: dict[str, int] = {}
    quiet = 0.0
    while True:
        counts = await run_in_threadpool(service.store.counts, id)
        if counts != last:
            last, quiet = counts, 0.0
            yield f"event: progress\ndata: {json.dumps(counts)}\n\n"
        if not counts["pending"]:
            yield f"event: done\ndata: {json.dumps(counts)}\n\n"
            return
        await asyncio.sleep(TICK_SECONDS)
        quiet += TICK_SECONDS
        if quiet >= BEAT_SECONDS:
            quiet = 0.0
            yield ": still here\n\n"


@router.get(
    "/{id}/standings",
    summary="The ranking",
    response_class=Response,
    responses=documented(404, 422)
    | {
        200: {
            "model": wire.StandingsOut,
            "content": {"text/csv": {"schema": {"type": "string"}}, "text/html": {"schema": {"type": "string"}}},
        }
    },
)
def standings(
    request: Request,
    view: ViewDep,
    format: Annotated[Literal["json", "csv", "html"] | None, Query(description="else by the Accept header")] = None,
) -> Response:
    """As JSON, as CSV, or as a standings page in HTML that is ready to print. Equal totals share a place."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept"}
    form = format or _accepted(request.headers.get("accept", ""))
    if form == "csv":
        return PlainTextResponse(csv_text(standings_table(view)), headers=headers, media_type="text/csv")
    if form == "html":
        policy = f"default-src 'none'; style-src '{style_hash()}'; frame-ancestors 'none'"
        return HTMLResponse(standings_page(view), headers=headers | {"Content-Security-Policy": policy})
    return JSONResponse(standings_document(view), headers=headers)


def _accepted(accept: str) -> str:
    wanted = [part.partition(";")[0].strip() for part in accept.split(",")]
    return next((FORMATS[kind] for kind in wanted if kind in FORMATS), "json")


@router.get(
    "/{id}/exports/{name}",
    summary="Lists for a spreadsheet",
    response_class=Response,
    responses=documented(404, 422) | {200: {"content": {"text/csv": {}, XLSX: {}}}},
)
def export(
    view: ViewDep,
    name: Annotated[Literal["results.csv", "results.xlsx", "review.csv", "rejected.csv", "standings.csv"], Path()],
) -> Response:
    """All sheets, the review queue, the rejected pages: as CSV, or all of them in one workbook."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    if name == "results.xlsx":
        return Response(workbook({key: make(view) for key, make in TABLES.items()}), media_type=XLSX, headers=headers)
    return PlainTextResponse(csv_text(TABLES[name.removesuffix(".csv")](view)), headers=headers, media_type="text/csv")
