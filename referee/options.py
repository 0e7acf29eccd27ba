"""Options: how one table wants its sheets judged."""

from dataclasses import dataclass

from lexicons import House
from scoring import RollLog

SIDES = ("auto", "A", "B")
RULES = ("auto", "standard", "professional")
POLICIES = ("official", "open")


@dataclass(frozen=True)
class Options:
    """The choices a person makes for a scoring; the defaults leave to the sheet what the sheet tells."""

    lang: str = "en"
    side: str = "auto"
    rules: str = "auto"
    policy: str = "official"
    house: House | None = None
    rolls: RollLog | None = None
