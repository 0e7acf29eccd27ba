"""The word list of a table: any file with one word a line, or the project's English list, exclamations included."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import lexicons
from lexicons.table import read_table
from q4.q4_errors import BadWordFile

DEFAULT = "Qwords English list with exclamations"


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
    """The project's English list; exclamations, which Qwords refuses, count in this game."""
    refused = (line.split("\t") for line in read_table("en").lines("X"))
    exclamations = {row[0] for row in refused if row[4] == "refused-exclamation"}
    return WordList(DEFAULT, lexicons.load("en").words | exclamations)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadWordFile(f"{path.name} cannot be read: {error}") from None
