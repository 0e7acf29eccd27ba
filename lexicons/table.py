"""The compiled lexicon of one language, read from its committed file."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256

from lexicons.languages import FOLDER, language
from lexicons.lexicon_errors import BrokenLexicon

MAGIC = "#qwords-lexicon 2"
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
    """One line of a compiled lexicon: tier A valid, B disputable, X refused; why, by code; how many know it, 0 to 1."""

    word: str
    tier: str
    category: str
    spellings: tuple[str, ...]
    sources: tuple[str, ...]
    why_code: str
    fame: float


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
                _, category, spellings, sources, why_code, fame = lines[at].split("\t")
                names, vouching = _items(spellings, ","), _items(sources, "|")
                return Row(word, tier, category, names, vouching, why_code, int(fame or 0) / 100)
        return None

    def title(self, source: str) -> str:
        """Spell out a short source name: `scowl.dict:35` → `SCOWL 2020.12.07: word, size 35`."""
        name, _, detail = source.partition(".")
        kind, _, level = detail.partition(":")
        title, unit, _ = (*self.titles.get(name, name).split("\t"), "", "")[:3]
        details = ", ".join(
            part for part in (_KINDS.get(kind, kind), f"{unit} {level}".strip() if level else "") if part
        )
        return f"{title}: {details}" if details else title

    def known_as(self, source: str) -> str:
        """Name a source as readers of the language know it: `scowl` → `SCOWL, the word lists behind …`."""
        title = self.titles.get(source, source).split("\t")
        return title[2] if len(title) > 2 and title[2] else title[0]


def _items(text: str, separator: str) -> tuple[str, ...]:
    return tuple(text.split(separator)) if text else ()


@cache
def read_table(code: str) -> Table:
    """Load the compiled lexicon of a language, once."""
    path = FOLDER / language(code).code / "lexicon.tsv"
    try:
        return Table(path.read_bytes(), f"lexicons/{code}/{path.name}")
    except (OSError, ValueError) as error:
        raise BrokenLexicon(f"The lexicon {code} cannot be read: {error}") from error
