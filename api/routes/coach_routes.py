"""What would have been better: for the player who asks how close it was."""

from fastapi import APIRouter

from api.deps import ComputeDep, PoolDep, SettingsDep
from api.problems import documented
from api.routes.score_routes import judged
from api.schemas import CoachOut, ReachedOut, ScoreIn, SwapOut
from lexicons import load
from scoring.improvements import best_swap, points_to_next

router = APIRouter(prefix="/v1", tags=["scoring"])


@router.post("/coach", summary="What would have been better", responses=documented(413, 422, 429, 503))
async def coach(asked: ScoreIn, settings: SettingsDep, pool: PoolDep, compute: ComputeDep) -> CoachOut:
    """Points to the next title, the best change of one letter, and with a log of the rolls a sheet they allowed."""
    sheet = (await compute(lambda: judged(asked, settings.lang))).sheets[0].detail
    options, card = sheet.options, sheet.card
    lexicon = load(sheet.language, options.policy, options.house)
    swap = await compute(lambda: best_swap(card.grid, lexicon, sheet.rules))
    reached = None
    if options.rolls:
        with pool.place():
            reached = await pool.run("best_of_rolls", options, sheet.language, sheet.rules)
    return CoachOut(
        total=card.total,
        rating=sheet.rating,
        points_to_next=points_to_next(card.total, sheet.rules),
        swap=SwapOut(**vars(swap)) if swap else None,
        rolls=ReachedOut(grid=list(reached.grid.rows), total=reached.total, at_most=reached.at_most)
        if reached
        else None,
    )
