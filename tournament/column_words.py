"""What people call a player, a round, a table … in all languages: as a column of a list, and in a file's name."""

import unicodedata
from functools import cache

from texts import languages, text

COLUMNS = ("file", "player", "round", "table", "team", "page", "sheet")


@cache
def spellings(column: str) -> frozenset[str]:
    """The words for a column, plain."""
    words = (text(f"column.{column}", language).split(",") for language in languages())
    return frozenset(plain(word) for some in words for word in some)


def column_of(title: str) -> str:
    """The column that a title names; "" for none of ours."""
    return next((column for column in COLUMNS if plain(title) in spellings(column)), "")


def plain(word: str) -> str:
    """A word without case, accents and what stands between its parts."""
    apart = unicodedata.normalize("NFKD", word)
    letters = "".join(" " if char in "_-" else char for char in apart if not unicodedata.combining(char))
    return " ".join(letters.casefold().split())
