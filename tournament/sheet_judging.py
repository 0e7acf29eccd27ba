"""A stored sheet, judged again from its evidence with all that people said, by the word list that is installed."""

from collections.abc import Mapping
from typing import Any

from q4.sheet_document import sheet_values
from referee.evidence import Evidence
from referee.judge import judge
from referee.options import Options
from referee.scoring_spec import ScoringSpec
from report.document import sheet_document
from tournament import q4_sheets
from tournament.decisions import Decisions
from tournament.entities import SheetResult

NOTHING = Decisions()


def judged_sheet(
    scoring: ScoringSpec, options: Options, read: Mapping[str, Any], page: str, said: Decisions = NOTHING,
    double: bool = False,
) -> tuple[SheetResult, dict[str, Any]]:  # fmt: skip
    """The figures of a sheet, and its document; `read` is the document of the sheet as it was read."""
    if scoring.game == q4_sheets.GAME:
        played = q4_sheets.judged_again(read, scoring, options.house, said, double)
        return q4_sheets.q4_result(played), sheet_values(page, played) | {"evidence": read["evidence"]}
    verdict = judge(Evidence.from_json(read["evidence"]), options, said.answers(double))
    return SheetResult.of(verdict, read.get("code", "")), sheet_document(verdict)
