"""The judging path: what every door relies on."""

from dataclasses import replace

import pytest
from planned_scans import PlanScan

import lexicons
from lexicons import House, Ruling
from referee.evidence import Evidence
from referee.judge import Answers, judge
from referee.options import AUTO, Options
from referee.referee_errors import BadEvidence
from report.document import sheet_document
from report.sentences import dispute_texts, finding_text
from scoring import RollLog

GERMAN = "SUPER/TDACH/AOIHA/UNDSI/BRSER"
GERMAN_CLAIMS = {"rows": ("10", "6", "-", "3", "1"), "columns": ("10", "3", "6", "10", "3"), "total": "52"}
ENGLISH = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"
ALL = {(row, column): "A" for row in range(1, 6) for column in range(1, 6)}


def test_words_in_the_wrong_language_are_noticed(planned: PlanScan) -> None:
    evidence = Evidence.of_scan(planned(GERMAN, bonus="struck", **GERMAN_CLAIMS))
    wrong = judge(evidence, Options(lang="en"))
    assert "language" in wrong.reasons and wrong.needs_review
    assert wrong.languages[0].language == "de"
    right = judge(evidence, Options(lang="de"))
    assert right.reasons == ()
    assert right.card.total == wrong.languages[0].total, "the offer is what switching gives"
    assert judge(evidence, Options(lang=AUTO)).language == "de"


def test_who_types_letters_has_chosen_the_language(planned: PlanScan) -> None:
    typed = replace(Evidence.of_scan(planned(GERMAN)), corners=None)
    assert judge(typed, Options(lang="en")).reasons == ()


def test_letters_the_dice_cannot_give_call_a_person(planned: PlanScan) -> None:
    log = RollLog.parse("\n".join(f"{n},A,B" for n in range(1, 26)))
    verdict = judge(Evidence.of_scan(planned(ENGLISH)), Options(rolls=log))
    assert verdict.needs_review and "rolls" in verdict.reasons


def test_one_answer_does_not_settle_the_way_up(planned: PlanScan) -> None:
    evidence = Evidence.of_scan(planned(ENGLISH, turn_p=0.6))
    assert "turn" in judge(evidence, Options(), Answers({(1, 1): "S"})).reasons
    assert "turn" not in judge(evidence, Options(), Answers(ALL)).reasons, "who told all letters has seen it"


def test_an_answer_leaves_nothing_of_the_reading_before(planned: PlanScan) -> None:
    claims = {"rows": ("10", "6", "-", "3", "1"), "columns": ("10", "3", "6", "10", "3"), "total": "52"}
    scan = planned(ENGLISH, bonus="struck", doubts={0: (("N", 0.6), ("S", 0.4))}, **claims)
    evidence = Evidence.of_scan(scan)
    assert judge(evidence, Options()).unweighed
    assert judge(evidence, Options(), Answers({(1, 1): "S"})).unweighed is None


@pytest.mark.parametrize(("row", "column", "read", "p"), [(1, 5, "K", 1e-5), (4, 2, "Q", 6e-4)])
def test_a_finding_says_which_doubtful_letter_it_hinges_on(
    planned: PlanScan, row: int, column: int, read: str, p: float
) -> None:
    claims = {"rows": ("10", "6", "-", "3", "1"), "columns": ("10", "3", "6", "10", "3"), "total": "52"}
    letters = [letter for letter in ENGLISH if letter != "/"]
    cell = 5 * row + column - 6
    written, letters[cell] = letters[cell], read
    scan = planned("".join(letters), doubts={cell: ((read, 1 - p), (written, p))}, bonus="struck", **claims)
    evidence = Evidence.of_scan(scan)
    verdict = judge(evidence, Options())
    found = next(finding for finding in verdict.findings if finding.where == f"row {row}")
    assert found.hinges == ((row, column, written),)
    assert f"row {row}, column {column} {written}" in finding_text(found, "en")
    told = judge(evidence, Options(), Answers({(row, column): read}))
    assert all(finding.hinges == () for finding in told.findings), "a person has said what stands there"


def test_of_equally_long_words_the_commoner_is_shown(planned: PlanScan) -> None:
    verdict = judge(Evidence.of_scan(planned(ENGLISH)), Options())
    assert verdict.card.rows[4].word == "HE", "the rulebook's own word, not PM"


def test_a_word_the_table_might_allow_is_named_with_the_total_it_would_give(planned: PlanScan) -> None:
    lexicon = lexicons.load("en")
    word = min(word for word in lexicon.disputable_words - lexicon.words if len(word) == 5)
    evidence = Evidence.of_scan(planned(f"{word}/QQQQQ/QQQQQ/QQQQQ/QQQQQ"))
    verdict = judge(evidence, Options())
    (offer,) = (offer for offer in verdict.allowable if offer.line == "row 1")
    assert offer.word == word and offer.total > verdict.card.total
    allowed = judge(evidence, Options(house=House((Ruling(word, True),))))
    assert offer.total == allowed.card.total and allowed.disputable == (), "what the table has ruled is settled"
    assert any(word in line for line in dispute_texts(verdict, "de"))
    opened = judge(evidence, Options(policy="open"))
    (doubted,) = (entry for entry in sheet_document(opened)["disputable"] if entry["line"] == "row 1")
    denied = judge(evidence, Options(policy="open", house=House((Ruling(word, False),))))
    assert doubted == {"word": word, "line": "row 1", "total_without": denied.card.total}


def test_nobody_is_called_wrong_for_not_knowing_a_rare_word(planned: PlanScan) -> None:
    lexicon = lexicons.load("en")
    entries = (lexicon.explain(word) for word in sorted(lexicon.words) if len(word) == 5)
    word = next(entry.word for entry in entries if entry.why_code == "rare" and entry.fame > 0.5)
    for written, expected in ((word, "You may also count a word that few know"), ("BREAD", "10 points")):
        scan = planned(f"{written}/QQQQQ/QQQQQ/QQQQQ/QQQQQ", rows=("-",) * 5, columns=("-",) * 5, total="0")
        found = judge(Evidence.of_scan(scan), Options()).findings
        (sentence,) = (finding_text(finding, "en") for finding in found if finding.where == "row 1")
        assert expected in sentence and ("You may also count" in sentence) == (written == word)


def test_pairs_that_may_be_one_letter_are_stored_with_the_evidence(planned: PlanScan) -> None:
    scan = planned(ENGLISH)
    scan = replace(scan, reading=replace(scan.reading, alike=((0, 7, 0.12345678), (3, 24, 0.9))))
    stored = Evidence.of_scan(scan).to_json()
    assert stored["alike"] == [[0, 7, 0.123457], [3, 24, 0.9]]
    assert Evidence.from_json(stored) == Evidence.of_scan(scan)
    assert Evidence.from_json({name: stored[name] for name in stored.keys() - {"alike"}}).reading.alike == ()


@pytest.mark.parametrize("pair", [[0, 25, 0.5], [7, 7, 0.5], [8, 7, 0.5], [-1, 7, 0.5], [0, 7, 1.5], [0, 7]])
def test_pairs_that_are_none_are_refused(planned: PlanScan, pair: list[float]) -> None:
    with pytest.raises(BadEvidence):
        Evidence.from_json(Evidence.of_scan(planned(ENGLISH)).to_json() | {"alike": [pair]})


def test_what_looks_like_another_letter_of_the_sheet_is_weighed(planned: PlanScan) -> None:
    doubtful = planned(ENGLISH, doubts={9: (("A", 0.5), ("H", 0.5)), 20: (("H", 1.0),)})
    chance = {}
    for p in (0.05, 0.999):
        scan = replace(doubtful, reading=replace(doubtful.reading, alike=((9, 20, p),)))
        chance[p] = dict(judge(Evidence.of_scan(scan), Options()).glyphs[9].ranking)["H"]
    assert chance[0.999] > chance[0.05] + 0.1
