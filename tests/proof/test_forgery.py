"""Forged reports of twelve kinds, and true ones of every kind: benchmarks/forgery.py makes and judges them."""

from collections import Counter
from pathlib import Path

import pytest

from benchmarks import forgery
from proof.keys import signer
from referee.settings import Settings

pytestmark = pytest.mark.slow


@pytest.fixture
def ours(tmp_path: Path) -> Settings:
    return Settings(keys=str(tmp_path / "keys"))


def assert_judged(case: forgery.Case, settings: Settings) -> None:
    outcome = forgery.judged(case, settings)
    assert outcome.exit_code == case.due, (case.kind, outcome)
    assert case.says in "; ".join(check.text for check in outcome.checks), (case.kind, outcome)


def test_no_forged_report_is_proven_and_each_is_told_why(ours: Settings, tmp_path: Path) -> None:
    eve = signer(Settings(keys=str(tmp_path / "eve")))
    kinds: Counter[str] = Counter()
    for case in forgery.forged(signer(ours), eve):
        assert case.due != forgery.GENUINE
        assert_judged(case, ours)
        kinds[case.kind] += 1
    assert kinds.total() >= 40 and len(kinds) >= 12


def test_every_true_report_is_genuine_also_after_the_keys_were_changed(ours: Settings, tmp_path: Path) -> None:
    cases = []
    for case in forgery.true(ours, signer(Settings(keys=str(tmp_path / "eve")))):
        assert_judged(case, ours)
        cases.append(case)
    assert len(cases) == 40 and not any(forgery.judged(case, ours).forged for case in (cases[0], cases[-1]))
