"""Spellings become the capitals of the sheet, by the rules of each language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicons import LANGUAGES, BadWord, UnknownLanguage, fold


@pytest.mark.parametrize(
    ("text", "language", "letters"),
    [
        ("gäbe", "de", "GAEBE"),
        ("Straße", "de", "STRASSE"),
        ("Übel", "de", "UEBEL"),
        ("Café", "de", "CAFE"),
        ("nés", "fr", "NES"),
        ("Pérou", "fr", "PEROU"),
        ("œuf", "fr", "OEUF"),
        ("ça", "fr", "CA"),
        ("Perù", "it", "PERU"),
        ("niño", "es", "NINO"),
        ("pingüe", "es", "PINGUE"),
        ("naïve", "en", "NAIVE"),
        ("Zürich", "en", "ZURICH"),
        (" urn ", "en", "URN"),
        ("e. V.", "de", "EV"),
        ("z.B.", "de", "ZB"),
        ("etc.", "fr", "ETC"),
        ("ga\u0308be", "de", "GAEBE"),
    ],
)
def test_spelling(text: str, language: str, letters: str) -> None:
    assert fold(text, language) == letters


@pytest.mark.parametrize(
    "text", ["", " ", "4x4", "l'eau", "T-Shirt", "two words", "слово", "AB?", ".", ".a", "a..b", "e.  V."]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_in_letters_is_refused(text: str, language: str) -> None:
    with pytest.raises(BadWord):
        fold(text, language)


@pytest.mark.parametrize("text", ["wort", "Wörter"])
def test_unknown_language(text: str) -> None:
    with pytest.raises(UnknownLanguage):
        fold(text, "xx")


@given(st.text(min_size=1, max_size=8), st.sampled_from(LANGUAGES))
def test_folding_twice_is_folding_once(text: str, language: str) -> None:
    try:
        letters = fold(text, language)
    except BadWord:
        return
    assert letters.isascii() and letters.isupper()
    assert fold(letters, language) == letters
