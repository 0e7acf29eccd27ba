"""Shows the program damaged files by the thousand, and records what it says of them.

    python -m tests.fuzz.run [--files 22500] [--first 0] [--record FILE]

A run that begins where the one in FILE ended is added to it.

Each file must end as a verdict, a decoded picture or a code, within 20 seconds of processor time and 1.5 GB. What ends
otherwise is listed with its number: `tests.fuzz.mutations.file(NUMBER)` gives the same file again.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from referee.worker_process import WorkerProcess
from scanner.scan_errors import ScanError, TookTooLong
from tests.fuzz.mutations import KINDS, numbers
from tests.fuzz.work import build

SECONDS = 20.0  # of processor time
WAIT = 600.0  # seconds by the clock, on a machine that is busy with other things
FAILURES = frozenset({"internal", "worker-lost", "took-too-long"})


def main() -> None:
    """Run, and print and record the outcome."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=22_500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    worker = WorkerProcess(build, (), WAIT)
    outcomes: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    failures, slowest = [], (0.0, -1)
    for number in numbers(given.first, given.files):
        kind, seconds = list(KINDS)[number % len(KINDS)], 0.0
        try:
            said, seconds = worker.call(number)
            if seconds > SECONDS:
                raise TookTooLong
        except ScanError as error:
            said = error.code
            if said in FAILURES:
                failures.append({"number": number, "kind": kind, "code": said, "places": error.places[-4:]})
                sys.stderr.write(f"{failures[-1]}\n")
        outcomes[kind][said] += 1
        slowest = max(slowest, (seconds, number))
        if number % 500 == 499:
            sys.stderr.write(f"{number + 1 - given.first} files, {len(failures)} failures, slowest {slowest}\n")
    worker.close()
    record = {
        "first": given.first,
        "files": given.files,
        "failures": failures,
        "slowest_seconds": round(slowest[0], 1),
        "outcomes": {kind: dict(sorted(found.items())) for kind, found in outcomes.items()},
    }
    text = json.dumps(record, indent=1)
    if given.record:
        text = json.dumps(_added(given.record, record), indent=1)
        given.record.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")


def _added(path: Path, record: dict[str, Any]) -> dict[str, Any]:
    """The record together with the one in the file, where it goes on from there."""
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if not before or before["first"] + before["files"] != record["first"]:
        return record
    both = {kind: Counter(found) + Counter(before["outcomes"][kind]) for kind, found in record["outcomes"].items()}
    return {
        "first": before["first"],
        "files": before["files"] + record["files"],
        "failures": before["failures"] + record["failures"],
        "slowest_seconds": max(before["slowest_seconds"], record["slowest_seconds"]),
        "outcomes": {kind: dict(sorted(found.items())) for kind, found in both.items()},
    }


if __name__ == "__main__":
    main()
