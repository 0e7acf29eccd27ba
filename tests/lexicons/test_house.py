"""A table's own rulings win, and are shown as such."""

from pathlib import Path

import pytest

from lexicons import BadHouseFile, House, load
from tests.hints import hint_of

RULES = """
# agreed on the first of May
allow Udon   we eat it every week
deny  lol    not in this house
"""


def test_rulings_win_over_the_lists() -> None:
    plain, lexicon = load("de"), load("de", house=House.parse(RULES, "our table"))
    assert "UDON" not in plain and "UDON" in lexicon
    assert "LOL" in plain and "LOL" not in lexicon
    assert lexicon.words ^ plain.words == {"UDON", "LOL"}


def test_rulings_are_shown() -> None:
    lexicon = load("de", house=House.parse(RULES, "our table"))
    allowed, denied = lexicon.explain("udon"), lexicon.explain("LOL")
    assert (allowed.valid, allowed.why_code, allowed.note) == (True, "house-allowed", "we eat it every week")
    assert (denied.valid, denied.why_code, denied.note) == (False, "house-denied", "not in this house")
    assert not lexicon.explain("DACH").house


def test_a_word_no_list_knows_can_be_allowed() -> None:
    lexicon = load("en", house=House.parse("allow zzxq"))
    assert lexicon.explain("ZZXQ").valid
    assert lexicon.explain("ZZXQ").tier is None


@pytest.mark.parametrize(
    "text", ["maybe UDON", "allow", "allow UDON\ndeny udon", "allow Nerone", "deny X", "allow 4x4"]
)
def test_bad_rulings(text: str) -> None:
    with pytest.raises(BadHouseFile) as caught:
        load("de", house=House.parse(text))
    assert caught.value.code == "bad-house-file"
    assert caught.value.hint == hint_of("bad-house-file")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text("\ufeffallow Gäbe it is fine\n", encoding="utf-8")
    house = House.load(path)
    assert house.name == "table.txt"
    assert house.folded("de")["GAEBE"].note == "it is fine"
    with pytest.raises(BadHouseFile):
        House.load(tmp_path / "absent.txt")
