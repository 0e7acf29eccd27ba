"""Options: how one table wants its sheets judged."""

from dataclasses import dataclass

from lexicons import House
from scoring import RollLog

AUTO = "auto"
SIDES = (AUTO, "A", "B")
RULES = (AUTO, "standard", "professional")
FAIRNESS = (FRIENDLY, STRICT) = "friendly", "strict"


@dataclass(frozen=True)
class Options:
    """The choices a person makes for a scoring; the defaults leave to the sheet what the sheet tells."""

    lang: str = "en"  # of the words; "auto": the one that explains letters and claims best
    side: str = AUTO
    rules: str = AUTO
    policy: str = "official"
    house: House | None = None
    rolls: RollLog | None = None
    fairness: str = FRIENDLY  # how much a letter's shape must say for the points it brings
