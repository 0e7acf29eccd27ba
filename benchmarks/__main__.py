"""Runs every benchmark and compares the verdict's figures with baseline.json.

    python -m benchmarks [--update]

A figure that got worse is an error; --update records better ones.
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


def worse(baseline: Figures, figures: Figures) -> list[str]:
    """What fell behind the baseline, in words."""
    found = []
    for folder, name, floor in ((f, n, v) for f, floors in baseline.items() for n, v in floors.items()):
        value = figures.get(folder, {}).get(name, floor)
        if value != floor and (value > floor) == (name in LOWER_IS_BETTER):
            found.append(f"{folder} {name}: {value:.4f}, was {floor:.4f}")
    return found


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
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "verdict.json"
        for name in BENCHMARKS:
            print(f"\n== {name}", flush=True)
            arguments = ["--json", str(output), "--quiet"] if name == "verdict" else []
            subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *arguments], check=True)
        figures: Figures = json.loads(output.read_text(encoding="utf-8"))
    baseline: Figures = json.loads(BASELINE.read_text(encoding="utf-8"))
    complaints = worse(baseline, figures)
    if update:
        BASELINE.write_text(json.dumps(better(baseline, figures), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print("\n".join(["", "worse than the baseline:", *complaints] if complaints else ["", "nothing got worse"]))
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
