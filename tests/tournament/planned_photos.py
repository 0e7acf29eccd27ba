"""Photos as a test plans them: small JSON files, judged by the real judge but read without pixels."""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from planned_scans import plan_scan

from referee import values
from referee.evidence import Evidence
from referee.scoring_spec import ScoringSpec
from scanner.scan_errors import NotAnImage
from scanner.values import Glyph, Reading
from scoring import Grid
from tournament.work import ScoredPhoto, Scorer

ENGLISH = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"  # 52
GRIDS = (ENGLISH, "TRIPH/ATECT/RNLOI/PMHHE/SUPER", "ATECT/TRIPH/PMHHE/RNLOI/SUPER", "PMHHE/ATECT/RNLOI/TRIPH/SUPER")
CORNERS = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0))


def plan(path: Path, *grids: str, **more: Any) -> Path:
    """Write a planned photo. `doubts`: {cell number: [[letter, p], …]}; `die`, `sleep`: what befalls the worker.

    A photo may also hold the `evidence` of sheets as it is.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"grids": grids or (ENGLISH,), **more}), encoding="utf-8")
    return path


def plan_beside_blanks(path: Path, *grids: str) -> Path:
    """Sheets that lie beside blank ones of the same pad: "" stands for those."""
    blank = Evidence(Reading(tuple(Glyph(((".", 1.0),)) for _ in range(25))), "A", corners=CORNERS, spare=True)
    return plan(path, evidence=[(_evidence(grid, {}) if grid else blank).to_json() for grid in grids])


def plan_german(path: Path) -> Path:
    """A German sheet with its points, which an English tournament does not take as it is."""
    claims: dict[str, Any] = {"rows": ("10", "6", "-", "3", "1"), "columns": ("10", "3", "6", "10", "3"), "total": "52"}
    scan = plan_scan("SUPERTDACHAOIHAUNDSIBRSER", bonus="struck", **claims)
    return plan(path, evidence=[Evidence.of_scan(scan).to_json()])


def planned_scorer(spec: ScoringSpec) -> Scorer:
    """A scorer that reads planned photos."""
    if spec.reader not in ("cnn", "tesseract"):
        raise RuntimeError("no reader here")
    options = spec.options()

    def score(data: bytes, name: str) -> ScoredPhoto:
        try:
            planned = json.loads(data)
        except ValueError as error:
            raise NotAnImage() from error
        time.sleep(planned.get("sleep", 0))
        if planned.get("die"):
            os.kill(os.getpid(), signal.SIGKILL)
        read = [Evidence.from_json(found) for found in planned.get("evidence", ())]
        read += [] if read else [_evidence(grid, planned) for grid in planned.get("grids", ())]
        found = [values.Evidence(spec.game, evidence.to_json()) for evidence in read]
        sheets = tuple(spec.playing.judge(evidence, options) for evidence in found)
        verdict = values.PhotoVerdict(spec.playing, None, sheets)
        return ScoredPhoto(verdict, (planned.get("code", ""),) * len(sheets))

    return score


def _evidence(text: str, planned: dict[str, Any]) -> Evidence:
    rankings = [((letter, 1.0),) for letter in "".join(Grid.parse(text).rows)]
    for cell, ranking in planned.get("doubts", {}).items():
        rankings[int(cell)] = tuple((str(letter), float(p)) for letter, p in ranking)
    letters = tuple(Glyph(ranking) for ranking in rankings)
    if "total" not in planned:
        return Evidence(Reading(letters), "A", corners=CORNERS)
    none = (Glyph((("", 1.0),)),) * 5
    return Evidence(Reading(letters, none, none, Glyph(((planned["total"], 1.0),))), "A", corners=CORNERS)
