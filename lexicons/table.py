"""The compiled lexicon of one language, read from its committed file."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from lexicons.errors import BrokenLexicon, UnknownLanguage
from lexicons.fold import LANGUAGES

FOLDER = Path(__file__).parent
MAGIC = "#qwords-lexicon 1"
_KINDS = {
    "dict": "word",
    "upper": "capitalised word",
    "proper": "proper name",
    "abbr": "abbreviation",
    "first": "first name",
    "intj": "interjection",
    "home": "city",
    "variant": "variant spelling",
}


@dataclass(frozen=True)
class Row:
    """One line of a compiled lexicon: tier A valid, B disputable, X refused with a reason."""

    word: str
    tier: str
    category: str
    spellings: tuple[str, ...]
    sources: tuple[str, ...]
    reason: str


class Table:
    """A compiled lexicon: a header of `#key value` lines, the valid words, then sorted lines of tiers A, B and X.

    Only the valid words are read at once, because scoring needs no more; the lines wait for the first question.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.data = data
        header_end = data.find(b"\n\n")
        words_end = data.find(b"\n\n", header_end + 2)
        if not data.startswith(MAGIC.encode()) or words_end < 0:
            raise BrokenLexicon(f"{name} is not a compiled lexicon.")
        self.header = data[:header_end].decode("utf-8").split("\n")
        self.valid = frozenset(data[header_end:words_end].decode("ascii").split())
        self._lines_begin = words_end + 2

    @cached_property
    def version(self) -> str:
        """The sha256 of the file."""
        return sha256(self.data).hexdigest()

    @cached_property
    def disputable(self) -> frozenset[str]:
        """The words of tier B."""
        return frozenset(line[: line.index("\t")] for line in self.lines("B"))

    @cached_property
    def titles(self) -> dict[str, str]:
        """What each short source name stands for."""
        return dict(line[8:].split("\t", 1) for line in self.header if line.startswith("#source "))

    def meta(self, key: str) -> str:
        """Give a value of the header, or an empty text."""
        return next((line[len(key) + 2 :] for line in self.header if line.startswith(f"#{key} ")), "")

    def lines(self, tier: str) -> list[str]:
        """Give the lines of one tier, sorted by word."""
        return self._tiers[tier]

    @cached_property
    def _tiers(self) -> dict[str, list[str]]:
        blocks = self.data[self._lines_begin :].decode("utf-8").rstrip("\n").split("\n\n")
        return {tier: block.split("\n") if block != "-" else [] for tier, block in zip("ABX", blocks, strict=True)}

    def find(self, word: str) -> Row | None:
        """Give the line of a word, whatever its tier."""
        key = word + "\t"
        for tier in "ABX":
            lines = self.lines(tier)
            at = bisect_left(lines, key)
            if at < len(lines) and lines[at].startswith(key):
                _, category, spellings, sources, reason = lines[at].split("\t")
                return Row(word, tier, category, _items(spellings, ","), _items(sources, "|"), reason)
        return None

    def title(self, source: str) -> str:
        """Spell out a short source name: `scowl.dict:35` → `SCOWL 2020.12.07: word, size 35`."""
        name, _, detail = source.partition(".")
        kind, _, level = detail.partition(":")
        title, _, unit = self.titles.get(name, name).partition("\t")
        details = ", ".join(
            part for part in (_KINDS.get(kind, kind), f"{unit} {level}".strip() if level else "") if part
        )
        return f"{title}: {details}" if details else title


def _items(text: str, separator: str) -> tuple[str, ...]:
    return tuple(text.split(separator)) if text else ()


@cache
def read_table(language: str) -> Table:
    """Load the compiled lexicon of a language, once."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"There is no lexicon for {language!r}.")
    path = FOLDER / language / "lexicon.tsv"
    try:
        return Table(path.read_bytes(), path.name)
    except (OSError, ValueError) as error:
        raise BrokenLexicon(f"The lexicon {language} cannot be read: {error}") from error
