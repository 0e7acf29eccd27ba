"""From a spelling to the capitals A-Z that stand in the cells of a sheet."""

import re
import unicodedata
from functools import cache

from lexicons.languages import LANGUAGES, language
from lexicons.lexicon_errors import BadWord

_LIGATURES = {"Æ": "AE", "Œ": "OE", "ẞ": "SS", "Ĳ": "IJ", "Ø": "O", "Ð": "D", "Đ": "D", "Þ": "TH", "Ł": "L", "ı": "I"}
_POINTS = re.compile(r"(?<=\w)\.(?: ?(?=\w)|$)")  # of abbreviations: e. V., z.B., etc.


def fold(text: str, code: str) -> str:
    """Give the letters A-Z by which a spelling is written on a sheet: gäbe → GAEBE (de), nés → NES (fr), e. V. → EV."""
    if text.isascii() and text.isalpha() and code in LANGUAGES:
        return text.upper()
    table = spelling_table(code)
    letters = []
    for character in unicodedata.normalize("NFC", _POINTS.sub("", text.strip())).upper():
        plain = table.get(character) or _without_accent(character)
        if not (plain.isascii() and plain.isalpha()):
            raise BadWord(f"{text!r} is not a word in letters: {character!r}")
        letters.append(plain)
    if not letters:
        raise BadWord("An empty text is not a word.")
    return "".join(letters)


@cache
def spelling_table(code: str) -> dict[str, str]:
    """Give the letters that a language writes as other letters; accents not named here are dropped."""
    return _LIGATURES | language(code).letters


def _without_accent(character: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFD", character) if not unicodedata.combining(part))
