"""The recorded figures of the verdicts can only get better."""

import json
import subprocess
from pathlib import Path

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks.__main__ import better, compared, table

BASELINE = {"samples": {"cells": 0.9, "flagged": 0.5}}


def test_what_fell_behind_is_named() -> None:
    assert compared(BASELINE, {"samples": {"cells": 0.8, "flagged": 0.6}}) == [
        ("samples", "cells", 0.9, 0.8, "worse"),
        ("samples", "flagged", 0.5, 0.6, "worse"),
    ]
    standings = [standing for *_, standing in compared(BASELINE, {"samples": {"cells": 0.95, "flagged": 0.50001}})]
    assert standings == ["better", "same"]


def test_every_figure_stands_beside_the_baseline_and_none_is_passed_over() -> None:
    shown = table(BASELINE, {"samples": {"cells": 0.8}})
    assert "samples    cells                      0.9000   0.8000  worse" in shown
    assert "samples    flagged                    0.5000           not measured" in shown
    assert "1 worse, 0 better, 0 same, 1 not measured" in shown


def test_a_benchmark_that_fails_stops_neither_the_others_nor_the_comparison(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []
    measured = json.loads(benchmarks.BASELINE.read_text(encoding="utf-8"))

    def run(command: list[str], check: bool) -> subprocess.CompletedProcess[str]:
        asked.append(command[2].removeprefix("benchmarks."))
        if asked[-1] == "verdict":
            Path(command[4]).write_text(json.dumps(measured), encoding="utf-8")
        return subprocess.CompletedProcess(command, int(asked[-1] == "locate"))

    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setattr("sys.argv", ["benchmarks"])
    assert benchmarks.main() == 1
    assert asked == list(benchmarks.BENCHMARKS)
    assert "0 worse, 0 better" in (shown := capsys.readouterr().out) and "failed: locate" in shown


def test_only_what_got_better_is_recorded() -> None:
    figures = {"samples": {"cells": 0.95, "flagged": 0.6, "ms_per_photo": 90.0}, "render": {"cells": 0.7}}
    assert better(BASELINE, figures) == {"samples": {"cells": 0.95, "flagged": 0.5}, "render": {"cells": 0.7}}
    assert better(BASELINE, {}) == BASELINE
