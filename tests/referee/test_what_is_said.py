"""What a verdict says beside its total: every total that may be right, doubts and bonus in full sentences."""

from itertools import product

import pytest
from planned_scans import PlanScan

import lexicons
from lexicons import House
from referee.evidence import Evidence
from referee.judge import Answers, judge
from referee.options import Options
from referee.referee import Referee
from referee.verdict import PhotoVerdict, SheetVerdict
from report.document import document
from report.terminal import render
from scoring import PROFESSIONAL, STANDARD, Claims, Grid, Rules, score
from texts import percent

ENGLISH = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"
ROWS, COLUMNS = ("10", "6", "-", "3", "1"), ("10", "3", "6", "10", "3")
PLAIN = "SUPER/QQQQQ/QQQQQ/QQQQQ/QQQQQ"  # worth the same on either side
IN_ENGLISH = Answers(language="en")
FULL = "ABABA/BABAB/ABABA/BABAB/ABABA"
WORDS = House.parse("allow AB\nallow BA")


def by_all_readings(verdict: SheetVerdict, sides: dict[Rules, float]) -> dict[int, float]:
    """The probability of each total, every doubtful letter with every side."""
    totals: dict[int, float] = {}
    lexicon = lexicons.load("en")
    for rules, side_p in sides.items():
        for symbols in product(*(glyph.ranking for glyph in verdict.glyphs)):
            total = score(Grid.of(symbol for symbol, _ in symbols), lexicon, rules).total
            p = side_p
            for _, chance in symbols:
                p *= chance
            totals[total] = totals.get(total, 0.0) + p
    return totals


@pytest.mark.parametrize(("side", "side_p"), [("A", 0.8), ("B", 0.7), ("A", 0.97)])
@pytest.mark.parametrize("letters", [ENGLISH, PLAIN])
@pytest.mark.parametrize("doubts", [{16: (("T", 0.7), ("M", 0.3))}, {13: (("O", 0.6), ("A", 0.4))}, {}])
def test_totals_are_listed_for_every_side_with_every_letter(
    planned: PlanScan, side: str, side_p: float, letters: str, doubts: dict[int, tuple[tuple[str, float], ...]]
) -> None:
    evidence = Evidence.of_scan(planned(letters, side=side, side_p=side_p, doubts=doubts))
    verdict = judge(evidence, Options(), IN_ENGLISH)
    here, there = (STANDARD, PROFESSIONAL) if side == "A" else (PROFESSIONAL, STANDARD)
    expected = by_all_readings(verdict, {here: side_p, there: 1 - side_p})
    shown = document(PhotoVerdict(None, (verdict,)))["sheets"][0]
    assert dict(map(tuple, shown["totals"])) == pytest.approx(expected, abs=2e-4)
    assert [p for _, p in shown["totals"]] == sorted((p for _, p in shown["totals"]), reverse=True)
    assert shown["certainty"] == pytest.approx(expected[verdict.card.total], abs=2e-4)


@pytest.mark.parametrize("rules", ["standard", "professional"])
def test_rules_that_were_told_leave_no_doubt_about_the_side(planned: PlanScan, rules: str) -> None:
    evidence = Evidence.of_scan(planned(ENGLISH, side="A", side_p=0.8))
    shown = document(PhotoVerdict(None, (judge(evidence, Options(rules=rules), IN_ENGLISH),)))["sheets"][0]
    assert (shown["rules"], shown["certainty"], shown["doubts"], shown["needs_review"]) == (rules, 1.0, [], False)
    assert len(shown["totals"]) == 1


def test_nothing_tells_the_side_where_the_sheet_has_none(planned: PlanScan) -> None:
    evidence = Evidence.of_scan(planned(ENGLISH, side=None, side_p=0.5))
    shown = document(PhotoVerdict(None, (judge(evidence, Options(), IN_ENGLISH),)))["sheets"][0]
    assert (shown["certainty"], shown["doubts"]) == (1.0, [])


def test_a_plain_doubt_is_a_plain_sentence(planned: PlanScan) -> None:
    verdict = judge(Evidence.of_scan(planned(ENGLISH, doubts={16: (("T", 0.7), ("M", 0.3))})), Options())
    (doubt,) = verdict.doubts
    lines = render(PhotoVerdict(None, (verdict,)), colour=False).splitlines()
    said = f"row 4, column 2: read as T, perhaps M ({percent(doubt.p, 'en')}); then the total is {doubt.total_if}"
    assert [line.strip(" -*·•") for line in lines if "read as" in line] == [said]


def test_a_bonus_that_was_earned_and_struck_is_named_with_its_points() -> None:
    ones = ("1",) * 5
    verdict = Referee().grid(FULL, Options(house=WORDS), Claims(ones, ones, False, ""))
    shown = document(verdict)["sheets"][0]
    (bonus,) = (found for found in shown["findings"] if found["kind"] == "bonus")
    assert (shown["bonus"], bonus["claimed"], bonus["computed"]) == (10, "0", "10")
    assert bonus["text"] == "The bonus is struck out, but all ten lines hold a valid word – 10 points more."


@pytest.mark.parametrize("points", [(ROWS, COLUMNS, "52"), (("",) * 5, ("",) * 5, "")])
@pytest.mark.parametrize("bonus", [True, False, None])
def test_a_bonus_that_was_typed_stays_claimed(
    bonus: bool | None, points: tuple[tuple[str, ...], tuple[str, ...], str]
) -> None:
    rows, columns, total = points
    claims = Claims(rows, columns, bonus, total)
    verdict = Referee().grid(ENGLISH, Options(), claims)
    shown = document(verdict)["sheets"][0]
    assert shown["claimed"]["bonus"] is bonus
    assert [found["where"] for found in shown["findings"] if found["kind"] == "bonus"][:1] == ["bonus"] * (
        bonus is True
    )
    again = judge(Evidence.from_json(shown["evidence"]), Options())
    assert document(PhotoVerdict(None, (again,)))["sheets"][0] == shown, "stored, it says the same"
