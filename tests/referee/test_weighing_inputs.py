"""What else a verdict depends on: fairness, what looks alike, the neighbours; and what the weighing may lack."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from planned_scans import PlanScan, plan_scan

import lexicons
from referee.evidence import Evidence
from referee.inference import vocabulary
from referee.judge import judge
from referee.options import Options
from referee.referee_errors import BadEvidence
from referee.scoring_spec import ScoringSpec
from referee.settings import Settings
from referee.values import Context
from referee.verdict import PhotoVerdict
from report.document import document, sheet_document
from report.stage_pictures import write_stages
from scanner.values import Glyph, Reading

ENGLISH = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"
CLAIMS = {"rows": ("10", "6", "-", "3", "1"), "columns": ("10", "3", "6", "10", "3"), "total": "52"}
HALF_AND_HALF = {0: (("S", 0.5), ("N", 0.5))}


def test_tournaments_are_strict_unless_they_choose_otherwise() -> None:
    assert ScoringSpec.under(Settings(), {}).options().fairness == "friendly"
    assert ScoringSpec.under(Settings(), {}, tournament=True).options().fairness == "strict"
    chosen = ScoringSpec.under(Settings(), {"fairness": "friendly"}, tournament=True)
    assert chosen.options().fairness == "friendly"
    assert ScoringSpec.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen


def test_the_fairness_chosen_is_said() -> None:
    evidence = Evidence.of_scan(plan_scan(ENGLISH, bonus="struck", doubts=HALF_AND_HALF, **CLAIMS))
    friendly, strict = (judge(evidence, Options(fairness=name)) for name in ("friendly", "strict"))
    assert (friendly.reasons, strict.reasons) == ((), ("claims",))
    assert [sheet_document(sheet)["fairness"] for sheet in (friendly, strict)] == ["friendly", "strict"]


def test_cells_that_are_alike_are_kept_and_weigh() -> None:
    """A V like the letter in doubt, and a U unlike it, stand elsewhere in the grid."""
    letters = "QVQQQ/QQQQQ/QQUQQ/QQQQQ/VQQQQ"
    evidence = Evidence.of_scan(plan_scan(letters, doubts={20: (("U", 0.6), ("V", 0.4))}))
    alike = replace(evidence, reading=replace(evidence.reading, alike=((1, 20, 0.99), (12, 20, 0.01))))
    stored = Evidence.from_json(json.loads(json.dumps(alike.to_json())))
    assert stored == alike
    assert alike.to_json()["alike"][0] == [1, 20, 0.99]
    before, after = (judge(one, Options()).glyphs[20] for one in (evidence, stored))
    assert dict(after.ranking)["V"] > dict(before.ranking)["V"] + 0.2
    damaged = {**alike.to_json(), "alike": [[1, 25, 0.9]]}
    with pytest.raises(BadEvidence):
        Evidence.from_json(damaged)


def test_the_neighbours_move_the_side_and_are_named(planned: PlanScan) -> None:
    evidence = Evidence.of_scan(planned(ENGLISH, side="A", side_p=0.8))
    beside = Context(sides=(("B", 100.0),))
    verdict = judge(evidence, Options(), context=beside)
    assert (judge(evidence, Options()).side, verdict.side) == ("A", "B")
    assert verdict.context == beside
    shown = document(PhotoVerdict(None, (verdict,)))["sheets"][0]
    assert shown["weighed_by"] == ["neighbours"] and shown["context"] == {"languages": {}, "sides": {"B": 100.0}}
    assert "context" not in sheet_document(judge(evidence, Options()))


@pytest.mark.parametrize("fairness", ["friendly", "strict"])
def test_odd_sheets_are_judged_by_what_there_is(
    planned: PlanScan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fairness: str
) -> None:
    half = "SUPER/TRIPH/...../...../....."
    struck = plan_scan(half, doubts={0: (("#", 0.9), ("S", 0.1)), 12: ((".", 0.5), ("#", 0.3), ("A", 0.2))})
    for scan in (planned(half), struck, planned("." * 25), planned(half, total="130", rows=("20",) * 5)):
        verdict = judge(Evidence.of_scan(scan), Options(fairness=fairness), scan=scan)
        assert 0 <= verdict.certainty <= 1 and verdict.card.total >= 0
    flat = tuple(Glyph(tuple((letter, 1 / 26) for letter in vocabulary.LETTERS)) for _ in range(25))
    unread = judge(replace(Evidence.of_scan(struck), reading=Reading(flat)), Options(fairness=fairness))
    assert unread.needs_review and "cut-short" in unread.notes

    def no_frequencies(language: str) -> dict[str, float]:
        raise lexicons.BrokenLexicon(f"{language} has none")

    vocabulary.vocabulary.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(lexicons, "frequencies", no_frequencies)
        bare = vocabulary.vocabulary("en")
    vocabulary.vocabulary.cache_clear()
    monkeypatch.setattr("referee.inference.posterior.vocabulary", lambda _: bare)
    scan = planned(ENGLISH, doubts={0: (("N", 0.6), ("S", 0.4))})
    alone = judge(Evidence.of_scan(scan), Options(fairness=fairness), scan=scan)
    assert alone.card.grid.rows[0] == "NUPER" and "no-vocabulary" in alone.notes, "letters alone"
    write_stages(PhotoVerdict(scan.photo, (alone,)), tmp_path, "sheet")
    assert "weighed without words" in (tmp_path / "sheet-sheet1-weighing.txt").read_text()
