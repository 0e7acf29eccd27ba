"""Letters to points: grids, rules, scorecards, audits, rolls and certainty."""

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
    BadRankings,
    BadRolls,
    ScoringError,
    UnknownRules,
)

if TYPE_CHECKING:
    from scoring.bulk import score_many
    from scoring.doubts import Certainty, Doubt, certainty

__all__ = [
    "PROFESSIONAL",
    "RULES",
    "STANDARD",
    "BadClaims",
    "BadGrid",
    "BadRankings",
    "BadRolls",
    "Candidate",
    "Certainty",
    "Claims",
    "Doubt",
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
    "certainty",
    "check_rolls",
    "judge",
    "possible_totals",
    "rating",
    "rolls_finding",
    "rules_named",
    "score",
    "score_many",
]

# These need numpy, which takes longer to import than a typed grid takes to score.
_LATE = {
    "Certainty": "scoring.doubts",
    "Doubt": "scoring.doubts",
    "certainty": "scoring.doubts",
    "score_many": "scoring.bulk",
}


def __getattr__(name: str) -> Any:
    """The names that need numpy, imported when first used."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(_LATE[name]), name)
    return found
