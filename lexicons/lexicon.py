"""The lexicon a table plays with: a language, a policy and the table's own rulings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from lexicons.fold import fold
from lexicons.frequency import frequencies
from lexicons.house import House, Ruling
from lexicons.languages import language
from lexicons.lexicon_errors import UnknownPolicy
from lexicons.table import Row, Table, read_table

POLICIES = ("official", "open")
ROMAN = re.compile(r"(?=[MDCLXVI])M{0,4}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")


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
    house: bool = False
    note: str = ""  # what a house ruling says of it
    why_code: str = ""
    fame: float = 0.0  # share of adults who would know it, 0 to 1
    frequency: float = 0.0  # Zipf; 0 below once in ten million words
    lists: tuple[str, ...] = ()  # the sources by code, each once: `source.<code>` in the texts names it
    known_as: tuple[str, ...] = ()  # and by names that readers of its own language know, one for each code
    look_up: str = ""  # where a reader may look it up


class Lexicon:
    """A set of valid words that can give its reasons. `word in lexicon` expects the capitals of the sheet."""

    def __init__(self, code: str, table: Table, policy: str, house: House) -> None:
        self.language = code
        self.policy = policy
        self.house = house
        self._table = table
        self._rulings = house.folded(code)
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
        code = self._why_code(letters, row, ruling)
        tier = row.tier if row and row.tier != "X" else None
        sources = row.sources if row else ()
        lists = tuple(dict.fromkeys(source.partition(".")[0] for source in sources))
        spellings = row.spellings if row else ()
        return Entry(
            word=letters,
            language=self.language,
            valid=valid,
            tier=tier,
            category=row.category or None if row and valid and tier else None,
            spellings=spellings,
            sources=tuple(self._table.title(source) for source in sources),
            house=ruling is not None,
            note=ruling.note if ruling else "",
            why_code=code,
            fame=row.fame if row else 0.0,
            frequency=frequencies(self.language).get(letters, 0.0),
            lists=lists,
            known_as=tuple(map(self._table.known_as, lists)),
            look_up=language(self.language).look_up.address(_looked_up(spellings, row.category if row else "") or word),
        )

    def disputable(self, word: str) -> bool:
        """Say whether a table might decide otherwise on these capitals: some list knows them, few people do."""
        return word in self.disputable_words

    @cached_property
    def disputable_words(self) -> frozenset[str]:
        """The words of tier B, counted or not, that no house ruling has settled; two letters are never disputable."""
        return frozenset(word for word in self._table.disputable if len(word) > 2) - self._rulings.keys()

    def _valid_words(self) -> frozenset[str]:
        words = self._table.valid
        if self.policy == "open":
            words |= {word for word in self._table.disputable if len(word) > 2}
        if self._rulings:
            words |= {word for word, ruling in self._rulings.items() if ruling.allow}
            words -= {word for word, ruling in self._rulings.items() if not ruling.allow}
        return words

    def _why_code(self, word: str, row: Row | None, ruling: Ruling | None) -> str:
        if ruling:
            return "house-allowed" if ruling.allow else "house-denied"
        if not 2 <= len(word) <= 5:
            return "refused-length"
        if row is None:
            return _nothing_known(word)
        return "disputable" if row.tier == "B" and word in self.words else row.why_code


def _looked_up(spellings: tuple[str, ...], category: str) -> str:
    """The spelling under which a dictionary has a word: of Nino and niño, the word is the one without a capital."""
    words = [spelling for spelling in spellings if spelling.islower()] if category == "dictionary" else []
    return [*words, *spellings, ""][0]


def _nothing_known(word: str) -> str:
    if len(word) > 1 and ROMAN.fullmatch(word):
        return "refused-roman-numeral"
    return "refused-two-letters" if len(word) == 2 else "refused-not-in-lists"


def load(language: str, policy: str = "official", house: House | None = None) -> Lexicon:
    """Give the lexicon of a language: `official` takes tier A, `open` also tier B; house rulings win over both."""
    if policy not in POLICIES:
        raise UnknownPolicy(f"There is no policy {policy!r}.")
    return _load(language, policy, house or House())


@lru_cache(maxsize=32)
def _load(code: str, policy: str, house: House) -> Lexicon:
    return Lexicon(code, read_table(code), policy, house)
