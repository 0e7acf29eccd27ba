"""Letters in, scorecards out: typed grids, and what people corrected after a scan."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.deps import ComputeDep, SettingsDep
from api.forms import answers_of
from api.problems import documented
from api.schemas import ContextIn, ScoreIn, VerdictOut
from referee import games
from referee.values import Context, Evidence, PhotoVerdict
from scoring import Claims

router = APIRouter(prefix="/v1", tags=["scoring"])


@router.post(
    "/scores",
    summary="Score typed letters",
    response_class=JSONResponse,
    responses={200: {"model": VerdictOut}, **documented(413, 422)},
)
async def score(asked: ScoreIn, settings: SettingsDep, compute: ComputeDep) -> JSONResponse:
    """The scorecard of a grid. A score takes a millisecond, so it never waits behind photos."""

    def found() -> dict[str, Any]:
        verdict = judged(asked, settings.lang)
        return verdict.game.document(verdict, asked.texts)

    document = await compute(found)
    return JSONResponse(document, headers={"Cache-Control": "no-store"})


def judged(asked: ScoreIn, default_lang: str) -> PhotoVerdict:
    """The verdict of typed letters, or of a photo's evidence, with what people said since."""
    playing = games.game(asked.game)
    options, answers = playing.options(asked.chosen(default_lang)), answers_of(asked.answers).get(1, ())
    if asked.evidence is None:
        evidence = playing.typed(asked.text, options, claims_of(asked))
    else:
        evidence = Evidence(asked.game, asked.evidence.model_dump())
    beside = asked.context or ContextIn()
    context = Context(tuple(beside.languages.items()), tuple(beside.sides.items()))
    return PhotoVerdict(playing, None, (playing.judge(evidence, options, answers, context),))


def claims_of(asked: ScoreIn) -> Claims | None:
    """What the player wrote, as the audit takes it."""
    claims = asked.claims
    return Claims(tuple(claims.rows), tuple(claims.columns), claims.bonus, claims.total) if claims else None
