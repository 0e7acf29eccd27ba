"""Frequencies are evidence and order suggestions."""

import sys
from hashlib import sha256
from pathlib import Path

import pytest

from lexicons import LANGUAGES, BrokenLexicon, frequencies, frequency, load, neighbours
from lexicons.table import FOLDER, read_table


@pytest.mark.parametrize(("word", "language"), [("gaebe", "de"), ("NES", "fr"), ("super", "en"), ("Füsse", "de")])
def test_the_commonest_spelling_counts(word: str, language: str) -> None:
    assert frequency(word, language) > 3.5


def test_unknown_strings_have_no_frequency() -> None:
    assert frequency("XQZJV", "en") == 0.0


def test_neighbours_are_valid_near_and_common_first() -> None:
    lexicon = load("en")
    near = neighbours("HUSE", lexicon)
    assert "HOUSE" in near and "HUSE" not in near
    assert all(word in lexicon and abs(len(word) - 4) <= 1 for word in near)
    common = [frequency(word, "en") for word in near]
    assert common == sorted(common, reverse=True)
    assert neighbours("XQZJV", lexicon) == ()


@pytest.mark.parametrize("word", ["HUSE", "FROMA", "THIER", "AOT", "QI", "S"])
def test_neighbours_are_the_commonest_of_all_words_one_letter_away(word: str) -> None:
    lexicon = load("en")

    def near(other: str) -> bool:
        short, long = sorted((word, other), key=len)
        if len(short) < len(long):
            return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
        differ = [at for at in range(len(word)) if word[at] != other[at]]
        one, *more = differ or [-1]
        crossed = more == [one + 1] and (word[one], word[one + 1]) == (other[one + 1], other[one])
        return len(differ) == 1 or crossed

    alike = [other for other in lexicon.words if abs(len(other) - len(word)) <= 1 and near(other)]
    assert neighbours(word, lexicon) == tuple(sorted(alike, key=lambda other: (-frequency(other, "en"), other))[:5])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_frequencies_are_those_of_the_commonest_spelling(language: str) -> None:
    compiled = frequencies(language)
    assert len(compiled) > 15_000
    assert all(2 <= len(word) <= 5 and word.isalpha() for word in compiled)
    for word in sorted(compiled)[::997]:
        assert compiled[word] == pytest.approx(frequency(word, language), abs=0.051), word


def test_the_lexicon_names_the_frequencies_it_was_built_with() -> None:
    for language in LANGUAGES:
        data = (FOLDER / language / "frequencies.txt").read_bytes()
        assert read_table(language).meta("frequencies") == sha256(data).hexdigest()


def test_damaged_frequencies_are_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "frequencies.txt").write_text("#something else\n")
    monkeypatch.setattr(sys.modules["lexicons.frequency"], "FOLDER", tmp_path)
    frequencies.cache_clear()
    with pytest.raises(BrokenLexicon, match="frequencies of en"):
        frequencies("en")
