"""`qwords word` answers as the contract says."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.word_command import command
from lexicons import LANGUAGES
from texts import text


def run(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(command, list(arguments), env=environment)


def test_json_has_the_contract_fields_in_the_order_asked() -> None:
    result = run("udon", "gäbe", "--lang", "de", "--json")
    words = json.loads(result.stdout)["words"]
    assert result.exit_code == 0
    assert [word["word"] for word in words] == ["UDON", "GAEBE"]
    fields = ["word", "language", "valid", "tier", "category", "spellings", "sources", "frequency", "why"]
    assert list(words[0])[: len(fields)] == fields
    assert set(words[0]) - set(fields) == {"why_code", "fame", "lists", "known_as", "look_up"}
    assert (words[0]["valid"], words[0]["tier"], words[0]["category"]) == (False, "B", None)
    assert (words[1]["valid"], words[1]["tier"], words[1]["category"]) == (True, "A", "dictionary")
    assert words[1]["spellings"] == ["gäbe"]


def test_the_text_says_why_and_what_is_near() -> None:
    result = run("ouch", "huse", "strap")
    assert result.exit_code == 0
    assert "OUCH  invalid" in result.stdout and "Exclamations of feeling never count." in result.stdout
    assert "HOUSE" in result.stdout
    assert "STRAP  valid" in result.stdout and "\x1b[" not in result.stdout


@pytest.mark.parametrize(("words", "answer"), [(["strap", "urn"], "acceptable"), (["strap", "qqq"], "not acceptable")])
def test_judge_mode_answers_for_the_set(words: list[str], answer: str) -> None:
    assert run("--judge", *words).stdout.strip() == answer


def test_policy_and_house(tmp_path: Path) -> None:
    house = tmp_path / "house.txt"
    house.write_text("deny dach we had enough of it\ndeny udon\n", encoding="utf-8")
    assert "UDON  gültig" in run("udon", "--lang", "de", "--policy", "open").stdout
    ruled = run("dach", "udon", "--lang", "de", "--house", str(house)).stdout
    assert "UDON  ungültig  (Entscheid des Tisches)" in ruled, "what the table has ruled on is no longer disputable"
    assert "DACH  ungültig  (Entscheid des Tisches)" in ruled and "we had enough of it" in ruled


def test_language_comes_from_the_environment() -> None:
    assert json.loads(run("dach", "--json", QWORDS_LANG="de").stdout)["words"][0]["valid"]
    assert not json.loads(run("dach", "--json", QWORDS_LANG="en").stdout)["words"][0]["valid"]


@pytest.mark.parametrize("word", ["4x4", "l'eau", "two words"])
def test_what_is_not_a_word_ends_with_five(word: str) -> None:
    result = run("strap", word)
    assert result.exit_code == 5
    assert result.stdout == ""
    assert "bad-word" in result.stderr


@pytest.mark.parametrize("word", ["Nerone", "x"])
def test_a_length_that_never_fits_is_answered(word: str) -> None:
    result = run(word, "--json")
    assert result.exit_code == 0
    assert "2 to 5 letters" in json.loads(result.stdout)["words"][0]["why"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_answer_is_in_the_language_of_the_word(lang: str) -> None:
    found = run("ha", "oh", "super", "--lang", lang)
    assert text("word.valid", lang) in found.stdout and text("word.invalid", lang) in found.stdout
    assert text("why.refused-exclamation", lang) in found.stdout and text("why.dictionary", lang) in found.stdout
    if lang != "en":
        assert not any(f"  {label}  " in found.stdout for label in ("why", "spelling", "how common", "look it up"))


def test_a_name_that_few_know_is_disputable_in_german_words() -> None:
    document = json.loads(run("bern", "emin", "--lang", "de", "--json").stdout)["words"]
    assert [word["why_code"] for word in document] == ["place", "refused-little-known"]
    assert document[1]["why"] == text("why.refused-little-known", "de")
