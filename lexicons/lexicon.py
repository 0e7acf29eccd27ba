"""The lexicon a table plays with: a language, a policy and the table's own rulings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lexicons.errors import UnknownPolicy
from lexicons.fold import fold
from lexicons.house import House, Ruling
from lexicons.table import Row, Table, read_table

POLICIES = ("official", "open")
ROMAN = re.compile(r"(?=[MDCLXVI])M{0,4}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")

_LENGTH = "words have 2 to 5 letters, this one has {}"
_TWO = "not on the closed list of two-letter words"
_UNKNOWN = "no list knows it"


@dataclass(frozen=True)
class Entry:
    """The verdict on one word, with its evidence."""

    word: str
    language: str
    valid: bool
    tier: str | None
    category: str | None
    spellings: tuple[str, ...]
    sources: tuple[str, ...]
    why: str
    house: bool = False


class Lexicon:
    """A set of valid words that can give its reasons. `word in lexicon` expects the capitals of the sheet."""

    def __init__(self, language: str, table: Table, policy: str, house: House) -> None:
        self.language = language
        self.policy = policy
        self.house = house
        self._table = table
        self._rulings = house.folded(language)
        self.words = self._valid_words()

    @property
    def version(self) -> str:
        """The sha256 of the compiled file."""
        return self._table.version

    @property
    def licence(self) -> str:
        """The licence of the compiled file."""
        return self._table.meta("licence")

    def __contains__(self, word: object) -> bool:
        return word in self.words

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def explain(self, word: str) -> Entry:
        """Say whether a word is valid, and why; any spelling is understood, BadWord if it is not in letters."""
        letters = fold(word, self.language)
        row = self._table.find(letters)
        ruling = self._rulings.get(letters)
        valid = letters in self.words
        why = self._ruled(ruling) if ruling else self._why(letters, row)
        tier = row.tier if row and row.tier != "X" else None
        category = row.category or None if row and valid and tier else None
        return Entry(
            letters,
            self.language,
            valid,
            tier,
            category,
            row.spellings if row else (),
            tuple(self._table.title(source) for source in row.sources) if row else (),
            why,
            ruling is not None,
        )

    def _valid_words(self) -> frozenset[str]:
        words = self._table.valid
        if self.policy == "open":
            words |= {word for word in self._table.disputable if len(word) > 2}
        if self._rulings:
            words |= {word for word, ruling in self._rulings.items() if ruling.allow}
            words -= {word for word, ruling in self._rulings.items() if not ruling.allow}
        return words

    def _ruled(self, ruling: Ruling) -> str:
        verb = "allowed" if ruling.allow else "denied"
        return f"{verb} by {self.house.name}" + (f": {ruling.note}" if ruling.note else "")

    def _why(self, word: str, row: Row | None) -> str:
        if not 2 <= len(word) <= 5:
            return _LENGTH.format(len(word))
        if row is None:
            return _nothing_known(word)
        if row.tier == "A":
            return _valid_because(row)
        if row.tier == "X":
            return row.reason
        return _TWO if len(word) == 2 else f"disputable: {row.reason}"


def _valid_because(row: Row) -> str:
    if row.category == "dictionary":
        return "a word of the dictionary"
    return f"a {'common' if row.category == 'first name' else 'well-known'} {row.category}"


def _nothing_known(word: str) -> str:
    if len(word) > 1 and ROMAN.fullmatch(word):
        return "a Roman numeral, not a word"
    return _TWO if len(word) == 2 else _UNKNOWN


def load(language: str, policy: str = "official", house: House | None = None) -> Lexicon:
    """Give the lexicon of a language: `official` takes tier A, `open` also tier B; house rulings win over both."""
    if policy not in POLICIES:
        raise UnknownPolicy(f"There is no policy {policy!r}.")
    return _load(language, policy, house or House())


@lru_cache(maxsize=32)
def _load(language: str, policy: str, house: House) -> Lexicon:
    return Lexicon(language, read_table(language), policy, house)
