"""The decision on every string: valid (A), disputable (B) or refused (X), why, and how widely it is known."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lexicons.build.criteria import Criteria, Rule
from lexicons.build.fame import name_fame, word_fame
from lexicons.build.list_evidence import Evidence
from lexicons.build.lists import CATEGORIES, SHORT_FORMS, Listed, Lists
from lexicons.lexicon import ROMAN
from lexicons.reasons import RARE
from lexicons.table import Row

_SPELLINGS = 4  # spellings kept per string; more only blur the evidence
_DICTIONARY_KINDS = frozenset({"dict", "noun"})
_WORD_KINDS = _DICTIONARY_KINDS | {"imperative", "variant"}


class Judge:
    """Applies the closed lists, the name lists and the rules of the criteria, in this order."""

    def __init__(self, criteria: Criteria, lists: Lists, english: frozenset[str]) -> None:
        self.criteria = criteria
        self.lists = lists
        self.english = english

    def verdict(self, word: str, evidence: Sequence[Evidence], zipf: float) -> Row | None:
        """Decide on one string; None where nothing speaks for it."""
        lists = self.lists
        evidence = [item for item in evidence if self.criteria.counts(item)]
        case = _Case(word, evidence, zipf, list(self._listed(word)))
        if word in lists.exclamations:
            return case.line("X", "", "refused-exclamation")
        if word in lists.refused:
            return case.line("X", "", f"refused-{lists.refused[word].group}")
        if len(word) == 2 and word not in lists.two_letter:
            return case.line("B", "", "refused-two-letters") if evidence else None
        if word in lists.disputed:
            return case.line("B", "", f"refused-{lists.disputed[word].group}", disputed=True)
        if case.listed:
            category = min((category for category, _ in case.listed), key=CATEGORIES.index)
            rule = self._rule(evidence, zipf, word)
            # what stands in the closed list of two letters, or among the short forms, is what that list says it is
            said = len(word) == 2 or any(entry.group == SHORT_FORMS for _, entry in case.listed)
            if rule and rule.category == "dictionary" and not rule.weak and not said:
                category = rule.category
            return case.line("A", category, _code(category, zipf))
        return self._by_evidence(case)

    def _by_evidence(self, case: "_Case") -> Row | None:
        word, evidence = case.word, case.evidence
        if not evidence:
            return None
        if all(item.kind == "intj" for item in evidence):
            return case.line("X", "", "refused-exclamation")
        rule = self._rule(evidence, case.zipf, word)
        category = rule.category if rule else ""
        if ROMAN.fullmatch(word) and not (category == "dictionary" and self._dictionary_families(evidence) > 1):
            return None
        if category:
            return case.line("A", category, _code(category, case.zipf))
        if word in self.english:
            return case.line("B", "", "refused-foreign")
        words = any(item.kind in _WORD_KINDS for item in evidence)
        return case.line("B", "", "refused-few-lists" if words else "refused-little-known")

    def _rule(self, evidence: Sequence[Evidence], zipf: float, word: str) -> Rule | None:
        english = word in self.english
        return next((rule for rule in self.criteria.rules if rule.passed(evidence, zipf, english)), None)

    def _dictionary_families(self, evidence: Sequence[Evidence]) -> int:
        return len({item.source for item in evidence if item.kind in _DICTIONARY_KINDS})

    def _listed(self, word: str) -> Iterator[tuple[str, Listed]]:
        if word in self.lists.two_letter:
            entry = self.lists.two_letter[word]
            yield entry.group, entry
        for names in (self.lists.names, self.lists.world):
            for category, entries in names.items():
                if word in entries:
                    yield category, entries[word]


class _Case(NamedTuple):
    """One string with all that is known of it."""

    word: str
    evidence: Sequence[Evidence]
    zipf: float
    listed: Sequence[tuple[str, Listed]]

    def line(self, tier: str, category: str, why_code: str, disputed: bool = False) -> Row:
        """Give its line of the compiled file."""
        listed = self.listed if tier == "A" else ()
        spellings = list(
            dict.fromkeys([entry.spelling for _, entry in listed] + [item.spelling for item in self.evidence])
        )
        own = [f"list.{entry.group or category}" for category, entry in listed]
        sources = list(dict.fromkeys(own + [_short(item) for item in _strongest(self.evidence)]))
        fame = self._fame(tier, category, why_code, disputed)
        return Row(self.word, tier, category, tuple(spellings[:_SPELLINGS]), tuple(sources), why_code, fame)

    def _fame(self, tier: str, category: str, why_code: str, disputed: bool) -> float:
        barred_word = tier == "X" and any(item.kind in _WORD_KINDS | {"intj"} for item in self.evidence)
        if category == "dictionary" or why_code == "refused-few-lists" or barred_word:
            return word_fame(self.zipf)
        return name_fame(self.evidence, self.zipf, tier == "A", disputed)


def _code(category: str, zipf: float) -> str:
    """The code of a valid word: its category, or that it is rare."""
    return "rare" if category == "dictionary" and zipf < RARE else category.replace(" ", "-")


def _strongest(evidence: Sequence[Evidence]) -> list[Evidence]:
    best: dict[str, Evidence] = {}
    for item in evidence:
        known = best.get(item.tag)
        better = known is None or (item.level > known.level if item.source == "geonames" else item.level < known.level)
        if better:
            best[item.tag] = item
    return list(best.values())


def _short(item: Evidence) -> str:
    return f"{item.source}.{item.kind}" + (f":{item.level}" if item.level else "")
