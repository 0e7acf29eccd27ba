"""Rulings from many tables and tournaments merged into one house file; conflicts are reported, nothing is lost."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lexicons.fold import fold
from lexicons.house import House, Ruling
from lexicons.lexicon_errors import BadHouseFile, HouseConflict

SCHEMA = "qwords.house/1"


@dataclass(frozen=True)
class Joined:
    """The rulings that stand, and those that a later one overruled."""

    standing: tuple[Ruling, ...]
    overruled: tuple[Ruling, ...] = ()

    def text(self) -> str:
        """The house file: what stands, a line each; what was overruled stays as a comment."""
        lines = [ruling.line() for ruling in self.standing]
        lines += [f"# overruled: {ruling.line()}" for ruling in self.overruled]
        return "\n".join(lines) + "\n"


def join(houses: Iterable[House], language: str, latest: bool = False) -> Joined:
    """Join rulings. A word ruled both ways is an error that names all sides, unless the `latest` ruling shall stand."""
    by_word: dict[str, list[Ruling]] = {}
    for house in houses:
        for ruling in house.rulings:
            by_word.setdefault(fold(ruling.word, language), []).append(ruling)
    conflicts = [said for said in by_word.values() if len({ruling.allow for ruling in said}) > 1]
    if conflicts and not latest:
        raise HouseConflict("; ".join(_sides(said) for said in conflicts))
    standing = tuple(_last(said) for _, said in sorted(by_word.items()))
    overruled = (ruling for said in conflicts for ruling in said if ruling.allow != _last(said).allow)
    return Joined(standing, tuple(overruled))


def to_json(rulings: Iterable[Ruling], language: str) -> dict[str, Any]:
    """The rulings as data, to carry them elsewhere."""
    fields = [
        {"word": ruling.word, "allow": ruling.allow, "why": ruling.note, "who": ruling.who, "at": ruling.at}
        for ruling in rulings
    ]
    return {"schema": SCHEMA, "language": language, "rulings": fields}


def from_json(text: str, name: str) -> House:
    """Read rulings as data: a document of `to_json`, or only its list."""
    try:
        found = json.loads(text)
        items = found["rulings"] if isinstance(found, Mapping) else found
        rulings = [
            Ruling(str(item["word"]), _flag(item["allow"]), *(str(item.get(key, "")) for key in ("why", "who", "at")))
            for item in items
        ]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadHouseFile(f"{name} holds no rulings: {error}") from error
    return House(tuple(rulings), name)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _last(said: list[Ruling]) -> Ruling:
    return max(said, key=lambda ruling: ruling.at)


def _sides(said: list[Ruling]) -> str:
    verbs = {True: "allowed", False: "denied"}
    sides = (f"{verbs[r.allow]} by {r.who or 'somebody'}" + (f" on {r.at}" if r.at else "") for r in said)
    return f"{said[0].word} is {', '.join(dict.fromkeys(sides))}"
