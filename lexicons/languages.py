"""Which languages there are: every folder with a `language.toml` is one, and plays once its lists are built."""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import quote

from lexicons.lexicon_errors import BrokenLexicon, UnknownLanguage

FOLDER = Path(__file__).parent
NEEDED = ("language.toml", "lexicon.tsv", "frequencies.txt")  # what a language plays with
FOLDERS = tuple(sorted({path.parent.name for name in NEEDED for path in FOLDER.glob(f"*/{name}")}))


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
    if code not in FOLDERS:
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
    except KeyError as error:
        raise BrokenLexicon(f"lexicons/{code}/language.toml has no {error}") from error
    except (OSError, ValueError, TypeError) as error:
        raise BrokenLexicon(f"lexicons/{code}/language.toml cannot be read: {error}") from error


def _lacking(code: str) -> str:
    """What keeps a folder from being played with, or an empty text."""
    missing = [f"lexicons/{code}/{name}" for name in NEEDED if not (FOLDER / code / name).is_file()]
    if missing:
        return f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
    try:
        language(code)
    except BrokenLexicon as error:
        return str(error)
    return ""


UNFINISHED = {code: lacking for code in FOLDERS if (lacking := _lacking(code))}
LANGUAGES = tuple(code for code in FOLDERS if code not in UNFINISHED)
