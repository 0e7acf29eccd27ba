"""The arbiters' routes of a tournament: sheets, review, corrections, rulings, undo, log. Nothing here is public."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from api import tournament_requests as asks
from api import tournament_schemas as wire
from api.deps import SettingsDep
from api.large_answers import answer, written
from api.problems import documented
from api.tournament_deps import ArbiterDep, SheetId, TournamentsDep
from proof.keys import signer
from referee.values import Answer as Said
from tournament.arbiter import Arbiter, disagreements, find_one
from tournament.cases import Case, cases
from tournament.entities import LogEntry, Row
from tournament.evidence_report import concerns, flat_picture, rendered_report
from tournament.exports import sheet_head
from tournament.log_sentences import log_sentence
from tournament.overview import Overview, TournamentView
from tournament.tournament_errors import UnreadableFile

router = APIRouter()
PRIVATE = {"Cache-Control": "private, max-age=3600"}  # a picture of a sheet never changes, so it is loaded once
KINDS = {"html": "text/html", "pdf": "application/pdf"}
Cell = Annotated[int, Path(ge=1, le=99)]


@router.get(
    "/{id}/sheets",
    summary="All sheets",
    response_class=JSONResponse,
    responses=documented(401, 404, 422) | {200: {"model": wire.SheetsOut}},
)
def sheets(request: Request, tournament: ArbiterDep) -> Response:
    """Every sheet as it stands, in the order of the pages."""
    view = tournament.overview(patient=False)
    made = written(
        lambda: wire.SheetsOut(sheets=[wire.SheetOut.of(row) for row in view.rows]).model_dump_json(by_alias=True)
    )
    return answer(request, view.once("sheets", made))


@router.get(
    "/{id}/sheets/{sheet}",
    summary="One sheet's verdict",
    response_class=JSONResponse,
    responses=documented(401, 404, 422),
)
def sheet(tournament: ArbiterDep, sheet: SheetId) -> Response:
    """The verdict of one sheet, with all corrections and rulings applied."""
    return JSONResponse(sheet_answer(tournament, find_one(tournament.overview(patient=False), sheet)))


def sheet_answer(tournament: TournamentView, row: Row) -> dict[str, Any]:
    """The whole verdict of a sheet, and whose it is."""
    return sheet_head(row) | tournament.sheet_document(row)


@router.get(
    "/{id}/sheets/{sheet}/report",
    summary="One sheet's evidence report",
    response_class=Response,
    responses=documented(401, 404, 409, 422) | {200: {"content": {kind: {} for kind in KINDS.values()}}},
)
def evidence(
    service: TournamentsDep,
    settings: SettingsDep,
    tournament: ArbiterDep,
    sheet: SheetId,
    format: Annotated[Literal["html", "pdf"], Query()] = "html",
) -> Response:
    """The report for a dispute: the same verdict as in the standings, under the player's name."""
    row = find_one(tournament.overview(patient=False), sheet)
    content = rendered_report(tournament, row, service.photos(tournament.id), f".{format}", signer(settings))
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": policy}
    return Response(content, media_type=KINDS[format], headers=headers)


@router.get(
    "/{id}/sheets/{sheet}/picture",
    summary="One sheet's picture",
    response_class=Response,
    responses=documented(401, 404, 422) | {200: {"content": {"image/jpeg": {}}}},
)
def picture(service: TournamentsDep, tournament: ArbiterDep, sheet: SheetId) -> Response:
    """The sheet laid flat, where photos are kept."""
    row = find_one(tournament.overview(patient=False), sheet)
    jpeg = flat_picture(tournament, row, service.photos(tournament.id))
    return Response(jpeg, media_type="image/jpeg", headers=PRIVATE)


@router.get(
    "/{id}/sheets/{sheet}/cells/{row}/{column}",
    summary="The picture of a doubtful cell",
    response_class=Response,
    responses=documented(401, 404, 422) | {200: {"content": {"image/jpeg": {}}}},
)
def crop(tournament: ArbiterDep, sheet: SheetId, row: Cell, column: Cell) -> Response:
    """One cell that is in doubt; kept until the standings are final, even where photos are not."""
    content, _, number = find_one(tournament.overview(patient=False), sheet).key.rpartition("-")
    jpeg = tournament.store.crop(tournament.id, content, int(number), (row, column))
    if jpeg is None:
        raise UnreadableFile("There is no picture of this cell.", "Look at the paper.")
    return Response(jpeg, media_type="image/jpeg", headers=PRIVATE)


@router.get(
    "/{id}/review",
    summary="What a person must look at",
    response_class=JSONResponse,
    responses=documented(401, 404, 422) | {200: {"model": wire.ReviewOut}},
)
def review(request: Request, tournament: ArbiterDep) -> Response:
    """The review queue, the greatest expected damage first, and the pages that were rejected."""
    view = tournament.overview(patient=False)
    return answer(request, view.once("review", written(lambda: _review_json(view))))


def _review_json(view: Overview) -> str:
    """The document of `ReviewOut`; a case is written again only when something about it changes."""
    rejected = wire.ReviewOut(queue=[], rejected=[wire.RejectedOut.model_validate(page) for page in view.rejected])
    before, mark, after = rejected.model_dump_json(by_alias=True).partition('"queue":[')
    return f"{before}{mark}{','.join(map(_case_json, cases(view)))}{after}"


@lru_cache(maxsize=5000)
def _case_json(case: Case) -> str:
    return wire.CaseOut.of_case(case).model_dump_json(by_alias=True)


@router.post(
    "/{id}/corrections",
    status_code=201,
    summary="Correct a sheet",
    responses=documented(401, 404, 409, 413, 422),
)
def correct(tournament: ArbiterDep, asked: asks.CorrectionIn) -> wire.CorrectedOut:
    """Append a correction to the log; totals and standings follow at once."""
    arbiter = Arbiter(tournament, asked.who)
    before = arbiter.find(asked.sheet)
    after = _apply(arbiter, before, asked)
    entry = arbiter.said[-1].id if arbiter.said else 0
    return wire.CorrectedOut(before=before.total, after=after.total, entry=entry, sheet=wire.SheetOut.of(after))


def _apply(arbiter: Arbiter, row: Row, asked: asks.CorrectionIn) -> Row:
    if asked.grid is not None:
        row = arbiter.grid(row, asked.grid, asked.why, asked.settle)
    if asked.cells:
        cells = [Said("letter", (cell.row, cell.column), cell.letter) for cell in asked.cells]
        row = arbiter.settle(row, cells, asked.why) if asked.settle else arbiter.letters(row, cells, asked.why)
    if (asked.player, asked.round, asked.table) != (None, None, None):
        row = arbiter.player(row, asked.player or "", asked.round or "", asked.table or "", asked.why)
    if asked.score is not None:
        row = arbiter.answer(row, Said("score", (), str(asked.score)), asked.why)
    if asked.side or asked.rules:
        row = arbiter.side(row, asked.side, asked.rules, asked.why)
    if asked.language:
        row = arbiter.answer(row, Said("language", (), asked.language), asked.why)
    if asked.withdraw is not None:
        row = arbiter.withdraw(row, asked.why, restore=not asked.withdraw)
    return arbiter.confirm(row, asked.why) if asked.confirm else row


@router.post(
    "/{id}/rulings",
    status_code=201,
    summary="Rule on a word, or see whom that would change",
    responses=documented(401, 404, 409, 413, 422),
)
def rule(tournament: ArbiterDep, asked: asks.RulingIn) -> wire.RuledOut:
    """The ruling applies to all sheets; the answer tells which totals it changes."""
    arbiter = Arbiter(tournament, asked.who)
    if asked.preview:
        changes = arbiter.preview(asked.word, asked.allow, asked.why)
    else:
        changes = arbiter.rule(asked.word, asked.allow, asked.why)
    changed = [wire.ChangeOut.model_validate(change) for change in changes]
    return wire.RuledOut(word=asked.word, allow=asked.allow, preview=asked.preview, changed=changed)


@router.post(
    "/{id}/undo", status_code=201, summary="Take back a line of the log", responses=documented(401, 404, 409, 422)
)
def undo(tournament: ArbiterDep, asked: asks.UndoIn) -> wire.LogEntryOut:
    """Both lines stay in the log; totals and standings follow at once. Gives the line that was taken back."""
    return wire.LogEntryOut.of(Arbiter(tournament, asked.who).undo(asked.entry, asked.why), False, "")


@router.get("/{id}/disagreements", summary="What two arbiters see differently", responses=documented(401, 404, 422))
def differences(tournament: ArbiterDep) -> wire.DisagreementsOut:
    """Every cell that arbiters see differently."""
    found = disagreements(tournament.overview(patient=False))
    return wire.DisagreementsOut(disagreements=[wire.DisagreementOut.model_validate(entry) for entry in found])


@router.get("/{id}/log", summary="All corrections and rulings", responses=documented(401, 404, 422))
def log(
    tournament: ArbiterDep,
    lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
    sheet: Annotated[str, Query(max_length=120, description="only what concerns this sheet")] = "",
) -> wire.LogOut:
    """Who said what, when and why, also as sentences; lines are only ever appended."""
    view = tournament.overview(patient=False)
    stands = {entry.id for entry in view.log}
    entries: Sequence[LogEntry] = view.history
    if sheet:
        row = find_one(view, sheet)
        entries = [entry for entry in entries if concerns(entry, row)]
    lines = [wire.LogEntryOut.of(entry, entry.id in stands, log_sentence(entry, view, lang)) for entry in entries]
    return wire.LogOut(log=lines)
