"""Letters to points: grids, rules, scorecards, audits and rolls."""

from typing import TYPE_CHECKING, Any

from scoring.audit import Claims, Finding, audit
from scoring.grid import Grid, Line
from scoring.line_words import Candidate, Judged, judge
from scoring.ratings import rating
from scoring.rolls import Roll, RollCheck, RollLog, check_rolls, rolls_finding
from scoring.rules import PROFESSIONAL, RULES, STANDARD, Rules, possible_totals, rules_named
from scoring.score import Scorecard, ScoredLine, score
from scoring.scoring_errors import (
    BadClaims,
    BadGrid,
    BadRolls,
    ScoringError,
    UnknownRules,
)

if TYPE_CHECKING:
    from scoring.bulk import score_many

__all__ = [
    "PROFESSIONAL",
    "RULES",
    "STANDARD",
    "BadClaims",
    "BadGrid",
    "BadRolls",
    "Candidate",
    "Claims",
    "Finding",
    "Grid",
    "Judged",
    "Line",
    "Roll",
    "RollCheck",
    "RollLog",
    "Rules",
    "Scorecard",
    "ScoredLine",
    "ScoringError",
    "UnknownRules",
    "audit",
    "check_rolls",
    "judge",
    "possible_totals",
    "rating",
    "rolls_finding",
    "rules_named",
    "score",
    "score_many",
]


def __getattr__(name: str) -> Any:
    """What needs numpy, which takes longer to import than a typed grid takes to score, is imported when first used."""
    if name != "score_many":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from scoring import bulk

    return bulk.score_many
