"""The rulebooks' own example sheets, scored with the shipped lexicons."""

import pytest

import lexicons
from report.sentences import finding_text
from scoring import STANDARD, Claims, Finding, Grid, Scorecard, audit, score

SHEETS = {
    "en": (
        "SUPER/TRIPH/RNLOI/ATECT/PMHHE",
        "SUPER TRIP - ATE HE STRAP URN PILE EPOCH HIT",
        Claims(("10", "6", "-", "3", "1"), ("10", "3", "6", "10", "3"), False, "52"),
    ),
    "de": (
        "SUPER/TDACH/AOIHA/UNDSI/BRSER",
        "SUPER DACH - UND ER STAUB UDO AIDS ECHSE HAI",
        Claims(("10", "6", "-", "3", "1"), ("10", "3", "6", "10", "3"), False, "52"),
    ),
    "fr": (
        "DUOPO/SSAUT/KIWIS/INEST/SEPHA",
        "DUO SAUT KIWIS NES SE SKIS USINE - PUIS TA",
        Claims(("3", "6", "10", "3", "1"), ("6", "10", "-", "6", "1"), False, "46"),
    ),
    "it": (
        "SUGON/TOSSE/AMORI/ROSSO/ESSEI",
        "SUGO TOSSE AMORI ROSSO SEI STARE UOMO - SE NEI",
        Claims(("6", "10", "10", "10", "3"), ("10", "6", "-", "1", "3"), False, "59"),
    ),
}


def played(language: str) -> tuple[Scorecard, tuple[Finding, ...]]:
    grid, _, claims = SHEETS[language]
    card = score(Grid.parse(grid), lexicons.load(language), STANDARD)
    return card, audit(card, claims)


@pytest.mark.parametrize("language", SHEETS)
def test_every_claimed_word_is_accepted(language: str) -> None:
    card, findings = played(language)
    for line, word in zip(card.lines, SHEETS[language][1].split(), strict=True):
        if word != "-":
            assert word in {candidate.word for candidate in line.candidates}, line.line.name
    assert not {finding.kind for finding in findings} - {"missed", "bonus"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_english_and_german_totals_are_the_rulebooks(language: str) -> None:
    card, findings = played(language)
    assert (card.total, findings) == (52, ())


@pytest.mark.parametrize("language", ["fr", "it"])
def test_better_words_are_named_with_what_they_do_to_the_total(language: str) -> None:
    card, findings = played(language)
    claimed = int(SHEETS[language][2].total)
    assert card.total > claimed
    lines = {line.line.name: line for line in card.lines}
    for finding in findings:
        if finding.where in lines:
            assert finding.kind == "missed"
            assert f"{lines[finding.where].word} (" in finding_text(finding, language)
    assert findings[-1].where == "total"
    assert str(card.total) in finding_text(findings[-1], language)


def test_the_italian_player_missed_two_words_and_with_them_the_bonus() -> None:
    card, findings = played("it")
    words = {line.line.name: line.word for line in card.lines}
    assert (words["row 5"], words["column 3"]) == ("ESSE", "SOS")
    assert card.bonus == 10
    assert {"row 5", "column 3", "bonus", "total"} <= {finding.where for finding in findings}
