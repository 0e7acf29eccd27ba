"""Violations and findings as sentences."""

from typing import Any

from q4.results import Remark
from texts import text


def remark_text(remark: Remark, language: str = "en") -> str:
    """The sentence of a violation or finding."""
    shown = {key: numbers_text(v) if key == "possible" else _shown(v) for key, v in remark.values.items()}
    return text(f"q4.{remark.code}", language, **shown)


def numbers_text(numbers: tuple[int, ...]) -> str:
    """Rising numbers, those in a row as a range: 38–40, 42."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{row[0]}–{row[-1]}" if len(row) > 2 else ", ".join(map(str, row)) for row in parts)


def _shown(value: Any) -> str:
    """Places and dice as people write them: 3,4; several parted by spaces."""
    if isinstance(value, tuple):
        return " ".join(map(_shown, value)) if value and isinstance(value[0], tuple) else ",".join(map(str, value))
    return "–" if value is None else str(value)
