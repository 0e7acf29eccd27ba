"""Evidence: one source that knows one spelling, as what, and how strongly."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from lexicons.fold import fold
from lexicons.lexicon_errors import BadWord

_ACRONYM_FORM = re.compile(r"[A-Z]{2,}s")


class Evidence(NamedTuple):
    """A source vouches for a word: `level` is a size, a population or a rank, 0 where the source has none."""

    word: str
    spelling: str
    source: str
    kind: str
    level: int = 0

    @property
    def tag(self) -> str:
        """The name by which criteria mean this evidence."""
        return f"{self.source}:{self.kind}"


def witness(language: str, spelling: str, source: str, kind: str, level: int = 0) -> Iterator[Evidence]:
    """Give the evidence for a spelling if it folds to 2 to 5 letters; plurals of abbreviations (LKWs) never count."""
    if not 2 <= len(spelling) <= 5 or not spelling.isalpha() or _ACRONYM_FORM.fullmatch(spelling):
        return
    try:
        word = fold(spelling, language)
    except BadWord:
        return
    if 2 <= len(word) <= 5:
        yield Evidence(word, spelling, source, kind, level)


def case_kind(spelling: str, capital: str) -> str:
    """Tell an abbreviation (LKW) from a capitalised word, which is of the kind `capital`, and from a plain word."""
    if len(spelling) > 1 and spelling.isupper():
        return "abbr"
    return capital if spelling[0].isupper() else "dict"
