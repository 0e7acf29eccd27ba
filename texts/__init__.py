"""What people read: one table for each language, for Python and the page alike.

A language is one file `<language>.json` beside this one: flat keys with a prefix, values with named places like
`{total}`. A key that bends with a number has two forms, `.one` and `.other`. English stands in where a table has no
such key, or where there is no such table.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import floor

FALLBACK = "en"


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a table, English first."""
    names = sorted(file.name for file in files(__name__).iterdir() if file.name.endswith(".json"))
    found = (name.removesuffix(".json") for name in names)
    return tuple(sorted(found, key=lambda language: (language != FALLBACK, language)))


@cache
def table(language: str) -> Mapping[str, str]:
    """All texts of a language, with the English ones where it has none."""
    own = _load(language) if language in languages() else {}
    return {**_load(FALLBACK), **own}


def _load(language: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((files(__name__) / f"{language}.json").read_text(encoding="utf-8"))
    return loaded


def text(key: str, language: str, /, **values: object) -> str:
    """A text with its values filled in."""
    return table(language)[key].format(**values)


def plural(key: str, number: int, language: str, /, **values: object) -> str:
    """A text in the form that suits a number, which it may show as `{n}`."""
    one = str(number) in text("format.singular", language).split()
    return text(f"{key}.{'one' if one else 'other'}", language, n=number, **values)


def sentence(key: str, language: str, /, **values: object) -> str:
    """A text with its values filled in, beginning with a capital."""
    filled = text(key, language, **values)
    return filled[0].upper() + filled[1:]


def number(value: float, language: str, digits: int = 0) -> str:
    """A number with so many digits after the language's decimal sign."""
    return f"{value:.{digits}f}".replace(".", text("format.decimal", language))


def percent(p: float, language: str) -> str:
    """A probability as a percentage. What is not certain never reads as 100, what is possible never as 0."""
    share = p * 100
    digits = 2 if 99.5 < share < 100 else 1 if 0 < share < 1 else 0
    scale = 10**digits
    # A billionth makes up for what binary fractions lack: 0.29 is 29 %.
    shown = floor(share * scale + 1e-9) / scale
    if 0 < p < 1:
        shown = min(max(shown, 0.1), 99.99)
    return text("format.percent", language, number=number(shown, language, digits))


def day(moment: str, language: str) -> str:
    """A day like `2026-11-17`, with its hour where it has one, as the language writes it; anything else as it is."""
    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d).*)?", moment)
    if not found:
        return moment
    year, month, number, hour = found.groups()
    written = text("format.date", language, year=year, month=month, day=number)
    return f"{written} {hour}" if hour else written


def long_day(moment: str, language: str) -> str:
    """The day of a moment with the month in words, for what hangs on a wall; anything else as it is."""
    found = re.match(r"(\d{4})-(\d\d)-(\d\d)", moment)
    if not found:
        return moment
    year, month, number = found.groups()
    name = text("format.months", language).split()[int(month) - 1]
    return text("format.long-date", language, year=year, month=name, day=int(number))


def listing(items: Sequence[str], language: str, join: str = "and") -> str:
    """Items as a list in words, like "A, B and C"; `join` is "and" or "or"."""
    if len(items) < 2:
        return "".join(items)
    return text(f"format.{join}", language, rest=", ".join(items[:-1]), last=items[-1])
