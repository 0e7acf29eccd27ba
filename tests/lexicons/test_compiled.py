"""The committed files are what the criteria and lists say."""

import pytest

from lexicons import LANGUAGES
from lexicons.build.criteria import read_criteria
from lexicons.build.lists import read_lists
from lexicons.build.notes import notes
from lexicons.table import FOLDER, read_table

NAMES_WANTED = 600


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_file_was_made_from_these_lists(language: str) -> None:
    made_from = read_table(language).meta("recipe")
    assert made_from == read_criteria(language).digest, "run `make lexicons` and commit the result"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_listed_word_has_the_tier_of_its_list(language: str) -> None:
    table, lists = read_table(language), read_lists(language)
    listed = {word for names in lists.names.values() for word in names} | set(lists.two_letter)
    refused = set(lists.exclamations) | set(lists.refused)
    assert listed - table.valid == set()
    assert refused & (table.valid | table.disputable) == set()
    assert set(lists.disputed) - set(lists.exclamations) <= table.disputable
    world = {word for names in lists.world.values() for word in names if len(word) > 2}
    assert world - table.valid <= refused | set(lists.disputed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lines_are_well_formed(language: str) -> None:
    table = read_table(language)
    categories = {"dictionary", "place", "person", "first name", "abbreviation", "brand"}
    for tier in "ABX":
        lines = table.lines(tier)
        words = [line.split("\t")[0] for line in lines]
        assert words == sorted(set(words))
        assert all(2 <= len(word) <= 5 and word.isascii() and word.isupper() for word in words)
    assert [line.split("\t")[0] for line in table.lines("A")] == sorted(table.valid)
    for line in table.lines("A"):
        _, category, spellings, sources, *_ = line.split("\t")
        assert category in categories and spellings and sources, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_letter_words_are_a_closed_list(language: str) -> None:
    short = {word for word in read_table(language).valid if len(word) == 2}
    assert short == set(read_lists(language).two_letter)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lists_hold_enough_names(language: str) -> None:
    lists = read_lists(language)
    names = {
        word for kind in (lists.names, lists.world) for c, group in kind.items() if c != "dictionary" for word in group
    }
    assert len(names & read_table(language).valid) >= NAMES_WANTED


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_licence_is_stated(language: str) -> None:
    table = read_table(language)
    assert table.meta("licence") == read_criteria(language).licence
    assert table.meta("licence").split()[0] in (FOLDER / language / "SOURCES.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_counts_of_the_sources_are_those_of_the_file(language: str) -> None:
    committed = (FOLDER / language / "SOURCES.md").read_bytes()
    assert committed == notes(language), "run `make lexicons` and commit the result"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_comes_from_share_alike_data_is_shared_alike(language: str) -> None:
    allowed = ("CC-BY-SA-4.0", "GPL-3.0-only")  # CC BY-SA 4.0 may flow into GPL-3
    assert any(licence in read_table(language).meta("licence") for licence in allowed), "fame is made from wordfreq"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_source_named_in_a_line_is_in_the_header(language: str) -> None:
    table = read_table(language)
    named = {source.split(".")[0] for line in table.lines("A") for source in line.split("\t")[3].split("|")}
    assert named <= set(table.titles)
