"""The arbiters' routes of a tournament: sheets, review, corrections, rulings, publication."""

from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from api import tournament_schemas as wire
from api.problems import documented
from api.tournament_deps import (
    HallDep,
    Id,
    OrganiserDep,
    SheetId,
    ViewDep,
    wire_errors,
)
from referee.tournament import errors
from referee.tournament.desk import Desk, disagreements, find_one
from referee.tournament.evidence import photo_of
from referee.tournament.hall import Hall
from referee.tournament.ledger import Ledger
from referee.tournament.overview import overview
from referee.tournament.picture import sheet_picture
from referee.tournament.records import Tournament
from referee.tournament.values import Row

router = APIRouter()


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
