"""Tournaments: create, add sheets, watch, review, correct, rule, publish. Reading is free; changing needs the token."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from api import tournament_schemas as wire
from api.deps import SettingsDep
from api.problems import BadForm, documented
from api.tournament_deps import (
    Authorization,
    HallDep,
    Id,
    OrganiserDep,
    SheetId,
    Unauthorized,
    ViewDep,
    bearer,
    wire_errors,
)
from referee.settings import Settings
from referee.tournament import errors
from referee.tournament.desk import Desk, disagreements, find_one
from referee.tournament.evidence import photo_of
from referee.tournament.exports import (
    csv_text,
    rejected_table,
    results_table,
    review_table,
    standings_document,
    standings_table,
)
from referee.tournament.hall import Hall, same_token
from referee.tournament.ledger import Ledger
from referee.tournament.overview import overview
from referee.tournament.picture import sheet_picture
from referee.tournament.store import Tournament
from referee.tournament.values import Recipe, Row
from referee.tournament.wall import style_hash, wall_sheet
from referee.tournament.workbook import workbook

router = APIRouter(prefix="/v1/tournaments", tags=["tournaments"])
FILES_LIMIT = 2000  # files in one upload
TICK_SECONDS = 0.5  # how often progress is looked at
BEAT_SECONDS = 15.0  # how often a quiet stream says that it lives
FORMATS = {"application/json": "json", "text/csv": "csv", "text/html": "html"}
TABLES = {"results": results_table, "review": review_table, "rejected": rejected_table, "standings": standings_table}
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the hall with the service: what was accepted before a restart is scored now."""
    settings: Settings = app.state.settings
    hall = await run_in_threadpool(Hall, settings.data, settings.store, settings.workers)
    app.state.hall = hall
    hall.open()
    yield
    await run_in_threadpool(hall.close)


@router.post("", status_code=201, summary="Create a tournament", responses=documented(401, 413, 422))
def create(
    request: Request, hall: HallDep, settings: SettingsDep, asked: wire.TournamentIn, authorization: Authorization = ""
) -> wire.CreatedOut:
    """A new tournament. Where the service has no token of its own, the answer holds one; it is shown only here."""
    if settings.token and not same_token(bearer(authorization), settings.token):
        raise Unauthorized()
    factory = getattr(request.app.state, "tournament_factory", Recipe.factory)
    tournament, token = hall.create(asked.agreement(settings.lang, settings.reader, factory))
    return wire.CreatedOut.of(tournament, token=None if settings.token else token)


@router.get("", summary="All tournaments")
def list_all(hall: HallDep) -> wire.TournamentsOut:
    """The tournaments of this service, the newest first."""
    return wire.TournamentsOut(tournaments=[wire.TournamentOut.of(entry) for entry in hall.store.tournaments()])


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
async def add(request: Request, hall: HallDep, tournament: OrganiserDep) -> wire.AddedOut:
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
        pages = await run_in_threadpool(lambda: hall.add(tournament.id, named, **said))
    return wire.AddedOut(pages=len(pages), names=[page.name for page in pages])


@router.get(
    "/{id}/events",
    summary="Progress as server-sent events",
    response_class=StreamingResponse,
    responses=documented(404, 422) | {200: {"content": {"text/event-stream": {}}}},
)
async def events(hall: HallDep, id: Id) -> StreamingResponse:
    """An event `progress` whenever counts change, and `done` when nothing is pending; then the stream ends."""
    with wire_errors():
        await run_in_threadpool(hall.store.tournament, id)
    return StreamingResponse(_progress(hall, id), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


async def _progress(hall: Hall, id: str) -> AsyncIterator[str]:
    last: dict[str, int] = {}
    quiet = 0.0
    while True:
        counts = await run_in_threadpool(hall.store.counts, id)
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


@router.get("/{id}/sheets", summary="All sheets", responses=documented(404, 422))
def sheets(view: ViewDep) -> wire.SheetsOut:
    """Every sheet as it stands, in the order of the pages."""
    return wire.SheetsOut(sheets=[wire.SheetOut.of(row) for row in view.rows])


@router.get(
    "/{id}/sheets/{sheet}", summary="One sheet's verdict", response_class=JSONResponse, responses=documented(404, 422)
)
def sheet(hall: HallDep, view: ViewDep, sheet: SheetId) -> Response:
    """The verdict of one sheet, with all corrections and rulings applied."""
    with wire_errors():
        row = find_one(view.rows, sheet)
        return JSONResponse(_document(hall, view.tournament, row.key) | {"sheet": row.id, "open": list(row.open)})


def _document(hall: Hall, tournament: Tournament, key: str) -> dict[str, Any]:
    ledger = Ledger(hall.store, tournament)
    found = next((document for row, document in ledger.sheets() if row.key == key), None)
    if found is None:
        raise errors.UnknownSheet(key)
    return found


@router.get(
    "/{id}/sheets/{sheet}/picture",
    summary="One sheet's picture",
    response_class=Response,
    responses=documented(401, 404, 422) | {200: {"content": {"image/jpeg": {}}}},
)
def picture(hall: HallDep, tournament: OrganiserDep, sheet: SheetId) -> Response:
    """The sheet laid flat, where photos are kept; only for the organiser."""
    with wire_errors():
        row = find_one(overview(hall.store, tournament.id).rows, sheet)
        photo = photo_of(hall.store, tournament.id, row, hall.photos(tournament.id))
        corners = _document(hall, tournament, row.key)["corners"]
        return Response(sheet_picture(photo, corners), media_type="image/jpeg", headers={"Cache-Control": "no-store"})


@router.get("/{id}/review", summary="What a human must look at", responses=documented(404, 422))
def review(view: ViewDep) -> wire.ReviewOut:
    """The review queue, the greatest expected damage first, and the pages that were rejected."""
    rejected = [wire.RejectedOut.model_validate(page) for page in view.rejected]
    return wire.ReviewOut(queue=[wire.SheetOut.of(row) for row in view.queue], rejected=rejected)


@router.post(
    "/{id}/corrections",
    status_code=201,
    summary="Correct a sheet",
    responses=documented(401, 404, 413, 422),
)
def correct(hall: HallDep, tournament: OrganiserDep, asked: wire.CorrectionIn) -> wire.CorrectedOut:
    """Append a correction to the log; totals and standings follow at once."""
    with wire_errors():
        desk = Desk(hall.store, tournament.id, asked.who)
        before = desk.find(asked.sheet)
        after = _apply(desk, before, asked)
    return wire.CorrectedOut(before=before.total, after=after.total, sheet=wire.SheetOut.of(after))


def _apply(desk: Desk, row: Row, asked: wire.CorrectionIn) -> Row:
    if asked.grid is not None:
        row = desk.grid(row, asked.grid, asked.why, asked.settle)
    if asked.cells:
        row = desk.letters(row, [f"{cell.row},{cell.column}={cell.letter}" for cell in asked.cells], asked.why)
    if (asked.player, asked.round, asked.table) != (None, None, None):
        row = desk.player(row, asked.player or "", asked.round or "", asked.table or "", asked.why)
    if asked.side or asked.rules:
        row = desk.side(row, asked.side, asked.rules, asked.why)
    if asked.withdraw is not None:
        row = desk.withdraw(row, asked.why, restore=not asked.withdraw)
    return desk.confirm(row, asked.why) if asked.confirm else row


@router.post(
    "/{id}/rulings",
    status_code=201,
    summary="Rule on a word",
    responses=documented(401, 404, 413, 422),
)
def rule(hall: HallDep, tournament: OrganiserDep, asked: wire.RulingIn) -> wire.RuledOut:
    """The ruling applies to all sheets; the answer tells which totals it changed."""
    with wire_errors():
        changes = Desk(hall.store, tournament.id, asked.who).rule(asked.word, asked.allow, asked.why)
    changed = [wire.ChangeOut.model_validate(change) for change in changes]
    return wire.RuledOut(word=asked.word, allow=asked.allow, changed=changed)


@router.get("/{id}/disagreements", summary="What two arbiters see differently", responses=documented(404, 422))
def differences(hall: HallDep, id: Id) -> wire.DisagreementsOut:
    """Every cell that arbiters see differently."""
    with wire_errors():
        found = disagreements(hall.store, id)
    return wire.DisagreementsOut(disagreements=[wire.DisagreementOut.model_validate(entry) for entry in found])


@router.get("/{id}/log", summary="All corrections and rulings", responses=documented(404, 422))
def log(hall: HallDep, view: ViewDep) -> wire.LogOut:
    """Who said what, when and why; lines are only ever appended."""
    entries = hall.store.log(view.tournament.id)
    return wire.LogOut(log=[wire.LogEntryOut.model_validate(entry) for entry in entries])


@router.post(
    "/{id}/publication",
    status_code=201,
    summary="Publish the standings",
    responses=documented(401, 404, 413, 422),
)
def publish(hall: HallDep, tournament: OrganiserDep, asked: wire.PublicationIn) -> wire.StatusOut:
    """Declare the standings public; they are final once nothing is open."""
    with wire_errors():
        Desk(hall.store, tournament.id, asked.who).publish(asked.publish, asked.why)
        return wire.StatusOut.from_view(overview(hall.store, tournament.id))


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
    """As JSON, as CSV, or as a wall sheet in HTML that is ready to print. Equal totals share a place."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept"}
    form = format or _accepted(request.headers.get("accept", ""))
    if form == "csv":
        return PlainTextResponse(csv_text(standings_table(view)), headers=headers, media_type="text/csv")
    if form == "html":
        policy = f"default-src 'none'; style-src '{style_hash()}'; frame-ancestors 'none'"
        return HTMLResponse(wall_sheet(view), headers=headers | {"Content-Security-Policy": policy})
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
