"""What this service is and what it takes."""

from importlib.metadata import version

from fastapi import APIRouter, Request

import lexicons
from api.deps import SettingsDep
from api.schemas import MetaOut
from referee.options import SIDES
from scoring import PROFESSIONAL, STANDARD
from scoring.ratings import MINIMUMS
from texts import languages, text

router = APIRouter(prefix="/v1", tags=["about"])


@router.get("/meta", summary="Languages, rules, limits and versions")
def meta(request: Request, settings: SettingsDep) -> MetaOut:
    """What a client needs to know before it asks."""
    rules = [
        {
            "name": rules.name,
            "points": list(rules.points),
            "bonus": rules.full_house,
            "doubled": sorted(rules.doubled),
            "rating_shift": rules.rating_shift,
        }
        for rules in (STANDARD, PROFESSIONAL)
    ]
    return MetaOut(
        name="Qwords referee",
        version=version("qwords-referee"),
        languages=list(lexicons.LANGUAGES),
        default_language=settings.lang,
        sides=list(SIDES),
        rules=rules,
        policies=list(lexicons.POLICIES),
        ratings={"minimums": list(MINIMUMS), "titles": {language: titles(language) for language in languages()}},
        lexicons={language: lexicons.load(language).version for language in lexicons.LANGUAGES},
        letters={language: lexicons.spelling_table(language) for language in lexicons.LANGUAGES},
        reader=request.app.state.reader,
        limits={
            "photo_bytes": settings.max_megabytes * 10**6,
            "photo_pixels": settings.max_megapixels * 10**6,
            "photos_at_a_time": request.app.state.pool.capacity,
        },
    )


def titles(language: str) -> list[str]:
    """The titles of the solo game, lowest first."""
    return [text(f"rating.{step}", language) for step in range(len(MINIMUMS))]
