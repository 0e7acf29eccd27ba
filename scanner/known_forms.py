"""Known sheet forms, measured in millimetres: where their fields lie is a hint in the search, never a requirement."""

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from scanner.scan_errors import BrokenForm
from scanner.values import Box

NEARNESS = 0.9  # pitches from where a form has a field at which it is believed 0.6 times as much; 0.7 changes nothing

FIELDS = ("total", "bonus", "joker")
SIDES = ("x", "y", "width", "height")


@dataclass(frozen=True)
class Form:
    """A printed sheet: where its fields lie, in cell pitches from the grid's top left corner."""

    name: str
    total: Box
    bonus: Box
    joker: Box


@cache
def forms() -> tuple[Form, ...]:
    """All forms that come with the scanner, by name."""
    folder = files("scanner") / "forms"
    texts = sorted((entry.name, entry.read_text("utf-8")) for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return tuple(parse(name.removesuffix(".toml"), text) for name, text in texts)


def parse(name: str, text: str) -> Form:
    """A form from TOML: `pitch_mm`, and a table of `x`, `y`, `width`, `height` in millimetres for each field."""
    try:
        table = tomllib.loads(text)
        _check_keys(table, ("pitch_mm", *FIELDS), "")
        for field in FIELDS:
            _check_keys(table[field], SIDES, f" of [{field}]")
        return Form(name, *(_box(table[field], float(table["pitch_mm"])) for field in FIELDS))
    except (ValueError, TypeError, ZeroDivisionError) as error:
        raise BrokenForm(f"scanner/forms/{name}.toml: {error}") from error


def nearness(field: str, middle: tuple[float, float]) -> float:
    """How near a place is to where the nearest known form has a field: 1 at it, 0 far away."""
    best = 0.0
    for form in forms():
        box: Box = getattr(form, field)
        away = math.hypot(middle[0] - box.x - box.width / 2, middle[1] - box.y - box.height / 2)
        best = max(best, math.exp(-0.5 * (away / NEARNESS) ** 2))
    return best


def _check_keys(table: object, due: tuple[str, ...], where: str) -> None:
    """Name every key that is missing, and those that are none."""
    if not isinstance(table, dict):
        raise ValueError(f"what stands instead{where} is no table")
    wrong = [f"the key `{key}`{where} is missing" for key in due if key not in table]
    wrong += [f"`{key}`{where} is no key of a form" for key in table if key not in due]
    if wrong:
        raise ValueError("; ".join(wrong))


def _box(table: dict[str, Any], pitch_mm: float) -> Box:
    return Box(*(float(table[key]) / pitch_mm for key in SIDES))
