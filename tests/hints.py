"""What people are told to do when something is refused, as the documentation has it."""

import re
from functools import cache
from pathlib import Path

ERRORS = Path(__file__).resolve().parent.parent / "docs" / "errors.md"


@cache
def _listed() -> dict[str, str]:
    rows = re.findall(r"^\| `([\w-]+)` \| .*? \| (.*?) \|$", ERRORS.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(rows)


def hint_of(code: str) -> str:
    """The sentence that goes with a code."""
    return _listed()[code]
