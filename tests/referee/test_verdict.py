"""From a reading to a verdict: side, claims, certainty, doubts."""

from dataclasses import replace

import pytest
from planned_scans import PlanScan

import lexicons
from referee.evidence import Evidence
from referee.judge import NO_ANSWERS, Answers, judge
from referee.options import Options
from referee.referee import Referee
from referee.verdict import PhotoVerdict, SheetVerdict
from report.document import document
from report.sentences import finding_text, weighed_texts
from report.terminal import render
from scanner.values import Glyph, Scan
from scoring import Grid, RollLog

ENGLISH = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"
CLAIMS = {"rows": ("10", "6", "-", "3", "1"), "columns": ("10", "3", "6", "10", "3")}
BLANK_FIRST = {"rows": ("", "6", "-", "3", "1"), "columns": ("", "3", "6", "10", "3")}


def judged(scan: Scan, options: Options, answers: Answers = NO_ANSWERS) -> SheetVerdict:
    return judge(Evidence.of_scan(scan), options, answers, scan)


def test_a_clear_sheet_is_certain(planned: PlanScan) -> None:
    scan = planned(ENGLISH, total="52", bonus="struck", **CLAIMS)
    verdict = judged(scan, Options())
    assert (verdict.card.total, verdict.needs_review) == (52, False)
    assert verdict.certainty == pytest.approx(1.0, abs=1e-6)
    assert verdict.findings == () and verdict.doubts == ()
    assert verdict.claims and verdict.claims.bonus is False
    assert verdict.rating == 4


def test_side_b_means_professional_unless_told_otherwise(planned: PlanScan) -> None:
    scan = planned(ENGLISH, side="B", joker="crossed")
    verdict = judged(scan, Options())
    assert (verdict.rules.name, verdict.card.total, verdict.joker_crossed) == ("professional", 58, True)
    assert judged(scan, Options(rules="standard")).card.total == 52
    assert judged(scan, Options(side="A")).card.total == 52


def test_an_unknown_side_is_standard(planned: PlanScan) -> None:
    verdict = judged(planned(ENGLISH, side=None), Options())
    assert (verdict.side, verdict.rules.name, verdict.claims) == (None, "standard", None)


def test_a_doubtful_letter_that_matters_is_asked_about(planned: PlanScan) -> None:
    scan = planned(ENGLISH, doubts={16: (("T", 0.7), ("M", 0.3))})
    verdict = judged(scan, Options())
    assert verdict.reasons == ("certainty",)
    assert verdict.certainty == pytest.approx(0.8, abs=0.1)
    first = verdict.doubts[0]
    assert (first.kind, first.row, first.column, first.letter, first.other) == ("letter", 4, 2, "T", "M")
    assert first.total_if < verdict.card.total
    settled = judged(scan, Options(), Answers({(4, 2): "T"}))
    assert (settled.needs_review, settled.card.total) == (False, 52)
    assert settled.certainty == pytest.approx(1.0, abs=1e-3)
    other = judged(scan, Options(), Answers({(4, 2): "M"}))
    assert other.card.total == first.total_if


def test_a_doubtful_letter_that_changes_nothing_is_not_asked_about(planned: PlanScan) -> None:
    scan = planned("QQQQQ/QQQQQ/QQQQQ/QQQQQ/QQQQQ", doubts={12: (("Q", 0.6), ("X", 0.4))})
    verdict = judged(scan, Options())
    assert (verdict.doubts, verdict.needs_review) == ((), False)
    assert verdict.certainty == pytest.approx(1.0, abs=1e-6)


def test_a_doubtful_side_is_asked_about(planned: PlanScan) -> None:
    verdict = judged(planned(ENGLISH, side="A", side_p=0.8), Options())
    assert verdict.certainty == pytest.approx(0.8, abs=1e-3)
    assert dict(verdict.totals[:2]) == pytest.approx({52: 0.8, 58: 0.2}, abs=1e-3)
    doubt = verdict.doubts[0]
    assert (doubt.kind, doubt.row, doubt.letter, doubt.other, doubt.total_if) == ("side", None, "A", "B", 58)
    assert judged(planned(ENGLISH, side="A", side_p=0.8), Options(side="A")).reasons == ()


def test_a_sheet_that_may_lie_another_way_up_needs_review(planned: PlanScan) -> None:
    assert judged(planned(ENGLISH, turn_p=0.6), Options()).needs_review


def test_an_empty_sheet_is_reported_as_empty(planned: PlanScan) -> None:
    blank = planned("." * 25, rows=("10",) * 5, columns=("",) * 5, total="50")
    verdict = judged(blank, Options())
    assert (verdict.empty, verdict.reasons, verdict.findings, verdict.doubts) == (True, ("empty",), (), ())
    everywhere = {(row, column): "." for row in range(1, 6) for column in range(1, 6)}
    assert judged(blank, Options(), Answers(everywhere)).reasons == (), "a person has looked"
    assert "empty" not in judged(blank, Options(), Answers({(1, 1): "S"})).reasons
    assert judge(Evidence.of_letters(Grid.parse("/".join(["....."] * 5))), Options()).reasons == (), "typed so"


def test_a_spare_sheet_beside_a_filled_one_calls_nobody(planned: PlanScan, monkeypatch: pytest.MonkeyPatch) -> None:
    def verdict_of(*scans: Scan) -> PhotoVerdict:
        monkeypatch.setattr("scanner.decode.decode", lambda *_, **__: scans[0].photo)
        monkeypatch.setattr("scanner.pipeline.scan", lambda *_: list(scans))
        return Referee().photo(b"", "photo.jpg", Options())

    filled, blank = planned(ENGLISH), planned("." * 25, rows=("",) * 5, columns=("",) * 5, total="")
    beside = verdict_of(filled, blank)
    assert [sheet.empty for sheet in beside.sheets] == [False, True] and not beside.needs_review
    stored = Evidence.from_json(beside.sheets[1].evidence.to_json())
    assert judge(stored, Options()).reasons == (), "stored evidence gives the same verdict"
    assert verdict_of(blank).sheets[0].reasons == ("empty",), "alone it was photographed for a total"
    assert verdict_of(blank, blank).needs_review
    written = planned("." * 25, rows=("", "6", "", "", ""), columns=("",) * 5, total="")
    assert verdict_of(filled, written).sheets[1].reasons == ("empty",), "somebody played: the letters are too faint"
    struck = planned("." * 25, bonus="struck")
    assert verdict_of(struck, filled).sheets[0].reasons == ("empty",)


def test_an_illegible_cell_counts_as_empty_and_is_asked_about(planned: PlanScan) -> None:
    scan = planned(ENGLISH, doubts={0: (("#", 0.99), ("S", 0.01))})
    verdict = judged(scan, Options())
    assert "claims" in verdict.reasons, "its words say what the struck letter was: a person must confirm it"
    first = verdict.doubts[0]
    assert (verdict.card.grid.rows[0], first.row, first.column, first.letter, first.other) == ("SUPER", 1, 1, "S", "#")
    unread = judged(planned("QQQQQ/QQQQQ/QQQQQ/QQQQQ/QQQQQ", doubts={0: (("#", 1.0),)}), Options())
    assert (unread.card.grid.rows[0], unread.glyphs[0].symbol) == (".QQQQ", "#")


def test_claims_become_findings_in_the_readers_language_or_that_of_the_words(planned: PlanScan) -> None:
    claims = CLAIMS | {"rows": ("10", "6", "3", "3", "1")}
    scan = planned(ENGLISH, total="55", bonus="struck", **claims)
    verdict = judged(scan, Options())
    assert "invalid" in {finding.kind for finding in verdict.findings}
    shown = document(PhotoVerdict(scan.photo, (verdict,)))["sheets"][0]["findings"]
    assert [found["text"] for found in shown] == [finding_text(finding, "en") for finding in verdict.findings]
    german = document(PhotoVerdict(scan.photo, (verdict,)), texts_language="de")["sheets"][0]
    assert german["language"] == "en" and german["rating"] == "stark"
    assert "Reihe 3: 3 Punkte sind eingetragen" in german["findings"][0]["text"]


def test_rolls_that_cannot_explain_a_letter_are_a_finding(planned: PlanScan) -> None:
    log = RollLog.parse("round,first,second\n" + "\n".join(f"{n},A,B" for n in range(1, 26)))
    verdict = judged(planned(ENGLISH), Options(rolls=log))
    assert "rolls" in {finding.kind for finding in verdict.findings}


def test_the_document_has_the_contracts_shape(planned: PlanScan) -> None:
    scan = planned(ENGLISH, total="53", bonus="open", doubts={16: (("T", 0.7), ("M", 0.3))}, **BLANK_FIRST)
    found = document(PhotoVerdict(scan.photo, (judged(scan, Options()),)))
    assert found["schema"] == "qwords.verdict/1"
    assert set(found["photo"]) == {"name", "sha256", "width", "height"}
    sheet = found["sheets"][0]
    assert len(sheet["corners"]) == 4 and len(sheet["cells"]) == 5 and len(sheet["cells"][4]) == 5
    cell = sheet["cells"][3][1]  # words and the written total say something about it, too
    assert cell == {"letter": "T", "p": pytest.approx(0.9, abs=0.1), "others": [["M", pytest.approx(0.1, abs=0.1)]]}
    assert sheet["lines"][0]["fame"] > 0.9
    assert sheet["lines"][0] | {"sources": [], "spellings": [], "fame": 0.99} == {
        "axis": "row",
        "index": 1,
        "letters": "SUPER",
        "word": "SUPER",
        "start": 1,
        "points": 10,
        "doubled": False,
        "category": "dictionary",
        "why_code": "dictionary",
        "fame": 0.99,
        "sources": [],
        "spellings": [],
        "claimed": "",
    }
    assert sheet["claimed"] == {
        "rows": list(BLANK_FIRST["rows"]),
        "columns": list(BLANK_FIRST["columns"]),
        "bonus": True,
        "total": "53",
    }
    assert {"kind", "where", "claimed", "computed", "text"} == set(sheet["findings"][0])
    assert set(sheet["doubts"][0]) == {"kind", "row", "column", "letter", "or", "p", "total_if"}


def test_claims_weigh_a_doubtful_letter_and_the_verdict_says_so(planned: PlanScan) -> None:
    scan = planned(ENGLISH, total="52", bonus="struck", doubts={0: (("N", 0.6), ("S", 0.4))}, **CLAIMS)
    verdict = judged(scan, Options())
    assert verdict.card.grid.rows[0] == "SUPER"
    assert verdict.unweighed and verdict.unweighed.by == ("words", "claims")
    assert verdict.unweighed.grid[0] == "NUPER" and verdict.unweighed.total < 52
    told = document(PhotoVerdict(scan.photo, (verdict,)))["sheets"][0]
    assert told["weighed_by"] == ["words", "claims"] and told["unweighed"]["grid"][0] == "NUPER"


@pytest.mark.parametrize("fairness", ["friendly", "strict"])
def test_claims_against_a_clear_letter_are_a_question(planned: PlanScan, fairness: str) -> None:
    scan = planned("NUPER/TRIPH/RNLOI/ATECT/PMHHE", doubts={0: (("N", 0.999), ("S", 0.001))}, **CLAIMS)
    verdict = judged(scan, Options(fairness=fairness))
    assert verdict.needs_review and {verdict.doubts[0].letter, verdict.doubts[0].other} == {"N", "S"}


def test_the_strict_preset_asks_where_a_shape_says_too_little_for_its_points(planned: PlanScan) -> None:
    scan = planned(ENGLISH, total="52", bonus="struck", doubts={0: (("S", 0.5), ("N", 0.5))}, **CLAIMS)
    friendly, strict = (judged(scan, Options(fairness=fairness)) for fairness in ("friendly", "strict"))
    assert (friendly.card.total, friendly.reasons) == (52, ()), "half and half, and it is said so"
    assert "S or N: counted as S, since SUPER and STRAP" in weighed_texts(friendly, "en")
    assert (strict.card.total, strict.reasons) == (52, ("claims",))
    first = strict.doubts[0]
    assert (first.row, first.column, first.letter, first.other) == (1, 1, "S", "N")
    assert first.p == pytest.approx(0.5, abs=0.35) and first.total_if < 52
    assert judged(scan, Options(fairness="strict"), Answers({(1, 1): "S"})).reasons == ()


def test_fitting_claims_settle_small_doubts(planned: PlanScan) -> None:
    doubts = {11: (("N", 0.7), ("R", 0.3))}
    alone = judged(planned(ENGLISH, doubts=doubts), Options())
    claimed = judged(planned(ENGLISH, doubts=doubts, total="52", bonus="struck", **CLAIMS), Options())
    assert alone.certainty < 0.9 < 0.97 < claimed.certainty


def test_rolls_weigh_a_doubtful_letter(planned: PlanScan) -> None:
    letters = ENGLISH.replace("/", "")
    log = RollLog.parse("round,first,second\n" + "\n".join(f"{n},{x},{x}" for n, x in enumerate(letters, 1)))
    scan = planned(ENGLISH, doubts={0: (("N", 0.6), ("S", 0.4))})
    verdict = judged(scan, Options(rolls=log))
    assert verdict.card.grid.rows[0] == "SUPER"
    assert verdict.unweighed and verdict.unweighed.by == ("words", "rolls")
    assert verdict.findings == ()


def test_points_that_a_line_cannot_have_are_read_only_where_they_are_clear(planned: PlanScan) -> None:
    scan = planned(ENGLISH, total="52", bonus="struck", **CLAIMS)
    unclear, clear = Glyph((("20", 0.7), ("10", 0.3))), Glyph((("20", 0.97), ("10", 0.03)))
    reading = replace(scan.reading, rows=(unclear, clear, *scan.reading.rows[2:]))
    verdict = judged(replace(scan, reading=reading), Options())
    assert verdict.claims and verdict.claims.rows[:2] == ("10", "20")


def test_a_side_that_is_hardly_in_doubt_is_not_asked_about(planned: PlanScan) -> None:
    asked = judged(planned(ENGLISH, side="B", side_p=0.99), Options())
    assert asked.reasons == (), "nobody is asked about one in a hundred"
    assert asked.certainty == pytest.approx(0.99, abs=1e-3)
    assert judged(planned(ENGLISH, side="B", side_p=0.95), Options()).reasons == ("side",)


def test_many_small_doubts_are_named_rather_than_none(planned: PlanScan) -> None:
    small = {
        cell: tuple([(letter, 0.97), *((other, 0.03 / 23) for other in "ABCDEFGHIKLMNOPRSTUVWYZ" if other != letter)])
        for cell, letter in enumerate(ENGLISH.replace("/", ""))
    }
    verdict = judged(planned(ENGLISH, doubts=small), Options())
    assert verdict.needs_review and verdict.doubts and max(doubt.p for doubt in verdict.doubts) < 0.1


def test_no_claim_is_weighed_silently(planned: PlanScan) -> None:
    scan = planned(ENGLISH, total="52", bonus="struck", doubts={0: (("N", 0.6), ("S", 0.4))}, **CLAIMS)
    verdict = judged(scan, Options())
    shown = render(PhotoVerdict(scan.photo, (verdict,)), colour=False)
    assert "row 1, column 1: S; its shape alone says N" in shown
    assert "weighed by words as players know them and what is written around the grid" in shown
    for language in lexicons.LANGUAGES:
        assert len(weighed_texts(verdict, language)) == 3
