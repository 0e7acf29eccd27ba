"""Letters in, scorecards out: typed grids, and what people corrected after a scan."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.deps import ComputeDep, RefereeDep, SettingsDep
from api.forms import answers_of
from api.problems import documented
from api.schemas import ContextIn, ScoreIn, VerdictOut
from referee.evidence import Evidence
from referee.judge import NO_ANSWERS, judge
from referee.referee import Referee
from referee.values import Context
from referee.verdict import PhotoVerdict
from report.document import document
from scoring import Claims

router = APIRouter(prefix="/v1", tags=["scoring"])


@router.post(
    "/scores",
    summary="Score typed letters",
    response_class=JSONResponse,
    responses={200: {"model": VerdictOut}, **documented(413, 422)},
)
async def score(asked: ScoreIn, referee: RefereeDep, settings: SettingsDep, compute: ComputeDep) -> JSONResponse:
    """The scorecard of a grid. A score takes a millisecond, so it never waits behind photos."""
    found = await compute(lambda: document(judged(asked, referee, settings.lang), asked.texts))
    return JSONResponse(found, headers={"Cache-Control": "no-store"})


def judged(asked: ScoreIn, referee: Referee, default_lang: str) -> PhotoVerdict:
    """The verdict of typed letters, or of a photo's evidence, with what people said since."""
    options, answers = asked.options(default_lang), answers_of(asked.answers).get(1, NO_ANSWERS)
    if asked.evidence is None:
        return referee.grid(asked.text, options, claims_of(asked), answers)
    evidence = Evidence.from_json(asked.evidence.model_dump())
    beside = asked.context or ContextIn()
    context = Context(tuple(beside.languages.items()), tuple(beside.sides.items()))
    return PhotoVerdict(None, (judge(evidence, options, answers, context=context),))


def claims_of(asked: ScoreIn) -> Claims | None:
    """What the player wrote, as the audit takes it."""
    claims = asked.claims
    return Claims(tuple(claims.rows), tuple(claims.columns), claims.bonus, claims.total) if claims else None
