"""Tournaments: create, add sheets, watch, publish, take lists away. Figures are public; all else needs a token."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Literal

from fastapi import APIRouter, FastAPI, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool

from api import tournament_requests as asks
from api import tournament_schemas as wire
from api.deps import SettingsDep
from api.large_answers import answer
from api.live import Broadcast, progress_events, revision_events, standings_body
from api.problems import documented
from api.routes import player_routes, review_routes
from api.tournament_deps import (
    ArbiterDep,
    CreatorDep,
    Id,
    OrganiserDep,
    RoleDep,
    TournamentsDep,
    ViewDep,
)
from api.uploads import receive
from referee.files import NotWritable
from referee.settings import Settings
from sheets.qr_code import qr_svg
from tournament.arbiter import Arbiter
from tournament.exports import (
    BOM,
    csv_text,
    log_table,
    missing_table,
    rejected_table,
    results_table,
    review_table,
    standings_table,
    teams_table,
)
from tournament.overview import Overview
from tournament.rejudging import preview
from tournament.service import TournamentService
from tournament.standings_page import standings_page, style_hash
from tournament.work import referee_scorer
from tournament.workbook import workbook

router = APIRouter(prefix="/v1/tournaments", tags=["tournaments"])
router.include_router(review_routes.router)
router.include_router(player_routes.router)
EVENTS, QUIET = "text/event-stream", {"Cache-Control": "no-store"}
FORMATS = {"application/json": "json", "text/csv": "csv", "text/html": "html"}
TABLES = {
    "results": results_table,
    "review": review_table,
    "rejected": rejected_table,
    "standings": standings_table,
    "teams": teams_table,
    "missing": missing_table,
}
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the service with the service: what was accepted before a restart is scored now."""
    settings: Settings = app.state.settings
    make_scorer = getattr(app.state, "make_scorer", referee_scorer)  # tests plan what is read
    desk = getattr(app.state, "desk", "")  # the tournament of a folder, whose desk this is
    service = await run_in_threadpool(
        TournamentService, settings.data, settings.store, settings.workers, make_scorer, desk
    )
    app.state.service, app.state.broadcast = service, Broadcast(service)
    service.open()
    if not settings.token:
        await run_in_threadpool(_show_token, service)
    yield
    await app.state.broadcast.close()
    await run_in_threadpool(service.close)


def _show_token(service: TournamentService) -> None:
    """Tell whoever sits at the terminal the token that was made for them; logs name only its file."""
    with suppress(NotWritable):  # said again, and loudly, when the first tournament is created
        token = service.creation_token
        if sys.stderr.isatty():
            sys.stderr.write(f"To create a tournament: /page/organiser.html, with the token {token}\n")


@router.post("", status_code=201, summary="Create a tournament", responses=documented(401, 413, 422))
def create(service: CreatorDep, settings: SettingsDep, asked: asks.TournamentIn) -> wire.CreatedOut:
    """A new tournament, for those who hold the service's token. The tournament's own tokens are shown only here."""
    tournament, tokens = service.create(asked.agreed(settings))
    return wire.CreatedOut.of(tournament, token=tokens.organiser, arbiter_token=tokens.arbiter)


@router.get("", summary="All tournaments")
def list_all(service: TournamentsDep) -> wire.TournamentsOut:
    """The tournaments of this service, the newest first."""
    return wire.TournamentsOut(tournaments=[wire.TournamentOut.of(entry) for entry in service.store.tournaments()])


@router.get("/{id}", summary="How a tournament stands", responses=documented(404, 422))
def status(view: ViewDep, role: RoleDep) -> wire.StatusOut:
    """What is agreed, what went in and what came out."""
    return wire.StatusOut.from_view(view, role)


@router.post(
    "/{id}/publication",
    status_code=201,
    summary="Publish the standings",
    responses=documented(401, 404, 409, 413, 422),
)
def publish(tournament: OrganiserDep, asked: asks.PublicationIn) -> wire.StatusOut:
    """Declare the standings public; they are final once nothing is open. Open cases are refused unless `anyway`."""
    Arbiter(tournament, asked.who).publish(asked.publish, asked.why, asked.anyway)
    return wire.StatusOut.from_view(tournament.overview(), "organiser")


@router.post(
    "/{id}/rejudgement",
    status_code=201,
    summary="Judge all sheets again, or see whom that would change",
    responses=documented(401, 404, 413, 422),
)
def judge_again(service: TournamentsDep, tournament: OrganiserDep, asked: asks.RejudgementIn) -> wire.RejudgedOut:
    """By the word list that is installed now. What was read and said of the sheets stays; the log says so."""
    changes = preview(tournament) if asked.preview else service.rejudge(tournament.id, asked.who, asked.why)
    return wire.RejudgedOut(
        preview=asked.preview, changed=[wire.ChangeOut.model_validate(change) for change in changes]
    )


@router.post("/{id}/deletion", summary="Delete a tournament", responses=documented(401, 404, 413, 422))
def delete(
    request: Request, service: TournamentsDep, tournament: OrganiserDep, asked: asks.DeletionIn
) -> wire.DeletedOut:
    """Forget it for good: roster, results, log, photos. Its name must be given, as a confirmation."""
    service.delete(tournament.id, asked.name)
    request.app.state.broadcast.forget(tournament.id)
    return wire.DeletedOut(deleted=tournament.id)


@router.post("/{id}/photos/deletion", summary="Delete photos", responses=documented(401, 404, 413, 422))
def delete_photos(
    service: TournamentsDep, tournament: OrganiserDep, asked: asks.PhotosDeletionIn
) -> wire.PhotosDeletedOut:
    """Forget the photo of one sheet, or all photos, with the pictures of doubtful cells. What was read stays."""
    rows = Arbiter(tournament, asked.who).forget_photos(service.photos(tournament.id), asked.sheet, asked.why)
    return wire.PhotosDeletedOut(sheets=[row.id for row in rows])


@router.post(
    "/{id}/sheets",
    status_code=202,
    summary="Add photos, ZIP files or PDF files",
    response_model=wire.AddedOut,
    responses=documented(400, 401, 404, 408, 409, 413, 422, 429, 507),
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
    pages = await receive(request, await run_in_threadpool(service.inbox, tournament.id))
    return wire.AddedOut(pages=len(pages), names=[page.name for page in pages])


@router.get(
    "/{id}/events",
    summary="Progress as server-sent events",
    response_class=StreamingResponse,
    responses=documented(404, 422) | {200: {"content": {EVENTS: {}}}},
)
async def events(request: Request, service: TournamentsDep, id: Id) -> StreamingResponse:
    """An event `progress` whenever counts change, and `done` when nothing is pending; then the stream ends."""
    revision = await run_in_threadpool(service.store.revision, id)
    told = progress_events(request.app.state.broadcast, id, revision)
    return StreamingResponse(told, headers=QUIET, media_type=EVENTS)


@router.get(
    "/{id}/live",
    summary="New revisions as server-sent events",
    response_class=StreamingResponse,
    responses=documented(404, 422) | {200: {"content": {EVENTS: {}}}},
)
async def live(request: Request, service: TournamentsDep, id: Id) -> StreamingResponse:
    """An event `revision` at once and whenever something has changed: then fetch `live/standings`, with their ETag."""
    await run_in_threadpool(service.store.revision, id)
    return StreamingResponse(revision_events(request.app.state.broadcast, id), headers=QUIET, media_type=EVENTS)


@router.get(
    "/{id}/live/standings",
    summary="The ranking for those who follow the events",
    response_class=Response,
    responses=documented(404, 422) | {200: {"model": wire.StandingsOut}},
)
async def followed(request: Request, id: Id) -> Response:
    """The ranking of the last `revision` told: hundreds of phones ask for it, and none waits for a newer one."""
    view: Overview | None = request.app.state.broadcast.told(id)
    if view is None:
        service: TournamentService = request.app.state.service
        view = await run_in_threadpool(lambda: service.view(id).overview())
    return answer(request, standings_body(view))


@router.get(
    "/{id}/join.svg",
    summary="A code that brings phones to the live page",
    response_class=Response,
    responses=documented(404, 422) | {200: {"content": {"image/svg+xml": {}}}},
)
def join(request: Request, view: ViewDep) -> Response:
    """A QR code of the live page's address, as this request reached it."""
    address = f"{request.base_url}page/live.html#/{view.tournament.id}"
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(qr_svg(address), media_type="image/svg+xml", headers=headers)


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
    lang: Annotated[str, Query(pattern="^([a-z]{2})?$", description="of the page; else that of the words")] = "",
) -> Response:
    """As JSON, as CSV, or as a standings page in HTML that is ready to print."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Accept-Encoding"}
    form = format or _accepted(request.headers.get("accept", ""))
    if form == "csv":
        return PlainTextResponse(BOM + csv_text(standings_table(view)), headers=headers, media_type="text/csv")
    if form == "html":
        policy = f"default-src 'none'; style-src '{style_hash()}'; font-src 'self'; frame-ancestors 'none'"
        return HTMLResponse(standings_page(view, lang), headers=headers | {"Content-Security-Policy": policy})
    return answer(request, standings_body(view))


def _accepted(accept: str) -> str:
    wanted = [part.partition(";")[0].strip() for part in accept.split(",")]
    return next((FORMATS[kind] for kind in wanted if kind in FORMATS), "json")


@router.get(
    "/{id}/exports/{name}",
    summary="Lists for a spreadsheet",
    response_class=Response,
    responses=documented(401, 404, 422) | {200: {"content": {"text/csv": {}, XLSX: {}}}},
)
def export(
    tournament: ArbiterDep,
    name: Annotated[
        Literal[
            "results.csv",
            "results.xlsx",
            "review.csv",
            "rejected.csv",
            "standings.csv",
            "teams.csv",
            "missing.csv",
            "log.csv",
        ],
        Path(),
    ],
) -> Response:
    """All sheets, the review queue, the rejected pages, the log: as CSV, or all of them in one workbook."""
    view = tournament.overview(patient=False)
    tables = {key: make(view) for key, make in TABLES.items()} | {"log": log_table(tournament.store, tournament.id)}
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    if name == "results.xlsx":
        return Response(workbook(tables), media_type=XLSX, headers=headers)
    text = BOM + csv_text(tables[name.removesuffix(".csv")])
    return PlainTextResponse(text, headers=headers, media_type="text/csv")
