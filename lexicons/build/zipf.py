"""How common a spelling is, at build time: the threshold for "well known". Nothing of it is stored."""

from collections.abc import Iterable
from functools import cache
from importlib.metadata import version

from lexicons.build.errors import BuildError

WORDFREQ = "3.1.1"


def zipf_of(spellings: Iterable[str], language: str) -> float:
    """Give the Zipf frequency of the commonest of the spellings."""
    table = _table(language)
    return max(table.get(spelling.lower(), 0.0) for spelling in spellings)


@cache
def _table(language: str) -> dict[str, float]:
    import wordfreq

    if version("wordfreq") != WORDFREQ:
        raise BuildError(f"The build needs wordfreq {WORDFREQ}, not {version('wordfreq')}.")
    frequencies = wordfreq.get_frequency_dict(language, wordlist="best")
    return {word: wordfreq.freq_to_zipf(value) for word, value in frequencies.items() if len(word) <= 6}
