"""A season: the table over several tournaments of this service. Figures are public, as they are in each of them."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from api import tournament_schemas as wire
from api.problems import documented
from api.tournament_deps import TournamentsDep
from tournament.exports import BOM, csv_text
from tournament.league import league, league_table

router = APIRouter(prefix="/v1/leagues", tags=["tournaments"])
MOST = 60  # tournaments of one season
Ids = Annotated[
    list[Annotated[str, Query(pattern=r"^[0-9a-f]{16}$")]],
    Query(alias="tournament", min_length=1, max_length=MOST, description="the id of each tournament of the season"),
]


@router.get(
    "",
    summary="The table of a season",
    response_class=Response,
    responses=documented(404, 422) | {200: {"model": wire.LeagueOut, "content": {"text/csv": {}}}},
)
def season(
    service: TournamentsDep,
    ids: Ids,
    by: Annotated[
        Literal["totals", "places"], Query(description="what counts: points scored, or by places")
    ] = "totals",
    best: Annotated[int, Query(ge=0, le=MOST, description="only so many of a player's results count; 0: all")] = 0,
    format: Annotated[Literal["json", "csv"], Query()] = "json",
) -> Response:
    """Who leads over several tournaments: totals added up, or points by place. Equal points share a place."""
    views = {id: service.view(id).overview(patient=False) for id in dict.fromkeys(ids)}
    places = league({id: view.places for id, view in views.items()}, by, best)
    quiet = {"Cache-Control": "no-store"}
    if format == "csv":
        table = league_table(places, {id: view.tournament.name for id, view in views.items()})
        named = {"Content-Disposition": 'attachment; filename="league.csv"', **quiet}
        return PlainTextResponse(BOM + csv_text(table), headers=named, media_type="text/csv")
    answer = wire.LeagueOut(
        by=by,
        best=best,
        tournaments=[
            wire.LeagueTournamentOut(
                id=id, name=view.tournament.name, created=view.tournament.created, final=view.final
            )
            for id, view in views.items()
        ],
        places=[wire.LeaguePlaceOut.model_validate(place) for place in places],
    )
    return JSONResponse(answer.model_dump(), headers=quiet)
