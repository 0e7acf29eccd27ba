"""Runs every benchmark and compares the verdict's figures with baseline.json.

    python -m benchmarks [--update]

The figures are printed beside the baseline. One that got worse and a benchmark that failed are errors; a
set that was not measured, as its photos are missing, is named. --update records better figures.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BASELINE = HERE / "baseline.json"
BENCHMARKS = (
    "scoring",
    "lexicons",
    "locate",
    "reading",
    "verdict",
    "claims",
    "certainty",
    "latency",
    "tournament",
    "service",
)
LOWER_IS_BETTER = {"false_sheets", "unflagged_wrong", "flagged", "questions_per_sheet"}
WATCHED = LOWER_IS_BETTER | {
    *("found", "upright", "side", "cells", "capitals", "numbers", "marks"),
    *("totals_right", "totals_right_unasked", "totals_right_after_one"),
}

Figures = dict[str, dict[str, float]]


def compared(baseline: Figures, figures: Figures) -> list[tuple[str, str, float, float | None, str]]:
    """Set, figure, baseline, figure now and how it stands: same, better, worse or not measured."""
    rows = []
    for folder, name, floor in ((f, n, v) for f, floors in baseline.items() for n, v in floors.items()):
        value = figures.get(folder, {}).get(name)
        if value is None:
            standing = "not measured"
        elif round(value, 4) == round(floor, 4):
            standing = "same"
        else:
            standing = "worse" if (value > floor) == (name in LOWER_IS_BETTER) else "better"
        rows.append((folder, name, floor, value, standing))
    return rows


def table(baseline: Figures, figures: Figures) -> str:
    """The comparison for people: every figure, then how many stand how."""
    rows = compared(baseline, figures)
    lines = [f"{'set':<10} {'figure':<24} {'baseline':>8} {'now':>8}"]
    for folder, name, floor, value, standing in rows:
        now = "" if value is None else f"{value:.4f}"
        lines.append(
            f"{folder:<10} {name:<24} {floor:>8.4f} {now:>8}  {'' if standing == 'same' else standing}".rstrip()
        )
    standings = [standing for *_, standing in rows]
    counts = [f"{standings.count(kind)} {kind}" for kind in ("worse", "better", "same", "not measured")]
    return "\n".join([*lines, "", ", ".join(counts)])


def better(baseline: Figures, figures: Figures) -> Figures:
    """The baseline with whatever got better."""
    watched = {
        folder: {name: value for name, value in all_.items() if name in WATCHED} for folder, all_ in figures.items()
    }
    best = baseline | watched
    for folder, name, floor in ((f, n, v) for f, floors in baseline.items() for n, v in floors.items()):
        value = best[folder].get(name, floor)
        best[folder][name] = min(value, floor) if name in LOWER_IS_BETTER else max(value, floor)
    return best


def main() -> int:
    """Run all; the exit code says whether anything got worse."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="record what got better in the baseline")
    update = parser.parse_args().update
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "verdict.json"
        for name in BENCHMARKS:
            print(f"\n== {name}", flush=True)
            arguments = ["--json", str(output), "--quiet"] if name == "verdict" else []
            if subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *arguments], check=False).returncode:
                failed.append(name)
        figures: Figures = json.loads(output.read_text(encoding="utf-8")) if output.exists() else {}
    baseline: Figures = json.loads(BASELINE.read_text(encoding="utf-8"))
    if update:
        BASELINE.write_text(json.dumps(better(baseline, figures), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"\n== verdict beside the baseline\n{table(baseline, figures)}")
    if failed:
        print(f"failed: {', '.join(failed)}")
    behind = any(standing == "worse" for *_, standing in compared(baseline, figures))
    return int(behind or bool(failed))


if __name__ == "__main__":
    sys.exit(main())
