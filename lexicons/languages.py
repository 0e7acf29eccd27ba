"""Which languages there are: every folder with a `language.toml` is one."""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import quote

from lexicons.lexicon_errors import BrokenLexicon, UnknownLanguage

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.parent.name for path in FOLDER.glob("*/language.toml")))


@dataclass(frozen=True)
class LookUp:
    """The dictionary readers trust, and the address of a word in it. Readers follow it; the program never does."""

    name: str
    link: str

    def address(self, spelling: str) -> str:
        """Give the address of a spelling."""
        return self.link.format(word=quote(spelling.lower()))


@dataclass(frozen=True)
class Language:
    """What a folder says of its language."""

    code: str
    name: str
    english: str
    look_up: LookUp
    letters: dict[str, str] = field(default_factory=dict)
    countries: tuple[str, ...] = ()
    faker: tuple[str, ...] = ()


@cache
def language(code: str) -> Language:
    """Give a language by its code."""
    if code not in LANGUAGES:
        raise UnknownLanguage(f"There is no lexicon for {code!r}.", f"Choose one of {', '.join(LANGUAGES)}.")
    path = FOLDER / code / "language.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return Language(
            code=code,
            name=data["name"],
            english=data["english"],
            look_up=LookUp(**data["look_up"]),
            letters=data.get("letters", {}),
            countries=tuple(data.get("countries", ())),
            faker=tuple(data.get("faker", ())),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BrokenLexicon(f"{code}/language.toml cannot be read: {error}") from error
