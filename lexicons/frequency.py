"""How common a word is: evidence in a dispute and the order of suggestions, never a reason to accept."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from lexicons.errors import BrokenLexicon, UnknownLanguage
from lexicons.fold import LANGUAGES, fold, spelling_table
from lexicons.lexicon import Lexicon
from lexicons.table import FOLDER, read_table

MAGIC = "#qwords-frequencies 1"
RAREST = 2.0  # Zipf frequency below which a string is not kept: once in ten million words

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def frequency(word: str, language: str) -> float:
    """Give the Zipf frequency (0 unknown, 3 once in a million words, 7 the commonest) of the commonest spelling."""
    letters = fold(word, language)
    row = read_table(language).find(letters) if len(letters) <= 5 else None
    spellings = {word, letters, *(row.spellings if row else ())} | _unfolded(letters, language)
    return max(_zipf(spelling.lower(), language) for spelling in spellings)


@cache
def frequencies(language: str) -> Mapping[str, float]:
    """Give the Zipf frequencies of all strings of two to five letters that are not very rare, words or not."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"There is no lexicon for {language!r}.")
    path = FOLDER / language / "frequencies.txt"
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
        raise BrokenLexicon(f"The frequencies of {language} cannot be read: {error}") from error
    return MappingProxyType(found)


def neighbours(word: str, lexicon: Lexicon, limit: int = 5) -> tuple[str, ...]:
    """Give the valid words that differ from a word by one letter, common ones first."""
    letters = fold(word, lexicon.language)
    near = sorted(_edits(letters) & lexicon.words)
    return tuple(sorted(near, key=lambda other: -frequency(other, lexicon.language))[:limit])


def _edits(word: str) -> set[str]:
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    shorter = {left + right[1:] for left, right in cuts if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    changed = {left + letter + right[1:] for left, right in cuts if right for letter in _ALPHABET}
    longer = {left + letter + right for left, right in cuts for letter in _ALPHABET}
    return (shorter | swapped | changed | longer) - {word}


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
