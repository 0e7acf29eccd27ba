"""Lets a hundred kills and every other mishap befall tournament runs, and checks that nothing is lost or doubled.

    python tests/faults/run.py [--kills 100] [--others 3] [--seed 1] [--from 0] [--count N] [--record FILE]

Every run that a mishap befell is done again; its exports must be the same as those of a run that nothing befell. The
mishaps of the service (database away and back, a tournament that cannot be scored) are in test_service_goes_on.py.
A run that begins where the one in FILE ended is added to it; each mishap has a seed of its own, so that parts are the
same as the whole.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.faults.mishaps import MISHAPS, Cup, Failed, Mishap, kill


def main() -> None:
    """Run, and print and record what was survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--others", type=int, default=3, help="times for each other mishap")
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="first", type=int, default=0, help="how many mishaps of the plan to leave out")
    parser.add_argument("--count", type=int, help="how many to do; all others without it")
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    plan = [kill] * given.kills + [mishap for mishap in MISHAPS if mishap is not kill for _ in range(given.others)]
    part = list(enumerate(plan))[given.first :][: given.count]
    with tempfile.TemporaryDirectory() as folder:
        record = befall(Cup(Path(folder), given.pages), part, given.seed)
    if given.record:
        record = added(given.record, record)
        given.record.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(json.dumps(record, indent=1) + "\n")
    sys.exit(bool(record["failures"]))


def befall(cup: Cup, part: Sequence[tuple[int, Mishap]], seed: int) -> dict[str, Any]:
    """Let these mishaps befall runs, one after the other; what was survived, and what was not."""
    survived, failures, began = Counter[str](), [], time.monotonic()
    for number, mishap in part:
        try:
            mishap(cup, random.Random(f"{seed} {number}"))
            survived[mishap.__name__] += 1
        except (Failed, OSError, subprocess.TimeoutExpired) as error:
            failures.append({"number": number, "mishap": mishap.__name__, "error": str(error)})
            sys.stderr.write(f"{failures[-1]}\n")
        if number % 10 == 9:
            sys.stderr.write(f"{number + 1} befell, {len(failures)} not survived\n")
    return {
        "seed": seed,
        "pages": cup.pages,
        "first": part[0][0] if part else 0,
        "mishaps": len(part),
        "seconds": round(time.monotonic() - began),
        "survived": dict(survived),
        "failures": failures,
    }


def added(path: Path, record: dict[str, Any]) -> dict[str, Any]:
    """The record together with the one in the file, where it goes on from there."""
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if not before or before["first"] + before["mishaps"] != record["first"]:
        return record
    both = {name: before[name] + record[name] for name in ("mishaps", "seconds", "failures")}
    return before | both | {"survived": dict(Counter(before["survived"]) + Counter(record["survived"]))}


if __name__ == "__main__":
    main()
