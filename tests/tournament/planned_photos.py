"""Photos as a test plans them: small JSON files, scored by the real lexicon and rules but without pixels."""

import json
import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.evidence import Evidence
from referee.judge import judge
from referee.options import Options
from report.document import sheet_document
from scanner.errors import NotAnImage
from scanner.values import Glyph
from scoring import Claims, Grid
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
    options = Options(recipe.lang, "A" if recipe.side == "auto" else recipe.side, recipe.rules, recipe.policy)

    def score(data: bytes, name: str) -> Document:
        try:
            planned = json.loads(data)
        except ValueError as error:
            raise NotAnImage() from error
        time.sleep(planned.get("sleep", 0))
        if planned.get("die"):
            os.kill(os.getpid(), signal.SIGKILL)
        sheets = [_sheet(grid, planned, options) for grid in planned["grids"]]
        photo = {"name": name, "sha256": "", "width": 2000, "height": 1500}
        return {"schema": "qwords.verdict/1", "photo": photo, "sheets": sheets}

    return score


def _sheet(text: str, planned: dict[str, Any], options: Options) -> Document:
    claims = Claims(total=planned["total"]) if "total" in planned else None
    typed = Evidence.of_letters(Grid.parse(text), claims)
    letters = list(typed.reading.letters)
    for cell, ranking in planned.get("doubts", {}).items():
        letters[int(cell)] = Glyph(tuple((str(letter), float(p)) for letter, p in ranking))
    reading = replace(typed.reading, letters=tuple(letters))
    evidence = replace(typed, reading=reading, corners=((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)))
    code = {"code": planned["code"]} if "code" in planned else {}
    return {**sheet_document(judge(evidence, options)), **code}
