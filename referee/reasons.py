"""When a human must look: the referee's own decision, and its reasons in plain words."""

from referee.weigh.certainty import Judgement
from scanner.values import Scan

MIN_CERTAINTY = 0.97  # below it a total is not given as certain; benchmarks/certainty.py and verdict.py show the curve
MIN_TURN = 0.98  # below it the sheet may lie another way up


def review_reasons(judgement: Judgement, scan: Scan) -> tuple[str, ...]:
    """Why a human must look at this sheet; nothing when the total can stand."""
    reasons = []
    if judgement.certainty < MIN_CERTAINTY:
        reasons.append("certainty")
    if scan.sheet.turn_p < MIN_TURN:
        reasons.append("turn")
    return tuple(reasons)
