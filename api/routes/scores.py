"""Letters in, scorecards out: typed grids, and what people corrected after a scan."""

from dataclasses import replace

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.deps import RefereeDep, SettingsDep
from api.problems import documented
from api.rescore import reweigh
from api.schemas import ScoreIn, VerdictOut
from referee.referee import Referee
from referee.verdict import PhotoVerdict
from report.document import document
from scanner.values import Glyph
from scoring import Claims

router = APIRouter(prefix="/v1", tags=["scoring"])


@router.post(
    "/scores",
    summary="Score typed letters",
    response_class=JSONResponse,
    responses={200: {"model": VerdictOut}, **documented(413, 422)},
)
def score(asked: ScoreIn, referee: RefereeDep, settings: SettingsDep) -> JSONResponse:
    """The scorecard of a grid. A score takes a millisecond, so it never waits behind photos."""
    return JSONResponse(document(judged(asked, referee, settings.lang)), headers={"Cache-Control": "no-store"})


def judged(asked: ScoreIn, referee: Referee, default_lang: str) -> PhotoVerdict:
    """The verdict of typed letters, with what a photo left in doubt if its cells are given."""
    options = asked.options(default_lang)
    verdict = referee.grid(asked.text, options, claims_of(asked))
    if asked.cells is None:
        return verdict
    glyphs = [Glyph(((cell.letter, cell.p), *cell.others)) for row in asked.cells for cell in row]
    return replace(verdict, sheets=(reweigh(verdict.sheets[0], glyphs, asked.side_p, options),))


def claims_of(asked: ScoreIn) -> Claims | None:
    """What the player wrote, as the audit takes it."""
    claims = asked.claims
    if claims is None:
        return None
    return Claims(tuple(claims.rows), tuple(claims.columns), claims.bonus, claims.total)
