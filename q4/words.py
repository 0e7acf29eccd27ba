"""The word list of a table: any file with one word a line, or the game's own.

The game's own list has the English words of two to four letters that word games know, exclamations included, no names
and no abbreviations: those of ENABLE (public domain), common ones of SCOWL, and what games took in since.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from q4.q4_errors import BadWordFile

DEFAULT = "word-game list"
LIST = Path(__file__).with_name("words.txt")


@dataclass(frozen=True)
class WordList:
    """Words that count, in capitals, and what the list is called."""

    name: str
    words: frozenset[str]

    def __contains__(self, word: object) -> bool:
        return word in self.words

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)


def load_words(path: Path | None = None) -> WordList:
    """The list in a file, or the default list."""
    return english() if path is None else parse_words(_text(path), path.name)


def parse_words(text: str, name: str) -> WordList:
    """The words of a text, one a line, in any case; longer ones than the grid holds do no harm."""
    words = frozenset(line.strip().upper() for line in text.splitlines())
    if not any(len(word) > 1 and word.isalpha() for word in words):
        raise BadWordFile(f"{name} has no word.")
    return WordList(name, words)


@cache
def english() -> WordList:
    """The game's own list."""
    return parse_words(_text(LIST), DEFAULT)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadWordFile(f"{path.name} cannot be read: {error}") from None
