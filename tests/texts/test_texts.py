"""The tables of texts: every language says the same things, and nothing is said that nobody asks for."""

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import lexicons
from lexicons.table import read_table
from texts import languages, listing, number, percent, plural, sentence, table, text

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("api", "cli", "lexicons", "q4", "referee", "report", "scoring", "sheets", "tournament", "texts")
PAGE = ("page.", "organiser.")  # the page leaves out these prefixes


def own(language: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((ROOT / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    return loaded


def places(phrase: str) -> set[str]:
    return set(re.findall(r"\{(\w*)\}", phrase))


def test_every_language_of_the_words_has_its_texts() -> None:
    assert languages()[0] == "en"
    assert set(lexicons.LANGUAGES) <= set(languages())


@pytest.mark.parametrize("language", languages())
def test_all_tables_have_the_same_keys_and_places(language: str) -> None:
    english, mine = own("en"), own(language)
    assert mine.keys() == english.keys()
    for key, phrase in mine.items():
        assert places(phrase) == places(english[key]), key
        assert phrase.strip() == phrase and phrase, key
        assert not re.search(r"'|\.\.\.", phrase), f"{key}: ’ and … are the signs of print"
        if key.endswith(".one"):
            assert f"{key.removesuffix('.one')}.other" in mine


@pytest.mark.parametrize("language", languages())
def test_every_language_names_every_other(language: str) -> None:
    assert all(text(f"language.{other}", language) for other in languages())


def test_no_text_is_left_unused() -> None:
    python = named([path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in (".py", ".html")])
    page = named([path for path in (ROOT / "api/page").rglob("*") if path.suffix in (".js", ".html")])
    unused = []
    for key in own("en"):
        name = key.removesuffix(".one").removesuffix(".other")
        if key.startswith(PAGE):
            found = name in page or asked_for(name.split(".", 1)[1], page)
        else:
            found = asked_for(name, python | page)
        if not found:
            unused.append(key)
    assert unused == []


def named(sources: Sequence[Path]) -> set[str]:
    """What stands in quotes, and how that begins whose end is filled in: "rating." of f"rating.{step}"."""
    found: set[str] = set()
    for path in sources:
        source = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"""["'`]([\w.-]+)(?:["'`]|\$?\{)""", source))
    return found


def asked_for(name: str, found: set[str]) -> bool:
    """Whether a source names this key, whole, by how it begins, or as one of the page's choices, "rules-standard"."""
    begun = any(name[: match.end()] in found for match in re.finditer(r"[.-]", name))
    choice, _, value = name.partition("-")
    return name in found or begun or (choice in ("side", "rules", "policy") and value in found)


@pytest.mark.parametrize("language", languages())
def test_every_reason_why_a_word_counts_or_not_has_its_text(language: str) -> None:
    said = {key.removeprefix("why.") for key in own(language) if key.startswith("why.")}
    assert said == set(lexicons.WHY_CODES)


@pytest.mark.parametrize("language", languages())
def test_every_source_of_a_word_has_a_name_that_readers_know(language: str) -> None:
    named = {key.removeprefix("source."): name for key, name in own(language).items() if key.startswith("source.")}
    compiled = {source for code in lexicons.LANGUAGES for source in read_table(code).titles}
    packages = tomllib.loads((ROOT / "lexicons" / "sources.toml").read_text(encoding="utf-8"))
    assert compiled <= named.keys() <= packages.keys()
    assert not re.search(r"\d|Faker|igerman|Debian", " ".join(named.values()))


def test_english_stands_in_for_what_a_language_lacks() -> None:
    assert text("rating.0", "xx") == "Keep trying"
    assert table("xx") == table("en")


def test_a_text_bends_with_its_number() -> None:
    assert [plural("points", 1, language) for language in ("en", "de", "fr", "it")] == [
        "1 point",
        "1 Punkt",
        "1 point",
        "1 punto",
    ]
    assert [plural("points", 0, language) for language in ("en", "de", "fr", "it")] == [
        "0 points",
        "0 Punkte",
        "0 point",
        "0 punti",
    ]
    assert plural("standings.sheets", 1, "en") == "1 sheet"
    assert plural("standings.sheets", 2, "de") == "2 Blätter"


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (1.0, "100%"),
        (0.99999, "99.99%"),
        (0.9987, "99.87%"),
        (0.995, "99%"),
        (0.29, "29%"),
        (0.0049, "0.4%"),
        (0.00001, "0.1%"),
        (0.0, "0%"),
    ],
)
def test_what_is_not_certain_never_reads_as_certain(p: float, shown: str) -> None:
    assert percent(p, "en") == shown


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert [percent(0.9987, language) for language in ("de", "fr", "it")] == ["99,87\u00a0%", "99,87\u00a0%", "99,87%"]
    assert (number(2.9, "de", digits=1), number(2.9, "en", digits=1)) == ("2,9", "2.9")


def test_lists_are_written_as_the_language_says_them() -> None:
    assert listing(["A", "B", "C"], "en") == "A, B and C"
    assert listing(["A", "B"], "de", "or") == "A oder B"
    assert listing(["A"], "fr") == "A" and listing([], "it") == ""
    assert sentence("line.row", "it", n=3) == "Riga 3"


def test_each_step_of_the_solo_game_has_a_title_of_its_own() -> None:
    for language in languages():
        assert len({text(f"rating.{step}", language) for step in range(12)}) == 12
