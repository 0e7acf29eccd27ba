"""Violations and findings as sentences."""

from typing import Any

from q4.results import Remark
from texts import text


def remark_text(remark: Remark, language: str = "en") -> str:
    """The sentence of a violation or finding."""
    return text(f"q4.{remark.code}", language, **{key: _shown(value) for key, value in remark.values.items()})


def _shown(value: Any) -> str:
    """Places and dice as people write them: 3,4; several parted by spaces."""
    if isinstance(value, tuple):
        return " ".join(map(_shown, value)) if value and isinstance(value[0], tuple) else ",".join(map(str, value))
    return "–" if value is None else str(value)
