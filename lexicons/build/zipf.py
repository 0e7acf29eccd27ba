"""How common a spelling is, at build time: the threshold for "well known", and what players may take for words."""

from collections.abc import Iterable
from functools import cache
from importlib.metadata import version

from lexicons.build.build_errors import BuildError

WORDFREQ = "3.1.1"


def zipf_of(word: str, spellings: Iterable[str], language: str) -> float:
    """Give the Zipf frequency of the commonest of a word's spellings."""
    table = zipf_table(language)
    return max(table.get(spelling.lower(), 0.0) for spelling in (word, *spellings))


@cache
def zipf_table(language: str) -> dict[str, float]:
    """Give the Zipf frequency of every short spelling; nothing where wordfreq does not know the language."""
    import wordfreq

    if version("wordfreq") != WORDFREQ:
        raise BuildError(f"The build needs wordfreq {WORDFREQ}, not {version('wordfreq')}.")
    if language not in wordfreq.available_languages("best"):  # it would take the nearest one it knows
        return {}
    frequencies = wordfreq.get_frequency_dict(language, wordlist="best")
    return {word: wordfreq.freq_to_zipf(value) for word, value in frequencies.items() if len(word) <= 6}
