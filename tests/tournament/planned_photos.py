"""Photos as a test plans them: small JSON files, scored by the real lexicon and rules but without pixels."""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from referee.options import Options
from referee.reasons import MIN_CERTAINTY
from referee.referee import Referee
from referee.verdict import SheetVerdict
from referee.weigh.certainty import weigh
from report.document import sheet_document
from scanner.errors import NotAnImage
from scanner.values import Glyph
from scoring import Claims, Grid, rules_named
from tournament.entities import Document, Recipe
from tournament.work import Scorer

FACTORY = f"{__name__}:make_scorer"
ENGLISH = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"  # 52
GRIDS = (ENGLISH, "TRIPH/SUPER/RNLOI/ATECT/PMHHE", "ATECT/TRIPH/RNLOI/SUPER/PMHHE", "PMHHE/ATECT/RNLOI/TRIPH/SUPER")


def plan(path: Path, *grids: str, **more: Any) -> Path:
    """Write a planned photo. `doubts`: {cell number: [[letter, p], …]}; `die`, `sleep`: what befalls the worker."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"grids": grids or (ENGLISH,), **more}), encoding="utf-8")
    return path


def make_scorer(recipe: Recipe) -> Scorer:
    """A scorer that reads planned photos."""
    import lexicons

    lexicon = lexicons.load(recipe.lang, recipe.policy)
    Referee().grid(ENGLISH, Options(recipe.lang))

    def score(data: bytes, name: str) -> Document:
        try:
            planned = json.loads(data)
        except ValueError as error:
            raise NotAnImage() from error
        time.sleep(planned.get("sleep", 0))
        if planned.get("die"):
            os.kill(os.getpid(), signal.SIGKILL)
        sheets = [_sheet(grid, planned, recipe, lexicon) for grid in planned["grids"]]
        photo = {"name": name, "sha256": "", "width": 2000, "height": 1500}
        return {"schema": "qwords.verdict/1", "photo": photo, "sheets": sheets}

    return score


def _sheet(text: str, planned: dict[str, Any], recipe: Recipe, lexicon: Any) -> Document:
    grid = Grid.parse(text)
    rankings = [((letter, 1.0),) for letter in "".join(grid.rows)]
    for cell, ranking in planned.get("doubts", {}).items():
        rankings[int(cell)] = tuple((str(letter), float(p)) for letter, p in ranking)
    glyphs = tuple(Glyph(ranking) for ranking in rankings)
    rules = rules_named("standard" if recipe.rules == "auto" else recipe.rules)
    judged = weigh(glyphs, lexicon, rules, 0.0)
    plain = Referee().grid("/".join(judged.card.grid.rows), Options(recipe.lang, "A"), _claims(planned)).sheets[0]
    values = {name: getattr(plain, name) for name in SheetVerdict.__dataclass_fields__}
    values |= {"certainty": judged.certainty, "totals": judged.totals, "doubts": judged.doubts, "glyphs": glyphs}
    values["needs_review"] = judged.certainty < MIN_CERTAINTY
    values["reasons"] = ("certainty",) if values["needs_review"] else ()
    found = sheet_document(SheetVerdict(**values))
    empty = not grid.letters
    code = {"code": planned["code"]} if "code" in planned else {}
    return {"corners": [[1, 1], [2, 1], [2, 2], [1, 2]], "empty": empty, **found, **code}


def _claims(planned: dict[str, Any]) -> Claims | None:
    if "total" not in planned:
        return None
    return Claims(("",) * 5, ("",) * 5, None, planned["total"])
