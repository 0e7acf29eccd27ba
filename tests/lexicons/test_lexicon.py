"""The verdict on a word: right, explained, the same tomorrow."""

import time
import tomllib
from pathlib import Path

import pytest

from lexicons import LANGUAGES, BadWord, House, UnknownLanguage, UnknownPolicy, fold, language, load
from lexicons.reasons import REFUSED, VALID
from lexicons.table import Table, read_table
from tests.hints import hint_of

NAMED = tomllib.loads((Path(__file__).parents[2] / "benchmarks/judged/rulebook.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", NAMED)
def test_the_words_of_the_rulebook(language: str) -> None:
    lexicon = load(language)
    assert [word for word in NAMED[language]["valid"].split() if fold(word, language) not in lexicon] == []
    assert [word for word in NAMED[language]["invalid"].split() if fold(word, language) in lexicon] == []


@pytest.mark.parametrize(("language", "row"), [("en", "RNLOI"), ("de", "AOIHA")])
def test_the_empty_rows_of_the_examples(language: str, row: str) -> None:
    runs = [row[start:end] for start in range(4) for end in range(start + 2, 6)]
    assert [run for run in runs if run in load(language)] == []


@pytest.mark.parametrize(
    ("language", "word", "category"),
    [
        ("en", "strap", "dictionary"),
        ("en", "Fuji", "place"),
        ("en", "Nero", "person"),
        ("en", "ABBA", "person"),
        ("en", "Emily", "first name"),
        ("en", "BRB", "abbreviation"),
        ("en", "IKEA", "brand"),
        ("de", "gäbe", "dictionary"),
        ("de", "Weser", "place"),
        ("de", "Beuys", "person"),
        ("de", "Udo", "first name"),
        ("de", "AOK", "abbreviation"),
        ("de", "Fanta", "brand"),
        ("fr", "nés", "dictionary"),
        ("it", "Perù", "place"),
    ],
)
def test_categories(language: str, word: str, category: str) -> None:
    entry = load(language).explain(word)
    assert (entry.valid, entry.tier, entry.category) == (True, "A", category)
    assert entry.sources
    assert word.lower() in [spelling.lower() for spelling in entry.spellings]


@pytest.mark.parametrize(
    ("language", "word", "code"),
    [
        ("en", "strap", "dictionary"),
        ("en", "Nero", "person"),
        ("de", "Udo", "first-name"),
        ("de", "Weser", "place"),
        ("fr", "TGV", "abbreviation"),
        ("it", "Fanta", "brand"),
        ("en", "ouch", "refused-exclamation"),
        ("de", "au", "refused-exclamation"),
        ("en", "xq", "refused-two-letters"),
        ("en", "a", "refused-length"),
        ("en", "xiv", "refused-roman-numeral"),
        ("en", "rn", "refused-two-letters"),
        ("en", "qqqqq", "refused-not-in-lists"),
        ("it", "Nerone", "refused-length"),
        ("de", "Udon", "refused-few-lists"),
        ("de", "Milk", "refused-foreign"),
        ("fr", "meuf", "dictionary"),  # verlan, as colloquial words of the other languages
        ("fr", "relou", "dictionary"),
        ("fr", "slt", "abbreviation"),  # chat, as BRB, which the rulebooks name
        ("en", "wows", "refused-exclamation"),  # one exclamation said twice is still one
        ("en", "oohs", "refused-exclamation"),
        ("en", "wowed", "dictionary"),
        ("es", "ayes", "refused-exclamation"),
        ("it", "oimè", "refused-exclamation"),
        ("en", "mong", "dictionary"),  # a slur is a word like others; the table may rule otherwise
        ("en", "kike", "dictionary"),
        ("en", "teaer", "refused-few-lists"),
        ("es", "Sr", "abbreviation"),  # the dictionaries have these as well
        ("es", "etc", "abbreviation"),
        ("es", "sida", "dictionary"),
        ("de", "bzw", "abbreviation"),
        ("de", "Nin", "refused-little-known"),
        ("de", "nmol", "refused-unit"),
    ],
)
def test_why_codes(language: str, word: str, code: str) -> None:
    entry = load(language).explain(word)
    assert entry.why_code == code
    assert entry.valid == (code in VALID)
    assert entry.valid or entry.category is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_a_code_of_the_closed_set_and_a_fame(language: str) -> None:
    table = read_table(language)
    for tier in "ABX":
        for line in table.lines(tier):
            *_, code, fame = line.split("\t")
            assert code in (VALID if tier == "A" else REFUSED) and 0 <= int(fame) <= 100, line


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "AYN NIN EMIN OMB AED"),
        ("de", "NIN OESEL WARTA ELBER NAHA"),
        ("fr", "MASSU GIFI NIN"),
        ("it", "NISO NIN"),
        ("es", "SYLT NIOBE"),
    ],
)
def test_names_that_few_know_are_for_the_table_to_decide(language: str, words: str) -> None:
    official, lenient = load(language), load(language, "open")
    for word in words.split():
        assert word not in official and official.disputable(word) and word in lenient
        assert official.explain(word).why_code == "refused-little-known"
        assert official.explain(word).fame < 0.5


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "DM KANE TEMU"),
        ("de", "EV RAAB FORD NIKE"),
        ("fr", "FORD SECU RENO"),
        ("it", "PS NB MILAN"),
        ("es", "PERU ONU MESSI IKEA MINO"),
    ],
)
def test_names_that_everybody_knows_count(language: str, words: str) -> None:
    assert [word for word in words.split() if word not in load(language)] == []


@pytest.mark.parametrize("word", ["niño", "cantás", "dímelo", "fue", "oí", "Ñuñoa"])
def test_spanish_spelling(word: str) -> None:
    letters = fold(word, "es")
    assert letters.isascii()
    assert len(letters) > 5 or (letters in load("es")) == (word != "Ñuñoa")


def test_rare_words_are_valid_and_named_as_rare() -> None:
    entry = load("en").explain("kvass")
    assert (entry.valid, entry.category, entry.why_code) == (True, "dictionary", "rare")
    assert entry.frequency == 0.0 and entry.fame < load("en").explain("house").fame


def test_what_a_table_might_decide_otherwise() -> None:
    official, lenient = load("de"), load("de", "open")
    assert official.disputable("UDON") and lenient.disputable("UDON")
    assert lenient.explain("udon").why_code == "disputable"
    assert not official.disputable("DACH") and not official.disputable("RN") and not official.disputable("QQQQQ")
    assert not load("de", house=House.parse("allow udon")).disputable("UDON")


def test_sources_and_look_up_are_named_for_readers() -> None:
    entry = load("de").explain("gäbe")
    assert "LanguageTool (Grammatikprüfung)" in entry.known_as
    assert entry.look_up == "https://www.duden.de/suchen/dudenonline/g%C3%A4be"
    assert load("es").explain("nino").look_up == "https://dle.rae.es/ni%C3%B1o"
    assert {language(code).look_up.name for code in LANGUAGES} >= {"Duden", "Larousse", "Treccani", "Merriam-Webster"}


@pytest.mark.parametrize("word", ["EI", "HALT", "TAG", "EH", "TUT", "WEH"])
def test_german_words_that_are_also_cried(word: str) -> None:
    assert word in load("de")


@pytest.mark.parametrize("word", ["LA", "MY", "NO", "BOY", "RATS", "SHOO", "BYE"])
def test_english_words_that_are_also_cried(word: str) -> None:
    assert word in load("en")


@pytest.mark.parametrize("word", ["THE", "AND", "HOME", "MONEY", "WATER", "LKWS", "CDS", "XIV", "VIII", "DONT", "NMOL"])
def test_what_must_not_leak_into_german(word: str) -> None:
    assert word not in load("de")


@pytest.mark.parametrize(
    "word", ["gibst", "gutes", "gäbe", "gib", "rief", "läse", "ging", "Fuß", "heiß", "ließ", "öde", "lern"]
)
def test_german_inflections(word: str) -> None:
    assert fold(word, "de") in load("de")


def test_the_open_policy_adds_the_disputable_but_never_two_letters() -> None:
    official, lenient = load("de"), load("de", "open")
    assert official.words < lenient.words
    assert "UDON" in lenient and lenient.explain("udon").category is None
    assert {word for word in lenient.words - official.words if len(word) == 2} == set()


def test_the_same_lexicon_is_not_loaded_twice() -> None:
    assert load("en") is load("en")
    assert len(load("en")) == len(set(load("en")))
    assert len(load("en").version) == 64


@pytest.mark.parametrize("language", LANGUAGES)
def test_quick_enough(language: str) -> None:
    path = Path(__file__).parents[2] / "lexicons" / language / "lexicon.tsv"
    loading = min(_seconds(lambda: Table(path.read_bytes(), "x")) for _ in range(5))
    lexicon = load(language)
    lexicon.explain("SUPER")
    explaining = min(_seconds(lambda: lexicon.explain("SUPER")) for _ in range(50))
    assert loading < 0.05
    assert explaining < 0.001
    assert path.stat().st_size < 3_000_000


def test_errors_say_what_to_do() -> None:
    for error, call in (
        (UnknownLanguage, lambda: load("xx")),
        (UnknownPolicy, lambda: load("en", "mild")),
        (BadWord, lambda: load("en").explain("4x4")),
    ):
        with pytest.raises(error) as caught:
            call()
        own = {"unknown-language": f"Choose one of {', '.join(LANGUAGES)}."}
        assert caught.value.hint == own.get(caught.value.code, hint_of(caught.value.code)) and str(caught.value)


def _seconds(call: object) -> float:
    assert callable(call)
    start = time.process_time()
    call()
    return time.process_time() - start


@pytest.mark.parametrize(
    ("language", "word", "why"),
    [
        ("de", "Anna", "first-name"),
        ("de", "Paris", "place"),
        ("de", "Stern", "dictionary"),
        ("en", "Anna", "first-name"),
        ("en", "hello", "dictionary"),
        ("fr", "holà", "dictionary"),
        ("de", "Hallo", "dictionary"),
        ("en", "hi", "refused-exclamation"),
    ],
)
def test_names_and_greetings_are_called_what_they_are(language: str, word: str, why: str) -> None:
    assert load(language).explain(word).why_code == why
