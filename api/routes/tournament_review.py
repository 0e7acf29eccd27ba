"""The arbiters' routes of a tournament: sheets, review, corrections, rulings, publication."""

from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from api import tournament_schemas as wire
from api.problems import documented
from api.tournament_deps import (
    Id,
    OrganiserDep,
    SheetId,
    TournamentsDep,
    ViewDep,
    wire_errors,
)
from tournament import errors
from tournament.arbiter import Arbiter, disagreements, find_one
from tournament.entities import Row
from tournament.evidence_report import photo_of
from tournament.overview import overview
from tournament.records import Tournament
from tournament.service import TournamentService
from tournament.sheet_picture import sheet_picture
from tournament.state import TournamentState

router = APIRouter()


@router.get("/{id}/sheets", summary="All sheets", responses=documented(404, 422))
def sheets(view: ViewDep) -> wire.SheetsOut:
    """Every sheet as it stands, in the order of the pages."""
    return wire.SheetsOut(sheets=[wire.SheetOut.of(row) for row in view.rows])


@router.get(
    "/{id}/sheets/{sheet}", summary="One sheet's verdict", response_class=JSONResponse, responses=documented(404, 422)
)
def sheet(service: TournamentsDep, view: ViewDep, sheet: SheetId) -> Response:
    """The verdict of one sheet, with all corrections and rulings applied."""
    with wire_errors():
        row = find_one(view.rows, sheet)
        return JSONResponse(_document(service, view.tournament, row.key) | {"sheet": row.id, "open": list(row.open)})


def _document(service: TournamentService, tournament: Tournament, key: str) -> dict[str, Any]:
    state = TournamentState(service.store, tournament)
    found = next((document for row, document in state.sheets() if row.key == key), None)
    if found is None:
        raise errors.UnknownSheet(key)
    return found


@router.get(
    "/{id}/sheets/{sheet}/picture",
    summary="One sheet's picture",
    response_class=Response,
    responses=documented(401, 404, 422) | {200: {"content": {"image/jpeg": {}}}},
)
def picture(service: TournamentsDep, tournament: OrganiserDep, sheet: SheetId) -> Response:
    """The sheet laid flat, where photos are kept; only for the organiser."""
    with wire_errors():
        row = find_one(overview(service.store, tournament.id).rows, sheet)
        photo = photo_of(service.store, tournament.id, row, service.photos(tournament.id))
        corners = _document(service, tournament, row.key)["corners"]
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
def correct(service: TournamentsDep, tournament: OrganiserDep, asked: wire.CorrectionIn) -> wire.CorrectedOut:
    """Append a correction to the log; totals and standings follow at once."""
    with wire_errors():
        arbiter = Arbiter(service.store, tournament.id, asked.who)
        before = arbiter.find(asked.sheet)
        after = _apply(arbiter, before, asked)
    return wire.CorrectedOut(before=before.total, after=after.total, sheet=wire.SheetOut.of(after))


def _apply(arbiter: Arbiter, row: Row, asked: wire.CorrectionIn) -> Row:
    if asked.grid is not None:
        row = arbiter.grid(row, asked.grid, asked.why, asked.settle)
    if asked.cells:
        row = arbiter.letters(row, [f"{cell.row},{cell.column}={cell.letter}" for cell in asked.cells], asked.why)
    if (asked.player, asked.round, asked.table) != (None, None, None):
        row = arbiter.player(row, asked.player or "", asked.round or "", asked.table or "", asked.why)
    if asked.side or asked.rules:
        row = arbiter.side(row, asked.side, asked.rules, asked.why)
    if asked.withdraw is not None:
        row = arbiter.withdraw(row, asked.why, restore=not asked.withdraw)
    return arbiter.confirm(row, asked.why) if asked.confirm else row


@router.post(
    "/{id}/rulings",
    status_code=201,
    summary="Rule on a word",
    responses=documented(401, 404, 413, 422),
)
def rule(service: TournamentsDep, tournament: OrganiserDep, asked: wire.RulingIn) -> wire.RuledOut:
    """The ruling applies to all sheets; the answer tells which totals it changed."""
    with wire_errors():
        changes = Arbiter(service.store, tournament.id, asked.who).rule(asked.word, asked.allow, asked.why)
    changed = [wire.ChangeOut.model_validate(change) for change in changes]
    return wire.RuledOut(word=asked.word, allow=asked.allow, changed=changed)


@router.get("/{id}/disagreements", summary="What two arbiters see differently", responses=documented(404, 422))
def differences(service: TournamentsDep, id: Id) -> wire.DisagreementsOut:
    """Every cell that arbiters see differently."""
    with wire_errors():
        found = disagreements(service.store, id)
    return wire.DisagreementsOut(disagreements=[wire.DisagreementOut.model_validate(entry) for entry in found])


@router.get("/{id}/log", summary="All corrections and rulings", responses=documented(404, 422))
def log(service: TournamentsDep, view: ViewDep) -> wire.LogOut:
    """Who said what, when and why; lines are only ever appended."""
    entries = service.store.log(view.tournament.id)
    return wire.LogOut(log=[wire.LogEntryOut.model_validate(entry) for entry in entries])


@router.post(
    "/{id}/publication",
    status_code=201,
    summary="Publish the standings",
    responses=documented(401, 404, 413, 422),
)
def publish(service: TournamentsDep, tournament: OrganiserDep, asked: wire.PublicationIn) -> wire.StatusOut:
    """Declare the standings public; they are final once nothing is open."""
    with wire_errors():
        Arbiter(service.store, tournament.id, asked.who).publish(asked.publish, asked.why)
        return wire.StatusOut.from_view(overview(service.store, tournament.id))
