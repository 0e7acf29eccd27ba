"""Which reader understands which kind of package."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from lexicons.build import dictionaries, names
from lexicons.build.list_evidence import Evidence
from lexicons.build.packages import Package, locked

READERS: dict[str, Callable[[Package, str], Iterator[Evidence]]] = {
    "scowl": dictionaries.scowl,
    "wordnet": dictionaries.wordnet,
    "hunspell": dictionaries.hunspell,
    "hunspell-fr": dictionaries.hunspell_fr,
    "lexique": dictionaries.lexique,
    "lefff-verbs": dictionaries.lefff_verbs,
    "lefff-nouns": dictionaries.lefff_nouns,
    "word-list": dictionaries.word_list,
    "german-nouns": dictionaries.german_nouns,
    "inflections": dictionaries.inflections,
    "geonames": names.geonames,
    "cldr": names.cldr,
    "faker": names.faker,
    "pantheon": names.pantheon,
    "brands": names.brands,
    "icons": names.icons,
}


def gather(sources: Iterable[str], language: str) -> dict[str, list[Evidence]]:
    """Give all evidence of these packages by word, in a fixed order."""
    found: dict[str, set[Evidence]] = defaultdict(set)
    for name in sources:
        package = locked()[name]
        for item in READERS[package.reader](package, language):
            found[item.word].add(item)
    return {word: sorted(found[word], key=_order) for word in sorted(found)}


def english_words(limit: int) -> frozenset[str]:
    """Give the ordinary English words: those of SCOWL up to a size."""
    evidence = dictionaries.scowl(locked()["scowl"], "en")
    return frozenset(item.word for item in evidence if item.kind == "dict" and item.level <= limit)


def _order(item: Evidence) -> tuple[str, str, int, str]:
    return item.source, item.kind, item.level, item.spelling
