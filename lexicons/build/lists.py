"""The project's own lists: closed lists, well-known names, refusals."""

import re
from dataclasses import dataclass
from pathlib import Path

from lexicons.build.build_errors import BuildError
from lexicons.fold import fold
from lexicons.languages import FOLDER
from lexicons.lexicon_errors import BadWord
from lexicons.reasons import REFUSED

CATEGORIES = ("dictionary", "place", "first name", "person", "brand", "abbreviation")
NAME_FILES = {
    "words.txt": "dictionary",
    "places.txt": "place",
    "first_names.txt": "first name",
    "people.txt": "person",
    "brands.txt": "brand",
    "abbreviations.txt": "abbreviation",
}
SHORT_FORMS = "short forms"  # the group of abbreviations that dictionaries list and that are no words all the same
_RULING_FILES = ("two_letter.txt", "exclamations.txt", "refused.txt", "disputed.txt")


@dataclass(frozen=True)
class Listed:
    """One entry of a list: the letters, the spelling, and the group it stands in."""

    word: str
    spelling: str
    group: str


@dataclass(frozen=True)
class Lists:
    """All lists that count for a language; each maps the letters to the entry."""

    two_letter: dict[str, Listed]
    exclamations: dict[str, Listed]
    refused: dict[str, Listed]
    disputed: dict[str, Listed]
    names: dict[str, dict[str, Listed]]
    world: dict[str, dict[str, Listed]]

    def spellings(self, word: str) -> set[str]:
        """How the lists spell these letters."""
        tables = (self.two_letter, *self.names.values(), *self.world.values())
        return {table[word].spelling for table in tables if word in table}


def list_files(language: str) -> list[Path]:
    """Give every list that counts for a language, in a fixed order."""
    own = [FOLDER / language / name for name in (*_RULING_FILES, *NAME_FILES)]
    return [path for path in (*own, *(FOLDER / "world" / name for name in NAME_FILES)) if path.exists()]


def read_lists(language: str) -> Lists:
    """Read the lists of a language and those of the world; contradictions are errors."""
    two, exclamations, refused, disputed = (_read(FOLDER / language / name, language) for name in _RULING_FILES)
    names = {category: _read(FOLDER / language / name, language) for name, category in NAME_FILES.items()}
    world = {category: _read(FOLDER / "world" / name, language) for name, category in NAME_FILES.items()}
    lists = Lists(two, exclamations, refused, disputed, names, world)
    _check(lists, language)
    return lists


def parse_list(text: str, language: str, name: str) -> dict[str, Listed]:
    """Read `[group]` headings and entries set apart by commas or line ends; `#` begins a comment."""
    entries: dict[str, Listed] = {}
    group = ""
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if heading := re.fullmatch(r"\[(.+)\]", line):
            group = heading[1].strip()
            continue
        for spelling in filter(None, (part.strip() for part in line.split(","))):
            word = _letters(spelling, language, name)
            if word in entries and entries[word].spelling == spelling:
                raise BuildError(f"{name} has {spelling} twice.")
            entries.setdefault(word, Listed(word, spelling, group))
    return entries


def _read(path: Path, language: str) -> dict[str, Listed]:
    if not path.exists():
        return {}
    return parse_list(path.read_text(encoding="utf-8"), language, f"{path.parent.name}/{path.name}")


def _letters(spelling: str, language: str, name: str) -> str:
    try:
        word = fold(spelling, language)
    except BadWord as error:
        raise BuildError(f"{name}: {error}") from error
    if not 2 <= len(word) <= 5:
        raise BuildError(f"{name}: a word has 2 to 5 letters, {spelling} has {len(word)}.")
    return word


def _check(lists: Lists, language: str) -> None:
    positive = set().union(*lists.names.values()) | set(lists.two_letter)
    for negative, what in (
        (lists.exclamations, "an exclamation"),
        (lists.refused, "refused"),
        (lists.disputed, "disputed"),
    ):
        if both := sorted(positive & set(negative)):
            raise BuildError(f"{language}: {', '.join(both)} stands in a list of valid words and is {what}.")
    for table, name in ((lists.refused, "refused.txt"), (lists.disputed, "disputed.txt")):
        if unknown := sorted({entry.group for entry in table.values() if f"refused-{entry.group}" not in REFUSED}):
            raise BuildError(f"{language}/{name}: {', '.join(unknown)} is not a reason; see lexicons/reasons.py.")
    for word, entry in lists.two_letter.items():
        if entry.group not in CATEGORIES or len(word) != 2:
            raise BuildError(f"{language}/two_letter.txt: {word} is not a two-letter word in the group of a category.")
    for category, names in lists.names.items():
        if short := sorted(word for word in names if len(word) == 2 and word not in lists.two_letter):
            raise BuildError(f"{language}: {', '.join(short)} ({category}) must stand in two_letter.txt as well.")
