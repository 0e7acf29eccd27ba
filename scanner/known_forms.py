"""Known sheet forms, measured in millimetres: where their fields lie is a hint in the search, never a requirement."""

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from scanner.values import Box

NEARNESS = 0.9  # pitches from where a form has a field at which it is believed 0.6 times as much; 0.7 changes nothing


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
    table = tomllib.loads(text)
    return Form(name, *(_box(table[field], float(table["pitch_mm"])) for field in ("total", "bonus", "joker")))


def nearness(field: str, middle: tuple[float, float]) -> float:
    """How near a place is to where the nearest known form has a field: 1 at it, 0 far away."""
    best = 0.0
    for form in forms():
        box: Box = getattr(form, field)
        away = math.hypot(middle[0] - box.x - box.width / 2, middle[1] - box.y - box.height / 2)
        best = max(best, math.exp(-0.5 * (away / NEARNESS) ** 2))
    return best


def _box(table: dict[str, Any], pitch_mm: float) -> Box:
    return Box(*(float(table[key]) / pitch_mm for key in ("x", "y", "width", "height")))
