"""The decision on every string: valid (A), disputable (B) or refused (X)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lexicons.build.evidence import Evidence
from lexicons.build.lists import CATEGORIES, Listed, Lists
from lexicons.build.recipe import Recipe, Rule
from lexicons.lexicon import ROMAN

_SPELLINGS = 4  # more than this many spellings of one string only blur the evidence
_DICTIONARY_KINDS = frozenset({"dict", "noun"})


class Verdict(NamedTuple):
    """A line of the compiled file to be."""

    word: str
    tier: str
    category: str
    spellings: tuple[str, ...]
    sources: tuple[str, ...]
    reason: str


class Judge:
    """Applies the closed lists, the name lists and the rules of the recipe, in this order."""

    def __init__(self, recipe: Recipe, lists: Lists, english: frozenset[str]) -> None:
        self.recipe = recipe
        self.lists = lists
        self.english = english

    def verdict(self, word: str, evidence: Sequence[Evidence], zipf: float) -> Verdict | None:
        """Decide on one string; None where nothing speaks for it."""
        lists = self.lists
        evidence = [item for item in evidence if self.recipe.counts(item)]
        if word in lists.exclamations:
            return self._refused(word, evidence, "an exclamation: exclamations of feeling never count")
        if word in lists.refused:
            return self._refused(word, evidence, lists.refused[word].group)
        listed = list(self._listed(word))
        if len(word) == 2 and word not in lists.two_letter:
            return self._line("B", "", word, evidence, [], "not on the closed list") if evidence else None
        if listed and (word not in lists.disputed):
            category = min((category for category, _ in listed), key=CATEGORIES.index)
            rule = self._rule(evidence, zipf, word)
            if rule and rule.category == "dictionary" and not rule.weak:
                category = rule.category
            return self._line("A", category, word, evidence, listed)
        if word in lists.disputed:
            return self._line("B", "", word, evidence, listed, lists.disputed[word].group)
        return self._by_evidence(word, evidence, zipf)

    def _by_evidence(self, word: str, evidence: Sequence[Evidence], zipf: float) -> Verdict | None:
        if not evidence:
            return None
        if all(item.kind == "intj" for item in evidence):
            return self._refused(word, evidence, "an exclamation: exclamations of feeling never count")
        rule = self._rule(evidence, zipf, word)
        category = rule.category if rule else ""
        if ROMAN.fullmatch(word) and not (category == "dictionary" and self._dictionary_families(evidence) > 1):
            return None
        if category:
            return self._line("A", category, word, evidence, [])
        english = " (an ordinary English word)" if word in self.english else ""
        return self._line("B", "", word, evidence, [], f"known, but not to enough lists or not well enough{english}")

    def _rule(self, evidence: Sequence[Evidence], zipf: float, word: str) -> Rule | None:
        english = word in self.english
        return next((rule for rule in self.recipe.rules if rule.passed(evidence, zipf, english)), None)

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

    def _refused(self, word: str, evidence: Sequence[Evidence], reason: str) -> Verdict:
        return self._line("X", "", word, evidence, [], reason)

    def _line(
        self,
        tier: str,
        category: str,
        word: str,
        evidence: Sequence[Evidence],
        listed: Sequence[tuple[str, Listed]],
        reason: str = "",
    ) -> Verdict:
        spellings = list(dict.fromkeys([entry.spelling for _, entry in listed] + [item.spelling for item in evidence]))
        own = [f"list.{entry.group or category}" for category, entry in listed]
        sources = list(dict.fromkeys(own + [_short(item) for item in _strongest(evidence)]))
        return Verdict(word, tier, category, tuple(spellings[:_SPELLINGS]), tuple(sources), reason)


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
