"""How common a word is: evidence in a dispute, never a reason to accept."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from lexicons.fold import fold, spelling_table
from lexicons.languages import FOLDER, language
from lexicons.lexicon_errors import BrokenLexicon
from lexicons.reasons import RARE
from lexicons.table import read_table

MAGIC = "#qwords-frequencies 1"
RAREST = RARE  # rarer strings are not kept


def frequency(word: str, language: str) -> float:
    """Give the Zipf frequency (0 unknown, 3 once in a million words, 7 the commonest) of the commonest spelling."""
    letters = fold(word, language)
    row = read_table(language).find(letters) if len(letters) <= 5 else None
    spellings = {word, letters, *(row.spellings if row else ())} | _unfolded(letters, language)
    return max(_zipf(spelling.lower(), language) for spelling in spellings)


@cache
def frequencies(code: str) -> Mapping[str, float]:
    """Give the Zipf frequencies of all strings of two to five letters that are not very rare, words or not."""
    path = FOLDER / language(code).code / "frequencies.txt"
    found: dict[str, float] = {}
    try:
        lines = path.read_text(encoding="ascii").splitlines()
        if lines[:1] != [MAGIC]:
            raise ValueError("its first line is another one")
        for line in lines:
            if not line.startswith("#"):
                tenth, *words = line.split(" ")
                found.update(dict.fromkeys(words, float(tenth)))
    except (OSError, ValueError) as error:
        raise BrokenLexicon(f"The frequencies of {code} cannot be read: {error}") from error
    return MappingProxyType(found)


def _unfolded(letters: str, language: str) -> set[str]:
    """Spell AE OE UE back to ä ö ü and SS to ß where the language writes them so, each letter by itself."""
    spellings = {letters}
    for special, plain in spelling_table(language).items():
        if len(plain) == 2 and special in "ÄÖÜẞŒ":
            spellings |= {spelling.replace(plain, special.lower()) for spelling in spellings}
    return spellings


@cache
def _zipf(spelling: str, language: str) -> float:
    from wordfreq import zipf_frequency  # late: it takes a while to load and scoring does not need it

    return float(zipf_frequency(spelling, language))
