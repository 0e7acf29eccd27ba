"""From a spelling to the capitals A-Z that stand in the cells of a sheet."""

import unicodedata

from lexicons.errors import BadWord, UnknownLanguage

LANGUAGES = ("en", "de", "fr", "it")

_LIGATURES = {"Æ": "AE", "Œ": "OE", "ẞ": "SS", "Ĳ": "IJ", "Ø": "O", "Ð": "D", "Đ": "D", "Þ": "TH", "Ł": "L", "ı": "I"}
_UMLAUTS = {"Ä": "AE", "Ö": "OE", "Ü": "UE", "Ø": "OE", "Å": "A"}
_SPELLING = {"en": _LIGATURES, "fr": _LIGATURES, "it": _LIGATURES, "de": _LIGATURES | _UMLAUTS}


def fold(text: str, language: str) -> str:
    """Give the letters A-Z by which a spelling is written on a sheet: gäbe → GAEBE (de), nés → NES (fr)."""
    if text.isascii() and text.isalpha() and language in _SPELLING:
        return text.upper()
    table = spelling_table(language)
    letters = []
    for character in unicodedata.normalize("NFC", text.strip()).upper():
        plain = table.get(character) or _without_accent(character)
        if not (plain.isascii() and plain.isalpha()):
            raise BadWord(f"{text!r} is not a word in letters: {character!r}")
        letters.append(plain)
    if not letters:
        raise BadWord("An empty text is not a word.")
    return "".join(letters)


def spelling_table(language: str) -> dict[str, str]:
    """Give the letters that a language writes as other letters; accents not named here are dropped."""
    if language not in _SPELLING:
        raise UnknownLanguage(f"There is no lexicon for {language!r}.")
    return _SPELLING[language]


def _without_accent(character: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFD", character) if not unicodedata.combining(part))
