"""Players: the roster, what is printed for them, and what they see and send with the code on their sheet."""

from collections.abc import Iterable
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from api import tournament_requests as asks
from api import tournament_schemas as wire
from api.large_answers import answer, written
from api.problems import BadForm, documented
from api.routes.review_routes import sheet_answer
from api.tournament_deps import ArbiterDep, Id, OrganiserDep, TournamentsDep
from tournament.manifest import passed_over_in
from tournament.overview import Overview
from tournament.player_codes import player_of
from tournament.prints import certificates, invitations, slips
from tournament.records import StoredPage
from tournament.repeats import counts
from tournament.roster import parse_roster, same_names
from tournament.roster_sheets import roster_sheets
from tournament.tournament_errors import AlreadyPublished, UnknownTournament

router = APIRouter()
UPLOADS = 12  # photos one player may send in a tournament
PDF = "application/pdf"
Code = Annotated[str, Path(pattern=r"^[A-Za-z0-9 -]{6,16}$", examples=["ABCD2345"])]
Lang = Annotated[str, Query(pattern="^[a-z]{2}$")]


@router.get(
    "/{id}/roster",
    summary="Who plays and who is missing",
    response_class=JSONResponse,
    responses=documented(401, 404, 422) | {200: {"model": wire.RosterOut}},
)
def roster(request: Request, tournament: ArbiterDep) -> Response:
    """The roster, the players without a sheet in each round that has begun, and names that two players share."""
    view = tournament.overview(patient=False)
    return answer(request, view.once("roster", written(lambda: _roster(view).model_dump_json())))


@router.put("/{id}/roster", summary="Say who plays", responses=documented(401, 404, 413, 422))
def set_roster(tournament: OrganiserDep, asked: asks.RosterIn) -> wire.RosterOut:
    """Replace the roster; columns that are not known are named."""
    tournament.store.set_players(tournament.id, parse_roster(asked.csv))
    ignored = passed_over_in(asked.csv, "the roster")
    return _roster(tournament.overview()).model_copy(update={"passed_over": list(ignored)})


def _roster(view: Overview) -> wire.RosterOut:
    return wire.RosterOut(
        players=[wire.PlayerOut.model_validate(player) for player in view.roster],
        missing=[wire.AbsenceOut.model_validate(absence) for absence in view.missing],
        same_names=list(same_names(view.roster)),
    )


@router.get(
    "/{id}/prints/sheets.pdf",
    summary="Sheets for the players",
    response_class=Response,
    responses=documented(401, 404, 422) | {200: {"content": {PDF: {}}}},
)
def sheets(
    tournament: OrganiserDep,
    side: Literal["A", "B", "AB"] = "A",
    round: Annotated[str, Query(max_length=20)] = "1",
    paper: Literal["A4", "A5", "A6"] = "A4",
    per_page: Annotated[int, Query(ge=1, le=4)] = 4,
    lang: Lang = "en",
) -> Response:
    """A sheet for each player of the roster, with QR code and the player's own code."""
    pdf = roster_sheets(tournament.overview(), round, {"side": side, "paper": paper, "per-page": str(per_page)}, lang)
    return _pdf(pdf, f"sheets-{side}.pdf")


@router.get(
    "/{id}/prints/{name}",
    summary="Certificates, slips, invitations",
    response_class=Response,
    responses=documented(401, 404, 422) | {200: {"content": {PDF: {}}}},
)
def prints(
    request: Request,
    tournament: OrganiserDep,
    name: Annotated[Literal["certificates.pdf", "slips.pdf", "invitations.pdf"], Path()],
    lang: Lang = "en",
    best: Annotated[int, Query(ge=0, le=1000)] = 0,
) -> Response:
    """What is printed at the end of the day, or before it."""
    view = tournament.overview()
    if name == "certificates.pdf":
        return _pdf(certificates(view, lang, best), name)
    return _pdf(slips(view, lang) if name == "slips.pdf" else invitations(view, lang, str(request.base_url)), name)


def _pdf(content: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=PDF, headers=headers)


@router.get("/{id}/players/{code}", summary="A player's own sheets", responses=documented(404, 422))
def own(service: TournamentsDep, id: Id, code: Code) -> wire.OwnOut:
    """What the holder of a code printed on a sheet may see: that player's place and sheets."""
    tournament = service.view(id)
    view = tournament.overview(patient=False)
    player = _player(view, code)
    place = next((place for place in view.places if place.player == player), None)
    order = list(place.sheets.values()) if place else []  # by round
    rows = sorted((row for row in view.rows if counts(row) and row.id in order), key=lambda row: order.index(row.id))
    return wire.OwnOut(
        tournament=view.tournament.name,
        final=view.final,
        player=player,
        place=wire.PlaceOut.model_validate(place) if place else None,
        sheets=[
            {name: value for name, value in sheet_answer(tournament, row).items() if name != "evidence"} for row in rows
        ],
        sent=[
            wire.SentOut(
                page=page.page.name,
                state=page.state,
                code=page.fault.code if page.fault else "",
                hint=page.fault.hint if page.fault else "",
            )
            for page in _sent_by(view, player)
            if page.state != "done"
        ],
    )


@router.post(
    "/{id}/players/{code}/sheets",
    status_code=202,
    summary="A player sends a photo",
    response_model=wire.AddedOut,
    responses=documented(400, 404, 409, 413, 422, 429),
)
async def send(request: Request, service: TournamentsDep, id: Id, code: Code) -> wire.AddedOut:
    """One photo of the player's own sheet, in the field `photo`; `round` says which of those that are open."""
    tournament = await run_in_threadpool(service.view, id)  # a database that is away must not hold up the others
    view = await run_in_threadpool(tournament.overview)
    player = _player(view, code)
    if view.published:
        raise AlreadyPublished
    async with request.form(max_files=1, max_fields=4) as form:
        photo = form.get("photo")
        if not isinstance(photo, UploadFile):
            raise BadForm("There is no file in the field `photo`.")
        number = str(form.get("round") or "")[:20]
        named = [(photo.filename or "photo.jpg", photo.file)]
        pages = await run_in_threadpool(lambda: service.add_from_player(id, named, player, number, UPLOADS))
        await run_in_threadpool(tournament.overview)  # whoever looks next sees that it waits
    return wire.AddedOut(pages=len(pages), names=[page.name for page in pages])


def _sent_by(view: Overview, player: str) -> list[StoredPage]:
    """The pages that came in under a player's name."""
    return view.once("sent", lambda: _by_sender(view.pages)).get(player, [])


def _by_sender(pages: Iterable[StoredPage]) -> dict[str, list[StoredPage]]:
    found: dict[str, list[StoredPage]] = {}
    for page in pages:
        for player in {who.player for who in page.known.listed.values()}:
            found.setdefault(player, []).append(page)
    return found


def _player(view: Overview, code: str) -> str:
    player = player_of(view, code)
    if player is None:
        raise UnknownTournament("No player has this code.", "Type the code as it is printed on your sheet.")
    return player
